use serde::Serialize;

use crate::model::{DblpKey, Field, Ids, Notice};

/// One thing that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The citation key of the work it concerns; absent for a work that has no entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The work's title.
    pub title: String,
    /// What changed.
    #[serde(flatten)]
    pub what: What,
}

/// What changed of a work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum What {
    /// A notice was published about it: a retraction, a correction.
    Noticed {
        /// The notice.
        notice: Notice,
    },
    /// A preprint or submission has appeared.
    Published {
        /// What stood there: `arXiv 2309.13254`.
        from: String,
        /// Where it appeared: `OSDI 2025`.
        to: String,
    },
    /// What no source had, or several, is found now.
    Found {
        /// Where it appeared.
        at: String,
    },
    /// A field that was not known is.
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
        /// What it was.
        was: String,
        /// What it is now.
        now: String,
    },
    /// A field that was known is no longer given by anyone.
    Withheld {
        /// The field.
        field: Field,
        /// What it was.
        was: String,
    },
    /// What was matched is so no longer.
    Doubted {
        /// The new verdict: `ambiguous` or `unmatched`.
        now: String,
    },
    /// Something came near that was not known before.
    Candidate {
        /// Its title.
        candidate: String,
        /// Its identifiers.
        ids: Ids,
    },
    /// The list has a publication more.
    Listed {
        /// Its verdict.
        verdict: String,
    },
    /// The list has a publication less; its entry goes with it.
    Unlisted,
    /// The record it was matched to is no longer at any source; the entry stays as it was.
    Gone,
    /// The person's page in DBLP has a work that no list has.
    NotListed {
        /// Its key in DBLP.
        record: DblpKey,
    },
}

impl What {
    /// Where it stands in a changelog.
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
