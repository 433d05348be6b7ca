use std::{sync::Arc, thread};

use fs_err as fs;

use super::*;
use crate::cache::test_stores::on_each_cache;

const HOUR: Duration = Duration::from_secs(3600);

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn body(text: &str) -> CachedResponse {
    CachedResponse::Body(text.to_owned())
}

#[test]
fn stored_response_is_returned_until_it_expires() {
    on_each_cache(|open| {
        let cache = open();
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
    });
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
    on_each_cache(|open| {
        let cache = open();
        cache.put("b", "k", Some("{}"), at(0), HOUR);
        cache.renew("b", "k", at(7200), HOUR);
        assert_eq!(
            cache.get("b", "k", at(10_799), Freshness::Fresh),
            Some(body("{}"))
        );
        assert_eq!(cache.get("b", "k", at(10_800), Freshness::Fresh), None);
        assert_eq!(cache.get_dated("b", "k"), Some((body("{}"), at(0))));
    });
}

#[test]
fn not_found_is_stored_and_replaced_by_a_body() {
    on_each_cache(|open| {
        let cache = open();
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
    });
}

#[test]
fn row_that_cannot_be_decoded_is_removed() {
    on_each_cache(|open| {
        let cache = open();
        let sound = compress("{\"a\": [1, 2, 3]}").unwrap();
        let mut changed = sound.clone();
        // One letter changed: only the checksum can tell.
        changed[12] = b'X';
        let cut = sound[..sound.len() - 3].to_vec();
        for harm in [vec![0, 0x11, 0x22, 0x33], cut, Vec::new(), changed] {
            let row = AnswerRow {
                key: "k".to_owned(),
                stored_at: at(0).as_second(),
                expires_at: at(3600).as_second(),
                body: Some(harm.clone()),
            };
            cache.table.replace("b", hash("k"), row);
            assert_eq!(cache.get("b", "k", at(1), Freshness::Any), None, "{harm:?}");
            assert_eq!(cache.table.row("b", hash("k")), None, "{harm:?}");
        }
    });
}

#[test]
fn keys_with_the_same_hash_never_swap_bodies() {
    on_each_cache(|open| {
        let cache = open();
        let another = AnswerRow {
            key: "another".to_owned(),
            stored_at: at(0).as_second(),
            expires_at: at(3600).as_second(),
            body: Some(compress("{}").unwrap()),
        };
        cache.table.replace("b", hash("k"), another);
        assert_eq!(cache.get("b", "k", at(1), Freshness::Any), None);
        assert_eq!(cache.stored_at("b", "k"), None);
        cache.put("b", "k", Some("[]"), at(0), HOUR);
        assert_eq!(cache.get("b", "k", at(1), Freshness::Any), Some(body("[]")));
    });
}

#[test]
fn two_handles_write_concurrently() {
    on_each_cache(|open| {
        let handles = [(); 2].map(|()| Arc::new(open()));
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
        let third = open();
        for writer in 0..4 {
            for n in 0..50 {
                let key = format!("{writer}/{n}");
                assert_eq!(
                    third.get("b", &key, at(1), Freshness::Fresh),
                    Some(body(&key))
                );
            }
        }
    });
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

fn fill(cache: &Cache) {
    for n in 0..200 {
        let key = n.to_string();
        cache.put("b-v1", &key, Some("{}"), at(0), Duration::from_secs(n + 1));
    }
    cache.put("a-v1", "x", None, at(0), Duration::from_secs(1000));
}

#[test]
fn status_counts_fresh_and_expired_responses() {
    on_each_cache(|open| {
        let cache = open();
        fill(&cache);
        let status = cache.status(at(100));
        assert!(status.place.is_some());
        assert!(status.bytes > 0);
        let buckets: Vec<_> = status
            .buckets
            .iter()
            .map(|b| (b.bucket.as_str(), b.entries, b.fresh, b.stale, b.bytes > 0))
            .collect();
        assert_eq!(
            buckets,
            [("a-v1", 1, 1, 0, false), ("b-v1", 200, 100, 100, true)]
        );
    });
}

#[test]
fn prune_removes_only_expired_responses() {
    on_each_cache(|open| {
        let cache = open();
        fill(&cache);
        assert_eq!(cache.prune(at(100)), 100);
        assert_eq!(cache.get("b-v1", "99", at(100), Freshness::Any), None);
        assert!(cache.get("b-v1", "100", at(100), Freshness::Any).is_some());
        assert_eq!(
            cache.get("a-v1", "x", at(100), Freshness::Fresh),
            Some(CachedResponse::NotFound)
        );
        assert_eq!(cache.prune(at(100)), 0);
    });
}

#[test]
fn clear_removes_all_responses() {
    on_each_cache(|open| {
        let cache = open();
        fill(&cache);
        assert_eq!(cache.clear(), 201);
        assert!(cache.status(at(0)).buckets.is_empty());
    });
}
