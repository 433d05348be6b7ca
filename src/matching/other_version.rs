//! Signs that a record is another version of a listed work: at another place, of another kind, or of another time.

use super::{
    comparison::Comparison,
    title::TitleRelation,
    venue::VenueAgreement,
    venue_conflict::{is_more_specific, is_named_in_full, is_subject_only, tracks_differ},
    venue_naming::is_listed_venue,
};
use crate::{
    model::{ImportedMetadata, Kind, Listing, Metadata, Title},
    text::{fold::words, publication_state::without_leading_state},
};

/// The most years by which a listing may err, or a preprint precede its publication.
const MOST_YEARS: i32 = 4;

/// Returns the signs that the record is another version of the listed work.
pub(super) fn other_version_signs(
    listing: &Listing,
    meta: &Metadata,
    comparison: &Comparison,
) -> Vec<&'static str> {
    let mut out = Vec::new();
    if !comparison.preprint {
        out.extend(other_place(listing, meta, comparison));
        out.extend(other_time(listing, meta, comparison));
    }
    if is_far(comparison, MOST_YEARS + 1) {
        out.push("a year far from the listed one");
    }
    out.extend(other_kind(listing, meta, comparison));
    out
}

fn differs(comparison: &Comparison) -> bool {
    is_far(comparison, 1)
}

fn is_far(comparison: &Comparison, years: i32) -> bool {
    comparison.year.is_some_and(|apart| apart.abs() >= years)
}

/// Returns the signs of another venue, or of another place in a volume.
fn other_place(listing: &Listing, meta: &Metadata, comparison: &Comparison) -> Vec<&'static str> {
    let venue = listing.venue.as_deref();
    let mut out = Vec::new();
    // Versions of one work rarely begin on the same page.
    let same_page = comparison.page == Some(true) && comparison.year == Some(0);
    if comparison.venue == VenueAgreement::Conflict && !same_page {
        out.push("another venue, edition or track is named in full");
    }
    if comparison.page == Some(false) && comparison.venue == VenueAgreement::Other {
        out.push("another venue and other pages");
    }
    let one_title = matches!(
        comparison.title.relation,
        TitleRelation::Same | TitleRelation::Part
    );
    if comparison.page == Some(false) && !one_title {
        out.push("another title, on other pages");
    }
    if !differs(comparison) {
        return out;
    }
    let names_another = |listed: &str| {
        is_listed_venue(without_leading_state(listed), listing.year, meta) != Some(true)
    };
    if comparison.venue == VenueAgreement::Same
        && meta.kind == Kind::Journal
        && !is_journal_of_proceedings(meta)
        && venue.is_some_and(names_another)
    {
        // `PLoS One` has words of `PLoS Computational Biology`.
        out.push("another year, and perhaps another journal");
    }
    let full = meta.venue.as_ref().map(Title::text);
    let venues = || full.iter().chain(&meta.venue_short);
    if comparison.venue == VenueAgreement::Same
        && venue.is_some_and(|listed| venues().any(|name| tracks_differ(listed, name)))
    {
        out.push("another year, and another track of the venue");
    }
    if venue
        .zip(full.as_ref())
        .is_some_and(|(listed, full)| is_more_specific(listed, full))
    {
        out.push("another year, and the venue's name says more");
    }
    out
}

/// Returns the signs of another time.
fn other_time(listing: &Listing, meta: &Metadata, comparison: &Comparison) -> Vec<&'static str> {
    let venue = listing.venue.as_deref();
    let far = is_far(comparison, 2);
    let mut out = Vec::new();
    if comparison.venue != VenueAgreement::Unknown && far && venue.is_some_and(is_named_in_full) {
        out.push("the venue is named in full, and the year is another");
    }
    if venue.is_none() && far && comparison.kind.is_none() {
        out.push("another year, and no venue to identify it by");
    }
    if differs(comparison) && comparison.title.content_words < 2 {
        out.push("one word, in another year");
    }
    if meta.kind == Kind::Journal && differs(comparison) && comparison.title.content_words < 4 {
        // `Reminiscences on …` appears in every other issue.
        out.push("few words, in another year of a journal");
    }
    out
}

/// Returns the signs of another kind of work.
fn other_kind(listing: &Listing, meta: &Metadata, comparison: &Comparison) -> Vec<&'static str> {
    let venue = listing.venue.as_deref();
    let kind = comparison.kind;
    let elsewhen = differs(comparison);
    let mut out = Vec::new();
    if meta.kind == Kind::Conference {
        if kind.is_none() && elsewhen && !comparison.preprint && venue.is_some_and(is_subject_only)
        {
            // The journal `Computational Linguistics` is not the association's meeting of another year.
            out.push("listed in what may be a journal, found at a conference");
        }
        let is_article = is_entered_as_article(listing) && comparison.venue != VenueAgreement::Same;
        if is_article || kind == Some(Kind::Journal) {
            // The journal version of a conference paper is another work. If its record is missing, the
            // paper must not replace it.
            out.push("listed as a journal article, found as a conference paper");
        }
    }
    if meta.kind == Kind::Journal {
        if elsewhen && !comparison.preprint && !comparison.same_venue_name && is_short_name(venue) {
            // The conference `CHI` is not the journal with that name a year later.
            out.push("a short name in another year, found in a journal");
        }
        if !is_journal_of_proceedings(meta)
            && (kind == Some(Kind::Conference)
                || kind.is_none()
                    && (elsewhen && venue.is_some_and(contains_year)
                        || only_record_says_journal(listing, meta)))
        {
            // `VLDB 2005` is not the VLDB Journal of 2006.
            out.push("listed at a conference, found in a journal");
        }
    }
    out
}

/// Whether a journal is made of proceedings: `Proceedings of the VLDB Endowment`.
fn is_journal_of_proceedings(meta: &Metadata) -> bool {
    let words = venue_name_words(meta);
    words.iter().any(|word| word.starts_with("proc"))
}

/// Whether the person's own entry is of an article in a volume. Many people call every paper an article.
fn is_entered_as_article(listing: &Listing) -> bool {
    let meta = listing.imported.as_ref().map(ImportedMetadata::meta);
    meta.is_some_and(|meta| {
        meta.kind == Kind::Journal && meta.volume.is_some() && meta.number.is_some()
    })
}

/// Whether a listed venue is one short name, apart from a year: `CHI 2018`.
fn is_short_name(venue: Option<&str>) -> bool {
    let mut words = words(venue.unwrap_or_default());
    words.retain(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    matches!(&words[..], [name] if !looks_like_journal(name))
}

/// Whether a short name is that of a journal: `JACM`, `TOCHI`.
fn looks_like_journal(name: &str) -> bool {
    name.contains('j') || name.starts_with("to") || name.starts_with("trans")
}

fn venue_name_words(meta: &Metadata) -> Vec<String> {
    let full = meta.venue.as_ref().map(ToString::to_string);
    full.iter()
        .chain(&meta.venue_short)
        .flat_map(|name| words(name))
        .collect()
}

/// Whether the record's venue calls itself a journal and the listed one does not:
/// `Very Large Data Bases` of another year is not the `VLDB Journal`.
fn only_record_says_journal(listing: &Listing, meta: &Metadata) -> bool {
    let is_mark = |word: &String| matches!(word.as_str(), "j" | "journal");
    let listed = words(listing.venue.as_deref().unwrap_or_default());
    let abbreviated = listed
        .iter()
        .any(|word| word.len() > 1 && word.len() <= 6 && word.contains('j'));
    !listed.is_empty()
        && venue_name_words(meta).iter().any(is_mark)
        && !listed.iter().any(is_mark)
        && !abbreviated
}

/// Whether a listed venue contains a year, as the names of conferences do: `VLDB 2005`, `NSDI '23`.
fn contains_year(venue: &str) -> bool {
    venue
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() == 4 || digits.len() == 2)
}
