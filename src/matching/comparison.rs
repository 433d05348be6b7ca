//! A listing compared with a record, field by field.

use std::collections::BTreeSet;

use super::{
    address::same_address,
    authors::{AuthorAgreement, compare_authors},
    citation_debris::{without_debris, without_type_mark},
    damage,
    difference::Difference,
    distinguishing_words::TitleMark,
    editions,
    feature::Feature,
    kind::listed_kind,
    namesake::{AuthorIdentity, identify_person},
    presses::PressAgreement,
    scraped_listing::is_scraped,
    title::{TitleAgreement, TitleRelation, compare_titles},
    venue::{VenueAgreement, compare_venues},
};
use crate::{
    model::{DblpPid, Kind, Listing, Metadata, Pages, Person, Record},
    text::fold::fold,
};

/// How a listing and a record agree.
#[derive(Debug, Clone)]
pub(super) struct Comparison {
    pub(super) title: TitleAgreement,
    pub(super) authors: Option<AuthorAgreement>,
    /// The record's year minus the listed one; `None` if either is unknown.
    pub(super) year: Option<i32>,
    pub(super) venue: VenueAgreement,
    /// Whether the first pages agree; `None` if they can't be compared.
    pub(super) page: Option<bool>,
    /// Whether a listed URL or unpinned DOI is the record's; `None` if they can't be compared.
    pub(super) address: Option<bool>,
    /// The kind of work that the listing states or implies.
    pub(super) kind: Option<Kind>,
    /// Whether the listing or the record is a preprint.
    pub(super) preprint: bool,
    /// Whether the listing seems to be copied from a search engine.
    pub(super) scraped: bool,
    /// Whether the listed venue equals the record's word for word.
    pub(super) same_venue_name: bool,
    /// Whether the author with the person's name is the person.
    pub(super) identity: AuthorIdentity,
}

impl Comparison {
    /// Whether the listing has the record's title, people, year and venue word for word, and no
    /// other field contradicts.
    pub(super) fn is_verbatim(&self) -> bool {
        self.title.relation == TitleRelation::Same
            && self.year == Some(0)
            && self.same_venue_name
            && self
                .authors
                .is_some_and(|authors| authors.score >= 0.999 && !authors.truncated)
            && self.page != Some(false)
            && self.address != Some(false)
    }

    /// Whether year and people agree, and venue, page and address don't contradict. A preprint may
    /// appear up to two years later and anywhere; search engines often omit the year.
    pub(super) fn agrees_otherwise(&self) -> bool {
        let years = if self.preprint { -1..=2 } else { 0..=0 };
        let venue =
            self.preprint || matches!(self.venue, VenueAgreement::Same | VenueAgreement::Unknown);
        venue
            && self
                .year
                .map_or(self.scraped, |apart| years.contains(&apart))
            && self.page != Some(false)
            && self.address != Some(false)
            && self
                .authors
                .is_some_and(|authors| authors.matched >= 1 && authors.score >= 0.93)
    }
}

/// Compares a listing with a record, `without` one piece of evidence if given.
pub(super) fn compare(
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    record: &Record,
    without: Option<Feature>,
) -> Comparison {
    let meta = &record.meta;
    let kind = listed_kind(listing);
    let mut comparison = Comparison {
        title: titles(listing, meta),
        authors: compare_authors(listing, person, meta),
        year: listing
            .year
            .or_else(|| year_named(listing.venue.as_deref()?))
            .zip(meta.year())
            .map(|(listed, found)| found - listed),
        venue: listing
            .venue
            .as_deref()
            .map_or(VenueAgreement::Unknown, |listed| {
                compare_venues(listed, listing.year, meta)
            }),
        page: same_page(listing, meta),
        address: same_address(listing, record),
        kind,
        preprint: meta.kind == Kind::Preprint || kind == Some(Kind::Preprint),
        scraped: without != Some(Feature::ScrapedListing) && is_scraped(listing, person),
        same_venue_name: same_venue_name(listing.venue.as_deref(), meta),
        identity: identify_person(person, own, record),
    };
    if meta.kind.is_book_or_thesis() && comparison.venue == VenueAgreement::Other {
        // The listed venue is a press or a school, which records often omit.
        comparison.venue = VenueAgreement::Unknown;
    }
    if meta.kind == Kind::Book && editions::press_of(listing, meta) == PressAgreement::Same {
        comparison.venue = VenueAgreement::Same;
    }
    let is_chapter = meta.kind == Kind::Chapter && kind == Some(Kind::Chapter);
    if is_chapter && editions::press_of(listing, meta) == PressAgreement::Same {
        // `Oxford University Press` in place of the book says nothing about the book.
        comparison.venue = VenueAgreement::Unknown;
    }
    match without {
        Some(Feature::Authors) => comparison.authors = None,
        Some(Feature::Year) => comparison.year = None,
        Some(Feature::Pages) => comparison.page = None,
        Some(Feature::Address) => comparison.address = None,
        Some(Feature::Venue) => {
            comparison.venue = VenueAgreement::Unknown;
            comparison.same_venue_name = false;
        }
        Some(Feature::DistinguishingWords) => comparison.title.conflict = None,
        Some(Feature::Difference) => comparison.title.difference = Difference::None,
        _ => {}
    }
    let is_paper = matches!(meta.kind, Kind::Conference | Kind::Journal | Kind::Chapter);
    let copied = comparison.scraped && comparison.title.relation != TitleRelation::Variant;
    if kind == Some(Kind::Report) && is_paper && (is_same_paper(&comparison) || copied) {
        comparison.kind = Some(Kind::Preprint);
        comparison.preprint = true;
    }
    if is_mark_alone(&comparison) {
        comparison.title.relation = TitleRelation::Typos;
    }
    comparison
}

/// Returns the year at the end of a venue's name: `ICML 2018`.
fn year_named(venue: &str) -> Option<i32> {
    let last = venue
        .trim_end_matches([' ', ',', '.', ')'])
        .rsplit(' ')
        .next()?;
    let year = last.trim_start_matches('(').parse().ok();
    year.filter(|year| (1900..2100).contains(year))
}

/// Whether the listed venue equals the record's word for word, or neither has one.
fn same_venue_name(listed: Option<&str>, meta: &Metadata) -> bool {
    let full = meta.venue.as_ref().map(crate::model::Title::text);
    let mut names = full.iter().chain(&meta.venue_short);
    match listed {
        Some(listed) => {
            let listed = fold(listed);
            names.any(|name| fold(name) == listed)
        }
        None => names.next().is_none(),
    }
}

/// Whether listing and record begin on the same page. Page 1 proves nothing because some volumes
/// number each paper from it.
fn same_page(listing: &Listing, meta: &Metadata) -> Option<bool> {
    let listed = Pages::parse(listing.fields.get("pages")?)?;
    let found = meta.pages.as_ref()?;
    let (listed, found) = (listed.first(), found.first());
    (listed != "1" && found != "1").then_some(listed == found)
}

/// Whether title and people are the same. A technical report that was published counts as a
/// preprint.
fn is_same_paper(comparison: &Comparison) -> bool {
    matches!(
        comparison.title.relation,
        TitleRelation::Same | TitleRelation::Typos
    ) && comparison.title.content_words >= 4
        && comparison
            .authors
            .is_some_and(|authors| authors.score >= 0.85)
}

/// Whether the titles differ in a mark only and all else agrees. The same people seldom publish a
/// paper and a demonstration of one title in the same place and year, or a foreword and an article
/// of one title.
pub(super) fn is_mark_alone(comparison: &Comparison) -> bool {
    let by_them = |authors: AuthorAgreement| authors.listed_share.max(authors.record_share) >= 0.85;
    let other = matches!(
        comparison.venue,
        VenueAgreement::Other | VenueAgreement::Conflict
    );
    match comparison.title.mark {
        TitleMark::None => false,
        TitleMark::Track => {
            comparison.year.is_none_or(|difference| difference == 0)
                && !other
                && comparison.authors.is_none_or(by_them)
        }
        TitleMark::Section => {
            comparison.year == Some(0)
                && comparison.venue == VenueAgreement::Same
                && comparison.authors.is_some_and(by_them)
        }
    }
}

/// Compares the titles. If the listed one agrees better without what a citation left around it,
/// that agreement is returned.
fn titles(listing: &Listing, meta: &Metadata) -> TitleAgreement {
    let found = meta.title.text();
    let found = damage::with_symbols(&found);
    let listed = damage::repaired(&listing.title);
    let listed = without_type_mark(&listed);
    let whole = compare_titles(&listed, &found);
    if matches!(whole.relation, TitleRelation::Same | TitleRelation::Typos) {
        return whole;
    }
    let Some(part) = without_debris(&listed, listing, meta) else {
        return whole;
    };
    let mut part = compare_titles(&part, &found);
    // A record of the whole title agrees better.
    part.score = part.score.min(OF_A_PART);
    if part.relation < whole.relation || part.score > whole.score {
        part
    } else {
        whole
    }
}

/// The highest score of a title from which citation debris was removed.
const OF_A_PART: f64 = 0.97;
