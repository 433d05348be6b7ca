//! What can't be, whatever the sources say.

use super::{
    grounds::Grounds,
    judgement::{FieldFinding, Weight},
    known_venues,
    near_records::NearRecords,
    placeholder::{Placeholder, placeholder},
    reference::Reference,
    side_events,
};
use crate::{
    model::{Kind, Listing},
    text::publication_state::{is_expected, is_manuscript},
};

/// The years after today in which a paper may be said to have appeared. Later ones are of another
/// calendar, or the name of a plan.
const FEW_YEARS: i32 = 10;

/// The years of which a paper in computing has authors.
const SIGNED_FOR: i32 = 40;

/// Returns what can't be, whatever the sources say. `is_answered` is whether they answered all that they
/// were asked, its title among it.
pub(super) fn impossible(
    reference: &Reference,
    known: &NearRecords<'_>,
    is_answered: bool,
    grounds: &Grounds<'_>,
) -> Vec<FieldFinding> {
    let mut out = Vec::new();
    let listing = &reference.listing;
    out.extend(future_year(reference, known, is_answered, grounds));
    let is_submission = is_manuscript(listing) || is_submission(reference);
    if !is_submission
        && let Some(name) = match placeholder(listing, &reference.person) {
            Some(Placeholder::Template(names)) => Some(names),
            Some(Placeholder::Nobody(name)) if is_signed(reference, known, grounds) => {
                Some(name).filter(|_| is_answered)
            }
            _ => None,
        }
    {
        let say = "a placeholder stands in place of its authors";
        out.push(FieldFinding::on("authors", Weight::Proof, say).listed(name));
    }
    out
}

/// Returns the finding that a paper is of a year to come, and nobody has it of another. A volume of next
/// year may be out.
fn future_year(
    reference: &Reference,
    known: &NearRecords<'_>,
    is_answered: bool,
    grounds: &Grounds<'_>,
) -> Option<FieldFinding> {
    let listing = &reference.listing;
    let this_year = i32::from(grounds.today.year());
    let year = listing
        .year
        .filter(|year| (this_year + 2..=this_year + FEW_YEARS).contains(year))?;
    let is_missing = known.work.is_empty() && known.titled.is_empty();
    let is_proof = is_answered
        && is_missing
        && is_paper(reference)
        && reference.names_venue()
        && is_expected(listing)
        && !side_events::is_beside_papers(reference);
    let say = format!("{year} has not come yet");
    is_proof.then(|| FieldFinding::on("year", Weight::Proof, say).listed(year.to_string()))
}

/// Whether a reference is to a paper of a conference or journal, as far as it says.
fn is_paper(reference: &Reference) -> bool {
    matches!(
        reference.kind(),
        None | Some(Kind::Conference | Kind::Journal)
    )
}

/// Whether a work without authors is none that there is: a paper of the last decades in a venue of which
/// it is known that its papers are signed.
fn is_signed(reference: &Reference, known: &NearRecords<'_>, grounds: &Grounds<'_>) -> bool {
    let Listing { venue, year, .. } = &reference.listing;
    let is_known_venue = venue.as_deref().is_some_and(|venue| {
        !known_venues::named(venue).is_empty()
            || year.is_some_and(|year| grounds.complete_volume(venue, year).is_some())
    });
    let is_young = year.is_some_and(|year| year >= i32::from(grounds.today.year()) - SIGNED_FOR);
    let is_anonymous = known.work.iter().any(|it| it.with.people.is_some());
    is_paper(reference)
        && is_known_venue
        && is_young
        && !is_anonymous
        && !side_events::is_beside_papers(reference)
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
