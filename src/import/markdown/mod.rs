//! Markdown, and the pages of sites made of it: Jekyll, Hugo, al-folio, academicpages.
//!
//! Owns the front matter of such pages and the tags of their templates; what stands between is read
//! by a Markdown parser and woven like HTML, which it may hold. The text of one file comes in; a
//! [`super::Page`] goes out, or the one publication that a front matter describes. Must not know
//! what a publication looks like in a list.

mod breaks;
mod front;
mod liquid;
mod read;
mod spans;

pub(super) use front::{has_front, publication};
pub(super) use read::page;
