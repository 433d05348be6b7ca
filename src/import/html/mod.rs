//! Reads HTML pages of people.
//!
//! This module decides what elements mean for a list of publications. It takes the text of a page,
//! however broken, and returns a [`super::Page`]. Markdown, which may contain any HTML, goes
//! through the same code. It does not know what a publication is.

mod element;
mod items_inside;
mod signs;
mod terms;
mod title;
mod weave;

pub(super) use element::ElementAttributes;
pub(super) use signs::{Raised, off_the_line};
pub(super) use title::name_in_title;
pub(super) use weave::{Weaver, page};
