//! Publishers of books, as lists name them in place of a venue.

use super::venue_words::is_acronym_of;
use crate::text::{
    fold::{fold, words},
    publication_state::without_leading_state,
};

/// Words that only names of publishers have.
const WORDS: [&str; 13] = [
    "casalini",
    "edicions",
    "ediciones",
    "editions",
    "editore",
    "editrice",
    "edizioni",
    "forlag",
    "presses",
    "publishers",
    "uitgeverij",
    "verlag",
    "wydawnictwo",
];

/// Publishers of the humanities and social sciences without such a word, folded. Publishers that lists
/// also name in place of a conference or a journal (Springer, Elsevier, Wiley, IOS) are left out.
const HOUSES: [&str; 55] = [
    "akal",
    "allen lane",
    "armand colin",
    "ashgate",
    "basic books",
    "basil blackwell",
    "berghahn",
    "bloomsbury",
    "bohlau",
    "boydell",
    "brepols",
    "brill",
    "c h beck",
    "calmann levy",
    "carocci",
    "ch beck",
    "chatto",
    "cup",
    "de gruyter",
    "duncker",
    "einaudi",
    "faber",
    "farrar straus",
    "fayard",
    "flammarion",
    "franz steiner",
    "gallimard",
    "harpercollins",
    "harrassowitz",
    "il mulino",
    "klostermann",
    "knopf",
    "l harmattan",
    "laterza",
    "le seuil",
    "mohr siebeck",
    "oldenbourg",
    "oup",
    "palgrave",
    "penguin",
    "peter lang",
    "puf",
    "random house",
    "reclam",
    "rodopi",
    "routledge",
    "rowman",
    "schoningh",
    "suhrkamp",
    "vandenhoeck",
    "verso",
    "vittorio klostermann",
    "w w norton",
    "wallstein",
    "wilhelm fink",
];

/// Words in names of publishers that say nothing about which one it is.
const COMMON: [&str; 22] = [
    "and",
    "books",
    "co",
    "company",
    "e",
    "et",
    "gmbh",
    "group",
    "inc",
    "kg",
    "limited",
    "ltd",
    "of",
    "press",
    "publications",
    "publishers",
    "publishing",
    "sons",
    "the",
    "und",
    "university",
    "verlag",
];

/// The most words of a press with its town.
const LONGEST: usize = 7;

/// Whether a venue is the name of a publisher of books, perhaps with its town. A house must begin the name, or
/// follow the colon after its town: behind a comma or in brackets it is the publisher of a journal.
#[must_use]
pub fn is_press(venue: &str) -> bool {
    let venue = without_leading_state(venue);
    let folded = fold(venue);
    let begins_with_house = |name: &str| {
        let name = format!("{} ", fold(name));
        HOUSES.iter().any(|it| name.starts_with(&format!("{it} ")))
    };
    let count = folded.split(' ').count();
    let has = |phrase: &str| format!(" {folded} ").contains(&format!(" {phrase} "));
    count <= LONGEST
        && !["proceedings", "proc", "journal", "conference", "workshop"]
            .iter()
            .any(|word| has(word))
        && (has("press")
            || WORDS.iter().any(|word| has(word))
            || begins_with_house(venue)
            || begins_with_house(behind_town(venue)))
}

/// The name without the town before its colon.
fn behind_town(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Whether two names are those of one publisher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PressAgreement {
    /// They have a telling word in common, or one is short for the other.
    Same,
    /// One has no telling word.
    Unknown,
    /// They have nothing in common.
    Other,
}

/// Compares the names of two publishers. Of towns only the one before a colon is known to be none of the name;
/// another town in common counts.
pub(super) fn compare_presses(listed: &str, found: &str) -> PressAgreement {
    let telling = |name: &str| -> Vec<String> {
        let mut words = words(name);
        words.retain(|word| word.len() > 1 && !COMMON.contains(&word.as_str()));
        words
    };
    let (listed, found) = (behind_town(listed), behind_town(found));
    let (a, b) = (telling(listed), telling(found));
    let is_short_for = |short: &[String], long: &str| {
        let long = fold(long);
        short.iter().any(|word| is_acronym_of(word, &long))
    };
    if a.is_empty() || b.is_empty() {
        PressAgreement::Unknown
    } else if a.iter().any(|word| b.contains(word))
        || is_short_for(&a, found)
        || is_short_for(&b, listed)
    {
        PressAgreement::Same
    } else {
        PressAgreement::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_are_told_from_venues() {
        for press in [
            "Oxford University Press",
            "OUP",
            "Suhrkamp Verlag",
            "Frankfurt am Main: Suhrkamp",
            "Éditions du Seuil, Paris",
            "Göttingen: Vandenhoeck & Ruprecht",
            "de Gruyter",
        ] {
            assert!(is_press(press), "{press}");
        }
        for venue in [
            "Springer",
            "Proceedings of the Press Conference",
            "Journal of Scholarly Publishing",
            "Nature",
            "ICML 2018",
            "KDD Cup 2012",
            "Third Text, Routledge",
            "Vetus Testamentum (Brill)",
        ] {
            assert!(!is_press(venue), "{venue}");
        }
    }

    #[test]
    fn two_presses_share_no_telling_word() {
        for (listed, found) in [
            ("Penguin", "Harvard University Press"),
            ("Einaudi", "Stanford University Press"),
            ("Harvard University Press", "Stanford University Press"),
            ("Oxford: Blackwell", "Oxford University Press"),
            ("New York: Norton", "New York University Press"),
        ] {
            let agreement = compare_presses(listed, found);
            assert_eq!(agreement, PressAgreement::Other, "{listed} {found}");
        }
        for (listed, found) in [
            ("OUP", "Oxford University Press"),
            ("Oxford University Press", "Oxford University PressOxford"),
            ("München: C.H. Beck", "Verlag C.H.Beck"),
            ("MIT Press", "The MIT Press"),
            ("Oxford: Oxford University Press", "Oxford University Press"),
        ] {
            let agreement = compare_presses(listed, found);
            assert_eq!(agreement, PressAgreement::Same, "{listed} {found}");
        }
        let unknown = compare_presses("Verlag", "Suhrkamp");
        assert_eq!(unknown, PressAgreement::Unknown);
    }
}
