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

/// A family of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// How the words look.
    Shape,
    /// The signs between them.
    Punctuation,
    /// What the markup says.
    Markup,
    /// What the reader of entries makes of the row alone.
    Reading,
    /// The words themselves.
    Content,
    /// The place on the page and in the section.
    Position,
    /// Marks, indents, blank lines.
    Layout,
    /// The rows around.
    Neighbours,
    /// How often rows such as this are on the page.
    Repetition,
    /// The headings above.
    Headings,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 10] = [
        Self::Shape,
        Self::Punctuation,
        Self::Markup,
        Self::Reading,
        Self::Content,
        Self::Position,
        Self::Layout,
        Self::Neighbours,
        Self::Repetition,
        Self::Headings,
    ];
}

/// The features of all rows of a page, but those of one family if it is to be done without.
pub(super) fn rows(
    facts: &[Facts],
    hides_headings: bool,
    without: Option<Family>,
) -> Vec<Features> {
    let counts = repetition::Counts::of(facts);
    (0..facts.len())
        .map(|at| {
            let mut sink = Sink::default();
            sink.add("", "");
            for family in Family::ALL {
                if Some(family) == without {
                    continue;
                }
                match family {
                    Family::Shape => shape::add(&mut sink, &facts[at]),
                    Family::Punctuation => punctuation::add(&mut sink, &facts[at]),
                    Family::Markup => markup::add(&mut sink, &facts[at]),
                    Family::Reading => reading::add(&mut sink, &facts[at]),
                    Family::Content => content::add(&mut sink, &facts[at]),
                    Family::Position => position::add(&mut sink, facts, at),
                    Family::Layout => layout::add(&mut sink, facts, at),
                    Family::Neighbours => neighbours::add(&mut sink, facts, at),
                    Family::Repetition => repetition::add(&mut sink, facts, at, &counts),
                    Family::Headings => headings::add(&mut sink, facts, at, hides_headings),
                }
            }
            sink.finish()
        })
        .collect()
}
