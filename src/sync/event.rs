use crate::model::SourceName;

/// A stretch of the work, in the order in which they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Looking into the records on this disk.
    Library,
    /// Fetching the pages of the people whose lists these are.
    People,
    /// Fetching what the lists pin by identifier.
    Pinned,
    /// Searching by title for what is left.
    Titles,
    /// Following identifiers to the full records.
    Follow,
}

impl Phase {
    /// A few words for people.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Library => "looking into the library",
            Self::People => "fetching people's pages",
            Self::Pinned => "fetching pinned records",
            Self::Titles => "searching by title",
            Self::Follow => "fetching full records",
        }
    }
}

/// Something that happened on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A phase began.
    Began {
        /// Which.
        phase: Phase,
        /// How many listings are settled so far.
        settled: usize,
        /// How many listings there are.
        listed: usize,
    },
    /// A source failed.
    Failed {
        /// Which.
        source: SourceName,
        /// What it said.
        message: String,
    },
    /// Everything is decided.
    Finished,
}

/// Someone who wants to know what happens.
pub trait Watch: Send + Sync {
    /// Called for each event, in order.
    fn saw(&self, event: &Event);
}

/// Nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watch for Silent {
    fn saw(&self, _event: &Event) {}
}
