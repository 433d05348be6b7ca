//! What all verdicts of a run rest on.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::{
    library::{CompleteVolume, Library, VenueHoldings},
    model::{PersonName, SourceName},
    sources::IdLookup,
    sync::Surveyor,
};

/// What the verdicts of a run rest on, beside the findings on each reference.
#[derive(Debug, Clone)]
pub struct Grounds<'a> {
    /// The sources that were asked.
    pub(super) sources: &'a [Surveyor],
    /// The sources that are registries of identifiers.
    pub(super) registries: Vec<SourceName>,
    /// The venues that the library holds completely, if it holds any.
    pub(super) holdings: Option<&'a VenueHoldings>,
    /// The library that holds them.
    library: Option<&'a Library>,
    /// The days of the answers, by source.
    pub(super) days: BTreeMap<SourceName, Date>,
    /// The day of the check.
    pub(super) today: Date,
}

impl<'a> Grounds<'a> {
    /// Creates the grounds of the verdicts of `today`. `days` has the day of the answers of each source
    /// of which it is known.
    #[must_use]
    pub fn new(
        sources: &'a [Surveyor],
        holdings: Option<&'a VenueHoldings>,
        days: BTreeMap<SourceName, Date>,
        today: Date,
    ) -> Self {
        let is_registry = |source: &&Surveyor| {
            let capabilities = &source.capabilities;
            !capabilities.is_local && matches!(capabilities.ids, IdLookup::Registry(_))
        };
        Self {
            sources,
            registries: sources
                .iter()
                .filter(is_registry)
                .map(|it| it.name)
                .collect(),
            holdings,
            library: None,
            days,
            today,
        }
    }

    /// Sets the library whose holdings they are, in which it is looked up who has a paper in a volume.
    #[must_use]
    pub fn in_library(self, library: Option<&'a Library>) -> Self {
        Self { library, ..self }
    }

    /// Returns the volume of this venue and year if the library holds it completely.
    pub(super) fn complete_volume(&self, venue: &str, year: i32) -> Option<CompleteVolume> {
        self.holdings?.complete(venue, year)
    }

    /// Whether one of these people may have a paper in a volume, or in those of the years beside it.
    pub(super) fn may_have_paper_by(&self, people: &[PersonName], volume: &CompleteVolume) -> bool {
        let years = volume.year - 1..=volume.year + 1;
        self.library
            .is_none_or(|library| library.may_have_paper_by(people, &volume.stream, years))
    }

    /// Returns the name of a source in prose.
    pub(super) fn title(&self, name: SourceName) -> &'static str {
        let source = self.sources.iter().find(|source| source.name == name);
        source.map_or("a source", |source| source.capabilities.title)
    }
}
