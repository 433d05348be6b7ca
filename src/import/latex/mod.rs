//! Reads CVs and lists written in LaTeX without running TeX.
//!
//! This module decides what the commands of CV classes and user-defined macros mean for a list. It
//! takes the text of one file, however broken, and returns a [`super::Page`], with warnings for
//! text in other files. It does not know what a publication is, and opens no file that is named.

mod commands;
mod journal_macros;
mod macros;
mod read;
mod source;

pub(super) use read::page;
