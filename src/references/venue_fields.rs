//! The venue by which a reference differs from the work that it means.

use super::{
    judgement::{FieldFinding, Weight},
    known_venues,
    meant_work::{Compared, MeantWork},
    reference::Reference,
    side_events, venues, words,
};
use crate::{
    matching::{
        PeopleDifference, TitleRelation, VenueRelation, are_one_venue, are_two_venues,
        has_journal_word, is_listed_venue, is_press,
    },
    model::{Kind, Metadata, Record, Title},
    text::fold::fold,
};

/// Returns the finding on the venue of a reference to a known work.
pub(super) fn venue(reference: &Reference, work: &MeantWork<'_>) -> Option<FieldFinding> {
    let listed = reference.listing.venue.as_deref()?;
    let published: Vec<&Compared<'_>> = work
        .versions
        .iter()
        .filter(|it| !it.is_preprint())
        .collect();
    if !reference.names_venue() {
        let best = published.first()?;
        let finding = FieldFinding::on("venue", Weight::Form, "it was published since")
            .listed(listed)
            .found(words::venue(&best.record.meta), best.record.source);
        return Some(finding);
    }
    let Some(best) = published.first() else {
        let preprint = work.versions.first()?;
        let finding = |weight, say: String| {
            FieldFinding::on("venue", weight, say)
                .listed(listed)
                .found(words::venue(&preprint.record.meta), preprint.record.source)
        };
        let say = "it is known as a preprint only".to_owned();
        return Some(match work.lacking {
            None => finding(Weight::Difference, say),
            Some(lacking) => finding(Weight::Doubt, format!("{say}, and {}", lacking.say)),
        });
    };
    let has_short_name = |it: &&Compared<'_>| {
        let meta = &it.record.meta;
        meta.venue_short.is_some() || meta.ids.dblp.is_some()
    };
    if venues::is_unknown_short(listed) && !published.iter().any(has_short_name) {
        // Nothing says what it stands for.
        return None;
    }
    if is_press(listed) {
        // It names who published it, and not where.
        return None;
    }
    let finding = |weight, say| {
        FieldFinding::on("venue", weight, say)
            .listed(listed)
            .found(words::venue(&best.record.meta), best.record.source)
    };
    let is_elsewhere =
        |it: &&Compared<'_>| side_events::is_workshop_paper_elsewhere(reference, &it.record.meta);
    if published.iter().all(is_elsewhere) {
        let say = "it says to be of a workshop, and this is in the main volume";
        let weight = if work.is_pinned() {
            Weight::Difference
        } else {
            Weight::Doubt
        };
        return Some(finding(weight, say));
    }
    let is_other = |it: &&Compared<'_>| is_of_another(reference, listed, it);
    if !published.iter().all(is_other) {
        let is_track = |it: &&Compared<'_>| {
            it.with.is_track
                && !is_beside(listed, it.record)
                && known_venues::are_one(listed, &it.record.meta) != Some(true)
        };
        let say = "its venue has words that this one lacks, and this may be another version of it";
        let is_track = published.iter().all(is_track);
        return is_track.then(|| finding(Weight::Doubt, say));
    }
    let is_of_kind = |it: &&Compared<'_>| same_class(reference.kind(), it.record.meta.kind);
    let is_paper = reference
        .kind()
        .is_none_or(|kind| matches!(kind, Kind::Conference | Kind::Journal));
    let is_certain = work.is_pinned()
        || published.iter().any(is_of_kind)
            && !side_events::is_side_event(listed)
            && !published
                .iter()
                .any(|it| known_venues::is_beside(listed, &it.record.meta))
        || is_paper && known_venues::is_journal(listed) && work.lacking.is_none();
    let (weight, say) = if is_certain {
        (Weight::Difference, "it appeared elsewhere")
    } else {
        (
            Weight::Doubt,
            "it appeared elsewhere, and this may be another version of it",
        )
    };
    Some(finding(weight, say))
}

/// Whether a listed venue is another one than that of a record.
fn is_of_another(reference: &Reference, listed: &str, it: &Compared<'_>) -> bool {
    let meta = &it.record.meta;
    if let Some(is_one) = known_venues::are_one(listed, meta) {
        return !is_one && !is_series(listed, meta);
    }
    if is_beside(listed, it.record) {
        return false;
    }
    let is_two = words::venue(meta).is_some_and(|name| are_two_venues(listed, &name));
    it.with.venue == VenueRelation::Other
        || is_two
        || meta.kind == Kind::Conference
            && is_journal(reference, listed)
            && is_listed_venue(listed, reference.listing.year, meta) != Some(true)
}

/// Whether a reference names a conference by a name that has nothing in common with that of the known one
/// where the same people published the same title in the same year: no paper is at two.
pub(super) fn is_surely_elsewhere(reference: &Reference, work: &MeantWork<'_>) -> bool {
    const GENRES: [&str; 4] = ["conf", "conference", "symp", "symposium"];
    let Some(listed) = reference.listing.venue.as_deref() else {
        return false;
    };
    let folded = fold(listed);
    let has = |list: &[&str]| folded.split(' ').any(|word| list.contains(&word));
    let is_conference = has(&GENRES) && !side_events::is_side_event(listed);
    let mut published = work
        .versions
        .iter()
        .filter(|it| !it.is_preprint())
        .peekable();
    let is_there = |it: &Compared<'_>| {
        let meta = &it.record.meta;
        let people = it.with.people.as_ref();
        let full = meta.venue.as_ref().map(Title::text);
        it.with.venue == VenueRelation::Other
            && it.with.title.relation == TitleRelation::Same
            && people.is_some_and(PeopleDifference::is_none)
            && meta.kind == Kind::Conference
            && meta.year() == reference.listing.year
            && full.is_some_and(|full| !known_venues::named(&full).is_empty())
    };
    is_conference && published.peek().is_some() && published.all(is_there)
}

/// Whether a listed venue is a journal: by its name, or since an article is said to be in it. Many cite
/// proceedings as `@article`.
fn is_journal(reference: &Reference, listed: &str) -> bool {
    const MEETINGS: [&str; 12] = [
        "advances",
        "conf",
        "conference",
        "congress",
        "convention",
        "meeting",
        "proc",
        "proceedings",
        "symp",
        "symposium",
        "workshop",
        "lncs",
    ];
    let folded = fold(listed);
    let has = |list: &[&str]| folded.split(' ').any(|word| list.contains(&word));
    let told = reference.listing.imported.as_ref().map(|it| it.meta().kind);
    let is_subject = folded.contains(' ') && !listed.chars().any(|c| c.is_ascii_digit());
    !has(&MEETINGS)
        && (has_journal_word(&folded)
            || known_venues::is_journal(listed)
            || told == Some(Kind::Journal) && is_subject)
}

/// Words of the names of series, and of publishers given in place of a venue.
const SERIES: [&str; 14] = [
    "lecture notes",
    "lncs",
    "lnai",
    "pmlr",
    "proceedings of machine learning research",
    "ceur",
    "leibniz international proceedings",
    "lipics",
    "electronic proceedings",
    "springer",
    "curran associates",
    "openreview net",
    "ieee xplore",
    "association for computing machinery",
];

/// Whether a listed venue is the series, the publisher or the like of a record, or the journal or
/// conference that publishes with its venue.
fn is_beside(listed: &str, record: &Record) -> bool {
    let meta = &record.meta;
    let folded = fold(listed);
    let is_same = |name: &String| {
        let name = fold(name);
        // The name of a journal contains that of its society.
        let is_within = folded.contains(&name) && known_venues::named(listed).is_empty();
        !name.is_empty() && (is_within || name.contains(&folded))
    };
    let full = words::venue(meta);
    [&meta.publisher, &meta.institution]
        .into_iter()
        .flatten()
        .any(is_same)
        || full.is_some_and(|name| are_one_venue(listed, &name))
        || is_series(listed, meta)
}

/// Whether a listed venue is the series of a record, or the journal or conference that publishes with its
/// venue.
fn is_series(listed: &str, meta: &Metadata) -> bool {
    let folded = fold(listed);
    let is_same = |name: &String| {
        let name = fold(name);
        !name.is_empty() && (folded.contains(&name) || name.contains(&folded))
    };
    let full = words::venue(meta);
    let names = full.iter().chain(&meta.venue_short);
    let stream = meta
        .ids
        .dblp
        .as_ref()
        .map(|key| key.stream().replace('/', " "));
    meta.series.as_ref().is_some_and(is_same)
        || SERIES.iter().any(|series| folded.contains(series))
        || names
            .chain(&stream)
            .any(|name| venues::host_each_other(listed, name))
}

/// Whether a listed kind may be that of a record's version.
fn same_class(listed: Option<Kind>, found: Kind) -> bool {
    match listed {
        None => true,
        Some(listed) => listed == found,
    }
}
