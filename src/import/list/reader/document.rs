//! A page that the trainer learns from, and the words of its entries.

use super::{
    super::{
        super::{ImportedEntry, Page, Span},
        join::join,
        read::{Hints, Listed, by_rules, rows_of},
        row::Row,
        token::{Token, tokens},
        width::full_width,
    },
    crf::Features,
    facts::Facts,
    features::{self, Family},
    labelled::numbers_apart,
    model::Model,
    proposals::Proposals,
};

/// A page made ready.
#[derive(Debug)]
pub struct Document {
    rows: Vec<Row>,
    pub(super) facts: Vec<Facts>,
    pub(super) features: Vec<Features>,
    pub(super) hidden: Vec<Features>,
    by_rules: Listed,
}

impl Document {
    /// Makes a page ready, without one family of features if it is to be measured what it is worth.
    #[must_use]
    pub fn of(page: &Page, without: Option<Family>) -> Self {
        let rows = rows_of(page);
        let (by_rules, _) = by_rules(page, &rows, &Hints::default());
        let facts = Facts::of(&rows);
        let features = features::rows(&facts, false, without);
        let hidden = features::rows(&facts, true, without);
        Self {
            rows,
            facts,
            features,
            hidden,
            by_rules,
        }
    }

    /// The text of each row, and whether a row may begin an entry of its own: it has a mark, is set
    /// apart, or is a heading.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, bool)> {
        let rows = self.rows.iter().zip(&self.facts);
        rows.map(|(row, facts)| {
            (
                row.text(),
                facts.mark != '-' || facts.begins != '-' || facts.is_head,
            )
        })
        .collect()
    }

    /// The words of the entry on these rows.
    #[must_use]
    pub fn words(&self, first: usize, end: usize) -> Words {
        Words(join(&self.rows, first, end, full_width(&self.rows)))
    }

    /// What the rules read.
    #[must_use]
    pub fn by_rules(&self) -> Vec<ImportedEntry> {
        let entries = self.by_rules.entries.iter();
        entries.map(|placed| placed.entry.clone()).collect()
    }

    /// What is proposed for a choice.
    #[must_use]
    pub fn proposals(&self, model: &Model) -> Proposals {
        Proposals::of(
            model,
            &self.rows,
            &self.facts,
            &self.features,
            self.by_rules.clone(),
            &Hints::default(),
        )
    }
}

/// The words of one entry.
#[derive(Debug)]
pub struct Words(pub(super) Vec<Token>);

impl Words {
    /// The words of a reference that is one line.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let span = Span {
            text: text.to_owned(),
            ..Span::default()
        };
        Self(tokens(&[span], 1))
    }

    /// The words with their numbers apart, as the model of details sees them.
    #[must_use]
    pub fn numbers_apart(&self) -> Self {
        Self(numbers_apart(&self.0))
    }

    /// Each word or sign.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|token| token.text.as_str())
    }
}
