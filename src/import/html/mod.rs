//! HTML as people's pages have it.
//!
//! Owns what elements mean for a list of publications. The text of a page comes in, however
//! broken; a [`super::Page`] goes out. Markdown, which may hold any HTML, is woven by the same
//! weaver. Must not know what a publication is.

mod element;
mod signs;
mod terms;
mod title;
mod weave;

pub(super) use element::Attributes;
pub(super) use signs::{Raised, off_the_line};
pub(super) use title::name_in_title;
pub(super) use weave::{Weaver, page};
