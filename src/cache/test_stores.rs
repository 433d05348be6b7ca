//! Runs a test on each database that a cache or budget may be in.

use std::{
    io::Write as _,
    sync::{Arc, OnceLock},
};

use super::{Budget, Cache, Store, StoreAddress, StoreClock};

#[path = "../../tests/postgres/cluster.rs"]
mod cluster;

use cluster::Cluster;

/// Returns a server for the tests of this process; `None`, and a line that says so, without PostgreSQL.
pub(super) fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let started = CLUSTER.get_or_init(|| {
        let skipped = |why: &String| {
            _ = writeln!(
                std::io::stderr().lock(),
                "skipped: tests of the store on PostgreSQL, {why}"
            );
        };
        Cluster::start().inspect_err(skipped).ok()
    });
    started.as_ref()
}

/// Opens a store in an empty schema, with the times of the test.
pub(super) fn store(cluster: &Cluster) -> impl Fn() -> Arc<Store> {
    let address = StoreAddress::read(&cluster.new_schema(), &|_| None).unwrap();
    move || Store::open(&address, StoreClock::Caller).unwrap()
}

/// Runs a check with a function that opens one cache, on SQLite and on PostgreSQL.
pub(super) fn on_each_cache(check: impl Fn(&dyn Fn() -> Cache)) {
    let dir = tempfile::tempdir().unwrap();
    check(&|| Cache::open(dir.path()).unwrap());
    if let Some(cluster) = cluster() {
        let open = store(cluster);
        check(&|| open().cache());
    }
}

/// Runs a check with a function that opens one budget, on SQLite and on PostgreSQL.
pub(super) fn on_each_budget(check: impl Fn(&dyn Fn() -> Budget)) {
    let dir = tempfile::tempdir().unwrap();
    check(&|| Budget::open(dir.path()).unwrap());
    if let Some(cluster) = cluster() {
        let open = store(cluster);
        check(&|| open().budget());
    }
}
