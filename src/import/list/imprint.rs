//! Pieces that are known by what stands around them: places with publishers, and the editors of a
//! volume.

use super::{
    aside::{Aside, aside, is_sort_sign},
    atom::Atom,
    beside::{behind_in, beside},
    cut::{Sign, is_acronym, is_year},
    editors::{editors, no_publisher, volume},
    led::led_titles,
    lexicon::{self, Sort},
    looks::{ADDRESS, BUTTON, NUMBERS, PLACE, PUBLISHER},
    namesake::namesakes,
    people,
    reprint::reprints,
    shape::{Shape, is_initials, is_mixed, shape},
    signed::head_group,
    spans::span_of_title,
    thesis::schools,
    token::{Form, Gap, Token},
    towns::{house_behind_title, towns},
    venue::is_in,
};
use crate::model::PersonName;

/// Settles what pieces are that their neighbours tell.
pub(super) fn settle(tokens: &[Token], atoms: &mut [Atom]) {
    signed_titles(tokens, atoms);
    articles(tokens, atoms);
    sorts_behind_colon(tokens, atoms);
    roles_amid(atoms);
    reprints(tokens, atoms);
    namesakes(tokens, atoms);
    schools(tokens, atoms);
    head_group(tokens, atoms);
    for at in 1..atoms.len() {
        if is_imprint(tokens, atoms, at) {
            imprint(tokens, atoms, at);
        } else {
            towns(tokens, atoms, at);
        }
    }
    house_behind_title(tokens, atoms);
    for at in 0..atoms.len().saturating_sub(1) {
        beside_number(tokens, atoms, at);
        beside(tokens, atoms, at);
        head_of_title(tokens, atoms, at);
        not_a_button(tokens, atoms, at);
        over_line(tokens, atoms, at);
        numbered_head(tokens, atoms, at);
        no_coauthors(tokens, atoms, at);
        with_bracket(tokens, atoms, at);
        span_of_title(tokens, atoms, at);
        behind_in(tokens, atoms, at);
    }
    editors(tokens, atoms);
    led_titles(tokens, atoms);
}

/// The number that a piece begins with, or nothing.
fn next_number(tokens: &[Token], atom: &Atom) -> u32 {
    let text = &tokens[atom.first].text;
    let digits = text.split(|c: char| !c.is_ascii_digit()).next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// `J. Looms 15`: behind a name no number stands without a sign between, but behind a journal's.
fn beside_number(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let next = &atoms[at + 1];
    if next.first == 0 {
        return;
    }
    let is_cut = tokens[next.first - 1].form == Form::Period;
    let is_number = next.looks == NUMBERS
        && !next.bracketed
        && (next.before.sign == Sign::None || is_cut && next.before.sign == Sign::Period)
        && next.before.gap <= Gap::Wrap
        && tokens[next.first].gap > Gap::Glued;
    // The number of an affiliation has hardly two figures: `Cloth Arith. 108`.
    let is_large = next_number(tokens, next) > 9;
    let has_initial = atoms[at].words >= 2
        && (is_initials(&tokens[atoms[at].first].text)
            || is_large && (is_cut || next.before.restyled));
    if is_number && has_initial && atoms[at].looks[0] > 0.0 {
        atoms[at].looks[0] -= 3.5;
        atoms[at].looks[2] = (atoms[at].looks[2] + 1.0).max(1.2);
    }
}

/// `Cloth History | Review`, `Loomton | University Press`: words that a line's end parts are one name.
fn over_line(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let (atom, next) = (&atoms[at], &atoms[at + 1]);
    let is_one = next.before.sign == Sign::None
        && next.before.gap == Gap::Wrap
        && !next.before.restyled
        && !next.bracketed
        && !atom.bracketed
        && tokens[next.first..next.end]
            .iter()
            .all(|token| token.link.is_none() && !token.style.label);
    if !is_one || atom.first == atom.end {
        return;
    }
    let is_large = tokens[atom.end - 1].text.starts_with(char::is_uppercase);
    let whole = aside(&tokens[atom.first..next.end], false);
    if next.looks == BUTTON && is_large && atom.looks != BUTTON {
        let is_venue = lexicon::is(&tokens[next.end - 1].folded, Sort::Venue);
        let venue = if is_venue { 1.1 } else { 0.1 };
        atoms[at + 1].looks = [-2.0, 0.2, venue, -6.0, -0.3];
    } else if whole == Some(Aside::Publisher) && (atom.looks == PLACE || next.looks == PUBLISHER) {
        atoms[at].looks = PUBLISHER;
        atoms[at + 1].looks = PUBLISHER;
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

/// `Journal of Looms (Warp and Weft)`: words written large in brackets go with the name before them.
fn with_bracket(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let (atom, next) = (&atoms[at], &atoms[at + 1]);
    if !next.bracketed || next.before.gap > Gap::Wrap || atom.looks[2] < 1.5 || next.words > 6 {
        return;
    }
    let inner = &tokens[next.first + 1..next.end - 1];
    let is_large = inner.iter().all(|token| {
        token.form == Form::Word
            && (token.text.starts_with(char::is_uppercase)
                || lexicon::is(&token.folded, Sort::Small))
            && !token.text.chars().any(|c| c.is_ascii_digit())
    });
    if is_large && next.words > 1 && aside(inner, true).is_none() && next.looks[3] < 0.0 {
        let looks = &mut atoms[at + 1].looks;
        looks[2] = looks[2].max(0.8);
        looks[4] = looks[4].min(-0.6);
    }
}

/// `Lyon: Loom Press, 1990`
pub(super) fn is_bracket(inner: &[Token]) -> bool {
    let colon = inner.iter().position(|token| token.form == Form::Colon);
    inner.last().is_some_and(|last| is_year(&last.text))
        && colon.is_some_and(|colon| (1..=6).contains(&colon) && inner.len() - colon <= 10)
        && inner.iter().all(|token| {
            token.form != Form::Word
                || !token.text.starts_with(char::is_lowercase)
                || lexicon::is(&token.folded, Sort::Small)
        })
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

/// `On Looms | with Heavy Yarn`: where the authors stand first, none are added to the title.
fn no_coauthors(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let next = &atoms[at + 1];
    let adds = tokens.get(next.first).is_some_and(people::is_with) && !next.bracketed;
    if adds
        && next.before.sign == Sign::None
        && next.before.gap <= Gap::Wrap
        && atoms[0].looks[0] > 1.5
        && atoms[at].looks[1] > 0.0
        && next.looks[0] > 1.0
    {
        atoms[at + 1].looks = [-1.0, 0.4, -2.0, -6.0, -0.6];
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

/// Whether a piece is the publisher in `Place: Publisher 1990` at the end of an entry.
fn is_imprint(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let (place, house) = (&atoms[seat(tokens, atoms, at)], &atoms[at]);
    let text = |atom: &Atom| &tokens[atom.first..atom.end];
    let knows = |range: &[Token], sorts: &[Sort]| {
        range
            .iter()
            .any(|token| sorts.iter().any(|sort| lexicon::is(&token.folded, *sort)))
    };
    let is_name = |range: &[Token], most: usize| {
        let mut words = range.iter().filter(|token| token.form == Form::Word);
        words.clone().count() <= most
            && words.next().is_some_and(|word| {
                word.text
                    .starts_with(|c: char| c.is_uppercase() || c.is_numeric() || c >= '\u{3000}')
            })
    };
    let is_upper = |range: &[Token]| {
        range
            .iter()
            .filter(|token| token.form == Form::Word && token.text.chars().count() > 3)
            .all(|token| {
                token
                    .text
                    .starts_with(|c: char| c.is_uppercase() || c >= '\u{3000}')
            })
    };
    house.before.sign == Sign::Colon
        && house.before.gap < Gap::Break
        && at >= 2
        && is_name(text(place), 5)
        && is_upper(text(place))
        && is_name(text(house), 7)
        && (knows(text(place), &[Sort::Place])
            || aside(text(place), false) == Some(Aside::Place)
            || knows(text(house), &[Sort::Publisher, Sort::House])
            || is_book_end(tokens, atoms, at))
        && atoms[at + 1..]
            .iter()
            .all(|atom| atom.looks[3] > 0.0 || atom.looks[4] > 0.3 || atom.bracketed)
}

/// `Title : монография`, `Title : пат. 2456789 Рос. Федерация`: what a colon adds to a title in Cyrillic lists is its
/// sort, which may be its venue.
fn sorts_behind_colon(tokens: &[Token], atoms: &mut [Atom]) {
    const SORTS: [&str; 12] = [
        "монография",
        "монографія",
        "учебник",
        "підручник",
        "учеб",
        "учебное",
        "навч",
        "навчальний",
        "посібник",
        "справочник",
        "препринт",
        "пособие",
    ];
    for at in 1..atoms.len() {
        let atom = &atoms[at];
        let is_behind = atom.before.sign == Sign::Colon
            && atom.first > 0
            && tokens[atom.first - 1].gap > Gap::Glued;
        let Some(word) = tokens.get(atom.first).filter(|_| is_behind) else {
            continue;
        };
        let lower = word.text.to_lowercase();
        if atom.words <= 3 && SORTS.contains(&lower.as_str()) {
            atoms[at].looks = BUTTON;
        } else if matches!(lower.as_str(), "пат" | "патент")
            && tokens[atom.first..atom.end]
                .iter()
                .any(|token| token.text.starts_with(|c: char| c.is_ascii_digit()))
        {
            atoms[at].looks = [-5.0, -4.0, 3.0, -6.0, 0.0];
        }
    }
}

/// `Art. »Loom«, in: Lexicon of cloth`: the word before a quotation is no title.
fn articles(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let word = &tokens[atoms[at - 1].first.min(tokens.len() - 1)];
        let is_article = atoms[at - 1].words == 1
            && matches!(
                word.folded.as_str(),
                "art" | "artikel" | "lemma" | "stichwort" | "voce"
            );
        if is_article && atoms[at].quoted && atoms[at].before.gap <= Gap::Wrap {
            atoms[at - 1].looks = BUTTON;
            atoms[at].looks[1] += 2.0;
        }
    }
}

/// `Lee, A. (ed.); Ray, B. (ed.)`: what the bracket says of somebody parts no names.
fn roles_amid(atoms: &mut [Atom]) {
    for at in 1..atoms.len().saturating_sub(1) {
        let (before, next) = (&atoms[at - 1], &atoms[at + 1]);
        let is_listed = matches!(
            next.before.sign,
            Sign::Semicolon | Sign::Comma | Sign::Bracket
        );
        if atoms[at].looks == BUTTON
            && atoms[at].bracketed
            && before.looks[0] > 0.3
            && is_listed
            && next.looks[0] > 0.3
            && next.looks[0] > next.looks[1]
        {
            atoms[at].looks[0] = 0.4;
        }
    }
}

/// `Title[C]. Conference`: behind the sign that says which sort of work it is no title goes on.
fn signed_titles(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let is_signed = matches!(&tokens[atoms[at - 1].first..atoms[at - 1].end], [.., open, sign, close]
            if open.text == "[" && close.text == "]" && is_sort_sign(&sign.text));
        let next = &mut atoms[at].before;
        if is_signed && matches!(next.sign, Sign::Period | Sign::Bracket | Sign::Comma) {
            next.sign = Sign::Slashes;
        }
    }
}

/// Whether a book ends with two short names that a colon parts, and its year: what nobody knows may be but a town
/// and a publisher. `Looms and the weaving of wool. Ostfildern: Thorbecke, 2014. 320 p.`
fn is_book_end(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let place = &atoms[at - 1];
    let is_name = |atom: &Atom, most: usize| {
        let range = &tokens[atom.first..atom.end];
        (1..=most).contains(&atom.words)
            && !atom.bracketed
            && !atom.before.within
            && atom.looks[2] < 1.2
            && range.iter().all(|token| {
                token.form == Form::Word
                    && token.text.starts_with(char::is_uppercase)
                    && !lexicon::is(&token.folded, Sort::Small)
                    && !is_acronym(&token.text)
            })
    };
    let is_title = |atom: &Atom| atom.looks[1] > 0.2 && atom.looks[0] < 0.5 && atom.words > 1;
    let counts_pages = |atom: &Atom| {
        !atom.bracketed
            && atom.looks == NUMBERS
            && tokens[atom.first]
                .text
                .starts_with(|c: char| c.is_ascii_digit())
            && tokens[atom.first..atom.end].iter().any(|token| {
                token.form == Form::Word && token.text.starts_with(char::is_alphabetic)
            })
    };
    place.before.sign == Sign::Period
        && is_name(place, 2)
        && is_name(&atoms[at], 3)
        && atoms[..at - 1].iter().any(is_title)
        && atoms.get(at + 1).is_some_and(|year| {
            year.looks[3] > 0.0 && !year.bracketed && year.before.sign <= Sign::Comma
        })
        && atoms[at + 2..]
            .iter()
            .all(|atom| counts_pages(atom) || atom.looks == ADDRESS || atom.looks == BUTTON)
}

/// Where the place of a publisher stands: `Ghent: Loom Press`, `Ghent [u. a.]: Loom Press`
fn seat(tokens: &[Token], atoms: &[Atom], house: usize) -> usize {
    let others = &atoms[house - 1];
    let is_others = house > 2
        && others.bracketed
        && shape(&tokens[others.first + 1..others.end - 1]) == Shape::Rest;
    house - if is_others { 2 } else { 1 }
}

fn imprint(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let mut first = seat(tokens, atoms, at);
    atoms[at].looks = PUBLISHER;
    for between in &mut atoms[first + 1..at] {
        between.looks = NUMBERS;
    }
    atoms[first].looks = PLACE;
    // `Neuwied, Berlin: Luchterhand`, `Englewood Cliffs, NJ: Prentice-Hall`
    let is_state = |atom: &Atom| atom.words == 1 && tokens[atom.first].text.len() == 2;
    while first > 1
        && matches!(
            atoms[first].before.sign,
            Sign::Comma | Sign::Slash | Sign::Dash
        )
        && (is_state(&atoms[first]) && atoms[first - 1].words <= 3
            || aside(&tokens[atoms[first - 1].first..atoms[first - 1].end], false)
                == Some(Aside::Place))
    {
        first -= 1;
        atoms[first].looks = PLACE;
    }
    // What a publisher brings out is a book: the words before the place are its title, whole.
    if volume(tokens, &atoms[..first]).is_some() {
        no_publisher(&mut atoms[at..]);
    }
    let is_part = atoms[..first]
        .iter()
        .any(|atom| atom.quoted || tokens.get(atom.first).is_some_and(is_in));
    let Some(period) = (1..first)
        .rev()
        .find(|at| atoms[*at].before.sign == Sign::Period)
    else {
        return;
    };
    let before = &atoms[period - 1];
    // `Lee, Ann. Looms`
    let is_turned = period == 2
        && before.before.sign == Sign::Comma
        && [period - 2, period - 1].into_iter().all(|at| {
            let range = &tokens[atoms[at].first..atoms[at].end];
            matches!(shape(range), Shape::Single | Shape::Full)
        });
    let is_named = before.looks[0] > 1.3
        || is_turned
        || before.looks[1] < -1.0
        || tokens[before.first..before.end]
            .iter()
            .any(|word| is_initials(&word.text) || PersonName::is_suffix(&word.text));
    if !is_part && !is_named && !atoms[period].before.restyled {
        atoms[period].before.within = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::{titles, venues};

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

    #[test]
    fn a_publisher_may_have_more_seats_than_one() {
        let read = venues(&[
            "Lee, Ann: Looms of the North and their weavers. Köln [u. a.]: Böhlau, 2012.",
            "Lee, Ann: Mills of the North and their millers. Berlin: Springer, 2010.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Böhlau"));
    }
}
