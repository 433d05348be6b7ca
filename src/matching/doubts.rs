//! What keeps a record from being taken without a person's look, however well the rest agrees.

use std::borrow::Cow;

use super::{
    difference::Difference,
    edition::{is_full, is_subject, other_track, says_more},
    kind::kinds_exclude,
    namesake::is_absent,
    score::Seen,
    title::TitleRelation,
    venue::VenueAgreement,
    weights::is_retitled_manuscript,
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
) -> Vec<Cow<'static, str>> {
    let mut out = contradictions(listing, person, meta, seen);
    if seen.is_verbatim() && !kinds_exclude(seen.kind, listing.venue.is_some(), meta.kind) {
        return out;
    }
    out.extend(versions(listing, meta, seen).into_iter().map(Cow::Borrowed));
    out.extend(
        too_little(listing, person, meta, seen)
            .into_iter()
            .map(Cow::Borrowed),
    );
    out
}

/// What says outright that the listing is another work.
fn contradictions(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    seen: &Seen,
) -> Vec<Cow<'static, str>> {
    let mut out: Vec<Cow<'static, str>> = Vec::new();
    let pinpointed = seen.address == Some(true) || seen.page == Some(true) && seen.year == Some(0);
    if let Some(words) = other_words(listing, seen) {
        out.push(words.into());
    }
    // Search engines number and mark what they copied.
    if !pinpointed && (seen.title.is_other || !is_copied(listing, seen)) {
        // The reason stands among the remarks already.
        if let Some(conflict) = &seen.title.conflict {
            out.push(conflict.clone().into());
        }
    }
    let is_version = seen.preprint || seen.kind == Some(Kind::Report) || meta.kind == Kind::Report;
    let elsewhere = matches!(seen.venue, VenueAgreement::Other | VenueAgreement::Apart);
    if elsewhere && seen.year.is_some_and(|apart| apart != 0) && !is_version && !pinpointed {
        out.push("another year and another venue".into());
    }
    if seen.address == Some(false) {
        out.push("the listing gives the address or DOI of another record".into());
    }
    if listing.authors.is_empty() && !seen.whose.is_theirs() && is_absent(person, meta) {
        out.push("the person is not among the authors".into());
    }
    let degrees = [Some(Kind::MastersThesis), Some(Kind::PhdThesis)];
    if degrees.contains(&seen.kind)
        && degrees.contains(&Some(meta.kind))
        && seen.kind != Some(meta.kind)
    {
        out.push("a thesis for another degree".into());
    }
    out
}

/// Whether a listing is a line of a search engine's list as it stood there: all in small letters.
fn is_copied(listing: &Listing, seen: &Seen) -> bool {
    seen.harvested && !listing.title.contains(char::is_uppercase)
}

/// The words that one title has in place of the other's, or beside them, where these may make
/// another work of it.
///
/// A word in place of another does always; one that was added or left out does unless people, year
/// and venue agree and no two works by the same people are known to differ by just this word.
pub(super) fn other_words(listing: &Listing, seen: &Seen) -> Option<String> {
    let title = &seen.title;
    let is_added = matches!(title.difference, Difference::Added(_) | Difference::Cut(_));
    let renamed = is_retitled_manuscript(listing, title, seen.authors)
        || seen.preprint && is_renamed_preprint(seen)
        // One coined name by the same people in one place and year is one system.
        || title.same_name
            && seen.agrees_otherwise()
            && (is_added || seen.venue == VenueAgreement::Same && !is_one_word(&title.difference));
    // Search engines cut titles where their line ends.
    let is_cut = is_copied(listing, seen) && title.relation == TitleRelation::Part;
    // Two works do not begin on one page of one volume.
    let is_placed =
        seen.page == Some(true) && seen.year == Some(0) && seen.venue != VenueAgreement::Other;
    if renamed || is_cut || is_placed || seen.address == Some(true) {
        return None;
    }
    let quoted = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        words.join(" ")
    };
    match &title.difference {
        Difference::None => None,
        difference @ (Difference::Added(_) | Difference::Cut(_))
            if seen.agrees_otherwise()
                && !difference.parts_works()
                && !listing.is_pinned()
                && listing.venue.is_some() =>
        {
            None
        }
        Difference::Added(words) | Difference::Cut(words) => {
            Some(format!("only one title has {}", quoted(words)))
        }
        difference if seen.agrees_otherwise() && difference.is_respelt_name() => None,
        Difference::Reordered(_) if is_copied(listing, seen) => None,
        Difference::Reordered(words) => Some(format!("{} in another order", quoted(words))),
        Difference::Exchanged(listed, found) => {
            Some(format!("{} in place of {}", quoted(found), quoted(listed)))
        }
    }
}

/// Whether a preprint seems to have been published under another title: by the same people, at least
/// three of them, within two years.
fn is_renamed_preprint(seen: &Seen) -> bool {
    !is_one_word(&seen.title.difference)
        && seen.title.score >= 0.6
        && seen.year.is_none_or(|apart| (-1..=2).contains(&apart))
        && seen
            .authors
            .is_some_and(|authors| authors.found >= 3 && authors.score >= 0.93)
}

/// Whether titles differ by one word, or its place: that makes a twin, not a new title.
fn is_one_word(difference: &Difference) -> bool {
    match difference {
        Difference::Added(words) => words.len() == 1,
        Difference::Exchanged(listed, found) => listed.len() == 1 && found.len() == 1,
        Difference::Reordered(_) => true,
        Difference::None | Difference::Cut(_) => false,
    }
}

/// What tells of another version of the work.
fn versions(listing: &Listing, meta: &Metadata, seen: &Seen) -> Vec<&'static str> {
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
    if seen.page == Some(false) && seen.venue == VenueAgreement::Other && !seen.preprint {
        out.push("another venue and other pages");
    }
    if seen.page == Some(false) && !one_title && !seen.preprint {
        out.push("another title, on other pages");
    }
    if venue.is_none() && far && !seen.preprint && kind.is_none() {
        out.push("another year, and no venue to tell it by");
    }
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    let venues = || full.iter().chain(&meta.venue_short);
    if differs
        && !seen.preprint
        && seen.venue == VenueAgreement::Same
        && venue.is_some_and(|listed| venues().any(|name| other_track(listed, name)))
    {
        out.push("another year, and another track of the venue");
    }
    if differs
        && !seen.preprint
        && meta.kind == Kind::Journal
        && !seen.same_words
        && is_short(venue)
    {
        // `CHI` is not the journal of that name a year later.
        out.push("a short name in another year, found in a journal");
    }
    if differs
        && !seen.preprint
        && venue
            .zip(full)
            .is_some_and(|(listed, full)| says_more(listed, &full))
    {
        out.push("another year, and the venue's name says more");
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
                && (differs && venue.is_some_and(names_year) || lacks_journal(listing, meta)))
    {
        // `VLDB 2005` is not the VLDB Journal of 2006.
        out.push("listed at a conference, found in a journal");
    }
    if meta.kind == Kind::Journal && differs && seen.title.telling < 4 && !seen.preprint {
        // `Reminiscences on …` stands in every other issue.
        out.push("few words, in another year of a journal");
    }
    out
}

/// What leaves too little to tell the work by.
fn too_little(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
    seen: &Seen,
) -> Vec<&'static str> {
    let venue = listing.venue.as_deref();
    let kind = seen.kind;
    let mut out = Vec::new();
    let bare = listing.authors.is_empty() && listing.year.is_none() && venue.is_none();
    if bare && !seen.whose.is_theirs() {
        out.push("nothing but a title");
    }
    let all_agrees = seen.year == Some(0)
        && seen.venue == VenueAgreement::Same
        && seen.page != Some(false)
        && seen
            .authors
            .is_some_and(|authors| authors.found >= 2 && authors.score >= 0.85);
    if is_one_common_name(listing, person, meta, seen) {
        out.push("one name alone, which others may bear");
    }
    if !seen.harvested && seen.authors.is_some_and(|authors| authors.found == 0) {
        out.push("none of the listed names is the record's");
    }
    if seen.harvested && seen.authors.is_some_and(|authors| authors.there < 0.5) {
        out.push("most of the listed names are not the record's");
    }
    if is_column(&listing.title) && !all_agrees
        || listing.authors.is_empty() && meta.authors.is_empty()
    {
        out.push("a heading that returns in every issue");
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

/// Whether all that is known of the people is one name that others may bear: initials, on one side or
/// the other, or one that DBLP knows several people by, with no venue that agrees.
fn is_one_common_name(listing: &Listing, person: &Person, meta: &Metadata, seen: &Seen) -> bool {
    let listed = listing.author_names(person);
    let [Some(name)] = &listed[..] else {
        return false;
    };
    let alone = listing.authors_complete
        && !listing.authors.is_empty()
        && !seen.whose.is_theirs()
        && seen.venue != VenueAgreement::Same
        && seen.address != Some(true)
        && seen.page != Some(true)
        && !is_copied(listing, seen);
    if alone && seen.year.is_none() && listing.venue.is_none() && seen.title.telling < 5 {
        return true;
    }
    let [author] = &meta.authors[..] else {
        return false;
    };
    let is_numbered = author
        .pid
        .as_ref()
        .is_some_and(|pid| pid.unnumbered().is_some());
    let given = [&name.given, &author.name.given].map(|given| words(given));
    // `J.` and `Jun` may be two; `J.` and `J.` are what both of them say.
    let initials = given.iter().any(|given| is_initials(given)) && given[0] != given[1];
    alone && (initials || is_numbered)
}

/// Whether given names are initials alone.
fn is_initials(given: &[String]) -> bool {
    given.iter().all(|name| name.len() == 1)
}

/// Whether a listed venue is one short name, a year aside: `CHI 2018`.
fn is_short(venue: Option<&str>) -> bool {
    let mut words = words(venue.unwrap_or_default());
    words.retain(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    matches!(&words[..], [name] if !is_journals(name))
}

/// Whether a short name says that it is a journal's: `JACM`, `TOCHI`.
fn is_journals(name: &str) -> bool {
    name.contains('j') || name.starts_with("to") || name.starts_with("trans")
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
const COLUMN_WORDS: [&str; 31] = [
    "abstracts",
    "address",
    "article",
    "book",
    "books",
    "calls",
    "chair",
    "closing",
    "column",
    "discussion",
    "editor",
    "editorial",
    "editors",
    "foreword",
    "guest",
    "introduction",
    "issue",
    "keynote",
    "letter",
    "message",
    "news",
    "notes",
    "opening",
    "panel",
    "papers",
    "preface",
    "review",
    "reviews",
    "special",
    "treasurer",
    "welcome",
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
