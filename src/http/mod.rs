//! Being a good guest: one function, `cache -> collapse -> pace -> send -> retry -> store`.
//!
//! Owns backoff, what counts as a refusal, and how long a service is left alone after one; pace and
//! concurrency are shared with the user's other runs through the budget. Questions come in as [`Ask`]; checked bodies or a named [`Failed`] go out.
//! What is too large for that, a file, comes through [`Downloads`]. Knows each service's manners
//! and must not know papers: bodies are text to this room.

mod ask;
mod client;
mod clock;
mod download;
mod failed;
mod flights;
mod host;
mod judge;
mod manners;
mod online;
mod patience;
mod redirects;
mod renewal;
mod seat;
mod shelf;
mod visit;
mod watch;
mod wire;

pub use ask::{Accept, Answer, Ask, Flaw, Keep, Lane, Service};
pub use client::{Client, Options};
pub use clock::Clock;
pub use download::{DownloadError, Downloaded, Downloads};
pub use failed::Failed;
pub use manners::{Lanes, Manners, Pace, Pool};
pub use online::{ReqwestTransport, SetupError, user_agent};
pub use renewal::{Dated, Renewal};
pub use shelf::Shelf;
pub use watch::{Counts, HttpEvent, Watch};
pub use wire::{Sending, Transport, WireError, WireReply, WireRequest};
