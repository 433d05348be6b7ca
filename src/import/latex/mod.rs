//! CVs and lists written in LaTeX, read without running TeX.
//!
//! Owns what the commands of CV classes and hand-made macros mean for a list. The text of one file
//! comes in, however broken; a [`super::Page`] goes out, with faults for what stands in other
//! files. Must not know what a publication is, and opens no file that is named.

mod commands;
mod macros;
mod read;
mod source;

pub(super) use read::page;
