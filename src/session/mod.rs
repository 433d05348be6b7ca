//! A session: the sources of a run, ready to be asked.
//!
//! Owns how sources are assembled: the cache, the rate limits, the library and the HTTP client that
//! the settings describe, and which sources lists are reason to ask. [`Settings`](crate::config::Settings), the cache's folder and an
//! [`Environment`] (clock, seed, state folder) come in; a [`Session`] goes out, with a [`Warning`] for
//! each thing that it has to do without. Must not read the environment, find settings or print, and
//! must not know which questions are asked.

mod choice;
mod environment;
mod error;
mod open;
mod rates;
mod storage;

pub use choice::{SourceChoice, SourceReason, choose};
pub use environment::Environment;
pub use error::{SessionError, Warning};
pub use open::{NetworkMode, Session, no_requests};
#[doc(hidden)] // for the program alone
pub use storage::{Storage, library_folders, open_budget, open_store, remove_leftovers};
