//! The records that concern a reference, and which of them are of the work that it means.

use super::{
    coverage,
    doi::{Pin, pins},
    grounds::Grounds,
    judgement::FieldFinding,
    meant_work::{Compared, MeantWork},
    reference::Reference,
};
use crate::{
    matching::{TitleRelation, VenueRelation},
    model::Record,
    sync::Surveyed,
};

/// The records that concern a reference.
pub(super) struct NearRecords<'a> {
    /// Those with its title, by its people or by nobody known; the best first.
    pub(super) work: Vec<Compared<'a>>,
    /// Those with its title, by other people.
    pub(super) titled: Vec<Compared<'a>>,
    /// Those with another title; the nearest first.
    pub(super) others: Vec<Compared<'a>>,
    pub(super) pins: Vec<Pin<'a>>,
    pub(super) lacking: Option<FieldFinding>,
    /// Whether the records of a matched work are among those with the title and the people.
    is_matched: bool,
}

impl<'a> NearRecords<'a> {
    pub(super) fn of(reference: &Reference, surveyed: &'a Surveyed, grounds: &Grounds<'_>) -> Self {
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
            let apart = years_apart(reference, record);
            let is_titled = !is_excluded
                && (has_title(&compared) || is_part_of_it(&compared, is_pinned, apart));
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
        let rank = |it: &Compared<'_>, known: &Self| {
            (
                !meant.contains(it.record),
                !is_pinned(it, known),
                it.with.venue != VenueRelation::Same,
                years_apart(reference, it.record).unwrap_or(i32::MAX),
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

    pub(super) fn work(&'a self) -> Option<MeantWork<'a>> {
        (!self.work.is_empty()).then(|| MeantWork {
            versions: self.work.clone(),
            pins: &self.pins,
            lacking: self.lacking.as_ref(),
            is_matched: self.is_matched,
        })
    }

    /// The record that comes nearest, if one comes near.
    pub(super) fn nearest(&self) -> Option<&'a Record> {
        let near = self.others.iter();
        let near = near.filter(|it| it.with.title.score >= NEAR_TITLE || may_be_meant(it));
        let first = self.work.iter().chain(&self.titled).chain(near).next();
        let pinned = self.pins.iter().flat_map(|pin| pin.bearers.iter().copied());
        first.map(|it| it.record).or_else(|| pinned.clone().next())
    }
}

/// The lowest similarity of a title that is shown as near.
pub(super) const NEAR_TITLE: f64 = 0.5;

/// The years between a reference and a record, if both are known.
pub(super) fn years_apart(reference: &Reference, record: &Record) -> Option<i32> {
    let years = record.meta.year().zip(reference.listing.year);
    years.map(|(a, b)| (a - b).abs())
}

fn shared(it: &Compared<'_>) -> usize {
    it.with.people.as_ref().map_or(0, |it| it.shared)
}

/// Whether a record is by the people of a reference: half of them, or nobody is named.
pub(super) fn are_they(compared: &Compared<'_>) -> bool {
    let people = compared.with.people.as_ref();
    people.is_none_or(|it| it.shared > 0 && it.shared * 2 >= it.listed.min(4))
}

/// Whether all people of a reference are among those of a record.
pub(super) fn are_all_they(compared: &Compared<'_>) -> bool {
    let people = compared.with.people.as_ref();
    people.is_some_and(|it| it.shared > 0 && it.shared == it.listed)
}

/// Whether a record has the title of a reference, as far as form goes.
fn has_title(compared: &Compared<'_>) -> bool {
    let title = &compared.with.title;
    title.conflict.is_none() && title.is_same_title()
}

/// Whether one title is the other without its head or subtitle, and the rest shows that they are of one
/// work. A head of one word, or a subtitle that says more (`A Survey`), needs all people and the venue;
/// an extended version may be called so, too.
fn is_part_of_it(compared: &Compared<'_>, is_pinned: bool, apart: Option<i32>) -> bool {
    let title = &compared.with.title;
    if title.relation != TitleRelation::Part {
        return false;
    }
    let is_long = title.content_words >= 2 && title.conflict.is_none();
    let is_near = apart.is_some_and(|apart| apart <= 1);
    let is_same_place = compared.with.venue == VenueRelation::Same && is_near;
    is_long && (is_pinned || apart == Some(0))
        || are_all_they(compared) && (is_long && is_near || is_same_place)
}

/// Whether a record may be what a reference means with a misprinted title: a near title, or a part of
/// one, by one of its people.
pub(super) fn may_be_meant(compared: &Compared<'_>) -> bool {
    let people = compared.with.people.as_ref();
    let shares = people.is_none_or(|people| people.shared > 0);
    let title = &compared.with.title;
    let is_near = title.score >= NEAR_TITLE
        || title.relation == TitleRelation::Part
        || title.relation == TitleRelation::Subset && people.is_some();
    is_near && shares
}
