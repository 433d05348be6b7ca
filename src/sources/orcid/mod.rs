//! ORCID's public API: the works that a person lists there.
//!
//! Owns the requests for a person's record and for their works, the shape of the answers, and what they say of
//! a publication. ORCID iDs come in; the person's list goes out, each work once. What a person claims is no
//! evidence of what a work is, so that no run searches here unless the settings name it; `import` reads the list.

mod descriptor;
mod map;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::{NAME, SERVICE};
pub use source::OrcidRegistry;
