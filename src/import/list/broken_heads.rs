//! Headings that print broke over short lines: those of a narrow column left of the text.

use super::{
    super::Begins,
    headings::{self, Topic},
    row::Row,
    token::{Form, Gap},
};

/// The most lines of a heading, and the most words on one of them.
const MOST_LINES: usize = 3;
const MOST_WORDS: usize = 3;

/// What stands under a heading is as long at least, in columns.
const LONG: usize = 40;

/// Puts headings that stand on several short lines into one row, and takes apart those that stand
/// on one line with what they head, where the text has two such headings.
pub(super) fn whole(rows: Vec<Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    let mut broken = 0;
    let mut rest = rows.into_iter().peekable();
    let mut held: Vec<Row> = Vec::new();
    loop {
        while held.len() <= MOST_LINES {
            match rest.next() {
                Some(row) => held.push(row),
                None => break,
            }
        }
        if held.is_empty() {
            break;
        }
        let count = (2..=MOST_LINES).rev().find(|count| is_head(&held, *count));
        let mut row = held.remove(0);
        for next in held.drain(..count.map_or(0, |count| count - 1)) {
            row.at.last = next.at.last;
            row.tokens.extend(next.tokens.into_iter().map(|mut token| {
                token.gap = token.gap.min(Gap::Space).max(Gap::Glued);
                token
            }));
        }
        if count.is_some() {
            broken += 1;
            for token in row.tokens.iter_mut().skip(1) {
                token.gap = token.gap.min(Gap::Space);
            }
            row.begins = Begins::Paragraph;
            if let Some(next) = held
                .first_mut()
                .filter(|next| next.begins == Begins::Nothing)
            {
                next.begins = Begins::Paragraph;
            }
        }
        out.push(row);
    }
    if broken >= 2 {
        out = apart(out);
    }
    out
}

/// Whether so many rows are one heading, with something long below it.
fn is_head(rows: &[Row], count: usize) -> bool {
    let Some(next) = rows.get(count) else {
        return false;
    };
    let is_short = |row: &Row| {
        row.printed
            && row.mark.is_none()
            && (1..=MOST_WORDS).contains(&row.tokens.len())
            && row.tokens.iter().all(|token| {
                token.form == Form::Word && !token.text.contains(|c: char| c.is_numeric())
            })
            && row.tokens[0].text.starts_with(char::is_uppercase)
    };
    let head = &rows[..count];
    let goes_on = |row: &Row| row.begins == Begins::Nothing;
    if next.width < LONG || !head.iter().all(is_short) || !head[1..].iter().all(goes_on) {
        return false;
    }
    let alone = headings::read(&head[0].text());
    if alone.topic == Topic::Publications && alone.is_plain && alone.sureness >= 1.0 {
        return false;
    }
    let text: Vec<String> = head.iter().map(Row::text).collect();
    let read = headings::read(&text.join(" "));
    read.sureness >= 1.0 && matches!(read.topic, Topic::Publications | Topic::Other)
}

/// Takes headings off the rows whose first words they are: `Patent A. Lee and B. Ray. Looms.`
fn apart(rows: Vec<Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    for mut row in rows {
        let ends = out.last().is_none_or(|last| {
            last.tokens
                .last()
                .is_none_or(|token| token.form == Form::Period)
                || last.width < LONG
        });
        let is_headed = ends
            && row.width >= LONG
            && row.mark.is_none()
            && row.begins == Begins::Nothing
            && row.tokens.len() > 4
            && row.tokens[..2].iter().all(|token| {
                token.form == Form::Word && token.text.starts_with(char::is_uppercase)
            })
            && is_sure(&row.tokens[0].text);
        if is_headed {
            let body = row.tokens.split_off(1);
            let mut below = Row {
                tokens: body,
                begins: Begins::Paragraph,
                column: row.column.and_then(|at| at.checked_sub(1)),
                ..row.clone()
            };
            row.column = None;
            below.tokens[0].gap = Gap::Break;
            row.begins = Begins::Paragraph;
            row.width = row.tokens[0].text.chars().count();
            out.push(row);
            out.push(below);
        } else {
            out.push(row);
        }
    }
    out
}

/// Whether a word alone is a heading beyond doubt.
fn is_sure(word: &str) -> bool {
    let read = headings::read(word);
    read.sureness >= 1.0
        && (read.topic == Topic::Other || read.topic == Topic::Publications && read.is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, plain};

    #[test]
    fn headings_over_short_lines_are_one() {
        let text = "Home\nResearch\nPublications\nJournal\nArticles\n\
            A. Lee and B. Ray. On looms. Cloth Review, 2019.\n\
            Conference\nPapers\nB. Ray and A. Lee. On mills. In Proc. ICOL, 2018.\n\
            Patent A. Lee and B. Ray. A loom without a weaver. Patent 12, 2017.\n";
        let rows = whole(row::rows(&plain::read(text)));
        let texts: Vec<String> = rows.iter().map(Row::text).collect();
        assert_eq!(
            texts,
            [
                "Home",
                "Research",
                "Publications",
                "Journal Articles",
                "A. Lee and B. Ray. On looms. Cloth Review, 2019.",
                "Conference Papers",
                "B. Ray and A. Lee. On mills. In Proc. ICOL, 2018.",
                "Patent",
                "A. Lee and B. Ray. A loom without a weaver. Patent 12, 2017.",
            ]
        );
    }
}
