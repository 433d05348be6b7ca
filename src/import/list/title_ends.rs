//! Words behind a sign that end a title: the number of its part, the place that it is about.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::Sign,
    looks::PUBLISHER,
    token::{Form, Gap, Token},
};

/// How words look that go on with a title: they outweigh the period before them.
const TITLE: [f64; 5] = [-4.0, 2.4, -2.5, -6.0, -1.6];

/// Makes a number of a part and a place behind a title what goes on with it.
pub(super) fn title_ends(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len().saturating_sub(1) {
        let (before, atom, next) = (&atoms[at - 1], &atoms[at], &atoms[at + 1]);
        let is_behind_title = before.looks[1] > 0.5
            && before.looks[1] > before.looks[2]
            && before.looks[1] > before.looks[0]
            && before.words > 3
            && atom.before.gap <= Gap::Wrap
            && !atom.bracketed;
        // `Looms of the North. II. Cloth Review`
        let is_part = matches!(atom.before.sign, Sign::Period | Sign::Comma | Sign::Dot)
            && is_part_number(&tokens[atom.first..atom.end])
            && next.before.sign >= Sign::Period;
        if is_behind_title && (is_part || ends_with_place(tokens, atom, next)) {
            atoms[at].looks = TITLE;
        }
    }
}

/// `II`, `Part III`: a lone `I` may be an initial.
fn is_part_number(range: &[Token]) -> bool {
    let is_roman = |word: &str| {
        word.len() > 1 && word.len() <= 4 && word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'))
    };
    let range = match range {
        [rest @ .., period] if period.form == Form::Period => rest,
        _ => range,
    };
    match range {
        [number] => number.form == Form::Word && is_roman(&number.text),
        [part, number] => part.folded == "part" && (is_roman(&number.text) || number.text == "I"),
        _ => false,
    }
}

/// `Looms and their weavers in the valleys of the North, Italy. Cloth Review`: behind the place of a meeting or a
/// publisher no other venue begins.
fn ends_with_place(tokens: &[Token], atom: &Atom, next: &Atom) -> bool {
    atom.before.sign == Sign::Comma
        && aside(&tokens[atom.first..atom.end], false) == Some(Aside::Place)
        && matches!(next.before.sign, Sign::Period | Sign::Dot)
        && !next.bracketed
        && next.looks != PUBLISHER
        && next.looks[2] > 0.5
        && next.looks[2] > next.looks[1]
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{titles, venues};

    #[test]
    fn the_number_of_a_part_ends_a_title() {
        let written = [
            "A. Lee, B. Ray. Looms and the weaving of wool in the North. II. Cloth Review, 1991, 3, 4-9.",
            "A. Lee, C. Orr. Mills and the wind that turns them. Cloth Review, 1990, 2, 4-9.",
            "B. Ray, A. Lee. Looms and the weaving of wool in the North. III. Cloth Review, 1992, 1, 4-9.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Looms and the weaving of wool in the North. II",
                "Mills and the wind that turns them",
                "Looms and the weaving of wool in the North. III",
            ]
        );
    }

    #[test]
    fn the_place_that_a_work_is_about_ends_its_title() {
        let written = [
            "A. Lee, B. Ray (1991). Looms and their weavers in the valleys of the North, Italy. Journal of Cloth, 3, 4-9.",
            "A. Lee, C. Orr (1990). Mills and the wind that turns them. Journal of Cloth, 2, 4-9.",
        ];
        assert_eq!(
            titles(&written)[0],
            "Looms and their weavers in the valleys of the North, Italy"
        );
        assert_eq!(venues(&written)[0].as_deref(), Some("Journal of Cloth"));
    }
}
