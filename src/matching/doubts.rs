//! What keeps a record from being taken without a person's look, however well the rest agrees.

use super::{
    edition::{is_full, is_subject, says_more},
    score::Seen,
    title::TitleRelation,
    venue::VenueAgreement,
};
use crate::{
    model::{Kind, Listing, Metadata, Person},
    text::fold::{is_stop_word, words},
};

/// Why the listing may mean another version or another work than the record, in words.
pub(super) fn doubts(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    seen: &Seen,
) -> Vec<&'static str> {
    let venue = listing.venue.as_deref();
    let kind = seen.kind;
    let differs = seen.year.is_some_and(|difference| difference != 0);
    let far = seen.year.is_some_and(|difference| difference.abs() >= 2);
    let mut out = Vec::new();
    // Versions of one work seldom begin on one page.
    let same_page = seen.page == Some(true) && seen.year == Some(0);
    if seen.venue == VenueAgreement::Apart && !same_page && !seen.preprint {
        out.push("another venue, edition or track is named in full");
    }
    if meta.kind == Kind::Conference
        && kind.is_none()
        && differs
        && !seen.preprint
        && venue.is_some_and(is_subject)
    {
        // `Computational Linguistics` of another year than the meeting of the association.
        out.push("listed in what may be a journal, found at a meeting");
    }
    if seen.venue != VenueAgreement::Unknown && far && !seen.preprint && venue.is_some_and(is_full)
    {
        out.push("the venue is named in full, and the year is another");
    }
    let one_title = matches!(
        seen.title.relation,
        TitleRelation::Same | TitleRelation::Part
    );
    if seen.address == Some(false) {
        out.push("the listing gives the address or DOI of another record");
    }
    if seen.page == Some(false) && seen.venue == VenueAgreement::Other && !seen.preprint {
        out.push("another venue and other pages");
    }
    if seen.page == Some(false) && !one_title && !seen.preprint {
        out.push("another title, on other pages");
    }
    if listing.authors.is_empty() && listing.year.is_none() && venue.is_none() {
        out.push("nothing but a title");
    }
    if venue.is_none() && far && !seen.preprint && kind.is_none() {
        out.push("another year, and no venue to tell it by");
    }
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    if differs
        && !seen.preprint
        && venue
            .zip(full)
            .is_some_and(|(listed, full)| says_more(listed, &full))
    {
        out.push("another year, and the venue's name says more");
    }
    let all_agrees = seen.year == Some(0)
        && seen.venue == VenueAgreement::Same
        && seen.page != Some(false)
        && seen
            .authors
            .is_some_and(|authors| authors.found >= 2 && authors.score >= 0.85);
    if is_column(&listing.title) && !all_agrees
        || listing.authors.is_empty() && meta.authors.is_empty()
    {
        out.push("a heading that returns in every issue");
    }
    if kind == Some(Kind::Journal) && meta.kind == Kind::Conference {
        // The journal version of a conference paper is another work; without its record the
        // paper's must not stand in for it.
        out.push("listed as a journal article, found as a conference paper");
    }
    let proceedings_journal = names(meta).iter().any(|word| word.starts_with("proc"));
    if meta.kind == Kind::Journal
        && !proceedings_journal
        && (kind == Some(Kind::Conference)
            || kind.is_none()
                && differs
                && (venue.is_some_and(names_year) || lacks_journal(listing, meta)))
    {
        // `VLDB 2005` is not the VLDB Journal of 2006.
        out.push("listed at a conference, found in a journal");
    }
    if meta.kind == Kind::Journal && differs && seen.title.telling < 4 && !seen.preprint {
        // `Reminiscences on …` stands in every other issue.
        out.push("few words, in another year of a journal");
    }
    if seen.authors.map_or(0, |authors| authors.found) < 2
        && seen.title.telling < 4
        && seen.venue != VenueAgreement::Same
        && !(meta.kind.is_book_or_thesis() && kind == Some(meta.kind))
        && listing.author_names(person).len() < 2
    {
        // One name and a few words: `Deep Learning` by a Wei Wang.
        out.push("too little to tell it by");
    }
    out
}

fn names(meta: &Metadata) -> Vec<String> {
    let full = meta.venue.as_ref().map(ToString::to_string);
    full.iter()
        .chain(&meta.venue_short)
        .flat_map(|name| words(name))
        .collect()
}

/// Whether a record's journal says that it is one, and the listed venue, of the same name or not,
/// does not: `Very Large Data Bases` of another year is not the `VLDB Journal`.
fn lacks_journal(listing: &Listing, meta: &Metadata) -> bool {
    let is_mark = |word: &String| matches!(word.as_str(), "j" | "journal");
    let listed = words(listing.venue.as_deref().unwrap_or_default());
    let abbreviated = listed
        .iter()
        .any(|word| word.len() > 1 && word.len() <= 6 && word.contains('j'));
    !listed.is_empty()
        && names(meta).iter().any(is_mark)
        && !listed.iter().any(is_mark)
        && !abbreviated
}

/// Words of which the headings of regular columns are made.
const COLUMN_WORDS: [&str; 24] = [
    "abstracts",
    "article",
    "book",
    "books",
    "calls",
    "chair",
    "column",
    "editor",
    "editorial",
    "editors",
    "foreword",
    "guest",
    "introduction",
    "issue",
    "letter",
    "message",
    "news",
    "notes",
    "papers",
    "preface",
    "review",
    "reviews",
    "special",
    "treasurer",
];

/// Whether a title is but the heading of a column: `Book Review Column`, `Treasurer's Message`.
fn is_column(title: &str) -> bool {
    let telling: Vec<String> = words(title)
        .into_iter()
        .filter(|word| !is_stop_word(word) && word.len() > 1)
        .collect();
    !telling.is_empty()
        && telling.iter().all(|word| {
            let word = word.as_str();
            COLUMN_WORDS.contains(&word)
                || word
                    .strip_suffix('s')
                    .is_some_and(|w| COLUMN_WORDS.contains(&w))
        })
}

/// Whether a listed venue carries its year, as conferences do: `VLDB 2005`, `NSDI '23`.
fn names_year(venue: &str) -> bool {
    venue
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() == 4 || digits.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_columns() {
        for title in [
            "Editorial",
            "Book Review Column",
            "Treasurer's Message",
            "Letter from the Special Issue Editors",
        ] {
            assert!(is_column(title), "{title}");
        }
        for title in [
            "Reviewing Books by Machine",
            "Message Passing",
            "In the News: Sorting",
        ] {
            assert!(!is_column(title), "{title}");
        }
    }
}
