//! Turns scored records into a verdict: matched, ambiguous or unmatched.

use std::{cmp::Ordering, collections::BTreeSet};

use super::{
    candidate::{MAX_CANDIDATES, WorkCandidate},
    comparison::compare,
    decision::Decision,
    dominance::demote_dominated,
    feature::Feature,
    fitted::{MARGIN, MATCH_THRESHOLD, QUESTION_THRESHOLD},
    group::group_works,
    kind::listed_kind,
    pins::{bears_another, pinned},
    score::{ScoredRecord, score},
};
use crate::{
    model::{Candidate, DblpPid, Kind, Listing, Person, Record, Unmatched, Verdict},
    text::publication_state::is_manuscript,
};

/// The number of similar works that are reported for an unmatched listing.
const NEAR: usize = 2;

/// Decides which of the candidates `near` the listing means.
///
/// `own` holds the DBLP pages known to be the person's. A record by a namesake whose page is not
/// among them needs matching co-authors.
#[must_use]
pub fn decide(
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    near: &[&Record],
) -> Decision {
    decide_without(None, listing, person, own, near)
}

/// Decides without one piece of evidence, to measure what it contributes.
#[must_use]
pub fn decide_without(
    without: Option<Feature>,
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    near: &[&Record],
) -> Decision {
    if !listing.is_searched() {
        return Decision::unmatched(Unmatched::NotAsked);
    }
    let is_refused = |record: &Record| listing.rejected.iter().any(|id| id.is_in(&record.meta.ids));
    let (refused, groups): (Vec<_>, Vec<_>) = group_works(near)
        .into_iter()
        .map(|places| -> Vec<&Record> { places.into_iter().map(|at| near[at]).collect() })
        .partition(|records| records.iter().any(|record| is_refused(record)));
    let mut scored: Vec<Vec<ScoredRecord>> = groups
        .iter()
        .map(|records| {
            let records = records.iter();
            records
                .map(|record| score(listing, person, own, record, without))
                .collect()
        })
        .collect();
    if without != Some(Feature::Dominance) {
        demote_dominated(&mut scored);
    }
    let mut works: Vec<WorkCandidate> = groups
        .into_iter()
        .zip(scored)
        .map(|(records, scored)| WorkCandidate::new(records.into_iter().zip(scored).collect()))
        .collect();
    works.sort_by(by_odds);
    let compare = |record: &Record| compare(listing, person, own, record, without);
    if let Some(decision) = pinned(listing, person, &compare, &works) {
        return decision;
    }
    // No source knows the pinned identifier, so the listing is matched as if it were not pinned.
    while let Some(best) = works.first_mut()
        && best.confidence().value() >= QUESTION_THRESHOLD
        && best.scored.evidence.conflict.is_none()
        && let Some(conflict) = bears_another(listing, best)
    {
        best.contradict(conflict);
        works.sort_by(by_odds);
    }
    let missing = |otherwise: Unmatched| {
        if listing.is_pinned() {
            Unmatched::PinUnknown
        } else {
            otherwise
        }
    };
    match works.first() {
        None if !refused.is_empty() => Decision::unmatched(Unmatched::Refused),
        None => Decision::unmatched(missing(Unmatched::NotFound)),
        Some(best) if best.confidence().value() >= QUESTION_THRESHOLD => found(listing, &works),
        Some(best) => Decision {
            verdict: Verdict::Unmatched {
                reason: missing(Unmatched::NearOnly),
                near: works
                    .iter()
                    .take(NEAR)
                    .map(WorkCandidate::candidate)
                    .collect(),
            },
            records: Vec::new(),
            upgraded: false,
            odds: Some(best.odds),
        },
    }
}

/// Returns the verdict if the first work is likely enough to be reported: matched if its confidence
/// is high enough and the second work is far enough behind, otherwise ambiguous.
fn found(listing: &Listing, works: &[WorkCandidate]) -> Decision {
    let mut candidates: Vec<Candidate> = works
        .iter()
        .filter(|work| work.confidence().value() >= 0.01)
        .take(MAX_CANDIDATES)
        .map(WorkCandidate::candidate)
        .collect();
    let mut decision = Decision::unmatched(Unmatched::NotFound);
    let (Some(best), Some(first)) = (works.first(), candidates.first_mut()) else {
        return decision;
    };
    decision.odds = Some(best.odds);
    let runner_up = works.get(1).map_or(f64::NEG_INFINITY, |second| second.odds);
    let is_sure = best.confidence().value() >= MATCH_THRESHOLD;
    if is_sure && best.odds - runner_up >= MARGIN {
        // The matched work is exported, so no outline of it is needed.
        first.outline = None;
        decision.records = best
            .records
            .iter()
            .map(|record| (*record).clone())
            .collect();
        decision.upgraded = best.is_published()
            && match listed_kind(listing) {
                Some(Kind::Preprint) => true,
                // The pinned preprint is unknown to all sources.
                _ if listing.is_pinned_to_preprint() => true,
                Some(Kind::Report) => !best.has(Kind::Report),
                _ => is_manuscript(listing),
            };
        decision.verdict = Verdict::Matched { candidates };
    } else {
        first.evidence.remarks.push(if is_sure {
            "another work is nearly as likely".to_owned()
        } else {
            format!("not sure enough to be taken unasked: {MATCH_THRESHOLD} would be")
        });
        decision.verdict = Verdict::Ambiguous { candidates };
    }
    decision
}

/// Orders by likelihood, then by a fixed order.
fn by_odds(a: &WorkCandidate, b: &WorkCandidate) -> Ordering {
    let odds = b.odds.total_cmp(&a.odds);
    odds.then_with(|| a.handle().cmp(&b.handle()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        ArxivId, Doi, ListedAuthor, Metadata, PartialDate, PersonName, SourceName, Title,
    };

    fn listing(title: &str, authors: &[&str], venue: &str, year: i32) -> Listing {
        Listing {
            authors: authors
                .iter()
                .map(|n| ListedAuthor::Named(PersonName::parse(n)))
                .collect(),
            venue: Some(venue.into()),
            year: Some(year),
            ..Listing::titled(title)
        }
    }

    fn record(kind: Kind, title: &str, authors: &[&str], venue: &str, year: i32) -> Record {
        let mut meta = Metadata::new(kind, Title::plain(title));
        meta.authors = authors
            .iter()
            .map(|n| PersonName::parse(n).into())
            .collect();
        meta.date = Some(PartialDate::year(year));
        meta.venue_short = Some(venue.into());
        Record::new(SourceName::DBLP, meta)
    }

    fn verdict(listing: &Listing, records: &[Record]) -> Decision {
        let near: Vec<&Record> = records.iter().collect();
        decide(listing, &Person::default(), &BTreeSet::new(), &near)
    }

    const TITLE: &str = "Electrode: Accelerating Distributed Protocols with eBPF";

    #[test]
    fn listing_with_equal_title_people_and_venue_matches() {
        let listed = listing(
            TITLE,
            &["Yang Zhou", "Zezhou Wang"],
            "USENIX NSDI 2023",
            2023,
        );
        let found = record(
            Kind::Conference,
            TITLE,
            &["Yang Zhou", "Zezhou Wang"],
            "NSDI",
            2023,
        );
        let decision = verdict(&listed, &[found]);
        assert_eq!(decision.verdict.status(), "matched");
        assert!(!decision.upgraded);
        assert!(decision.verdict.candidates()[0].confidence.value() > 0.98);
    }

    #[test]
    fn book_does_not_match_the_article_with_its_title() {
        let listed = Listing {
            kind: Some(Kind::Book),
            ..listing(
                "Deep Learning",
                &["Ian Goodfellow", "Yoshua Bengio", "Aaron Courville"],
                "MIT Press",
                2016,
            )
        };
        let article = record(
            Kind::Journal,
            "Deep Learning",
            &["Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"],
            "Nat.",
            2015,
        );
        assert_eq!(verdict(&listed, &[article]).verdict.status(), "unmatched");
    }

    #[test]
    fn thesis_does_not_match_the_paper() {
        let listed = listing(
            TITLE,
            &["Yang Zhou"],
            "PhD thesis, Harvard University",
            2024,
        );
        let paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        assert_eq!(verdict(&listed, &[paper]).verdict.status(), "unmatched");
    }

    #[test]
    fn same_title_by_other_people_does_not_match() {
        let listed = listing(
            "Gemini: Fast Failure Recovery",
            &["Zhuang Wang"],
            "SOSP",
            2023,
        );
        let other = record(
            Kind::Conference,
            "Gemini: Fast Failure Recovery",
            &["Rohan Anil"],
            "X",
            2023,
        );
        assert_ne!(verdict(&listed, &[other]).verdict.status(), "matched");
    }

    #[test]
    fn listed_preprint_matches_its_publication() {
        let listed = listing(TITLE, &["Yang Zhou"], "arXiv preprint", 2022);
        let paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        let mut preprint = record(Kind::Preprint, TITLE, &["Yang Zhou"], "CoRR", 2022);
        preprint.meta.ids.arxiv = Some(ArxivId::parse("2201.00001").unwrap());
        let decision = verdict(&listed, &[preprint, paper]);
        assert!(decision.upgraded);
        assert_eq!(decision.records[0].meta.kind, Kind::Conference);
        assert_eq!(decision.records.len(), 2);
    }

    #[test]
    fn listed_journal_version_does_not_match_the_paper() {
        let listed = listing(
            TITLE,
            &["Yang Zhou"],
            "IEEE Transactions on Computers",
            2024,
        );
        let paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        let preprint = record(Kind::Preprint, TITLE, &["Yang Zhou"], "CoRR", 2023);
        assert_eq!(
            verdict(&listed, std::slice::from_ref(&paper))
                .verdict
                .status(),
            "ambiguous"
        );
        assert_eq!(
            verdict(&listed, &[paper, preprint]).verdict.status(),
            "ambiguous"
        );
    }

    #[test]
    fn two_equally_likely_works_are_ambiguous() {
        let listed = Listing {
            venue: None,
            ..listing(TITLE, &["Yang Zhou"], "", 2023)
        };
        let mut paper = record(Kind::Conference, TITLE, &["Yang Zhou"], "NSDI", 2023);
        paper.meta.ids.doi = Some(Doi::parse("10.1145/1.1").unwrap());
        let mut demo = record(Kind::Conference, TITLE, &["Yang Zhou"], "SIGCOMM", 2023);
        demo.meta.ids.doi = Some(Doi::parse("10.1145/1.2").unwrap());
        let decision = verdict(&listed, &[paper.clone(), demo.clone()]);
        assert_eq!(decision.verdict.status(), "ambiguous");
        assert_eq!(decision.verdict.candidates().len(), 2);
        let told = Listing {
            venue: Some("SIGCOMM 23".into()),
            ..listed
        };
        let decision = verdict(&told, &[paper, demo]);
        assert_eq!(
            decision.records[0].meta.venue_short.as_deref(),
            Some("SIGCOMM")
        );
    }

    #[test]
    fn single_author_paper_by_a_namesake_does_not_match() {
        let listed = listing("On Sorting Many Strings Quickly", &["Wei Wang"], "", 2020);
        let mut found = record(
            Kind::Journal,
            "On Sorting Many Strings Quickly",
            &["Wei Wang"],
            "",
            2020,
        );
        found.meta.authors[0].pid = Some(DblpPid::parse("35/7092-9").unwrap());
        let person = Person {
            name: Some(PersonName::parse("Wei Wang")),
            ..Person::default()
        };
        let own = BTreeSet::from([DblpPid::parse("35/7092-1").unwrap()]);
        let decision = decide(&listed, &person, &own, &[&found]);
        assert_ne!(decision.verdict.status(), "matched");
    }
}
