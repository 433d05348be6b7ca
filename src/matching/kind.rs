//! The kind of work that a listing means, and the kinds it excludes.

use super::presses::is_press;
use crate::{
    model::{ImportedMetadata, Kind, Listing},
    text::{fold::fold, publication_state::without_leading_state},
};

/// Words that only names of journals contain, in full or abbreviated.
const JOURNAL_WORDS: [&str; 12] = [
    "annals",
    "bulletin",
    "j",
    "journal",
    "lett",
    "letters",
    "magazine",
    "quarterly",
    "rev",
    "review",
    "trans",
    "transactions",
];

/// Whether a folded name has a word that only names of journals contain.
pub(crate) fn has_journal_word(folded: &str) -> bool {
    folded.split(' ').any(|word| JOURNAL_WORDS.contains(&word))
}

/// Words that name a thesis.
const THESES: [&str; 9] = [
    "dissertation",
    "habilitation",
    "phd",
    "tese",
    "tesi",
    "tesis",
    "these",
    "thesis",
    "diplomarbeit",
];

/// Words that name a thesis for a bachelor's or master's degree.
const MASTERS: [&str; 7] = [
    "bachelor",
    "diplom",
    "diploma",
    "diplomarbeit",
    "master",
    "masters",
    "msc",
];

/// Returns the kind of work that a listing means: the one it states, or else the one its venue
/// implies.
#[must_use]
pub fn listed_kind(listing: &Listing) -> Option<Kind> {
    if listing.kind.is_some() {
        return listing.kind;
    }
    let venue = fold(without_leading_state(listing.venue.as_deref()?));
    let has = |word: &str| venue.split(' ').any(|w| w == word);
    if THESES.iter().any(|word| has(word)) {
        let masters = MASTERS.iter().any(|word| has(word)) || venue.contains("m sc ");
        return Some(if masters {
            Kind::MastersThesis
        } else {
            Kind::PhdThesis
        });
    }
    if has("patent") {
        return Some(Kind::Patent);
    }
    if has("github") || has("gitlab") {
        return Some(Kind::Software);
    }
    if has("blog") || has("website") {
        return Some(Kind::Web);
    }
    if ["arxiv", "corr", "preprint", "biorxiv", "medrxiv", "ssrn"]
        .into_iter()
        .any(has)
    {
        return Some(Kind::Preprint);
    }
    let proceedings = [
        "proceedings",
        "proc",
        "conference",
        "conf",
        "symposium",
        "workshop",
    ];
    let proceedings = proceedings.iter().any(|word| has(word));
    if !proceedings && has_journal_word(&venue) {
        return Some(Kind::Journal);
    }
    if has("press") && !proceedings {
        return Some(Kind::Book);
    }
    if proceedings {
        return Some(Kind::Conference);
    }
    if has("report") || has("techreport") || has("tr") {
        return Some(Kind::Report);
    }
    None
}

/// Whether the list holds a listing as a whole book: it says so, or names a press in place of a venue,
/// or gives an ISBN or a publisher and no venue.
#[must_use]
pub fn is_listed_as_book(listing: &Listing) -> bool {
    match listed_kind(listing) {
        Some(kind) => kind == Kind::Book,
        None => match &listing.venue {
            Some(venue) => is_press(venue),
            None => listing.isbn.is_some() || has_imprint(listing),
        },
    }
}

/// Whether all that is known of a listing's place is a publisher.
fn has_imprint(listing: &Listing) -> bool {
    let imported = listing.imported.as_ref().map(ImportedMetadata::meta);
    listing.fields.contains_key("publisher")
        || imported.is_some_and(|meta| meta.publisher.is_some() && meta.venue.is_none())
}

/// Whether a listing, taken to be of kind `kind`, can't mean a record of kind `found`. A press in place
/// of a venue that does not tell the kind is that of a book or of a part of one.
pub(super) fn is_excluded(listing: &Listing, kind: Option<Kind>, found: Kind) -> bool {
    let venue = listing.venue.as_deref();
    match kind {
        None if venue.is_some_and(is_press) => !matches!(
            found,
            Kind::Book | Kind::Chapter | Kind::Conference | Kind::Preprint | Kind::Other
        ),
        _ => kinds_exclude(kind, venue.is_some(), found),
    }
}

/// Whether a listing of kind `listed` can't mean a record of kind `found`: a thesis is not the
/// paper with its title, a book not the article, a dataset or program not the paper on it. A
/// listing `with_venue` and without a kind is no thesis, book or report: those name a recognizable
/// school, press or institution.
fn kinds_exclude(listed: Option<Kind>, with_venue: bool, found: Kind) -> bool {
    let class = |kind: Kind| match kind {
        Kind::PhdThesis | Kind::MastersThesis => 1,
        Kind::Book => 2,
        Kind::Proceedings => 3,
        Kind::Patent => 4,
        Kind::Report if listed != Some(Kind::Preprint) => 5,
        Kind::Dataset | Kind::Software | Kind::Web => 6,
        _ => 0,
    };
    match listed {
        // Sources have no better kind for a web page or a program.
        Some(listed) if class(listed) == 6 && found == Kind::Other => false,
        Some(listed) => class(listed) != class(found),
        None if with_venue => class(found) != 0,
        None => found == Kind::Proceedings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_follows_from_the_venue() {
        let kind = |venue: &str| {
            listed_kind(&Listing {
                venue: Some(venue.into()),
                ..Listing::titled("x")
            })
        };
        assert_eq!(
            kind("PhD Dissertation 2023 | Rice University"),
            Some(Kind::PhdThesis)
        );
        assert_eq!(kind("Chinese Patent"), Some(Kind::Patent));
        assert_eq!(kind("arXiv preprint, in submission"), Some(Kind::Preprint));
        assert_eq!(kind("NSDI '23"), None);
        assert_eq!(kind("In press at Ecography"), None);
        assert_eq!(kind("Loom Press"), Some(Kind::Book));
        assert!(kinds_exclude(Some(Kind::PhdThesis), true, Kind::Conference));
        assert!(!kinds_exclude(Some(Kind::Journal), true, Kind::Conference));
        assert!(!kinds_exclude(None, false, Kind::Book));
        assert!(kinds_exclude(Some(Kind::Software), false, Kind::Conference));
        assert!(!kinds_exclude(Some(Kind::Web), true, Kind::Other));
    }

    #[test]
    fn press_in_place_of_a_venue_is_that_of_a_book_or_a_part_of_one() {
        let at = |venue: &str| Listing {
            venue: Some(venue.into()),
            ..Listing::titled("x")
        };
        for press in [
            "Routledge",
            "München: C. H. Beck",
            "Oxford University Press",
        ] {
            assert!(is_listed_as_book(&at(press)), "{press}");
        }
        let routledge = at("Routledge");
        assert!(!is_excluded(&routledge, None, Kind::Book));
        assert!(!is_excluded(&routledge, None, Kind::Chapter));
        assert!(
            is_excluded(&routledge, None, Kind::Journal),
            "a review of it"
        );
        for venue in ["Past & Present", "NSDI '23", "Springer", "Speculum"] {
            assert!(!is_listed_as_book(&at(venue)), "{venue}");
        }
        assert!(is_excluded(&at("Speculum"), None, Kind::Book));
        let mut numbered = Listing::titled("x");
        numbered.isbn = crate::model::Isbn::parse("3406568440").ok();
        assert!(is_listed_as_book(&numbered));
        numbered.venue = Some("Proceedings of the Looms".into());
        assert!(!is_listed_as_book(&numbered));
    }
}
