use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{CachedStatement, Connection, OptionalExtension as _};
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::body::Unpacker;
use super::bucket::{self, Posting};
use super::info::PartInfo;
use super::key::{IndexKey, KEY_BITS};
use super::layout;
use super::record_summary::RecordSummary;
use crate::library::VenueHoldings;
use crate::library::files::LOOSE;
use crate::library::read::PersonPage;
use crate::model::DatasetVersion;

/// The reason why a part's file can't be used.
#[derive(Debug, Error)]
pub(in crate::library) enum PartError {
    /// Another version built it.
    #[error("was made by another version of bibsync; make it again with `bibsync library build`")]
    OtherLayout,
    /// It is damaged, or not a part.
    #[error(
        "can't be read as a part of the library ({0}); make it again with `bibsync library build`"
    )]
    Damaged(String),
}

impl From<rusqlite::Error> for PartError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// One dataset of the library.
///
/// Several threads may ask at once: each takes a [`PartReader`].
pub(in crate::library) struct LibraryPart {
    path: PathBuf,
    meta: Arc<PartMeta>,
    idle: Mutex<Vec<PartReader>>,
    /// Whether a failure of the part was reported.
    warned: AtomicBool,
}

/// The metadata in a part's file.
#[derive(Debug)]
struct PartMeta {
    about: PartInfo,
    dictionary: Vec<u8>,
    /// The number of leading bits of a key that select its bucket.
    bits: u32,
    /// Whether it was updated since it was built.
    updated: bool,
}

impl fmt::Debug for LibraryPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LibraryPart")
            .field("path", &self.path)
            .field("about", &self.meta.about)
            .finish_non_exhaustive()
    }
}

impl LibraryPart {
    pub(in crate::library) fn open(path: &Path) -> Result<Self, PartError> {
        let reader = PartReader::open(path)?;
        Ok(Self {
            path: path.to_owned(),
            meta: reader.meta.clone(),
            idle: Mutex::new(vec![reader]),
            warned: AtomicBool::new(false),
        })
    }

    pub(in crate::library) fn about(&self) -> &PartInfo {
        &self.meta.about
    }

    /// Returns whether a query failed.
    pub(in crate::library) fn is_broken(&self) -> bool {
        self.warned.load(Ordering::Relaxed)
    }

    pub(super) fn dictionary(&self) -> &[u8] {
        &self.meta.dictionary
    }

    /// Opens a separate reader, for a thread with many queries.
    pub(super) fn reader(&self) -> Result<PartReader, PartError> {
        PartReader::open(&self.path)
    }

    /// Runs a query. A part that fails returns nothing, and warns once.
    pub(in crate::library) fn query<T: Default>(
        &self,
        question: impl FnOnce(&mut PartReader) -> Result<T, PartError>,
    ) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let reader = idle().pop();
        let reader = reader.map_or_else(|| self.reader(), Ok);
        let answer = reader.and_then(|mut reader| {
            let answer = question(&mut reader);
            idle().push(reader);
            answer
        });
        answer.unwrap_or_else(|error| {
            if !self.warned.swap(true, Ordering::Relaxed) {
                tracing::warn!("{} {error}", self.path.display());
            }
            T::default()
        })
    }
}

/// A connection of one thread to a part. It sees the part as it was when it was opened, even if the
/// file has been replaced since.
pub(in crate::library) struct PartReader {
    db: Connection,
    unpacker: Unpacker,
    meta: Arc<PartMeta>,
}

impl PartReader {
    fn open(path: &Path) -> Result<Self, PartError> {
        let db = layout::open(path)?;
        let version: i32 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version != layout::LAYOUT {
            return Err(PartError::OtherLayout);
        }
        let note = |name: &str| {
            db.query_row("SELECT value FROM about WHERE name = ?1", [name], |row| {
                row.get::<_, Vec<u8>>(0)
            })
        };
        let damaged = |what: &str| PartError::Damaged(format!("its {what} makes no sense"));
        let meta = PartMeta {
            about: serde_json::from_slice(&note("about")?).map_err(|_| damaged("description"))?,
            dictionary: note("dictionary")?,
            bits: String::from_utf8(note("bits")?)
                .ok()
                .and_then(|bits| bits.parse().ok())
                .filter(|bits| *bits < KEY_BITS)
                .ok_or_else(|| damaged("layout"))?,
            updated: db.query_row("SELECT EXISTS (SELECT 1 FROM entry)", [], |row| row.get(0))?,
        };
        let unpacker = Unpacker::new(&meta.dictionary)
            .map_err(|error| PartError::Damaged(error.to_string()))?;
        Ok(Self {
            db,
            unpacker,
            meta: Arc::new(meta),
        })
    }

    /// Returns the venues of the part, if it is a whole dataset.
    pub(in crate::library) fn holdings(&self) -> Result<Option<VenueHoldings>, PartError> {
        let value = self
            .statement("SELECT value FROM about WHERE name = ?1")?
            .query_row([layout::HOLDINGS], |row| row.get::<_, Vec<u8>>(0))
            .optional()?;
        // What can't be read counts as never stored.
        let held = value.and_then(|value| serde_json::from_slice::<VenueHoldings>(&value).ok());
        Ok(held.map(VenueHoldings::indexed))
    }

    /// Returns the number of records.
    pub(in crate::library) fn records(&self) -> u64 {
        self.meta.about.records
    }

    /// Returns the dataset of a record: the part, or one of the loose files.
    pub(in crate::library) fn edition(&self, id: u32) -> DatasetVersion {
        let about = &self.meta.about;
        if about.name != LOOSE {
            return about.edition();
        }
        let mut end = 0;
        let file = about.files.iter().find(|file| {
            end += file.records;
            u64::from(id) < end
        });
        DatasetVersion {
            name: file.map(|file| file.file.clone()).unwrap_or_default(),
            date: None,
            licence: None,
        }
    }

    /// Returns the ids indexed under a key.
    pub(in crate::library) fn posting(&self, key: IndexKey) -> Result<Posting, PartError> {
        self.posting_of(key, usize::MAX)
    }

    /// Returns the ids indexed under a key; when they are more than `most`, only their number.
    pub(in crate::library) fn posting_of(
        &self,
        key: IndexKey,
        most: usize,
    ) -> Result<Posting, PartError> {
        let rest = KEY_BITS - self.meta.bits;
        let id = key.bits() >> rest;
        let within = key.bits() - (id << rest);
        let found = self
            .statement("SELECT body FROM bucket WHERE id = ?1")?
            .query_row([id.cast_signed()], |row| {
                Ok(bucket::find(row.get_ref(0)?.as_blob()?, within, most))
            })
            .optional()?;
        let mut posting = match found {
            None => Posting::default(),
            Some(Some(posting)) => posting,
            Some(None) => return Err(PartError::Damaged(format!("bucket {id} is torn"))),
        };
        if self.meta.updated {
            let mut later = self.statement("SELECT id FROM entry WHERE key = ?1 ORDER BY id")?;
            let later = later
                .query_map([key.bits().cast_signed()], |row| row.get::<_, u32>(0))?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            // The ids of a key that is too common are not kept, whenever they were added.
            if posting.ids.len() == posting.count {
                posting.ids.extend(&later);
            }
            posting.count += later.len();
        }
        Ok(posting)
    }

    /// Applies `look` to a record's summary; `None` when an update removed the record.
    pub(in crate::library) fn face<T>(
        &self,
        id: u32,
        look: impl FnOnce(&RecordSummary<'_>) -> T,
    ) -> Result<Option<T>, PartError> {
        let seen = self
            .statement("SELECT face FROM record WHERE id = ?1")?
            .query_row([id], |row| {
                Ok(RecordSummary::read(row.get_ref(0)?.as_blob()?).map(|face| look(&face)))
            })
            .optional()?;
        match seen {
            Some(None) => Err(PartError::Damaged(format!("record {id} has no face"))),
            seen => Ok(seen.flatten()),
        }
    }

    /// Reads a record, or the fields of a record that `T` has; `None` when an update removed it.
    pub(in crate::library) fn record<T: DeserializeOwned>(
        &mut self,
        id: u32,
    ) -> Result<Option<T>, PartError> {
        let mut statement = self
            .db
            .prepare_cached("SELECT body FROM record WHERE id = ?1")?;
        let unpacker = &mut self.unpacker;
        let body = statement
            .query_row([id], |row| Ok(unpacker.unpack(row.get_ref(0)?.as_blob()?)))
            .optional()?;
        let Some(body) = body else { return Ok(None) };
        let damaged =
            |error: &dyn fmt::Display| PartError::Damaged(format!("record {id}: {error}"));
        let body = body.map_err(|error| damaged(&error))?;
        serde_json::from_slice(&body)
            .map(Some)
            .map_err(|error| damaged(&error))
    }

    /// Returns the day on which a record was modified, in days since 1970; `None` where it is unknown,
    /// and without the record.
    pub(super) fn modified(&self, id: u32) -> Result<Option<i32>, PartError> {
        let day = self
            .statement("SELECT modified FROM record WHERE id = ?1")?
            .query_row([id], |row| row.get::<_, Option<i32>>(0))
            .optional()?;
        Ok(day.flatten())
    }

    /// Reads a person's page.
    pub(in crate::library) fn person(&self, id: u32) -> Result<Option<PersonPage>, PartError> {
        let text = self
            .statement("SELECT body FROM person WHERE id = ?1")?
            .query_row([id], |row| row.get::<_, String>(0))
            .optional()?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| PartError::Damaged(format!("person {id}: {error}")))
    }

    /// Returns a word of the titles and the number of titles with it.
    pub(in crate::library) fn word(&self, id: u32) -> Result<Option<(String, u32)>, PartError> {
        let found = self
            .statement("SELECT word, n FROM word WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get::<_, u32>(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Returns at most `most` words that are longer than `stem` and begin with it, in any order.
    pub(in crate::library) fn words_with(
        &self,
        stem: &str,
        most: u32,
    ) -> Result<Vec<(String, u32)>, PartError> {
        // `~` sorts after every character of a word.
        let found = self
            .statement("SELECT word, n FROM word WHERE word > ?1 AND word < ?2 LIMIT ?3")?
            .query_map((stem, format!("{stem}~"), most), |row| {
                Ok((row.get(0)?, row.get::<_, u32>(1)?))
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(found)
    }

    fn statement(&self, sql: &str) -> Result<CachedStatement<'_>, PartError> {
        Ok(self.db.prepare_cached(sql)?)
    }
}
