//! Texts with a blank line below each line of print.

use crate::import::{Begins, Line};

/// So many lines show how a text is spaced.
const LINES: usize = 12;

/// Wider than this a line is no line of print, but a paragraph that nothing wraps.
const WIDEST: usize = 130;

/// In a text that has a blank line below nearly each line, lets the lines go on that stand below a long
/// one that no sign ends: there a blank line ends nothing.
pub(in crate::import) fn close_up(lines: &mut [Line]) {
    let parted = lines
        .iter()
        .filter(|line| line.begins == Begins::Paragraph)
        .count();
    if lines.len() < LINES || parted * 20 < lines.len() * 17 {
        return;
    }
    let mut widths: Vec<usize> = lines.iter().map(width).collect();
    widths.sort_unstable();
    let full = widths[(widths.len() - 1) * 97 / 100];
    let goes_on = |at: &usize| {
        let (before, line) = (&lines[*at - 1], &lines[*at]);
        line.begins == Begins::Paragraph
            && line.at.first == before.at.last + 2
            && width(before) * 10 >= full * 8
            && !before
                .text()
                .trim_end()
                .ends_with(['.', '!', '?', ':', ';', ']', ')'])
    };
    let places: Vec<usize> = (1..lines.len()).filter(goes_on).collect();
    if full > WIDEST || places.len() * 5 < lines.len() {
        return;
    }
    for at in places {
        lines[at].begins = Begins::Nothing;
    }
}

/// The columns a line takes, with what it is set in by.
fn width(line: &Line) -> usize {
    line.indent + line.text().trim_start().chars().count()
}

#[cfg(test)]
mod tests {
    use crate::import::{Begins, plain};

    #[test]
    fn a_blank_line_below_each_line_ends_nothing() {
        let entry = "A. Lee, B. Ray. On looms and the weaving of\n\ncloth in mills without wind. Cloth Review,\n\n2019.\n\n";
        let page = plain::read(&entry.repeat(6));
        let begins: Vec<bool> = page
            .lines
            .iter()
            .map(|line| line.begins == Begins::Paragraph)
            .collect();
        assert_eq!(begins[..6], [true, false, false, true, false, false]);
        let line = |at: usize| format!("A. Lee. {}On looms. Wool, 2019.\n\n", "Cloth. ".repeat(at));
        let page = plain::read(&(0..14).map(line).collect::<String>());
        assert!(
            page.lines
                .iter()
                .all(|line| line.begins == Begins::Paragraph)
        );
    }
}
