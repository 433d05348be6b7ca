//! The verdict on a reference.

use super::{
    asked_sources::asked_sources,
    coverage,
    doi::{Pin, pins},
    fields::{Compared, MeantWork, differences, people_finding},
    grounds::Grounds,
    judgement::{FieldFinding, Judgement, Nearest, Standing, Weight},
    placeholder::{Placeholder, placeholder},
    reference::Reference,
    venues, words,
};
use crate::{
    matching::{TitleRelation, VenueRelation},
    model::{Record, SourceName},
    sync::{AskState, Surveyed},
    text::publication_state::is_manuscript,
};

/// Judges a reference by what a survey found on it.
#[must_use]
pub fn judge(reference: &Reference, surveyed: &Surveyed, grounds: &Grounds<'_>) -> Judgement {
    let known = NearRecords::of(reference, surveyed, grounds);
    let has_failed = coverage::failed(surveyed).is_some();
    let impossible = impossible(reference, &known, has_failed, grounds);
    let (standing, mut findings) = match known.work() {
        Some(work) => found(reference, &work, surveyed, grounds),
        None => missing(reference, &known, surveyed, grounds),
    };
    let standing = if impossible.is_empty() {
        standing
    } else {
        // What is missing or can't be known is no news beside a proof.
        findings.retain(|it| it.weight == Weight::Difference);
        Standing::Contradicted
    };
    findings.extend(impossible);
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
    let nearest = known.nearest().map(|it| Nearest::of(&it.meta));
    let bearers = known.work.iter().chain(&known.titled);
    let having = bearers.map(|it| it.record.source).collect();
    Judgement {
        standing,
        findings,
        nearest: nearest.filter(|_| standing != Standing::Verified),
        asked: asked_sources(&having, surveyed, grounds),
        is_of_known_work: !known.work.is_empty(),
    }
}

/// The records that concern a reference.
struct NearRecords<'a> {
    /// Those with its title, by its people or by nobody known; the best first.
    work: Vec<Compared<'a>>,
    /// Those with its title, by other people.
    titled: Vec<Compared<'a>>,
    /// Those with another title; the nearest first.
    others: Vec<Compared<'a>>,
    pins: Vec<Pin<'a>>,
    lacking: Option<FieldFinding>,
    /// Whether the records of a matched work are among those with the title and the people.
    is_matched: bool,
}

impl<'a> NearRecords<'a> {
    fn of(reference: &Reference, surveyed: &'a Surveyed, grounds: &Grounds<'_>) -> Self {
        let meant = &surveyed.decision.records;
        let mut known = Self {
            work: Vec::new(),
            titled: Vec::new(),
            others: Vec::new(),
            pins: pins(
                reference.listing.pinned_ids(),
                surveyed,
                &grounds.registries,
            ),
            lacking: coverage::lacking(reference, surveyed, grounds),
            is_matched: false,
        };
        for record in &surveyed.near {
            let compared = Compared::of(reference, record);
            let is_meant = meant.contains(record);
            let by_them = are_they(&compared);
            let is_pinned = known.pins.iter().any(|pin| pin.id.is_in(&record.meta.ids));
            let is_excluded = compared.with.is_excluded && !is_meant && !is_pinned;
            let same_year = record.meta.year() == reference.listing.year;
            let is_titled = !is_excluded
                && (has_title(&compared)
                    || has_part_of_title(&compared) && (is_pinned || same_year));
            if by_them && (is_meant || is_titled) {
                known.is_matched |= is_meant;
                known.work.push(compared);
            } else if is_titled || is_meant {
                known.titled.push(compared);
            } else {
                known.others.push(compared);
            }
        }
        let is_pinned = |it: &Compared<'_>, known: &Self| {
            known
                .pins
                .iter()
                .any(|pin| pin.id.is_in(&it.record.meta.ids))
        };
        let shared = |it: &Compared<'_>| it.with.people.as_ref().map_or(0, |it| it.shared);
        let year = |it: &Compared<'_>| {
            let apart = it.record.meta.year().zip(reference.listing.year);
            apart.map_or(i32::MAX, |(a, b)| (a - b).abs())
        };
        let rank = |it: &Compared<'_>, known: &Self| {
            (
                !meant.contains(it.record),
                !is_pinned(it, known),
                it.with.venue != VenueRelation::Same,
                year(it),
                std::cmp::Reverse(shared(it)),
                it.record.source,
                it.record.handle(),
            )
        };
        let mut work = std::mem::take(&mut known.work);
        work.sort_by_cached_key(|it| rank(it, &known));
        let mut titled = std::mem::take(&mut known.titled);
        titled.sort_by_cached_key(|it| rank(it, &known));
        known.work = work;
        known.titled = titled;
        known.others.sort_by(|a, b| {
            let by = |it: &Compared<'_>| (shared(it) > 0, it.with.title.score);
            let ((people, score), (others, less)) = (by(a), by(b));
            less.total_cmp(&score)
                .then(others.cmp(&people))
                .then_with(|| a.record.handle().cmp(&b.record.handle()))
        });
        known
    }

    fn work(&'a self) -> Option<MeantWork<'a>> {
        (!self.work.is_empty()).then(|| MeantWork {
            versions: self.work.clone(),
            pins: &self.pins,
            lacking: self.lacking.as_ref(),
            is_matched: self.is_matched,
        })
    }

    /// The record that comes nearest, if one comes near.
    fn nearest(&self) -> Option<&'a Record> {
        let near = self.others.iter();
        let near = near.filter(|it| it.with.title.score >= NEAR_TITLE);
        let first = self.work.iter().chain(&self.titled).chain(near).next();
        let pinned = self.pins.iter().flat_map(|pin| pin.bearers.iter().copied());
        first.map(|it| it.record).or_else(|| pinned.clone().next())
    }
}

/// The lowest similarity of a title that is shown as near.
const NEAR_TITLE: f64 = 0.5;

/// Whether a record is by the people of a reference: half of them, or nobody is named.
fn are_they(compared: &Compared<'_>) -> bool {
    let people = compared.with.people.as_ref();
    people.is_none_or(|it| it.shared > 0 && it.shared * 2 >= it.listed.min(4))
}

/// Whether a record has the title of a reference, as far as form goes.
fn has_title(compared: &Compared<'_>) -> bool {
    let title = &compared.with.title;
    title.conflict.is_none() && title.is_same_title()
}

/// Whether one title is the other without its head or subtitle. An extended version may be called so,
/// too.
fn has_part_of_title(compared: &Compared<'_>) -> bool {
    let title = &compared.with.title;
    title.conflict.is_none() && title.relation == TitleRelation::Part && title.content_words >= 2
}

/// Returns what can't be, whatever the sources say.
fn impossible(
    reference: &Reference,
    known: &NearRecords<'_>,
    has_failed: bool,
    grounds: &Grounds<'_>,
) -> Vec<FieldFinding> {
    let mut out = Vec::new();
    let listing = &reference.listing;
    let this_year = i32::from(grounds.today.year());
    // A volume of next year may be out.
    if let Some(year) = listing.year.filter(|year| *year > this_year + 1) {
        let say = format!("{year} has not come yet");
        out.push(FieldFinding::on("year", Weight::Proof, say).listed(year.to_string()));
    }
    let placeholder = placeholder(listing, &reference.person);
    let is_submission = is_manuscript(listing) || is_submission(reference);
    let is_anonymous = known.work.iter().any(|it| it.with.people.is_some());
    let is_nobody = reference.names_venue() && !is_anonymous && !has_failed;
    if !is_submission
        && let Some(name) = match placeholder {
            Some(Placeholder::Template(names)) => Some(names),
            Some(Placeholder::Nobody(name)) if is_nobody => Some(name),
            _ => None,
        }
    {
        let say = "a placeholder stands in place of its authors";
        out.push(FieldFinding::on("authors", Weight::Proof, say).listed(name));
    }
    out
}

/// Whether a reference says that it is a submission, whose authors may be hidden.
fn is_submission(reference: &Reference) -> bool {
    let listing = &reference.listing;
    let said = [&listing.venue, &listing.note, &listing.url, &listing.status];
    said.into_iter().flatten().any(|text| {
        let text = text.to_lowercase();
        ["submi", "under review", "openreview", "anonymous"]
            .iter()
            .any(|word| text.contains(word))
    })
}

/// The verdict on a reference of which the work is known.
fn found(
    reference: &Reference,
    work: &MeantWork<'_>,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
) -> (Standing, Vec<FieldFinding>) {
    let mut findings = differences(reference, work, grounds);
    let gravest = findings.iter().map(|it| it.weight).max();
    let standing = match gravest {
        None | Some(Weight::Form) => Standing::Verified,
        Some(Weight::Doubt) => Standing::CantTell,
        Some(_) => Standing::Differs,
    };
    (
        unless_shaken(standing, &mut findings, surveyed, grounds),
        findings,
    )
}

/// Returns "can't tell" in place of anything but "verified" if a source did not answer what it was
/// asked about the reference: its answer might have agreed.
fn unless_shaken(
    standing: Standing,
    findings: &mut Vec<FieldFinding>,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
) -> Standing {
    if standing == Standing::Verified {
        return standing;
    }
    let Some(name) = coverage::failed(surveyed) else {
        return standing;
    };
    let say = format!("{} did not answer", grounds.title(name));
    if !findings.iter().any(|it| it.say == say) {
        findings.push(FieldFinding::on("entry", Weight::Doubt, say));
    }
    for finding in findings.iter_mut().filter(|it| it.weight > Weight::Doubt) {
        finding.weight = Weight::Doubt;
    }
    Standing::CantTell
}

/// The verdict on a reference of which no work is known with its title and people.
fn missing(
    reference: &Reference,
    known: &NearRecords<'_>,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
) -> (Standing, Vec<FieldFinding>) {
    let mut findings = Vec::new();
    let standing = if let Some(finding) = by_others(reference, known) {
        // The work of that title, with all that else differs.
        let work = MeantWork {
            versions: known.titled.clone(),
            pins: &known.pins,
            lacking: known.lacking.as_ref(),
            is_matched: true,
        };
        findings.push(finding);
        let others = differences(reference, &work, grounds).into_iter();
        findings.extend(others.filter(|it| it.field != "authors"));
        Standing::Differs
    } else if let Some((record, finding)) = retitled(reference, known) {
        let compared = vec![Compared::of(reference, record)];
        let work = MeantWork {
            versions: compared,
            pins: &known.pins,
            lacking: known.lacking.as_ref(),
            is_matched: true,
        };
        findings.push(finding);
        let others = differences(reference, &work, grounds).into_iter();
        findings.extend(others.filter(|it| it.field != "title"));
        Standing::Differs
    } else {
        unknown(reference, known, surveyed, grounds, &mut findings)
    };
    (
        unless_shaken(standing, &mut findings, surveyed, grounds),
        findings,
    )
}

/// Returns the finding that the work is by other people, if the title, venue and year or an
/// identifier show which work is meant, or if the title is long and nothing else may be meant.
fn by_others(reference: &Reference, known: &NearRecords<'_>) -> Option<FieldFinding> {
    let best = known.titled.first()?;
    let people = best.with.people.as_ref()?;
    let meta = &best.record.meta;
    let is_pinned = known.pins.iter().any(|pin| pin.id.is_in(&meta.ids));
    let years = meta.year().zip(reference.listing.year);
    let apart = years.map_or(i32::MAX, |(a, b)| (a - b).abs());
    let words = best.with.title.content_words;
    let is_meant = is_pinned
        || words >= 3 && best.with.venue == VenueRelation::Same && apart <= 1
        || words >= 5 && apart == 0 && best.with.venue != VenueRelation::Other
        || words >= 5 && known.lacking.is_none();
    is_meant.then(|| people_finding(reference, best.record, people))
}

/// Returns the record that a reference means under another title, and the finding on its title: the
/// same people, and an identifier or venue and year.
fn retitled<'a>(
    reference: &Reference,
    known: &NearRecords<'a>,
) -> Option<(&'a Record, FieldFinding)> {
    let is_meant = |it: &&Compared<'a>| {
        let Some(people) = &it.with.people else {
            return false;
        };
        let meta = &it.record.meta;
        let is_pinned = known.pins.iter().any(|pin| pin.id.is_in(&meta.ids));
        let same_year = meta.year().is_some() && meta.year() == reference.listing.year;
        is_pinned && are_they(it)
            || people.is_none()
                && people.shared >= 2
                && same_year
                && it.with.venue == VenueRelation::Same
                && it.with.title.score >= RETITLED
                && known.lacking.is_none()
    };
    let best = known.others.iter().find(is_meant)?;
    let finding = FieldFinding::on(
        "title",
        Weight::Difference,
        "the record's title has other words",
    )
    .listed(&*reference.listing.title)
    .found(Some(best.record.meta.title.text()), best.record.source);
    Some((best.record, finding))
}

/// The lowest similarity of the titles of one work, if people, venue and year agree.
const RETITLED: f64 = 0.6;

/// Whether a record may be what a reference means with a misprinted title: a near title by one of its
/// people.
fn may_be_misprinted(compared: &Compared<'_>) -> bool {
    let people = compared.with.people.as_ref();
    let shares = people.is_none_or(|people| people.shared > 0);
    compared.with.title.score >= NEAR_TITLE && shares
}

/// Whether the work that bears a pinned identifier is another one beyond doubt: by other people, and
/// under a title that has little in common with the listed one.
fn is_unlike(reference: &Reference, bearer: &Record) -> bool {
    let with = Compared::of(reference, bearer).with;
    let shares = with.people.as_ref().is_none_or(|people| people.shared > 0);
    !shares && with.title.score < UNLIKE
}

/// The highest similarity of titles that have nothing but common words in common.
const UNLIKE: f64 = 0.3;

/// The verdict on a reference that no source has.
fn unknown(
    reference: &Reference,
    known: &NearRecords<'_>,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
    findings: &mut Vec<FieldFinding>,
) -> Standing {
    let title = &*reference.listing.title;
    let misprint = known.others.iter().find(|it| may_be_misprinted(it));
    let wrong = known
        .pins
        .iter()
        .find_map(|pin| Some((pin, pin.bearer_of_another_title(title)?)));
    let is_proof = known.lacking.is_none()
        && misprint.is_none()
        && wrong.is_some_and(|(_, bearer)| is_unlike(reference, bearer));
    if let Some((pin, bearer)) = wrong {
        let say = format!("it belongs to `{}`", bearer.meta.title.text());
        let weight = if is_proof {
            Weight::Proof
        } else {
            Weight::Difference
        };
        findings.push(
            FieldFinding::on(pin.field(), weight, say)
                .listed(pin.id.to_string())
                .found(words::people(&bearer.meta), bearer.source),
        );
        if let Some(near) = misprint {
            let say = "its people have a work of nearly this title";
            findings.push(
                FieldFinding::on("title", Weight::Difference, say)
                    .listed(title)
                    .found(Some(near.record.meta.title.text()), near.record.source),
            );
        }
        // Where its identifier leads is known, if nothing else is.
        return if is_proof {
            Standing::Contradicted
        } else {
            Standing::Differs
        };
    }
    let (unregistered, is_shown) = coverage::unregistered(reference, &known.pins, grounds);
    findings.extend(unregistered);
    if let Some(lacking) = &known.lacking {
        if is_shown {
            return Standing::NotFound;
        }
        findings.push(lacking.clone());
        return Standing::CantTell;
    }
    if let Some(finding) = closed_volume(reference, known, grounds) {
        findings.push(finding);
        return Standing::Contradicted;
    }
    let names = surveyed
        .asked
        .iter()
        .filter(|(_, asked)| asked.title == Some(AskState::Answered));
    let names: Vec<&str> = names.map(|(name, _)| grounds.title(*name)).collect();
    let say = format!("asked for its title, and without it: {}", names.join(", "));
    findings.push(FieldFinding::on("entry", Weight::Doubt, say));
    Standing::NotFound
}

/// Returns the finding that the volume which a reference names is known completely and does not have
/// it. A near title by one of its people may be a misprint, and proves nothing.
fn closed_volume(
    reference: &Reference,
    known: &NearRecords<'_>,
    grounds: &Grounds<'_>,
) -> Option<FieldFinding> {
    let venue = reference.listing.venue.as_deref()?;
    let year = reference.listing.year?;
    if venues::is_side_event(venue)
        || known.others.iter().any(may_be_misprinted)
        || !known.titled.is_empty()
    {
        return None;
    }
    let volume = grounds.holdings?.complete(venue, year)?;
    let say = format!(
        "{} of {year} is complete on this disk ({} papers), and has no such title",
        volume.name, volume.papers
    );
    let finding = FieldFinding::on("venue", Weight::Proof, say).listed(venue);
    Some(finding.found(None, SourceName::LIBRARY))
}
