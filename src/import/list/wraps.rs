//! The name of a venue that a line's end parts, where no sign says that it is over.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::{Sign, is_year},
    fields::Parts,
    lexicon::{self, Sort},
    segment::{Field, Segment},
    token::{Form, Gap, Token},
};

/// So many atoms are put to a name at most, on either side.
const MOST: usize = 2;

/// A venue with what stands on the lines before and behind it as a part of its name.
pub(super) fn whole(parts: &Parts, venue: Segment) -> Segment {
    let Segment {
        mut first, mut end, ..
    } = venue;
    let range = |atom: &Atom| &parts.tokens[atom.first..atom.end];
    let goes_on = |atom: &Atom| {
        atom.before.sign == Sign::None
            && atom.before.gap <= Gap::Wrap
            && !atom.before.restyled
            && !atom.bracketed
    };
    while end < parts.atoms.len() && end < venue.end + MOST {
        let (before, next) = (&parts.atoms[end - 1], &parts.atoms[end]);
        let is_open = range(before).last().is_some_and(leads_on);
        let is_name = is_words(range(next)) && (is_open || next.words > 1);
        if !(goes_on(next) && is_free(parts, end) && is_name && !is_dated(range(before))) {
            break;
        }
        end += 1;
    }
    while first > 0 && first + MOST > venue.first {
        let (before, here) = (&parts.atoms[first - 1], &parts.atoms[first]);
        let is_begun = before.words <= 3 && is_words(range(before)) && !is_dated(range(before));
        if !(goes_on(here) && is_free(parts, first - 1) && is_begun) {
            break;
        }
        first -= 1;
    }
    Segment {
        first,
        end,
        ..venue
    }
}

/// Whether an atom is in none of the fields.
pub(super) fn is_free(parts: &Parts, at: usize) -> bool {
    parts.reading.segments.iter().any(|segment| {
        (segment.first..segment.end).contains(&at)
            && matches!(segment.field, Field::Other | Field::Date)
    })
}

/// Whether words may be of a name: the first and the last are written large, and they tell nothing
/// else.
fn is_words(range: &[Token]) -> bool {
    let is_large = |token: Option<&Token>| {
        token.is_some_and(|token| {
            token.form == Form::Word && token.text.starts_with(char::is_uppercase)
        })
    };
    is_large(range.first())
        && is_large(range.last())
        && range
            .iter()
            .all(|token| token.link.is_none() && !token.style.label)
        && matches!(aside(range, false), None | Some(Aside::Button))
}

fn is_dated(range: &[Token]) -> bool {
    range
        .last()
        .is_none_or(|token| is_year(&token.text) || token.form != Form::Word)
}

/// `Journal of | Looms`
fn leads_on(token: &Token) -> bool {
    lexicon::is(&token.folded, Sort::Small) || token.text == "&"
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::venues;

    #[test]
    fn a_name_goes_on_behind_a_line() {
        let read = venues(&[
            "[1] A. Lee, B. Ray, and C. Orr. Mills and the wind that turns them all. Review of Northern\n    Mill Affairs, 2018.",
            "[2] A. Lee and B. Ray. Looms and the weaving of wool in the North of it. Cloth Review, 2017.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Review of Northern Mill Affairs"));
    }
}
