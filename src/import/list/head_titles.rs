//! Headings that are the titles of entries, one each.

use super::{
    super::{Begins, FieldRole},
    cut::is_year,
    people::is_with,
    row::Row,
    token::{Form, Token},
};

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
                    name(&mut rows[at].tokens);
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

fn name(tokens: &mut [Token]) {
    let is_bracket = tokens.last().is_some_and(|token| token.form == Form::Close);
    let open = tokens.iter().rposition(|token| token.form == Form::Open);
    let end = open.filter(|at| is_bracket && *at > 0 && is_with(&tokens[at + 1]));
    let end = end.unwrap_or(tokens.len());
    for token in &mut tokens[..end] {
        token.style.named = Some(FieldRole::Title);
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles_of_markdown;

    #[test]
    fn headings_over_the_rest_of_their_entries_are_titles() {
        let titles = [
            "Looms in words. How weavers read",
            "»Lost Looms«? Mills of the north",
            "Ann Weaver: »Wool, later«",
            "In/Out. Yarn and thread",
            "Friede, Wolle. Pictures of peace",
        ];
        let entry = |title: &str| {
            format!(
                "#### {title}\n\nIn: *Wool and its words*\\\nHg. von Bo Ray und Cy Orr\\\nBerlin: Muster 2009, S. 11-37.\n\n"
            )
        };
        let entries: String = titles.into_iter().map(entry).collect();
        assert_eq!(
            titles_of_markdown(&format!("# Aufsätze\n\n{entries}")),
            titles
        );
    }
}
