//! Answers we already have: one SQLite file that several runs may use at once.
//!
//! Owns the stored bodies, how long each stays good, and what all processes on this machine together
//! may ask of a host: its pace, its seats, its pauses, and the notes on hosts that want to be left
//! alone. Bodies come in as text under a bucket and a key; they go out as [`Kept`], or not at all:
//! whatever can't be read is removed and counts as never stored, so the cache heals itself and a
//! broken one never stops a run. Must not know what a body says, nor who asked for it.

mod budget;
mod failed;
mod file;
mod hosts;
mod lane;
mod own;
mod status;
mod store;

pub use budget::{LEASE, Ticket, Turn, Want};
pub use failed::CacheError;
pub use status::{BucketStatus, HostNote, Status};
pub use store::{Age, Cache, Kept};
