//! Whether the sources must have a reference, and have answered.

use jiff::{ToSpan as _, civil::Date};

use super::{
    doi::Pin,
    grounds::Grounds,
    judgement::{FieldFinding, Weight},
    reference::Reference,
    venues, words,
};
use crate::{
    model::{Kind, SourceName},
    sources::{Holdings, TitleSearch},
    sync::{AskState, Surveyed},
    text::publication_state::is_expected,
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
    if is_recent(year, grounds.today) {
        return Some("it is so new that the sources may not list it yet".to_owned());
    }
    if let Some(name) = failed(surveyed) {
        return Some(format!("{} did not answer", grounds.title(name)));
    }
    let venue = listing.venue.as_deref().unwrap_or_default();
    if venues::is_side_event(venue) {
        return Some(
            "it is of a workshop or another side event, which the sources need not list".to_owned(),
        );
    }
    let answered = |search: TitleSearch| {
        grounds.sources.iter().any(|source| {
            let asked = surveyed.asked.get(&source.name);
            source.capabilities.titles == search
                && source.capabilities.holds == Holdings::All
                && !source.capabilities.is_local
                && asked.is_some_and(|asked| asked.title == Some(AskState::Answered))
        })
    };
    let on_disk = grounds
        .holdings
        .is_some_and(|holdings| holdings.reaches(year));
    if !on_disk && !answered(TitleSearch::Batched) {
        return Some("no bibliography was asked that lists such works completely".to_owned());
    }
    let is_of_field = venues::is_listed(venue)
        || grounds
            .holdings
            .is_some_and(|holdings| holdings.knows(venue));
    if !is_of_field && !answered(TitleSearch::Single) {
        return Some(
            if grounds.sources.iter().any(|it| {
                !it.capabilities.is_local && it.capabilities.titles == TitleSearch::Single
            }) {
                "it may be of another field, and its title was not searched for at a registry of all fields".to_owned()
            } else {
                "it may be of a field that the sources asked do not list".to_owned()
            },
        );
    }
    None
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
