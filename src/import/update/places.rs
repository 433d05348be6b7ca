//! Finds the publication of a profile that an entry is.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ImportedList;
use super::digest::{digest, part};
use crate::model::Listing;
use crate::profile::Profile;
use crate::text::{fold, similarity};

/// Returns, for each entry, its position in the profile if it is there. No position is returned
/// twice.
pub(super) fn places(old: &Profile, import: &ImportedList, file: &str) -> Vec<Option<usize>> {
    let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, listing) in old.publications.iter().enumerate() {
        for handle in handles(listing) {
            index.entry(handle).or_default().push(at);
        }
    }
    let mut free: BTreeSet<usize> = (0..old.publications.len()).collect();
    let mut places = as_read(old, import, file, &mut free);
    for (entry, place) in import.entries.iter().zip(&mut places) {
        if place.is_some() {
            continue;
        }
        let listing = &entry.listing;
        let candidates = handles(listing)
            .into_iter()
            .filter_map(|handle| index.get(&handle))
            .flatten();
        // A paper and its journal version share their title, but not venue and year.
        let best = candidates
            .filter(|at| free.contains(at))
            .max_by_key(|at| {
                let known = &old.publications[**at];
                let agree = [
                    known.venue == listing.venue,
                    known.year == listing.year,
                    known.key.is_some() && known.key == listing.key,
                ];
                let score = agree.iter().filter(|agrees| **agrees).count();
                (score, std::cmp::Reverse(**at))
            })
            .copied();
        if let Some(at) = best {
            free.remove(&at);
        }
        *place = best;
    }
    let was_here = |at: &usize| {
        let origin = old.origins.get(*at).and_then(Option::as_ref);
        origin.is_some_and(|origin| origin.file == file)
    };
    let mut lost: Vec<usize> = free.into_iter().filter(was_here).collect();
    for (entry, place) in import.entries.iter().zip(&mut places) {
        if place.is_some() || lost.is_empty() || lost.len() > MOST_LOST {
            continue;
        }
        let alike = lost.iter().enumerate().map(|(at, index)| {
            let known = &old.publications[*index].title;
            (at, similarity::letters(known, &entry.listing.title))
        });
        let best = alike.max_by(|(_, a), (_, b)| a.total_cmp(b));
        if let Some((at, _)) = best.filter(|(_, alike)| *alike >= ALIKE) {
            *place = Some(lost.remove(at));
        }
    }
    places
}

/// Returns, for each entry, the publication that was imported from it, which the digest identifies
/// whatever the person has corrected since. If the file has changed, the entry is found by its
/// title in the file.
fn as_read(
    old: &Profile,
    import: &ImportedList,
    file: &str,
    free: &mut BTreeSet<usize>,
) -> Vec<Option<usize>> {
    let mut by_read: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut by_title: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, origin) in old.origins.iter().enumerate() {
        let Some(origin) = origin else { continue };
        by_read.entry(&origin.digest).or_default().push(at);
        if let Some(title) = part(&origin.digest, "title") {
            by_title.entry(title).or_default().push(at);
        }
    }
    let read: Vec<String> = import
        .entries
        .iter()
        .map(|entry| digest(&entry.listing))
        .collect();
    let mut places = vec![None; read.len()];
    // Identical digests come first, so that no other entry takes their place.
    for whole in [true, false] {
        for (read, place) in read.iter().zip(&mut places) {
            if place.is_some() {
                continue;
            }
            let candidates = if whole {
                by_read.get(read.as_str())
            } else {
                part(read, "title").and_then(|title| by_title.get(title))
            };
            let likeness = |at: &usize| {
                let origin = old.origins[*at].as_ref();
                let same_file = origin.is_some_and(|origin| origin.file == file);
                let before = origin.map_or("", |origin| origin.digest.as_str());
                let same = before
                    .split('-')
                    .zip(read.split('-'))
                    .filter(|(a, b)| a == b)
                    .count();
                (same_file, same, std::cmp::Reverse(*at))
            };
            let best = candidates
                .into_iter()
                .flatten()
                .filter(|at| free.contains(at))
                .max_by_key(|at| likeness(at));
            if let Some(at) = best {
                free.remove(at);
                *place = Some(*at);
            }
        }
    }
    places
}

/// The lowest similarity, 0 to 1, at which one title is a correction of the other: more than four
/// letters in five.
const ALIKE: f64 = 0.8;
/// The largest number of missing publications that are searched. With more, it is another list.
const MOST_LOST: usize = 1_000;

/// Returns the strings by which a publication may be recognized.
fn handles(listing: &Listing) -> Vec<String> {
    let ids = [
        listing.doi.as_ref().map(|id| format!("doi {id}")),
        listing.arxiv.as_ref().map(|id| format!("arxiv {id}")),
        listing.dblp.as_ref().map(|id| format!("dblp {id}")),
        listing.pmid.as_ref().map(|id| format!("pmid {id}")),
        Some(format!(
            "title {}",
            fold::fold_without_blanks(&listing.title)
        )),
    ];
    ids.into_iter().flatten().collect()
}
