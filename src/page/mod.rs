//! Pages to look at: one self-contained HTML file each.
//!
//! Owns the content, order and markup of pages, their charts as SVG, style and script. A lock with its
//! entries, changes, or judgements on references, come in; the text of an HTML file goes out. A page asks
//! nobody for anything, works without its script, and escapes every text that is not ours. The module
//! must not know files, requests, the terminal, nor any clock. Pure.

mod chart;
mod content;
mod document;
mod harmless;
mod item;
mod markup;
mod of_changes;
mod of_lock;
mod of_references;
mod question;
mod statistics;
#[cfg(test)]
mod tests;
mod wording;

pub use content::{
    Chart, ChartForm, Choice, Count, Finding, Group, Link, Need, Page, PageQuestion, Table, Tone,
    WorkItem,
};
pub use document::{content, is_page, review_shell, write};
pub use of_changes::of_changes;
pub use of_lock::{LockContent, of_lock, question};
pub use of_references::of_references;
pub use wording::failures;
