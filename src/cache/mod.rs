//! Two SQLite files that several runs may use at once: the cache of responses, and the budget, which
//! limits what all runs of a user may together request of each host.
//!
//! Owns the stored bodies and their time to live, in the cache's folder; and rate limits, leases,
//! pauses and suspensions of hosts, in the user's state folder. Bodies come in as text under a bucket
//! and a key; they go out as [`CachedResponse`] or not at all. What can't be read is removed and counts
//! as never stored, so that a damaged cache heals and never stops a run. A link or another program's
//! file in place of ours is refused and left as it is. A folder created here is readable by its owner
//! only (mode 0700); an existing one keeps its mode, and the umask decides about the files in it, so
//! that a group can share a cache. Must not know what a body contains, nor which module requested it.

mod budget;
mod claims;
mod error;
mod limiter;
mod permits;
mod postgres;
mod spending;
mod sqlite;
mod status;
mod store;
mod suspensions;
mod tables;
mod temp_files;
#[cfg(test)]
mod test_permits;
#[cfg(test)]
mod test_stores;

pub use budget::Budget;
pub use error::CacheError;
pub(crate) use error::with_causes;
pub use postgres::{
    Added, LeasedList, ListChange, ListOutput, ListResult, ListStatus, Store, StoreAddress,
    StoreAddressError, StoreClock, StoreProbe, TeamList, TeamLists,
};
pub use status::{BucketStatus, CacheStatus};
pub use store::{Cache, CachedResponse, Freshness};
pub use suspensions::HostSuspension;

// For the other modules and tests.
#[doc(hidden)]
pub use {
    claims::{CLAIM_TIME, Claimed},
    limiter::Pace,
    permits::{LEASE_TIME, Permit, PermitDecision, PermitRequest},
    spending::Spending,
    temp_files::{TEMP_PREFIX, remove_leftovers},
};
