//! Names that are words of another sort too: the town of `Nice, B.`, the state of `Ma, T.`, the
//! number of `LI, H.`, the month of `Orr, Jan`.

use super::{
    atom::Atom,
    cut::Sign,
    lexicon::{self, Sort},
    people,
    period::is_one_initial,
    shape::{Shape, is_capital, shape},
    token::{Form, Gap, Token},
};

/// How a part of a name looks that its neighbours tell.
const NAME: [f64; 5] = [1.8, -3.0, -3.0, -6.0, -1.5];

/// Makes such a word a name where a name's other half stands beside it.
pub(super) fn namesakes(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 0..atoms.len() {
        let is_other = atoms[at].looks[0] < 0.3
            && (is_family(tokens, atoms, at) || is_given(tokens, atoms, at));
        if is_other || atoms[at].looks[0] < 1.2 && is_spoken_house(tokens, atoms, at) {
            atoms[at].looks = NAME;
        }
    }
}

/// The one word of an atom, if it has the case of a name.
fn word<'a>(tokens: &'a [Token], atom: &Atom) -> Option<&'a Token> {
    match &tokens[atom.first..atom.end] {
        [word] if word.form == Form::Word && is_capital(&word.text) => Some(word),
        _ => None,
    }
}

/// A family name, with initials behind a comma.
fn is_family(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let Some(next) = atoms.get(at + 1) else {
        return false;
    };
    // `Ma, Ann, et al.`
    if at == 0
        && word(tokens, &atoms[at]).is_some()
        && next.before.sign == Sign::Comma
        && next.before.gap <= Gap::Wrap
        && word(tokens, next).is_some()
        && next.looks[0] > 0.0
    {
        return true;
    }
    let range = &tokens[next.first..next.end];
    let Some((given, family)) = range.first().zip(word(tokens, &atoms[at])) else {
        return false;
    };
    // `Washington, D.C.`
    let is_state = lexicon::is(&given.text.to_lowercase().replace('.', ""), Sort::Place);
    let is_dotted = given.text.contains('.')
        || tokens
            .get(next.first + 1)
            .is_some_and(|sign| sign.form == Form::Period && sign.gap == Gap::Glued);
    let begins = at == 0
        || matches!(
            atoms[at].before.sign,
            Sign::Semicolon | Sign::Slash | Sign::Dot | Sign::Comma
        )
        || people::ANDS.contains(&tokens[atoms[at].first - 1].text.as_str());
    next.before.sign == Sign::Comma
        && next.before.gap <= Gap::Wrap
        && begins
        && is_one_initial(&given.text)
        && is_dotted
        && !is_state
        && !is_house(family)
        || is_signed_house(tokens, atoms, at, family)
}

fn is_house(word: &Token) -> bool {
    word.is(Sort::Publisher) || word.is(Sort::House)
}

/// Whether an atom begins an entry, or stands behind another name.
fn is_among_names(atoms: &[Atom], at: usize) -> bool {
    at == 0
        || atoms[at - 1].looks[0] > 1.0
            && matches!(
                atoms[at].before.sign,
                Sign::None | Sign::Comma | Sign::Semicolon
            )
}

/// A family name that a publisher has too, among names, with nothing but initials behind its comma (`Fischer, M.H.`).
fn is_signed_house(tokens: &[Token], atoms: &[Atom], at: usize, family: &Token) -> bool {
    let Some(next) = atoms.get(at + 1) else {
        return false;
    };
    is_house(family)
        && is_among_names(atoms, at)
        && next.before.sign == Sign::Comma
        && next.before.gap <= Gap::Wrap
        && shape(&tokens[next.first..next.end]) == Shape::Initials
}

/// Initials and a family name that a publisher has too, among other names: `W. H. Press, A. Lee`, `and B. Wiley`.
fn is_spoken_house(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let range = match &tokens[atoms[at].first..atoms[at].end] {
        [and, name @ ..] if people::ANDS.contains(&and.text.as_str()) => name,
        range => range,
    };
    let Some((family, given)) = range.split_last() else {
        return false;
    };
    let is_signed = given
        .iter()
        .all(|token| token.form == Form::Period || is_one_initial(&token.text));
    let leads_on = atoms
        .get(at + 1)
        .is_some_and(|next| next.looks[0] > 1.2 && next.before.sign == Sign::Comma);
    !given.is_empty()
        && is_signed
        && is_house(family)
        && family.text.starts_with(char::is_uppercase)
        && family.text.chars().skip(1).all(char::is_lowercase)
        && is_among_names(atoms, at)
        && (leads_on || at > 0)
}

/// A given name like a month, behind a family name and a comma.
fn is_given(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let (Some(given), Some(before)) = (word(tokens, &atoms[at]), at.checked_sub(1)) else {
        return false;
    };
    let family = &tokens[atoms[before].first..atoms[before].end];
    let begins = before == 0 || matches!(atoms[before].before.sign, Sign::Semicolon | Sign::Slash);
    let ends = atoms.get(at + 1).is_some_and(|next| {
        matches!(
            next.before.sign,
            Sign::Semicolon | Sign::Slash | Sign::Colon | Sign::Quote | Sign::Period
        ) || next.before.sign == Sign::Bracket && next.looks[3] > 0.0
            || next.before.sign == Sign::Comma && next.looks[0] > 1.2
    });
    given.is(Sort::Month)
        && atoms[at].before.sign == Sign::Comma
        && atoms[at].before.gap <= Gap::Wrap
        && matches!(shape(family), Shape::Single | Shape::Full)
        && atoms[before].looks[0] > 0.0
        && begins
        && ends
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn names_that_are_other_words_too() {
        let read = names(&[
            "MA, T.; LI, H.; RAY, B. Looms and the weaving of wool. Cloth Review, v. 3, 2019.",
            "ORR, C.; MA, T. Mills and the wind that turns them. Cloth Review, v. 2, 2018.",
        ]);
        assert_eq!(read, ["MA, T.; LI, H.; RAY, B.", "ORR, C.; MA, T."]);
        let read = names(&[
            "Fischer, M.H., Ray, B., & Mohr, C. A. (2019). Looms and the weaving of wool. Cloth Review, 3, 4–9.",
            "Peeters, G., Beck, U., & Ray, B. (2018). Mills and the wind that turns them. Cloth Review, 2, 4–9.",
        ]);
        assert_eq!(
            read,
            [
                "Fischer, M.H.; Ray, B.; Mohr, C. A.",
                "Peeters, G.; Beck, U.; Ray, B."
            ]
        );
        let read = names(&[
            "W. H. Press, A. Lee, and B. Wiley, “Looms and the weaving of wool,” Cloth Review, vol. 3, pp. 4–9, 2019.",
            "A. Lee and C. Orr, “Mills and the wind that turns them,” Cloth Review, vol. 2, pp. 4–9, 2018.",
        ]);
        assert_eq!(
            read,
            ["Press, W. H.; Lee, A.; Wiley, B.", "Lee, A.; Orr, C."]
        );
        let read = names(&[
            "Orr, Jan, and Ann Lee. 2019. “Looms and the weaving of wool.” Cloth Review 3: 4–9.",
            "Lee, Ann Bo, Cy Orr, and Bo Ray. 2018. “Mills and wind.” Cloth Review 2: 4–9.",
        ]);
        assert_eq!(
            read,
            ["Orr, Jan; Lee, Ann", "Lee, Ann Bo; Orr, Cy; Ray, Bo"]
        );
    }
}
