//! The width to which the lines of a text are filled.

use std::ops::Range;

use super::{super::Begins, join::first_word, row::Row, section::Section};

/// Of fewer rows nobody can say whether they are filled.
const FEW: usize = 10;

/// Wider than any line: where lines are not filled, each ends on purpose.
const UNFILLED: usize = usize::MAX / 16;

/// The width to which rows are filled.
pub(super) fn full_width(rows: &[Row]) -> usize {
    full(rows, std::slice::from_ref(&(0..rows.len())))
}

/// Gives each section the width to which its rows are filled: of a short one all of them tell it.
pub(super) fn fill(rows: &[Row], sections: &mut [Section]) {
    let ranges: Vec<Range<usize>> = sections.iter().map(|part| part.first..part.end).collect();
    let of_all = full(rows, &ranges);
    let all: usize = ranges.iter().map(Range::len).sum();
    for (section, range) in sections.iter_mut().zip(ranges) {
        section.full = if range.len() < FEW && all >= FEW {
            of_all
        } else {
            full(rows, &[range])
        };
    }
}

fn full(rows: &[Row], ranges: &[Range<usize>]) -> usize {
    let mut widths: Vec<usize> = ranges
        .iter()
        .flat_map(|range| &rows[range.clone()])
        .filter(|row| row.column.is_none())
        .map(|row| row.width)
        .collect();
    widths.sort_unstable();
    // A few lines longer than all others are no measure.
    let full = widths
        .get(widths.len().saturating_sub(1) * 97 / 100)
        .copied()
        .unwrap_or(80);
    // Where lines are filled, the long ones are those that had no room for the next word.
    let (mut long, mut filled) = (0_usize, 0_usize);
    // What goes on begins in small letters now and then.
    let (mut begun, mut small) = (0_usize, 0_usize);
    for pair in ranges
        .iter()
        .flat_map(|range| rows[range.clone()].windows(2))
    {
        if let Some(first) = first_word_of(&pair[1]) {
            let is_small = first.chars().all(char::is_lowercase);
            begun += usize::from(!is_small);
            small += usize::from(is_small);
        }
        if pair[0].column.is_none() && pair[0].width * 10 >= full * 7 {
            long += 1;
            filled += usize::from(pair[0].width + 1 + first_word(&pair[1]) > full);
        }
    }
    let is_rare = filled * 3 <= long || filled * 8 <= widths.len();
    let goes_nowhere_on = small == 0 && begun >= MANY;
    if widths.len() >= FEW && is_rare || goes_nowhere_on {
        return UNFILLED;
    }
    full
}

/// So many lines that go on with others are enough to know that none of them was wrapped.
const MANY: usize = 16;

/// The word of letters that a row begins with which may go on with the one before it; of letters that
/// may be small or not.
fn first_word_of(row: &Row) -> Option<&str> {
    let may_go_on = row.begins == Begins::Nothing && row.mark.is_none();
    let first = row.tokens.first().filter(|_| may_go_on)?;
    let has_case = first
        .text
        .starts_with(|c: char| c.is_lowercase() || c.is_uppercase());
    has_case.then_some(&*first.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row::rows, plain};

    #[test]
    fn where_no_line_goes_on_none_is_full() {
        let entry = |title: &str| {
            format!(
                "{title}\nAnn Lee, Bo Ray\nProceedings of the Conference on Looms, 12-34\t5\t2019\n"
            )
        };
        let titles = [
            "Weaving without Looms",
            "Mills",
            "Yarn of Many Colours",
            "Dyeing by Moonlight",
            "Wool",
            "Spindles and Distaffs",
        ];
        let text: String = titles.map(entry).concat();
        assert_eq!(full_width(&rows(&plain::read(&text))), UNFILLED);
    }
}
