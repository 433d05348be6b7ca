//! The report of a run for programs, as `--report` writes it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::result::{Resolved, Tally};
use crate::model::{Candidate, Evidence, Ids, Verdict, Work};

/// The report of a run: the file of `--report`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Report {
    bibsync: &'static str,
    input: String,
    summary: Summary,
    requests: BTreeMap<String, RequestCounts>,
    publications: Vec<ReportedListing>,
}

#[derive(Debug, Clone, Serialize)]
struct Summary {
    listed: usize,
    matched: usize,
    ambiguous: usize,
    unmatched: usize,
    duplicates: usize,
    elapsed_ms: u64,
}

/// The requests to a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct RequestCounts {
    /// Requests that were sent, with retries.
    pub sent: u64,
    /// Requests that repeated a failed one.
    pub retried: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// Questions that the cache answered.
    pub cached: u64,
}

#[derive(Debug, Clone, Serialize)]
struct ReportedListing {
    index: usize,
    title: String,
    status: &'static str,
    key: String,
    ids: IdsOut,
    /// The datasets on this disk that contributed to the work, with their days and licences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    library: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<CandidateOut>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What contradicts an identifier that the list pins, where the listing is not matched for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<String>,
    upgraded: bool,
    /// The day on which the oldest part of the work was learned, where a source failed and the lock's
    /// answer is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_since: Option<Date>,
}

#[derive(Debug, Clone, Serialize)]
struct CandidateOut {
    ids: IdsOut,
    title: String,
    confidence: f64,
    evidence: Evidence,
}

/// Identifiers as the report prints them: `null` for those not known, but no
/// `pmid` of works that have none.
#[derive(Debug, Clone, Default, Serialize)]
struct IdsOut {
    dblp: Option<String>,
    doi: Option<String>,
    arxiv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pmid: Option<String>,
}

impl From<&Ids> for IdsOut {
    fn from(ids: &Ids) -> Self {
        Self {
            dblp: ids.dblp.as_ref().map(ToString::to_string),
            doi: ids.doi.as_ref().map(ToString::to_string),
            arxiv: ids.arxiv.as_ref().map(ToString::to_string),
            pmid: ids.pmid.as_ref().map(ToString::to_string),
        }
    }
}

impl From<&Candidate> for CandidateOut {
    fn from(candidate: &Candidate) -> Self {
        Self {
            ids: (&candidate.ids).into(),
            title: candidate.title.clone(),
            confidence: candidate.confidence.value(),
            evidence: candidate.evidence.clone(),
        }
    }
}

/// Returns the day on which the oldest part of the answers was learned that are kept from the lock because
/// a source failed.
#[must_use]
pub fn kept_since(resolved: &Resolved) -> Option<Date> {
    let kept: BTreeSet<&str> = resolved
        .items
        .iter()
        .filter(|item| item.from_lock)
        .map(|item| item.key.as_str())
        .collect();
    let works = resolved.lock.works.iter();
    works
        .filter(|work| kept.contains(work.key.as_str()))
        .filter_map(learned)
        .min()
}

/// The day on which the oldest part of a work was learned.
fn learned(work: &Work) -> Option<Date> {
    work.origins.values().filter_map(|origin| origin.day).min()
}

/// Whether a text is a report of some version of bibsync.
#[must_use]
pub fn is_report(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "bibsync")]
        _bibsync: String,
        #[serde(rename = "publications")]
        _publications: IgnoredAny,
    }
    serde_json::from_str::<Head>(text).is_ok()
}

impl Report {
    /// Returns the report of a run over `input`.
    #[must_use]
    pub fn new(
        input: String,
        resolved: &Resolved,
        requests: BTreeMap<String, RequestCounts>,
        elapsed_ms: u64,
    ) -> Self {
        let Tally {
            matched,
            ambiguous,
            unmatched,
            duplicates,
        } = resolved.tally();
        let works: BTreeMap<&str, &Work> = resolved
            .lock
            .works
            .iter()
            .map(|work| (work.key.as_str(), work))
            .collect();
        let publications = resolved
            .items
            .iter()
            .map(|item| {
                let candidates = item.verdict.candidates();
                // The identifiers are those of the merged work, not only the candidate's; where nothing is
                // matched, those that the list pins.
                let work = works.get(item.key.as_str());
                let ids = work
                    .map(|work| IdsOut::from(&work.meta.ids))
                    .unwrap_or_default();
                ReportedListing {
                    index: item.index,
                    title: item.title.clone(),
                    status: item.verdict.status(),
                    key: item.key.clone(),
                    ids,
                    library: work
                        .map(|work| work.editions.iter().map(ToString::to_string).collect())
                        .unwrap_or_default(),
                    confidence: candidates.first().map(|best| best.confidence.value()),
                    evidence: candidates.first().map(|best| best.evidence.clone()),
                    candidates: (!candidates.is_empty())
                        .then(|| candidates.iter().map(CandidateOut::from).collect()),
                    reason: match &item.verdict {
                        Verdict::Unmatched { reason, .. } => Some(reason.to_string()),
                        _ => None,
                    },
                    conflict: item.verdict.conflict().map(str::to_owned),
                    upgraded: item.upgraded,
                    kept_since: work
                        .filter(|_| item.from_lock)
                        .and_then(|work| learned(work)),
                }
            })
            .collect();
        Self {
            bibsync: env!("CARGO_PKG_VERSION"),
            input,
            summary: Summary {
                listed: resolved.items.len(),
                matched,
                ambiguous,
                unmatched,
                duplicates,
                elapsed_ms,
            },
            requests,
            publications,
        }
    }
}
