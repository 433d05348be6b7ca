//! Sources that answer from a library in place of services.

use std::sync::Arc;

use bibsync::{
    library::Library,
    model::{Record, SourceName, WorkIdKind},
    sources::{
        Capabilities, FoundRecord, Id, IdLookup, Reply, ReplyFuture, Source, TitleQuery,
        TitleSearch, library::LibrarySource,
    },
};

/// A service that knows the records of a library.
pub struct StandIn {
    name: SourceName,
    capabilities: Capabilities,
    inner: LibrarySource,
}

impl StandIn {
    /// DBLP, which searches many titles at once.
    pub fn dblp(library: &Arc<Library>) -> Box<dyn Source> {
        let mut capabilities = Capabilities::service("DBLP");
        capabilities.ids = IdLookup::Bibliography;
        capabilities.titles = TitleSearch::Batched;
        Self::boxed(SourceName::DBLP, capabilities, library)
    }

    /// Crossref, the registry of DOIs, which searches one title at a time.
    pub fn crossref(library: &Arc<Library>) -> Box<dyn Source> {
        let mut capabilities = Capabilities::service("Crossref");
        capabilities.ids = IdLookup::Registry(&[WorkIdKind::Doi]);
        capabilities.titles = TitleSearch::Single;
        Self::boxed(SourceName::CROSSREF, capabilities, library)
    }

    /// arXiv, the registry of its own identifiers.
    pub fn arxiv(library: &Arc<Library>) -> Box<dyn Source> {
        let mut capabilities = Capabilities::service("arXiv");
        capabilities.ids = IdLookup::Registry(&[WorkIdKind::Arxiv]);
        Self::boxed(SourceName::ARXIV, capabilities, library)
    }

    fn boxed(
        name: SourceName,
        capabilities: Capabilities,
        library: &Arc<Library>,
    ) -> Box<dyn Source> {
        Box::new(Self {
            name,
            capabilities,
            inner: LibrarySource::new(Arc::clone(library)),
        })
    }

    /// Returns an answer of the library as this service's. A registry has no other works
    /// than those with its identifiers.
    fn own(&self, reply: Reply<FoundRecord>) -> Reply<FoundRecord> {
        let is_registry = self.name != SourceName::DBLP;
        let is_kept = |it: &FoundRecord| match self.name {
            SourceName::CROSSREF => it.record.meta.ids.doi.is_some(),
            SourceName::ARXIV => it.record.meta.ids.arxiv.is_some(),
            _ => true,
        };
        let found = reply.found.into_iter().filter(is_kept);
        Reply {
            found: found
                .map(|it| {
                    let mut record = Record::new(self.name, it.record.meta);
                    if is_registry {
                        record.meta.ids.dblp = None;
                    }
                    FoundRecord {
                        record: record.with_links(it.record.links),
                        asked: it.asked,
                    }
                })
                .collect(),
            ..reply
        }
    }
}

impl Source for StandIn {
    fn name(&self) -> SourceName {
        self.name
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(async move { self.own(self.inner.by_ids(ids).await) })
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(async move { self.own(self.inner.by_titles(titles).await) })
    }
}
