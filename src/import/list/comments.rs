//! What an author adds below the works of a list: a sentence or two on each, or its BibTeX.

use super::{
    super::Begins,
    cut::is_year,
    headings::{self, Topic},
    row::Row,
    shape::is_initials,
    silent::paragraph,
    token::{Form, Gap, Token},
};
use crate::text::publication_state::find_state;

/// So many paragraphs below entries make a habit of them.
const FEW: usize = 3;

/// A whole entry has so many words at least.
const WHOLE: usize = 9;

/// So many words at least has a remark that names a year.
const LONG: usize = 15;

/// The most rows of an entry in BibTeX.
const MOST_BRACED: usize = 60;

/// Which rows are remarks on the entry above them, where the list has such again and again, or
/// entries in BibTeX.
pub(super) fn comments(rows: &[Row]) -> Vec<bool> {
    let mut out = braced(rows);
    for at in 1..rows.len() {
        // A remark that is wrapped goes on in small letters.
        let goes_on = out[at - 1]
            && rows[at].printed
            && !rows[at - 1]
                .tokens
                .last()
                .is_some_and(|last| last.form == Form::Period)
            && rows[at].tokens.first().is_some_and(|word| {
                word.form == Form::Word && word.text.chars().all(char::is_lowercase)
            });
        out[at] |= rows[at].mark.is_none()
            && rows[at].begins == Begins::Nothing
            && (goes_on || tells_of_paper(&rows[at]));
    }
    let mut found = Vec::new();
    let mut dated = 0_usize;
    // Whether an entry stands above, with nothing but remarks on it between.
    let mut below_entry = false;
    let mut at = 0;
    while at < rows.len() {
        let end = paragraph(rows, at);
        if out[at] {
            at = end;
            continue;
        }
        let has_year = (at..end).any(|row| rows[row].tokens.iter().any(is_dated));
        if below_entry && is_remark(&rows[at..end], has_year) {
            found.push(at..end);
        } else {
            let words = rows[at..end].iter().flat_map(|row| &row.tokens);
            let words = words.filter(|token| token.form == Form::Word).count();
            below_entry = has_year && words >= WHOLE;
            dated += usize::from(below_entry);
        }
        at = end;
    }
    if found.len() >= FEW && found.len() * 3 >= dated {
        for range in found {
            out[range].fill(true);
        }
    }
    out
}

/// Whether a row tells of the work above it: `The paper is featured in …`, `Highlighted by …`,
/// `Invited review for …`, or what its marks mean. No title begins so.
fn tells_of_paper(row: &Row) -> bool {
    let words: Vec<&str> = row
        .tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .take(4)
        .map(Token::folded)
        .collect();
    // `(* = equal contribution, names in reading order)`
    let is_legend = row
        .tokens
        .first()
        .is_some_and(|sign| matches!(sign.form, Form::Open | Form::Mark))
        && words.windows(2).any(|pair| {
            pair[0] == "equal" && ["contribution", "contributions", "authorship"].contains(&pair[1])
        });
    if is_legend {
        return true;
    }
    let is_work = |word: &str| ["paper", "article", "work", "study", "manuscript"].contains(&word);
    let is_said = |word: &str| ["is", "was", "has", "won", "received", "got"].contains(&word);
    let is_by = |word: &str| ["in", "by", "as", "on"].contains(&word);
    let is_shown = |word: &str| {
        [
            "featured",
            "highlighted",
            "listed",
            "selected",
            "covered",
            "reported",
            "invited",
        ]
        .contains(&word)
    };
    match words.as_slice() {
        ["the" | "this" | "our", work, said, ..] => is_work(work) && is_said(said),
        // `It Was Never About the Money` is a title.
        ["it", said, shown, ..] => is_said(said) && is_shown(shown),
        ["featured" | "highlighted", by, ..] => is_by(by),
        [
            "selected",
            "as" | "for" | "by",
            "a" | "an" | "the" | "oral" | "spotlight",
            ..,
        ] => true,
        ["invited", work, ..] => is_work(work) || ["review", "contribution"].contains(work),
        _ => false,
    }
}

fn is_dated(token: &Token) -> bool {
    token.form == Form::Word && is_year(&token.text)
}

/// Whether rows are a sentence in words of every day: it ends as one, hardly a word behind the first
/// has a capital, nobody is named by initials, and no state is told. A year stands in long ones only.
fn is_remark(rows: &[Row], has_year: bool) -> bool {
    let tokens = || rows.iter().flat_map(|row| &row.tokens);
    let words: Vec<&Token> = tokens().filter(|token| token.form == Form::Word).collect();
    let [first, rest @ ..] = words.as_slice() else {
        return false;
    };
    // A heading may stand over it with no blank line between.
    let is_headed = rows.len() > 1 && {
        let head = headings::read(&rows[0].text());
        head.topic != Topic::Open && head.sureness >= 0.7
    };
    let ends = tokens().last().is_some_and(|last| {
        last.form == Form::Period || last.form == Form::Question && words.len() > 8
    });
    let capitals = rest
        .iter()
        .filter(|word| word.text.starts_with(char::is_uppercase))
        .count();
    let folded: Vec<&str> = words.iter().map(|word| word.folded()).collect();
    let pairs = || {
        rows.iter()
            .flat_map(|row| row.tokens.iter().zip(row.tokens.iter().skip(1)))
    };
    let named = pairs().any(|(word, period)| {
        period.form == Form::Period
            && period.gap == Gap::Glued
            && word.text.chars().next().is_some_and(char::is_uppercase)
            && is_initials(&word.text)
    });
    // `n° 3, p. 4-9`, `LEE Ann`
    let counted = pairs().any(|(word, number)| {
        matches!(word.folded(), "p" | "pp" | "s" | "vol" | "n" | "no" | "nr")
            && number.form != Form::Word
    }) || first.text.chars().count() > 3
        && first.text.chars().all(char::is_uppercase);
    rows[0].mark.is_none()
        && !is_headed
        && !matches!(rows[0].begins, Begins::Heading(_) | Begins::Item)
        && first.text.starts_with(char::is_uppercase)
        && words.len() >= if has_year { LONG } else { 3 }
        && ends
        && !named
        && !counted
        && capitals * 4 <= words.len()
        && (words.len() > 6 || find_state(&folded.join(" "), "").is_none())
}

/// Which rows belong to entries in BibTeX, from `@article{` to the brace that closes it.
fn braced(rows: &[Row]) -> Vec<bool> {
    let mut out = vec![false; rows.len()];
    let mut at = 0;
    while at < rows.len() {
        let text = rows[at].text();
        let Some(begins) = begins_entry(&text) else {
            at += 1;
            continue;
        };
        let mut depth = 0_i64;
        let mut end = at;
        for (row, next) in rows.iter().enumerate().skip(at).take(MOST_BRACED) {
            let text = next.text();
            let text = if row == at {
                &text[begins..]
            } else {
                &text[..]
            };
            for c in text.chars() {
                depth += i64::from(c == '{') - i64::from(c == '}');
            }
            end = row + 1;
            if depth <= 0 {
                break;
            }
        }
        // Without its brace only the row itself is known to be one.
        let end = if depth <= 0 { end } else { at + 1 };
        out[at..end].fill(true);
        at = end;
    }
    out
}

/// Where an entry in BibTeX begins in a line.
fn begins_entry(text: &str) -> Option<usize> {
    let at = text.find('@')?;
    let behind = &text[at + 1..];
    let kind = &behind[..behind.find('{')?];
    let is_kind = (3..=15).contains(&kind.trim().len())
        && kind.trim().chars().all(|c| c.is_ascii_alphabetic());
    is_kind.then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{list::row, plain};

    fn left(text: &str) -> Vec<String> {
        let rows = row::rows(&plain::read(text));
        let comments = comments(&rows);
        let rows = rows.iter().zip(comments);
        rows.filter(|(_, is_comment)| !is_comment)
            .map(|(row, _)| row.text())
            .collect()
    }

    #[test]
    fn remarks_below_entries_are_passed_over_where_they_recur() {
        let entry =
            "On looms and the weaving of cloth. A. Lee and B. Ray.\nCloth Review, 2019.\n\n";
        let remark = "    How cloth is woven, told to those who never saw a loom.\n\n";
        let text = format!("{entry}{remark}").repeat(3);
        assert_eq!(left(&text).len(), 6);
        let title =
            "On looms and the weaving of cloth.\n\nA. Lee, B. Ray\n\nCloth Review, 2019.\n\n";
        assert_eq!(left(&title.repeat(3)).len(), 9);
        assert_eq!(left(&format!("{entry}{remark}")).len(), 3);
    }

    #[test]
    fn what_tells_of_the_work_above_is_passed_over() {
        let text = "On looms. A. Lee. Cloth Review, 2019.\nThe paper is featured in Wool News: How\nlooms are made.\n\n\
            On mills. A. Lee. Cloth Review, 2018.\nInvited review, written for weavers.\n\nThis Loom Is Mine. A. Lee. Cloth Review, 2017.\n\
            It Was Never About the Cloth\nA. Lee. Cloth Review, 2016.\nCovered by Dust\nA. Lee. Cloth Review, 2015.\n";
        assert_eq!(left(text).len(), 7);
    }

    #[test]
    fn what_marks_mean_is_passed_over() {
        let text = "Papers\n(* = equal contribution, names in reading order)\nOn looms\nA. Lee*, B. Ray*\nCloth Review, 2019\n";
        assert_eq!(left(text).len(), 4);
    }

    #[test]
    fn bibtex_below_an_entry_is_passed_over() {
        let text = "On looms. A. Lee. Cloth Review, 2019.\n\n@article{lee2019,\n  title = {On looms},\n  year = {2019}}\n\nOn mills. A. Lee. Cloth Review, 2018.\n";
        assert_eq!(left(text).len(), 2);
    }

    #[test]
    fn entries_in_small_letters_are_no_remarks() {
        let read = crate::import::list::examples::titles(&[
            "Lee A. (2009), « Le rang et la cadence des métiers à tisser », Toiles, n° 76, p. 45-66.",
            "Lee A., Ray B. (2012), « Faire équipe sans se connaître : les fileuses de la nuit », Sociologie du tissage, vol. 54, n° 3, p. 321-340.",
            "Lee A. (2015), « On n’est pas des machines : l’usure au féminin », Travail, laine et sociétés, n° 33, p. 101-119.",
            "LEE Ann, À la chaîne du froid. Sociologie des ouvrières de la laine, thèse de doctorat, 2010.",
        ]);
        assert_eq!(read.len(), 4);
    }
}
