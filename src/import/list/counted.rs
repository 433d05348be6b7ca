//! Numbers before items with no sign behind them: `1 A. Lee. On looms.`

use super::{
    super::Begins,
    row::{Mark, Row, whole_year},
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

/// Makes marks of numbers that might be years, `[1950] A. Lee. On looms.`, where they count on from
/// item to item, and items on either side are numbered beyond all years or have other years of their
/// own.
pub(super) fn counted_as_years(rows: &mut [Row]) {
    let places: Vec<(usize, u32)> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| {
            Some((
                at,
                row.number
                    .or_else(|| as_year(row).map(|(number, _)| number))?,
            ))
        })
        .collect();
    let mut first = 0;
    while first < places.len() {
        let step = |at: usize| i64::from(places[at].1) - i64::from(places[at - 1].1);
        let by = if first + 1 < places.len() {
            step(first + 1)
        } else {
            0
        };
        let end = (first + 1..places.len())
            .find(|at| step(*at) != by)
            .unwrap_or(places.len());
        let run = &places[first..end];
        if by.abs() == 1 && run.len() >= ROWS && are_numbers(rows, run) {
            for (at, number) in run {
                let row = &mut rows[*at];
                if let Some((_, length)) = as_year(row) {
                    row.drop_first(length);
                    row.labelled = false;
                    row.mark = row.mark.or(Some(Mark::Number(']')));
                    row.number = Some(*number);
                }
            }
        }
        first = end.max(first + 1);
    }
}

/// Whether numbers of rows that count on are no years: one of them cannot be, or most of the items
/// have another.
fn are_numbers(rows: &[Row], run: &[(usize, u32)]) -> bool {
    let is_beyond = |(_, number): &(usize, u32)| !(1900..=2099).contains(number);
    let has_other = |pair: &&[(usize, u32)]| {
        let (at, number) = pair[0];
        let end = pair[1].0.min(at + ITEM);
        let mut words = rows[at..end].iter().flat_map(|row| &row.tokens).skip(2);
        words.any(|word| {
            whole_year(&word.text).is_some_and(|year| i64::from(year) != i64::from(number))
        })
    };
    let pairs = run.windows(2);
    run.iter().any(is_beyond) || pairs.clone().filter(has_other).count() * 2 > pairs.len()
}

/// An item is looked at for so many rows.
const ITEM: usize = 8;

/// The number at the head of a row that may be a year, and how many tokens it takes: `[1950]`,
/// `1950.`
fn as_year(row: &Row) -> Option<(u32, usize)> {
    let (number, length) = match row.tokens.as_slice() {
        [open, number, close, _, ..]
            if open.form == Form::Open && open.text == "[" && close.form == Form::Close =>
        {
            (number, 3)
        }
        [number, sign, _, ..]
            if matches!(sign.form, Form::Period | Form::Close) && sign.gap == Gap::Glued =>
        {
            (number, 2)
        }
        _ => return None,
    };
    let number = whole_year(&number.text).and_then(|year| u32::try_from(year).ok())?;
    Some((number, length))
}

/// The rows whose numbers follow each other, or begin anew: with one, or behind one where they count down.
fn chain(places: &[(usize, u32)], step: i64) -> Vec<(usize, u32)> {
    let mut out: Vec<(usize, u32)> = Vec::new();
    for (at, number) in places {
        let follows = out.last().is_none_or(|(_, last)| {
            i64::from(*number) == i64::from(*last) + step
                || step > 0 && *number == 1
                || step < 0 && *last == 1
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
    // What markup makes a line of something else is no item.
    let is_counted = row.mark.is_none()
        && (row.printed || row.begins == Begins::Paragraph)
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
    fn numbers_of_paragraphs_count_down_in_each_part() {
        let text = r"\section{First}

\circled{2} Lee A, Ray B. On looms and wool.

\circled{1} Ray B, Lee A. On mills near rivers.

\section{Second}

\circled{3} Orr C, Lee A. On yarn of the North.

\circled{2} Lee A, Orr C. On dyes of the North.
";
        let (page, _) = crate::import::latex::page(text);
        let rows = row::rows(&page).into_iter();
        let numbers: Vec<Option<u32>> = rows.map(|row| row.mark.and(row.number)).collect();
        assert_eq!(numbers, [None, Some(2), Some(1), None, Some(3), Some(2)]);
    }

    #[test]
    fn numbers_that_do_not_are_none() {
        let text =
            "7 Mills Lane, Lyon, France\n12 Looms, Cloth Review, 2019.\n3 Orr C, Lee A. On yarn.\n";
        assert!(marked(text).iter().all(|(mark, _)| mark.is_none()));
    }

    #[test]
    fn numbers_that_might_be_years_are_none_where_they_count_on() {
        let shown = |text: &str| -> Vec<String> {
            marked(text).into_iter().map(|(_, text)| text).collect()
        };
        let text = "[1901] A. Lee. On looms, 2019.\n[1900] A. Lee. On wool, 2018.\n[1899] A. Lee. On mills.\n";
        assert!(shown(text)[0].starts_with("A. Lee"));
        let own = "[2021] A. Lee. On looms, 2019.\n[2020] A. Lee. On wool, 2018.\n[2019] A. Lee. On mills, 2017.\n";
        assert!(shown(own)[1].starts_with("A. Lee"));
        let years = "[2021] A. Lee. On looms.\n[2020] A. Lee. On wool.\n[2019] A. Lee. On mills.\n";
        assert!(shown(years)[0].starts_with("[2021]"));
    }
}
