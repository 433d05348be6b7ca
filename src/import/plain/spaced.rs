//! Joins lines in texts with a blank line after each printed line.

use crate::import::{Begins, Line};

/// The fewest lines from which the spacing of a text is detected.
const LINES: usize = 12;

/// The widest printed line, in columns. A longer one is an unwrapped paragraph.
const WIDEST: usize = 130;

/// Lets long lines without final punctuation continue across blank lines, if almost every line of
/// the text is followed by one.
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

/// Returns the columns a line takes, including its indentation.
fn width(line: &Line) -> usize {
    line.indent + line.text().trim_start().chars().count()
}

#[cfg(test)]
mod tests {
    use crate::import::{Begins, plain};

    #[test]
    fn blank_line_after_each_line_ends_nothing() {
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
