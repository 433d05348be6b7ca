//! The numbered steps that make the tables. They only go forward, and only add: versions of bibsync that
//! run side by side share the tables.

use postgres::{Client, error::SqlState};

use super::super::error::CacheError;

/// The steps, each the SQL of one number, from 1.
const STEPS: [&str; 3] = [
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
];

/// The key of the lock under which one process at a time makes tables: `bibsync` in ASCII letters.
const LOCK: i64 = 0x62_69_62_73_79_6e_63;

/// What becomes of tables that are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tables {
    /// They are made.
    Made,
    /// They are an error: the run writes nothing.
    Expected,
}

/// Returns why tables that there are can't be used.
pub(super) fn used(place: &str, source: postgres::Error) -> CacheError {
    let place = place.to_owned();
    if source.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) {
        CacheError::StoreGrant { place, source }
    } else {
        CacheError::Store { place, source }
    }
}

/// Makes the tables that the database lacks, or finds that none is missing.
///
/// # Errors
/// When a newer bibsync has made tables that this one does not know, the role may not make them, or the
/// server fails.
pub(super) fn prepare(client: &mut Client, place: &str, tables: Tables) -> Result<(), CacheError> {
    let failed = |source: postgres::Error| {
        if source.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) {
            CacheError::StoreRights {
                place: place.to_owned(),
                source,
            }
        } else {
            CacheError::Store {
                place: place.to_owned(),
                source,
            }
        }
    };
    let known = i32::try_from(STEPS.len()).unwrap_or(i32::MAX);
    let found = made(client).map_err(|source| used(place, source))?;
    if found == known {
        return Ok(());
    }
    let newer = |found| CacheError::StoreLayout {
        place: place.to_owned(),
        found,
        known,
    };
    if found > known {
        return Err(newer(found));
    }
    if tables == Tables::Expected {
        return Err(CacheError::StoreEmpty {
            place: place.to_owned(),
        });
    }
    let mut changes = client.transaction().map_err(failed)?;
    changes
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .map_err(failed)?;
    // Whether there is a table must not be asked here: the server may answer from before it waited for the
    // lock, when another process had made none yet.
    changes
        .batch_execute(
            "SET LOCAL client_min_messages = warning;
             CREATE TABLE IF NOT EXISTS bibsync_migration (
                 number integer PRIMARY KEY,
                 made   timestamptz NOT NULL DEFAULT now()
             )",
        )
        .map_err(failed)?;
    let found = last(&mut changes).map_err(failed)?;
    if found > known {
        return Err(newer(found));
    }
    for (number, step) in (1..=known).zip(STEPS).filter(|(number, _)| *number > found) {
        changes.batch_execute(step).map_err(failed)?;
        changes
            .execute(
                "INSERT INTO bibsync_migration (number) VALUES ($1)",
                &[&number],
            )
            .map_err(failed)?;
    }
    changes.commit().map_err(failed)
}

/// Returns the number of the last step made; 0 without tables.
fn made(client: &mut impl postgres::GenericClient) -> Result<i32, postgres::Error> {
    let exists: bool = client
        .query_one("SELECT to_regclass('bibsync_migration') IS NOT NULL", &[])?
        .get(0);
    if !exists {
        return Ok(0);
    }
    last(client)
}

fn last(client: &mut impl postgres::GenericClient) -> Result<i32, postgres::Error> {
    let row = client.query_one(
        "SELECT coalesce(max(number), 0) FROM bibsync_migration",
        &[],
    )?;
    Ok(row.get(0))
}

#[cfg(test)]
mod tests {
    use std::{sync::Barrier, thread};

    use crate::cache::{Store, StoreAddress, StoreClock, test_stores::cluster};

    #[test]
    fn tables_are_made_once_by_many_that_start_at_once() {
        const STARTS: usize = 8;
        let Some(cluster) = cluster() else { return };
        for _ in 0..5 {
            let address = StoreAddress::read(&cluster.new_schema(), &|_| None).unwrap();
            let start = Barrier::new(STARTS);
            let open = || {
                start.wait();
                Store::open(&address, StoreClock::Server).map(|_| ())
            };
            let opened: Vec<_> = thread::scope(|scope| {
                let starts: Vec<_> = (0..STARTS).map(|_| scope.spawn(open)).collect();
                starts.into_iter().map(|it| it.join().unwrap()).collect()
            });
            for opened in opened {
                opened.unwrap();
            }
        }
    }
}
