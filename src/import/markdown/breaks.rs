//! Detects whether line breaks that Markdown ignores are intended.

use std::{borrow::Cow, collections::BTreeMap};

use pulldown_cmark::{Event, Parser};

/// The fewest breaks from which this can be detected.
const LEAST: usize = 4;

/// Whether the lines of paragraphs were ended on purpose: there is no width at which most of them
/// had no room for the next word.
pub(super) fn are_meant(text: &str) -> bool {
    // Each break is consistent with the widths from the length of its line up to just before the
    // end of the next word.
    let mut changes: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
    let mut breaks = 0;
    for (event, range) in Parser::new(text).into_offset_iter() {
        if event != Event::SoftBreak {
            continue;
        }
        let line = text[..range.start].rsplit('\n').next().unwrap_or_default();
        if is_broken(line) {
            continue;
        }
        let width = line.chars().count();
        let word = text[range.end..]
            .split_whitespace()
            .next()
            .unwrap_or_default();
        breaks += 1;
        changes.entry(width).or_default()[0] += 1;
        changes.entry(width + 1 + word.chars().count()).or_default()[1] += 1;
    }
    let (mut most, mut open) = (0, 0);
    for [begin, end] in changes.into_values() {
        open -= end;
        open += begin;
        most = most.max(open);
    }
    breaks >= LEAST && most * 2 < breaks
}

/// The line of an HTML block with a tag in place of the two backslashes that end it, which break it in kramdown.
pub(super) fn with_tag(line: &str) -> Cow<'_, str> {
    match line.trim_end().strip_suffix(r"\\") {
        Some(bare) => Cow::Owned(format!("{bare}<br>\n")),
        None => Cow::Borrowed(line),
    }
}

/// Whether a line ends with a tag that breaks it.
pub(super) fn is_broken(line: &str) -> bool {
    let line = line.trim_end().to_lowercase();
    ["<br>", "<br/>", "<br />"]
        .iter()
        .any(|tag| line.ends_with(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_backslashes_break_a_line_of_an_html_block() {
        assert_eq!(
            with_tag("Cloth Review, 2019 \\\\ \n"),
            "Cloth Review, 2019 <br>\n"
        );
        assert_eq!(with_tag("Cloth Review\n"), "Cloth Review\n");
    }

    #[test]
    fn breaks_of_full_lines_are_not_intended() {
        let item = |title: &str| format!("- {title}\nLee, A., Ray, B., 2019, Cloth Review, 4\n\n");
        let titles = [
            "On looms",
            "Wool and how to weave it at home",
            "Mills for the wind",
            "A history of dye and of dyers in the towns",
            "Yarn",
        ];
        assert!(are_meant(&titles.map(item).concat()));
        let wrapped = "- Lee, A., Ray, B. A history of\n  dye and of those who made it.\n  In Proceedings of the\n  Conference on Cloth, 2019.\n\n";
        assert!(!are_meant(&wrapped.repeat(3)));
        assert!(!are_meant("a\nb\n"));
    }
}
