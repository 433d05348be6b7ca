//! Lists of names: whether a stretch has the look of one, and the people it names.

use super::{
    among::{among, behind_rest},
    edited::lead,
    inverted::{self, Turned, is_suffix, reading},
    pieces::{is_and, pieces, plain},
    rest::is_rest,
    shape::{Shape, honorifics, is_initials, shape},
    signed::{numbered_group, with_group},
    token::{Form, Gap, Token},
};
use crate::model::{ListedAuthor, PersonName};

/// The people of a stretch.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct People {
    pub(super) authors: Vec<ListedAuthor>,
    /// Whether these are all.
    pub(super) complete: bool,
}

/// Words that part the last name from the others.
pub(super) const ANDS: [&str; 18] = [
    "and", "AND", "&", "und", "et", "y", "e", "ed", "и", "en", "og", "och", "与", "和", "ve", "i",
    "oraz", "és",
];

/// Whether coauthors follow a word: `with A. Lee`, `joint work with A. Lee`.
pub(super) fn is_with(token: &Token) -> bool {
    const WITHS: [&str; 12] = [
        "with",
        "joint",
        "jointly",
        "avec",
        "mit",
        "con",
        "com",
        "met",
        "zusammen",
        "gemeinsam",
        "together",
        "junto",
    ];
    matches!(token.text.as_str(), "w/" | "w.")
        || WITHS.contains(&token.folded()) && token.text.chars().skip(1).all(char::is_lowercase)
}

/// How many words at the head of a stretch tell what part the person had in a work beside the coauthors behind
/// them: the `Edited` of `Edited with A. Lee`.
pub(super) fn part(tokens: &[Token]) -> usize {
    const PARTS: [&str; 8] = [
        "edited",
        "coedited",
        "co-edited",
        "written",
        "coauthored",
        "co-authored",
        "translated",
        "samen",
    ];
    match tokens {
        [part, with, ..] if PARTS.contains(&part.text.to_lowercase().as_str()) && is_with(with) => {
            1
        }
        _ => 0,
    }
}

/// Whether the authors follow a word: `On looms, by A. Lee`.
pub(super) fn is_by(token: &Token) -> bool {
    matches!(token.text.as_str(), "by" | "By" | "par")
}

/// The people that a stretch names, in order; `turned` is what the list they are from does.
pub(super) fn read(tokens: &[Token], turned: Turned) -> People {
    let mut people = People {
        authors: Vec::new(),
        complete: true,
    };
    if let Some(group) = numbered_group(tokens) {
        people.authors.push(ListedAuthor::Named(group));
        return people;
    }
    if let Some((named, group)) = with_group(tokens) {
        let mut people = read(named, turned);
        people.authors.push(ListedAuthor::Named(group));
        return people;
    }
    let among = among(tokens);
    people.complete &= !among.cuts;
    let tokens = &plain(tokens)[..];
    let tokens = match tokens {
        [by, rest @ ..] if is_by(by) => rest,
        // `edited by A. Lee`, `edited with A. Lee`
        _ => &tokens[lead(tokens).max(part(tokens))..],
    };
    let (tokens, others) = match behind_rest(tokens) {
        Some((end, others)) => (&tokens[..end], others),
        None => (tokens, &tokens[..0]),
    };
    let is_with = tokens.first().is_some_and(is_with);
    let tokens = if is_with {
        let names = tokens
            .iter()
            .skip(1)
            .position(|token| !token.text.chars().all(char::is_lowercase))
            .map(|at| at + 1);
        &tokens[names.unwrap_or(tokens.len())..]
    } else {
        tokens
    };
    if is_with {
        people.authors.push(ListedAuthor::Person);
    }
    let has = |form: Form| tokens.iter().any(|token| token.form == form);
    let outer = if has(Form::Semicolon) {
        Form::Semicolon
    } else if has(Form::Slash) {
        Form::Slash
    } else if has(Form::Pipe) {
        Form::Pipe
    } else if has(Form::Dash)
        && tokens
            .split(|token| token.form == Form::Dash)
            .all(stands_alone)
    {
        Form::Dash
    } else {
        Form::Comma
    };
    if outer == Form::Comma {
        // `Lee and Ray`: without a comma no name is turned.
        let turned = if has(Form::Comma) {
            turned
        } else {
            Turned::NONE
        };
        pieces_to_names(&pieces(tokens), turned, &mut people);
    } else {
        for part in tokens.split(|token| token.form == outer) {
            let pieces = pieces(part);
            let pieces: Vec<&[Token]> = pieces
                .into_iter()
                .filter(|piece| !piece.is_empty())
                .collect();
            // Between semicolons stands one name, or at the end two with an `and`.
            let halves = halves(part);
            if is_inverted(part, &pieces) {
                push_inverted(&pieces, &mut people);
            } else if let Some(halves) = halves {
                for half in halves {
                    push_inverted(&half, &mut people);
                }
            } else {
                pieces_to_names(&pieces, Turned::ALL, &mut people);
            }
        }
    }
    if !others.is_empty() {
        pieces_to_names(&pieces(others), turned, &mut people);
    }
    for one in among.named {
        let (name, _) = name(&[one], shape(one));
        people.authors.push(ListedAuthor::Named(name));
    }
    people
}

fn push_inverted(pieces: &[&[Token]], people: &mut People) {
    let (name, has_rest) = name(pieces, Shape::Full);
    people.complete &= !has_rest;
    people.authors.push(ListedAuthor::Named(name));
}

/// The two names of a stretch that are both `Last, First`, with an `and` between: `Lee Orr, Ann y Ray, Bo`.
fn halves(part: &[Token]) -> Option<[Vec<&[Token]>; 2]> {
    let at = (0..part.len()).find(|at| is_and(part, *at, &part[*at]))?;
    let halves = [&part[..at], &part[at + 1..]].map(|half| (half, pieces(half)));
    let are_inverted = halves
        .iter()
        .all(|(half, pieces)| is_inverted(half, pieces));
    are_inverted.then(|| halves.map(|(_, pieces)| pieces))
}

/// Whether what stands between two dashes is one name: `Ann Lee`, `Lee, A.`
fn stands_alone(part: &[Token]) -> bool {
    let pieces: Vec<&[Token]> = part.split(|token| token.form == Form::Comma).collect();
    match pieces[..] {
        [whole] => matches!(shape(whole), Shape::Full | Shape::Behind | Shape::Han),
        [_, _] => is_inverted(part, &pieces),
        _ => false,
    }
}

/// Whether what stands between two semicolons is `Last, First`, of however many words.
fn is_inverted(part: &[Token], pieces: &[&[Token]]) -> bool {
    let has_and = (0..part.len()).any(|at| is_and(part, at, &part[at]));
    let [family, given] = pieces else {
        return false;
    };
    !has_and
        && matches!(shape(family), Shape::Full | Shape::Single)
        && !family.iter().any(|token| is_initials(&token.text))
        && !is_suffix(given)
        && matches!(
            shape(given),
            Shape::Full | Shape::Single | Shape::Given | Shape::Initials | Shape::Behind
        )
}

/// Puts pieces together to names: the best way to read them as `First Last`, `Last, First` or
/// both.
fn pieces_to_names(pieces: &[&[Token]], turned: Turned, people: &mut People) {
    // `for the Loom Study Group`: whom the authors speak for is none of them.
    let speaks_for = |piece: &&[Token]| {
        piece.len() > 2
            && (matches!(piece[0].text.as_str(), "for" | "For") && piece[1].text == "the"
                || piece[0].text == "on" && piece[1].text == "behalf")
    };
    let pieces = match pieces {
        [names @ .., last] if !names.is_empty() && speaks_for(last) => names,
        _ => pieces,
    };
    let mut shapes: Vec<Shape> = pieces.iter().map(|piece| shape(piece)).collect();
    // In a list that has `Lee AB`, `Ray C` is written so too; and where nobody has a name of another
    // shape, `Lee A., Ray C.` and `Lee A, Ray C` are no given names.
    let is_all_given = shapes.iter().zip(pieces).all(|(shape, piece)| match shape {
        Shape::Given => piece.last().is_some_and(|token| {
            token.form == Form::Period || pieces.len() > 1 && is_initials(&token.text)
        }),
        Shape::Blank | Shape::Rest => true,
        _ => false,
    });
    if is_all_given || shapes.contains(&Shape::Behind) {
        for shape in &mut shapes {
            if *shape == Shape::Given {
                *shape = Shape::Behind;
            }
        }
    }
    inverted::loud_families(pieces, &mut shapes);
    let turned = match () {
        () if inverted::is_paired(pieces, &shapes) => Turned::ALL,
        () if inverted::are_families(&shapes) => Turned::NONE,
        () => turned,
    };
    // A list may know its people by their initials alone.
    if shapes.iter().all(|shape| *shape == Shape::Initials)
        && pieces
            .iter()
            .all(|piece| piece.len() == 1 && piece[0].text.len() > 1)
    {
        shapes.fill(Shape::Group);
    }
    let mut best = vec![f64::NEG_INFINITY; pieces.len() + 1];
    let mut taken = vec![1; pieces.len() + 1];
    best[pieces.len()] = 0.0;
    for at in (0..pieces.len()).rev() {
        for width in 1..=3.min(pieces.len() - at) {
            let score = reading(pieces, &shapes, at, width, turned) + best[at + width];
            if score > best[at] {
                best[at] = score;
                taken[at] = width;
            }
        }
    }
    let mut at = 0;
    while at < pieces.len() {
        match (shapes[at], taken[at]) {
            (Shape::Rest, _) => people.complete = false,
            (Shape::Blank, 1) => people.authors.push(ListedAuthor::Person),
            (_, width) => {
                let (name, has_rest) = name(&pieces[at..at + width], shapes[at]);
                people.complete &= !has_rest;
                if name.to_string().chars().any(char::is_alphanumeric) {
                    people.authors.push(ListedAuthor::Named(name));
                }
            }
        }
        at += taken[at];
    }
}

/// The name that pieces make, and whether `et al.` stood in them.
fn name(pieces: &[&[Token]], shape: Shape) -> (PersonName, bool) {
    let mut has_rest = false;
    let mut texts: Vec<String> = Vec::new();
    for piece in pieces {
        let words: Vec<&Token> = piece
            .iter()
            .filter(|token| token.form == Form::Word)
            .collect();
        let cut = (1..words.len()).find(|at| is_rest(&words[*at..]));
        let piece = match cut {
            Some(cut) => {
                has_rest = true;
                let at = piece
                    .iter()
                    .position(|token| std::ptr::eq(token, words[cut]))
                    .unwrap_or(piece.len());
                &piece[..at]
            }
            None => piece,
        };
        texts.push(tidy(piece));
    }
    let name = match (shape, texts.as_slice()) {
        (Shape::Group, [whole]) => PersonName::organisation(whole),
        (Shape::Han, [whole]) => PersonName::parse(whole),
        (Shape::Behind, [whole]) => {
            let at = whole
                .split(' ')
                .enumerate()
                .take_while(|(at, word)| *at == 0 || !is_initials(word.trim_end_matches('.')))
                .map(|(_, word)| word.len() + 1)
                .sum::<usize>();
            let at = at.min(whole.len());
            PersonName::from_parts(whole[at..].trim(), whole[..at].trim())
        }
        _ => PersonName::parse(&texts.join(", ")),
    };
    (name, has_rest)
}

/// A name with a blank between initials and what touches them: `A. Lee` for `A.Lee`.
fn spaced(name: &[Token]) -> Vec<Token> {
    let mut name = name.to_vec();
    for at in 1..name.len() {
        if name[at].gap == Gap::Glued
            && name[at].form == Form::Word
            && name[at - 1].form == Form::Period
        {
            name[at].gap = Gap::Space;
        }
    }
    name
}

/// The text of a name: a period stays behind initials and suffixes only.
fn tidy(piece: &[Token]) -> String {
    let piece = &spaced(&piece[honorifics(piece)..]);
    let text = super::token::text(piece);
    let text = text.trim();
    let Some(bare) = text.strip_suffix('.') else {
        return text.to_owned();
    };
    let last = bare.rsplit([' ', '.', '-']).next().unwrap_or(bare);
    // `Lee AB.` ends a list; `Lee A. B.` is a name.
    let is_bare = last.chars().count() > 1 && bare.ends_with(&format!(" {last}"));
    if is_initials(last) && !is_bare
        || PersonName::is_suffix(last)
        || last.chars().count() <= 2 && !is_bare
    {
        text.to_owned()
    } else {
        bare.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::examples::tokens;

    fn names(text: &str) -> (Vec<String>, bool) {
        let people = read(&tokens(text), Turned::default());
        let shown = people
            .authors
            .iter()
            .map(|author| match author {
                ListedAuthor::Person => "-".to_owned(),
                ListedAuthor::Named(name) => name.sorting_form(),
            })
            .collect();
        (shown, people.complete)
    }

    #[test]
    fn lists_of_names_in_all_their_forms() {
        for (text, want, complete) in [
            ("w/ Ann Lee and Bo Ray", "-; Lee, Ann; Ray, Bo", true),
            (
                "Ann Lee, Bo van Dyk and Cy O’Neil",
                "Lee, Ann; van Dyk, Bo; O’Neil, Cy",
                true,
            ),
            (
                "Lee, A., van Dyk, B. C., & O’Neil, C.",
                "Lee, A.; van Dyk, B. C.; O’Neil, C.",
                true,
            ),
            ("A. Lee, B.-C. Dyk", "Lee, A.; Dyk, B.-C.", true),
            ("Lee, Ann; Dyk, Bo", "Lee, Ann; Dyk, Bo", true),
            ("Lee AB, Dyk C, et al.", "Lee, AB; Dyk, C", false),
            ("Lee AB, Dyk C, Orr AL", "Lee, AB; Dyk, C; Orr, AL", true),
            (
                "Tilly, Louise A., Joan W. Scott",
                "Tilly, Louise A.; Scott, Joan W.",
                true,
            ),
            (
                "Колмогоров А. Н., Успенский В. А.",
                "Колмогоров, А. Н.; Успенский, В. А.",
                true,
            ),
            ("周志华, 陈世福", "周志华; 陈世福", true),
            (", Bo Dyk*, , Cy Orr†", "-; Dyk, Bo; -; Orr, Cy", true),
            (
                "Ann Lee, Bo Dyk, and 3 more authors",
                "Lee, Ann; Dyk, Bo",
                false,
            ),
            ("(with Ann Lee and Bo Dyk)", "-; Lee, Ann; Dyk, Bo", true),
            ("(with Lee and Ray)", "-; Lee; Ray", true),
            ("Edited with Ann Lee", "-; Lee, Ann", true),
            ("Met Ann Lee", "-; Lee, Ann", true),
            ("Ann Lee#, Bo Dyk#.", "Lee, Ann; Dyk, Bo", true),
            ("#A. Lee and #B. Dyk", "Lee, A.; Dyk, B.", true),
            ("Lee, A.#; Dyk, B. C.#", "Lee, A.; Dyk, B. C.", true),
            (
                "Osterhammel, Jürgen / Petersson, Niels P.",
                "Osterhammel, Jürgen; Petersson, Niels P.",
                true,
            ),
            (
                "Lee, A. – Dyk, B. – Orr, C.",
                "Lee, A.; Dyk, B.; Orr, C.",
                true,
            ),
            (
                "LOOM 2019 Wool Collaborators",
                "LOOM 2019 Wool Collaborators",
                true,
            ),
            ("Ann Lee1, Bo Dyk2,3", "Lee, Ann; Dyk, Bo", true),
            ("The ATLAS Collaboration", "The ATLAS Collaboration", true),
            (
                "A. Dyk, R. W. Lee, Jr., B. Orr, A. O. Hero III",
                "Dyk, A.; Lee, Jr., R. W.; Orr, B.; Hero, III, A. O.",
                true,
            ),
            (
                "Lee Orr, Ann María; Dyk, Bo",
                "Lee Orr, Ann María; Dyk, Bo",
                true,
            ),
            ("Ann Lee, et al", "Lee, Ann", false),
            ("Ann Lee et al.", "Lee, Ann", false),
            ("A. Lee B. Ray, C. Orr", "Lee, A.; Ray, B.; Orr, C.", true),
            ("Lee A. Ray B., Orr C.", "Lee, A.; Ray, B.; Orr, C.", true),
            ("A. Lee, B. Ray [et al.]", "Lee, A.; Ray, B.", false),
            (
                "A.Lee, B.Ray, C.Th.Muster",
                "Lee, A.; Ray, B.; Muster, C.Th.",
                true,
            ),
            (
                "Prof. Dr. Ann Lee und Dr. Bo Ray",
                "Lee, Ann; Ray, Bo",
                true,
            ),
            ("Lee, A.; Ray, B. u. a.", "Lee, A.; Ray, B.", false),
            (
                "Lee A.B., et al., incl. Ray C.D.",
                "Lee, A.B.; Ray, C.D.",
                false,
            ),
            (
                "A. Lee et al. (25 authors, including B. Ray)",
                "Lee, A.; Ray, B.",
                false,
            ),
        ] {
            assert_eq!(
                names(text),
                (want.split("; ").map(str::to_owned).collect(), complete),
                "{text}"
            );
        }
    }

    #[test]
    fn names_around_gaps_and_behind_labels_are_read() {
        for (text, want, complete) in [
            (
                "(Co-authors: Ann Lee, Bo Dyk)",
                "-; Lee, Ann; Dyk, Bo",
                true,
            ),
            ("（合作者：王霄，张辉）", "-; 王霄; 张辉", true),
            (
                "Lee, A., Dyk, B., . . . Orr, C.",
                "Lee, A.; Dyk, B.; Orr, C.",
                false,
            ),
            ("Lee A, Dyk B, … Orr C.", "Lee, A; Dyk, B; Orr, C.", false),
            ("Lee A, Dyk B.", "Lee, A; Dyk, B.", true),
        ] {
            let want: Vec<String> = want.split("; ").map(str::to_owned).collect();
            assert_eq!(names(text), (want, complete), "{text}");
        }
    }

    #[test]
    fn whom_the_authors_speak_for_is_none_of_them() {
        let (read, _) = names("Lee AB, Ray C, for the Loom Trial Investigators");
        assert_eq!(read, ["Lee, AB", "Ray, C"]);
    }
}
