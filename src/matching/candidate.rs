//! A work that a listing may mean, with its score.

use super::{
    fitted::confidence,
    score::{ASK_A_PERSON, ScoredRecord},
    venue::VenueAgreement,
};
use crate::model::{Candidate, Confidence, Ids, Kind, Outline, Record};

/// The largest number of candidates in a verdict.
pub(super) const MAX_CANDIDATES: usize = 5;

/// A candidate work: its records, with the one to export first.
pub(super) struct WorkCandidate<'a> {
    pub(super) records: Vec<&'a Record>,
    pub(super) odds: f64,
    pub(super) scored: ScoredRecord,
}

impl<'a> WorkCandidate<'a> {
    /// Creates a candidate from the records of one work and their scores.
    pub(super) fn new(mut scored: Vec<(&'a Record, ScoredRecord)>) -> Self {
        // The order of export: published before preprint, then the listed venue before others, then
        // a fixed order.
        scored.sort_by(|(a, sa), (b, sb)| {
            let rank = |record: &Record, scored: &ScoredRecord| {
                (
                    record.meta.kind == Kind::Preprint,
                    scored.excluded,
                    scored.venue != VenueAgreement::Same,
                    record.source,
                )
            };
            rank(a, sa)
                .cmp(&rank(b, sb))
                .then_with(|| a.handle().cmp(&b.handle()))
        });
        // A preprint's score counts for its publication unless the listing can't mean that
        // publication: a listed journal article must not match the conference paper through the
        // preprint both share.
        let barred = scored.iter().any(|(record, scored)| {
            record.meta.kind != Kind::Preprint
                && (scored.excluded || scored.odds <= ASK_A_PERSON && scored.odds > -2.0)
                && scored.evidence.title >= 1.0
        });
        let best = scored
            .iter()
            .filter(|(record, _)| !(barred && record.meta.kind == Kind::Preprint))
            .max_by(|a, b| a.1.odds.total_cmp(&b.1.odds))
            .map(|(_, scored)| scored.clone());
        let best = best.unwrap_or_else(|| scored[0].1.clone());
        Self {
            odds: best.odds,
            scored: best,
            records: scored.into_iter().map(|(record, _)| record).collect(),
        }
    }

    /// Records a conflict with the listing that a person has to resolve.
    pub(super) fn contradict(&mut self, conflict: String) {
        self.scored.cap("it bears another identifier", ASK_A_PERSON);
        self.scored.evidence.conflict = Some(conflict);
        self.odds = self.scored.odds;
    }

    /// Returns the confidence that the listing means this work.
    pub(super) fn confidence(&self) -> Confidence {
        Confidence::new(confidence(self.odds))
    }

    /// Whether one of the records is a publication.
    pub(super) fn is_published(&self) -> bool {
        self.records
            .iter()
            .any(|record| record.meta.kind.is_published())
    }

    /// Whether one of the records is of this kind.
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.records.iter().any(|record| record.meta.kind == kind)
    }

    /// Returns the handle of the first record.
    pub(super) fn handle(&self) -> String {
        self.records
            .first()
            .map(|record| record.handle())
            .unwrap_or_default()
    }

    /// Returns the candidate for a verdict.
    pub(super) fn candidate(&self) -> Candidate {
        let mut ids = Ids::default();
        for record in &self.records {
            let found = &record.meta.ids;
            ids.dblp = ids.dblp.or_else(|| found.dblp.clone());
            ids.doi = ids.doi.or_else(|| found.doi.clone());
            ids.arxiv = ids.arxiv.or_else(|| found.arxiv.clone());
            ids.pmid = ids.pmid.or_else(|| found.pmid.clone());
        }
        Candidate {
            ids,
            title: self
                .records
                .first()
                .map(|r| r.meta.title.text())
                .unwrap_or_default(),
            outline: self
                .records
                .first()
                .map(|record| Outline::of_record(&record.meta)),
            confidence: self.confidence(),
            evidence: self.scored.evidence.clone(),
        }
    }
}
