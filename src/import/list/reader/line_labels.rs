//! What the model of lines says of a page.

use super::{
    crf::{Features, Marginals},
    facts::Facts,
    features,
    lines::{self, RowSpan},
    model::Model,
};

/// How likely each row is which part of an entry, and the entries that follow.
pub(super) struct LineLabels {
    pub(super) marginals: Marginals,
    pub(super) spans: Vec<RowSpan>,
}

/// By how much labels of entries are favoured: the choice may still leave them out. Fixed, as the other
/// numbers of this reader, on the lists in `tests/import`, by models that had not seen the list.
const FAVOUR: f64 = 0.5;

impl LineLabels {
    pub(super) fn of(model: &Model, facts: &[Facts], features: &[Features]) -> Self {
        let first = model.first.marginals(features);
        let votes = features::votes(facts, &first);
        let both: Vec<Features> = features
            .iter()
            .zip(votes)
            .map(|(one, other)| one.iter().copied().chain(other).collect())
            .collect();
        let favour = |_: usize, label: usize| if label == lines::FIRST { FAVOUR } else { 0.0 };
        let mut labels = model.second.best_with(&both, favour);
        for at in 1..labels.len() {
            let is_open = matches!(labels[at - 1], lines::FIRST | lines::INNER);
            if labels[at] == lines::FIRST && is_open && facts[at].is_roll {
                labels[at] = lines::INNER;
            }
        }
        Self {
            marginals: model.second.marginals(&both),
            spans: lines::spans(&labels),
        }
    }
}
