//! Sources that answer from a library in place of services.

use std::{collections::BTreeSet, sync::Arc};

use bibsync::{
    library::Library,
    model::{Record, SourceName, WorkIdKind},
    sources::{
        Capabilities, Existence, FoundRecord, Id, IdLookup, Reply, ReplyFuture, Source, TitleQuery,
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

    /// doi.org, which knows the DOIs of the library and no arXiv id.
    pub fn doi(library: &Arc<Library>) -> Box<dyn Source> {
        let mut capabilities = Capabilities::service("doi.org");
        capabilities.registers = &[WorkIdKind::Doi, WorkIdKind::Arxiv];
        Self::boxed(SourceName::DOI, capabilities, library)
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

    fn existence<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, Existence> {
        Box::pin(async move {
            let reply = self.inner.by_ids(ids).await;
            let known: BTreeSet<usize> = reply.found.into_iter().flat_map(|it| it.asked).collect();
            let found = ids.iter().enumerate().map(|(at, id)| Existence {
                id: id.clone(),
                exists: known.contains(&at),
            });
            Reply {
                found: found.collect(),
                ..Reply::default()
            }
        })
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(async move { self.own(self.inner.by_titles(titles).await) })
    }
}
