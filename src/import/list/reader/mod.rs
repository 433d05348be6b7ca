//! The learned reader: which rows are entries, and which of several readings is right.
//!
//! Owns what is learned from labelled lists. A model of lines tells where entries begin and end; the
//! rules read what stands there. A second model tells of each entry that the rules or these readings
//! propose how likely it is a publication of the list, and the best set of entries that share no row
//! is taken. Weights are data, made by `examples/train_reader`. Nothing here is a gate: each word,
//! mark and heading is a feature among others.

mod certainty;
mod choice;
mod crf;
mod facts;
mod features;
mod fields;
mod learn;
mod lines;
mod model;
mod readings;
mod scene;
mod select;
mod signs;
pub mod training;

pub(super) use fields::FieldReader;
pub(super) use select::choose;
