//! What all readings of a page propose, and what is chosen of it.

use std::rc::Rc;

use super::super::{
    super::{Certainty, ImportedEntry},
    passage::Passage,
    read::{Hints, Listed},
    row::Row,
};
use super::{
    best_set::{BestSet, best_set, of_rules, promise, with_known},
    certainty, choice,
    crf::{Crf, Features},
    facts::Facts,
    fields::FieldReader,
    line_labels::LineLabels,
    model::Model,
    readings::{self, Candidate},
};
use crate::text::fold::fold;

/// What the readings of one page propose.
#[derive(Debug)]
pub struct Proposals {
    pub(super) candidates: Vec<Candidate>,
    pub(super) told: choice::Told,
    /// What the rules left out.
    pub(super) left_out: Vec<Passage>,
    rows: usize,
}

/// A choice of proposed entries.
#[derive(Debug)]
pub struct Chosen {
    /// The numbers of the entries, in the order of the page.
    pub numbers: Vec<usize>,
    /// The numbers of those that are worth most, whatever the rules read.
    pub free: Vec<usize>,
    /// What the entries of the rules, and the free choice, promise to be worth.
    pub promises: [f64; 2],
    /// Whether what the rules read stands.
    is_ruled: bool,
    /// How likely each proposed entry is a publication of the list, from 0 to 1.
    pub(super) shares: Vec<f64>,
    /// Whether the title of each proposed entry is that of a known record.
    is_known: Vec<bool>,
}

impl Proposals {
    /// Reads a page in all ways. `features` are those of its rows.
    pub(super) fn of(
        model: &Model,
        rows: &[Row],
        facts: &[Facts],
        features: &[Features],
        by_rules: Listed,
        hints: &Hints,
    ) -> Self {
        let lines = LineLabels::of(model, facts, features);
        let fields = Rc::new(FieldReader::new(&model.fields));
        let readings = readings::readings(rows, facts, &lines.spans, by_rules, &fields, hints);
        let candidates = readings.candidates;
        Self {
            told: choice::features(&candidates, rows, facts, &lines.marginals, &fields),
            candidates,
            left_out: readings.left_out,
            rows: rows.len(),
        }
    }

    /// The entries that are proposed.
    pub fn entries(&self) -> impl Iterator<Item = &ImportedEntry> {
        self.candidates.iter().map(|one| &one.entry)
    }

    /// The entry with this number among those that are proposed.
    #[must_use]
    pub fn entry(&self, number: usize) -> &ImportedEntry {
        &self.candidates[number].entry
    }

    /// What the reading of this number has, of the readings that are compared.
    #[must_use]
    pub fn reading(&self, number: usize) -> Vec<ImportedEntry> {
        let own = self
            .candidates
            .iter()
            .filter(|one| one.of.get(number) == Some(&true));
        own.map(|one| one.entry.clone()).collect()
    }

    /// Chooses, with a model of whole readings and one of entries. An entry whose title is that of a
    /// known record wins over any whose title is not.
    pub(super) fn choose(&self, whole: &Crf, entry: &Crf, hints: &Hints) -> Chosen {
        let goods = choice::probabilities(whole, &self.told.wholes);
        let told = self.told.with_wholes(&self.candidates, &goods);
        let shares = choice::probabilities(entry, &told);
        let BestSet {
            mut numbers,
            free,
            is_ruled,
        } = best_set(&self.candidates, &shares, self.rows);
        let mut is_known = vec![false; self.candidates.len()];
        if let Some(known) = hints.known {
            for (is_known, entry) in is_known.iter_mut().zip(self.entries()) {
                let title = fold(&entry.listing.title);
                *is_known = title.contains(' ') && known(&title);
            }
            numbers = with_known(&self.candidates, numbers, &shares, &is_known);
        }
        Chosen {
            promises: [&of_rules(&self.candidates), &free].map(|set| promise(&shares, set)),
            numbers,
            free,
            is_ruled,
            shares,
            is_known,
        }
    }

    /// The entries of a choice, each field that of the likeliest reading, as `rating` has it. Where the
    /// rules' entries stand, their fields stand too.
    pub(super) fn rated(&self, chosen: &Chosen, rating: &Crf) -> Vec<ImportedEntry> {
        let near = if chosen.is_ruled { 0 } else { certainty::NEAR };
        let mut entries = certainty::entries(
            rating,
            &self.candidates,
            &chosen.numbers,
            &chosen.shares,
            &self.told.supports,
            near,
        );
        for (entry, number) in entries.iter_mut().zip(&chosen.numbers) {
            if chosen.is_known[*number] {
                entry.certainty.title = Certainty::SURE.title;
            }
        }
        entries
    }
}
