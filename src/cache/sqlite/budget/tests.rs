use std::time::Duration;

use super::*;
use crate::cache::test_permits::{SECOND, at, granted, request, wait_ms};

/// Two processes with one file.
fn two_processes() -> (tempfile::TempDir, SqliteBudget, SqliteBudget) {
    let dir = tempfile::tempdir().unwrap();
    let open = || SqliteBudget::open(dir.path()).unwrap();
    let (one, other) = (open(), open());
    (dir, one, other)
}

#[test]
fn lost_file_leaves_the_pace_in_force() {
    let (dir, one, _other) = two_processes();
    let request = request(SECOND * 3, 2, 5);
    granted(one.acquire(&request, at(0)));
    rusqlite::Connection::open(dir.path().join("budget.sqlite"))
        .unwrap()
        .execute_batch("DROP TABLE seat")
        .unwrap();
    assert_eq!(
        wait_ms(one.acquire(&request, at(1000))),
        3000,
        "nothing to spare"
    );
    let permit = granted(one.acquire(&request, at(4000)));
    assert_eq!(wait_ms(one.acquire(&request, at(4001))), 2999);
    one.release(&permit);
}

#[test]
fn budget_that_fails_in_memory_suspends_the_host() {
    let budget = SqliteBudget::in_memory(false).unwrap();
    let request = request(SECOND, 1, 1);
    budget.on_file((), |connection, _| {
        connection.execute_batch("DROP TABLE seat")
    });
    for second in 0..2 {
        let PermitDecision::Suspended(until, why) = budget.acquire(&request, at(second * 1000))
        else {
            panic!("nothing may be sent");
        };
        assert!(until >= at(3_600_000), "{until}");
        assert!(why.contains("seat"), "{why}");
    }
}

#[test]
fn damaged_file_is_replaced_and_shared() {
    let (dir, one, other) = two_processes();
    let request = request(SECOND * 3, 2, 5);
    granted(one.acquire(&request, at(0)));
    drop(other);
    let path = dir.path().join("budget.sqlite");
    one.on_file((), |connection, _| {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    });
    let mut bytes = fs_err::read(&path).unwrap();
    bytes[100..].fill(0xa5);
    fs_err::write(&path, bytes).unwrap();
    let other = SqliteBudget::open(dir.path()).unwrap();
    assert!(dir.path().join("budget.sqlite.broken").exists());
    granted(other.acquire(&request, at(10_000)));
}

#[test]
fn busy_file_is_not_abandoned() {
    let (dir, one, _other) = two_processes();
    let request = request(SECOND * 3, 1, 5);
    let busy = rusqlite::Connection::open(dir.path().join("budget.sqlite")).unwrap();
    busy.execute_batch("BEGIN IMMEDIATE").unwrap();
    one.on_file((), |connection, _| connection.busy_timeout(Duration::ZERO));
    assert!(matches!(one.acquire(&request, at(0)), PermitDecision::Busy));
    busy.execute_batch("ROLLBACK").unwrap();
    granted(one.acquire(&request, at(0)));
}
#[test]
fn unshared_budget_begins_without_a_burst() {
    let request = request(SECOND * 10, 4, 5);
    let apart = SqliteBudget::in_memory(true).unwrap();
    assert_eq!(wait_ms(apart.acquire(&request, at(0))), 10_000);
    granted(apart.acquire(&request, at(10_000)));
    assert_eq!(wait_ms(apart.acquire(&request, at(10_001))), 9999);
}

#[test]
fn file_of_an_earlier_version_gets_the_tables_that_it_lacks() {
    let dir = tempfile::tempdir().unwrap();
    drop(SqliteBudget::open(dir.path()).unwrap());
    rusqlite::Connection::open(dir.path().join("budget.sqlite"))
        .unwrap()
        .execute_batch("DROP TABLE spent")
        .unwrap();
    let open = || SqliteBudget::open(dir.path()).unwrap();
    let (one, other) = (open(), open());
    let request = request(SECOND * 3, 1, 5);
    granted(one.acquire(&request, at(0)));
    assert_eq!(wait_ms(other.acquire(&request, at(1000))), 2000, "shared");
}
