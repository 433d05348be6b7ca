//! The learned reader: which rows are entries, and which of several readings is right.
//!
//! Owns what is learned from labelled lists. Rows come in with what the rules read of them; the entries of
//! the page go out, each field with its probability to be right, and what was left out with its own. It must
//! not know the forms of markup. Two models label the rows, the second with the votes of the first; one labels
//! the words of an entry; one judges whole readings, one the entries that any reading proposes, and one their
//! fields. The best set of entries that share no row is taken, that of the rules unless another promises
//! clearly more. A model of its own labels the words of an entry: it tells volume, pages and publisher, and
//! corrects the main fields where it is sure. Weights are data, made by `examples/train_reader`. A heading, a
//! word or a mark is a feature among others. Pages of very many rows are read by the rules alone.

mod best_set;
mod bins;
mod certainty;
mod choice;
mod corrections;
mod crf;
mod details;
mod document;
mod facts;
mod features;
mod fields;
mod holes;
mod labelled;
mod learn;
mod letters;
mod line_labels;
mod lines;
mod model;
mod proposals;
mod readings;
mod row_reading;
mod scene;
mod select;
mod signs;
mod sink;
mod table;
mod title_corrections;
pub mod training;
mod venue_corrections;
mod word_features;

pub(super) use select::choose;
