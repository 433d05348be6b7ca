//! The outcome of each case, and the sums.

use std::collections::BTreeMap;

use bibsync::{matching::Decision, model::Verdict};
use rayon::prelude::*;

use super::{
    corpus::Corpus,
    sets::{Case, Set},
};

/// The number of cases with each outcome.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    pub meant: usize,
    pub right: usize,
    /// Matched correctly, or ambiguous with the right record first.
    pub right_first: usize,
    pub wrong: usize,
    pub ambiguous: usize,
    pub unmatched: usize,
    pub none_meant: usize,
    pub matched_falsely: usize,
}

impl Tally {
    pub fn add(&mut self, other: &Self) {
        self.meant += other.meant;
        self.right += other.right;
        self.right_first += other.right_first;
        self.wrong += other.wrong;
        self.ambiguous += other.ambiguous;
        self.unmatched += other.unmatched;
        self.none_meant += other.none_meant;
        self.matched_falsely += other.matched_falsely;
    }

    pub fn matched(&self) -> usize {
        self.right + self.wrong + self.matched_falsely
    }

    pub fn precision(&self) -> f64 {
        share(self.right, self.matched())
    }

    pub fn recall(&self) -> f64 {
        share(self.right, self.meant)
    }

    pub fn f1(&self) -> f64 {
        share(2 * self.right, self.matched() + self.meant)
    }
}

pub fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return f64::NAN;
    }
    100.0 * part as f64 / whole as f64
}

/// One decided case.
pub struct Outcome<'a> {
    pub case: &'a Case,
    pub decision: Decision,
    /// Whether the best candidate is the right record.
    pub best_is_right: bool,
}

impl Outcome<'_> {
    pub fn is_matched(&self) -> bool {
        matches!(self.decision.verdict, Verdict::Matched { .. })
    }

    pub fn is_error(&self) -> bool {
        self.is_matched() && !self.best_is_right
    }

    fn tally(&self) -> Tally {
        let mut out = Tally::default();
        let meant = !self.case.gold.is_empty();
        let count = |is: bool| usize::from(is);
        out.meant = count(meant);
        out.none_meant = count(!meant);
        out.right = count(self.is_matched() && self.best_is_right);
        let offered = !matches!(self.decision.verdict, Verdict::Unmatched { .. });
        out.right_first = count(meant && offered && self.best_is_right);
        out.wrong = count(meant && self.is_error());
        out.matched_falsely = count(!meant && self.is_matched());
        out.ambiguous = count(matches!(self.decision.verdict, Verdict::Ambiguous { .. }));
        out.unmatched = count(matches!(self.decision.verdict, Verdict::Unmatched { .. }));
        out
    }
}

/// Decides every case of a set.
pub fn judge<'a>(
    set: &'a Set,
    corpus: &Corpus,
    decide: &(dyn Fn(&Case) -> Decision + Sync),
) -> Vec<Outcome<'a>> {
    set.cases
        .par_iter()
        .map(|case| {
            let decision = decide(case);
            let best_is_right = is_right(case, &decision, corpus);
            Outcome {
                case,
                decision,
                best_is_right,
            }
        })
        .collect()
}

/// Whether the matched work, or else the first candidate, is the right one.
fn is_right(case: &Case, decision: &Decision, corpus: &Corpus) -> bool {
    let first = decision.verdict.candidates().first();
    let records = case.near.iter().filter(|record| {
        if decision.records.is_empty() {
            first.is_some_and(|first| {
                let (ids, own) = (&first.ids, &record.meta.ids);
                record.meta.title.text() == first.title
                    && (own.dblp == ids.dblp && own.doi == ids.doi)
            })
        } else {
            decision.records.contains(record)
        }
    });
    let mut records = records;
    records.any(|record| case.gold.iter().any(|key| corpus.is(record, key)))
}

/// Returns the sums of a set and of each relation in it.
pub fn sums(outcomes: &[Outcome]) -> (Tally, BTreeMap<String, Tally>) {
    let mut all = Tally::default();
    let mut by: BTreeMap<String, Tally> = BTreeMap::new();
    for outcome in outcomes {
        let tally = outcome.tally();
        all.add(&tally);
        by.entry(outcome.case.relation.clone())
            .or_default()
            .add(&tally);
    }
    (all, by)
}
