//! Rows that are headings by what stands below them.

use super::{
    super::Begins,
    cut::is_year,
    head_looks::HeadLooks,
    head_text,
    headings::{self, Heading, Topic},
    row::{Mark, Row, whole_year},
    token::Form,
};

/// Whether a row names publications above one that is nothing but a year: `My papers, by year`.
pub(super) fn heads_years(rows: &[Row], at: usize, head: &Heading) -> bool {
    head.topic == Topic::Publications
        && rows.get(at + 1).is_some_and(|next| {
            next.begins != Begins::Nothing
                && matches!(next.tokens.as_slice(), [year] if whole_year(&year.text).is_some())
        })
}

/// Whether a row of a list or a table says what the rows below it are, which are set deeper or have
/// what it has not: `2023`, `Talks`.
pub(super) fn heads_items(rows: &[Row], at: usize, head: &Heading) -> bool {
    let row = &rows[at];
    let Some(next) = rows.get(at + 1).filter(|next| next.mark.is_some()) else {
        return false;
    };
    let is_deeper = next.indent > row.indent;
    match (row.mark, head.topic) {
        (Some(Mark::Item | Mark::Bullet(_)), Topic::Years) => {
            let is_row = row.mark == Some(Mark::Item) && next.tokens.len() >= 5;
            row.tokens.len() <= 3 && (is_deeper || is_row)
        }
        (Some(Mark::Item | Mark::Bullet(_)), Topic::Publications | Topic::Other) => {
            is_deeper && row.tokens.len() <= 6 && head.sureness >= 0.8
        }
        _ => false,
    }
}

/// Whether a row with a number, in a text without blank lines, is a heading of an outline: all of its
/// few words are those of headings, and what stands before it has ended.
pub(super) fn heads_outline(rows: &[Row], at: usize, head: &Heading) -> bool {
    let row = &rows[at];
    let ends = |before: &Row| {
        let last = before.tokens.last();
        last.is_some_and(|last| matches!(last.form, Form::Period | Form::Close))
    };
    row.printed
        && matches!(row.mark, Some(Mark::Number(_)))
        && head.sureness >= 1.0
        && row.tokens.len() <= 3
        && row.tokens[0].text.starts_with(char::is_uppercase)
        && at.checked_sub(1).is_none_or(|before| ends(&rows[before]))
        && rows.get(at + 1).is_some()
}

/// Whether a row in a text without blank lines is a heading over items with marks, or over another
/// such heading: it has the words of one, and nothing but itself ended it.
pub(super) fn heads_marked(rows: &[Row], at: usize, looks: &HeadLooks) -> bool {
    /// More headings do not stand over each other.
    const HEADS: usize = 3;
    let says = |row: &Row| {
        let head = headings::read(&head_text::bare(&row.text()));
        matches!(head.topic, Topic::Publications | Topic::Other)
            && head.sureness >= 0.8
            && row.mark.is_none()
    };
    (at + 1..rows.len().min(at + 1 + HEADS))
        .find(|next| rows[*next].mark.is_some() || !says(&rows[*next]))
        .is_some_and(|first| rows[first].mark.is_some())
        && says(&rows[at])
        && looks.stands_alone(rows, at)
}

/// Whether a row is a heading between entries that stand on one long line each.
pub(super) fn heads_lines(rows: &[Row], at: usize, head: &Heading) -> bool {
    const LONG: usize = 45;
    let row = &rows[at];
    let is_entry = |row: &Row| {
        let is_dated = row.tokens.iter().any(|token| is_year(&token.text));
        let ends = row
            .tokens
            .last()
            .is_some_and(|last| last.form == Form::Period);
        row.width >= LONG && is_dated && ends
    };
    head.topic == Topic::Publications
        && head.sureness >= 1.0
        && row.mark.is_none()
        && row.tokens.len() <= 4
        && at > 0
        && is_entry(&rows[at - 1])
        && rows.get(at + 1).is_some_and(is_entry)
}
