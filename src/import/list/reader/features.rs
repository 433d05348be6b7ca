//! What is told to the models of a row, as hashed features in families.

mod content;
mod headings;
mod layout;
mod markup;
mod neighbours;
mod position;
mod punctuation;
mod reading;
mod repetition;
mod shape;
mod votes;

use std::fmt::{self, Write as _};

pub(super) use votes::votes;

use super::{crf::Features, facts::Facts};

/// Collects the features of one row.
#[derive(Debug, Default)]
pub(super) struct Sink {
    out: Features,
}

impl Sink {
    /// Adds the feature of this name and value.
    pub(super) fn add(&mut self, name: &str, value: impl fmt::Display) {
        let mut hash = Fnv::default();
        let written = write!(hash, "{name}={value}");
        debug_assert!(written.is_ok(), "a hash takes all text");
        self.out.push(hash.place());
    }

    pub(super) fn finish(self) -> Features {
        self.out
    }
}

/// FNV-1a with a last mix, the same on every machine.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Fnv {
    fn place(&self) -> u32 {
        let mixed = self.0 ^ (self.0 >> 29);
        u32::try_from(mixed & 0xffff_ffff).unwrap_or_default()
    }
}

/// Into which of `parts` equal parts of 0 to 1 a share falls.
fn part(share: f64, parts: usize) -> usize {
    let at = (share.clamp(0.0, 1.0) * parts as f64).floor();
    (0..parts)
        .rev()
        .find(|part| *part as f64 <= at)
        .unwrap_or(0)
}

/// The features of all rows of a page.
pub(super) fn rows(facts: &[Facts], hides_headings: bool) -> Vec<Features> {
    let counts = repetition::Counts::of(facts);
    (0..facts.len())
        .map(|at| {
            let mut sink = Sink::default();
            sink.add("", "");
            shape::add(&mut sink, &facts[at]);
            punctuation::add(&mut sink, &facts[at]);
            markup::add(&mut sink, &facts[at]);
            reading::add(&mut sink, &facts[at]);
            content::add(&mut sink, &facts[at]);
            position::add(&mut sink, facts, at);
            layout::add(&mut sink, facts, at);
            neighbours::add(&mut sink, facts, at);
            repetition::add(&mut sink, facts, at, &counts);
            headings::add(&mut sink, facts, at, hides_headings);
            sink.finish()
        })
        .collect()
}
