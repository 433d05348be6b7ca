//! Groups that sign works with a year in their names: `LOOM 2019 Wool Collaborators`.

use super::{
    atom::Atom,
    cut::{Sign, is_year},
    likeness::signs_works,
    token::{Form, Gap, Token, text},
};
use crate::model::PersonName;

/// How a part of the name of such a group looks.
const GROUP: [f64; 5] = [3.5, -3.0, -3.0, -6.0, -1.5];

/// A group with a year in its name, which tells no affiliation: `LOOM 2019 Wool and Silk
/// Collaborators`.
pub(super) fn numbered_group(tokens: &[Token]) -> Option<PersonName> {
    let is_plain = |token: &Token| matches!(token.form, Form::Word | Form::Dash);
    let tokens = match tokens {
        [name @ .., end] if end.form == Form::Period => name,
        _ => tokens,
    };
    let last = tokens.last().filter(|last| signs_works(&last.folded))?;
    let is_group = tokens.len() <= 10
        && tokens.iter().all(is_plain)
        && tokens.iter().any(|token| is_year(&token.text))
        && last.text.starts_with(char::is_uppercase);
    is_group.then(|| PersonName::organisation(&text(tokens)))
}

/// Makes the pieces at the head of an entry, of which the last names such a group, parts of its name.
pub(super) fn head_group(tokens: &[Token], atoms: &mut [Atom]) {
    let goes_on = |atom: &Atom| {
        matches!(atom.before.sign, Sign::None | Sign::Dot | Sign::Dash)
            && atom.before.gap <= Gap::Wrap
            && !atom.before.restyled
            && !atom.bracketed
    };
    let many = 1 + atoms
        .iter()
        .skip(1)
        .take(5)
        .take_while(|atom| goes_on(atom))
        .count();
    let Some((first, last)) = atoms.first().zip(atoms.get(many - 1)) else {
        return;
    };
    if numbered_group(&tokens[first.first..last.end]).is_some() {
        for atom in &mut atoms[..many] {
            atom.looks = GROUP;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn groups_with_a_year_sign_works() {
        let read = names(&[
            "LOOM 2019 Wool Collaborators. Looms and the weaving of wool in the North. Cloth Review. 2021;3(2):4-9.",
            "Lee A, Orr C. Mills and the wind that turns them. Cloth Review. 2020;2(2):4-9.",
        ]);
        assert_eq!(read[0], "LOOM 2019 Wool Collaborators");
    }
}
