//! The work that a reference means, and how its records agree with it.

use super::{doi::Pin, judgement::FieldFinding, reference::Reference};
use crate::{
    matching::{RecordComparison, compare_record},
    model::{Kind, Record},
};

/// A record and how the reference agrees with it.
#[derive(Debug, Clone)]
pub(super) struct Compared<'a> {
    pub(super) record: &'a Record,
    pub(super) with: RecordComparison,
}

impl<'a> Compared<'a> {
    pub(super) fn of(reference: &Reference, record: &'a Record) -> Self {
        Self {
            record,
            with: compare_record(&reference.listing, &reference.person, record),
        }
    }

    pub(super) fn is_preprint(&self) -> bool {
        self.record.meta.kind == Kind::Preprint
    }
}

/// What is known of the work that a reference means.
pub(super) struct MeantWork<'a> {
    /// Its records, and those of its other versions; the best first, and never none.
    pub(super) versions: Vec<Compared<'a>>,
    /// The identifiers that the reference pins.
    pub(super) pins: &'a [Pin<'a>],
    /// Why the sources need not know another version of it; `None` if they must.
    pub(super) lacking: Option<&'a FieldFinding>,
    /// Whether the work is the one that the reference means, beyond its title and people.
    pub(super) is_matched: bool,
}

impl MeantWork<'_> {
    pub(super) fn bears(&self, pin: &Pin<'_>) -> bool {
        let mut versions = self.versions.iter();
        versions.any(|it| pin.id.is_in(&it.record.meta.ids))
    }

    /// Whether the reference pins a record of it, and so a version.
    pub(super) fn is_pinned(&self) -> bool {
        self.pins.iter().any(|pin| self.bears(pin))
    }
}
