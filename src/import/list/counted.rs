//! Numbers before items with no sign behind them: `1 A. Lee. On looms.`

use super::{
    row::{Mark, Row},
    token::{Form, Gap},
};

/// So many rows are counted at least.
const ROWS: usize = 3;

/// Makes marks of the numbers that rows begin with, where they count on from row to row.
pub(super) fn counted(rows: &mut [Row]) {
    let places: Vec<(usize, u32)> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| Some((at, number(row)?)))
        .collect();
    for step in [1, -1] {
        let chain = chain(&places, step);
        let begins = chain.first().map_or(0, |(_, number)| *number);
        if chain.len() >= ROWS && (step < 0 || begins == 1) {
            for (at, number) in chain {
                let row = &mut rows[at];
                row.drop_first(1);
                row.labelled = false;
                row.mark = Some(Mark::Number(' '));
                row.number = Some(number);
            }
            return;
        }
    }
}

/// The rows whose numbers follow each other, or begin anew with one.
fn chain(places: &[(usize, u32)], step: i64) -> Vec<(usize, u32)> {
    let mut out: Vec<(usize, u32)> = Vec::new();
    for (at, number) in places {
        let follows = out.last().is_none_or(|(_, last)| {
            i64::from(*number) == i64::from(*last) + step || step > 0 && *number == 1
        });
        if follows {
            out.push((*at, *number));
        }
    }
    out
}

/// The number before a row that may be an item's first.
fn number(row: &Row) -> Option<u32> {
    let [first, second, rest @ ..] = row.tokens.as_slice() else {
        return None;
    };
    let is_digits = first.text.len() <= 3 && first.text.bytes().all(|byte| byte.is_ascii_digit());
    let begins = second.form == Form::QuoteOpen
        || second.form == Form::Word && second.text.starts_with(char::is_uppercase);
    let is_counted = row.mark.is_none()
        && first.form == Form::Word
        && is_digits
        && begins
        && matches!(second.gap, Gap::Space | Gap::Wide)
        && rest.len() >= 4;
    is_counted.then(|| first.text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use crate::import::{list::row, plain};

    fn marked(text: &str) -> Vec<(Option<u32>, String)> {
        let rows = row::rows(&plain::read(text)).into_iter();
        let shown = rows.map(|row| (row.mark.and(row.number), row.text()));
        shown.collect()
    }

    #[test]
    fn numbers_that_count_on_are_marks() {
        let text = "1 Lee A, Ray B. On looms.\n2 Ray B, Lee A. On mills near\n12 Rivers of the north. 2019.\n3 Orr C, Lee A. On yarn.\n";
        let numbers: Vec<Option<u32>> = marked(text).into_iter().map(|(mark, _)| mark).collect();
        assert_eq!(numbers, [Some(1), Some(2), None, Some(3)]);
    }

    #[test]
    fn numbers_that_do_not_are_none() {
        let text =
            "7 Mills Lane, Lyon, France\n12 Looms, Cloth Review, 2019.\n3 Orr C, Lee A. On yarn.\n";
        assert!(marked(text).iter().all(|(mark, _)| mark.is_none()));
    }
}
