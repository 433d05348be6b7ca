//! Words behind a sign that end a title: its span of years (`Looms of the North, 1990–2019. Cloth Review.`), the number
//! of its part, the place that it is about, and brackets within it.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::{Sign, is_year},
    lead_in::is_in,
    lexicon::Sort,
    looks::{NUMBERS, PUBLISHER},
    people,
    shape::is_mixed,
    stated::without_state,
    token::{Form, Gap, Token},
};
use crate::text::publication_state::find_state;

/// How words look that go on with a title: they outweigh the period before them.
const TITLE: [f64; 5] = [-4.0, 2.4, -2.5, -6.0, -1.6];

/// How a span of years looks that goes on with a title, behind a weaker sign.
const SPAN: [f64; 5] = [-4.0, 0.8, -1.5, -6.0, -0.6];

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
            let has_title = is_part && has_title_of_part(atoms, at + 1);
            atoms[at].looks = TITLE;
            if has_title {
                atoms[at + 1].looks = TITLE;
            }
        }
    }
}

/// Whether the atom behind the number of a part is its title, `The Loom Survey. III. Yarns of the North. Cloth Review`:
/// another stands behind it that is more of a venue.
fn has_title_of_part(atoms: &[Atom], at: usize) -> bool {
    let [part, venue, ..] = &atoms[at..] else {
        return false;
    };
    part.words > 1
        && !part.bracketed
        && part.before.sign == Sign::Period
        && part.before.gap <= Gap::Wrap
        && part.looks[1] > part.looks[2]
        && venue.before.sign >= Sign::Period
        && venue.looks[2] > 0.5
        && venue.looks[2] > venue.looks[1]
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
        [part, number] => part.folded() == "part" && (is_roman(&number.text) || number.text == "I"),
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
    if atom.bracketed
        && let [_, inner @ .., _] = &tokens[atom.first..atom.end]
        && is_span(inner)
        && is_title
        && is_dated
    {
        atoms[at + 1].looks = SPAN;
    } else if atom.looks == NUMBERS
        && !atom.bracketed
        && is_span(&tokens[atom.first..atom.end])
        && is_title
        && atom.before.sign == Sign::Comma
        && atom.before.gap <= Gap::Wrap
        && ends
    {
        atoms[at + 1].looks = SPAN;
    }
}

/// How a bracket looks with which a title goes on, and how one that ends it.
const AMID: [f64; 5] = [-4.0, 1.0, -1.0, -6.0, -4.0];
const LAST: [f64; 5] = [-4.0, 0.2, -1.0, -6.0, -1.8];

/// So many words a bracket has that ends a title.
const FEW: usize = 4;

/// Makes a bracket a part of the title before it, where small words go on behind it, `Looms of *Ovis aries* (Bovidae) in
/// spring`, or a period does.
pub(super) fn bracket_of_title(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let [before, bracket, rest @ ..] = &atoms[at..] else {
        return;
    };
    let is_behind_title = before.looks[1] > 0.5
        && before.looks[1] > before.looks[2]
        && before.looks[1] > before.looks[0]
        && !before.bracketed
        && before.words > 2
        && bracket.before.sign == Sign::Bracket
        && bracket.before.gap <= Gap::Wrap
        && tokens[bracket.first - 1].form == Form::Word;
    if !bracket.bracketed || !is_behind_title || bracket.end - bracket.first < 3 {
        return;
    }
    let inner = &tokens[bracket.first + 1..bracket.end - 1];
    let goes_on = rest.first().is_some_and(|next| {
        matches!(next.before.sign, Sign::Bracket | Sign::None)
            && next.before.gap <= Gap::Wrap
            && next.first == bracket.end
            && goes_on(&tokens[next.first..next.end])
    });
    let is_note = aside(inner, true).is_some() || people::is_with(&inner[0]) || is_dated(inner);
    if goes_on && !people::is_with(&inner[0]) {
        atoms[at + 1].looks = AMID;
        atoms[at + 2].looks[4] = atoms[at + 2].looks[4].min(-3.0);
        atoms[at + 2].looks[2] -= 1.0;
    } else if !is_note
        && bracket.words <= FEW
        && tokens
            .get(bracket.end)
            .is_some_and(|sign| sign.form == Form::Period && sign.gap == Gap::Glued)
    {
        atoms[at + 1].looks = LAST;
    }
}

/// Whether words go on with a sentence, and lead to no venue, people or numbers.
fn goes_on(range: &[Token]) -> bool {
    // Somebody left blank is no word at all.
    let Some(lead) = range.first() else {
        return false;
    };
    lead.form == Form::Word
        && lead.text.starts_with(char::is_lowercase)
        && lead.text.chars().count() > 1
        && !is_mixed(&lead.text)
        && !is_in(lead)
        && !people::is_with(lead)
        && !people::is_by(lead)
        && !lead.is(Sort::Venue)
        && !lead.is(Sort::Counted)
        && find_state(lead.folded(), "").is_none()
        && without_state(range).len() == range.len()
        && aside(range, false).is_none()
}

fn is_dated(range: &[Token]) -> bool {
    range.iter().any(|token| is_year(&token.text))
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
    use super::*;
    use crate::import::{
        Span,
        list::{
            atom::{Vocabulary, atoms},
            cut::Cut,
            examples::{titles, venues},
            token::tokens,
        },
    };

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

    #[test]
    fn brackets_belong_to_the_title_that_they_stand_in() {
        let read = titles(&[
            "Lee, A., Ray, B. (2016). Growth and yield of wool of the common sheep Ovis aries (Bovidae) lambs. Journal of Cloth 3, 1-9.",
            "Lee, A., Orr, C. (2015). The effect of dye on the growth of mulberry (Morus alba) leaves. Journal of Cloth 12, 1-9.",
            "Lee, A., Orr, C. (2014). Closed mills of the valleys: a history (1950-2003) and three case studies. Cloth Review 12, 1-9.",
            "Lee, A., Orr, C. (2013). The Global Survey of Active Looms (GSAL). Cloth Review 12, 1-9.",
            "Lee, A., Orr, C. (2012). A clarification of the genus Ovis (Bovidae). Journal of Cloth 12, 1-9.",
        ]);
        assert_eq!(
            read,
            [
                "Growth and yield of wool of the common sheep Ovis aries (Bovidae) lambs",
                "The effect of dye on the growth of mulberry (Morus alba) leaves",
                "Closed mills of the valleys: a history (1950-2003) and three case studies",
                "The Global Survey of Active Looms (GSAL)",
                "A clarification of the genus Ovis (Bovidae)",
            ]
        );
    }

    #[test]
    fn somebody_left_blank_may_stand_behind_a_bracket() {
        let blank = Atom {
            first: 8,
            end: 8,
            before: Cut {
                sign: Sign::None,
                gap: Gap::Wrap,
                restyled: false,
                within: false,
            },
            looks: [1.5, -3.0, -3.0, -6.0, -1.5],
            words: 0,
            quoted: false,
            bracketed: false,
            settled: false,
        };
        let span = Span {
            text: "On looms of old towns (wool) , B. Ray".to_owned(),
            ..Span::default()
        };
        let tokens = tokens(&[span], 1);
        let mut atoms = atoms(&tokens, &Vocabulary::default());
        atoms.truncate(2);
        atoms.push(blank);
        bracket_of_title(&tokens, &mut atoms, 0);
        assert_eq!(atoms.len(), 3);
        assert!(atoms[1].bracketed && atoms[1].end == atoms[2].first);
    }

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
    fn the_title_of_a_part_is_in_the_title() {
        let written = [
            "A. Lee, B. Ray. The Survey of the Looms of the North. III. Simulated yarns and their return. \
             The Journal of Cloth, 3, 213 (2022).",
            "A. Lee, C. Orr. Mills and the wind that turns them. The Journal of Cloth, 2, 4 (2021).",
        ];
        assert_eq!(
            titles(&written)[0],
            "The Survey of the Looms of the North. III. Simulated yarns and their return"
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
