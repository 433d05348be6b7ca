//! The venue of a thesis: the words that say which sort it is, and the school.

use super::{
    aside::aside,
    atom::Atom,
    cut::Sign,
    parts::Parts,
    seats::is_school,
    segment::{Field, Segment},
    stated::is_thesis_alone,
    token::{Form, Gap, Token},
};
use crate::model::{Kind, ListedAuthor, Listing};

/// The sort of a thesis and its school as they are written, where the reading has but one of them:
/// `PhD thesis. Loom College`.
pub(super) fn whole<'a>(parts: &'a Parts, venue: Segment) -> Option<&'a [Token]> {
    let atoms = parts.atoms;
    let range = |atom: &Atom| &parts.tokens[atom.first..atom.end];
    let (mut first, mut end) = (venue.first, venue.end);
    let is_free = |at: usize| {
        parts.reading.segments.iter().any(|segment| {
            (segment.first..segment.end).contains(&at)
                && matches!(segment.field, Field::Other | Field::Venue | Field::Authors)
        })
    };
    let alone =
        |first: usize, end: usize| is_alone(&parts.tokens[atoms[first].first..atoms[end - 1].end]);
    if alone(first, end) {
        // `Tese (Doutorado), Loom College`
        while end < atoms.len() && is_free(end) && atoms[end].bracketed && alone(first, end + 1) {
            end += 1;
        }
        let next = atoms.get(end)?;
        if !is_free(end) || !leads_on(next) || !may_be_school(range(next)) {
            return None;
        }
        end += 1;
        while let Some(next) = atoms.get(end)
            && next.before.sign == Sign::None
            && leads_on(next)
            && is_free(end)
            && may_be_school(range(next))
        {
            end += 1;
        }
    } else if first > 0
        && is_free(first - 1)
        && alone(first - 1, first)
        && leads_on(&atoms[first])
        && !atoms[first - 1].bracketed
    {
        first -= 1;
    } else {
        return None;
    }
    Some(&parts.tokens[atoms[first].first..atoms[end - 1].end])
}

/// Whether words say which sort of thesis or report a work is, and nothing else.
fn is_alone(range: &[Token]) -> bool {
    const REPORTS: [&str; 13] = [
        "technical report",
        "tech report",
        "tech rep",
        "internal report",
        "research report",
        "project report",
        "white paper",
        "working paper",
        "technischer bericht",
        "forschungsbericht",
        "rapport de recherche",
        "rapport technique",
        "informe tecnico",
    ];
    let words: Vec<&str> = range
        .iter()
        .filter(|token| token.form == Form::Word)
        .map(Token::folded)
        .collect();
    is_thesis_alone(range) || REPORTS.contains(&words.join(" ").as_str())
}

fn leads_on(atom: &Atom) -> bool {
    atom.before.gap <= Gap::Break
        && matches!(
            atom.before.sign,
            Sign::None
                | Sign::Comma
                | Sign::Period
                | Sign::Dash
                | Sign::Colon
                | Sign::Semicolon
                | Sign::Dot
        )
        && !atom.bracketed
        && atom.looks[3] < 0.0
}

/// Whether a piece behind the sort of a thesis is the school.
fn may_be_school(range: &[Token]) -> bool {
    is_school(range)
        || aside(range, false).is_none()
            && range.len() <= 8
            && range.first().is_some_and(|word| {
                word.form == Form::Word && word.text.starts_with(char::is_uppercase)
            })
}

/// Gives theses without a name to the person, where the list leaves the person's name out: nobody
/// lists another's thesis as his own.
pub(super) fn own(listings: &mut [&mut Listing]) {
    let blanks = listings
        .iter()
        .any(|listing| listing.authors.contains(&ListedAuthor::Person));
    for listing in listings {
        if blanks && listing.kind.is_some_and(Kind::is_thesis) && listing.authors.is_empty() {
            listing.authors.push(ListedAuthor::Person);
            listing.authors_complete = true;
        }
    }
}

/// A school behind the sort of a thesis is nobody's name.
pub(super) fn schools(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let range = |at: usize| &tokens[atoms[at].first..atoms[at].end];
        if is_alone(range(at - 1)) && leads_on(&atoms[at]) && may_be_school(range(at)) {
            atoms[at].looks[0] -= 4.0;
            atoms[at].looks[2] += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::venues;

    #[test]
    fn a_thesis_has_its_sort_and_its_school() {
        let read = venues(&[
            "A. Lee. Looms and the weaving of wool. Ph.D. Dissertation. University of Looms, 2018.",
            "A. Lee and B. Ray. Mills and the wind that turns them. Cloth Review, 3:4–9, 2017.",
            "A. Lee. Yarn and how it is spun by hand. Technical Report, KU Leuven, 2016.",
        ]);
        let want = [
            "Ph.D. Dissertation. University of Looms",
            "Cloth Review",
            "Technical Report, KU Leuven",
        ];
        assert_eq!(read, want.map(|venue| Some(venue.to_owned())));
    }
}
