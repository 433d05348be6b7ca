//! Spans of years that end a title: `Looms of the North, 1990–2019. Cloth Review.`

use super::{
    atom::Atom,
    cut::Sign,
    looks::NUMBERS,
    token::{Form, Gap, Token},
    venue::bare,
};

/// Makes a span of years behind a title what goes on with it.
pub(super) fn span_of_title(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let [before, atom, rest @ ..] = &atoms[at..] else {
        return;
    };
    let ends = match rest.first() {
        Some(next) => {
            matches!(
                next.before.sign,
                Sign::Period | Sign::Colon | Sign::Quote | Sign::Bracket
            ) || next.before.gap >= Gap::Break
                || next.before.sign == Sign::Comma && before.looks[2] < 0.5
        }
        // The year and the venue stand first.
        None => atoms[..at].iter().any(|atom| atom.looks[3] > 0.0),
    };
    let is_title = before.looks[1] > 0.5 && before.looks[1] > before.looks[2] && before.words > 3;
    // `Looms of the North (1990–2019). Cloth Review. 2021`: a work is not of several years.
    let is_dated = atoms
        .iter()
        .enumerate()
        .any(|(other, atom)| other != at + 1 && atom.looks[3] > 0.0);
    let inner = bare(&tokens[atom.first..atom.end], atom.bracketed);
    if atom.bracketed && is_span(inner) && is_title && is_dated {
        atoms[at + 1].looks = [-4.0, 0.8, -1.5, -6.0, -0.6];
        return;
    }
    if atom.looks == NUMBERS
        && !atom.bracketed
        && is_span(&tokens[atom.first..atom.end])
        && is_title
        && atom.before.sign == Sign::Comma
        && atom.before.gap <= Gap::Wrap
        && ends
    {
        atoms[at + 1].looks = [-4.0, 0.8, -1.5, -6.0, -0.6];
    }
}

/// `1990–2019`
fn is_span(range: &[Token]) -> bool {
    let whole: String = range
        .iter()
        .filter(|token| matches!(token.form, Form::Word | Form::Dash))
        .map(|token| token.text.as_str())
        .collect();
    range.len() <= 3
        && whole
            .split_once(['-', '–', '—'])
            .is_some_and(|(from, to)| is_past(from) && is_past(to) && from < to)
}

/// A year that a work may be about: `1350`.
fn is_past(word: &str) -> bool {
    word.len() == 4
        && word
            .parse::<u16>()
            .is_ok_and(|year| (1000..2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles;

    #[test]
    fn a_span_of_years_ends_a_title() {
        let read = titles(&[
            "Lee A, Ray B. Looms and the weaving of wool in the North, 1990–2019. Cloth Review. 2021;3(2):4-9.",
            "Lee A, Orr C. Mills and the wind that turns them. Cloth Review. 2020;2(2):4-9.",
            "Ray B, Lee A. Trade in wool by the mills of the North, 1990-2021: a study of cost. Cloth Review. 2019;2(1):4-9.",
            "Orr C, Lee A. Yarn and dye and what they cost the weavers (1880-1914). Cloth Review. 2018;2(1):4-9.",
        ]);
        assert_eq!(
            read,
            [
                "Looms and the weaving of wool in the North, 1990–2019",
                "Mills and the wind that turns them",
                "Trade in wool by the mills of the North, 1990-2021: a study of cost",
                "Yarn and dye and what they cost the weavers (1880-1914)",
            ]
        );
    }
}
