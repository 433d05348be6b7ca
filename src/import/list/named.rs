//! What markup names: pieces of entries, headings that are titles or years by what stands below them.

use super::{
    super::{Begins, FieldRole},
    cut::is_year,
    headings::{Heading, Topic},
    looks::{ADDRESS, BUTTON},
    people::is_with,
    row::Row,
    token::{Form, Token},
};

/// How a piece looks of which markup says what it is. Buttons, addresses, dates and numbers may stand
/// within what is called so.
pub(super) fn as_named(content: &[Token], plain: [f64; 5]) -> [f64; 5] {
    let mut words = content.iter().filter(|token| token.form == Form::Word);
    let named = words.next().and_then(|first| first.style.named);
    if !words.all(|word| word.style.named == named) || [BUTTON, ADDRESS].contains(&plain) {
        return plain;
    }
    let [authors, title, venue, date, other] = plain;
    let is_aside = other > 0.5 || date > 0.0;
    match named {
        Some(FieldRole::Title) => [-5.0, title.max(1.0) + 1.5, -5.0, -4.0, -3.0],
        Some(FieldRole::Authors) if !is_aside => [authors.max(1.0) + 1.5, -4.0, -4.0, -6.0, -2.0],
        // People call so what stands below a title, names and places too.
        Some(FieldRole::Venue) if !is_aside => [authors, title - 2.0, venue, date, other],
        _ => plain,
    }
}

/// Forgets what markup calls the parts of an item where it calls all of it one thing: a list of journal
/// papers may be one of the class `journal`.
pub(super) fn unname(tokens: &mut [Token]) {
    let mut words = tokens.iter().filter(|token| token.form == Form::Word);
    let first = words.next().map(|word| word.style.named);
    if words.all(|word| Some(word.style.named) == first) {
        for token in tokens {
            token.style.named = None;
        }
    }
}

/// So many headings of one level at least are titles.
const MANY: usize = 5;

/// An entry has so many rows below its heading at most.
const BELOW: usize = 8;

/// Names the words of headings titles, where those of one level stand each over a few rows with a year, and have none
/// themselves. Coauthors that a heading adds in brackets are none of the title: `(with A. Lee)`.
pub(super) fn titled(mut rows: Vec<Row>) -> Vec<Row> {
    for level in 1..=6 {
        let heads: Vec<usize> = (0..rows.len())
            .filter(|at| rows[*at].begins == Begins::Heading(level))
            .collect();
        let alone = heads.iter().filter(|at| heads_entry(&rows, **at)).count();
        if alone >= MANY && alone * 10 >= heads.len() * 8 {
            for at in heads {
                if heads_entry(&rows, at) {
                    as_title(&mut rows[at].tokens);
                }
            }
        }
    }
    rows
}

/// Whether a heading stands over the rows of one entry.
fn heads_entry(rows: &[Row], at: usize) -> bool {
    let below = rows[at + 1..]
        .iter()
        .take_while(|row| !matches!(row.begins, Begins::Heading(_)));
    let below: Vec<&Row> = below.take(BELOW + 1).collect();
    let has_year = |row: &Row| row.tokens.iter().any(|token| is_year(&token.text));
    (1..=BELOW).contains(&below.len())
        && !has_year(&rows[at])
        && below.iter().any(|row| has_year(row))
}

fn as_title(tokens: &mut [Token]) {
    let is_bracket = tokens.last().is_some_and(|token| token.form == Form::Close);
    let open = tokens.iter().rposition(|token| token.form == Form::Open);
    let end = open.filter(|at| is_bracket && *at > 0 && is_with(&tokens[at + 1]));
    let end = end.unwrap_or(tokens.len());
    for token in &mut tokens[..end] {
        token.style.named = Some(FieldRole::Title);
    }
}

/// Takes years for headings of publications where the rows below them are entries by their markup, whatever stands
/// above: a page may have no other heading of its publications than their years. `None` if there are no such years.
pub(super) fn years_of_marked_entries(
    rows: &[Row],
    heads: &[Option<Heading>],
) -> Option<Vec<Option<Heading>>> {
    let is_marked = |row: &Row, role: FieldRole| {
        !row.tokens.is_empty()
            && row
                .tokens
                .iter()
                .all(|token| token.style.named == Some(role))
    };
    let is_of_entries = |at: usize| {
        let below = rows[at + 1..].iter().zip(&heads[at + 1..]);
        let below = below
            .take_while(|(_, head)| head.is_none())
            .map(|(row, _)| row);
        let (mut titles, mut authors) = (0, 0);
        for row in below {
            titles += usize::from(is_marked(row, FieldRole::Title));
            authors += usize::from(is_marked(row, FieldRole::Authors));
        }
        titles > 0 && authors > 0 && authors.abs_diff(titles) <= titles / 4
    };
    let is_year = |at: usize| {
        heads[at]
            .as_ref()
            .is_some_and(|head| head.topic == Topic::Years && is_of_entries(at))
    };
    let years: Vec<usize> = (0..heads.len()).filter(|at| is_year(*at)).collect();
    if years.is_empty() {
        return None;
    }
    let mut heads = heads.to_vec();
    for at in years {
        if let Some(head) = &mut heads[at] {
            head.topic = Topic::Publications;
        }
    }
    Some(heads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, markdown};

    /// The words that headings name titles.
    fn named(titles: &[&str]) -> Vec<String> {
        let entry = |title: &&str| {
            format!(
                "#### {title}\n\nIn: *Wool and its words*\n\nBerlin: Muster 2009, S. 11-37.\n\n"
            )
        };
        let entries: String = titles.iter().map(entry).collect();
        let page = markdown::page(&format!("# Papers\n\n{entries}")).0;
        let rows = titled(row::rows(&page));
        let is_title = |token: &&Token| token.style.named == Some(FieldRole::Title);
        rows.iter()
            .map(|row| row.tokens.iter().filter(is_title).count())
            .zip(&rows)
            .filter(|(count, _)| *count > 0)
            .map(|(count, row)| super::super::token::text(&row.tokens[..count]))
            .collect()
    }

    #[test]
    fn headings_over_the_rest_of_their_entries_are_titles() {
        let titles = [
            "Looms in words. How weavers read",
            "In/Out. Yarn and thread",
            "Wool (red)",
            "Friede, Wolle. Pictures of peace",
        ];
        let with = [&titles[..], &["Felt and dyes (mit Bo Ray)"]].concat();
        assert_eq!(named(&with), [&titles[..], &["Felt and dyes"]].concat());
        assert!(named(&titles).is_empty());
        let dated = ["Lee, A. (2009). On looms. Cloth Review 3."; 5];
        assert!(named(&dated).is_empty());
    }
}
