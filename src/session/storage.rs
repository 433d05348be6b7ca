//! The folders that a session reads and writes.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::Warning;
use crate::{
    cache::{self, Budget, Cache, CacheError, Store, StoreAddress, StoreClock},
    config::Settings,
    library::Library,
};

/// Returns the folders of the library: the one in the cache's folder, where parts are made, then those
/// that are only read.
#[must_use]
pub fn library_folders(cache: &Path, settings: &Settings) -> Vec<PathBuf> {
    let own = std::iter::once(cache.join("library"));
    own.chain(settings.library.folders.iter().cloned())
        .collect()
}

/// Opens the cache in a folder. Where it can only be read, opens a copy of it; where it can't be used,
/// an empty one in memory.
///
/// # Errors
/// When the folder holds something that is not bibsync's, or no cache can be made in memory.
pub(super) fn open_cache(folder: &Path, warnings: &mut Vec<Warning>) -> Result<Cache, CacheError> {
    let error = match Cache::open(folder) {
        Ok(cache) => return Ok(cache),
        Err(error @ CacheError::Foreign { .. }) => return Err(error),
        Err(error) => error,
    };
    if let Ok(copy) = Cache::open_copy(folder) {
        warnings.push(Warning::CacheReadOnly {
            folder: folder.to_owned(),
        });
        return Ok(copy);
    }
    warnings.push(Warning::NoCache { error });
    Cache::in_memory()
}

/// Opens the request budget that all of the user's runs on this machine share, whatever their caches:
/// in the state folder, else in the cache's folder, else for this run alone.
///
/// # Errors
/// When no budget can be made even for this run alone.
pub fn open_budget(
    state_dir: &Path,
    cache: &Path,
    warnings: &mut Vec<Warning>,
) -> Result<Budget, CacheError> {
    let error = match Budget::open(state_dir) {
        Ok(budget) => return Ok(budget),
        Err(error) => error,
    };
    if let Ok(budget) = Budget::open(cache) {
        warnings.push(Warning::BudgetOfCache {
            error,
            cache: cache.to_owned(),
        });
        return Ok(budget);
    }
    warnings.push(Warning::BudgetOfRun { error });
    Budget::unshared()
}

/// The cache and the budget of a run.
#[derive(Debug)]
pub struct Storage {
    /// The responses.
    pub cache: Cache,
    /// What may be requested of each host.
    pub budget: Budget,
}

/// Opens the store of a group: its cache and its budget, on one connection.
///
/// # Errors
/// When the server can't be reached, or refuses. Without it a run would exceed the limits of the group.
pub fn open_store(address: &StoreAddress) -> Result<Storage, CacheError> {
    let store = Store::open(address, StoreClock::Server)?;
    Ok(Storage {
        cache: store.cache(),
        budget: store.budget(),
    })
}

/// Opens the store of a group for a run that sends nothing. It goes on without a store that can't be used.
///
/// # Errors
/// When SQLite has no memory.
pub(super) fn open_store_to_read(
    address: &StoreAddress,
    warnings: &mut Vec<Warning>,
) -> Result<Storage, CacheError> {
    let cache = match Store::open_as_is(address, StoreClock::Server) {
        Ok(store) => store.cache(),
        Err(error) => {
            warnings.push(Warning::NoStore { error });
            Cache::in_memory()?
        }
    };
    Ok(Storage {
        cache,
        budget: Budget::in_memory()?,
    })
}

/// Opens the library beside the cache, with its index in the folder `index`. An unreadable library is
/// replaced by an empty one.
pub(super) fn open_library(
    folder: &Path,
    index: &Path,
    settings: &Settings,
    warnings: &mut Vec<Warning>,
) -> Library {
    let folders = library_folders(folder, settings);
    match Library::open(&folders, &index.join(crate::library::INDEX_FILE)) {
        Ok(library) => {
            let problems = library.problems().iter().cloned();
            warnings.extend(problems.map(Warning::Library));
            library
        }
        Err(error) => {
            warnings.push(Warning::NoLibrary { error });
            Library::unreadable()
        }
    }
}

/// Removes temporary files that killed runs left in the cache's and the state folder.
pub fn remove_leftovers(cache: &Path, state_dir: &Path, now: Timestamp) {
    cache::remove_leftovers(cache, now);
    for name in ["library", "downloads"] {
        cache::remove_leftovers(&cache.join(name), now);
    }
    for name in ["exports", "schedule"] {
        cache::remove_leftovers(&state_dir.join(name), now);
    }
}
