//! Towns that stand beside the publisher of a book, without a colon between, and publishers by their short
//! names.

use super::{
    aside::{Aside, aside},
    atom::Atom,
    cut::{Sign, is_acronym},
    lexicon::Sort,
    looks::{INITIALS, NUMBERS, PLACE, PUBLISHER},
    shape::{Shape, is_initials, shape},
    tail::is_town,
    token::{Form, Gap, Token},
};

/// A town beside a publisher: `CRC Press, Boca Raton, 2019`, `Title, Boca Raton, CRC Press`.
pub(super) fn towns(tokens: &[Token], atoms: &mut [Atom], at: usize) {
    let is_town = |atom: &Atom| {
        let range = &tokens[atom.first..atom.end];
        !atom.bracketed
            && atom.words <= 3
            && atom.looks[2] < 1.0
            && atom.looks[3] < 0.0
            && range.iter().enumerate().all(|(at, token)| {
                token.form == Form::Word
                    && token.text.chars().all(|c| !c.is_ascii_digit())
                    && (token.text.starts_with(char::is_uppercase)
                        || at == 1 && matches!(token.text.as_str(), "am" | "an" | "de" | "sur"))
            })
    };
    let (before, town) = (&atoms[at - 1], &atoms[at]);
    let ends = atoms
        .get(at + 1)
        .is_none_or(|next| next.looks[3] > 0.0 || next.looks == PLACE || next.looks == NUMBERS);
    if before.looks == PUBLISHER
        && matches!(town.before.sign, Sign::Comma | Sign::Colon)
        && town.before.gap <= Gap::Wrap
        && is_town(town)
        && ends
    {
        atoms[at].looks = PLACE;
    } else if town.looks == PUBLISHER
        && town.before.sign == Sign::Comma
        && at >= 2
        && before.before.sign == Sign::Comma
        && atoms[0].looks[0] > 1.2
        && is_town(before)
    {
        let looks = &mut atoms[at - 1].looks;
        *looks = [looks[0].min(0.8), looks[1].min(-0.5), -1.0, -6.0, 0.5];
    }
}

/// `Loom Press: Berlin, Germany, 2018`: a publisher with its town behind it.
pub(super) fn town_behind_house(tokens: &[Token], atoms: &mut [Atom], at: usize) -> bool {
    let words = |atom: &Atom| &tokens[atom.first..atom.end];
    let (house, town) = (&atoms[at - 1], &atoms[at]);
    let has_house = |atom: &Atom| {
        let mut words = words(atom).iter();
        words.any(|word| word.is(Sort::House) || word.is(Sort::Publisher))
    };
    let is_house = house.looks == PUBLISHER
        || house.looks != PLACE && (1..=5).contains(&house.words) && has_house(house);
    let is_known_house = house.looks == PUBLISHER && town.words <= 2;
    let is_town = town.looks == PLACE || is_known_house && is_town(words(town));
    // `Oxford University Press: Oxford`
    let is_named_so = || {
        let mut names = words(town).iter();
        names.all(|name| words(house).iter().any(|word| word.text == name.text))
    };
    // Before the house stands a title.
    let is_behind = at >= 2
        && is_house
        && is_town
        && (!has_house(town) || house.words > town.words && is_named_so())
        && !house.bracketed
        && !town.bracketed
        && town.before.sign == Sign::Colon
        && town.before.gap <= Gap::Wrap;
    if is_behind {
        atoms[at - 1].looks = PUBLISHER;
        atoms[at].looks = PLACE;
        // It stands there as behind a comma.
        atoms[at].before.sign = Sign::Comma;
    }
    is_behind
}

/// `*Looms of the North*, Treviso, Canova, 2007`: behind the title of a book that is set off stand its town and
/// its publisher, whether or not they are known.
pub(super) fn house_behind_title(tokens: &[Token], atoms: &mut [Atom]) {
    let is_name = |atom: &Atom, most: usize| {
        let range = &tokens[atom.first..atom.end];
        atom.before.sign == Sign::Comma
            && atom.before.gap <= Gap::Wrap
            && !atom.bracketed
            && !atom.quoted
            && (1..=most).contains(&atom.words)
            && atom.looks[2] < 1.0
            && range
                .first()
                .is_some_and(|word| word.text.starts_with(char::is_uppercase))
            && range.iter().all(|token| {
                token.form == Form::Word
                    && !is_acronym(&token.text)
                    && token.text.chars().all(|c| !c.is_ascii_digit())
                    && ![Sort::Venue, Sort::VenueHead, Sort::Month]
                        .iter()
                        .any(|sort| token.is(*sort))
            })
    };
    for at in 1..atoms.len().saturating_sub(2) {
        let [title, town, house, year, ..] = &atoms[at - 1..] else {
            return;
        };
        let is_set_off = tokens[title.first..title.end]
            .iter()
            .all(|token| token.style.italic)
            && title.looks[1] > 0.0;
        let is_plain = tokens[town.first..house.end]
            .iter()
            .all(|token| !token.style.italic);
        if is_set_off
            && is_plain
            && is_name(town, 2)
            && is_name(house, 5)
            && house.looks != PLACE
            && year.looks[3] > 0.0
            && year.before.sign == Sign::Comma
        {
            atoms[at].looks = PLACE;
            atoms[at + 1].looks = PUBLISHER;
        }
    }
}

/// `**Looms of the North**, Canova, Treviso, pp. 203`: what stands between the title of a book that is set off and
/// a known town is its publisher, known or not, and no author.
pub(super) fn house_before_town(tokens: &[Token], atoms: &mut [Atom]) {
    let words = |atom: &Atom| &tokens[atom.first..atom.end];
    let is_set_off = |atom: &Atom| {
        atom.quoted
            || [
                |word: &Token| word.style.bold,
                |word: &Token| word.style.italic,
            ]
            .iter()
            .any(|is_set| words(atom).iter().all(is_set))
    };
    let is_house = |atom: &Atom| {
        atom.before.sign == Sign::Comma
            && atom.before.gap <= Gap::Wrap
            && !atom.bracketed
            && !atom.quoted
            && (1..=5).contains(&atom.words)
            && atom.looks[2] < 1.0
            && atom.looks[3] < 0.0
            && atom.looks != PLACE
            && words(atom).iter().all(|word| {
                matches!(word.form, Form::Word | Form::Dash)
                    && !word.style.bold
                    && !word.style.italic
                    && !is_initials(&word.text)
                    && word.text.chars().all(|c| !c.is_ascii_digit())
                    && ![Sort::Venue, Sort::VenueHead, Sort::Month]
                        .iter()
                        .any(|sort| word.is(*sort))
            })
            && words(atom)[0].text.starts_with(char::is_uppercase)
    };
    let is_known_town = |atom: &Atom| {
        atom.before.sign == Sign::Comma
            && atom.before.gap <= Gap::Wrap
            && !atom.bracketed
            && aside(words(atom), false) == Some(Aside::Place)
    };
    for at in 1..atoms.len().saturating_sub(2) {
        let [title, house, town, behind, ..] = &atoms[at - 1..] else {
            return;
        };
        let is_counted = behind.looks == NUMBERS || behind.looks[3] > 0.0;
        if is_set_off(title)
            && title.words > 1
            && is_house(house)
            && is_known_town(town)
            && is_counted
        {
            atoms[at].looks = PUBLISHER;
            atoms[at + 1].looks = PLACE;
        }
    }
}

/// `Lee, J., Ray, GA. Looms`: two capitals behind a family name, with nothing but names before them, are initials and no
/// state.
pub(super) fn initials_like_states(tokens: &[Token], atoms: &mut [Atom]) {
    for at in 1..atoms.len() {
        let (family, atom) = (&atoms[at - 1], &atoms[at]);
        let range = match &tokens[atom.first..atom.end] {
            [range @ .., period] if period.form == Form::Period => range,
            range => range,
        };
        let is_state = matches!(range, [word]
            if word.text.len() == 2 && word.text.bytes().all(|byte| byte.is_ascii_uppercase()));
        if family.looks[0] <= 0.5 {
            return;
        }
        if atom.looks == PLACE
            && is_state
            && atom.before.sign == Sign::Comma
            && shape(&tokens[family.first..family.end]) == Shape::Single
        {
            atoms[at].looks = INITIALS;
        }
    }
}

/// Whether words name the press of a university in short: `Loomton UP`, `U of Looms P`.
pub(super) fn is_short_press(words: &[&Token]) -> bool {
    let is_large = |word: &&Token| word.text.starts_with(char::is_uppercase) || word.text == "of";
    (2..=5).contains(&words.len())
        && words.iter().all(is_large)
        && match words {
            [.., last] if last.text == "UP" => true,
            [u, of, .., last] => u.text == "U" && of.text == "of" && last.text == "P",
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use crate::import::{
        Hints, html,
        list::{
            examples::{names, venues},
            read_by_rules as read_page,
        },
    };

    #[test]
    fn behind_a_book_that_is_set_off_stand_town_and_house() {
        let text = "<h1>Pubblicazioni</h1>\
            <p>A. Lee, <i>Telai di frontiera. La bottega dei tessitori</i>, Treviso, Canova, 2007.</p>\
            <p>A. Lee, <i>Mulini del Nord e del Sud</i>, Cinisello Balsamo, Silvana Tessile, 2011.</p>\
            <p>A. Lee, B. Ray, <i>Il vento e i mulini di pietra</i>, Padova, Il Telaio, 2005.</p>";
        let entries = read_page(&html::page(text), &Hints::default()).entries;
        let read: Vec<Option<&str>> = entries
            .iter()
            .map(|entry| entry.listing.venue.as_deref())
            .collect();
        assert_eq!(
            read,
            [Some("Canova"), Some("Silvana Tessile"), Some("Il Telaio")]
        );
    }

    #[test]
    fn between_a_book_that_is_set_off_and_its_town_stands_the_house() {
        let text = "<h1>Pubblicazioni</h1>\
            <ul><li><b>Storie di telai e di lana</b>, Biblioteca Lanaria, Bologna, 2022, pp. 203.</li>\
            <li><b>Mulini del Nord e del Sud</b>, Carlo Tessitore, Milano, 2013, pp. 183.</li>\
            <li><b>Il vento e le pietre di ieri</b>, Canova-Tessier, Roma, 2009, pp. 95.</li></ul>";
        let entries = read_page(&html::page(text), &Hints::default()).entries;
        let read: Vec<(Option<&str>, usize)> = entries
            .iter()
            .map(|entry| (entry.listing.venue.as_deref(), entry.listing.authors.len()))
            .collect();
        assert_eq!(
            read,
            [
                (Some("Biblioteca Lanaria"), 0),
                (Some("Carlo Tessitore"), 0),
                (Some("Canova-Tessier"), 0)
            ]
        );
    }

    #[test]
    fn towns_beside_publishers_are_no_venues() {
        let read = venues(&[
            "A. Lee and B. Ray, Looms and the weaving of wool, Loom University Press, Duxbury, 2019.",
            "A. Lee and B. Ray, Mills and the wind that turns them, Cloth Review, 2018.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Loom University Press"));
    }

    #[test]
    fn a_town_stands_behind_its_house_and_a_colon() {
        let read = venues(&[
            "Lee, A.; Ray, B. The Weaver's Guide to Wool; Loom Press: Berlin, Germany, 2018.",
            "Lee, A.; Ray, B. The Guide to Water and Wind. Cambridge University Press: Cambridge, UK, 2016.",
            "Lee, A.; Orr, C. On yarn and dye. In The Weaver's Companion; Orr, C., Ed.; Springer: Berlin, Germany, 2007; pp. 154-196.",
            "Lee, A. Rivers and the mills of the North. London: Verso, 2011.",
        ]);
        let read: Vec<Option<&str>> = read.iter().map(Option::as_deref).collect();
        assert_eq!(
            read,
            [
                Some("Loom Press"),
                Some("Cambridge University Press"),
                Some("The Weaver's Companion"),
                Some("Verso")
            ]
        );
    }

    #[test]
    fn two_capitals_behind_a_family_name_are_no_state() {
        let read = names(&[
            "Orr, JA., Ray, B., Lee-Dyk, GA. 2019. Wheels that turn in the northern wind. Cloth Review 5, 6-9.",
            "Orr, JA., Lee-Dyk, GA., Ray, MA. (2016) Discrimination of wool and yarn on a loom. Cloth Review 4, 6-9.",
        ]);
        assert_eq!(
            read,
            [
                "Orr, JA.; Ray, B.; Lee-Dyk, GA.",
                "Orr, JA.; Lee-Dyk, GA.; Ray, MA."
            ]
        );
    }

    #[test]
    fn one_word_behind_a_town_is_a_house() {
        let read = venues(&[
            "A. Lee, Looms and the weaving of wool in the North, Firenze, Tessier, 2014.",
            "A. Lee, B. Ray, Mills and the wind that turns them, Roma, Carocci, 2016.",
        ]);
        assert_eq!(read[0].as_deref(), Some("Tessier"));
        assert_eq!(read[1].as_deref(), Some("Carocci"));
    }
}
