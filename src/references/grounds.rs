//! What all verdicts of a run rest on.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::{library::VenueHoldings, model::SourceName, sources::IdLookup, sync::Surveyor};

/// What the verdicts of a run rest on, beside the findings on each reference.
#[derive(Debug, Clone)]
pub struct Grounds<'a> {
    /// The sources that were asked.
    pub(super) sources: &'a [Surveyor],
    /// The sources that are registries of identifiers.
    pub(super) registries: Vec<SourceName>,
    /// The venues that the library holds completely, if it holds any.
    pub(super) holdings: Option<&'a VenueHoldings>,
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
            days,
            today,
        }
    }

    /// Returns the name of a source in prose.
    pub(super) fn title(&self, name: SourceName) -> &'static str {
        let source = self.sources.iter().find(|source| source.name == name);
        source.map_or("a source", |source| source.capabilities.title)
    }
}
