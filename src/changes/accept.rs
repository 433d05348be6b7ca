use std::collections::BTreeMap;

use super::{
    between::is_own,
    change::{Change, ChangeKind},
    fields::reported_fields,
};
use crate::{
    lock::{Lock, LockedListing},
    model::{Field, Work},
};

/// Which changes are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcceptedChanges {
    /// Publications of what was a preprint, and works that are found now.
    Upgrades,
    /// Fields that are added, corrected or no longer given.
    Fields,
    /// All.
    All,
    /// None: the lock stays as it is.
    None,
}

impl AcceptedChanges {
    /// Every choice.
    pub const ALL: [Self; 4] = [Self::Upgrades, Self::Fields, Self::All, Self::None];

    /// Returns the name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upgrades => "upgrades",
            Self::Fields => "fields",
            Self::All => "all",
            Self::None => "none",
        }
    }

    /// Returns the choice with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|accept| accept.as_str() == name)
    }

    /// Returns whether `change` is accepted. The person's own changes to the list always are.
    #[must_use]
    pub fn takes(self, change: &Change) -> bool {
        match change.what {
            ChangeKind::Published { .. }
            | ChangeKind::Found { .. }
            | ChangeKind::Doubted { .. } => {
                matches!(self, Self::Upgrades | Self::All)
            }
            ChangeKind::Added { .. }
            | ChangeKind::Corrected { .. }
            | ChangeKind::Withheld { .. } => {
                matches!(self, Self::Fields | Self::All)
            }
            ChangeKind::Noticed { .. }
            | ChangeKind::Candidate { .. }
            | ChangeKind::Listed { .. }
            | ChangeKind::Unlisted
            | ChangeKind::Gone
            | ChangeKind::NotListed { .. } => true,
        }
    }
}

/// Returns `new` with each change that `takes` refuses reverted to `old`.
///
/// A work none of whose changes is accepted stays as it was, and so do the decisions on its listings.
#[must_use]
pub fn accepted(
    old: &Lock,
    new: &Lock,
    changes: &[Change],
    takes: impl Fn(&Change) -> bool,
) -> Lock {
    let mut choices: BTreeMap<&str, FieldChoice> = BTreeMap::new();
    for change in changes {
        let Some(key) = change.key.as_deref() else {
            continue;
        };
        let field = match &change.what {
            ChangeKind::Published { .. }
            | ChangeKind::Found { .. }
            | ChangeKind::Doubted { .. } => None,
            ChangeKind::Added { field, .. }
            | ChangeKind::Corrected { field, .. }
            | ChangeKind::Withheld { field, .. } => Some(*field),
            ChangeKind::Noticed { .. }
            | ChangeKind::Candidate { .. }
            | ChangeKind::Listed { .. }
            | ChangeKind::Unlisted
            | ChangeKind::Gone
            | ChangeKind::NotListed { .. } => continue,
        };
        let choice = choices.entry(key).or_default();
        if takes(change) {
            choice.taken.extend(field);
        } else {
            choice.refuses = true;
            choice.refused.extend(field);
        }
    }
    choices.retain(|_, choice| choice.refuses);
    let (had, decided) = (old.by_key(), old.by_fingerprint());
    let mut out = new.clone();
    for work in &mut out.works {
        let mut keys = std::iter::once(&work.key).chain(&work.aliases);
        let before = keys.find_map(|key| had.get(key.as_str()));
        if let (Some(before), Some(choice)) = (before, choices.get(work.key.as_str())) {
            *work = choice.between(before, work);
        }
    }
    for listing in &mut out.listings {
        let before = decided.get(listing.fingerprint.as_str());
        let stays = choices
            .get(listing.key.as_str())
            .is_some_and(|choice| choice.taken.is_empty());
        if let Some(before) = before.filter(|_| stays) {
            *listing = LockedListing {
                place: listing.place,
                ..(*before).clone()
            };
        }
    }
    out
}

/// The decisions on the changes of one work.
#[derive(Default)]
struct FieldChoice {
    refuses: bool,
    taken: Vec<Field>,
    refused: Vec<Field>,
}

impl FieldChoice {
    /// Returns `before` with the accepted changes of `after`.
    fn between(&self, before: &Work, after: &Work) -> Work {
        let mut work = Work {
            key: after.key.clone(),
            fields: after.fields.clone(),
            aliases: after.aliases.clone(),
            ..before.clone()
        };
        // The venue and date of another publication of the work are accepted with it or not at all.
        let stays = self.refused.iter().any(|field| IDENTITY.contains(field));
        let taken = self.taken.iter().copied();
        let taken = taken.filter(|field| !(stays && OF_PUBLICATION.contains(field)));
        let own = reported_fields().filter(|field| is_own(*field, before, after));
        for field in taken.chain(own) {
            let field = &field;
            work.meta.copy_field(*field, &after.meta);
            match after.origins.get(field) {
                Some(origin) => _ = work.origins.insert(*field, origin.clone()),
                None => _ = work.origins.remove(field),
            }
        }
        if !self.taken.is_empty() {
            work.editions.extend(after.editions.iter().cloned());
        }
        work
    }
}

/// Fields that distinguish one publication of a work from another.
const IDENTITY: [Field; 2] = [Field::Kind, Field::Doi];

/// Fields that belong to one publication of a work.
const OF_PUBLICATION: [Field; 17] = [
    Field::Kind,
    Field::Date,
    Field::Venue,
    Field::VenueShort,
    Field::Series,
    Field::Volume,
    Field::Number,
    Field::Pages,
    Field::Chapter,
    Field::ArticleNumber,
    Field::Edition,
    Field::Genre,
    Field::Publisher,
    Field::Address,
    Field::Institution,
    Field::Doi,
    Field::Isbn,
];
