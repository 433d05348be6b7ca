//! Conflicts between listings of one list that match the same record.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet},
};

use super::{
    decision::Decision,
    kind::listed_kind,
    known_venues::are_two_venues,
    title::{TitleRelation, compare_titles},
};
use crate::{
    model::{Kind, Listing, Outline, Record, Verdict},
    text::{fold::fold, publication_state::is_manuscript},
};

/// Lets each record answer one listing only, unless the list repeats itself.
///
/// Two listings with different titles can't both mean one work. The one with the closer title keeps
/// it, or else the one with more evidence; the other becomes ambiguous. Listings with the same
/// title, typos forgiven, are repetitions and share the work. A pinned listing always keeps its
/// record. `of_one_list` holds each listing with its decision.
pub fn resolve_shared_claims(of_one_list: &mut [(&Listing, &mut Decision)]) {
    let mut losers = Vec::new();
    for (at, other_at) in rivals(of_one_list) {
        let (listing, decision) = &of_one_list[at];
        let (other, rival) = &of_one_list[other_at];
        if !share_a_record(decision, rival) || is_repetition((listing, decision), (other, rival)) {
            continue;
        }
        // A pinned listing has no odds and keeps its record.
        let certain = |decision: &Decision| decision.odds.is_none();
        let pinned = certain(decision).cmp(&certain(rival));
        let near = nearness(listing, decision).cmp(&nearness(other, rival));
        let likely = || decision.odds.partial_cmp(&rival.odds);
        let order = near.then_with(|| likely().unwrap_or(Ordering::Equal));
        match pinned.then(order) {
            _ if certain(decision) && certain(rival) => {}
            Ordering::Less => losers.push((at, other.title.clone())),
            _ => losers.push((other_at, listing.title.clone())),
        }
    }
    for (at, winner) in losers {
        let (_, decision) = &mut of_one_list[at];
        if let Verdict::Matched { candidates } = &mut decision.verdict {
            let mut candidates = std::mem::take(candidates);
            if let Some(first) = candidates.first_mut() {
                first
                    .evidence
                    .remarks
                    .push(format!("the list has it as `{winner}` too"));
                first.outline = decision
                    .records
                    .first()
                    .map(|record| Outline::of_record(&record.meta));
            }
            decision.verdict = Verdict::Ambiguous { candidates };
            decision.records.clear();
            decision.upgraded = false;
        }
    }
}

/// Returns how close a listed title is to those of the claimed records. Higher is closer.
fn nearness(listing: &Listing, decision: &Decision) -> Reverse<Option<TitleRelation>> {
    let relation = |record: &Record| {
        let agreement = compare_titles(&listing.title, &record.meta.title.text());
        agreement.relation
    };
    Reverse(decision.records.iter().map(relation).min())
}

/// If more listings than this claim one record, each is compared only with the next one: such a
/// list repeats itself.
const MANY: usize = 32;

/// Returns the pairs of positions whose decisions may rest on one record.
fn rivals(of_one_list: &[(&Listing, &mut Decision)]) -> BTreeSet<(usize, usize)> {
    let mut claims: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, (_, decision)) in of_one_list.iter().enumerate() {
        let handles: BTreeSet<String> = decision.records.iter().map(Record::handle).collect();
        for handle in handles {
            claims.entry(handle).or_default().push(at);
        }
    }
    let mut out = BTreeSet::new();
    for places in claims.into_values() {
        let reach = if places.len() > MANY { 1 } else { MANY };
        for (nth, at) in places.iter().enumerate() {
            let others = places.iter().skip(nth + 1).take(reach);
            out.extend(others.map(|other| (*at, *other)));
        }
    }
    out
}

fn share_a_record(a: &Decision, b: &Decision) -> bool {
    a.records.iter().any(|record| b.records.contains(record))
}

/// Whether two listings are one work listed twice: under the same title, typos forgiven, or once as
/// a manuscript and once as what it became under the same coined name.
fn is_repetition((a, of_a): (&Listing, &Decision), (b, of_b): (&Listing, &Decision)) -> bool {
    let agreement = compare_titles(&a.title, &b.title);
    let is_manuscript_of = |listing: &Listing, decision: &Decision| {
        let bears = |record: &Record| {
            compare_titles(&listing.title, &record.meta.title.text()).shares_coined_name
        };
        is_manuscript(listing) && decision.records.iter().any(bears)
    };
    agreement.conflict.is_none() && agreement.is_same_title() && !are_two_editions(a, b)
        || is_manuscript_of(a, of_a)
        || is_manuscript_of(b, of_b)
}

/// Whether two listings with one title name two years and two venues and neither is a preprint,
/// like a report that appears every year, or two known venues.
fn are_two_editions(a: &Listing, b: &Listing) -> bool {
    let is_preprint =
        |listing: &Listing| is_manuscript(listing) || listed_kind(listing) == Some(Kind::Preprint);
    let differ = a.year.zip(b.year).is_some_and(|(a, b)| a != b);
    let venues = a.venue.as_ref().zip(b.venue.as_ref());
    let are_two = venues.is_some_and(|(a, b)| differ && fold(a) != fold(b) || are_two_venues(a, b));
    are_two && !is_preprint(a) && !is_preprint(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Metadata, Record, SourceName, Title};

    fn matched(odds: f64) -> Decision {
        let record = Record::new(
            SourceName::DBLP,
            Metadata::new(Kind::Conference, Title::plain("Fast Sorting of Strings")),
        );
        Decision {
            verdict: Verdict::Matched {
                candidates: Vec::new(),
            },
            records: vec![record],
            upgraded: false,
            odds: Some(odds),
        }
    }

    fn verdicts(titles: [&str; 2], odds: [f64; 2]) -> [&'static str; 2] {
        let listings = titles.map(Listing::titled);
        let mut decisions = odds.map(matched);
        let mut pairs: Vec<_> = listings.iter().zip(&mut decisions).collect();
        resolve_shared_claims(&mut pairs);
        decisions.map(|decision| decision.verdict.status())
    }

    #[test]
    fn record_answers_the_likelier_of_two_listings() {
        let titles = ["Slow Sorting of Strings", "Quick Sorting of Strings"];
        assert_eq!(verdicts(titles, [6.0, 3.0]), ["matched", "ambiguous"]);
        assert_eq!(verdicts(titles, [3.0, 6.0]), ["ambiguous", "matched"]);
    }

    #[test]
    fn record_answers_the_listing_with_the_closer_title() {
        let titles = ["Fast Sorting of Strings", "Very Fast Sorting of Strings"];
        assert_eq!(verdicts(titles, [3.0, 6.0]), ["matched", "ambiguous"]);
        let titles = [
            "Strudel: Fast Sorting of Strings",
            "Fast Sorting of Strings",
        ];
        assert_eq!(verdicts(titles, [6.0, 3.0]), ["ambiguous", "matched"]);
    }

    #[test]
    fn repeated_listings_share_a_record() {
        let titles = ["Fast Sorting of Strings", "Fast sorting of strings."];
        assert_eq!(verdicts(titles, [6.0, 3.0]), ["matched", "matched"]);
    }
}
