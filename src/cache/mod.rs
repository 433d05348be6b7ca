//! Two SQLite files that several runs may use at once: answers we already have, and the budget, which
//! is what all runs of a user may together ask of each host.
//!
//! Owns the stored bodies and how long each stays good, in the cache's folder; and pace, seats, pauses
//! and the notes on hosts that want to be left alone, in the user's state folder. Bodies come in as text
//! under a bucket and a key; they go out as [`Kept`], or not at all: whatever can't be read is removed
//! and counts as never stored, so the cache heals itself and a broken one never stops a run. A link or
//! another program's file in our place is refused and left as it is. A folder made here is for its owner
//! alone (mode 0700); one that is there keeps its mode, and the umask decides about the files in it, so
//! that a group can share a cache. Must not know what a body says, nor who asked for it.

mod budget;
mod failed;
mod file;
mod lane;
mod leftovers;
mod notes;
mod shape;
mod shared;
mod status;
mod store;
mod whose;

pub use budget::{LEASE, Ticket, Turn, Want};
pub use failed::CacheError;
pub use leftovers::{PASSING, sweep};
pub use notes::HostNote;
pub use shared::Budget;
pub use status::{BucketStatus, Status};
pub use store::{Age, Cache, Kept};
