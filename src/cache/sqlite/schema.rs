//! The two files of this module: their tables, and how each file is recognized.

/// The tables of a file, and its marks.
#[derive(Debug)]
pub(super) struct Schema {
    /// The mark that the file is ours (`PRAGMA application_id`), in ASCII letters.
    pub(super) mark: i32,
    /// The version of the tables, raised when a table changes. An additional table is no change for
    /// versions that don't know it. The contents of bodies have a version of their own, in the
    /// bucket's name.
    pub(super) layout: i64,
    /// The names of the tables.
    pub(super) tables: &'static [&'static str],
    /// The statements that create them.
    pub(super) sql: &'static str,
    /// Tables that earlier versions, which set no mark, had in the file too.
    pub(super) earlier: &'static [&'static str],
    /// Text in the first page of a file of an earlier version, which has no mark.
    pub(super) trace: Option<&'static str>,
}

/// The cached responses.
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

/// The budget of all runs. `host` has the suspensions, `rest` the pauses, `pace` the state of the rate
/// limits, `seat` the leases, `spent` what the requests of a day have cost. Versions of bibsync that run side
/// by side share these rows, so their meaning and units never change within a layout: a new meaning needs a
/// new table, and a request must then count in both as long as versions with the old one are in use.
pub(super) const BUDGET: Schema = Schema {
    mark: i32::from_be_bytes(*b"bibb"),
    layout: 1,
    tables: &["host", "rest", "pace", "seat", "spent"],
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
        CREATE TABLE IF NOT EXISTS spent (
            host   TEXT    NOT NULL PRIMARY KEY,
            day    INTEGER NOT NULL,
            amount INTEGER NOT NULL
        ) STRICT;
    ",
    earlier: &[],
    trace: None,
};
