//! What a run reports while it goes on.

use crate::model::SourceName;

/// A phase of a run, in the order in which they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Phase {
    /// Reads the records on this disk.
    Library,
    /// Fetches the pages of the people whose lists these are.
    People,
    /// Fetches the records of pinned identifiers.
    Pinned,
    /// Searches by title for what is left.
    Titles,
    /// Fetches the full records of matched works by their identifiers.
    Follow,
    /// Asks whether identifiers that nobody knows exist.
    Existence,
}

impl Phase {
    /// Returns a few words for people.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Library => "looking into the library",
            Self::People => "fetching people's pages",
            Self::Pinned => "fetching pinned records",
            Self::Titles => "searching by title",
            Self::Follow => "fetching full records",
            Self::Existence => "asking whether identifiers exist",
        }
    }
}

/// An event of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A phase began.
    Began {
        /// The phase.
        phase: Phase,
        /// The number of listings that are settled so far.
        settled: usize,
        /// The number of all listings.
        listed: usize,
    },
    /// A source failed.
    Failed {
        /// The source.
        source: SourceName,
        /// The error in words.
        message: String,
    },
    /// Everything is decided.
    Finished,
}

/// Receives the events of a run.
pub trait Observer: Send + Sync {
    /// Called for each event, in order.
    fn on_event(&self, event: &Event);
}

impl<F: Fn(&Event) + Send + Sync> Observer for F {
    fn on_event(&self, event: &Event) {
        self(event);
    }
}

/// An observer that ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn on_event(&self, _event: &Event) {}
}
