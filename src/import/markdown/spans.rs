//! Repairs Markdown that people and programs write against its grammar.

use std::ops::Range;

/// The longest URL or list of attributes, in bytes.
const LONGEST: usize = 400;

/// Adds the brackets that URLs with spaces need, `[On looms](<papers/On looms.pdf>)`, and removes
/// the attributes that pandoc appends to text: `[Ann Lee]{.underline}`. Empty boxes are removed,
/// because with one at its beginning a whole line is HTML and other markup in it is not read.
pub(super) fn mended(text: &str) -> String {
    let text = without_empty_boxes(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(']') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = after;
        if let Some(address) = blank_address(rest) {
            out.push_str("(<");
            out.push_str(rest[address.clone()].trim());
            out.push_str(">)");
            rest = &rest[address.end + 1..];
        } else if let Some(length) = attributes(rest) {
            // Without a URL, the brackets would be read as text.
            if let Some(open) = opening(&out) {
                out.pop();
                out.remove(open);
            }
            rest = &rest[length..];
        }
    }
    out.push_str(rest);
    out
}

/// Removes `<div class="badge"></div>`.
fn without_empty_boxes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("<div") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let line = near(rest);
        let end = line.find("></div>");
        let is_one = end.is_some_and(|end| !line[1..end].contains(['<', '>']));
        let length = match end {
            Some(end) if is_one => end + "></div>".len(),
            _ => {
                out.push_str("<div");
                "<div".len()
            }
        };
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// Returns the first line of a text, as far as a URL or attributes may extend.
fn near(text: &str) -> &str {
    let mut reach = text.len().min(LONGEST);
    while !text.is_char_boundary(reach) {
        reach -= 1;
    }
    let text = &text[..reach];
    &text[..text.find('\n').unwrap_or(reach)]
}

/// Returns the URL in parentheses at the beginning of a text if it contains spaces, which would end
/// it: `(a b.pdf)`. Text in quotation marks after a space is a title.
fn blank_address(text: &str) -> Option<Range<usize>> {
    let inside = text.strip_prefix('(')?;
    let line = near(inside);
    let end = line.find(')')?;
    let address = line[..end].trim();
    let is_file = address.contains(['/', '.']) && !address.contains(['"', '<', '>', '\'', '(']);
    (is_file && address.contains(' ')).then_some(1..1 + end)
}

/// Returns the length of pandoc's attributes at the beginning of a text: `{.underline}`,
/// `{#id .class}`.
fn attributes(text: &str) -> Option<usize> {
    let inside = near(text.strip_prefix('{')?);
    let end = inside.find('}')?;
    let begins = inside.starts_with(['.', '#']);
    (begins && !inside[..end].contains('{')).then_some(end + 2)
}

/// Returns the position of the bracket that opens the last stretch of a text, if it contains no
/// other.
fn opening(text: &str) -> Option<usize> {
    let inside = text.strip_suffix(']')?;
    let open = inside.rfind(['[', ']'])?;
    (inside[open..].starts_with('[') && inside.len() - open <= LONGEST).then_some(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_with_spaces_and_pandoc_attributes_are_repaired() {
        for (text, want) in [
            (
                "[On looms](/a/On looms 2014.pdf), x",
                "[On looms](</a/On looms 2014.pdf>), x",
            ),
            (
                "[On looms](/a.pdf \"On looms\")",
                "[On looms](/a.pdf \"On looms\")",
            ),
            ("[On looms](/a.pdf) (see b)", "[On looms](/a.pdf) (see b)"),
            ("by [Ann\nLee]{.underline} and C", "by Ann\nLee and C"),
            (
                "- <div id=a></div> [A](b) <div>c</div>",
                "-  [A](b) <div>c</div>",
            ),
            ("[a]{x}", "[a]{x}"),
            ("] [] ]{.a", "] [] ]{.a"),
        ] {
            assert_eq!(mended(text), want);
        }
    }
}
