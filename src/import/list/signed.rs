//! Groups that sign works: with a year in their names, `LOOM 2019 Wool Collaborators`, or behind the people
//! among them, `Lee A, Orr C; Wool Study Group`.

use super::{
    atom::Atom,
    cut::{Sign, is_acronym, is_year},
    lexicon::Sort,
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
    let last = tokens.last().filter(|last| signs_works(last.folded()))?;
    let is_group = tokens.len() <= 10
        && tokens.iter().all(is_plain)
        && tokens.iter().any(|token| is_year(&token.text))
        && last.text.starts_with(char::is_uppercase);
    is_group.then(|| PersonName::organisation(&text(tokens)))
}

/// Makes the pieces at the head of an entry, of which the last names such a group, parts of its name; and the first a
/// group where a word says so: `LOOM collaboration, On wool, Cloth Rev. 3`.
pub(super) fn head_group(tokens: &[Token], atoms: &mut [Atom]) {
    if let [first, next, ..] = &mut atoms[..]
        && matches!(next.before.sign, Sign::Comma | Sign::Period | Sign::Colon)
        && signs(&tokens[first.first..first.end])
    {
        first.looks = GROUP;
        return;
    }
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

/// The people before a semicolon, and the group behind it that signs with them, as PubMed has it.
pub(super) fn with_group(tokens: &[Token]) -> Option<(&[Token], PersonName)> {
    let at = tokens
        .iter()
        .position(|token| token.form == Form::Semicolon)?;
    let (people, group) = (&tokens[..at], &tokens[at + 1..]);
    let has_commas = people.iter().any(|token| token.form == Form::Comma);
    let name = has_commas.then(|| group_name(group)).flatten()?;
    Some((people, PersonName::organisation(&text(name))))
}

/// The last words of groups that study something together. Where people work is no author of theirs.
const STUDY: [&str; 10] = [
    "Alliance",
    "Collaboration",
    "Collaborators",
    "Committee",
    "Consortium",
    "Group",
    "Initiative",
    "Investigators",
    "Network",
    "Team",
];

/// These words without a period, if they are large, or small ones between them, and the last is that of a group.
fn group_name(tokens: &[Token]) -> Option<&[Token]> {
    let is_large = |token: &Token| token.text.starts_with(char::is_uppercase);
    let is_part =
        |token: &Token| token.form == Form::Word && (is_large(token) || token.is(Sort::Small));
    let name = match tokens {
        [name @ .., end] if end.form == Form::Period => name,
        _ => tokens,
    };
    let is_name = (2..=10).contains(&name.len())
        && is_large(&name[0])
        && name.iter().all(is_part)
        && name
            .last()
            .is_some_and(|last| STUDY.contains(&last.text.as_str()));
    is_name.then_some(name)
}

/// Whether a few words, of which the first is an acronym, end with one for a group that signs works.
fn signs(tokens: &[Token]) -> bool {
    let is_word = |token: &Token| token.form == Form::Word;
    (2..=5).contains(&tokens.len())
        && tokens.iter().all(is_word)
        && is_acronym(&tokens[0].text)
        && tokens.last().is_some_and(|last| signs_works(last.folded()))
}

/// Takes a group behind people and a semicolon for one of the authors.
pub(super) fn group_behind(tokens: &[Token], atoms: &mut [Atom]) {
    let is_list = |at: usize| atoms[..at].iter().all(|atom| atom.looks[0] > 0.0);
    let at = (1..atoms.len()).find(|at| {
        let atom = &atoms[*at];
        atom.before.sign == Sign::Semicolon
            && atom.before.gap <= Gap::Wrap
            && group_name(&tokens[atom.first..atom.end]).is_some()
            && is_list(*at)
    });
    if let Some(at) = at {
        atoms[at].looks = GROUP;
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::names;

    #[test]
    fn groups_behind_people_sign_works_with_them() {
        let read = names(&[
            "Lee A, Orr C, Ray BD; LOOM Wool and Silk Study Group. Looms and the weaving of wool in the North. Cloth Rev. 2021;3(2):4-9.",
            "Lee A, Orr C. Mills and the wind that turns them. Cloth Rev. 2020;2(2):4-9.",
        ]);
        assert_eq!(
            read[0],
            "Lee, A; Orr, C; Ray, BD; LOOM Wool and Silk Study Group"
        );
    }

    #[test]
    fn collaborations_sign_works_alone() {
        let read = names(&[
            "LOOM collaboration, Looms and the weaving of wool in the North, Cloth Rev. C 90 (2014) 24-29.",
            "A. Lee and C. Orr, Mills and the wind that turns them, Cloth Rev. C 80 (2012) 14-19.",
        ]);
        assert_eq!(read, ["LOOM collaboration", "Lee, A.; Orr, C."]);
    }

    #[test]
    fn groups_with_a_year_sign_works() {
        let read = names(&[
            "LOOM 2019 Wool Collaborators. Looms and the weaving of wool in the North. Cloth Review. 2021;3(2):4-9.",
            "Lee A, Orr C. Mills and the wind that turns them. Cloth Review. 2020;2(2):4-9.",
        ]);
        assert_eq!(read[0], "LOOM 2019 Wool Collaborators");
    }
}
