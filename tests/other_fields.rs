//! The matcher on lists of people outside computing: 21 people of 13 fields, whose entries are labelled with the
//! records they mean.
//!
//! `people/` holds the facts: titles, authors and venues as each person prints them, and as a registry has them. The
//! lists and most records were found in public repositories; details of records that stood nowhere were filled in by
//! hand, so a page or an author there may be wrong. `twins` are other records near a work: its preprint, an erratum, a
//! review, a work of the same title. Every entry is decided against all records of all people.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

#[path = "people/mod.rs"]
mod people;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
};

use bibsync::{
    matching::{CandidateIndex, decide},
    model::Record,
    text::fold::FoldedTitle,
};
use people::{Known, handle, labelled};

/// Entries that were matched as labelled on 2026-11-27, of 499 that mean a record, after what stood in the way of others
/// was mended on this very set.
const RIGHT: usize = 467;

#[test]
fn works_of_other_fields_are_matched_and_none_with_another() {
    let people = labelled();
    let mut pool = CandidateIndex::default();
    for person in &people {
        let own = person
            .works
            .iter()
            .filter_map(|entry| entry.record.as_ref());
        let twins = person.twins.iter().map(|twin| &twin.record);
        pool.add(own.chain(twins).map(Known::record));
    }
    let mut by_field: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for person in &people {
        let profile = person.profile();
        let own = BTreeSet::new();
        for (at, listing) in profile.publications.iter().enumerate() {
            let near = pool.candidates(listing, &FoldedTitle::of(&listing.title), &profile.person);
            let decision = decide(listing, &profile.person, &own, &near);
            let count = by_field.entry(&person.field).or_default();
            let is_labelled = person.works[at].record.is_some();
            count[3] += usize::from(is_labelled);
            match decision.verdict.status() {
                "matched" => {
                    let meant = person.meant(at);
                    let found = |record: &Record| meant.contains(&handle(&record.meta));
                    if decision.records.iter().any(found) {
                        count[0] += usize::from(is_labelled);
                    } else {
                        wrong.push(format!(
                            "{}, {}: `{}` is no `{}` ({})",
                            person.name,
                            at,
                            listing.title,
                            decision.records[0].meta.title,
                            handle(&decision.records[0].meta)
                        ));
                    }
                }
                "ambiguous" => count[1] += usize::from(is_labelled),
                _ => count[2] += usize::from(is_labelled),
            }
        }
    }
    let mut out = std::io::stderr().lock();
    for (field, [right, ambiguous, unmatched, all]) in &by_field {
        writeln!(
            out,
            "{field:20} {right} of {all} right, {ambiguous} ambiguous, {unmatched} unmatched"
        )
        .unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let right: usize = by_field.values().map(|count| count[0]).sum();
    assert!(right >= RIGHT, "{right} right, {RIGHT} were");
}
