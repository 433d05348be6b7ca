//! Estimates of requests before any is sent.

use std::ops::AddAssign;

/// The numbers of questions for a source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Load {
    /// People whose pages are looked for.
    pub people: usize,
    /// Records that may be on the people's pages.
    pub on_pages: usize,
    /// Records asked for by an identifier.
    pub ids: usize,
    /// Publications searched for by title.
    pub titles: usize,
}

/// The number of requests for a [`Load`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Price {
    /// The number when everything is found where it is looked for first.
    pub least: usize,
    /// The number when nothing is.
    pub most: usize,
}

impl Price {
    /// Returns a price that does not depend on the answers.
    pub(super) fn exactly(requests: usize) -> Self {
        Self {
            least: requests,
            most: requests,
        }
    }
}

impl AddAssign for Price {
    fn add_assign(&mut self, other: Self) {
        self.least += other.least;
        self.most += other.most;
    }
}
