//! What an earlier run settled, and need not be asked for again.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::resolve::Listed;
use crate::{
    lock::{Lock, fingerprint},
    model::{Verdict, Work},
};

/// The places of listings, over all lists, whose answer in the lock can be expected to stand on
/// `today`: matched to a publication that is complete, or older than the year before, of which a
/// source spoke not too long ago.
pub(super) fn standing(lists: &[Listed], old: &Lock, today: Date) -> BTreeSet<usize> {
    let (decided, works) = (old.by_fingerprint(), old.by_key());
    let listings = lists.iter().flat_map(|listed| {
        let person = &listed.person;
        listed
            .publications
            .iter()
            .map(move |listing| (listing, person))
    });
    listings
        .enumerate()
        .filter(|(_, (listing, person))| {
            let print = fingerprint(listing, person);
            let Some(locked) = decided.get(print.as_str()) else {
                return false;
            };
            matches!(locked.verdict, Verdict::Matched { .. })
                && works
                    .get(locked.key.as_str())
                    .is_some_and(|work| stands(work, today))
        })
        .map(|(at, _)| at)
        .collect()
}

/// How long what a source said is taken for true, in days: titles and pages are corrected, rarely.
const GOOD_FOR: i32 = 90;

fn stands(work: &Work, today: Date) -> bool {
    let meta = &work.meta;
    let last = work.origins.values().filter_map(|origin| origin.day).max();
    let fresh = last.is_none_or(|day| (today - day).get_days() <= GOOD_FOR);
    let placed = meta.pages.is_some() || meta.article_number.is_some();
    let complete = placed && meta.ids.doi.is_some();
    fresh
        && meta.kind.is_published()
        && meta
            .year()
            .is_some_and(|year| complete || year < i32::from(today.year()) - 1)
}

/// The lists with those listings marked as not to be looked up.
pub(super) fn without(lists: &[Listed], standing: &BTreeSet<usize>) -> Vec<Listed> {
    let mut out = lists.to_vec();
    let listings = out.iter_mut().flat_map(|listed| &mut listed.publications);
    for (at, listing) in listings.enumerate() {
        if standing.contains(&at) {
            listing.lookup = false;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lock::LockedListing,
        model::{
            Doi, Field, Kind, Listing, Metadata, Origin, Pages, PartialDate, SourceName, Title,
            Unmatched, WorkStatus,
        },
    };

    fn standing_with(verdict: Verdict, change: impl FnOnce(&mut Metadata)) -> bool {
        standing_since("2026-09-01", verdict, change)
    }

    fn standing_since(day: &str, verdict: Verdict, change: impl FnOnce(&mut Metadata)) -> bool {
        let day = day.parse().ok();
        let listed = Listed {
            publications: vec![Listing::titled("A Title")],
            ..Listed::default()
        };
        let mut meta = Metadata::new(Kind::Conference, Title::plain("A Title"));
        meta.date = Some(PartialDate::year(2026));
        meta.pages = Pages::parse("1-2");
        meta.ids.doi = Doi::parse("10.5555/12345678").ok();
        change(&mut meta);
        let lock = Lock::new(
            vec![LockedListing {
                fingerprint: fingerprint(&listed.publications[0], &listed.person),
                title: "A Title".into(),
                key: "key".into(),
                listed: None,
                pins: crate::model::Ids::default(),
                upgraded: false,
                verdict,
            }],
            vec![Work {
                key: "key".into(),
                aliases: Vec::new(),
                status: WorkStatus::Matched,
                meta,
                fields: std::collections::BTreeMap::default(),
                origins: [(Field::Title, Origin::new(SourceName::Dblp, day))].into(),
                editions: BTreeSet::default(),
            }],
        );
        let today = "2026-11-21".parse().unwrap();
        !standing(&[listed], &lock, today).is_empty()
    }

    fn matched() -> Verdict {
        Verdict::Matched {
            candidates: Vec::new(),
        }
    }

    #[test]
    fn a_complete_publication_stands() {
        assert!(standing_with(matched(), |_| {}));
    }

    #[test]
    fn what_nobody_has_confirmed_for_long_does_not() {
        assert!(!standing_since("2026-08-01", matched(), |_| {}));
    }

    #[test]
    fn what_may_have_changed_does_not() {
        assert!(!standing_with(matched(), |meta| meta.kind = Kind::Preprint));
        assert!(!standing_with(matched(), |meta| meta.pages = None));
        assert!(!standing_with(matched(), |meta| meta.ids.doi = None));
        assert!(!standing_with(matched(), |meta| meta.date = None));
        let reason = Unmatched::NotFound;
        assert!(!standing_with(
            Verdict::Unmatched {
                reason,
                near: Vec::new()
            },
            |_| {}
        ));
    }

    #[test]
    fn what_an_old_paper_lacks_it_will_always_lack() {
        assert!(standing_with(matched(), |meta| {
            meta.date = Some(PartialDate::year(2024));
            meta.pages = None;
            meta.ids.doi = None;
        }));
    }
}
