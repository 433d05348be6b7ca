use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{ManualEdits, done::DoneEntry, listing::LockedListing, places};
use crate::model::{DblpKey, DblpPid, Notice, Work};

/// Why a lock can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LockError {
    /// The lock is damaged.
    #[error("{file} is damaged: {damage}; run without --locked to repair it from what is whole")]
    Damaged {
        /// The file.
        file: String,
        /// The first fault, with its line.
        damage: String,
    },
    /// The file is another program's.
    #[error(
        "{file} is no lock of bibsync: nothing could be read of it, and it states no format; a lock has the name of its .bib file, so give that another name"
    )]
    Foreign {
        /// The file.
        file: String,
    },
    /// The lock has a later format.
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

/// The inputs and settings of the output: enough for a refresh to write it again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OutputSettings {
    /// The lists, relative to the folder of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// `bibtex` or `biblatex`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// The style's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
}

/// A lock: enough to write the output again without cache and network.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Lock {
    /// The [`super::digest`] of the whole output as last written, in locks before format 3.
    pub output: Option<String>,
    /// The [`super::digest`] of each entry as last written, by key. An entry with another digest was edited.
    pub written: BTreeMap<String, String>,
    /// The digests of earlier texts of each entry, the newest first, by key; of texts that another run wrote
    /// the last digits. An output that has one of these texts is older than the lock.
    pub earlier: BTreeMap<String, Vec<String>>,
    /// The inputs and settings of the output.
    pub output_settings: OutputSettings,
    /// The person's edits of the output.
    pub manual_edits: ManualEdits,
    /// Values that the person refused for an entry of a file that is updated in place, by key and then by
    /// the name of the change.
    pub refused: BTreeMap<String, BTreeMap<String, String>>,
    /// Retractions, corrections and similar notices, by the work's key, sorted.
    pub notices: BTreeMap<String, Vec<Notice>>,
    /// The listings, in the order of the input.
    pub listings: Vec<LockedListing>,
    /// The works, sorted by key.
    pub works: Vec<Work>,
    /// Keys of works that the list excludes from the output.
    pub unexported: BTreeSet<String>,
    /// Works that are no longer listed. Their keys are kept for them.
    pub former: Vec<FormerWork>,
    /// Titles of the works on the people's DBLP pages that are not listed, by DBLP key.
    pub unlisted: BTreeMap<DblpKey, String>,
    /// The DBLP pages of the people.
    pub pages: BTreeSet<DblpPid>,
    /// The state of the last refresh.
    pub refreshed: Option<LastRefresh>,
}

/// A work that is no longer listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FormerWork {
    /// The titles under which it was listed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub titles: BTreeSet<String>,
    /// The last version of the work, without the origins of its fields.
    #[serde(flatten)]
    pub work: Work,
}

/// The state of the last refresh.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LastRefresh {
    /// The date of DBLP's data.
    pub as_of: Timestamp,
    /// The day of the last refresh.
    pub looked: Date,
    /// The day of the last search of all sources for all open listings.
    pub searched: Date,
    /// The number of searches at Crossref since then, which determines the next listings to search for.
    #[serde(default)]
    pub turn: usize,
}

impl Lock {
    /// The format that this version writes; it reads earlier ones too. Format 2 added the pieces of evidence,
    /// the listed values and the origin of each field; format 3 put everything that belongs to a work into
    /// one place.
    pub const FORMAT: u32 = 3;

    /// The number of digests of earlier texts that are kept for each entry.
    pub(super) const EARLIER: usize = 8;

    /// Builds a lock of these decisions, with the works sorted by key.
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

    /// Gives listings the position numbers they have in `old`, as far as the order permits, so that a new
    /// listing does not change the others.
    pub fn place_as_in(&mut self, old: &Self) {
        places::number(&mut self.listings, &old.listings);
    }

    /// Gives listings the position numbers they have in `old`, as [`Self::place_as_in`] does, where entries that
    /// were set aside are among them. `order` has the keys of all in the order of the file. Returns whether those
    /// set aside can keep their numbers.
    #[must_use]
    pub fn place_beside(
        &mut self,
        old: &Self,
        aside: &BTreeMap<String, DoneEntry>,
        order: &[&str],
    ) -> bool {
        let mut known: Vec<(i64, &str)> = old
            .listings
            .iter()
            .map(|it| (it.place, it.fingerprint.as_str()))
            .chain(aside.values().map(|it| (it.place, it.fingerprint.as_str())))
            .collect();
        known.sort_unstable();
        let own = self.listings.iter();
        let own: BTreeMap<&str, &str> = own
            .map(|it| (it.key.as_str(), it.fingerprint.as_str()))
            .collect();
        let order = order.iter().filter_map(|key| {
            let aside = aside.get(*key).map(|it| it.fingerprint.as_str());
            Some((*key, aside.or_else(|| own.get(key).copied())?))
        });
        let (keys, fingerprints): (Vec<&str>, Vec<&str>) = order.unzip();
        let known = known.into_iter().map(|(place, print)| (print, place));
        let places = places::numbers(fingerprints.into_iter(), known);
        let places: BTreeMap<&str, i64> = keys.into_iter().zip(places).collect();
        for listing in &mut self.listings {
            if let Some(place) = places.get(listing.key.as_str()) {
                listing.place = *place;
            }
        }
        let stays =
            |(key, entry): (&String, &DoneEntry)| places.get(key.as_str()) == Some(&entry.place);
        aside.iter().all(stays)
    }

    /// Returns whether the lock belongs to a file that bibsync writes whole, and not to one that it updates in place.
    #[must_use]
    pub fn is_of_output(&self) -> bool {
        self.output.is_some() || !self.written.is_empty() || self.output_settings.dialect.is_some()
    }

    /// Returns whether the lock holds nothing that a run could keep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listings.is_empty()
            && self.works.is_empty()
            && self.former.is_empty()
            && self.manual_edits.is_empty()
    }

    /// Sets the digests of the entries that are written now, and keeps the previous ones as earlier. Without an
    /// `old` lock the previous digests are those of this lock.
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

    /// Notes texts of the file as earlier, by key and by the last digits of their digests: if the file has one
    /// of them again, it is older than this lock.
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

    /// Returns the listings by fingerprint; the first of several with the same.
    #[must_use]
    pub fn by_fingerprint(&self) -> BTreeMap<&str, &LockedListing> {
        let listings = self.listings.iter().rev();
        listings
            .map(|listing| (listing.fingerprint.as_str(), listing))
            .collect()
    }

    /// Returns the works by key.
    #[must_use]
    pub fn by_key(&self) -> BTreeMap<&str, &Work> {
        let works = self.works.iter().rev();
        works.map(|work| (work.key.as_str(), work)).collect()
    }
}
