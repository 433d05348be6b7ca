use std::{fmt, sync::Arc};

use super::{Capabilities, Fetcher, Setting, SettingReader, Source};
use crate::{
    http::{Pool, RatePolicy, Service},
    library::Library,
    model::SourceName,
};

/// All that the rest of the crate knows of a source before it is opened. Settings, their schema, rate
/// limits, sessions and reports follow from it.
#[derive(Debug)]
pub struct Descriptor {
    /// Its name, which is also that of its section in the settings.
    pub name: SourceName,
    /// What it can be asked, and its name in prose.
    pub capabilities: Capabilities,
    /// Whether it is used if the settings don't say which sources are.
    pub is_default: bool,
    /// The services that it asks, that of most requests first; none for a source on this disk.
    pub services: &'static [Service],
    /// A sentence on its section in the settings, for the schema.
    pub description: &'static str,
    /// Its settings, in the order in which `configure` reads them; without any it has no section.
    pub settings: &'static [Setting],
    /// Reads the settings; `None` after a fault, once all are read.
    pub configure: fn(&mut dyn SettingReader) -> Option<Arc<dyn ConfiguredSource>>,
}

/// A source with its settings, ready to be opened.
pub trait ConfiguredSource: fmt::Debug + Send + Sync {
    /// Returns the limits of each of its services: as configured, but for anonymous clients no faster
    /// than the service allows them.
    fn rate_policies(&self, _pool: Pool) -> Vec<(Service, RatePolicy)> {
        Vec::new()
    }

    /// Opens the source.
    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source>;
}

/// What a session provides for the sources that it opens.
pub trait Resources {
    /// Returns what sends requests.
    fn fetcher(&self) -> Arc<dyn Fetcher>;

    /// Opens the library.
    fn library(&mut self) -> Arc<Library>;
}

/// The sources that a program knows.
#[derive(Debug, Clone, Copy)]
pub struct Catalog(&'static [&'static Descriptor]);

impl Catalog {
    /// Makes a catalog of these sources, in the order of their use by default.
    #[must_use]
    pub const fn new(sources: &'static [&'static Descriptor]) -> Self {
        Self(sources)
    }

    /// Returns the sources, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static Descriptor> {
        self.0.iter().copied()
    }

    /// Returns the source of this name.
    #[must_use]
    pub fn get(self, name: SourceName) -> Option<&'static Descriptor> {
        self.iter().find(|source| source.name == name)
    }

    /// Returns the services of all sources, in order.
    pub fn services(self) -> impl Iterator<Item = Service> {
        self.iter().flat_map(|source| source.services).copied()
    }

    /// Returns the name of a source in prose: `DBLP`.
    #[must_use]
    pub fn title(self, name: SourceName) -> Option<&'static str> {
        self.get(name).map(|source| source.capabilities.title)
    }
}
