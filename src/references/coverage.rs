//! Whether the sources must have a reference, and have answered.

use jiff::{ToSpan as _, civil::Date};

use super::{
    doi::Pin,
    grounds::Grounds,
    judgement::{FieldFinding, Weight},
    reference::Reference,
    scripts, side_events, venues, words,
};
use crate::{
    model::{Kind, SourceName},
    sources::{Holdings, TitleSearch},
    sync::{AskState, Surveyed},
    text::{fold::FoldedTitle, publication_state::is_expected},
};

/// Returns why "there is none" would be no news, if it would be none: the sources need not have such
/// a work, or one that must have it was not asked or did not answer.
pub(super) fn lacking(
    reference: &Reference,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
) -> Option<FieldFinding> {
    reason(reference, surveyed, grounds).map(|say| FieldFinding::on("entry", Weight::Doubt, say))
}

fn reason(reference: &Reference, surveyed: &Surveyed, grounds: &Grounds<'_>) -> Option<String> {
    let listing = &reference.listing;
    if !listing.is_searched() {
        return Some("it is not looked up, as the list asks".to_owned());
    }
    if !is_expected(listing) {
        return Some("it says that it is not published yet".to_owned());
    }
    if surveyed.exists.values().any(|exists| *exists) {
        return Some(
            "its identifier is registered, and no source asked says what it names".to_owned(),
        );
    }
    match reference.kind() {
        Some(Kind::Conference | Kind::Journal) => {}
        Some(Kind::Preprint) => return preprint(reference, surveyed, grounds),
        None if listing.venue.is_some() => {}
        None => return Some("nothing says where it was published".to_owned()),
        Some(other) => {
            let kind = words::a_kind(other);
            return Some(format!("it is {kind}, which the sources need not list"));
        }
    }
    let Some(year) = listing.year else {
        return Some("it has no year, so that it may be too new for the sources".to_owned());
    };
    if year > i32::from(grounds.today.year()) + 1 {
        return Some(format!(
            "{year} has not come yet, if it is a year of our calendar"
        ));
    }
    if is_recent(year, grounds.today) {
        return Some("it is so new that the sources may not list it yet".to_owned());
    }
    if let Some(name) = failed(surveyed) {
        return Some(format!("{} did not answer", grounds.title(name)));
    }
    let venue = listing.venue.as_deref().unwrap_or_default();
    if side_events::is_beside_papers(reference) {
        return Some(
            "it is of a workshop or another side event, or no paper of its volume, which the sources need not list"
                .to_owned(),
        );
    }
    if scripts::is_in_another_script(&listing.title) || scripts::is_in_another_script(venue) {
        return Some("it is in a script of which the sources list little".to_owned());
    }
    if scripts::is_in_another_language(&listing.title) {
        return Some("its title is in another language, and may be a translation".to_owned());
    }
    if FoldedTitle::of(&listing.title).content_words() < 2 {
        return Some(
            "its title is too short to be missed: it may be the short name of a work".to_owned(),
        );
    }
    if !is_on_disk(year, grounds) && !answered(TitleSearch::Batched, surveyed, grounds) {
        return Some("no bibliography was asked that lists such works completely".to_owned());
    }
    let is_of_field = venues::is_listed(venue)
        || grounds.complete_volume(venue, year).is_some()
        || venues::is_of_computing(&listing.title, listing.venue.as_deref())
            && answered(TitleSearch::Single, surveyed, grounds);
    if !is_of_field {
        return Some("it may be of a field that the sources asked do not list".to_owned());
    }
    None
}

/// Whether a service that searches like this, and has works of all kinds, was asked for the title and
/// answered.
fn answered(search: TitleSearch, surveyed: &Surveyed, grounds: &Grounds<'_>) -> bool {
    grounds.sources.iter().any(|source| {
        let asked = surveyed.asked.get(&source.name);
        source.capabilities.titles == search
            && source.capabilities.holds == Holdings::All
            && !source.capabilities.is_local
            && asked.is_some_and(|asked| asked.title == Some(AskState::Answered))
    })
}

/// Whether the works of a year are on this disk.
fn is_on_disk(year: i32, grounds: &Grounds<'_>) -> bool {
    grounds
        .holdings
        .is_some_and(|holdings| holdings.reaches(year))
}

/// Whether a bibliography that lists works of computing was asked for the title of a reference, and every
/// source has answered all that it was asked about it.
pub(super) fn is_title_answered(
    reference: &Reference,
    surveyed: &Surveyed,
    grounds: &Grounds<'_>,
) -> bool {
    let is_local = |name: &SourceName| {
        let mut sources = grounds.sources.iter();
        sources.any(|it| it.name == *name && it.capabilities.is_local)
    };
    let on_disk = reference
        .listing
        .year
        .is_some_and(|year| is_on_disk(year, grounds));
    let mut asked = surveyed.asked.iter();
    let is_looked_up = on_disk
        && asked.any(|(name, asked)| is_local(name) && asked.title == Some(AskState::Answered));
    failed(surveyed).is_none()
        && (is_looked_up || answered(TitleSearch::Batched, surveyed, grounds))
}

/// Returns the findings that identifiers of an unknown work are not registered, and whether they show by
/// themselves that it is not to be found: its registrar must have what was published with them.
pub(super) fn unregistered(
    reference: &Reference,
    pins: &[Pin<'_>],
    grounds: &Grounds<'_>,
) -> (Vec<FieldFinding>, bool) {
    let listing = &reference.listing;
    let is_of_kind = match reference.kind() {
        Some(Kind::Conference | Kind::Journal | Kind::Preprint) => true,
        None => listing.venue.is_some(),
        Some(_) => false,
    };
    let is_recent = listing
        .year
        .is_none_or(|year| is_recent(year, grounds.today));
    let made_up = pins
        .iter()
        .filter(|pin| pin.is_made_up(is_recent, grounds.today));
    let findings: Vec<FieldFinding> = made_up
        .map(|pin| {
            FieldFinding::on(pin.field(), Weight::Doubt, UNREGISTERED)
                .listed(pin.id.to_string())
                .found(None, SourceName::DOI)
        })
        .collect();
    let is_shown =
        !findings.is_empty() && is_of_kind && listing.is_searched() && is_expected(listing);
    (findings, is_shown)
}

/// What is said of an identifier that is not registered.
pub(super) const UNREGISTERED: &str = "no such identifier is registered";

/// A preprint is surely known only by its identifier.
fn preprint(reference: &Reference, surveyed: &Surveyed, grounds: &Grounds<'_>) -> Option<String> {
    let pins = reference.listing.pins();
    let Some(id) = pins.arxiv else {
        return Some(
            "it is a manuscript, which the sources know surely by its identifier only".to_owned(),
        );
    };
    if let Some(name) = failed(surveyed) {
        return Some(format!("{} did not answer", grounds.title(name)));
    }
    let id = crate::sources::Id::Arxiv(id);
    let is_known = surveyed
        .near
        .iter()
        .any(|record| id.is_in(&record.meta.ids));
    let mut registries = grounds
        .registries
        .iter()
        .filter_map(|name| surveyed.asked.get(name));
    let is_asked = registries.any(|asked| asked.ids.get(&id) == Some(&AskState::Answered));
    (!is_known && !is_asked).then(|| "the server of its identifier was not asked".to_owned())
}

/// Returns a source that did not answer what it was asked about the reference.
pub(super) fn failed(surveyed: &Surveyed) -> Option<SourceName> {
    let mut asked = surveyed.asked.iter();
    let (name, _) = asked.find(|(_, asked)| asked.has_failed())?;
    Some(*name)
}

/// Whether a work of that year may still be missing from the sources: bibliographies list most
/// proceedings within half a year.
fn is_recent(year: i32, today: Date) -> bool {
    let then = today.saturating_sub(6.months());
    year >= i32::from(then.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_recent_for_half_a_year() {
        let on = |day: &str| is_recent(2026, day.parse().unwrap());
        assert!(on("2026-11-23") && on("2027-03-01") && on("2026-01-05"));
        assert!(!on("2027-08-01"));
    }
}
