//! Lists in the forms in which people keep them.
//!
//! Owns the reading of CVs and homepages (plain text, Markdown, LaTeX, HTML, the text of a PDF), of
//! `.bib` files as people write them, and of the exports of other tools; and what a profile gains
//! by what was read. The bytes of one file come in; an [`Import`] goes out: the person, each
//! publication as listed with the lines where it stood and how sure each field is, and what was
//! left out with the reason. Must not know what any source says of a publication (a caller may
//! lend it a list of known titles), nor where the bytes are from.

mod bib;
mod compose;
mod form;
mod html;
mod json;
mod keys;
mod latex;
mod list;
mod markdown;
mod outcome;
mod page;
mod pdf;
pub mod plain;
mod read;
mod refused;
mod remarks;
mod renew;
mod ris;
mod told;

pub use crate::bib::first_guessed_line;
pub use form::Form;
pub use list::{Hints, read_page};
pub use outcome::{Certainty, Entry, Fault, Import, LeftOut, Lines, Reason};
pub use page::{Begins, Line, Named, Page, Room, Span, Style};
pub use pdf::tells_places;
pub use read::{LARGEST, PdfReader, read};
pub use refused::Refused;
pub use renew::{Change, Renewal, renew};
pub use told::{listing, page};

#[cfg(test)]
use page::shown;
