//! Paragraphs that stand within an item of markup.

use super::{
    super::Begins,
    cut::is_year,
    row::{Mark, Row},
    token::{Form, Token},
};

/// An item has so many paragraphs at most, and a page so many such items at least.
const MOST_PARAGRAPHS: usize = 5;
const LEAST_ITEMS: usize = 3;

/// A title that is said again has so many words at least.
const LEAST_WORDS: usize = 3;

/// Makes paragraphs that follow an item again and again parts of it, and leaves away what a
/// citation among them says a second time.
pub(super) fn inside(mut rows: Vec<Row>) -> Vec<Row> {
    let runs = runs(&rows);
    let lengths: Vec<usize> = runs.iter().map(|run| run[1] - run[0] - 1).collect();
    let usual = lengths.iter().filter(|length| **length > 0).count();
    if usual < LEAST_ITEMS || usual * 10 < lengths.len() * 8 {
        return rows;
    }
    // Behind the last item the page may go on: no item is longer than the others.
    let longest = lengths[..lengths.len() - 1].iter().max().copied();
    let longest = longest.unwrap_or(0);
    if longest > MOST_PARAGRAPHS {
        return rows;
    }
    for [first, end] in runs {
        let end = end.min(first + 1 + longest);
        let title: Vec<String> = words(&rows[first]).map(str::to_owned).collect();
        let mut dated = false;
        for row in &mut rows[first + 1..end] {
            row.begins = Begins::Nothing;
            if dated && is_remark(row) {
                row.tokens.clear();
            }
            dated |= is_dated(row);
            if title.len() >= LEAST_WORDS {
                unrepeat(row, &title);
            }
        }
    }
    rows.retain(|row| !row.tokens.is_empty() || row.mark.is_some());
    rows
}

/// Leaves away the sentence that says what an entry is about, behind the row with its year, where
/// most entries of a list have one.
pub(super) fn without_remarks(mut rows: Vec<Row>) -> Vec<Row> {
    let (mut blocks, mut remarks) = (0_usize, Vec::new());
    let mut at = 0;
    while at < rows.len() {
        let first = at;
        at += 1;
        while at < rows.len() && rows[at].begins == Begins::Nothing && rows[at].mark.is_none() {
            at += 1;
        }
        if at - first >= 3 {
            blocks += 1;
            if is_remark(&rows[at - 1]) && is_dated(&rows[at - 2]) && !is_dated(&rows[first]) {
                remarks.push(at - 1);
            }
        }
    }
    if remarks.len() >= LEAST_ITEMS && remarks.len() * 2 > blocks {
        for at in remarks {
            rows[at].tokens.clear();
        }
        rows.retain(|row| !row.tokens.is_empty() || row.mark.is_some());
    }
    rows
}

fn is_dated(row: &Row) -> bool {
    row.tokens.iter().any(|token| is_year(&token.text))
}

/// Whether a row is a sentence: with a period at its end, hardly a capital and no number.
fn is_remark(row: &Row) -> bool {
    let ends = row
        .tokens
        .iter()
        .rev()
        .find(|token| token.form != Form::QuoteClose)
        .is_some_and(|token| matches!(token.form, Form::Period | Form::Question));
    let has = |is: fn(char) -> bool| {
        let words = row.tokens.iter().filter(|token| token.form == Form::Word);
        words.filter(|word| word.text.starts_with(is)).count()
    };
    ends && !is_dated(row)
        && has(char::is_numeric) == 0
        && has(char::is_lowercase) >= 3
        && has(char::is_uppercase) * 2 <= has(char::is_lowercase) + 1
}

/// Items as words of a title, with the paragraphs below them that are no deeper nor less deep.
fn runs(rows: &[Row]) -> Vec<[usize; 2]> {
    let is_item = |row: &Row| {
        row.begins == Begins::Item
            && row.mark == Some(Mark::Item)
            && words(row).count() >= LEAST_WORDS
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let first = at;
        at += 1;
        if !is_item(&rows[first]) {
            continue;
        }
        while at < rows.len()
            && rows[at].mark.is_none()
            && rows[at].begins == Begins::Paragraph
            && rows[at].indent == rows[first].indent
        {
            at += 1;
        }
        out.push([first, at]);
    }
    out
}

fn words(row: &Row) -> impl Iterator<Item = &str> {
    let words = row.tokens.iter().filter(|token| token.form == Form::Word);
    words.map(Token::folded)
}

/// Cuts a row that says the title again down to what stands before it, the authors, without the
/// word that it begins with.
fn unrepeat(row: &mut Row, title: &[String]) {
    let places: Vec<usize> = (0..row.tokens.len())
        .filter(|at| row.tokens[*at].form == Form::Word)
        .collect();
    let is_title = |window: &[usize]| {
        let words = window.iter().map(|at| row.tokens[*at].folded());
        words.eq(title.iter().map(String::as_str))
    };
    let Some(at) = places.windows(title.len()).position(is_title) else {
        return;
    };
    row.tokens.truncate(places[at]);
    while row.tokens.last().is_some_and(is_opening) {
        row.tokens.pop();
    }
    let label = row
        .tokens
        .iter()
        .take(4)
        .position(|token| token.form == Form::Colon);
    row.drop_first(label.map_or(0, |at| at + 1));
}

fn is_opening(token: &Token) -> bool {
    matches!(
        token.form,
        Form::QuoteOpen | Form::Open | Form::Comma | Form::Colon
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{html, list::row};

    #[test]
    fn paragraphs_of_an_item_are_parts_of_it() {
        let item = |title: &str| {
            format!(
                "<article><h2>{title}</h2><p>Published in Cloth Review, 2019</p>\
                 <p>Recommended citation: A. Lee (2019). &quot;{title}.&quot; Cloth Review.</p></article>"
            )
        };
        let page = ["On looms and wool", "On mills and wind", "On yarn and dye"]
            .map(item)
            .concat();
        let rows = inside(row::rows(&html::page(&page)));
        let shown: Vec<(Begins, String)> = rows
            .iter()
            .take(3)
            .map(|row| (row.begins, row.text()))
            .collect();
        assert_eq!(
            shown,
            [
                (Begins::Item, "On looms and wool".to_owned()),
                (
                    Begins::Nothing,
                    "Published in Cloth Review, 2019".to_owned()
                ),
                (Begins::Nothing, "A. Lee (2019).".to_owned()),
            ]
        );
    }
}
