//! Pieces that the piece beside them tells: journals before volumes, words between initials and a
//! title, a second part of a title, preprints behind a journal.

use super::{
    aside::is_roman,
    atom::{Atom, name_likeness},
    cut::{Sign, is_acronym},
    lead_in::is_in,
    looks::{NUMBERS, PLACE, PUBLISHER},
    people,
    row::whole_year,
    shape::{Shape, shape},
    token::{Form, Gap, Token},
};

/// Settles what an atom and the one behind it tell of each other.
pub(super) fn beside(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    before_volume(tokens, atoms, at);
    behind_initials(tokens, atoms, at);
    preprint_beside(tokens, atoms, at);
    part_of_title(tokens, atoms, at);
    pair_of_words(tokens, atoms, at);
    series_of_house(tokens, atoms, at);
    years_of_title(tokens, atoms, at);
    house_behind_town(tokens, atoms, at);
    listed_with(tokens, atoms, at);
}

/// `with Ann Lee, Bo Ray, and Cy Orr`: all of them are added by the word.
fn listed_with(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let adds = tokens.get(atoms[at].first).is_some_and(people::is_with) && atoms[at].looks[0] > 1.0;
    if !adds {
        return;
    }
    for atom in atoms[at + 1..].iter_mut().take(12) {
        let range = &tokens[atom.first..atom.end];
        let likeness = name_likeness(range);
        let is_listed = atom.before.sign == Sign::Comma && atom.before.gap <= Gap::Wrap;
        if !is_listed || likeness < 1.0 || atom.looks[2] > 1.0 {
            break;
        }
        atom.looks[0] = atom.looks[0].max(likeness.min(2.5));
    }
}

/// `Looms and mills, Paris, La Navette, 2016`: behind a town stands who published a book.
fn house_behind_town(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let next = &atoms[at + 1];
    let ends = next.looks[3] > 0.0 || next.looks == NUMBERS;
    let is_listed = |atom: &Atom| atom.before.sign == Sign::Comma && !atom.bracketed;
    let is_name = atoms[at].words <= 4
        && (-0.5..1.0).contains(&atoms[at].looks[2])
        && atoms[at].looks[3] < 0.0
        && tokens
            .get(atoms[at].first)
            .is_some_and(|word| word.text.starts_with(char::is_uppercase));
    if at > 1
        && atoms[at - 1].looks == PLACE
        && is_listed(&atoms[at - 1])
        && is_listed(&atoms[at])
        && is_listed(next)
        && is_name
        && ends
        && atoms[..at - 1].iter().all(|atom| atom.looks[2] < 1.0)
    {
        atoms[at].looks = PUBLISHER;
    }
}

/// `Looms of the North, Bd. 8, Loom Verlag`: what counts its volumes before a publisher is a series.
fn series_of_house(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let next = &atoms[at + 1];
    let counts_books = matches!(
        tokens.get(next.first).map(Token::folded),
        Some("bd" | "band" | "coll" | "reihe")
    );
    let is_house = atoms
        .get(at + 2)
        .is_some_and(|house| house.looks == PUBLISHER);
    if next.looks == NUMBERS && counts_books && is_house && at > 0 {
        atoms[at].looks[2] -= 2.0;
        atoms[at + 2].looks[2] += 0.7;
    }
}

/// `Mills in the North (1900–1930)`: the years that a work is about.
fn years_of_title(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let range = &tokens[atoms[at].first..atoms[at].end];
    let [open, years, close] = range else {
        return;
    };
    let mut ends = years.text.split(['-', '–', '—', '/']);
    let is_range = matches!((ends.next(), ends.next(), ends.next()), (Some(from), Some(to), None)
        if whole_year(from).is_some() || from.len() == 4 && from.bytes().all(|byte| byte.is_ascii_digit())
            && (2..=4).contains(&to.len()) && to.bytes().all(|byte| byte.is_ascii_digit()));
    let is_bracket = (open.form, close.form) == (Form::Open, Form::Close);
    if is_bracket
        && is_range
        && at > 0
        && atoms[at].before.gap <= Gap::Wrap
        && atoms[at - 1].looks[1] > 0.2
        && atoms[at - 1].looks[2] < 1.0
        && atoms[at + 1..].iter().any(|atom| atom.looks[3] > 0.0)
    {
        atoms[at].looks = [-4.0, 0.8, -0.5, -6.0, -0.3];
    }
}

/// `Acta Looms, 79(2), 61–68`: before the numbers of a volume stands its journal, and nobody.
fn before_volume(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let (atom, next) = (&atoms[at], &atoms[at + 1]);
    let is_volume = next.looks == NUMBERS
        && !next.bracketed
        && matches!(next.before.sign, Sign::None | Sign::Comma)
        && next.before.gap <= Gap::Wrap
        && tokens[next.first]
            .text
            .starts_with(|c: char| c.is_ascii_digit());
    let is_capital = tokens
        .get(atom.first)
        .is_some_and(|word| word.text.starts_with(char::is_uppercase));
    // `Cloth Poetry 44, no. 3`
    let ends_counted = atom.words > 1
        && atom.looks != NUMBERS
        && next.looks == NUMBERS
        && next.before.sign == Sign::Comma
        && tokens[atom.end.saturating_sub(1)]
            .text
            .bytes()
            .all(|byte| byte.is_ascii_digit());
    if at > 0 && ends_counted && is_capital && atom.words <= 8 {
        atoms[at].looks[0] -= 3.0;
        atoms[at].looks[2] += 0.8;
    } else if at > 0 && is_capital && counts_volume(tokens, next) && is_capitals(tokens, atom) {
        atoms[at].looks[0] -= 2.5;
        atoms[at].looks[2] += 0.8;
    } else if at > 0
        && is_volume
        && is_capital
        && (1..=8).contains(&atom.words)
        && atom.looks[3] < 0.0
    {
        let looks = &mut atoms[at].looks;
        looks[0] -= 0.8;
        looks[2] += 0.8;
    }
}

/// `vol. 16`
fn counts_volume(tokens: &[Token], atom: &Atom) -> bool {
    atom.looks == NUMBERS
        && !atom.bracketed
        && atom.before.sign == Sign::Comma
        && ["vol", "volume", "no", "nr", "bd", "issue", "vol.", "tome"]
            .contains(&tokens[atom.first].folded())
}

/// Whether an atom is of two to four words written large, none of them an initial: `Cloth Horizons`.
fn is_capitals(tokens: &[Token], atom: &Atom) -> bool {
    (2..=4).contains(&atom.words)
        && !atom.bracketed
        && tokens[atom.first..atom.end].iter().all(|token| {
            token.form == Form::Word
                && token.text.starts_with(char::is_uppercase)
                && token.text.chars().count() > 2
        })
}

/// `Lee, A. Mills, Yarn, and Cloth`: behind the initials of a name that is turned stands no name.
fn behind_initials(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let Some(initials) = at.checked_sub(1) else {
        return;
    };
    let shape = |at: usize| match &tokens[atoms[at].first..atoms[at].end] {
        [and, rest @ ..] if people::ANDS.contains(&and.text.as_str()) => shape(rest),
        all => shape(all),
    };
    let is_turned = shape(initials) == Shape::Initials
        && initials > 0
        && shape(initials - 1) == Shape::Single
        && atoms[initials].before.sign == Sign::Comma;
    if is_turned
        && atoms[at].before.sign == Sign::Dot
        && atoms[at].words == 1
        && shape(at) == Shape::Single
        && shape(at + 1) != Shape::Initials
    {
        atoms[at].looks[0] -= 2.5;
        atoms[at].looks[1] += 0.5;
    }
}

/// `Cloth Review, 42 (2022). Preprint arXiv:2001.01234`: behind the numbers of a journal the preprint
/// is but another printing.
fn preprint_beside(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let is_preprint = |atom: &Atom| {
        atom.words <= 2
            && tokens[atom.first..atom.end].iter().all(|token| {
                matches!(token.folded(), "preprint" | "arxiv")
                    || matches!(token.form, Form::Address | Form::Open | Form::Close)
            })
    };
    let counts = |atom: &Atom| atom.looks == NUMBERS || atom.looks[3] > 0.0;
    let next = at + 1;
    if !is_preprint(&atoms[next]) {
        return;
    }
    let Some(first) = (1..=at)
        .rev()
        .take_while(|at| counts(&atoms[*at]) || atoms[*at].looks[4] > 0.5)
        .last()
    else {
        return;
    };
    let is_volume = atoms[first..=at].iter().any(|atom| atom.looks == NUMBERS);
    let journal = first - 1;
    if is_volume && journal > 0 && atoms[journal].looks[2] > -0.5 && atoms[journal].looks[0] < 1.2 {
        atoms[next].looks[2] -= 2.5;
    }
}

/// `Weaving of wool, II`: a figure behind a title counts its parts, where no numbers follow.
fn part_of_title(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let Some(part) = (at > 0).then_some(at) else {
        return;
    };
    let is_part = matches!(&tokens[atoms[part].first..atoms[part].end], [figure] if is_roman(&figure.text))
        && matches!(atoms[part].before.sign, Sign::Comma | Sign::Period)
        && atoms[part].before.gap <= Gap::Wrap
        && atoms[part - 1].looks[1] > 0.5
        && atoms[part - 1].looks[2] < atoms[part - 1].looks[1]
        && !atoms[part - 1].bracketed;
    let next = &atoms[at + 1];
    let is_counted = next.looks == NUMBERS || next.looks[3] > 0.0;
    if is_part && !is_counted {
        atoms[part].looks = [-4.0, 0.9, -1.0, -6.0, 0.0];
    }
}

/// `Warp and Weft. A history`: two words and an `and` are no people where no comma stands by.
fn pair_of_words(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let atom = &atoms[at];
    let range = &tokens[atom.first..atom.end];
    let Some(and) = range
        .iter()
        .position(|word| people::ANDS.contains(&word.text.as_str()))
    else {
        return;
    };
    let is_pair =
        shape(&range[..and]) == Shape::Single && shape(&range[and + 1..]) == Shape::Single;
    let is_listed = |sign: Sign| matches!(sign, Sign::Comma | Sign::Semicolon | Sign::Dot);
    if is_pair
        && !is_listed(atom.before.sign)
        && !is_listed(atoms[at + 1].before.sign)
        && atoms[at + 1].looks[3] < 0.0
    {
        atoms[at].looks[0] -= 2.0;
        atoms[at].looks[1] += 0.5;
    }
}

/// `In *ACL*`: what stands behind the word is a meeting, though a society has its name too.
pub(super) fn behind_in(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let [lead, society, ..] = &atoms[at..] else {
        return;
    };
    if society.looks == PUBLISHER
        && society.before.sign == Sign::None
        && matches!(&tokens[lead.first..lead.end], [only] if is_in(only))
        && matches!(&tokens[society.first..society.end], [only] if is_acronym(&only.text))
    {
        atoms[at + 1].looks = [-4.0, -0.8, 2.5, -6.0, -0.8];
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{names, titles, venues};

    #[test]
    fn numbers_tell_the_journal_before_them() {
        let read = venues(&[
            "A. Lee, B. Ray: Looms and the weaving of wool. Acta Texilia Nordica, 79. évf. 2. szám, 2009, 61–68",
            "A. Lee: Mills and the wind that turns them. Cloth Review, 12, 2008, 4–9. Preprint arXiv:0801.1234",
        ]);
        let read: Vec<&str> = read.iter().flatten().map(String::as_str).collect();
        assert_eq!(read, ["Acta Texilia Nordica", "Cloth Review"]);
    }

    #[test]
    fn titles_of_words_in_a_row_are_whole() {
        let written = [
            "Lee, A., and Ray, B. Weavers, Dyers, and Mill Owners. Cloth Review, 12:4–9, 2009.",
            "Lee, A. Mills and the wind that turns them, II, Cloth Review, 11:4–9, 2008.",
        ];
        assert_eq!(
            titles(&written),
            [
                "Weavers, Dyers, and Mill Owners",
                "Mills and the wind that turns them, II"
            ]
        );
        assert_eq!(names(&written), ["Lee, A.; Ray, B.", "Lee, A."]);
    }

    #[test]
    fn publishers_series_and_years_have_their_place() {
        let written = [
            "Lee A., Looms and the weaving of wool (1900–1930), Paris, La Navette, 2016, 248 p.",
            "Lee A., Mills and the wind that turns them, Paris, La Navette, 2014, 200 p.",
        ];
        assert_eq!(
            titles(&written)[0],
            "Looms and the weaving of wool (1900–1930)"
        );
        assert_eq!(venues(&written)[0].as_deref(), Some("La Navette"));
    }
}
