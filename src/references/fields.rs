//! The fields by which a reference differs from the work that it means.

use super::{
    coverage,
    grounds::Grounds,
    judgement::{FieldFinding, Weight},
    meant_work::{Compared, MeantWork},
    reference::Reference,
    venue_fields, words,
};
use crate::{
    matching::{PeopleDifference, TitleRelation, VenueRelation},
    model::{Kind, ListedAuthor, Record, SourceName},
    text::fold::{fold, fold_without_blanks, is_stop_word, words as folded_words},
};

/// Returns the findings on all fields.
pub(super) fn differences(
    reference: &Reference,
    work: &MeantWork<'_>,
    grounds: &Grounds<'_>,
) -> Vec<FieldFinding> {
    let mut out = Vec::new();
    out.extend(title(reference, work));
    out.extend(authors(reference, work));
    let venue = venue_fields::venue(reference, work);
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
    let is_same = |it: &Compared<'_>| {
        let people = it.with.people.as_ref();
        it.with.title.relation <= TitleRelation::Part
            && it.with.title.conflict.is_none()
            && people.is_some_and(|it| it.shared == it.listed)
            && it.with.venue == VenueRelation::Same
    };
    let is_certain = work.is_pinned()
        || work.is_matched
        || work.lacking.is_none()
        || work.versions.iter().any(is_same)
        || venue_fields::is_surely_elsewhere(reference, work);
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

/// Words that were replaced or added. Typos, marks and a head or subtitle left out are form; one that the
/// record lacks was added.
fn title(reference: &Reference, work: &MeantWork<'_>) -> Option<FieldFinding> {
    let plain = |title: &str| fold_without_blanks(&title.replace('\\', ""));
    let listed = plain(&reference.listing.title);
    let added =
        |it: &Compared<'_>| added_words(&reference.listing.title, &it.record.meta.title.text());
    let is_close = |it: &Compared<'_>| {
        let title = &it.with.title;
        let is_same = plain(&it.record.meta.title.text()) == listed;
        let is_part = title.relation == TitleRelation::Part;
        is_same
            || is_part && added(it) == 0
            || title.relation <= TitleRelation::Part
                && title.conflict.is_none()
                && added(it) < ADDED
    };
    if work.versions.iter().any(is_close) {
        return None;
    }
    let nearest = work
        .versions
        .iter()
        .max_by(|a, b| a.with.title.score.total_cmp(&b.with.title.score))?;
    let found = nearest.record.meta.title.text();
    let is_part = nearest.with.title.relation == TitleRelation::Part;
    // A registrar may have only the first part of a title.
    let is_bibliography =
        |it: &Compared<'_>| [SourceName::DBLP, SourceName::LIBRARY].contains(&it.record.source);
    let is_sure = !is_part || work.versions.iter().any(is_bibliography);
    let (weight, say) = match (is_part, is_sure) {
        (true, true) => (Weight::Difference, "the record's title lacks a part of it"),
        (true, false) => (
            Weight::Doubt,
            "the record's title lacks a part of it, and may be shortened",
        ),
        (false, _) => (Weight::Difference, "the record's title has other words"),
    };
    let finding = FieldFinding::on("title", weight, say)
        .listed(&*reference.listing.title)
        .found(Some(found), nearest.record.source);
    Some(finding)
}

/// The fewest words of a head or subtitle that is no matter of form if the record lacks it.
const ADDED: usize = 3;

/// The number of content words that a listed title has and a found one lacks, blanks aside.
fn added_words(listed: &str, found: &str) -> usize {
    let known = folded_words(found);
    let joined = known.concat();
    let own = folded_words(listed);
    let new = own.iter().filter(|word| {
        word.len() > 1
            && !is_stop_word(word)
            && !known.contains(word)
            && !joined.contains(word.as_str())
    });
    new.count()
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
    if let Some(finding) = nobody(reference, work) {
        return Some(finding);
    }
    let compared = work.versions.iter();
    let compared = compared.filter_map(|it| Some((it, it.with.people.as_ref()?)));
    let (nearest, difference) = compared.min_by_key(|(_, people)| weight(people))?;
    if difference.is_none() {
        return None;
    }
    Some(people_finding(reference, nearest.record, difference))
}

/// Returns the finding that what stands in place of the authors names nobody who can be compared: `N/A`,
/// or a team.
fn nobody(reference: &Reference, work: &MeantWork<'_>) -> Option<FieldFinding> {
    let names = reference.listing.authors.iter();
    let names: Vec<String> = names
        .filter_map(|it| match it {
            ListedAuthor::Named(name) => Some(name.to_string()),
            ListedAuthor::Person => None,
        })
        .collect();
    let is_rest = |name: &String| ["others", "al", "et al"].contains(&fold(name).as_str());
    let is_compared = work.versions.iter().any(|it| it.with.people.is_some());
    let signed = work
        .versions
        .iter()
        .find(|it| !it.record.meta.authors.is_empty())?;
    let meta = &signed.record.meta;
    let own = meta.authors.iter().map(|it| it.name.to_string());
    let own: Vec<String> = own
        .chain(meta.collaboration.clone())
        .map(|it| fold(&it))
        .collect();
    let is_own = |name: &String| own.contains(&fold(name));
    if is_compared || names.is_empty() || names.iter().all(is_rest) || names.iter().any(is_own) {
        return None;
    }
    let say = "it names no people who can be compared with its authors";
    let finding = FieldFinding::on("authors", Weight::Doubt, say).listed(names.join(", "));
    Some(finding.found(words::people(meta), signed.record.source))
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
    let is_published = work.versions.iter().any(|it| !it.is_preprint());
    let has_come = listed <= i32::from(grounds.today.year()) + 1;
    if !is_published && reference.names_venue() && listed > found && has_come {
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
    let years = work.versions.iter().filter_map(|it| it.record.meta.year());
    let years: Vec<i32> = years.chain(reference.listing.year).collect();
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
        } else if pin.is_unknown
            && (own.is_some() || !pin.is_of_publisher() || pin.is_of_another_year(&years))
        {
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
        } else if pin.is_unasked {
            let say = "no registry has told what it names";
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
