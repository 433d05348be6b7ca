use serde::Serialize;

use crate::model::{DblpKey, Field, Ids, Notice};

/// One change of one work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The citation key of the work it concerns; absent for a work that has no entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The work's title.
    pub title: String,
    /// The change.
    #[serde(flatten)]
    pub what: ChangeKind,
}

/// A kind of change, with its old and new values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A notice was published about it: a retraction, a correction.
    Noticed {
        /// The notice.
        notice: Notice,
    },
    /// A preprint or submission has appeared.
    Published {
        /// The earlier venue: `arXiv 2309.13254`.
        from: String,
        /// The new venue: `OSDI 2025`.
        to: String,
    },
    /// A work that no source had, or that was ambiguous, is matched now.
    Found {
        /// Its venue.
        at: String,
    },
    /// A field has a value for the first time.
    Added {
        /// The field.
        field: Field,
        /// Its value.
        now: String,
    },
    /// A field has another value.
    Corrected {
        /// The field.
        field: Field,
        /// Its earlier value.
        was: String,
        /// Its new value.
        now: String,
    },
    /// No source gives the field any longer.
    Withheld {
        /// The field.
        field: Field,
        /// Its earlier value.
        was: String,
    },
    /// A matched work is no longer matched.
    Doubted {
        /// The new verdict: `ambiguous` or `unmatched`.
        now: String,
    },
    /// A new candidate appeared.
    Candidate {
        /// Its title.
        candidate: String,
        /// Its identifiers.
        ids: Ids,
    },
    /// A publication was added to the list.
    Listed {
        /// Its verdict.
        verdict: String,
    },
    /// A publication was removed from the list; its entry is removed too.
    Unlisted,
    /// No source has its record any longer; the entry stays as it was.
    Gone,
    /// The person's DBLP page has a work that no list has.
    NotListed {
        /// Its key in DBLP.
        record: DblpKey,
    },
}

impl ChangeKind {
    /// Returns its position in a changelog.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::Noticed { .. } => 0,
            Self::Published { .. } => 1,
            Self::Found { .. } => 2,
            Self::Added { .. } => 3,
            Self::Corrected { .. } => 4,
            Self::Withheld { .. } => 5,
            Self::Doubted { .. } => 6,
            Self::Candidate { .. } => 7,
            Self::Listed { .. } => 8,
            Self::Unlisted => 9,
            Self::Gone => 10,
            Self::NotListed { .. } => 11,
        }
    }
}
