//! Whether a listed venue is that of a record.

use super::{
    damage::repaired,
    known_venues::{are_one_venue, are_two_venues},
    title_contractions::is_contraction,
    venue_conflict::{is_named_in_full, venues_conflict},
    venue_words::{acronyms, content_words, is_acronym_of, is_periodical},
};
use crate::{
    model::{Kind, Metadata},
    text::{
        fold::{fold, words},
        ordinals,
        publication_state::without_leading_state,
    },
};

/// Whether the listed venue and the record's are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VenueAgreement {
    /// They are the same.
    Same,
    /// They can't be compared.
    Unknown,
    /// They seem to differ.
    Other,
    /// Both are named in full and differ: another conference, year, track or journal.
    Conflict,
}

/// Sites that hold papers of all venues. Listed as a venue, they say nothing about it.
const ARCHIVES: [&str; 9] = [
    "acl anthology",
    "biorxiv",
    "digital library",
    "ieee xplore",
    "medrxiv",
    "openreview",
    "researchgate",
    "ssrn",
    "zenodo",
];

/// Compares the listed venue and year with those of the record.
#[must_use]
pub(super) fn compare_venues(listed: &str, year: Option<i32>, meta: &Metadata) -> VenueAgreement {
    let listed = &*repaired(without_leading_state(listed));
    let short = short_names(meta);
    let folded = fold(listed);
    let full = meta
        .venue
        .as_ref()
        .map(|venue| fold(&venue.text()))
        .unwrap_or_default();
    if short.iter().any(|word| is_full_name(word, &folded)) {
        return VenueAgreement::Same;
    }
    let listed_words = content_words(listed);
    let mut archives = ARCHIVES.iter().filter(|name| folded.contains(*name));
    if let Some(archive) = archives.next() {
        // `medRxiv`, where the record is there too.
        return if full.contains(archive) {
            VenueAgreement::Same
        } else {
            VenueAgreement::Unknown
        };
    }
    if short
        .iter()
        .any(|word| is_cut_name(word, &folded) || has_ordinal_glued(word, &folded))
    {
        return VenueAgreement::Same;
    }
    if listed_words.is_empty() || short.is_empty() && full.is_empty() {
        return VenueAgreement::Unknown;
    }
    let acronyms = acronyms(listed);
    // A venue that is named in full is compared by its name first.
    let is_short_form =
        !is_named_in_full(listed) && acronyms.iter().any(|acronym| is_periodical(acronym, &full));
    if is_short_form || short.iter().any(|acronym| is_periodical(acronym, &folded)) {
        return VenueAgreement::Same;
    }
    if venues_conflict(listed, year, meta) {
        return VenueAgreement::Conflict;
    }
    let short_name = meta.venue_short.as_deref();
    if are_one_venue(listed, &full) {
        return VenueAgreement::Same;
    }
    if are_two_venues(listed, &full) || short_name.is_some_and(|it| are_two_venues(listed, it)) {
        return VenueAgreement::Other;
    }
    let full_words = content_words(&full);
    if listed_words.iter().any(|word| short.contains(word)) {
        return VenueAgreement::Same;
    }
    if acronyms
        .iter()
        .any(|acronym| full_words.contains(acronym) || is_acronym_of(acronym, &full))
    {
        return VenueAgreement::Same;
    }
    if short.iter().any(|acronym| is_acronym_of(acronym, &folded)) {
        return VenueAgreement::Same;
    }
    let abbreviates = |a: &String, b: &String| {
        a == b
            || is_contraction(a, b)
            || a.len() >= 3 && b.starts_with(a.as_str())
            || b.len() >= 3 && a.starts_with(b.as_str())
    };
    // `CHI` is no beginning of `China`. Who writes all in capitals may abbreviate as well.
    let is_name =
        |word: &String| acronyms.contains(word) && acronyms.len() < listed_words.len().max(2);
    let stream = meta.kind == Kind::Conference;
    let is_hit = |word: &String| {
        let mut full = full_words.iter();
        let mut short = short.iter();
        full.any(|other| word == other || !is_name(word) && abbreviates(word, other))
            || short
                .any(|other| word == other || !is_name(word) && !stream && abbreviates(word, other))
    };
    let hits = listed_words.iter().filter(|word| is_hit(word)).count();
    if hits * 2 >= listed_words.len().max(2) {
        VenueAgreement::Same
    } else if hits > 0 || listed.contains('…') {
        // A name that was cut may be any that begins like this.
        VenueAgreement::Unknown
    } else {
        VenueAgreement::Other
    }
}

/// The words of the names under which a record's venue and DBLP's stream are short.
pub(super) fn short_names(meta: &Metadata) -> Vec<String> {
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
    with_old_names(short)
}

/// Adds `neurips` to `nips`, the name under which DBLP files the conference as it did until 2017.
fn with_old_names(mut short: Vec<String>) -> Vec<String> {
    if short.iter().any(|word| word == "nips") {
        short.push("neurips".to_owned());
    }
    short
}

/// Conferences with a short name that is not an acronym of the full one.
const FULL_NAMES: [(&str, &str); 9] = [
    ("chi", "human factors in computing systems"),
    ("coling", "computational linguistics"),
    ("focs", "foundations of computer science"),
    ("kdd", "knowledge discovery and data mining"),
    ("sigmod", "management of data"),
    ("stoc", "theory of computing"),
    ("vldb", "very large data bases"),
    ("vldb", "very large databases"),
    ("www", "world wide web"),
];

/// Whether a folded name contains the full form of a short one.
pub(super) fn is_full_name(short: &str, name: &str) -> bool {
    FULL_NAMES
        .iter()
        .any(|(known, full)| *known == short && name.contains(full))
}

/// Whether a folded name ends in the first words of the full form of a short one, as search engines
/// cut them: `proceedings of the international conference on very large`.
fn is_cut_name(short: &str, name: &str) -> bool {
    FULL_NAMES.iter().any(|(known, full)| {
        let is_cut = |cut: usize| {
            name.strip_suffix(&full[..cut])
                .is_some_and(|rest| rest.ends_with(" on ") || rest.ends_with(" of "))
        };
        *known == short && full.match_indices(' ').any(|(cut, _)| is_cut(cut))
    })
}

/// Whether a folded name contains a short one joined with an ordinal: `22ndVLDB`.
fn has_ordinal_glued(short: &str, name: &str) -> bool {
    let respaced = |word: &str| {
        ordinals::ENDINGS.iter().any(|end| {
            word.split_once(end).is_some_and(|(number, rest)| {
                rest == short && number.chars().all(|c| c.is_ascii_digit())
            })
        })
    };
    short.len() >= 4 && name.split(' ').any(respaced)
}

/// Whether the venues of two publications clearly differ.
#[must_use]
pub fn venues_differ(a: &Metadata, b: &Metadata) -> bool {
    let name = |meta: &Metadata| {
        meta.venue
            .as_ref()
            .map(ToString::to_string)
            .or_else(|| meta.venue_short.clone())
    };
    let other = |name: Option<String>, meta: &Metadata| {
        name.is_some_and(|name| {
            matches!(
                compare_venues(&name, None, meta),
                VenueAgreement::Other | VenueAgreement::Conflict
            )
        })
    };
    other(name(a), b) && other(name(b), a)
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
    fn short_names_of_periodicals_agree() {
        for (listed, short, full) in [
            ("JACM", "J. ACM", "Journal of the ACM"),
            ("JACM", "", "Journal of the ACM"),
            ("CACM", "Commun. ACM", "Communications of the ACM"),
            ("ACM TOCS", "", "ACM Transactions on Computer Systems"),
            ("ACM Transactions on Database Systems", "TODS", ""),
        ] {
            let meta = conf(short, full, None);
            let agreement = compare_venues(listed, None, &meta);
            assert_eq!(agreement, VenueAgreement::Same, "{listed}: {full}");
        }
        let other = conf("", "Journal of Applied Computational Mechanics", None);
        assert_ne!(compare_venues("CACM", None, &other), VenueAgreement::Same);
    }

    #[test]
    fn common_spellings_of_a_venue_agree() {
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
                compare_venues(listed, None, &nsdi),
                VenueAgreement::Same,
                "{listed}"
            );
        }
        assert_eq!(
            compare_venues("CVPR 2020", None, &nsdi),
            VenueAgreement::Other
        );
        assert_eq!(compare_venues("2023", None, &nsdi), VenueAgreement::Unknown);
        let ton = conf(
            "IEEE/ACM Trans. Netw.",
            "IEEE/ACM Transactions on Networking",
            None,
        );
        assert_eq!(
            compare_venues("IEEE/ACM Transactions on Networking", None, &ton),
            VenueAgreement::Same
        );
    }
}
