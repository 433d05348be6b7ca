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

pub(super) use votes::votes;

use super::{crf::Features, facts::Facts, sink::Sink};

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
