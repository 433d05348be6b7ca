//! Blocks of HTML that go on behind blank lines.

use super::fences::Fences;

/// Takes the indentation from lines of HTML that stand behind a blank line in an open element. By the grammar of Markdown
/// they would be code, but for Jekyll the element goes on to its end.
pub(super) fn without_indents(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fences = Fences::default();
    let mut open = 0_usize;
    // Whether the lines since the last blank one are HTML, and those before it.
    let (mut is_html, mut was_html) = (false, false);
    let mut goes_on = false;
    let mut begins = true;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let is_code = fences.hold(line);
        if bare.is_empty() {
            (was_html, begins, goes_on) = (is_html, true, false);
        } else if std::mem::take(&mut begins) {
            let is_deep = is_deep(&line[..line.len() - bare.len()]);
            goes_on = !is_code && is_deep && open > 0 && was_html;
            is_html = goes_on || !is_code && !is_deep && is_tag(bare);
        }
        if is_html {
            open = (open + tags(bare, "<")).saturating_sub(tags(bare, "</"));
        }
        out.push_str(if goes_on { bare } else { line });
    }
    out
}

/// Whether blanks make code of what stands behind them.
fn is_deep(blanks: &str) -> bool {
    blanks.len() >= 4 || blanks.contains('\t')
}

/// Whether a line begins with a tag.
fn is_tag(line: &str) -> bool {
    let name = line
        .strip_prefix('<')
        .map(|name| name.trim_start_matches('/'));
    name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// How many tags of elements that hold others a line has: of those that begin them, with `<`, or end them, with `</`.
fn tags(line: &str, sign: &str) -> usize {
    const HOLDING: [&str; 7] = ["ul", "ol", "div", "table", "section", "article", "dl"];
    line.match_indices(sign)
        .filter(|(at, _)| {
            let rest = &line[at + sign.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            let name = &rest[..end.unwrap_or(rest.len())];
            HOLDING.iter().any(|known| known.eq_ignore_ascii_case(name))
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_behind_blank_lines_are_no_code() {
        let text = "  <UL>\n     <li>On looms\n\n      <li>Mills\n      \n\t(2019)</li>\n\n    </UL>\n\n    code <b>\n";
        assert_eq!(
            without_indents(text),
            "  <UL>\n     <li>On looms\n\n<li>Mills\n      \n(2019)</li>\n\n</UL>\n\n    code <b>\n"
        );
    }

    #[test]
    fn what_is_indented_in_lists_of_markdown_stays() {
        let text =
            "<div>\n\n1. On looms\n\n    <p>2019</p>\n\n    - Mills\n\n</div>\n\n    <p>code</p>\n";
        assert_eq!(without_indents(text), text);
    }
}
