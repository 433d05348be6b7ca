use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ManualEdits;
use super::places;
use crate::model::{DblpKey, DblpPid, Ids, Notice, Outline, Verdict, Work};

/// Why a lock can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LockError {
    /// The text is no whole lock.
    #[error("{file} is damaged: {damage}; run without --locked to repair it from what is whole")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong first, with its line.
        damage: String,
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
pub struct OutputSettings {
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
    /// The digests of each entry as it was written before, the newest first, by its key: an output that
    /// has one of these is older than the lock.
    pub earlier: BTreeMap<String, Vec<String>>,
    /// What the output was made of.
    pub output_settings: OutputSettings,
    /// What the person did to the output.
    pub manual_edits: ManualEdits,
    /// Retractions, corrections and the like, by the work's key; those of one work are sorted.
    pub notices: BTreeMap<String, Vec<Notice>>,
    /// The listings, in the order of the input.
    pub listings: Vec<LockedListing>,
    /// The works, by key.
    pub works: Vec<Work>,
    /// Keys of works that the list keeps out of the output.
    pub unexported: BTreeSet<String>,
    /// Works that no list has any longer. Their keys stay theirs, and come back with them.
    pub former: Vec<FormerWork>,
    /// What stands on the people's own pages in DBLP and in no list: titles, by key.
    pub unlisted: BTreeMap<DblpKey, String>,
    /// The people's own pages in DBLP.
    pub pages: BTreeSet<DblpPid>,
    /// How far sources were asked for what may have changed.
    pub refreshed: Option<LastRefresh>,
}

/// A work that was listed once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerWork {
    /// The titles under which it was listed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub titles: BTreeSet<String>,
    /// The work as it was, without the origins of its fields.
    #[serde(flatten)]
    pub work: Work,
}

/// How far sources were asked for what may have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRefresh {
    /// Of when DBLP's data were.
    pub as_of: Timestamp,
    /// When sources were last asked for what may have changed.
    pub looked: Date,
    /// When everything that was open was last searched for everywhere.
    pub searched: Date,
    /// How many searches at Crossref refreshes have made since, which tells whose turn it is.
    #[serde(default)]
    pub turn: usize,
}

impl Lock {
    /// The format that this version writes; it reads those before it too. Format 2 added the
    /// evidence piece by piece, what was listed, and for each field who said so when; format 3 put
    /// all that belongs to a work into one place.
    pub const FORMAT: u32 = 3;

    /// So many digests of what an entry was before are kept.
    pub(super) const EARLIER: usize = 8;

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

    /// Whether it holds nothing that a run could keep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listings.is_empty()
            && self.works.is_empty()
            && self.former.is_empty()
            && self.manual_edits.is_empty()
    }

    /// Notes what is written now, and that what was written before is older.
    ///
    /// Without an `old` lock this one was written before.
    pub fn note_written(&mut self, now: BTreeMap<String, String>, old: Option<&Self>) {
        let before = match old {
            Some(old) => {
                self.earlier.clone_from(&old.earlier);
                old.written.clone()
            }
            None => std::mem::take(&mut self.written),
        };
        for (key, before) in before {
            if now.get(&key) != Some(&before) {
                let earlier = self.earlier.entry(key).or_default();
                earlier.retain(|digest| *digest != before);
                earlier.insert(0, before);
                earlier.truncate(Self::EARLIER);
            }
        }
        self.written = now;
    }

    /// Notes the texts that the file had when it was read, by key and by the last digits of their digests: a
    /// file that has one of them again is older than this lock.
    pub fn note_read(&mut self, codes: BTreeMap<String, Vec<String>>) {
        let former = self.former.iter().map(|former| &former.work);
        let keys = self.works.iter().chain(former).map(|work| &work.key);
        let keys: BTreeSet<String> = keys.cloned().collect();
        for (key, codes) in codes.into_iter().filter(|(key, _)| keys.contains(key)) {
            let now = self.written.get(&key);
            for code in codes {
                let has = |digest: &String| digest.ends_with(&code);
                let earlier = self.earlier.entry(key.clone()).or_default();
                if !now.is_some_and(has) && !earlier.iter().any(has) {
                    earlier.insert(0, code);
                    earlier.truncate(Self::EARLIER);
                }
            }
        }
        self.earlier.retain(|_, earlier| !earlier.is_empty());
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
