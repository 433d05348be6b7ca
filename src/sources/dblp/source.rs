use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::{endpoint::Endpoint, ids, overview, person, rest::Rest, titles};
use crate::{
    model::{DblpPid, SourceName},
    sources::{
        Asker, Asking, Found, Id, Load, Overview, PersonPage, PersonQuery, Price, Source,
        TitleQuery,
    },
};

/// The computer science bibliography <https://dblp.org>, whose data are CC0.
pub struct Dblp {
    pub(super) sparql: Endpoint,
    pub(super) rest: Option<Rest>,
}

impl std::fmt::Debug for Dblp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dblp")
            .field("sparql", &self.sparql.address().as_str())
            .field("rest", &self.rest.as_ref().map(|rest| rest.base.as_str()))
            .finish()
    }
}

impl Dblp {
    /// DBLP behind the SPARQL endpoint `sparql` (`https://sparql.dblp.org/sparql`), and, where one
    /// is open, behind the classic service at `rest` (`https://dblp.org`).
    #[must_use]
    pub fn new(asker: Arc<dyn Asker>, sparql: Url, rest: Option<Url>) -> Self {
        Self {
            rest: rest.map(|base| Rest {
                asker: Arc::clone(&asker),
                base,
            }),
            sparql: Endpoint::new(asker, sparql),
        }
    }
}

impl Source for Dblp {
    fn name(&self) -> SourceName {
        SourceName::Dblp
    }

    fn price(&self, load: &Load) -> Price {
        let mut price = person::price(load.people, load.on_pages);
        price += ids::price(load.ids);
        price += titles::price(load.titles);
        price
    }

    fn by_person<'a>(&'a self, people: &'a [PersonQuery]) -> Asking<'a, PersonPage> {
        Box::pin(person::by_person(&self.sparql, people))
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> Asking<'a, Found> {
        Box::pin(ids::by_ids(&self.sparql, ids))
    }

    fn overview<'a>(&'a self, pages: &'a [DblpPid]) -> Asking<'a, Overview> {
        Box::pin(overview::of(&self.sparql, pages))
    }

    fn as_of(&self) -> Option<Timestamp> {
        self.sparql.as_of()
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> Asking<'a, Found> {
        Box::pin(titles::by_titles(self, titles))
    }
}
