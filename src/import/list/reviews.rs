//! Reviews of works of others: `Review of Looms, by A. Lee`, `Rez. zu: A. Lee, Looms`. The work that is
//! reviewed is the title, with whoever wrote it; the person wrote the review.

use super::{
    atom::{Atom, name_likeness},
    cut::Sign,
    lead_in::is_in,
    looks::{IMPRINT, NUMBERS},
    token::{Form, Token},
};

/// What a review begins with, as words without their signs.
const PHRASES: [&[&str]; 24] = [
    &["review", "of"],
    &["book", "review", "of"],
    &["compte", "rendu", "de"],
    &["compte", "rendu", "du"],
    &["recension", "de"],
    &["cr", "de"],
    &["recensie", "van"],
    &["boekbespreking", "van"],
    &["bespreking", "van"],
    &["rez", "zu"],
    &["rez", "von"],
    &["rezension", "zu"],
    &["rezension", "von"],
    &["rezension", "zu", "den"],
    &["besprechung", "von"],
    &["besprechung", "zu"],
    &["resena", "de"],
    &["resena", "a"],
    &["resenha", "de"],
    &["recensione", "a"],
    &["recensione", "di"],
    &["recensione", "di", "a"],
    &["recensao", "de"],
    &["anmeldelse", "av"],
];

/// What leads to the author of the work.
const BY: [&str; 9] = ["by", "par", "von", "door", "de", "di", "por", "av", "du"];

/// How a part of the title looks, how its author looks, and how far up to the venue one may stand.
const TITLE: [f64; 5] = [-6.0, 2.2, -4.0, -6.0, -2.5];
const BESIDE: [f64; 5] = [-6.0, -4.0, -4.0, -6.0, 1.0];
const MOST: usize = 10;

/// Settles what the title of a review is, and what its venue.
pub(super) fn reviews(tokens: &[Token], atoms: &mut [Atom]) {
    let Some(first) = (0..atoms.len().min(MOST)).find(|at| begins(tokens, atoms, *at)) else {
        return;
    };
    let Some(venue) = venue(tokens, atoms, first) else {
        return;
    };
    // `Review of *Looms*, by Bo Ray`: the comma makes it one.
    let by = (first + 1..venue)
        .find(|at| names_author(tokens, &atoms[*at]) && atoms[*at].before.sign != Sign::Comma);
    for (at, atom) in atoms.iter_mut().enumerate().take(venue).skip(first) {
        let is_beside = by.is_some_and(|by| at >= by);
        atom.looks = if is_beside { BESIDE } else { TITLE };
        atom.before.within |= at > first && !is_beside;
        atom.settled = true;
    }
    atoms[venue].settled = true;
    let looks = &mut atoms[venue].looks;
    *looks = [-4.0, -3.0, looks[2].max(0.5) + 2.0, -6.0, -2.0];
}

/// Whether a review begins with a piece.
fn begins(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let atom = &atoms[at];
    let words: Vec<&str> = tokens[atom.first..]
        .iter()
        .take(2 * LONGEST)
        .filter(|token| token.form == Form::Word)
        .take(LONGEST)
        .map(Token::folded)
        .collect();
    let is_large = tokens
        .get(atom.first)
        .is_some_and(|word| word.text.starts_with(char::is_uppercase));
    is_large
        && !atom.quoted
        && !atom.bracketed
        && atoms[..at].iter().all(is_before)
        && PHRASES.iter().any(|phrase| words.starts_with(phrase))
}

/// The longest of the phrases, in words.
const LONGEST: usize = 3;

/// Whether a piece may stand before the title of a review.
fn is_before(atom: &Atom) -> bool {
    atom.looks[0] > 0.3 || atom.looks[3] > 0.0 || atom.looks == NUMBERS
}

/// The piece that names where a review stands: behind `in`, or before the first numbers or date.
fn venue(tokens: &[Token], atoms: &[Atom], first: usize) -> Option<usize> {
    // In Dutch `en` is `and`: the last one leads in.
    let led = (first + 1..atoms.len()).rev().find(|at| {
        is_in(&tokens[atoms[*at].first])
            && matches!(atoms[*at].before.sign, Sign::Comma | Sign::Period)
    });
    let counted = (first + 2..atoms.len()).find(|at| {
        atoms[*at].looks == NUMBERS || atoms[*at].looks == IMPRINT || atoms[*at].looks[3] > 0.0
    });
    led.or(counted.map(|at| at - 1))
        .filter(|at| *at > first && atoms[*at].looks != NUMBERS)
}

/// Whether a piece names who wrote the work: `by Bo Ray`.
fn names_author(tokens: &[Token], atom: &Atom) -> bool {
    match &tokens[atom.first..atom.end] {
        [by, names @ ..] => {
            BY.contains(&by.text.as_str()) && !names.is_empty() && name_likeness(names) > 0.5
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{names, titles, venues};

    #[test]
    fn the_title_of_a_review_is_that_of_the_work_with_its_author() {
        let written = [
            "Compte rendu de Anne Tisserand, La Laine et le Nord, Revue des draps, vol. 58, 2016, p. 101-103.",
            "Recensie van Bo Wever, Laken, Wol, en Linnen, in: Tijdschrift voor Laken 126 (2013) 278-279.",
            "Rez. zu: Karl-Otto Weber, Geschichte des Tuches, Bd. 4, in: Historische Tuchschrift 279 (2004), S. 120–123.",
            "Review of The Old Looms and the New Mills, by Ann B. Lee. Journal of Cloth History 85 (2013): 960-962.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Compte rendu de Anne Tisserand, La Laine et le Nord",
                "Recensie van Bo Wever, Laken, Wol, en Linnen",
                "Rez. zu: Karl-Otto Weber, Geschichte des Tuches, Bd. 4",
                "Review of The Old Looms and the New Mills, by Ann B. Lee",
            ]
        );
        assert_eq!(names(&written), ["", "", "", ""]);
        assert_eq!(
            venues(&written)[2].as_deref(),
            Some("Historische Tuchschrift")
        );
    }
}
