//! What the entries of a page say of themselves in a sentence, behind all their fields.

use super::{
    super::Begins,
    cut::is_year,
    row::Row,
    start::is_apart,
    token::{Form, Token},
};

/// So many words are a sentence at least.
const WORDS: usize = 5;

/// Marks the rows at the end of items, or of paragraphs that are one, that are sentences, where several
/// of a page with markup have one: a line that sells the paper.
pub(super) fn teasers(rows: &[Row]) -> Vec<bool> {
    let mut out = vec![false; rows.len()];
    let is_marked = rows.iter().any(|row| row.mark.is_some());
    let begins = |row: &Row| {
        !row.printed
            && if is_marked {
                row.mark.is_some()
            } else {
                is_apart(row)
            }
    };
    let heads: Vec<usize> = (0..rows.len()).filter(|at| begins(&rows[*at])).collect();
    let mut found = Vec::new();
    let mut long = 0;
    for (number, first) in heads.iter().enumerate() {
        let next = heads.get(number + 1).copied().unwrap_or(rows.len());
        let end = (first + 1..next)
            .find(|at| matches!(rows[*at].begins, Begins::Heading(_)))
            .unwrap_or(next);
        long += usize::from(end > first + 2);
        if let Some(at) = teaser(rows, *first, end) {
            found.push((at, end));
        }
    }
    if found.len() >= 2 && found.len() * 3 >= long {
        for (at, end) in found {
            let last = (at..end).take_while(|at| is_sentence(&rows[*at])).last();
            out[at..=last.unwrap_or(at)].fill(true);
        }
    }
    out
}

/// Where the sentences of an item begin: behind two rows at least, one of them with a year, and
/// before none with one.
fn teaser(rows: &[Row], first: usize, end: usize) -> Option<usize> {
    /// No item is longer, in rows.
    const LONGEST: usize = 12;
    let end = end.min(first + LONGEST);
    let is_dated = |row: &Row| row.tokens.iter().any(|token| is_year(&token.text));
    let dated = (first..end).rev().find(|at| is_dated(&rows[*at]))?;
    let at = (dated + 1..end).find(|at| is_sentence(&rows[*at]))?;
    (at >= first + 2).then_some(at)
}

/// Whether a row is a sentence: it ends with a period and hardly a word has a capital.
fn is_sentence(row: &Row) -> bool {
    let words: Vec<&Token> = row
        .tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    let capitals = words
        .iter()
        .skip(1)
        .filter(|word| word.text.starts_with(char::is_uppercase))
        .count();
    let ends = row
        .tokens
        .last()
        .is_some_and(|token| matches!(token.form, Form::Period | Form::Question));
    row.mark.is_none()
        && words.len() >= WORDS
        && capitals * 5 <= words.len()
        && ends
        && !row.tokens.iter().any(|token| token.form == Form::QuoteOpen)
}

#[cfg(test)]
mod tests {
    use crate::import::{Hints, list, markdown};

    #[test]
    fn a_sentence_behind_an_entry_is_no_title() {
        let item = |title: &str, said: &str| {
            format!(
                "- **{title}**\\\n  Ann Lee, Bo Ray\\\n  *Cloth Review*, 2019\\\n  [pdf](a.pdf) [code](b)\n\n  {said}\n\n"
            )
        };
        let text = format!(
            "# Papers\n\n{}{}",
            item(
                "On looms and cloth",
                "We show how looms weave cloth that lasts."
            ),
            item(
                "Mills without any wind",
                "Mills need no wind if only water flows."
            )
        );
        let import = list::read_by_rules(&markdown::page(&text).0, &Hints::default());
        let titles = import.entries.into_iter().map(|entry| entry.listing.title);
        let titles: Vec<String> = titles.collect();
        assert_eq!(titles, ["On looms and cloth", "Mills without any wind"]);
        let item = |title: &str, said: &str| {
            format!("{title}<br>\n*Cloth Review*, 4(2), 2019<br>\n*{said}*\n\n")
        };
        let text = format!(
            "# Papers\n\n{}{}",
            item("On looms", "How looms weave cloth that lasts, told to all."),
            item(
                "Mills without any wind",
                "What water does to mills, and why."
            )
        );
        let import = list::read_by_rules(&markdown::page(&text).0, &Hints::default());
        let titles = import.entries.into_iter().map(|entry| entry.listing.title);
        let titles: Vec<String> = titles.collect();
        assert_eq!(titles, ["On looms", "Mills without any wind"]);
    }
}
