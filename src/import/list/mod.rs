//! Publications found in the lines of a page.
//!
//! Owns what a list of publications looks like in print, whatever made the print: which sections
//! hold publications, where an item ends, what in it is author, title, venue and year. A [`Page`]
//! comes in; an [`Import`] goes out. It must not know the forms of markup the page was read from.
//!
//! Nothing here fits one layout. Each way to part a section into items, and each way to read an
//! item, has a score; the best sum wins. What one list does again and again (the order of its
//! fields, the signs between them, what is set bold) is learned from all of its items together and
//! counts in the next round, so that the clear ones settle the others.
//!
//! [`Page`]: super::Page
//! [`Import`]: super::Import

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of words and rows are far below 2^52"
)]

mod address;
mod among;
mod aside;
mod atom;
mod beside;
mod boxes;
mod brackets;
mod broken_heads;
mod buttons;
mod columns;
mod comments;
mod counted;
mod cut;
mod czech;
mod dashes;
mod dates;
mod depth;
mod east_quotes;
mod east_signs;
mod east_words;
mod edited;
mod editors;
#[cfg(test)]
mod examples;
mod fields;
mod formulas;
mod habits;
mod head_kinds;
mod head_levels;
mod head_looks;
mod head_places;
mod head_stems;
mod head_text;
mod head_words;
mod head_years;
mod heading;
mod headings;
mod heads;
mod honorifics;
mod hyphens;
mod identify;
mod imprint;
mod initials;
mod inside;
mod inverted;
mod item;
mod join;
mod labels;
mod lead_in;
mod learn;
mod led;
mod lexicon;
mod likeness;
mod lone_mark;
mod looks;
mod name_head;
mod name_told;
mod named;
mod namesake;
mod nested;
mod numbers;
mod open;
mod openers;
mod page;
mod page_heads;
mod parts;
mod passage;
mod people;
mod period;
mod person;
mod pieces;
mod quotes;
mod rank;
mod read;
pub(super) mod reader;
mod remark;
mod reprint;
mod rest;
mod reviews;
mod row;
mod running;
mod runs;
mod seats;
mod section;
mod segment;
mod set_off;
mod shape;
mod short;
mod signed;
mod silent;
mod single;
mod sorts;
mod speech;
mod start;
mod stated;
mod stray;
mod tail;
mod talks;
mod teasers;
mod thesis;
mod title;
mod title_ends;
mod token;
mod token_text;
mod torn;
mod towns;
mod trailing;
mod unsigned;
mod venue;
mod venue_frame;
mod verdict;
mod volume_words;
mod weights;
mod width;
mod wraps;
mod year_rows;

pub use page::read_page;
pub use read::Hints;

#[cfg(test)]
use page::read_by_rules;
