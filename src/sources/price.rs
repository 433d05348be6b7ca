//! What a source's requests will cost, before any is sent.

use std::ops::AddAssign;

/// How much there is to ask of a source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Load {
    /// People whose pages are looked for.
    pub people: usize,
    /// Records that people's pages may hold.
    pub on_pages: usize,
    /// Records asked for by an identifier.
    pub ids: usize,
    /// Publications searched for by title.
    pub titles: usize,
}

/// How many requests that takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Price {
    /// When everything is found where it is looked for first.
    pub least: usize,
    /// When nothing is.
    pub most: usize,
}

impl Price {
    /// The same number however the answers turn out.
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
