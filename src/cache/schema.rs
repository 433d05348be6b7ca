//! The two files of this room: what is in them, and how each is known again.

/// What a file holds.
#[derive(Debug)]
pub(super) struct Schema {
    /// What marks the file as ours (`PRAGMA application_id`), in letters of ASCII.
    pub(super) mark: i32,
    /// Raised when a table changes; one more table is no change to those who don't know it. What
    /// is in the bodies has its own version, in the bucket's name.
    pub(super) layout: i64,
    /// Its tables.
    pub(super) tables: &'static [&'static str],
    /// What makes them.
    pub(super) sql: &'static str,
    /// Tables that earlier versions, which set no mark, had there too.
    pub(super) earlier: &'static [&'static str],
    /// By what an unmarked file of an earlier version is known, in its first page.
    pub(super) trace: Option<&'static str>,
}

/// The kept answers.
pub(super) const ANSWERS: Schema = Schema {
    mark: i32::from_be_bytes(*b"bibs"),
    layout: 1,
    tables: &["entry"],
    sql: "
        CREATE TABLE IF NOT EXISTS entry (
            bucket     TEXT    NOT NULL,
            hash       INTEGER NOT NULL,
            key        TEXT    NOT NULL,
            stored_at  INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            body       BLOB,
            PRIMARY KEY (bucket, hash)
        ) STRICT;
    ",
    earlier: &["host", "rest", "pace", "seat"],
    trace: Some("CREATE TABLE entry ("),
};

/// What all runs may together ask of the services.
pub(super) const BUDGET: Schema = Schema {
    mark: i32::from_be_bytes(*b"bibb"),
    layout: 1,
    tables: &["host", "rest", "pace", "seat"],
    sql: "
        CREATE TABLE IF NOT EXISTS host (
            name  TEXT    NOT NULL PRIMARY KEY,
            until INTEGER NOT NULL,
            why   TEXT    NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS rest (
            host  TEXT    NOT NULL PRIMARY KEY,
            until INTEGER NOT NULL,
            why   TEXT    NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS pace (
            name   TEXT    NOT NULL PRIMARY KEY,
            passed INTEGER NOT NULL,
            last   INTEGER NOT NULL,
            due    INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS seat (
            id    INTEGER PRIMARY KEY AUTOINCREMENT,
            host  TEXT    NOT NULL,
            until INTEGER NOT NULL
        ) STRICT;
    ",
    earlier: &[],
    trace: None,
};
