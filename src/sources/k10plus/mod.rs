//! K10plus, the union catalogue of German university libraries, through its SRU interface.
//!
//! Owns the queries, the shape of its MARC 21 records, and what a catalogue says of a book. Listings that are
//! held as books come in, with their ISBNs, titles and people; records of whole books go out. Articles,
//! journals and theses without a publisher are left to others. Must not decide which edition a listing means.

mod descriptor;
mod map;
mod marc;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::{NAME, SERVICE};
pub use source::K10Plus;
