//! What the trainer needs: models from labelled documents, and their readings.

use std::sync::Arc;

use super::{
    super::{super::ImportedEntry, read::Hints},
    certainty, choice,
    crf::{Crf, Features},
    features,
    fields::WORD_LABELS,
    labelled::LabelledWords,
    learn::{Example, Plan, learn},
    word_features::word_features,
};
pub use super::{
    details::Printed,
    document::{Document, Words},
    features::Family,
    labelled::DETAILS,
    lines::{FIRST, INNER, OTHER, TAIL},
    model::Model,
    proposals::{Chosen, Proposals},
    readings::READINGS,
};

/// A document with the labels of its rows.
#[derive(Debug, Clone, Copy)]
pub struct Labelled<'a> {
    /// The document.
    pub document: &'a Document,
    /// One label for each row.
    pub labels: &'a [usize],
    /// How much it counts.
    pub weight: f64,
    /// Documents of different groups have nothing in common.
    pub group: usize,
}

impl Proposals {
    /// What a model chooses, the fields as their readings have them.
    #[must_use]
    pub fn chosen(&self, choice: &Choice) -> Chosen {
        self.choose(&choice.whole, &choice.entry, &Hints::default())
    }

    /// The entries of a choice, each field that of the likeliest reading.
    #[must_use]
    pub fn read(&self, chosen: &Chosen, certainty: &FieldCertainty) -> Vec<ImportedEntry> {
        self.rated(chosen, &certainty.0)
    }
}

/// Learns how sure fields are. For each document a choice by models that have not seen it, and for
/// each proposed entry whether its title, authors, venue and year are right.
#[must_use]
pub fn train_certainty(
    documents: &[(&Proposals, &Chosen, &[[bool; 4]], f64)],
    from: Option<&Model>,
) -> FieldCertainty {
    let mut told = Vec::new();
    for (group, (proposals, chosen, rights, weight)) in documents.iter().enumerate() {
        // Rivals of what was chosen are learned from too: fields are taken from them.
        for (number, right) in rights.iter().enumerate() {
            let own = &proposals.candidates[number];
            let of = chosen.numbers.iter().find(|at| {
                let one = &proposals.candidates[**at];
                one.first == own.first && one.end == own.end
            });
            let Some(of) = of else { continue };
            for (field, is_right) in right.iter().enumerate() {
                let features = certainty::features(
                    &proposals.candidates,
                    number,
                    chosen.shares[*of],
                    proposals.told.supports[number],
                    field,
                );
                told.push((features, *is_right, *weight, group));
            }
        }
    }
    let examples: Vec<Example> = told
        .iter()
        .flat_map(|(features, right, weight, group)| {
            judged(features, f64::from(u8::from(*right)), *weight, *group)
        })
        .collect();
    let from = from.map(|model| &model.certainty);
    FieldCertainty(learn(&examples, 2, CERTAINTY_PLAN, from))
}

/// A model of how sure fields are.
#[derive(Debug, Clone)]
pub struct FieldCertainty(Crf);

/// How firmly the models of rows and of words hold what they know when they learn on: they have many weights, and a few
/// lists would overturn them. With less, pages that the weights had not seen lost entries (`docs/src/measurements.md`).
const ROWS_HELD: f32 = 100.0;
/// The same for the choice, and for how sure fields are: they have few weights, which new lists may move. Fixed by
/// learning from 134 of these pages and judging the others.
const CHOICE_HELD: f32 = 5.0;

const FIRST_PLAN: Plan = Plan {
    rounds: 8,
    rate: 0.12,
    decay: 0.003,
    least: 3,
    held: ROWS_HELD,
};
const SECOND_PLAN: Plan = FIRST_PLAN;
const FIELD_PLAN: Plan = Plan {
    rounds: 6,
    rate: 0.15,
    decay: 0.002,
    least: 3,
    held: ROWS_HELD,
};
const WHOLE_PLAN: Plan = Plan {
    rounds: 10,
    rate: 0.05,
    decay: 0.01,
    least: 4,
    held: CHOICE_HELD,
};
const CERTAINTY_PLAN: Plan = Plan {
    rounds: 8,
    rate: 0.05,
    decay: 0.004,
    least: 4,
    held: CHOICE_HELD,
};
const CHOICE_PLAN: Plan = Plan {
    rounds: 10,
    rate: 0.08,
    decay: 0.003,
    least: 3,
    held: CHOICE_HELD,
};

/// Learns to label rows. The votes that the second model learns from are those of first models that
/// have not seen the document. Other weights to learn on may be given here and below.
#[must_use]
pub fn train_lines(documents: &[Labelled], from: Option<&Model>) -> Model {
    let first_of = |keeps: &dyn Fn(usize) -> bool| -> Crf {
        let own = documents
            .iter()
            .enumerate()
            .filter(|(_, one)| keeps(one.group));
        let examples: Vec<Example> = own
            .flat_map(|(group, one)| {
                let of = |sequence, share| Example {
                    sequence,
                    labels: one.labels,
                    weight: one.weight * share,
                    group,
                };
                [
                    of(&one.document.features, 0.7),
                    of(&one.document.hidden, 0.3),
                ]
            })
            .collect();
        let from = from.map(|model| &model.first);
        learn(&examples, super::lines::LABELS, FIRST_PLAN, from)
    };
    let halves = [1, 0].map(|half| first_of(&|group| group % 2 == half));
    let with_votes = |features: &[Features], at: usize| -> Vec<Features> {
        let facts = &documents[at].document.facts;
        let votes = features::votes(facts, &halves[documents[at].group % 2].marginals(features));
        let both = features.iter().zip(votes);
        both.map(|(one, other)| one.iter().copied().chain(other).collect())
            .collect()
    };
    let sequences: Vec<[Vec<Features>; 2]> = documents
        .iter()
        .enumerate()
        .map(|(at, one)| {
            [
                with_votes(&one.document.features, at),
                with_votes(&one.document.hidden, at),
            ]
        })
        .collect();
    let examples: Vec<Example> = sequences
        .iter()
        .zip(documents)
        .enumerate()
        .flat_map(|(group, (sequences, one))| {
            let of = |sequence, share| Example {
                sequence,
                labels: one.labels,
                weight: one.weight * share,
                group,
            };
            [of(&sequences[0], 0.7), of(&sequences[1], 0.3)]
        })
        .collect();
    let second = from.map(|model| &model.second);
    Model {
        second: learn(&examples, super::lines::LABELS, SECOND_PLAN, second),
        first: first_of(&|_| true),
        fields: Arc::new(Crf::new(WORD_LABELS)),
        whole: Crf::new(2),
        choice: Crf::new(2),
        certainty: Crf::new(2),
    }
}

/// Learns to label the words of entries: with authors (0), title (1), venue (2), date (3), other
/// (4). Each entry counts so much, and belongs to the group of this number.
#[must_use]
pub fn train_fields(
    entries: &[(&Words, &[usize], f64, usize)],
    from: Option<&Model>,
) -> FieldModel {
    let sequences: Vec<Vec<Features>> = entries
        .iter()
        .map(|(words, ..)| word_features(&words.0))
        .collect();
    let examples: Vec<Example> = sequences
        .iter()
        .zip(entries)
        .map(|(sequence, (_, labels, weight, group))| Example {
            sequence,
            labels,
            weight: *weight,
            group: *group,
        })
        .collect();
    let from = from.map(|model| &*model.fields);
    FieldModel(Arc::new(learn(&examples, WORD_LABELS, FIELD_PLAN, from)))
}

/// A model of fields.
#[derive(Debug, Clone)]
pub struct FieldModel(Arc<Crf>);

const DETAIL_PLAN: Plan = Plan {
    rounds: 6,
    rate: 0.15,
    decay: 0.002,
    least: 4,
    held: ROWS_HELD,
};

/// Learns to label the words of references with the numbers of [`DETAILS`].
#[must_use]
pub fn train_details(references: &[(&Words, &[usize])]) -> DetailModel {
    let sequences: Vec<Vec<Features>> = references
        .iter()
        .map(|(words, _)| word_features(&words.0))
        .collect();
    let examples: Vec<Example> = sequences
        .iter()
        .zip(references)
        .enumerate()
        .map(|(group, (sequence, (_, labels)))| Example {
            sequence,
            labels,
            weight: 1.0,
            group,
        })
        .collect();
    DetailModel(learn(&examples, DETAILS.len(), DETAIL_PLAN, None))
}

/// A model of the details of entries.
#[derive(Debug, Clone)]
pub struct DetailModel(Crf);

impl DetailModel {
    /// The weights as bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if they can't be packed.
    pub fn write(&self) -> std::io::Result<Vec<u8>> {
        self.0.write()
    }

    /// What it reads of a reference with this title.
    #[must_use]
    pub fn read(&self, words: &Words, title: &str) -> Printed {
        Printed::of(&LabelledWords::of(&self.0, &words.0), title)
    }
}

/// A document for the choice to learn from.
#[derive(Debug)]
pub struct Judged<'a> {
    /// What is proposed by models that have not seen the document.
    pub proposals: &'a Proposals,
    /// How right each proposed entry is, from 0 to 1.
    pub rights: &'a [f64],
    /// How right each reading is as a whole, from 0 to 1.
    pub wholes: &'a [f64],
    /// How much the document counts.
    pub weight: f64,
    /// Documents of different groups have nothing in common.
    pub group: usize,
}

/// Learns to choose. What the choice between entries hears of whole readings comes of models that
/// have not seen the document.
#[must_use]
pub fn train_choice(documents: &[Judged], from: Option<&Model>) -> Choice {
    let whole_of = |keeps: &dyn Fn(usize) -> bool| -> Crf {
        let own = documents
            .iter()
            .enumerate()
            .filter(|(_, one)| keeps(one.group));
        let mut examples = Vec::new();
        for (group, one) in own {
            for (told, right) in one.proposals.told.wholes.iter().zip(one.wholes) {
                examples.extend(judged(told, *right, one.weight, group));
            }
        }
        let from = from.map(|model| &model.whole);
        learn(&examples, 2, WHOLE_PLAN, from)
    };
    let halves = [1, 0].map(|half| whole_of(&|group| group % 2 == half));
    let told: Vec<Vec<Features>> = documents
        .iter()
        .map(|one| {
            let told = &one.proposals.told;
            let goods = choice::probabilities(&halves[one.group % 2], &told.wholes);
            told.with_wholes(&one.proposals.candidates, &goods)
        })
        .collect();
    let mut examples = Vec::new();
    for (group, (one, told)) in documents.iter().zip(&told).enumerate() {
        for (told, right) in told.iter().zip(one.rights) {
            examples.extend(judged(told, *right, one.weight, group));
        }
    }
    Choice {
        whole: whole_of(&|_| true),
        entry: learn(&examples, 2, CHOICE_PLAN, from.map(|model| &model.choice)),
    }
}

/// An example that is right to this degree: one of each label, with its share.
fn judged(told: &Features, right: f64, weight: f64, group: usize) -> Vec<Example<'_>> {
    [(&[1_usize], right), (&[0], 1.0 - right)]
        .into_iter()
        .filter(|(_, share)| *share > 0.0)
        .map(|(labels, share)| Example {
            sequence: std::slice::from_ref(told),
            labels,
            weight: weight * share,
            group,
        })
        .collect()
}

/// A model of choice: of whole readings, and of entries.
#[derive(Debug, Clone)]
pub struct Choice {
    whole: Crf,
    entry: Crf,
}

impl Model {
    /// The model with another model of fields.
    #[must_use]
    pub fn with_fields(mut self, fields: &FieldModel) -> Self {
        self.fields = Arc::clone(&fields.0);
        self
    }

    /// The part that chooses.
    #[must_use]
    pub fn choice(&self) -> Choice {
        Choice {
            whole: self.whole.clone(),
            entry: self.choice.clone(),
        }
    }

    /// The part that rates fields.
    #[must_use]
    pub fn certainty(&self) -> FieldCertainty {
        FieldCertainty(self.certainty.clone())
    }

    /// The model with another way to rate fields.
    #[must_use]
    pub fn with_certainty(mut self, certainty: &FieldCertainty) -> Self {
        self.certainty = certainty.0.clone();
        self
    }

    /// The model with another choice.
    #[must_use]
    pub fn with_choice(mut self, choice: &Choice) -> Self {
        self.whole = choice.whole.clone();
        self.choice = choice.entry.clone();
        self
    }
}
