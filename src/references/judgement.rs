//! The verdict on a reference, with its proof.

use jiff::civil::Date;
use serde::Serialize;

use crate::model::{Ids, Metadata, SourceName};

/// The verdict on a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// A record agrees in title, people, year and venue.
    Verified,
    /// The work is found, and fields differ.
    Differs,
    /// Something proves that there is no such work.
    Contradicted,
    /// Every source that must have it answered, and none has it.
    NotFound,
    /// The sources can't know, or one did not answer.
    CantTell,
}

impl Standing {
    /// Every verdict, in the order of the summary.
    pub const ALL: [Self; 5] = [
        Self::Verified,
        Self::Differs,
        Self::Contradicted,
        Self::NotFound,
        Self::CantTell,
    ];

    /// Returns the name in reports for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Differs => "differs",
            Self::Contradicted => "contradicted",
            Self::NotFound => "not_found",
            Self::CantTell => "cant_tell",
        }
    }

    /// Returns the name in reports for people.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::NotFound => "not found",
            Self::CantTell => "can't tell",
            other => other.as_str(),
        }
    }
}

/// What a finding means for the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A difference in form, or a remark. It changes nothing.
    Form,
    /// What the sources can't know.
    Doubt,
    /// A field is stated wrongly.
    Difference,
    /// There can't be such a work.
    Proof,
}

/// A finding on one field of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldFinding {
    /// The field: `title`, `authors`, `year`, `venue`, `doi`, `arxiv`; `entry` for the whole.
    pub field: &'static str,
    /// The value as stated.
    pub listed: Option<String>,
    /// The value that a source has.
    pub found: Option<String>,
    /// The source.
    pub source: Option<SourceName>,
    /// The finding in words.
    pub say: String,
    /// What it means for the verdict.
    #[serde(skip)]
    pub weight: Weight,
}

impl FieldFinding {
    /// Creates a finding without values.
    pub(super) fn on(field: &'static str, weight: Weight, say: impl Into<String>) -> Self {
        Self {
            field,
            listed: None,
            found: None,
            source: None,
            say: say.into(),
            weight,
        }
    }

    /// Adds the value as stated.
    #[must_use]
    pub(super) fn listed(self, value: impl Into<String>) -> Self {
        Self {
            listed: Some(value.into()),
            ..self
        }
    }

    /// Adds the value that a source has.
    #[must_use]
    pub(super) fn found(self, value: Option<String>, source: SourceName) -> Self {
        Self {
            found: value,
            source: Some(source),
            ..self
        }
    }
}

/// The record that comes nearest to a reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// Its identifiers.
    pub ids: Ids,
    /// Its title.
    pub title: String,
    /// Its authors, as `First Last`.
    pub authors: Vec<String>,
    /// Its year.
    pub year: Option<i32>,
    /// Its venue.
    pub venue: Option<String>,
}

impl Nearest {
    pub(super) fn of(meta: &Metadata) -> Self {
        let names = meta.authors.iter().map(|author| author.name.to_string());
        let venue = meta.venue.as_ref().map(crate::model::Title::text);
        Self {
            ids: meta.ids.clone(),
            title: meta.title.text(),
            authors: names.collect(),
            year: meta.year(),
            venue: venue.or_else(|| meta.venue_short.clone()),
        }
    }
}

/// What one source was asked about a reference, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AskedSource {
    /// The source.
    pub source: SourceName,
    /// The day of its answer; `None` if it gave none.
    pub day: Option<Date>,
    /// Its answer in words: `has it`, `has no such title`, `did not answer`.
    pub answer: &'static str,
}

/// The verdict on one reference, with its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub standing: Standing,
    /// The findings, the gravest first.
    pub findings: Vec<FieldFinding>,
    /// The record that comes nearest, if any comes near.
    pub nearest: Option<Nearest>,
    /// The sources that were asked.
    pub asked: Vec<AskedSource>,
    /// Whether a work with its title and people is known.
    pub is_of_known_work: bool,
}

impl Judgement {
    /// Returns the findings that weigh at least so much.
    pub fn weighing(&self, least: Weight) -> impl Iterator<Item = &FieldFinding> {
        self.findings.iter().filter(move |it| it.weight >= least)
    }
}
