//! Words that carry a meaning in bibliographies, by language.
//!
//! Owns the word lists: one text file for each meaning, in sections tagged by language, and the
//! loader that reads them. Nothing comes in; the words of a file go out, section by section. Must not
//! know how they are compared or what follows from them.

mod particles;
mod section;

pub(crate) use particles::{is_capital_particle, is_known_particle, is_shouted_particle};
pub(crate) use section::{FIELDS_OF_STUDY, PUBLICATION_STATES, TITLE_CONTRACTIONS};
