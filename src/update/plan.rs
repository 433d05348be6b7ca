use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::{
    answer::Remembered,
    compare::Comparison,
    decide::{Pair, contradicted, missing, missing_eprint},
    file::BibFile,
    filter::FieldFilter,
    proposal::Proposal,
    published::published,
    rendered::Rendered,
};
use crate::model::{self, Field, SourceName, Work, WorkStatus};

/// What was found for an entry, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// One work.
    Matched,
    /// Several works, or one that the entry contradicts.
    Ambiguous,
    /// None.
    Unmatched,
    /// It was not looked up.
    Skipped,
}

impl Verdict {
    const ALL: [Self; 4] = [
        Self::Matched,
        Self::Ambiguous,
        Self::Unmatched,
        Self::Skipped,
    ];

    /// Returns its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Matched => "matched",
            Self::Ambiguous => "ambiguous",
            Self::Unmatched => "unmatched",
            Self::Skipped => "skipped",
        }
    }

    fn of_word(word: &str) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.as_str() == word).unwrap_or(Self::Skipped)
    }
}

/// Whether preprints become their publications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Upgrades {
    /// No.
    None,
    /// If the person says so for each.
    #[default]
    Ask,
    /// All.
    All,
}

/// What is proposed for an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPlan {
    /// The number of the entry among [`BibFile::items`].
    pub item: usize,
    /// What was found for it.
    pub verdict: Verdict,
    /// The proposals.
    pub proposals: Vec<Proposal>,
}

/// Proposes changes for each entry of a file. `known` has an answer for each entry that was looked up; what was
/// refused is not proposed again.
#[must_use]
pub fn plan(
    file: &BibFile,
    known: &Remembered,
    filter: &FieldFilter,
    upgrades: Upgrades,
) -> Vec<EntryPlan> {
    let Remembered {
        answers,
        refused,
        done,
    } = known;
    let charset = file.document.charset();
    let is_biblatex = is_biblatex(file);
    let plan = |(at, item): (usize, &super::BibItem)| {
        let Some(answer) = answers.get(&at) else {
            let done = done.get(&item.lock_key);
            return EntryPlan {
                item: at,
                verdict: done.map_or(Verdict::Skipped, |it| Verdict::of_word(&it.mark.verdict)),
                proposals: Vec::new(),
            };
        };
        let verdict = match answer.verdict {
            model::Verdict::Matched { .. } => Verdict::Matched,
            model::Verdict::Ambiguous { .. } => Verdict::Ambiguous,
            model::Verdict::Unmatched { .. } => Verdict::Unmatched,
        };
        let work = &answer.work;
        let proposals = match answer.verdict.candidates().first() {
            Some(candidate)
                if verdict == Verdict::Matched && work.status == WorkStatus::Matched =>
            {
                let pair = Pair {
                    item,
                    work,
                    compared: Comparison::of(
                        item.listed(),
                        &work.meta,
                        &candidate.ids,
                        is_stated(work, Field::Kind),
                    ),
                    rendered: Rendered::of(work, charset),
                    is_biblatex,
                };
                proposals(pair, filter, upgrades, refused.get(&item.lock_key))
            }
            _ => Vec::new(),
        };
        EntryPlan {
            item: at,
            verdict,
            proposals,
        }
    };
    file.items.par_iter().enumerate().map(plan).collect()
}

/// Whether a source states a field.
fn is_stated(work: &Work, field: Field) -> bool {
    let origin = work.origins.get(&field);
    origin.is_some_and(|origin| origin.source != SourceName::LISTING)
}

fn proposals(
    mut pair: Pair<'_>,
    filter: &FieldFilter,
    upgrades: Upgrades,
    refused: Option<&BTreeMap<String, String>>,
) -> Vec<Proposal> {
    let is_open = |proposal: &Proposal| {
        let refused = refused.and_then(|refused| refused.get(&proposal.name));
        let allowed = proposal.changes.iter().all(|it| filter.allows(&it.field));
        let is_empty = proposal.changes.is_empty();
        refused != Some(&proposal.value) && allowed && !is_empty
    };
    let mut all = Vec::new();
    if upgrades != Upgrades::None {
        all.extend(published(&pair));
    }
    if all.is_empty() {
        let correction = contradicted(&pair).filter(is_open);
        if correction.is_some() {
            // What the corrected entry lacks is proposed with the correction, and not by the next run.
            pair.compared.correct();
        }
        all.extend(missing(&pair));
        all.extend(missing_eprint(&pair));
        all.extend(correction);
    }
    all.retain(is_open);
    all
}

/// Whether a file is written for biblatex: more of its entries have biblatex's names of fields than those
/// of classic BibTeX.
pub(super) fn is_biblatex(file: &BibFile) -> bool {
    let (mut modern, mut classic) = (0_usize, 0_usize);
    for (name, _) in file.items.iter().flat_map(|item| &item.own.fields) {
        match name.as_str() {
            "journaltitle" | "date" | "location" => modern += 1,
            "journal" | "year" | "address" => classic += 1,
            _ => {}
        }
    }
    modern > classic
}
