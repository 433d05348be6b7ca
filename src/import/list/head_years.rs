//! Rows that are a year and nothing else: headings, or the last line of an entry.

use super::{
    super::Begins,
    heading::AROUND,
    headings,
    row::{Mark, Row, whole_year},
    token::Form,
};

/// Words before the year that a row is.
const YEARS: [&str; 6] = ["year", "jahr", "annee", "ano", "anno", "in"];

/// Whether a row is a year and nothing else, and one of several around that come in order, each once: a
/// year within items comes again and again.
pub(super) fn is_year_of_many(rows: &[Row], at: usize) -> bool {
    /// Entries between two headings have so many rows at least.
    const APART: usize = 4;
    /// Where so many come in order, and more entries below some than below others, they may stand as near
    /// as this.
    const MANY: usize = 5;
    const NEAR: usize = 3;
    /// An entry on one line has so many tokens at least.
    const LONG: usize = 10;
    // `2019`, `2019:`, `Year 2019:`
    let year = |row: &Row| match row.tokens.as_slice() {
        _ if row.mark.is_some() => None,
        [only] => whole_year(&only.text),
        [year, colon] if colon.form == Form::Colon => whole_year(&year.text),
        [word, year] | [word, year, _] if YEARS.contains(&word.folded()) => whole_year(&year.text),
        _ => None,
    };
    if year(&rows[at]).is_none() || ends_block(rows, at) || is_in_item(rows, at) {
        return false;
    }
    let window = at.saturating_sub(AROUND)..rows.len().min(at + AROUND);
    let years: Vec<(usize, i32)> = window
        .filter_map(|row| Some((row, year(&rows[row])?)))
        .collect();
    // A colon or a word tells headings from years of items.
    let is_told = |row: usize| rows[row].tokens.len() > 1;
    if is_told(at) && years.iter().filter(|(row, _)| is_told(*row)).count() >= 2 {
        return true;
    }
    // Entries on one line each stand closer; then a heading is what an entry follows at once.
    let is_long = |row: usize| {
        rows.get(row + 1)
            .is_some_and(|next| next.tokens.len() >= LONG)
    };
    let ends = |row: usize| {
        let last = rows[..row].last().and_then(|row| row.tokens.last());
        last.is_none_or(|last| last.form == Form::Period) || rows[row].begins != Begins::Nothing
    };
    let heads: Vec<usize> = years
        .iter()
        .map(|(row, _)| *row)
        .filter(|row| is_long(*row) && ends(*row))
        .collect();
    let begins = heads
        .iter()
        .any(|row| *row <= at && rows[*row].begins != Begins::Nothing);
    if heads.len() >= 2 && heads.contains(&at) && begins {
        return true;
    }
    let own = years.iter().position(|(row, _)| *row == at).unwrap_or(0);
    let falls = in_order(&years, own, |before, after| before > after);
    let rises = in_order(&years, own, |before, after| before < after);
    [falls, rises].into_iter().any(|run| {
        let apart = || run.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let (nearest, farthest) = (apart().min(), apart().max().unwrap_or(0));
        nearest.is_some_and(|rows| {
            let differs = farthest > 2 * rows + 1;
            rows > APART || rows >= NEAR && differs && run.len() >= MANY
        })
    })
}

/// Whether a row goes on with an item that markup makes.
fn is_in_item(rows: &[Row], at: usize) -> bool {
    let goes_on = |row: &Row| row.begins == Begins::Nothing && row.mark.is_none() && !row.printed;
    let mut above = rows[..at].iter().rev().take(AROUND);
    goes_on(&rows[at])
        && above
            .find(|row| !goes_on(row))
            .is_some_and(|row| row.mark == Some(Mark::Item) && row.begins == Begins::Item)
}

/// Whether a row is the last of a paragraph that does not begin with it, a heading apart.
fn ends_block(rows: &[Row], at: usize) -> bool {
    let goes_on = rows[at].begins == Begins::Nothing && at > 0;
    goes_on
        && rows
            .get(at + 1)
            .is_none_or(|next| next.begins != Begins::Nothing)
        && headings::read(&rows[at - 1].text()).sureness < 0.6
}

/// The years around one of them that come in order.
fn in_order(
    years: &[(usize, i32)],
    own: usize,
    is_order: impl Fn(i32, i32) -> bool,
) -> &[(usize, i32)] {
    let follows = |at: &usize| is_order(years[*at - 1].1, years[*at].1);
    let first = (1..=own).rev().take_while(follows).count();
    let last = (own + 1..years.len()).take_while(follows).count();
    &years[own - first..=own + last]
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, list};

    #[test]
    fn a_year_on_a_line_of_an_item_is_the_items() {
        let entry = |title: &str, year: u16| {
            format!("<li>Ann Lee, Bo Ray<br>{title}<br>Cloth Review<br>{year}</li>")
        };
        let text = format!(
            "<h1>Papers</h1><ul>{}{}{}{}</ul>",
            entry("Weaving without any looms", 2019),
            entry("Mills without any wind", 2018),
            entry("Spinning wool by night and day", 2019),
            entry("Dyeing yarn by moonlight", 2017),
        );
        let page = crate::import::html::page(&text);
        let import = list::read_by_rules(&page, &Hints::default());
        let years: Vec<_> = import
            .entries
            .iter()
            .map(|entry| entry.listing.year)
            .collect();
        assert_eq!(years, [Some(2019), Some(2018), Some(2019), Some(2017)]);
    }
}
