//! Names whose family name stands first: `Lee, Ann`, `LI, H.`

use super::{
    lexicon::Sort,
    period::{is_loud_family, is_one_initial},
    shape::{Shape, is_initials},
    token::{Form, Token, text},
};
use crate::model::PersonName;

/// Which names a list turns around.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Turned {
    /// How much it prefers `Last, First`, from -1 to 1.
    pub(super) all: f64,
    /// Whether the first of several people is turned, if no other.
    pub(super) first: bool,
}

impl Turned {
    pub(super) const ALL: Self = Self {
        all: 1.0,
        first: false,
    };

    /// Where no name is turned, as in lists of family names alone: `Lee, Ray, and Orr`.
    pub(super) const NONE: Self = Self {
        all: -2.0,
        first: false,
    };
}

/// Whether so many single words are people by their family names, and none has a given name beside it.
pub(super) fn are_families(shapes: &[Shape]) -> bool {
    let is_single = |shape: &Shape| matches!(shape, Shape::Single | Shape::Rest);
    let count = shapes
        .iter()
        .filter(|shape| **shape == Shape::Single)
        .count();
    shapes.iter().all(is_single) && count >= 3 && !count.is_multiple_of(2)
}

/// What speaks for it that the first of many names is turned around and no other.
const FIRST_TURNED: f64 = 1.6;

/// The same where the list has it nowhere else, but the two words stand before whole names alone.
const LONE_TURNED: f64 = 0.8;

/// What speaks for it that a family name in capitals stands before a given name that is not.
const LOUD: f64 = 2.0;

/// Whether a piece is in capitals throughout: `LEE`, `VAN DYK`.
fn is_loud(piece: &[Token]) -> bool {
    let letters = || {
        let words = piece.iter().filter(|token| token.form == Form::Word);
        words
            .flat_map(|word| word.text.chars())
            .filter(|c| c.is_alphabetic())
    };
    letters().count() > 2 && letters().all(char::is_uppercase)
}

/// Makes short family names in capitals what they are, which look like initials: `LI, H., MA, T.`
pub(super) fn loud_families(pieces: &[&[Token]], shapes: &mut [Shape]) {
    for at in 1..pieces.len() {
        let [family] = pieces[at - 1] else { continue };
        let given = pieces[at].first();
        // `LI, Hong`
        let is_given = shapes[at] == Shape::Single && !is_loud(pieces[at]);
        if shapes[at - 1] == Shape::Initials && is_loud_family(&family.text) && is_given {
            shapes[at - 1] = Shape::Single;
        }
        if shapes[at - 1] == Shape::Initials
            && shapes[at] == Shape::Initials
            && is_loud_family(&family.text)
            && given.is_some_and(|given| is_one_initial(&given.text))
            && pieces[at].iter().any(|token| token.form == Form::Period)
        {
            shapes[at - 1] = Shape::Single;
        }
    }
}

/// Whether a piece is a name whose given name stands first, or nobody.
fn is_given_first(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Full | Shape::Rest | Shape::Group | Shape::Blank
    )
}

/// Whether a piece has an initial with its period at its end.
fn is_dotted(piece: &[Token]) -> bool {
    piece
        .last()
        .is_some_and(|last| last.form == Form::Period || last.text.contains('.'))
}

pub(super) fn is_suffix(piece: &[Token]) -> bool {
    PersonName::is_suffix(&text(piece))
}

/// Whether pieces are family names and given names in turn: each given name has an initial, `Lee, Ann B., Ray Orr, Cy
/// D.`, or each family name is one word and some given names are more, `Lee, Ann, Ray, Bo Cy`.
pub(super) fn is_paired(pieces: &[&[Token]], shapes: &[Shape]) -> bool {
    let is_family = |at: usize| {
        matches!(shapes[at], Shape::Single | Shape::Full)
            && !pieces[at].iter().any(|token| is_initials(&token.text))
    };
    let given = || shapes.iter().skip(1).step_by(2);
    let is_initialled = || given().all(|shape| matches!(shape, Shape::Given | Shape::Initials));
    let is_longer = || {
        shapes
            .iter()
            .step_by(2)
            .all(|shape| *shape == Shape::Single)
            && given().all(|shape| matches!(shape, Shape::Single | Shape::Full | Shape::Given))
            && given().any(|shape| *shape != Shape::Single)
    };
    shapes.len() >= 4
        && shapes.len().is_multiple_of(2)
        && (0..shapes.len()).step_by(2).all(is_family)
        && (is_initialled() || is_longer())
}

/// How likely so many pieces from a place on are one name.
pub(super) fn reading(
    pieces: &[&[Token]],
    shapes: &[Shape],
    at: usize,
    width: usize,
    turned: Turned,
) -> f64 {
    // `Lee, Ann, Bo Ray, and Cy Orr`: the first name of all is often turned alone.
    let is_first = at == 0
        && shapes[at + width..]
            .iter()
            .all(|shape| is_given_first(*shape));
    // `Orr, Cy, Ann Lee, and Bo Ray`: two single words before whole names are hardly two people.
    let is_lone = is_first
        && width == 2
        && shapes[at..at + 2] == [Shape::Single; 2]
        && shapes.len() > 2
        && shapes[2..].iter().all(|shape| *shape == Shape::Full);
    let inverted = turned.all;
    let (first, inverted) = if is_first && turned.first {
        (FIRST_TURNED, inverted.max(-0.3))
    } else if is_lone {
        (LONE_TURNED, inverted.max(-0.3))
    } else if width == 2 && is_loud(pieces[at]) && !is_loud(pieces[at + 1]) {
        (LOUD, inverted)
    } else {
        (0.0, inverted)
    };
    let is_family = |shape: Shape| matches!(shape, Shape::Single | Shape::Full);
    let no_initials = || {
        !pieces[at].iter().any(|token| {
            is_initials(&token.text)
                    && !PersonName::is_suffix(&token.text)
                    // `VAN DEN BERG`
                    && !(pieces[at].len() > 2
                        && token.text.len() > 1
                        && token.is(Sort::Particle))
        })
    };
    match width {
        1 => match shapes[at] {
            Shape::Full | Shape::Han | Shape::Behind | Shape::Rest => 2.0,
            Shape::Group | Shape::Blank => 1.0,
            Shape::Given => 0.5,
            Shape::Single => -1.5 - inverted,
            Shape::Initials => -5.0,
            Shape::Not => -2.0,
        },
        // `R. W. Heath, Jr.`
        2 if shapes[at] == Shape::Full && is_suffix(pieces[at + 1]) => 4.5,
        2 if is_family(shapes[at]) && (shapes[at] == Shape::Single || no_initials()) => {
            match shapes[at + 1] {
                // `Ann Lee, ICML`: initials behind a full name have a period, or the list is known to
                // put family names first.
                Shape::Initials
                    if shapes[at] == Shape::Full
                        && !pieces[at + 1]
                            .iter()
                            .any(|token| token.form == Form::Period)
                        && !pieces[at + 1].iter().any(|token| token.text.contains('.')) =>
                {
                    2.5 + 2.5 * inverted
                }
                Shape::Initials => 5.0,
                // `Ann Lee, Weinan E`: two names, unless the list is known to put family names first.
                Shape::Given if shapes[at] == Shape::Full => 1.0 + 2.5 * inverted,
                Shape::Given => 3.5 + inverted,
                // `Lee Orr, Ann`: one word behind the first name of all is hardly somebody.
                Shape::Single
                    if shapes[at] == Shape::Full && at == 0 && (inverted > -0.6 || first > 0.0) =>
                {
                    2.0 + 2.0 * inverted + first
                }
                Shape::Single => 0.5 + 2.0 * inverted + first,
                // `Lee, Ann B. C.`
                Shape::Behind if shapes[at] == Shape::Single && is_dotted(pieces[at + 1]) => {
                    1.2 + 2.0 * inverted + first
                }
                Shape::Full if shapes[at] == Shape::Single => 0.2 + 2.0 * inverted + first,
                _ => -9.0,
            }
        }
        // `Gates, Henry Louis, Jr.`
        3 if shapes[at] == Shape::Single && is_suffix(pieces[at + 2]) => 6.5,
        3 if is_family(shapes[at])
            && no_initials()
            && (is_suffix(pieces[at + 1]) && shapes[at + 2] != Shape::Full
                || is_suffix(pieces[at + 2]) && shapes[at + 1] != Shape::Full) =>
        {
            6.5
        }
        _ => -9.0,
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn families_in_capitals_are_told() {
        let read = names(&[
            "A. LEE, B. RAY, AND C. TAN, Looms and the weaving of wool, Cloth Review, 3 (2019), pp. 4–9.",
            "B. RAY AND A. LEE, Mills and the wind that turns them, Cloth Review, 2 (2018), pp. 4–9.",
        ]);
        assert_eq!(read, ["LEE, A.; RAY, B.; TAN, C.", "RAY, B.; LEE, A."]);
    }

    #[test]
    fn families_of_two_words_are_told_in_a_list_of_mixed_forms() {
        let read = names(&[
            "Lee Orr, Ann (2007), “Looms and the weaving of wool”, Cloth Review, 3, pp. 4–9.",
            "Lee Orr, Ann y Bo Ray (2008), “Mills and the wind that turns them”, Cloth Review, 4, pp. 4–9.",
            "Lee, A., “On yarn and dye”, Cloth Review, 2, pp. 4–9, 2010.",
        ]);
        assert_eq!(read, ["Lee Orr, Ann", "Lee Orr, Ann; Ray, Bo", "Lee, A."]);
    }

    #[test]
    fn family_names_with_particles_and_longer_given_names_are_told() {
        let read = names(&[
            "Le Dyk, Ann, Bo Ray, and Cy Orr. Looms and the weaving of wool. Cloth Review 3 (2019): 4-9.",
            "Le Dyk, Ann, and Di Fox. Mills and the wind that turns them. Cloth Review 2 (2018): 4-9.",
            "Lee, Ann, Ray, Bo Cy, Orr, Cy, Fox, Di Jo. Yarn and dye and what they cost. Cloth Review 4 (2017): 4-9.",
            "Lee, Ann B. C. Felt and fulling in the valleys. Cloth Review 5 (2016): 4-9.",
        ]);
        assert_eq!(
            read,
            [
                "Le Dyk, Ann; Ray, Bo; Orr, Cy",
                "Le Dyk, Ann; Fox, Di",
                "Lee, Ann; Ray, Bo Cy; Orr, Cy; Fox, Di Jo",
                "Lee, Ann B. C."
            ]
        );
    }

    #[test]
    fn family_names_may_stand_alone() {
        let read = names(&[
            "Lee, Ray, and Orr. Looms and the weaving of wool. Cloth Review 3 (2019): 4-9.",
            "Lee, Fox. Mills and the wind that turns them. Cloth Review 2 (2018): 4-9.",
            "Fox, Lee, Orr. Yarn and dye and what they cost. Cloth Review 4 (2017): 4-9.",
            "Ray, Orr, Dyk, and Fox. Felt and fulling in the valleys. Cloth Review 5 (2016): 4-9.",
        ]);
        assert_eq!(
            read,
            [
                "Lee; Ray; Orr",
                "Lee; Fox",
                "Fox; Lee; Orr",
                "Ray; Orr; Dyk; Fox"
            ]
        );
    }

    #[test]
    fn family_names_of_two_words_are_told_beside_others_that_are_turned() {
        let read = names(&[
            "Lee, Ann B., Ray Orr, Cy D. Looms and the weaving of wool. Cloth Review 3 (2019): 4-9.",
            "Ann Lee, Bo Ray. Mills and the wind that turns them. Cloth Review 2 (2018): 4-9.",
            "Lee, Ann; Ray Orr, Cy y Fox, Di. Yarn and dye and what they cost. Cloth Review 4 (2017): 4-9.",
            "Lee, A. B. Ray, and C. Orr. Felt and fulling in the valleys. Cloth Review 5 (2016): 4-9.",
        ]);
        assert_eq!(
            read,
            [
                "Lee, Ann B.; Ray Orr, Cy D.",
                "Lee, Ann; Ray, Bo",
                "Lee, Ann; Ray Orr, Cy; Fox, Di",
                "Lee, A.; Ray, B.; Orr, C."
            ]
        );
    }

    #[test]
    fn two_single_words_before_whole_names_are_one_person() {
        let read = names(&[
            "Ann Lee, Bo Ray, and Cy Orr. Looms and the weaving of wool. Cloth Review 3 (2019): 4-9.",
            "Bo Ray and Ann Lee. Mills and the wind that turns them. Cloth Review 2 (2018): 4-9.",
            "Cy Orr, Ann Lee. Yarn and dye and what they cost. Cloth Review 4 (2017): 4-9.",
            "Ann Lee and Di Fox. Felt and fulling in the valleys. Cloth Review 5 (2016): 4-9.",
            "Orr, Cy, Ann Lee, Bo Ray, and Di Fox. Wool in the trade of towns. Cloth Review 9 (2011): 4-9.",
        ]);
        assert_eq!(read[4], "Orr, Cy; Lee, Ann; Ray, Bo; Fox, Di");
    }
}
