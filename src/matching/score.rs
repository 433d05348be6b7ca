//! The evidence for one record, and how it adds up.

use std::collections::BTreeSet;

use super::{
    address::same_address,
    authors::{AuthorAgreement, compare_authors},
    carried::{own_part, without_mark},
    damage,
    difference::Difference,
    dominance::AgreementProfile,
    doubts::doubts,
    harvested::{account, is_harvested},
    kind::{kinds_exclude, listed_kind},
    namesake::{Whose, whose},
    tally::{Tally, author_words, page_words, title_words, venue_words, year_words},
    title::{TitleAgreement, TitleRelation, compare_titles},
    turning::Mark,
    venue::{VenueAgreement, compare_venues},
    weights::{
        BIAS, SAME_ADDRESS, author_odds, corroboration, is_retitled_manuscript, page_odds,
        person_odds, title_odds, venue_odds, year_odds,
    },
};
use crate::{
    model::{DblpPid, Evidence, Kind, Listing, Metadata, Pages, Person, Piece, Record},
    text::fold::fold,
};

/// A piece of evidence that can be left out of account, to see what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Who wrote it.
    Authors,
    /// When it appeared.
    Year,
    /// On which pages.
    Pages,
    /// Which address or unpinned DOI the listing gives.
    Address,
    /// Where it appeared.
    Venue,
    /// People, venue and year together, for a title that was cut or changed.
    Together,
    /// Numbers, signs and words that make another work of a title.
    Turning,
    /// Kinds that exclude each other.
    Kind,
    /// Weights of their own for listings in the words of a search engine.
    Harvested,
    /// What keeps a record from being taken without a person's look.
    Doubts,
    /// Words that only one title has, or has in place of others.
    Difference,
    /// Records that agree in less than another put below it.
    Dominance,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Authors,
        Self::Year,
        Self::Pages,
        Self::Address,
        Self::Venue,
        Self::Together,
        Self::Turning,
        Self::Kind,
        Self::Harvested,
        Self::Doubts,
        Self::Difference,
        Self::Dominance,
    ];
}

/// How a listing and a record agree.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) title: TitleAgreement,
    pub(super) authors: Option<AuthorAgreement>,
    /// The record's year less the listed one.
    pub(super) year: Option<i32>,
    pub(super) venue: VenueAgreement,
    /// Whether the listed first page is the record's; `None` where it can't be told.
    pub(super) page: Option<bool>,
    /// Whether a listed address or unpinned DOI is the record's; `None` where it can't be told.
    pub(super) address: Option<bool>,
    /// What kind of work the listing tells.
    pub(super) kind: Option<Kind>,
    /// Whether one side is a preprint.
    pub(super) preprint: bool,
    /// Whether the listing is in the words of a search engine.
    pub(super) harvested: bool,
    /// Whether the listed venue is the record's word for word.
    pub(super) same_words: bool,
    /// Whose name stands among the authors.
    pub(super) whose: Whose,
}

impl Seen {
    /// Whether the listing has the record's title, people, year and venue word for word, and nothing
    /// that it gives is the record's otherwise.
    pub(super) fn is_verbatim(&self) -> bool {
        self.title.relation == TitleRelation::Same
            && self.year == Some(0)
            && self.same_words
            && self
                .authors
                .is_some_and(|authors| authors.score >= 0.999 && !authors.cut)
            && self.page != Some(false)
            && self.address != Some(false)
    }

    /// Whether year and people are the same, and nothing is known to speak against the venue, a page
    /// or an address. A preprint may appear up to two years later, anywhere; search engines often
    /// leave the year away.
    pub(super) fn agrees_otherwise(&self) -> bool {
        let years = if self.preprint { -1..=2 } else { 0..=0 };
        let venue =
            self.preprint || matches!(self.venue, VenueAgreement::Same | VenueAgreement::Unknown);
        venue
            && self
                .year
                .map_or(self.harvested, |apart| years.contains(&apart))
            && self.page != Some(false)
            && self.address != Some(false)
            && self
                .authors
                .is_some_and(|authors| authors.found >= 1 && authors.score >= 0.93)
    }
}

/// A record held against a listing.
#[derive(Debug, Clone)]
pub(super) struct Scored {
    /// Log-odds that the listing means this work; positive speaks for it.
    pub(super) odds: f64,
    /// What was seen, for people.
    pub(super) evidence: Evidence,
    /// Whether the venues agree.
    pub(super) venue: VenueAgreement,
    /// Whether the listing can't mean a record of this kind or number.
    pub(super) excluded: bool,
    /// How well the record agrees in each respect.
    pub(super) profile: AgreementProfile,
}

impl Scored {
    /// Keeps the odds from rising above `most`.
    pub(super) fn hold(&mut self, why: &'static str, most: f64) {
        if self.odds > most {
            let piece = Piece::new(format!("held back: {why}"), most - self.odds);
            self.evidence.pieces.push(piece);
            self.evidence.remarks.push(why.to_owned());
            self.odds = most;
        }
    }
}

/// Holds `record` against `listing`, `without` one piece of evidence or with all.
///
/// `own` holds the DBLP pages known to be the person's.
pub(super) fn score(
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    record: &Record,
    without: Option<Feature>,
) -> Scored {
    let meta = &record.meta;
    let seen = see(listing, person, own, record, without);
    let kind = seen.kind;
    let with = |feature: Feature| without != Some(feature);
    let Seen {
        title,
        authors,
        year,
        venue,
        ..
    } = &seen;
    let mut remarks = Vec::new();
    let mut tally = Tally::default();
    tally.add("before anything is seen", BIAS);
    tally.add(title_words(title), title_odds(title));
    tally.add(
        author_words(*authors),
        author_odds(*authors, title, *venue, *year),
    );
    tally.add(year_words(*year), year_odds(*year, meta.kind, kind));
    tally.add(
        venue_words(*venue),
        venue_odds(*venue, *year, seen.preprint),
    );
    tally.add(page_words(seen.page), page_odds(seen.page));
    if seen.address == Some(true) {
        tally.add("at the same address", SAME_ADDRESS);
    }
    if with(Feature::Together) {
        tally.add(
            "people, venue and year together",
            corroboration(title, *authors, *venue, *year, kind),
        );
    }
    if is_retitled_manuscript(listing, title, *authors) {
        const RETITLED: &str = "a manuscript of the same name by the same people";
        tally.add(RETITLED, 5.5);
        remarks.push(RETITLED.to_owned());
    }
    if let Some(conflict) = &title.conflict {
        let odds = if is_mark_alone(&seen) { -0.4 } else { -6.0 };
        tally.add(conflict.clone(), odds);
        remarks.push(conflict.clone());
    }
    let excluded = with(Feature::Kind) && kinds_exclude(kind, listing.venue.is_some(), meta.kind);
    if excluded {
        tally.add("another kind of work", -6.0);
        remarks.push("another kind of work".to_owned());
    }
    if seen.harvested
        && let Some(other) = account(listing, meta, &seen, excluded)
        && other.odds > tally.odds
    {
        tally = other;
    }
    if is_worth_a_look(&seen) && !excluded && tally.odds < WORTH_A_LOOK {
        tally.add("the title alone is worth a look", WORTH_A_LOOK - tally.odds);
    }
    if let Some((words, odds)) = person_odds(&seen, listing) {
        tally.add(words, odds);
        remarks.push(words.to_owned());
    }
    let mut doubted = false;
    if with(Feature::Doubts) {
        for doubt in doubts(listing, person, meta, &seen) {
            tally.hold(&doubt, ASK_A_PERSON);
            if !remarks.iter().any(|remark| **remark == *doubt) {
                remarks.push(doubt.into_owned());
            }
            doubted = true;
        }
    }
    if matches!(venue, VenueAgreement::Other | VenueAgreement::Apart) && meta.kind != Kind::Preprint
    {
        remarks.push("listed at another venue".to_owned());
    }
    let evidence = Evidence {
        title: round(title.score),
        authors: authors.map(|a| round(a.score)),
        year: *year,
        venue: (*venue == VenueAgreement::Same)
            .then(|| venue_name(record))
            .flatten(),
        remarks,
        conflict: None,
        pieces: tally.pieces,
    };
    Scored {
        odds: tally.odds,
        evidence,
        venue: seen.venue,
        excluded,
        profile: AgreementProfile::new(&seen, excluded, doubted),
    }
}

/// What is seen of a listing and a record, `without` one piece of evidence.
pub(super) fn see(
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    record: &Record,
    without: Option<Feature>,
) -> Seen {
    let meta = &record.meta;
    let kind = listed_kind(listing);
    let mut seen = Seen {
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
        harvested: without != Some(Feature::Harvested) && is_harvested(listing, person),
        same_words: same_words(listing.venue.as_deref(), meta),
        whose: whose(person, own, record),
    };
    if meta.kind.is_book_or_thesis() && seen.venue == VenueAgreement::Other {
        // What is listed is a press or a school, of which records often say nothing.
        seen.venue = VenueAgreement::Unknown;
    }
    match without {
        Some(Feature::Authors) => seen.authors = None,
        Some(Feature::Year) => seen.year = None,
        Some(Feature::Pages) => seen.page = None,
        Some(Feature::Address) => seen.address = None,
        Some(Feature::Venue) => {
            seen.venue = VenueAgreement::Unknown;
            seen.same_words = false;
        }
        Some(Feature::Turning) => seen.title.conflict = None,
        Some(Feature::Difference) => seen.title.difference = Difference::None,
        _ => {}
    }
    let is_paper = matches!(meta.kind, Kind::Conference | Kind::Journal | Kind::Chapter);
    let copied = seen.harvested && seen.title.relation != TitleRelation::Variant;
    if kind == Some(Kind::Report) && is_paper && (is_same_paper(&seen) || copied) {
        seen.kind = Some(Kind::Preprint);
        seen.preprint = true;
    }
    if is_mark_alone(&seen) {
        seen.title.relation = TitleRelation::Slips;
    }
    seen
}

/// The year that a venue's name ends in: `ICML 2018`.
fn year_named(venue: &str) -> Option<i32> {
    let last = venue
        .trim_end_matches([' ', ',', '.', ')'])
        .rsplit(' ')
        .next()?;
    let year = last.trim_start_matches('(').parse().ok();
    year.filter(|year| (1900..2100).contains(year))
}

/// Whether the listed venue is the record's word for word, or neither names one.
fn same_words(listed: Option<&str>, meta: &Metadata) -> bool {
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

/// Whether a listing that gives pages begins on the record's first; a volume that counts its papers
/// from page 1 tells nothing.
fn same_page(listing: &Listing, meta: &Metadata) -> Option<bool> {
    let listed = Pages::parse(listing.fields.get("pages")?)?;
    let found = meta.pages.as_ref()?;
    let (listed, found) = (listed.first(), found.first());
    (listed != "1" && found != "1").then_some(listed == found)
}

/// Whether title and people are the same: a technical report that was published is as good as a
/// preprint.
fn is_same_paper(seen: &Seen) -> bool {
    matches!(
        seen.title.relation,
        TitleRelation::Same | TitleRelation::Slips
    ) && seen.title.telling >= 4
        && seen.authors.is_some_and(|authors| authors.score >= 0.85)
}

/// Whether what differs in the titles is a mark, and everything else is the same: the paper and its
/// demonstration seldom appear by the same people in one place and year, nor do the foreword and
/// an article of its title.
fn is_mark_alone(seen: &Seen) -> bool {
    let by_them = |authors: AuthorAgreement| authors.there.max(authors.back) >= 0.85;
    let other = matches!(seen.venue, VenueAgreement::Other | VenueAgreement::Apart);
    match seen.title.mark {
        Mark::None => false,
        Mark::Track => {
            seen.year.is_none_or(|difference| difference == 0)
                && !other
                && seen.authors.is_none_or(by_them)
        }
        Mark::Rubric => {
            seen.year == Some(0)
                && seen.venue == VenueAgreement::Same
                && seen.authors.is_some_and(by_them)
        }
    }
}

/// The agreement of the titles, the listed one taken without what it carries from a citation where
/// that agrees better.
fn titles(listing: &Listing, meta: &Metadata) -> TitleAgreement {
    let found = meta.title.text();
    let found = damage::lettered(&found);
    let read = damage::read(&listing.title);
    let listed = without_mark(&read);
    let whole = compare_titles(&listed, &found);
    if matches!(whole.relation, TitleRelation::Same | TitleRelation::Slips) {
        return whole;
    }
    let Some(part) = own_part(&listed, listing, meta) else {
        return whole;
    };
    let mut part = compare_titles(&part, &found);
    // A record of the whole title agrees in more.
    part.score = part.score.min(OF_A_PART);
    if part.relation < whole.relation || part.score > whole.score {
        part
    } else {
        whole
    }
}

/// Whether a title is so much the same that a person should see it, though the names are past reading,
/// as what search engines copy often are.
fn is_worth_a_look(seen: &Seen) -> bool {
    let least = match seen.title.relation {
        TitleRelation::Same | TitleRelation::Slips if seen.harvested => 3,
        TitleRelation::Part if seen.harvested => 5,
        TitleRelation::Same | TitleRelation::Slips if seen.authors.is_none() => 5,
        _ => usize::MAX,
    };
    seen.title.telling >= least && !seen.title.is_other
}

/// Odds that just make a question of a candidate.
const WORTH_A_LOOK: f64 = -0.5;

/// What a title agrees at most that is the listed one without what that carries along.
const OF_A_PART: f64 = 0.97;

/// Odds that keep a candidate in sight and never match it.
pub(super) const ASK_A_PERSON: f64 = 0.0;

fn venue_name(record: &Record) -> Option<String> {
    let meta = &record.meta;
    meta.venue_short
        .clone()
        .or_else(|| meta.venue.as_ref().map(ToString::to_string))
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
