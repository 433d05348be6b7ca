//! Removes what a citation left around a listed title: names before it, the venue after it.

use std::{borrow::Cow, cell::LazyCell};

use super::{
    distinguishing_words::DISTINGUISHING_WORDS, title_words::is_misspelling,
    venue_words::content_words,
};
use crate::{
    model::{Listing, Metadata},
    text::{
        fold::{is_stop_word, words},
        similarity::are_titles,
    },
};

/// Returns the part of a listed title that may be the record's title, if names precede it or a
/// place follows it.
pub(super) fn without_debris(title: &str, listing: &Listing, meta: &Metadata) -> Option<String> {
    let found = meta.title.text();
    if !are_titles(title, &found) {
        return None;
    }
    let (listed, found) = (words(title), words(&found));
    let (first, last) = (found.first()?, found.last()?);
    if found.len() < 2 || listed.len() < 3 {
        return None;
    }
    // Most titles have no debris, so the surrounding words are collected only when needed.
    let around = LazyCell::new(|| CitationParts::of(listing, meta));
    let is = |word: &str, other: &str| word == other || is_misspelling(word, other);
    let start = (0..listed.len())
        .find(|at| is(&listed[*at], first) && (*at == 0 || around.is_head(&listed[..*at])))
        .unwrap_or(0);
    let end = (start + 1..listed.len().saturating_sub(1))
        .find(|at| is(&listed[*at], last) && around.is_tail(&listed[at + 1..]))
        .map_or(listed.len(), |at| at + 1);
    (start > 0 || end < listed.len()).then(|| listed[start..end].join(" "))
}

/// Removes the type mark that some citation styles append to a title: `Sorting [J]`.
pub(super) fn without_type_mark(title: &str) -> Cow<'_, str> {
    let trimmed = title.trim_end_matches([' ', '.', ',']);
    let marked = trimmed
        .strip_suffix(']')
        .and_then(|head| head.rsplit_once('['))
        .filter(|(_, mark)| {
            let mark = mark.trim().to_ascii_uppercase();
            MARKS.contains(&mark.as_str())
        });
    match marked {
        Some((head, _)) => Cow::Owned(head.trim_end().to_owned()),
        None => Cow::Borrowed(title),
    }
}

/// The type marks of GB/T 7714, the Chinese standard for references, including those for online
/// sources.
const MARKS: [&str; 11] = [
    "A", "C", "C/OL", "D", "EB/OL", "J", "J/OL", "M", "N", "R", "S",
];

/// Words that may surround a title in a citation.
struct CitationParts {
    names: Vec<String>,
    places: Vec<String>,
    years: Vec<String>,
}

impl CitationParts {
    fn of(listing: &Listing, meta: &Metadata) -> Self {
        let listed = listing.authors.iter().filter_map(|author| match author {
            crate::model::ListedAuthor::Named(name) => Some(name),
            crate::model::ListedAuthor::Person => None,
        });
        let names = meta.authors.iter().map(|author| &author.name).chain(listed);
        let venue = meta.venue.as_ref().map(crate::model::Title::text);
        let stream = meta.ids.dblp.as_ref().map(|key| key.stream().to_owned());
        let places = [&venue, &meta.venue_short, &listing.venue, &stream];
        let years = [meta.year(), listing.year];
        Self {
            names: names.flat_map(|name| words(&name.to_string())).collect(),
            places: places
                .into_iter()
                .flatten()
                .flat_map(|place| content_words(place))
                .collect(),
            years: years
                .into_iter()
                .flatten()
                .flat_map(|year| [year.to_string(), format!("{:02}", year % 100)])
                .collect(),
        }
    }

    fn is_name(&self, word: &str) -> bool {
        matches!(word, "and" | "al" | "et")
            || word.len() == 1
            || self.years.iter().any(|year| year == word)
            || self.names.iter().any(|name| {
                name == word
                    || name.len() >= 5
                        && (word.contains(name.as_str()) || is_misspelling(name, word))
            })
    }

    /// Whether a title's first words are names, some of which may be unreadable.
    fn is_head(&self, words: &[String]) -> bool {
        let names = words.iter().filter(|word| self.is_name(word)).count();
        names * 2 >= words.len()
            && !words
                .iter()
                .any(|word| DISTINGUISHING_WORDS.contains(&word.as_str()))
    }

    /// Whether a title's last words state a place, some of which may be unreadable.
    fn is_tail(&self, words: &[String]) -> bool {
        let is_place = |word: &String| {
            PLACES.contains(&word.as_str()) || self.places.iter().any(|place| place == word)
        };
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let places = words.iter().filter(|word| is_place(word)).count();
        let years = words
            .iter()
            .filter(|word| self.years.contains(word))
            .count();
        let is_known_word = |word: &&String| {
            is_place(word)
                || self.years.contains(word)
                || places > 0 && (is_number(word) || is_stop_word(word) || self.is_name(word))
        };
        let known = words.iter().filter(is_known_word).count();
        // Pages alone, or a volume and pages: `26(3): 12-17`.
        let numbers = words.len() >= 3 && words.iter().all(|word| is_number(word));
        (numbers || places + years > 0 && known * 2 >= words.len())
            && !words
                .iter()
                .any(|word| DISTINGUISHING_WORDS.contains(&word.as_str()))
    }
}

/// Words that state, after a title, where or when it appeared.
const PLACES: [&str; 55] = [
    "abs",
    "acm",
    "annual",
    "april",
    "arxiv",
    "august",
    "available",
    "award",
    "best",
    "conf",
    "conference",
    "corr",
    "december",
    "dept",
    "editors",
    "eds",
    "edu",
    "february",
    "ftp",
    "group",
    "http",
    "https",
    "ieee",
    "inproceedings",
    "int",
    "intl",
    "january",
    "journal",
    "july",
    "june",
    "lncs",
    "march",
    "november",
    "oct",
    "october",
    "pages",
    "pp",
    "preprint",
    "press",
    "prints",
    "proc",
    "proceeding",
    "proceedings",
    "raquo",
    "rep",
    "sept",
    "september",
    "springer",
    "submitted",
    "symposium",
    "tech",
    "techreport",
    "transactions",
    "univ",
    "www",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, PartialDate, PersonName, Title};

    fn part(listed: &str, found: &str, authors: &[&str]) -> Option<String> {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(found));
        let names = authors.iter().map(|name| PersonName::parse(name).into());
        meta.authors = names.collect();
        meta.date = PartialDate::from_parts(1999, None, None);
        meta.venue_short = Some("VLDB".to_owned());
        without_debris(listed, &Listing::titled(listed), &meta)
    }

    #[test]
    fn names_before_and_places_after_a_title_are_removed() {
        let cut = |listed: &str| {
            part(
                listed,
                "Fast Sorting of Strings",
                &["Jane Doe", "R. Smithers"],
            )
        };
        for listed in [
            "J. Doe and R. Smithers: Fast sorting of strings",
            "Fast sorting of strings, Proc. of the 25th Intl. VLDB Conf.",
            "Fast sorting of strings, 1999",
            "Doe, J. (1999) Fast sorting of strings, VLDB",
        ] {
            assert_eq!(
                cut(listed).as_deref(),
                Some("fast sorting of strings"),
                "{listed}"
            );
        }
        for listed in [
            "Fast Sorting of Strings, Workshop",
            "Fast Sorting of Strings 2",
            "Very Fast Sorting of Strings",
            "Fast Sorting of Strings in Databases",
        ] {
            assert_eq!(cut(listed), None, "{listed}");
        }
    }

    #[test]
    fn type_marks_are_removed() {
        assert_eq!(without_type_mark("On Sorting [ J ]."), "On Sorting");
        assert_eq!(without_type_mark("On Sorting [5]"), "On Sorting [5]");
    }
}
