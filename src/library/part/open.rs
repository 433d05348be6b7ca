use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{CachedStatement, Connection, OptionalExtension as _};
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::about::About;
use super::body::Unpacker;
use super::bucket::{self, Posting};
use super::face::Face;
use super::key::{KEY_BITS, Key};
use super::layout;
use crate::library::LOOSE;
use crate::library::read::PersonPage;
use crate::model::DatasetVersion;

/// Why a part's file can't be used.
#[derive(Debug, Error)]
pub(in crate::library) enum PartError {
    /// It was made by another version.
    #[error("was made by another version of bibsync; make it again with `bibsync library build`")]
    OtherLayout,
    /// It is damaged, or no part at all.
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
/// Several threads may ask at once: each takes a [`Desk`].
pub(in crate::library) struct Part {
    path: PathBuf,
    meta: Arc<Meta>,
    idle: Mutex<Vec<Desk>>,
    /// Whether it was told that the part broke.
    told: AtomicBool,
}

/// What a part's file says of itself.
#[derive(Debug)]
struct Meta {
    about: About,
    dictionary: Vec<u8>,
    /// How many bits of a key name its bucket.
    bits: u32,
    /// Whether it was updated since it was made.
    updated: bool,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("path", &self.path)
            .field("about", &self.meta.about)
            .finish_non_exhaustive()
    }
}

impl Part {
    pub(in crate::library) fn open(path: &Path) -> Result<Self, PartError> {
        let desk = Desk::open(path)?;
        Ok(Self {
            path: path.to_owned(),
            meta: desk.meta.clone(),
            idle: Mutex::new(vec![desk]),
            told: AtomicBool::new(false),
        })
    }

    pub(in crate::library) fn about(&self) -> &About {
        &self.meta.about
    }

    /// Whether it broke under way.
    pub(in crate::library) fn is_broken(&self) -> bool {
        self.told.load(Ordering::Relaxed)
    }

    pub(super) fn dictionary(&self) -> &[u8] {
        &self.meta.dictionary
    }

    /// A desk of its own, for a thread that asks much.
    pub(super) fn desk(&self) -> Result<Desk, PartError> {
        Desk::open(&self.path)
    }

    /// Asks it. A part that breaks under way knows nothing more, and says so once.
    pub(in crate::library) fn ask<T: Default>(
        &self,
        question: impl FnOnce(&mut Desk) -> Result<T, PartError>,
    ) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let desk = idle().pop();
        let desk = desk.map_or_else(|| self.desk(), Ok);
        let answer = desk.and_then(|mut desk| {
            let answer = question(&mut desk);
            idle().push(desk);
            answer
        });
        answer.unwrap_or_else(|error| {
            if !self.told.swap(true, Ordering::Relaxed) {
                tracing::warn!("{} {error}", self.path.display());
            }
            T::default()
        })
    }
}

/// Where one thread asks a part. It knows the part as it was when it was opened, even if another
/// has taken its place by now.
pub(in crate::library) struct Desk {
    db: Connection,
    unpacker: Unpacker,
    meta: Arc<Meta>,
}

impl Desk {
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
        let meta = Meta {
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

    /// How many records there are.
    pub(in crate::library) fn records(&self) -> u64 {
        self.meta.about.records
    }

    /// Where a record was read: in the part, or in one of the files put into the folder by hand.
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

    /// What is filed under a key.
    pub(in crate::library) fn posting(&self, key: Key) -> Result<Posting, PartError> {
        self.posting_of(key, usize::MAX)
    }

    /// What is filed under a key; when that is more than `most`, only how much.
    pub(in crate::library) fn posting_of(
        &self,
        key: Key,
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
            // Of what is too common the ids are not kept, whenever it came.
            if posting.ids.len() == posting.count {
                posting.ids.extend(&later);
            }
            posting.count += later.len();
        }
        Ok(posting)
    }

    /// What `look` makes of a record's face; `None` when the record was removed by an update.
    pub(in crate::library) fn face<T>(
        &self,
        id: u32,
        look: impl FnOnce(&Face<'_>) -> T,
    ) -> Result<Option<T>, PartError> {
        let seen = self
            .statement("SELECT face FROM record WHERE id = ?1")?
            .query_row([id], |row| {
                Ok(Face::read(row.get_ref(0)?.as_blob()?).map(|face| look(&face)))
            })
            .optional()?;
        match seen {
            Some(None) => Err(PartError::Damaged(format!("record {id} has no face"))),
            seen => Ok(seen.flatten()),
        }
    }

    /// A record, or of a record what `T` takes; `None` when it was removed by an update.
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

    /// The day a record changed, in days since 1970; `None` where that is not known, and without
    /// the record.
    pub(super) fn modified(&self, id: u32) -> Result<Option<i32>, PartError> {
        let day = self
            .statement("SELECT modified FROM record WHERE id = ?1")?
            .query_row([id], |row| row.get::<_, Option<i32>>(0))
            .optional()?;
        Ok(day.flatten())
    }

    /// A person's page.
    pub(in crate::library) fn person(&self, id: u32) -> Result<Option<PersonPage>, PartError> {
        let text = self
            .statement("SELECT body FROM person WHERE id = ?1")?
            .query_row([id], |row| row.get::<_, String>(0))
            .optional()?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| PartError::Damaged(format!("person {id}: {error}")))
    }

    /// A word of the titles and the number of titles that have it.
    pub(in crate::library) fn word(&self, id: u32) -> Result<Option<(String, u32)>, PartError> {
        let found = self
            .statement("SELECT word, n FROM word WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get::<_, u32>(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Words that begin with `stem` and are longer, at most `most`, in no order that matters.
    pub(in crate::library) fn words_with(
        &self,
        stem: &str,
        most: u32,
    ) -> Result<Vec<(String, u32)>, PartError> {
        // `~` sorts after every letter, digit and sign of a word.
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
