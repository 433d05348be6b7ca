//! Position numbers for listings: they keep the order of the list and rarely change.
//!
//! A number is kept as long as the order permits, so that a new listing changes no other block of the lock.

use std::collections::{BTreeMap, VecDeque};

use super::listing::LockedListing;

/// The distance between the numbers of neighbours, into which new listings fit.
const GAP: i64 = 1 << 20;

/// Numbers `listings` in their order. Listings keep the numbers they have in `old` where these ascend, and the
/// others get numbers in between. If a gap is used up, all are numbered again.
pub(super) fn number(listings: &mut [LockedListing], old: &[LockedListing]) {
    let fingerprints = listings.iter().map(|it| it.fingerprint.as_str());
    let old = old.iter().map(|it| (it.fingerprint.as_str(), it.place));
    let places = numbers(fingerprints, old);
    for (listing, place) in listings.iter_mut().zip(places) {
        listing.place = place;
    }
}

/// Returns numbers for listings with these fingerprints, given the `old` fingerprints with their numbers, in order.
pub(super) fn numbers<'a>(
    fingerprints: impl Iterator<Item = &'a str>,
    old: impl Iterator<Item = (&'a str, i64)>,
) -> Vec<i64> {
    let mut known: BTreeMap<&str, VecDeque<i64>> = BTreeMap::new();
    for (fingerprint, place) in old {
        known.entry(fingerprint).or_default().push_back(place);
    }
    let had: Vec<Option<i64>> = fingerprints
        .map(|it| known.get_mut(it)?.pop_front())
        .collect();
    let kept = longest_ascent(&had);
    filled(&kept).unwrap_or_else(|| (1..).map(|n| n * GAP).take(had.len()).collect())
}

/// Returns the longest ascending subsequence of the numbers, with `None` for the others.
fn longest_ascent(numbers: &[Option<i64>]) -> Vec<Option<i64>> {
    // For each length, the index of the smallest number that ends an ascent of that length.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (at, number) in numbers.iter().enumerate() {
        if number.is_none() {
            continue;
        }
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut out = vec![None; numbers.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        out[at] = numbers[at];
        next = before[at];
    }
    out
}

/// Fills the missing numbers evenly; `None` if they do not fit.
fn filled(kept: &[Option<i64>]) -> Option<Vec<i64>> {
    let mut out: Vec<i64> = Vec::with_capacity(kept.len());
    let mut at = 0;
    while at < kept.len() {
        if let Some(place) = kept[at] {
            out.push(place);
            at += 1;
            continue;
        }
        let gap = kept[at..]
            .iter()
            .take_while(|place| place.is_none())
            .count();
        let count = i64::try_from(gap).ok()?;
        let low = out.last().copied();
        let step = match (low, kept.get(at + gap).copied().flatten()) {
            (low, Some(high)) => {
                let low = low.unwrap_or(high.checked_sub((count + 1).checked_mul(GAP)?)?);
                (high.checked_sub(low)?) / (count + 1)
            }
            (_, None) => GAP,
        };
        if step == 0 {
            return None;
        }
        let next = kept.get(at + gap).copied().flatten();
        let low = match (low, next) {
            (Some(low), _) => low,
            (None, Some(high)) => high.checked_sub((count + 1).checked_mul(GAP)?)?,
            (None, None) => 0,
        };
        for number in 1..=count {
            out.push(low.checked_add(step.checked_mul(number)?)?);
        }
        at += gap;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Unmatched, Verdict};

    fn listings(names: &[u8]) -> Vec<LockedListing> {
        let listing = |name: &u8| LockedListing {
            fingerprint: name.to_string(),
            title: String::new(),
            key: String::new(),
            place: 0,
            listed: None,
            pins: crate::model::Ids::default(),
            upgraded: false,
            gone: false,
            verdict: Verdict::unmatched(Unmatched::NotFound),
        };
        let mut out: Vec<LockedListing> = names.iter().map(listing).collect();
        number(&mut out, &[]);
        out
    }

    #[test]
    fn new_listing_changes_no_other_number() {
        let old = listings(&[1, 2, 3]);
        for order in [&[9, 1, 2, 3][..], &[1, 9, 2, 3], &[1, 2, 3, 9], &[3, 9, 1]] {
            let mut new = listings(order);
            number(&mut new, &old);
            let of = |all: &[LockedListing], name: &str| {
                all.iter()
                    .find(|it| it.fingerprint == name)
                    .map(|it| it.place)
            };
            assert!(new.is_sorted_by(|a, b| a.place < b.place), "{order:?}");
            assert_eq!(of(&new, "1"), of(&old, "1"), "{order:?}");
        }
    }

    proptest! {
        #[test]
        fn numbers_always_ascend(steps in prop::collection::vec(
            prop::collection::vec(0_u8..30, 0..12), 1..20
        )) {
            let mut old: Vec<LockedListing> = Vec::new();
            for names in steps {
                let mut new = listings(&names);
                number(&mut new, &old);
                prop_assert!(new.is_sorted_by(|a, b| a.place < b.place), "{:?}", new);
                old = new;
            }
        }
    }
}
