use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ByHand;
use super::places;
use crate::model::{DblpKey, Ids, Notice, Outline, Verdict, Work};

/// Why a lock can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LockError {
    /// The text is no lock.
    #[error("{file} is not a lock that this version reads: {cause}; remove it to begin anew")]
    Unreadable {
        /// The file.
        file: String,
        /// What the parser says, with its line.
        cause: String,
    },
    /// Two branches changed the same part of it, and git left it to the person.
    #[error(
        "{file}:{line}: a conflict that git left open; settle it, or take one side with `git checkout --ours {file}`, and run again"
    )]
    Conflict {
        /// The file.
        file: String,
        /// The line of the conflict's first mark.
        line: usize,
    },
    /// The lock is of another format.
    #[error(
        "{file} has format {found}, and this version reads up to {}: it was written by a newer bibsync; update this one",
        Lock::FORMAT
    )]
    Format {
        /// The file.
        file: String,
        /// The format found.
        found: u32,
    },
}

/// What a lock says of one listing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LockedListing {
    /// What identifies the listing: see [`super::fingerprint()`].
    pub fingerprint: String,
    /// The title as listed, for people.
    pub title: String,
    /// The key of the work it was answered with.
    pub key: String,
    /// Where it stands in the list: listings are in the order of these numbers, between which there is
    /// room for new ones.
    #[serde(default)]
    pub place: i64,
    /// What else the list says of it, for people; locks before format 2 lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Outline>,
    /// What the list pins.
    #[serde(default, skip_serializing_if = "Ids::is_empty")]
    pub pins: Ids,
    /// Whether a preprint or submission was answered with its publication.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upgraded: bool,
    /// Whether the record it was matched to has been lost to its source since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The verdict and its evidence.
    pub verdict: Verdict,
}

/// What the output was made of, and how: enough for a refresh to write it again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Made {
    /// The lists, as they were named from the folder of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// `bibtex` or `biblatex`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// The style's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
}

/// A whole lock: enough to write the output again with no cache and no network.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lock {
    /// The [`super::digest`] of the whole output as last written, in locks before format 3.
    pub output: Option<String>,
    /// The [`super::digest`] of each entry as last written, by its key, by which a hand's work is told
    /// from ours.
    pub written: BTreeMap<String, String>,
    /// What the output was made of.
    pub made: Made,
    /// What the person did to the output.
    pub by_hand: ByHand,
    /// Retractions, corrections and the like, by the work's key; those of one work are sorted.
    pub notices: BTreeMap<String, Vec<Notice>>,
    /// The listings, in the order of the input.
    pub listings: Vec<LockedListing>,
    /// The works, by key.
    pub works: Vec<Work>,
    /// What stands on the people's own pages in DBLP and in no list: titles, by key.
    pub unlisted: BTreeMap<DblpKey, String>,
}

impl Lock {
    /// The format that this version writes; it reads those before it too. Format 2 added the
    /// evidence piece by piece, what was listed, and for each field who said so when; format 3 put
    /// all that belongs to a work into one place.
    pub const FORMAT: u32 = 3;

    /// A lock of these decisions. Works are put in the order of their keys.
    #[must_use]
    pub fn new(listings: Vec<LockedListing>, mut works: Vec<Work>) -> Self {
        works.sort_by(|a, b| a.key.cmp(&b.key));
        let mut lock = Self {
            listings,
            works,
            ..Self::default()
        };
        places::number(&mut lock.listings, &[]);
        lock
    }

    /// Gives listings the places they had in `old`, as far as that keeps their order, so that a new
    /// one changes nothing about the others.
    pub fn place_as_in(&mut self, old: &Self) {
        places::number(&mut self.listings, &old.listings);
    }

    /// The works as they are written: without those that the person took out, and with the fields
    /// that the person changed. With `noted`, the note of a work says which grave notices there are
    /// on it.
    #[must_use]
    pub fn exported(&self, noted: bool) -> Vec<Work> {
        let mut out = self.works.clone();
        out.retain(|work| !self.by_hand.left_out.contains(&work.key));
        for work in &mut out {
            let notices = self.notices.get(&work.key).into_iter().flatten();
            let grave = notices.filter(|notice| noted && notice.kind.is_grave());
            let said = work.meta.note.take().into_iter();
            let note: Vec<String> = said.chain(grave.map(ToString::to_string)).collect();
            work.meta.note = (!note.is_empty()).then(|| note.join(". "));
            let edited = self.by_hand.fields.get(&work.key);
            work.fields.extend(edited.cloned().unwrap_or_default());
        }
        out
    }

    /// What was decided for each listing, by its fingerprint; the first, where two have one.
    #[must_use]
    pub fn by_fingerprint(&self) -> BTreeMap<&str, &LockedListing> {
        let listings = self.listings.iter().rev();
        listings
            .map(|listing| (listing.fingerprint.as_str(), listing))
            .collect()
    }

    /// The works by their keys.
    #[must_use]
    pub fn by_key(&self) -> BTreeMap<&str, &Work> {
        let works = self.works.iter().rev();
        works.map(|work| (work.key.as_str(), work)).collect()
    }
}
