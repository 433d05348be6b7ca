//! Reads Markdown, and pages of the site generators that use it: Jekyll, Hugo, al-folio,
//! academicpages.
//!
//! This module reads the front matter of such pages and removes template tags. A Markdown parser
//! reads the rest, which is processed like the HTML it may contain. It takes the text of one file
//! and returns a [`super::Page`], or the one publication that the front matter describes. It does
//! not know what a publication looks like in a list.

mod breaks;
mod fences;
mod front;
mod html_blocks;
mod liquid;
mod read;
mod spans;
mod superscripts;
mod tight_heads;
mod written_in_front;
mod years;

pub(super) use front::{has_front, publication};
pub(super) use read::page;
