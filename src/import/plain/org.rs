//! Reads Org mode's headings and markup, which differ from those of other texts.

mod exports;
mod markup;
mod text_lines;

pub(super) use exports::{Export, exports};
pub(super) use markup::{Headed, as_markdown, stars};
pub(super) use text_lines::text_lines;

/// In the first of how many lines a text in Org mode has a setting.
const HEAD: usize = 60;

/// Whether a text is in Org mode: it has a setting such as `#+title: Papers`, a block, a drawer or a link such as
/// `[[https://loom.example][On looms]]`.
pub(super) fn is_org(text: &str) -> bool {
    text.lines().take(HEAD).any(|line| {
        let bare = line.trim();
        let key = bare
            .strip_prefix("#+")
            .and_then(|rest| rest.split_once(':'));
        let is_key = |key: &str| {
            !key.is_empty()
                && key
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
        };
        let is_block = bare.len() > 8
            && bare
                .get(..8)
                .is_some_and(|head| head.eq_ignore_ascii_case("#+begin_"));
        key.is_some_and(|(key, _)| is_key(key))
            || is_block
            || bare == ":PROPERTIES:"
            || has_link(bare)
    })
}

/// Whether a line has a link of Org mode with an address of the web and a text.
fn has_link(line: &str) -> bool {
    line.match_indices("[[http").any(|(at, _)| {
        let inner = &line[at + 2..];
        let address = inner.split(']').next().unwrap_or_default();
        address.contains("://") && inner[address.len()..].starts_with("][")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_drawers_tell_org_mode() {
        assert!(is_org("# -*- mode -*-\n#+options: toc:nil\n* Papers\n"));
        assert!(is_org("* Papers\n:PROPERTIES:\n:END:\n"));
        assert!(is_org("* Papers\n  On looms\n  #+begin_div\n  We weave.\n"));
        assert!(is_org("1. [[https://x.org/a][On looms]] \\\\\n"));
        assert!(!is_org("1. [[https://x.org/a|On looms]] [1][2]\n"));
        assert!(!is_org("# Papers\n#+ 3: a\n* One\n"));
    }

    #[test]
    fn headings_and_markup_of_org_mode() {
        assert_eq!(stars("** Papers"), Some((Some(2), "Papers")));
        assert_eq!(stars("*bold* word"), None);
        assert_eq!(
            as_markdown("- *On looms* /Cloth Review/ 3(1/2), [[http://x.org/a][pdf]] and/or"),
            "- **On looms** *Cloth Review* 3(1/2), [pdf](http://x.org/a) and/or"
        );
        assert_eq!(
            as_markdown("/Ray, Bo and *Lee, Ann* and Roe, Cy/ /*Ann Lee*/"),
            "*Ray, Bo and **Lee, Ann** and Roe, Cy* ***Ann Lee***"
        );
        assert_eq!(
            as_markdown("@@html:<font color=blue>@@Ann Lee@@html:</font>@@@@latex:\\hfill@@ a@@b"),
            "<font color=blue>Ann Lee</font> a@@b"
        );
    }
}
