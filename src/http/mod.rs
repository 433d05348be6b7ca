//! Being a good guest: one function, `cache -> collapse -> pace -> send -> retry -> store`.
//!
//! Owns pace, concurrency, backoff, what counts as a refusal, and how long a service is left
//! alone after one. Questions come in as [`Ask`]; checked bodies or a named [`Failed`] go out.
//! Knows each service's manners and no papers: bodies are text to this room.

mod ask;
mod clock;
mod failed;

pub use ask::{Accept, Answer, Ask, Flaw, Keep, Lane, Service};
pub use clock::Clock;
pub use failed::Failed;
