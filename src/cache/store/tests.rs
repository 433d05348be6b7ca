use std::{sync::Arc, thread};

use fs_err as fs;

use super::*;

const HOUR: Duration = Duration::from_secs(3600);

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn body(text: &str) -> CachedResponse {
    CachedResponse::Body(text.to_owned())
}

#[test]
fn stored_response_is_returned_until_it_expires() {
    let cache = Cache::in_memory().unwrap();
    cache.put("list-v1", "a", Some("{\"ü\":1}"), at(0), HOUR);
    assert_eq!(
        cache.get("list-v1", "a", at(3599), Freshness::Fresh),
        Some(body("{\"ü\":1}"))
    );
    assert_eq!(cache.get("list-v1", "a", at(3600), Freshness::Fresh), None);
    assert_eq!(
        cache.get("list-v1", "a", at(99_999), Freshness::Any),
        Some(body("{\"ü\":1}"))
    );
    assert_eq!(cache.stored_at("list-v1", "a"), Some(at(0)));
    assert_eq!(cache.stored_at("list-v1", "b"), None);
    assert_eq!(cache.get("list-v1", "b", at(0), Freshness::Any), None);
    assert_eq!(cache.get("list-v2", "a", at(0), Freshness::Any), None);
}

#[test]
fn copy_has_the_responses_and_leaves_the_original_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    assert!(Cache::open_copy(dir.path()).is_err());
    let cache = Cache::open(dir.path()).unwrap();
    cache.put("b", "k", Some("{}"), at(0), HOUR);
    let copy = Cache::open_copy(dir.path()).unwrap();
    assert_eq!(
        copy.get("b", "k", at(1), Freshness::Fresh),
        Some(body("{}"))
    );
    copy.put("b", "new", Some("[]"), at(1), HOUR);
    assert_eq!(
        copy.get("b", "new", at(1), Freshness::Fresh),
        Some(body("[]"))
    );
    assert_eq!(cache.get("b", "new", at(1), Freshness::Any), None);
}

#[test]
fn confirmed_response_lives_longer() {
    let cache = Cache::in_memory().unwrap();
    cache.put("b", "k", Some("{}"), at(0), HOUR);
    cache.renew("b", "k", at(7200), HOUR);
    assert_eq!(
        cache.get("b", "k", at(10_799), Freshness::Fresh),
        Some(body("{}"))
    );
    assert_eq!(cache.get("b", "k", at(10_800), Freshness::Fresh), None);
    assert_eq!(cache.get_dated("b", "k"), Some((body("{}"), at(0))));
}

#[test]
fn not_found_is_stored_and_replaced_by_a_body() {
    let cache = Cache::in_memory().unwrap();
    cache.put("b", "k", None, at(0), HOUR);
    assert_eq!(
        cache.get("b", "k", at(1), Freshness::Fresh),
        Some(CachedResponse::NotFound)
    );
    cache.put("b", "k", Some("{}"), at(2), HOUR);
    assert_eq!(
        cache.get("b", "k", at(3), Freshness::Fresh),
        Some(body("{}"))
    );
}

#[test]
fn row_that_cannot_be_decoded_is_removed() {
    let cache = Cache::in_memory().unwrap();
    for harm in [
        "UPDATE entry SET body = x'00112233'",
        "UPDATE entry SET body = substr(body, 1, length(body) - 3)",
        "UPDATE entry SET body = x''",
        // One letter changed: only the checksum can tell.
        "UPDATE entry SET body =
             CAST(substr(body, 1, 12) || x'58' || substr(body, 14) AS BLOB)",
    ] {
        cache.put("b", "k", Some("{\"a\": [1, 2, 3]}"), at(0), HOUR);
        cache.connection().execute(harm, []).unwrap();
        assert_eq!(cache.get("b", "k", at(1), Freshness::Any), None, "{harm}");
        let rows: i64 = cache
            .connection()
            .query_row("SELECT count(*) FROM entry", [], |row| row.get(0))
            .unwrap();
        assert_eq!(rows, 0, "{harm}");
    }
}

#[test]
fn keys_with_the_same_hash_never_swap_bodies() {
    let cache = Cache::in_memory().unwrap();
    cache.put("b", "k", Some("{}"), at(0), HOUR);
    cache
        .connection()
        .execute("UPDATE entry SET key = 'another'", [])
        .unwrap();
    assert_eq!(cache.get("b", "k", at(1), Freshness::Any), None);
    cache.put("b", "k", Some("[]"), at(0), HOUR);
    assert_eq!(cache.get("b", "k", at(1), Freshness::Any), Some(body("[]")));
}

fn report_damage(_: &Connection) -> rusqlite::Result<()> {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(code, None))
}

#[test]
fn sound_file_is_kept_when_a_statement_reports_damage() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(&dir.path().join("deep/down")).unwrap();
    cache.put("b", "k", Some("{}"), at(0), HOUR);
    assert_eq!(cache.with("read", report_damage), None);
    assert_eq!(
        cache.get("b", "k", at(1), Freshness::Fresh),
        Some(body("{}"))
    );
}

#[test]
fn file_damaged_during_the_run_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    for n in 0..200 {
        cache.put("b", &n.to_string(), Some("{}"), at(0), HOUR);
    }
    cache.with("checkpoint", |c| {
        c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    });
    let path = cache.path().unwrap().to_owned();
    fs::write(&path, "x".repeat(20_000)).unwrap();
    assert_eq!(cache.with("read", report_damage), None);
    cache.put("b", "k", Some("[]"), at(0), HOUR);
    assert_eq!(
        cache.get("b", "k", at(1), Freshness::Fresh),
        Some(body("[]"))
    );
    assert!(dir.path().join("cache.sqlite.broken").exists());
}

#[test]
fn two_handles_write_one_file_concurrently() {
    let dir = tempfile::tempdir().unwrap();
    let handles = [(); 2].map(|()| Arc::new(Cache::open(dir.path()).unwrap()));
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let cache = Arc::clone(&handles[writer % 2]);
            thread::spawn(move || {
                for n in 0..50 {
                    let key = format!("{writer}/{n}");
                    cache.put("b", &key, Some(&key), at(0), HOUR);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let third = Cache::open(dir.path()).unwrap();
    for writer in 0..4 {
        for n in 0..50 {
            let key = format!("{writer}/{n}");
            assert_eq!(
                third.get("b", &key, at(1), Freshness::Fresh),
                Some(body(&key))
            );
        }
    }
}

#[test]
fn new_folder_is_opened_by_many_concurrently() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("new");
    let openers: Vec<_> = (0..8)
        .map(|_| {
            let place = place.clone();
            thread::spawn(move || Cache::open(&place).map(drop))
        })
        .collect();
    for opener in openers {
        opener.join().unwrap().unwrap();
    }
}

#[test]
fn folder_that_cannot_be_created_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let error = Cache::open(&dir.path().join("file/cache")).unwrap_err();
    assert!(error.to_string().contains("file/cache"), "{error}");
}
