use std::collections::{BTreeMap, BTreeSet};

use super::{
    change::{Change, What},
    fields::copy,
};
use crate::{
    lock::Lock,
    model::{Field, Work},
};

/// Which changes are taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accept {
    /// Publications of what was a preprint, and works that are found now.
    Upgrades,
    /// Fields that are added, corrected or no longer given.
    Fields,
    /// All.
    All,
    /// None: what stands in the lock stays.
    None,
}

impl Accept {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Upgrades, Self::Fields, Self::All, Self::None];

    /// The name by which people choose it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upgrades => "upgrades",
            Self::Fields => "fields",
            Self::All => "all",
            Self::None => "none",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|accept| accept.as_str() == name)
    }

    /// Whether `change` is taken over. What the person did to the list always is.
    #[must_use]
    pub fn takes(self, change: &Change) -> bool {
        match change.what {
            What::Published { .. } | What::Found { .. } | What::Doubted { .. } => {
                matches!(self, Self::Upgrades | Self::All)
            }
            What::Added { .. } | What::Corrected { .. } | What::Withheld { .. } => {
                matches!(self, Self::Fields | Self::All)
            }
            What::Noticed { .. }
            | What::Candidate { .. }
            | What::Listed { .. }
            | What::Unlisted
            | What::Gone
            | What::NotListed { .. } => true,
        }
    }
}

/// `new` with what `takes` refuses as it was in `old`.
#[must_use]
pub fn accepted(
    old: &Lock,
    new: &Lock,
    changes: &[Change],
    takes: impl Fn(&Change) -> bool,
) -> Lock {
    let had = old.by_key();
    let mut whole: BTreeSet<&str> = BTreeSet::new();
    let mut fields: BTreeMap<&str, Vec<Field>> = BTreeMap::new();
    for change in changes.iter().filter(|change| !takes(change)) {
        let Some(key) = change.key.as_deref() else {
            continue;
        };
        match &change.what {
            What::Published { .. } | What::Found { .. } | What::Doubted { .. } => {
                whole.insert(key);
            }
            What::Added { field, .. }
            | What::Corrected { field, .. }
            | What::Withheld { field, .. } => fields.entry(key).or_default().push(*field),
            What::Noticed { .. }
            | What::Candidate { .. }
            | What::Listed { .. }
            | What::Unlisted
            | What::Gone
            | What::NotListed { .. } => {}
        }
    }
    let mut out = new.clone();
    for work in &mut out.works {
        let Some(before) = had.get(work.key.as_str()) else {
            continue;
        };
        if whole.contains(work.key.as_str()) {
            *work = Work {
                fields: work.fields.clone(),
                aliases: work.aliases.clone(),
                ..(*before).clone()
            };
        } else if let Some(fields) = fields.get(work.key.as_str()) {
            for field in fields {
                put_back(*field, before, work);
            }
        }
    }
    let decided = old.by_fingerprint();
    for listing in &mut out.listings {
        let before = decided.get(listing.fingerprint.as_str());
        if let Some(before) = before.filter(|_| whole.contains(listing.key.as_str())) {
            *listing = (*before).clone();
        }
    }
    out
}

fn put_back(field: Field, before: &Work, work: &mut Work) {
    copy(field, &before.meta, &mut work.meta);
    match before.origins.get(&field) {
        Some(origin) => _ = work.origins.insert(field, origin.clone()),
        None => _ = work.origins.remove(&field),
    }
}
