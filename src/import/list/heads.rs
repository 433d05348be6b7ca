//! Words before a colon that head a title, though they look like a name, a number or a button.

use super::{
    atom::Atom,
    cut::{Sign, is_acronym},
    looks::{BUTTON, NUMBERS},
    shape::{Shape, is_mixed, shape},
    token::{Form, Gap, Token},
};

/// Settles whether an atom heads the title behind it.
pub(super) fn heads(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    if at == 0 {
        author_before_title(tokens, atoms);
    }
    head_of_title(tokens, atoms, at);
    not_a_button(tokens, atoms, at);
    numbered_head(tokens, atoms, at);
}

/// `Lee AB: On looms`, `Lee, A.: On looms`: one author before a title.
fn author_before_title(tokens: &[Token], atoms: &mut [Atom]) {
    let text = |atom: &Atom| &tokens[atom.first..atom.end];
    let heads = |next: &Atom| {
        matches!(next.before.sign, Sign::Colon | Sign::Period)
            && next.before.gap <= Gap::Wrap
            && !next.bracketed
            && next.words > 1
            && next.looks[1] > 0.0
            && next.looks[0] < 1.0
    };
    match atoms {
        [name, title, ..] if heads(title) && shape(text(name)) == Shape::Behind => {
            name.looks[0] = name.looks[0].max(1.5) + 1.5;
        }
        [family, given, title, ..]
            if heads(title)
                && given.before.sign == Sign::Comma
                && shape(text(family)) == Shape::Single
                && matches!(shape(text(given)), Shape::Initials | Shape::Given) =>
        {
            family.looks[0] = family.looks[0].max(0.5) + 0.8;
            given.looks[0] = given.looks[0].max(0.5) + 0.8;
        }
        _ => {}
    }
}

/// `Show, Dye and Weave: …`: the first word of a title may stand on buttons too.
fn not_a_button(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let (atom, next) = (&atoms[at], &atoms[at + 1]);
    let is_plain = atom.end == atom.first + 1
        && !atom.bracketed
        && !tokens[atom.first].style.label
        && tokens[atom.first].text.starts_with(char::is_uppercase);
    if atom.looks == BUTTON
        && is_plain
        && atom.before.gap >= Gap::Break
        && matches!(next.before.sign, Sign::Comma | Sign::Colon | Sign::Question)
        && next.before.gap <= Gap::Wrap
        && !next.before.restyled
        && next.looks[1] > -0.5
        && next.looks[0] < 1.2
    {
        atoms[at].looks = [-2.0, 0.3, -1.0, -6.0, -0.3];
    }
}

/// `S3: Neural Cloth`: a number of letters and figures before a colon heads a title too.
fn numbered_head(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let (atom, next) = (&atoms[at], &atoms[at + 1]);
    let is_name = matches!(&tokens[atom.first..atom.end], [word]
        if word.form == Form::Word
            && word.text.chars().any(char::is_alphabetic)
            && word.text.chars().any(|c| c.is_ascii_digit()));
    if atom.looks == NUMBERS
        && is_name
        && !atom.bracketed
        && (at == 0
            || atom.before.sign > Sign::Comma
            || atom.before.sign == Sign::Comma && atoms[at - 1].looks[0] > 1.2
            || atom.before.gap >= Gap::Break)
        && next.before.sign == Sign::Colon
        && next.before.gap <= Gap::Wrap
        && next.looks[1] > 0.3
        && next.looks[0] < 1.2
    {
        atoms[at].looks = [-3.0, 0.6, -1.5, -6.0, -0.6];
    }
}

/// `Lee A. ICL: Inferring Cloth from Looms`: a short name in capitals before a colon heads a title,
/// and so does what is set off with the words behind the colon.
fn head_of_title(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let (atom, next) = (&atoms[at], &atoms[at + 1]);
    let leads_on =
        next.before.sign == Sign::Colon && next.before.gap == Gap::Space && next.looks[0] < 0.0;
    let is_short = atom.end == atom.first + 1
        && tokens[atom.first].text.chars().count() > 1
        && match atom.before.sign {
            Sign::Dot | Sign::Period => true,
            // A name stands before it, and it is none: `A. Lee, ICL: …`
            Sign::Comma | Sign::Colon => {
                let letters = tokens[atom.first].text.chars().count();
                letters > 2
                    && (is_acronym(&tokens[atom.first].text) || is_mixed(&tokens[atom.first].text))
                    && at > 0
                    && atoms[at - 1].looks[0] > 1.2
            }
            _ => false,
        };
    let is_set_off = atom.before.restyled
        && next.before.within
        && next.looks[1] > 0.5
        && tokens[atom.first].style.italic;
    if leads_on && (is_short || is_set_off) && atom.looks[0] > 0.0 {
        atoms[at].looks[0] -= 3.0;
        atoms[at].looks[1] += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles;

    #[test]
    fn heads_of_titles_are_nobody() {
        let read = titles(&[
            "1. A. Lee, B. Ray, LOOM: Weaving Wool by Hand, Cloth Review, 2019.",
            "2. A. Lee, C. Orr, Mills and the wind that turns them, Cloth Review, 2018.",
            "3. B. Ray, S3: Spinning Silk with Steam, Cloth Review, 2017.",
        ]);
        assert_eq!(
            read,
            [
                "LOOM: Weaving Wool by Hand",
                "Mills and the wind that turns them",
                "S3: Spinning Silk with Steam"
            ]
        );
    }
}
