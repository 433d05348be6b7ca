//! The pieces of evidence that an experiment can leave out.

/// A piece of evidence that can be left out to measure what it contributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// The authors.
    Authors,
    /// The year.
    Year,
    /// The first page.
    Pages,
    /// A listed URL or unpinned DOI.
    Address,
    /// The venue.
    Venue,
    /// The bonus if people, venue and year agree on a title that was cut or changed.
    Together,
    /// Numbers, signs and words that distinguish works.
    DistinguishingWords,
    /// Kinds of work that exclude each other.
    Kind,
    /// Separate weights for listings copied from a search engine.
    ScrapedListing,
    /// Contradictions that require a person's decision.
    Vetoes,
    /// Words that only one title has, or that replace others.
    Difference,
    /// The demotion of records that another record dominates.
    Dominance,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 12] = [
        Self::Authors,
        Self::Year,
        Self::Pages,
        Self::Address,
        Self::Venue,
        Self::Together,
        Self::DistinguishingWords,
        Self::Kind,
        Self::ScrapedListing,
        Self::Vetoes,
        Self::Difference,
        Self::Dominance,
    ];
}
