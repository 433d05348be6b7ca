//! Locks for tests.

use crate::{
    lock::{Lock, LockedListing},
    model::{
        Candidate, Confidence, Evidence, Ids, Kind, Metadata, Pages, PartialDate, Title, Unmatched,
        Verdict, Work, WorkStatus,
    },
};

/// One listing with its work.
pub(super) struct Sample {
    listing: LockedListing,
    work: Work,
}

pub(super) fn lock(samples: &[Sample]) -> Lock {
    Lock::new(
        samples.iter().map(|one| one.listing.clone()).collect(),
        samples.iter().map(|one| one.work.clone()).collect(),
    )
}

impl Sample {
    fn new(key: &str, kind: Kind, verdict: Verdict) -> Self {
        let mut letters = key.chars();
        let head: String = letters
            .next()
            .map(|first| first.to_ascii_uppercase())
            .into_iter()
            .chain(letters)
            .collect();
        let title = format!("{head}: A Title That Goes On");
        let status = match verdict {
            Verdict::Matched { .. } => WorkStatus::Matched,
            Verdict::Ambiguous { .. } => WorkStatus::Ambiguous,
            Verdict::Unmatched { .. } => WorkStatus::Unmatched,
        };
        Self {
            listing: LockedListing {
                fingerprint: key.into(),
                title: title.clone(),
                key: key.into(),
                listed: None,
                pins: Ids::default(),
                place: 0,
                upgraded: false,
                gone: false,
                verdict,
            },
            work: Work {
                status,
                ..Work::new(key, Metadata::new(kind, Title::plain(title)))
            },
        }
    }

    /// A preprint on arXiv.
    pub(super) fn preprint(key: &str) -> Self {
        let candidates = vec![Self::candidate()];
        let mut out = Self::new(key, Kind::Preprint, Verdict::Matched { candidates });
        out.work.meta.ids.arxiv = crate::model::ArxivId::parse("2309.13254").ok();
        out
    }

    /// A paper of OSDI 2025.
    pub(super) fn paper(key: &str) -> Self {
        let candidates = vec![Self::candidate()];
        let mut out = Self::new(key, Kind::Conference, Verdict::Matched { candidates });
        out.work.meta.venue_short = Some("OSDI".into());
        out.work.meta.date = Some(PartialDate::year(2025));
        out.work.meta.pages = Pages::parse("1-13");
        out
    }

    /// A work that no source has.
    pub(super) fn listed(key: &str) -> Self {
        let reason = Unmatched::NotFound;
        Self::new(
            key,
            Kind::Other,
            Verdict::Unmatched {
                reason,
                near: Vec::new(),
            },
        )
    }

    pub(super) fn candidate() -> Candidate {
        Candidate {
            ids: Ids::default(),
            outline: None,
            title: "A Title".into(),
            confidence: Confidence::new(0.5),
            evidence: Evidence::default(),
        }
    }
}
