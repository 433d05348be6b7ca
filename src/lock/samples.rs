//! Small listings and works for the tests of this module.

use super::LockedListing;
use crate::model::{Ids, Kind, Metadata, Title, Unmatched, Verdict, Work, WorkStatus};

/// A listing that nothing was found for.
pub(super) fn listing(key: &str, title: &str) -> LockedListing {
    LockedListing {
        fingerprint: format!("print of {title}"),
        title: title.into(),
        key: key.into(),
        place: 0,
        listed: None,
        pins: Ids::default(),
        upgraded: false,
        gone: false,
        verdict: Verdict::unmatched(Unmatched::NotFound),
    }
}

/// Its work.
pub(super) fn work(key: &str, title: &str) -> Work {
    Work {
        status: WorkStatus::Unmatched,
        ..Work::new(key, Metadata::new(Kind::Journal, Title::plain(title)))
    }
}
