//! The lists in the store.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::{cluster::Cluster, machine::signal};

/// The longest that lists are waited for.
const LONGEST: Duration = Duration::from_secs(3600);

/// The lists in the store, as their owner sees them.
pub(crate) struct Group<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) schema: String,
}

impl Group<'_> {
    /// Asks the server, which may be away for a moment.
    pub(crate) fn sql(&self, sql: &str) -> String {
        let begun = Instant::now();
        loop {
            match self.cluster.sql(sql) {
                Ok(answer) => return answer,
                Err(error) if begun.elapsed() > Duration::from_secs(60) => panic!("{sql}: {error}"),
                Err(_) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Asks the server for a number.
    pub(crate) fn number(&self, sql: &str) -> usize {
        self.sql(sql).parse().unwrap()
    }

    /// The number of lists that are not due.
    pub(crate) fn done(&self) -> usize {
        let schema = &self.schema;
        self.number(&format!(
            "SELECT count(*) FROM {schema}.list
             WHERE due > extract(epoch FROM clock_timestamp()) * 1000000"
        ))
    }

    /// Ends the leases of a worker that was killed; they would end after two minutes.
    pub(crate) fn free(&self, worker: &str) {
        let schema = &self.schema;
        self.sql(&format!(
            "UPDATE {schema}.list SET lease_until = 0 WHERE lease LIKE '{worker}-%'"
        ));
    }

    /// Makes all lists due.
    pub(crate) fn fall_due(&self) {
        let schema = &self.schema;
        self.sql(&format!(
            "UPDATE {schema}.list SET due = extract(epoch FROM clock_timestamp()) * 1000000"
        ));
    }

    /// Waits until no list is due.
    pub(crate) fn until_done(&self, lists: usize) {
        let begun = Instant::now();
        while self.done() < lists {
            assert!(begun.elapsed() < LONGEST, "{} lists are done", self.done());
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Asserts that so many lists have a complete bibliography.
    pub(crate) fn assert_whole(&self, lists: usize) {
        let schema = &self.schema;
        let whole = format!("SELECT count(*) FROM {schema}.list WHERE output IS NOT NULL");
        assert_eq!(self.number(&whole), lists, "a list is lost");
        let failed = format!("SELECT name, failure FROM {schema}.list WHERE failure IS NOT NULL");
        assert_eq!(self.sql(&failed), "", "a list is incomplete");
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn size(&self) -> usize {
        let schema = &self.schema;
        self.number(&format!(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class
             WHERE relnamespace = '{schema}'::regnamespace AND relkind = 'r'"
        ))
    }

    /// Kills the server as a machine's memory does when it runs out. It starts again.
    pub(crate) fn kill_server(&self) {
        let folder = self.sql("SHOW data_directory");
        let file = Path::new(&folder).join("postmaster.pid");
        let text = fs_err::read_to_string(file).unwrap();
        signal("KILL", text.lines().next().unwrap());
    }
}
