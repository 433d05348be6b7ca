//! The venue of a thesis: the words that say which sort it is, and the school.

use super::{
    super::Entry,
    aside::aside,
    atom::Atom,
    cut::Sign,
    fields::Parts,
    segment::{Field, Segment},
    stated::is_thesis_alone,
    token::{Form, Gap, Token},
    venue::is_school,
};
use crate::model::{Kind, ListedAuthor};

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
    let alone = |first: usize, end: usize| {
        is_thesis_alone(&parts.tokens[atoms[first].first..atoms[end - 1].end])
    };
    if alone(first, end) {
        let next = atoms.get(end)?;
        if !is_free(end) || !leads_on(next) || !may_be_school(range(next)) {
            return None;
        }
        end += 1;
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
pub(super) fn own(entries: &mut [Entry]) {
    let blanks = entries
        .iter()
        .any(|entry| entry.listing.authors.contains(&ListedAuthor::Person));
    for listing in entries.iter_mut().map(|entry| &mut entry.listing) {
        if blanks && listing.kind.is_some_and(Kind::is_thesis) && listing.authors.is_empty() {
            listing.authors.push(ListedAuthor::Person);
            listing.authors_complete = true;
        }
    }
}
