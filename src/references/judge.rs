//! The verdict on a reference.

use super::{
    asked_sources::asked_sources,
    coverage,
    fields::{differences, people_finding},
    grounds::Grounds,
    impossible::impossible,
    judgement::{FieldFinding, Judgement, Nearest, Standing, Weight},
    meant_work::{Compared, MeantWork},
    near_records::{NearRecords, are_all_they, are_they, may_be_meant, years_apart},
    reference::Reference,
    scripts, side_events, words,
};
use crate::{
    matching::{TitleRelation, VenueRelation},
    model::{PersonName, Record, SourceName},
    sync::{AskState, Surveyed},
    text::fold::fold,
};

/// Judges a reference by what a survey found on it.
#[must_use]
pub fn judge(reference: &Reference, surveyed: &Surveyed, grounds: &Grounds<'_>) -> Judgement {
    let known = NearRecords::of(reference, surveyed, grounds);
    let is_answered = coverage::is_title_answered(reference, surveyed, grounds);
    let impossible = impossible(reference, &known, is_answered, grounds);
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
    if let Some(id) = &reference.no_arxiv_id {
        let say = "no arXiv id can be so";
        findings.push(FieldFinding::on("arxiv", Weight::Difference, say).listed(&**id));
    }
    let standing = match standing {
        Standing::Verified if reference.no_arxiv_id.is_some() => Standing::Differs,
        standing => standing,
    };
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
/// same people, and an identifier or venue and year. A single name, or the first of some, must come with
/// nearly the title.
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
        let apart = years_apart(reference, it.record);
        let is_there = it.with.venue == VenueRelation::Same && known.lacking.is_none();
        is_pinned && are_they(it)
            || is_there
                && apart.is_some_and(|apart| apart <= 1)
                && are_all_they(it)
                && it.with.title.score >= RETITLED
            || is_there
                && apart == Some(0)
                && people.is_none()
                && people.shared >= 2
                && it.with.title.score >= RETITLED
    };
    let best = known.others.iter().find(is_meant)?;
    let finding = other_words(reference, best, Weight::Difference);
    Some((best.record, finding))
}

/// The lowest similarity of the titles of one work, if people, venue and year agree.
const RETITLED: f64 = 0.6;

/// Returns the finding that a record has another title.
fn other_words(reference: &Reference, other: &Compared<'_>, weight: Weight) -> FieldFinding {
    FieldFinding::on("title", weight, "the record's title has other words")
        .listed(&*reference.listing.title)
        .found(Some(other.record.meta.title.text()), other.record.source)
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
    let misprint = known.others.iter().find(|it| may_be_meant(it));
    let wrong = known
        .pins
        .iter()
        .find_map(|pin| Some((pin, pin.bearer_of_another_title(title)?)));
    // An identifier may be pasted from another entry: only if the title is missing too, it is a proof.
    let is_proof = known.lacking.is_none()
        && misprint.is_none()
        && known.titled.is_empty()
        && coverage::is_title_answered(reference, surveyed, grounds)
        && !may_be_translated(reference)
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
    let slip = known.others.iter().find(|it| {
        let is_near = it.with.title.score >= RETITLED && it.with.title.content_words >= 2;
        let is_there = it.with.venue == VenueRelation::Same
            && years_apart(reference, it.record).is_some_and(|apart| apart <= 1);
        let is_within = it.with.title.relation <= TitleRelation::Subset && is_there;
        are_all_they(it) && (is_near || is_within)
    });
    if let Some(slip) = slip {
        findings.push(other_words(reference, slip, Weight::Doubt));
        let say = "its people have a work of nearly this title, which it may mean";
        findings.push(FieldFinding::on("entry", Weight::Doubt, say));
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
/// it. A near title by one of its people may be a misprint, and one under which any of them has a paper
/// there a translation or a name of its own: these prove nothing.
fn closed_volume(
    reference: &Reference,
    known: &NearRecords<'_>,
    grounds: &Grounds<'_>,
) -> Option<FieldFinding> {
    let venue = reference.listing.venue.as_deref()?;
    let year = reference.listing.year?;
    if side_events::is_beside_papers(reference)
        || may_be_translated(reference)
        || known.others.iter().any(may_be_meant)
        || !known.titled.is_empty()
    {
        return None;
    }
    let volume = grounds.complete_volume(venue, year)?;
    let people = readings(reference);
    if people.is_empty() || grounds.may_have_paper_by(&people, &volume) {
        return None;
    }
    let say = format!(
        "{} of {year} is complete on this disk ({} papers), and has no such title",
        volume.name, volume.papers
    );
    let finding = FieldFinding::on("venue", Weight::Proof, say).listed(venue);
    Some(finding.found(None, SourceName::LIBRARY))
}

/// Whether the title or the people of a reference are in another language or script than those of the
/// sources.
fn may_be_translated(reference: &Reference) -> bool {
    let listing = &reference.listing;
    let people = listing.author_names(&reference.person);
    scripts::is_in_another_script(&listing.title)
        || scripts::is_in_another_language(&listing.title)
        || people
            .iter()
            .flatten()
            .any(|name| scripts::is_in_another_script(&name.to_string()))
}

/// Returns the people of a reference, each with the family name last and first.
fn readings(reference: &Reference) -> Vec<PersonName> {
    let names = reference.listing.author_names(&reference.person);
    let both = |name: PersonName| {
        let turned = PersonName::from_parts(&name.family, &name.given);
        let is_turned = fold(&name.given).len() > 1;
        let turned = Some(turned).filter(|_| is_turned);
        std::iter::once(name).chain(turned)
    };
    names.into_iter().flatten().flat_map(both).collect()
}
