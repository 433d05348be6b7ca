//! Whether a listed venue is a record's, and what kind of work it tells.

use crate::{
    model::{Kind, Listing, Metadata},
    text::fold::{fold, is_stop_word, words},
};

/// Whether the listed venue and the record's are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VenueAgreement {
    /// They are.
    Same,
    /// They can't be told.
    Unknown,
    /// They seem to be two.
    Other,
}

/// Words that venues of every name share.
const COMMON: [&str; 44] = [
    "acm",
    "advances",
    "annual",
    "arxiv",
    "association",
    "computer",
    "computing",
    "conf",
    "conference",
    "corr",
    "european",
    "fifth",
    "first",
    "fourth",
    "ieee",
    "information",
    "international",
    "intl",
    "joint",
    "journal",
    "letters",
    "meeting",
    "national",
    "of",
    "preprint",
    "proc",
    "proceeding",
    "proceedings",
    "research",
    "science",
    "sciences",
    "second",
    "society",
    "springer",
    "symposium",
    "symp",
    "systems",
    "technology",
    "the",
    "third",
    "trans",
    "transactions",
    "usenix",
    "workshop",
];

/// Where papers of every venue lie; named as a venue, they tell none.
const ARCHIVES: [&str; 6] = [
    "acl anthology",
    "digital library",
    "ieee xplore",
    "openreview",
    "researchgate",
    "zenodo",
];

/// Compares the listed venue with everything the record says of its own.
#[must_use]
pub(super) fn compare_venues(listed: &str, meta: &Metadata) -> VenueAgreement {
    let stream = meta.ids.dblp.as_ref().map(|key| {
        key.stream()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned()
    });
    let short: Vec<String> = meta
        .venue_short
        .iter()
        .map(String::as_str)
        .chain(stream.as_deref())
        .flat_map(words)
        .filter(|w| w.len() > 1)
        .collect();
    let short = with_old_names(short);
    let full = meta
        .venue
        .as_ref()
        .map(|venue| fold(&venue.text()))
        .unwrap_or_default();
    let listed_words = telling(listed);
    let folded = fold(listed);
    if ARCHIVES.iter().any(|name| folded.contains(name)) {
        return VenueAgreement::Unknown;
    }
    if listed_words.is_empty() || short.is_empty() && full.is_empty() {
        return VenueAgreement::Unknown;
    }
    let full_words = telling(&full);
    if listed_words.iter().any(|word| short.contains(word)) {
        return VenueAgreement::Same;
    }
    let acronyms = acronyms(listed);
    if acronyms
        .iter()
        .any(|acronym| full_words.contains(acronym) || is_acronym_of(acronym, &full))
    {
        return VenueAgreement::Same;
    }
    if short
        .iter()
        .any(|acronym| is_acronym_of(acronym, &fold(listed)))
    {
        return VenueAgreement::Same;
    }
    let abbreviates = |a: &String, b: &String| {
        a == b
            || a.len() >= 3 && b.starts_with(a.as_str())
            || b.len() >= 3 && a.starts_with(b.as_str())
    };
    let pool: Vec<&String> = full_words.iter().chain(&short).collect();
    let hits = listed_words
        .iter()
        .filter(|w| pool.iter().any(|other| abbreviates(w, other)))
        .count();
    if hits * 2 >= listed_words.len().max(2) {
        VenueAgreement::Same
    } else if hits > 0 {
        VenueAgreement::Unknown
    } else {
        VenueAgreement::Other
    }
}

/// DBLP files `NeurIPS` under the name it bore until 2017.
fn with_old_names(mut short: Vec<String>) -> Vec<String> {
    if short.iter().any(|word| word == "nips") {
        short.push("neurips".to_owned());
    }
    short
}

/// Whether two publications name venues that are plainly two.
#[must_use]
pub fn venues_differ(a: &Metadata, b: &Metadata) -> bool {
    let name = |meta: &Metadata| {
        meta.venue
            .as_ref()
            .map(ToString::to_string)
            .or_else(|| meta.venue_short.clone())
    };
    let other = |name: Option<String>, meta: &Metadata| {
        name.is_some_and(|name| compare_venues(&name, meta) == VenueAgreement::Other)
    };
    other(name(a), b) && other(name(b), a)
}

/// The words of a venue that tell it from others: no numbers, no common words.
fn telling(venue: &str) -> Vec<String> {
    words(venue)
        .into_iter()
        .map(|word| {
            word.trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned()
        })
        .filter(|word| {
            word.len() > 1
                && !word.starts_with(|c: char| c.is_ascii_digit())
                && !is_stop_word(word)
                && !COMMON.contains(&word.as_str())
        })
        .collect()
}

/// The words written in capitals, folded: `NSDI '23` gives `nsdi`.
fn acronyms(venue: &str) -> Vec<String> {
    venue
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()))
        .filter(|word| word.chars().filter(|c| c.is_uppercase()).count() >= 2)
        .map(fold)
        .filter(|word| word.len() >= 2 && !COMMON.contains(&word.as_str()))
        .collect()
}

/// Whether `acronym` is made of the first letters of consecutive telling words of `name`.
fn is_acronym_of(acronym: &str, name: &str) -> bool {
    if acronym.len() < 3 {
        return false;
    }
    let initials: String = name
        .split(' ')
        .filter(|word| !is_stop_word(word))
        .filter_map(|word| word.chars().next())
        .collect();
    initials.contains(acronym)
}

/// Words that only journals have in their names, whole or abbreviated.
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

/// What kind of work a listing means: what it says, else what its venue and status tell.
#[must_use]
pub fn listed_kind(listing: &Listing) -> Option<Kind> {
    if listing.kind.is_some() {
        return listing.kind;
    }
    let venue = fold(listing.venue.as_deref()?);
    let has = |word: &str| venue.split(' ').any(|w| w == word);
    if has("thesis") || has("dissertation") || has("phd") || has("habilitation") {
        let masters = has("master") || has("masters") || has("msc") || has("bachelor");
        return Some(if masters {
            Kind::MastersThesis
        } else {
            Kind::PhdThesis
        });
    }
    if has("patent") {
        return Some(Kind::Patent);
    }
    if has("blog") || has("website") {
        return Some(Kind::Web);
    }
    if has("arxiv") || has("corr") || has("preprint") || has("biorxiv") || has("medrxiv") {
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
    if !proceedings && JOURNAL_WORDS.iter().any(|word| has(word)) {
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

/// Whether a listing of kind `listed` can't be a record of kind `found`: a thesis is not the paper
/// of the same title, a book not the article, whatever their titles. A listing `with_venue` that
/// does not say its kind is neither a thesis nor a book nor a report: those name a school, a
/// press or an institution that tells.
pub(super) fn kinds_exclude(listed: Option<Kind>, with_venue: bool, found: Kind) -> bool {
    let class = |kind: Kind| match kind {
        Kind::PhdThesis | Kind::MastersThesis => 1,
        Kind::Book => 2,
        Kind::Proceedings => 3,
        Kind::Patent => 4,
        Kind::Report if listed != Some(Kind::Preprint) => 5,
        _ => 0,
    };
    match listed {
        Some(listed) => class(listed) != class(found),
        None if with_venue => class(found) != 0,
        None => found == Kind::Proceedings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DblpKey, Title};

    fn conf(short: &str, full: &str, key: Option<&str>) -> Metadata {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        meta.venue_short = (!short.is_empty()).then(|| short.to_owned());
        meta.venue = (!full.is_empty()).then(|| Title::plain(full));
        meta.ids.dblp = key.map(|k| DblpKey::parse(k).unwrap());
        meta
    }

    #[test]
    fn venues_as_people_write_them() {
        let nsdi = conf(
            "NSDI",
            "20th USENIX Symposium on Networked Systems Design and Implementation, NSDI 2023",
            Some("conf/nsdi/ZhouWDY23"),
        );
        for listed in [
            "NSDI '23",
            "USENIX NSDI 2023",
            "NSDI23",
            "Networked Systems Design and Implementation",
        ] {
            assert_eq!(
                compare_venues(listed, &nsdi),
                VenueAgreement::Same,
                "{listed}"
            );
        }
        assert_eq!(compare_venues("CVPR 2020", &nsdi), VenueAgreement::Other);
        assert_eq!(compare_venues("2023", &nsdi), VenueAgreement::Unknown);
        let ton = conf(
            "IEEE/ACM Trans. Netw.",
            "IEEE/ACM Transactions on Networking",
            None,
        );
        assert_eq!(
            compare_venues("IEEE/ACM Transactions on Networking", &ton),
            VenueAgreement::Same
        );
    }

    #[test]
    fn kinds_told_by_venues() {
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
        assert!(kinds_exclude(Some(Kind::PhdThesis), true, Kind::Conference));
        assert!(!kinds_exclude(Some(Kind::Journal), true, Kind::Conference));
        assert!(!kinds_exclude(None, false, Kind::Book));
    }
}
