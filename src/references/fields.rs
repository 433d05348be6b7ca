//! The fields by which a reference differs from the work that it means.

use super::{
    coverage,
    doi::Pin,
    grounds::Grounds,
    judgement::{FieldFinding, Weight},
    reference::Reference,
    venues, words,
};
use crate::{
    matching::{
        PeopleDifference, RecordComparison, TitleRelation, VenueRelation, are_one_venue,
        are_two_venues, compare_record,
    },
    model::{Kind, Record, SourceName},
    text::fold::{fold, fold_without_blanks},
};

/// A record and how the reference agrees with it.
#[derive(Debug, Clone)]
pub(super) struct Compared<'a> {
    pub(super) record: &'a Record,
    pub(super) with: RecordComparison,
}

impl<'a> Compared<'a> {
    pub(super) fn of(reference: &Reference, record: &'a Record) -> Self {
        Self {
            record,
            with: compare_record(&reference.listing, &reference.person, record),
        }
    }

    fn is_preprint(&self) -> bool {
        self.record.meta.kind == Kind::Preprint
    }
}

/// What is known of the work that a reference means.
pub(super) struct MeantWork<'a> {
    /// Its records, and those of its other versions; the best first, and never none.
    pub(super) versions: Vec<Compared<'a>>,
    /// The identifiers that the reference pins.
    pub(super) pins: &'a [Pin<'a>],
    /// Why the sources need not know another version of it; `None` if they must.
    pub(super) lacking: Option<&'a FieldFinding>,
    /// Whether the work is the one that the reference means, beyond its title and people.
    pub(super) is_matched: bool,
}

impl MeantWork<'_> {
    fn bears(&self, pin: &Pin<'_>) -> bool {
        let mut versions = self.versions.iter();
        versions.any(|it| pin.id.is_in(&it.record.meta.ids))
    }

    /// Whether the reference pins a record of it, and so a version.
    fn is_pinned(&self) -> bool {
        self.pins.iter().any(|pin| self.bears(pin))
    }
}

/// Returns the findings on all fields.
pub(super) fn differences(
    reference: &Reference,
    work: &MeantWork<'_>,
    grounds: &Grounds<'_>,
) -> Vec<FieldFinding> {
    let mut out = Vec::new();
    out.extend(title(reference, work));
    out.extend(authors(reference, work));
    let venue = venue(reference, work);
    let is_version_unsure = venue.as_ref().is_some_and(|it| it.weight == Weight::Doubt);
    out.extend(venue);
    out.extend(year(reference, work, grounds));
    if is_of_other_version(reference, work) {
        for finding in &mut out {
            finding.weight = Weight::Form;
            finding.say.push_str(", in its published version");
        }
    }
    // Another version of the work, which no source asked knows, may be as the reference says.
    let is_certain = work.is_pinned() || work.is_matched || work.lacking.is_none();
    if is_version_unsure || !is_certain {
        for finding in &mut out {
            finding.weight = finding.weight.min(Weight::Doubt);
        }
    }
    out.extend(identifiers(reference, work));
    out
}

/// Whether a reference is to a manuscript of which only the publication is known: its people, year
/// and title may have changed since.
fn is_of_other_version(reference: &Reference, work: &MeantWork<'_>) -> bool {
    reference.kind() == Some(Kind::Preprint) && !work.versions.iter().any(Compared::is_preprint)
}

/// Words that were replaced, added or left out. Typos, marks and subtitles are form.
fn title(reference: &Reference, work: &MeantWork<'_>) -> Option<FieldFinding> {
    let plain = |title: &str| fold_without_blanks(&title.replace('\\', ""));
    let listed = plain(&reference.listing.title);
    let is_close = |it: &Compared<'_>| {
        let title = &it.with.title;
        let is_same = plain(&it.record.meta.title.text()) == listed;
        is_same || title.relation <= TitleRelation::Part && title.conflict.is_none()
    };
    if work.versions.iter().any(is_close) {
        return None;
    }
    let nearest = work
        .versions
        .iter()
        .max_by(|a, b| a.with.title.score.total_cmp(&b.with.title.score))?;
    let found = nearest.record.meta.title.text();
    let finding = FieldFinding::on(
        "title",
        Weight::Difference,
        "the record's title has other words",
    )
    .listed(&*reference.listing.title)
    .found(Some(found), nearest.record.source);
    Some(finding)
}

fn authors(reference: &Reference, work: &MeantWork<'_>) -> Option<FieldFinding> {
    let weight = |it: &PeopleDifference| {
        let renamed = if it.are_renamed() {
            it.renamed.len()
        } else {
            0
        };
        (it.added.len() + it.missing.len() + renamed, it.reordered)
    };
    let compared = work.versions.iter();
    let compared = compared.filter_map(|it| Some((it, it.with.people.as_ref()?)));
    let (nearest, difference) = compared.min_by_key(|(_, people)| weight(people))?;
    if difference.is_none() {
        return None;
    }
    Some(people_finding(reference, nearest.record, difference))
}

/// What is said where a work is by other people alone.
pub(super) const NONE_OF_THEM: &str = "none of these people is among its authors";

/// Returns the finding that people are missing, added, or in another order.
pub(super) fn people_finding(
    reference: &Reference,
    record: &Record,
    difference: &PeopleDifference,
) -> FieldFinding {
    let mut says = Vec::new();
    if difference.shared == 0 {
        says.push(NONE_OF_THEM.to_owned());
    } else {
        if !difference.added.is_empty() {
            says.push(format!(
                "not among its authors: {}",
                difference.added.join(", ")
            ));
        }
        if !difference.missing.is_empty() {
            says.push(format!("left out: {}", difference.missing.join(", ")));
        }
        if difference.are_renamed() {
            let pairs = difference.renamed.iter();
            let pairs = pairs.map(|(listed, found)| format!("{listed} / {found}"));
            let pairs = pairs.collect::<Vec<_>>().join(", ");
            says.push(format!("with other given names: {pairs}"));
        }
        if says.is_empty() {
            says.push("its authors are in another order".to_owned());
        }
    }
    let listed = reference.listing.author_names(&reference.person);
    let listed: Vec<String> = listed.iter().flatten().map(ToString::to_string).collect();
    FieldFinding::on("authors", Weight::Difference, says.join("; "))
        .listed(listed.join(", "))
        .found(words::people(&record.meta), record.source)
}

fn venue(reference: &Reference, work: &MeantWork<'_>) -> Option<FieldFinding> {
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
    let is_two = |it: &Compared<'_>| {
        words::venue(&it.record.meta).is_some_and(|name| are_two_venues(listed, &name))
    };
    let is_other = |it: &&Compared<'_>| {
        (it.with.venue == VenueRelation::Other || is_two(it)) && !is_beside(listed, it.record)
    };
    if !published.iter().all(is_other) {
        let is_track = |it: &&Compared<'_>| it.with.is_track && !is_beside(listed, it.record);
        let say = "its venue has words that this one lacks, and this may be another version of it";
        return published.iter().all(is_track).then(|| {
            FieldFinding::on("venue", Weight::Doubt, say)
                .listed(listed)
                .found(words::venue(&best.record.meta), best.record.source)
        });
    }
    let is_of_kind = |it: &&Compared<'_>| same_class(reference.kind(), it.record.meta.kind);
    let is_certain =
        work.is_pinned() || published.iter().any(is_of_kind) && !venues::is_side_event(listed);
    let (weight, say) = if is_certain {
        (Weight::Difference, "it appeared elsewhere")
    } else {
        (
            Weight::Doubt,
            "it appeared elsewhere, and this may be another version of it",
        )
    };
    let finding = FieldFinding::on("venue", weight, say)
        .listed(listed)
        .found(words::venue(&best.record.meta), best.record.source);
    Some(finding)
}

/// Words of the names of series, and of publishers given in place of a venue.
const SERIES: [&str; 10] = [
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
];

/// Whether a listed venue is the series, the publisher or the like of a record, or the journal or
/// conference that publishes with its venue.
fn is_beside(listed: &str, record: &Record) -> bool {
    let meta = &record.meta;
    let folded = fold(listed);
    let beside = [&meta.series, &meta.publisher, &meta.institution];
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
    beside.into_iter().flatten().any(is_same)
        || full
            .as_ref()
            .is_some_and(|name| are_one_venue(listed, name))
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

fn year(
    reference: &Reference,
    work: &MeantWork<'_>,
    grounds: &Grounds<'_>,
) -> Option<FieldFinding> {
    let listed = reference.listing.year?;
    let years = |it: &Compared<'_>| it.record.meta.year();
    let best = work
        .versions
        .iter()
        .find(|it| !it.is_preprint() && years(it).is_some());
    let best = best.or_else(|| work.versions.iter().find(|it| years(it).is_some()))?;
    let found = years(best)?;
    let finding = |weight, say: String| {
        FieldFinding::on("year", weight, say)
            .listed(listed.to_string())
            .found(Some(found.to_string()), best.record.source)
    };
    if listed > i32::from(grounds.today.year()) + 1 {
        // Said of the entry as a whole.
        return None;
    }
    let is_published = work.versions.iter().any(|it| !it.is_preprint());
    if !is_published && reference.names_venue() && listed > found {
        // A publication that no source knows may be later.
        return None;
    }
    if found == listed
        || work
            .versions
            .iter()
            .any(|it| years(it) == Some(listed) && !it.is_preprint())
    {
        return None;
    }
    let manuscript = work.versions.iter().find(|it| {
        let submitted = it
            .record
            .meta
            .ids
            .arxiv
            .as_ref()
            .and_then(crate::model::ArxivId::year);
        years(it) == Some(listed) && it.is_preprint() || submitted == Some(listed)
    });
    if manuscript.is_some() {
        return Some(finding(
            Weight::Form,
            format!("the year of its preprint; it appeared in {found}"),
        ));
    }
    let apart = (listed - found).abs();
    let is_manuscript = !reference.names_venue() && reference.listing.venue.is_some();
    let is_journal =
        best.record.meta.kind == Kind::Journal || reference.kind() == Some(Kind::Journal);
    let names_it =
        words::venue(&best.record.meta).is_some_and(|venue| venue.contains(&listed.to_string()));
    let is_placeless = reference.listing.venue.is_none();
    if apart == 1 && (is_placeless || is_journal || names_it || best.is_preprint()) {
        return Some(finding(
            Weight::Form,
            "the year of another date of its publication".to_owned(),
        ));
    }
    if is_manuscript && listed < found && apart <= 3 {
        return Some(finding(
            Weight::Form,
            format!("the year of a preprint; it appeared in {found}"),
        ));
    }
    Some(finding(
        Weight::Difference,
        "the year is another".to_owned(),
    ))
}

fn identifiers(reference: &Reference, work: &MeantWork<'_>) -> Vec<FieldFinding> {
    let mut out = Vec::new();
    for pin in work.pins.iter().filter(|pin| !work.bears(pin)) {
        let own = work.versions.iter().find_map(|it| {
            let ids = crate::model::WorkId::all_of(&it.record.meta.ids).into_iter();
            let mut ids = ids.filter(|id| id.kind() == pin.id.kind());
            Some((ids.next()?.to_string(), it.record.source))
        });
        let source = own.as_ref().map(|(_, source)| *source);
        let own = own.map(|(id, _)| id);
        if let Some(bearer) = pin.bearer_of_another_title(&reference.listing.title) {
            let say = format!("it belongs to `{}`", bearer.meta.title.text());
            out.push(
                FieldFinding::on(pin.field(), Weight::Difference, say)
                    .listed(pin.id.to_string())
                    .found(own, source.unwrap_or(bearer.source)),
            );
        } else if pin.is_unknown && (own.is_some() || !pin.is_of_publisher()) {
            let first = work.versions.first().map(|it| it.record.source);
            let source = source.or(first).unwrap_or(SourceName::LISTING);
            let (say, source) = match pin.exists {
                Some(_) => (coverage::UNREGISTERED, SourceName::DOI),
                None => ("its registry has no such identifier", source),
            };
            out.push(
                FieldFinding::on(pin.field(), Weight::Difference, say)
                    .listed(pin.id.to_string())
                    .found(own, source),
            );
        } else if pin.is_owed {
            let say = "a source did not say what it names";
            let finding = FieldFinding::on(pin.field(), Weight::Doubt, say);
            out.push(finding.listed(pin.id.to_string()));
        } else if pin.exists == Some(false) {
            // The work is known, so its publisher may be late.
            let finding = FieldFinding::on(pin.field(), Weight::Form, coverage::UNREGISTERED)
                .listed(pin.id.to_string());
            out.push(finding.found(None, SourceName::DOI));
        }
    }
    out
}
