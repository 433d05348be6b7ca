use serde::{Deserialize, Serialize};

use crate::model::{Ids, Outline, Unmatched, Verdict};

/// A listing in the lock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LockedListing {
    /// The digest that identifies the listing: see [`super::fingerprint()`].
    pub fingerprint: String,
    /// The title as listed, for readers.
    pub title: String,
    /// The key of its work.
    pub key: String,
    /// The position number: listings are in the order of these numbers, with gaps for new ones.
    #[serde(default)]
    pub place: i64,
    /// The other values of the list, for readers; locks before format 2 lack them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Outline>,
    /// The identifiers that the list pins.
    #[serde(default, skip_serializing_if = "Ids::is_empty")]
    pub pins: Ids,
    /// Whether a listed preprint or submission was matched to its publication.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upgraded: bool,
    /// Whether the source no longer has the matched record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The verdict and its evidence.
    pub verdict: Verdict,
}
impl LockedListing {
    /// Whether a source that was asked about it gave no answer.
    #[must_use]
    pub fn lacks_answer(&self) -> bool {
        [Unmatched::SourceFailed, Unmatched::Interrupted]
            .iter()
            .any(|reason| self.verdict.is_unmatched_for(*reason))
    }
}
