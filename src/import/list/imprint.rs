//! Pieces that are known by what stands around them: places with publishers, and the editors of a
//! volume.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    beside::{behind_in, beside},
    cut::{Sign, is_acronym, is_set_alike, is_year},
    editors::{editors, no_publisher, volume},
    heads::heads,
    lead_in::is_in,
    led::led_titles,
    lexicon::Sort,
    looks::{ADDRESS, BUTTON, NUMBERS, PLACE, PUBLISHER},
    namesake::namesakes,
    people,
    reprint::reprints,
    reviews::reviews,
    set_off::set_off_titles,
    shape::{Shape, is_initials, shape},
    signed::{group_behind, head_group},
    sorts::sorts,
    thesis::schools,
    title_ends::{bracket_of_title, span_of_title, title_ends},
    token::{Form, Gap, Token},
    towns::{
        house_before_town, house_behind_title, initials_like_states, town_behind_house, towns,
    },
};
use crate::model::PersonName;

/// Settles what pieces are that their neighbours tell.
pub(super) fn settle(tokens: &[Token], atoms: &mut [Atom]) {
    sorts(tokens, atoms);
    reprints(tokens, atoms);
    namesakes(tokens, atoms);
    schools(tokens, atoms);
    initials_like_states(tokens, atoms);
    head_group(tokens, atoms);
    group_behind(tokens, atoms);
    for at in 1..atoms.len() {
        if town_behind_house(tokens, atoms, at) {
            continue;
        }
        if is_imprint(tokens, atoms, at) {
            imprint(tokens, atoms, at);
        } else {
            towns(tokens, atoms, at);
        }
    }
    house_behind_title(tokens, atoms);
    house_before_town(tokens, atoms);
    for at in 0..atoms.len().saturating_sub(1) {
        beside_number(tokens, atoms, at);
        beside(tokens, atoms, at);
        heads(tokens, atoms, at);
        over_line(tokens, atoms, at);
        no_coauthors(tokens, atoms, at);
        with_bracket(tokens, atoms, at);
        span_of_title(tokens, atoms, at);
        bracket_of_title(tokens, atoms, at);
        behind_in(tokens, atoms, at);
    }
    title_ends(tokens, atoms);
    editors(tokens, atoms);
    led_titles(tokens, atoms);
    reviews(tokens, atoms);
    set_off_titles(tokens, atoms);
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
    if next.bracketed
        && next.looks[3] > 0.0
        && ends_counted(&tokens[atoms[at].first..atoms[at].end])
    {
        atoms[at].looks[0] = atoms[at].looks[0].min(0.0) - 3.5;
        atoms[at].looks[2] = (atoms[at].looks[2] + 1.0).max(1.2);
        return;
    }
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

/// `Textilia Antiqua 58`: large words with a number, which is that of a volume where a year stands behind it.
fn ends_counted(range: &[Token]) -> bool {
    let [name @ .., number] = range else {
        return false;
    };
    let is_large =
        |word: &Token| word.form == Form::Word && word.text.starts_with(char::is_uppercase);
    (2..=4).contains(&name.len())
        && name.iter().all(is_large)
        && number.gap > Gap::Glued
        && (1..=3).contains(&number.text.len())
        && number.text.bytes().all(|byte| byte.is_ascii_digit())
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
    if next.looks == BUTTON && is_large && atom.looks != BUTTON {
        let is_venue = tokens[next.end - 1].is(Sort::Venue);
        let venue = if is_venue { 1.1 } else { 0.1 };
        atoms[at + 1].looks = [-2.0, 0.2, venue, -6.0, -0.3];
    } else if (atom.looks == PLACE || next.looks == PUBLISHER)
        && aside(&tokens[atom.first..next.end], false) == Some(Aside::Publisher)
    {
        atoms[at].looks = PUBLISHER;
        atoms[at + 1].looks = PUBLISHER;
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
            && (token.text.starts_with(char::is_uppercase) || token.is(Sort::Small))
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
                || token.is(Sort::Small)
        })
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

/// Whether a piece is the publisher in `Place: Publisher 1990` at the end of an entry.
fn is_imprint(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let (place, house) = (&atoms[seat(tokens, atoms, at)], &atoms[at]);
    let text = |atom: &Atom| &tokens[atom.first..atom.end];
    let knows = |range: &[Token], sorts: &[Sort]| {
        range
            .iter()
            .any(|token| sorts.iter().any(|sort| token.is(*sort)))
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
                    && !token.is(Sort::Small)
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

/// Whether an atom is one of the towns before a publisher, the first of which stands behind a period: the `Weimar`
/// of `Looms. Köln, Weimar, Wien: Loom Press`.
fn is_town_of_many(tokens: &[Token], atoms: &[Atom], at: usize) -> bool {
    let is_word = |atom: &Atom| {
        matches!(&tokens[atom.first..atom.end], [word]
            if word.form == Form::Word && word.text.starts_with(char::is_uppercase))
    };
    let first = (at.saturating_sub(2)..=at)
        .rev()
        .find(|at| atoms[*at].before.sign != Sign::Comma);
    first.is_some_and(|first| {
        first > 0
            && atoms[first].before.sign == Sign::Period
            && atoms[first..=at].iter().all(is_word)
    })
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
                == Some(Aside::Place)
            || is_town_of_many(tokens, atoms, first - 1))
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
    let is_alike = before.end > before.first
        && is_set_alike(&tokens[before.end - 1], &tokens[atoms[period].first])
        && atoms[period].looks != NUMBERS;
    if !is_part && !is_named && is_alike && !atoms[period].before.restyled {
        atoms[period].before.within = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::venues;

    #[test]
    fn a_publisher_may_have_more_seats_than_one() {
        let read = venues(&[
            "Lee, Ann: Looms of the North and their weavers. Köln [u. a.]: Böhlau, 2012.",
            "Lee, Ann: Mills of the North and their millers. Berlin: Springer, 2010.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Böhlau"));
    }
}
