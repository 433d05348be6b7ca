//! A work that the listing may mean, and how well.

use super::{
    fitted::confidence,
    score::{ASK_A_PERSON, Scored},
    venue::VenueAgreement,
};
use crate::model::{Candidate, Confidence, Ids, Kind, Outline, Record};

/// A work as a candidate: its records, the one to be exported first.
pub(super) struct WorkCandidate<'a> {
    pub(super) records: Vec<&'a Record>,
    pub(super) odds: f64,
    pub(super) scored: Scored,
}

impl<'a> WorkCandidate<'a> {
    /// Of a work's records, each with its score.
    pub(super) fn new(mut scored: Vec<(&'a Record, Scored)>) -> Self {
        // The version to export: published before preprint, the listed venue before another; the
        // rest in a fixed order.
        scored.sort_by(|(a, sa), (b, sb)| {
            let rank = |record: &Record, scored: &Scored| {
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
        // A preprint speaks for its publication, unless the listing can't mean that: a journal
        // article listed must not become the conference paper by way of its preprint.
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

    /// Notes what in the list stands against it, which a person has to decide.
    pub(super) fn contradict(&mut self, conflict: String) {
        self.scored
            .hold("it bears another identifier", ASK_A_PERSON);
        self.scored.evidence.conflict = Some(conflict);
        self.odds = self.scored.odds;
    }

    pub(super) fn confidence(&self) -> Confidence {
        Confidence::new(confidence(self.odds))
    }

    pub(super) fn is_published(&self) -> bool {
        self.records
            .iter()
            .any(|record| record.meta.kind.is_published())
    }

    /// Whether one of its records is of this kind.
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.records.iter().any(|record| record.meta.kind == kind)
    }

    pub(super) fn handle(&self) -> String {
        self.records
            .first()
            .map(|record| record.handle())
            .unwrap_or_default()
    }

    pub(super) fn candidate(&self) -> Candidate {
        let mut ids = Ids::default();
        for record in &self.records {
            let found = &record.meta.ids;
            ids.dblp = ids.dblp.or_else(|| found.dblp.clone());
            ids.doi = ids.doi.or_else(|| found.doi.clone());
            ids.arxiv = ids.arxiv.or_else(|| found.arxiv.clone());
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
