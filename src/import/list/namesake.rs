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
        if atoms[at].looks[0] < 0.3 && (is_family(tokens, atoms, at) || is_given(tokens, atoms, at))
        {
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
        && !lexicon::is(&family.folded, Sort::Publisher)
        && !lexicon::is(&family.folded, Sort::House)
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
    lexicon::is(&given.folded, Sort::Month)
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
            "Orr, Jan, and Ann Lee. 2019. “Looms and the weaving of wool.” Cloth Review 3: 4–9.",
            "Lee, Ann Bo, Cy Orr, and Bo Ray. 2018. “Mills and wind.” Cloth Review 2: 4–9.",
        ]);
        assert_eq!(
            read,
            ["Orr, Jan; Lee, Ann", "Lee, Ann Bo; Orr, Cy; Ray, Bo"]
        );
    }
}
