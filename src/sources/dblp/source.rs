use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::{endpoint::Endpoint, ids, overview::Overviews, person, rest::Rest, titles};
use crate::{
    model::{Authority, DblpPid, FieldOfStudy, Record, SourceName},
    sources::{
        Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, PageOverview, PersonPage,
        PersonQuery, Price, ReplyFuture, Source, TitleQuery, TitleSearch,
    },
};

/// The computer science bibliography <https://dblp.org>, whose data are CC0.
pub struct Dblp {
    pub(super) sparql: Endpoint,
    pub(super) rest: Option<Rest>,
    overviews: Overviews,
}

impl std::fmt::Debug for Dblp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dblp")
            .field("sparql", &self.sparql.address().as_str())
            .field("rest", &self.rest.as_ref().map(|rest| rest.base.as_str()))
            .finish_non_exhaustive()
    }
}

impl Dblp {
    /// Returns DBLP at the SPARQL endpoint `sparql` (`https://sparql.dblp.org/sparql`), with the
    /// classic service at `rest` (`https://dblp.org`) where one is configured.
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, sparql: Url, rest: Option<Url>) -> Self {
        Self {
            rest: rest.map(|base| Rest {
                fetcher: Arc::clone(&fetcher),
                base,
            }),
            sparql: Endpoint::new(fetcher, sparql),
            overviews: Overviews::default(),
        }
    }
}

/// What DBLP can be asked. Its records are made with care, and best for titles and authors.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    has_people: true,
    ids: IdLookup::Bibliography,
    titles: TitleSearch::Batched,
    fields: &[FieldOfStudy::Computing],
    authority: Authority {
        published: 10,
        venues: 30,
        imprints: 12,
        short_names: 12,
        preprints: 30,
        spells_names: false,
        own_fields: &[],
    },
    ..Capabilities::service("DBLP")
};

impl Source for Dblp {
    fn name(&self) -> SourceName {
        SourceName::DBLP
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        let mut price = person::price(load.people, load.on_pages);
        price += ids::price(load.ids);
        price += titles::price(load.titles);
        price
    }

    fn by_person<'a>(&'a self, people: &'a [PersonQuery]) -> ReplyFuture<'a, PersonPage> {
        Box::pin(person::by_person(&self.sparql, people))
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(ids::by_ids(&self.sparql, ids))
    }

    fn overview<'a>(&'a self, pages: &'a [DblpPid]) -> ReplyFuture<'a, PageOverview> {
        Box::pin(self.overviews.of(&self.sparql, pages))
    }

    fn as_of(&self) -> Option<Timestamp> {
        self.sparql.as_of()
    }

    fn is_mirrored_by(&self, local: &Record) -> bool {
        // A dataset has a day; a file that someone wrote has none.
        let is_of_dataset = local.edition.as_ref().is_some_and(|it| it.date.is_some());
        local.meta.ids.dblp.is_some() && is_of_dataset
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(titles::by_titles(&self.sparql, self.rest.as_ref(), titles))
    }
}
