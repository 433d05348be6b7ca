//! Blocks of HTML that go on behind blank lines.

/// Takes the indentation from lines of HTML that stand behind a blank line in an open element: as the grammar of
/// Markdown has it, they would be code. Jekyll's reader goes on to the end of the element.
pub(super) fn without_indents(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open = 0_usize;
    // Whether the lines since the last blank one are HTML, and those before it.
    let (mut is_html, mut was_html) = (false, false);
    let mut begins = true;
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        is_code ^= bare.starts_with("```") || bare.starts_with("~~~");
        if bare.is_empty() {
            (was_html, begins) = (is_html, true);
        } else if std::mem::take(&mut begins) {
            let indent = line.len() - bare.len();
            let goes_on = indent >= 4 && open > 0 && was_html;
            is_html = !is_code && (goes_on || indent < 4 && is_tag(bare));
        }
        if is_html {
            open = (open + count(bare, "<")).saturating_sub(count(bare, "</"));
            out.push_str(if bare.is_empty() { line } else { bare });
        } else {
            out.push_str(line);
        }
    }
    out
}

/// Whether a line begins with a tag.
fn is_tag(line: &str) -> bool {
    let name = line
        .strip_prefix('<')
        .map(|name| name.trim_start_matches('/'));
    name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// How many tags of elements that hold others a line has.
fn count(line: &str, sign: &str) -> usize {
    const HOLDING: [&str; 7] = ["ul", "ol", "div", "table", "section", "article", "dl"];
    line.match_indices(sign)
        .filter(|(at, _)| {
            let rest = &line[at + sign.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            HOLDING.contains(&&rest[..end.unwrap_or(rest.len())])
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_behind_blank_lines_are_no_code() {
        let text = "  <ul>\n     <li>On looms\n\n      <li>Mills\n      \n      (2019)</li>\n\n    </ul>\n\n    code <b>\n";
        assert_eq!(
            without_indents(text),
            "<ul>\n<li>On looms\n\n<li>Mills\n      \n(2019)</li>\n\n</ul>\n\n    code <b>\n"
        );
    }

    #[test]
    fn what_is_indented_in_lists_of_markdown_stays() {
        let text =
            "<div>\n\n1. On looms\n\n    <p>2019</p>\n\n    - Mills\n\n</div>\n\n    <p>code</p>\n";
        assert_eq!(without_indents(text), text);
    }
}
