//! The sources of a run, by what they can do.

use crate::{
    model::{Record, SourceName},
    sources::{Holdings, Source, TitleSearch},
};

/// The sources of a run in the order of their names, so that the order of the configuration makes no
/// difference to the result.
pub(super) struct SourceSet<'a>(Vec<&'a dyn Source>);

impl<'a> SourceSet<'a> {
    pub(super) fn of(sources: &'a [Box<dyn Source>]) -> Self {
        let mut sources: Vec<&dyn Source> = sources.iter().map(AsRef::as_ref).collect();
        sources.sort_by_key(|source| source.name());
        Self(sources)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'a dyn Source> {
        self.0.iter().copied()
    }

    pub(super) fn get(&self, name: SourceName) -> Option<&'a dyn Source> {
        self.all().find(|source| source.name() == name)
    }

    /// The sources on this disk.
    pub(super) fn local(&self) -> impl Iterator<Item = &'a dyn Source> {
        self.all().filter(|source| source.capabilities().is_local)
    }

    /// The sources that are sent requests.
    pub(super) fn services(&self) -> impl Iterator<Item = &'a dyn Source> {
        self.all().filter(|source| !source.capabilities().is_local)
    }

    /// The services that search for titles, in the order in which they are asked: first those that search
    /// for many in a request, last the catalogues.
    pub(super) fn in_title_order(&self) -> Vec<&'a dyn Source> {
        let searching = |source: &&dyn Source| source.capabilities().titles != TitleSearch::None;
        let mut services: Vec<&dyn Source> = self.services().filter(searching).collect();
        services.sort_by_key(|source| {
            let capabilities = source.capabilities();
            let is_single = capabilities.titles == TitleSearch::Single;
            (capabilities.holds == Holdings::Books, is_single)
        });
        services
    }

    /// Whether a source of that name reads this disk.
    pub(super) fn is_local(&self, name: SourceName) -> bool {
        self.local().any(|source| source.name() == name)
    }

    /// The records that were read from this disk.
    pub(super) fn local_records<'r>(
        &self,
        records: &'r [Record],
    ) -> impl Iterator<Item = &'r Record> {
        let records = records.iter();
        records.filter(|record| self.is_local(record.source))
    }
}
