//! Lists in the forms in which people keep them.
//!
//! Owns the reading of CVs and homepages (plain text, Markdown, LaTeX, HTML, the text of a PDF), of
//! `.bib` files as people write them, and of the exports of other tools. The bytes of one file come
//! in; an [`Import`] goes out: the person, each publication as listed with the lines where it stood
//! and how sure each field is, and what was left out with the reason. Must not know what any source
//! says of a publication (a caller may lend it a list of known titles), nor where the bytes are from.

mod compose;
mod html;
mod latex;
mod markdown;
mod outcome;
mod page;

pub use outcome::{Certainty, Entry, Fault, Import, LeftOut, Lines, Reason};
pub use page::{Begins, Line, Page, Span, Style};

#[cfg(test)]
use page::shown;
