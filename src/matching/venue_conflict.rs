//! Whether two venues that are both named in full differ.
//!
//! People who copy the full name of a venue rarely make a mistake in it, so that a different full
//! name means another version of the work. A short name written from memory may be a mistake.

use super::title_contractions::is_contraction;
use super::venue_words::{acronyms, content_words, is_acronym_of};
use crate::{
    model::{Kind, Metadata},
    text::{
        fold::{fold, words},
        ordinals,
    },
};

/// Words for the type of a venue. A name with one of them is a full name.
const GENRES: [&str; 18] = [
    "advances",
    "conf",
    "conference",
    "j",
    "journal",
    "lett",
    "letters",
    "magazine",
    "meeting",
    "proc",
    "proceedings",
    "review",
    "symp",
    "symposium",
    "trans",
    "transactions",
    "workshop",
    "workshops",
];

/// Words that distinguish the tracks of one conference.
const TRACKS: [&str; 10] = [
    "companion",
    "demo",
    "demonstration",
    "doctoral",
    "findings",
    "industry",
    "poster",
    "student",
    "tutorial",
    "workshop",
];

/// Whether the listed venue and the record's are both named in full and differ: in name, in the
/// edition of one series, or in the track of one conference.
///
/// `year` is the listed one.
pub(super) fn venues_conflict(listed: &str, year: Option<i32>, meta: &Metadata) -> bool {
    let Some(full) = meta.venue.as_ref().map(crate::model::Title::text) else {
        return false;
    };
    // A journal of conference papers is cited by either name, and its volumes have years of their
    // own.
    let proceedings =
        meta.kind == Kind::Journal && words(&full).iter().any(|word| word.starts_with("proc"));
    if !is_named_in_full(listed) || !is_named_in_full(&full) || proceedings {
        return false;
    }
    let name = without_place(listed);
    names_differ(name, &full, meta)
        || kinds_differ(listed, &full)
        || editions_differ(listed, year, &full, meta)
        // `Learning Theory and Kernel Machines` is the volume of both a conference and a workshop.
        || !fold(&full).contains(&fold(listed)) && tracks_differ(listed, &full)
}

/// Removes the place after a colon from the name of a meeting:
/// `Proceedings of the Conference on Sorting 2019: Los Angeles, United States`.
fn without_place(venue: &str) -> &str {
    let meeting = |name: &&str| {
        let says = |word: &String| word.starts_with("conf") || word.starts_with("proc");
        is_named_in_full(name) && words(name).iter().any(says)
    };
    venue
        .split_once(": ")
        .filter(|(_, place)| place.contains(','))
        .map(|(name, _)| name)
        .filter(meeting)
        .unwrap_or(venue)
}

/// Whether a venue is named in full: by its type and subject, or by its subject in several words.
pub(super) fn is_named_in_full(venue: &str) -> bool {
    let subject = content_words(venue).len();
    let genre = words(venue)
        .iter()
        .any(|word| GENRES.contains(&word.as_str()));
    subject >= 2 && (genre || subject >= 4 || acronyms(venue).is_empty())
}

/// Whether a venue is named by its subject only, as journals are: `Computational Linguistics`.
pub(super) fn is_subject_only(venue: &str) -> bool {
    is_named_in_full(venue)
        && acronyms(venue).is_empty()
        && !words(venue)
            .iter()
            .any(|word| GENRES.contains(&word.as_str()))
}

/// Whether the listed name has a word that the record's lacks in every form.
fn names_differ(listed: &str, full: &str, meta: &Metadata) -> bool {
    let folded = fold(full);
    let mut known: Vec<String> = words(full);
    known.extend(meta.venue_short.iter().flat_map(|short| words(short)));
    if let Some(key) = &meta.ids.dblp {
        known.extend(words(key.stream()));
    }
    if known.iter().any(|word| word == "nips") {
        known.push("neurips".to_owned());
    }
    let short = acronyms(listed);
    let genres = |venue: &str| {
        let mut found = words(venue);
        found.retain(|word| GENRES.contains(&word.as_str()));
        found.sort();
        found.dedup();
        found
    };
    // `IWQoS | International Symposium on Quality of Service` has a short name next to the full
    // one.
    known.extend(meta.publisher.iter().flat_map(|publisher| words(publisher)));
    let content_words = content_words(without_edition(listed));
    let beside = genres(listed) == genres(full) && content_words.len() >= 3;
    let initials: String = folded
        .split(' ')
        .filter_map(|word| word.chars().next())
        .collect();
    let own = fold(listed);
    if is_section_named(listed, full) || has_subtitle(listed, &folded) {
        return false;
    }
    // `Probab. Th. Rel. Fields`
    let dotted: Vec<String> = listed
        .split_whitespace()
        .filter_map(|word| word.strip_suffix('.'))
        .map(fold)
        .collect();
    let is_cut = |word: &String| {
        dotted.contains(word) && known.iter().any(|other| other.starts_with(word.as_str()))
    };
    content_words.iter().any(|word| {
        // `Transactions on Database Systems (tods)` ends in its own acronym.
        if is_acronym_of(word, &own) {
            return false;
        }
        let is_here = is_cut(word) || known.iter().any(|other| is_form_of(word, other));
        let is_acronym = short.contains(word)
            && (is_acronym_of(word, &folded)
                || beside
                || initials.contains(word.as_str())
                || known
                    .iter()
                    .any(|other| word.contains(other.as_str()) && other.len() > 2));
        !is_here
            && !is_acronym
            && ordinals::ordinal(word).is_none()
            && ordinals::tens(word).is_none()
    })
}

/// Whether the listed name is that of the record with a subtitle behind it: `Frontiers in Psychology: Language Sciences`.
fn has_subtitle(listed: &str, full: &str) -> bool {
    let heads = [": ", " - ", " – "]
        .into_iter()
        .filter_map(|sign| listed.split_once(sign));
    let mut heads = heads.map(|(head, _)| head);
    heads.any(|head| is_named_in_full(head) && fold(head) == full)
}

/// Removes the town or edition in brackets by which medical libraries tell journals of one name apart:
/// `J Physiol (Lond)`, `Trends Cogn. Sci. (Regul. Ed.)`.
fn without_edition(venue: &str) -> &str {
    let is_edition = |inner: &str| {
        (1..=2).contains(&inner.split_whitespace().count())
            && !words(inner)
                .iter()
                .any(|word| GENRES.contains(&word.as_str()))
    };
    venue
        .strip_suffix(')')
        .and_then(|venue| venue.rsplit_once(" ("))
        .filter(|(name, inner)| is_edition(inner) && is_named_in_full(name))
        .map_or(venue, |(name, _)| name)
}

/// Whether the listed name goes on behind that of the record, which ends in the letter of a section, with the subject of
/// the section: `Phys Rev E Stat Nonlin Soft Matter Phys` for `Physical Review E`.
fn is_section_named(listed: &str, full: &str) -> bool {
    let names = [listed, full].map(|venue| {
        let mut words = words(venue);
        words.retain(|word| !["the", "of", "and", "in", "for"].contains(&word.as_str()));
        words
    });
    let [listed, full] = &names;
    full.len() >= 3
        && listed.len() > full.len()
        && full.last().is_some_and(|letter| letter.len() == 1)
        && full
            .iter()
            .zip(listed)
            .all(|(one, other)| one == other || one.len() > 1 && is_form_of(one, other))
}

/// Whether the record's venue, without place and date, has at least three content words more than
/// the listed one.
pub(super) fn is_more_specific(listed: &str, full: &str) -> bool {
    let known = words(listed);
    let folded = fold(full);
    if acronyms(listed)
        .iter()
        .any(|short| is_acronym_of(short, &folded))
    {
        return false;
    }
    let name = full.split(',').next().unwrap_or(full);
    let more = content_words(name);
    let more = more
        .iter()
        .filter(|word| !known.iter().any(|other| is_form_of(word, other)));
    is_named_in_full(listed) && more.count() >= 3
}

/// Whether the listed venue is a conference by its name and the record's is a journal.
fn kinds_differ(listed: &str, full: &str) -> bool {
    const MEETINGS: [&str; 6] = [
        "conference",
        "conf",
        "meeting",
        "symposium",
        "symp",
        "workshop",
    ];
    let has = |venue: &str, sorts: &[&str]| {
        words(venue)
            .iter()
            .any(|word| sorts.contains(&word.as_str()))
    };
    has(listed, &MEETINGS) && !has(listed, &["journal"]) && has(full, &["journal"])
}

/// Whether two words are the same, one abbreviated or misspelt.
fn is_form_of(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b
        || is_contraction(a, b)
        || short.len() >= 3 && long.starts_with(short)
        || short.len() >= 6
            && long.len() - short.len() <= 2
            && rapidfuzz::distance::levenshtein::distance(a.bytes(), b.bytes()) <= 2
}

/// Whether both names contain an edition number or a year, and these differ.
fn editions_differ(listed: &str, year: Option<i32>, full: &str, meta: &Metadata) -> bool {
    let differ = |a: &[u32], b: &[u32]| {
        !a.is_empty() && !b.is_empty() && !a.iter().any(|one| b.contains(one))
    };
    let mut years_found = years(full);
    years_found.extend(meta.year().and_then(|year| u32::try_from(year).ok()));
    let (known, found) = (years(listed), ordinals(full));
    // If the years agree, an edition number that is off by one or two was miscounted.
    let miscounted = |number: &u32| {
        (year.is_some() && year == meta.year()
            || known.iter().any(|year| years_found.contains(year)))
            && found.iter().any(|other| number.abs_diff(*other) <= 2)
    };
    differ(&known, &years_found)
        || differ(&ordinals(listed), &found) && !ordinals(listed).iter().any(miscounted)
}

fn years(venue: &str) -> Vec<u32> {
    let numbers = venue.split(|c: char| !c.is_ascii_digit());
    numbers
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .filter(|year| (1900..2100).contains(year))
        .collect()
}

/// Returns the edition numbers in a venue's name: `36th`, `Twenty-third`.
fn ordinals(venue: &str) -> Vec<u32> {
    let words = words(venue);
    let mut out = Vec::new();
    let mut tens = 0;
    for word in &words {
        let before = std::mem::replace(&mut tens, ordinals::tens(word).unwrap_or(0));
        if let Some(value) = ordinals::ordinal(word) {
            out.push(if value < 10 { before + value } else { value });
        }
    }
    out
}

/// Whether only one of the names has the word for a track, such as workshop, demonstration or
/// tutorial.
pub(super) fn tracks_differ(listed: &str, full: &str) -> bool {
    let (a, b) = (words(listed), words(full));
    TRACKS.iter().any(|track| {
        let has = |words: &[String]| {
            words
                .iter()
                .any(|word| word.trim_end_matches('s') == *track)
        };
        // `CVPR WS`
        let short =
            |words: &[String]| *track == "workshop" && words.iter().any(|word| word == "ws");
        has(&a) != has(&b) && !short(&a)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Title;

    fn apart(listed: &str, found: &str, year: i32) -> bool {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        meta.venue = Some(Title::plain(found));
        meta.date = crate::model::PartialDate::from_parts(year, None, None);
        venues_conflict(listed, None, &meta)
    }

    #[test]
    fn full_venue_names_agree_or_conflict() {
        let acl = "Proceedings of the 56th Annual Meeting of the Association for Computational Linguistics";
        let cvpr = "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition, CVPR 2021, Virtual Event";
        for (listed, found, year) in [
            (
                "Proceedings of the Workshop on Neural Generation",
                acl,
                2018,
            ),
            (
                "Proceedings of the 55th Annual Meeting of the Association for Computational Linguistics",
                acl,
                2018,
            ),
            (
                "IEEE Conference on Computer Vision and Pattern Recognition Workshops",
                cvpr,
                2021,
            ),
            (
                "IEEE Conference on Computer Vision and Pattern Recognition, 2020",
                cvpr,
                2021,
            ),
            (
                "IEEE Transactions on Pattern Analysis and Machine Intelligence",
                cvpr,
                2021,
            ),
            (
                "Phys. Rev. D Particles and Fields",
                "Physical Review E",
                2010,
            ),
            (
                "Proceedings of the Conference on Computational Linguistics and Speech Processing",
                "International Journal of Computational Linguistics and Speech Processing",
                2004,
            ),
        ] {
            assert!(apart(listed, found, year), "{listed} / {found}");
        }
        for (listed, found, year) in [
            (
                "Annual Meeting of the Association for Computational Linguistics (ACL)",
                acl,
                2018,
            ),
            ("Proc. Assoc. Comput. Linguistics", acl, 2018),
            (
                "Proceedings of the Fifty-Sixth Meeting of the Association for Computational Linguistics",
                acl,
                2018,
            ),
            (
                "Proceedings of the IEEE/CVF Conf. on Computer Vision and Pattern Recognition",
                cvpr,
                2021,
            ),
            ("CVPR", cvpr, 2021),
            (
                "Probab. Th. Rel. Fields.",
                "Probability Theory and Related Fields",
                2018,
            ),
            (
                "Frontiers in Psychology: Language Sciences",
                "Frontiers in Psychology",
                2019,
            ),
            (
                "Trends Cogn. Sci. (Regul. Ed.)",
                "Trends in Cognitive Sciences",
                2006,
            ),
            (
                "Phys Rev E Stat Nonlin Soft Matter Phys",
                "Physical Review E",
                2010,
            ),
            (
                "IWQoS '16 | IEEE/ACM International Symposium on Quality of Service",
                "IEEE/ACM International Symposium on Quality of Service",
                2016,
            ),
            ("ICCV 2019", cvpr, 2021),
        ] {
            assert!(!apart(listed, found, year), "{listed} / {found}");
        }
    }

    #[test]
    fn event_with_a_longer_name_is_more_specific() {
        let full = "Proceedings of the Workshop on Sorting: Recent Advances and Future Directions (WS-2009)";
        assert!(is_more_specific(
            "Proceedings of the 5th Workshop on Sorting Machines",
            full
        ));
        let full = "The 5th Workshop on Sorting Machines, SORT 2009, Some Town, May 1-3, 2009";
        assert!(!is_more_specific("Workshop on Sorting Machines", full));
    }

    #[test]
    fn edition_numbers_and_years_are_read() {
        assert_eq!(
            ordinals("Twenty-third and 7th, thirtieth, First"),
            [23, 7, 30, 1]
        );
        assert_eq!(years("CVPR 2021, June 20-25, 2021"), [2021, 2021]);
        assert!(
            is_subject_only("Computational Linguistics")
                && !is_subject_only("CVPR")
                && !is_subject_only("Nature")
        );
    }
}
