//! The name of a venue that a line's end parts, where no sign says that it is over.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::{Sign, is_acronym, is_year},
    lexicon::Sort,
    parts::Parts,
    segment::{Field, Segment},
    shape::is_mixed,
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
    // `Cloth Meeting (CM) | conference`
    if let (Some(last), Some(next)) = (parts.atoms[..end].last(), parts.atoms.get(end))
        && last.bracketed
        && next.before.gap == Gap::Space
        && is_free(parts, end)
        && matches!(range(next), [word] if word.text.starts_with(char::is_lowercase)
            && word.is(Sort::Venue))
    {
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
    let first = begins(parts, first);
    Segment {
        first,
        end,
        ..venue
    }
}

/// Where the name begins whose head a year parts from it: `The 2019 | Cloth Conference`, with the
/// label in brackets at the head of the line.
fn begins(parts: &Parts, venue: usize) -> usize {
    let range = |at: usize| &parts.tokens[parts.atoms[at].first..parts.atoms[at].end];
    let is_one = |at: usize| {
        matches!(range(at), [word] if word.form == Form::Word
            && (word.text.starts_with(char::is_uppercase) || is_year(&word.text)))
    };
    let mut first = venue;
    while first > 0 && first + 4 > venue {
        let before = parts.atoms[first].before;
        let goes_on = before.sign == Sign::None && before.gap <= Gap::Wrap && !before.restyled;
        if !(goes_on && is_free(parts, first - 1) && is_one(first - 1)) {
            break;
        }
        first -= 1;
    }
    let is_name = first < venue && !is_dated(&range(first)[..1]);
    let first = if is_name { first } else { venue };
    let Some(label) = first.checked_sub(1) else {
        return first;
    };
    let is_label = parts.atoms[label].bracketed
        && parts.atoms[label].before.gap >= Gap::Break
        && parts.atoms[first].before.sign == Sign::Bracket
        && is_free(parts, label)
        && matches!(range(label), [open, name, _] if open.text == "["
            && (is_acronym(&name.text) || is_mixed(&name.text)));
    if is_label { label } else { first }
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
    token.is(Sort::Small) || token.text == "&"
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

    #[test]
    fn a_name_begins_where_its_line_does() {
        let read = venues(&[
            "On looms and the weaving of wool\nA. Lee, B. Ray, C. Orr\n[CMA2019] The 2019 Cloth Conference (Cloth and Mills)",
            "On mills and the wind that turns them\nA. Lee, C. Orr\n[CMA2018] The 2018 IEEE Conference on Cloth",
            "On yarn and how it is spun by hand\nA. Lee, B. Ray\n[CMA2017] The 2017 IEEE Conference on Cloth",
        ]);
        assert_eq!(
            read[0].as_deref(),
            Some("The 2019 Cloth Conference (Cloth and Mills)")
        );
    }
}
