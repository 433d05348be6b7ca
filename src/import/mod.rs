//! Reads publication lists in the formats in which people keep them.
//!
//! Owns the reading of CVs and homepages (plain text, Markdown, LaTeX, HTML, the text of a PDF), of
//! `.bib` files and of the exports of other tools, and the update of a profile with the result. The
//! bytes of one file come in; an [`ImportedList`] goes out: the person, each publication with its
//! lines in the file and the certainty of each field, and the passages that were left out with the
//! reason. It must not know what any source says about a publication (a caller may pass a list of
//! known titles), nor where the bytes come from.

mod bib;
mod compose;
mod csv;
mod endnote_xml;
mod from_metadata;
mod hayagriva;
mod html;
mod imported_list;
mod input_format;
mod joined;
mod json;
mod latex;
mod list;
mod markdown;
mod named_fields;
mod names;
mod own_notes;
mod page;
mod pdf;
mod pinned_keys;
pub mod plain;
mod read;
mod refused;
mod ris;
mod tagged;
mod update;

pub use crate::bib::first_guessed_line;
pub use from_metadata::{listing, page};
pub use imported_list::{
    Certainty, ImportWarning, ImportedEntry, ImportedList, LeftOut, LineRange, Reason,
};
pub use input_format::InputFormat;
pub use joined::joined;
pub use list::Hints;
pub use read::{LARGEST, PdfReader, read};
pub use refused::Refused;
pub use update::{EntryChange, ProfileUpdate, update};

// For tests and fuzz targets: the lines that readers pass to `list`.
#[doc(hidden)]
pub use {
    list::{read_page, reader::training},
    page::{Begins, FieldRole, Formula, Line, Page, Room, Span, TextStyle},
    pdf::has_positions,
    read::lines,
};

#[cfg(test)]
use page::shown;
