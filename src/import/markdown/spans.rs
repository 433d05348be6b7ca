//! What people and programs write in Markdown though its grammar has it otherwise.

use std::ops::Range;

/// An address or a list of attributes is no longer than this, in bytes.
const LONGEST: usize = 400;

/// The text with addresses that hold blanks in the brackets they need, `[On looms](<papers/On looms.pdf>)`,
/// and without the attributes that pandoc puts behind a stretch: `[Ann Lee]{.underline}`. Boxes that hold
/// nothing are left out: with one at its head a whole line is HTML, and no other markup in it is read.
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
            // A stretch without an address would be read as one with brackets.
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

/// The text without `<div class="badge"></div>`.
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

/// The line at the head of a text, as far as an address or attributes may reach.
fn near(text: &str) -> &str {
    let mut reach = text.len().min(LONGEST);
    while !text.is_char_boundary(reach) {
        reach -= 1;
    }
    let text = &text[..reach];
    &text[..text.find('\n').unwrap_or(reach)]
}

/// The address in parentheses at the head of a text, if it holds blanks that end it: `(a b.pdf)`. What
/// stands behind a blank in quotation marks is a title.
fn blank_address(text: &str) -> Option<Range<usize>> {
    let inside = text.strip_prefix('(')?;
    let line = near(inside);
    let end = line.find(')')?;
    let address = line[..end].trim();
    let is_file = address.contains(['/', '.']) && !address.contains(['"', '<', '>', '\'', '(']);
    (is_file && address.contains(' ')).then_some(1..1 + end)
}

/// The length of pandoc's attributes at the head of a text: `{.underline}`, `{#id .class}`.
fn attributes(text: &str) -> Option<usize> {
    let inside = near(text.strip_prefix('{')?);
    let end = inside.find('}')?;
    let begins = inside.starts_with(['.', '#']);
    (begins && !inside[..end].contains('{')).then_some(end + 2)
}

/// Where the bracket begins that a text ends with, if it holds no other.
fn opening(text: &str) -> Option<usize> {
    let inside = text.strip_suffix(']')?;
    let open = inside.rfind(['[', ']'])?;
    (inside[open..].starts_with('[') && inside.len() - open <= LONGEST).then_some(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_addresses_and_attributes_behind_brackets() {
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
