//! Lists the works on people's pages in short, many pages in one query.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;

use super::{
    endpoint::Endpoint,
    query,
    terms::{key_of, pid_of},
    wire::Row,
};
use crate::{
    http::RequestError,
    model::{DblpKey, DblpPid, Doi, Pages},
    sources::{PageEntry, PageOverview, Reply, batches},
    text::markup,
};

/// The most pages in one query. A query that takes too long is halved.
const PAGES: usize = 100;

/// What a run has seen of people's pages: it looks at each once.
#[derive(Debug, Default)]
pub(super) struct Overviews(Mutex<SeenPages>);

#[derive(Debug, Default)]
struct SeenPages {
    /// Whether the endpoint has answered, with a date of its data or without.
    is_dated: bool,
    /// The oldest date that the answers reported.
    as_of: Option<Timestamp>,
    rows: BTreeMap<DblpPid, Vec<Row>>,
}

impl Overviews {
    /// Returns the works on these pages, and the date of the data; without pages, the date alone.
    pub(super) async fn of(&self, sparql: &Endpoint, pages: &[DblpPid]) -> Reply<PageOverview> {
        let (unseen, is_dated) = {
            let seen = self.seen();
            let is_unseen = |page: &&DblpPid| !seen.rows.contains_key(*page);
            let unseen: Vec<DblpPid> = pages.iter().filter(is_unseen).cloned().collect();
            (unseen, seen.is_dated)
        };
        let mut reply = Reply::default();
        if !unseen.is_empty() {
            let looked = batches::in_turn(batches::of(&unseen, PAGES), |pages| {
                Box::pin(self.look(sparql, pages, query::overview(pages)))
            });
            reply.failures.extend(looked.await.failures);
        } else if !is_dated {
            let looked = self.look(sparql, &[], query::CHANGED.to_owned()).await;
            reply.failures.extend(looked.err());
        }
        // Some of the pages alone would say that the works of the others are gone.
        if reply.failures.is_empty() {
            let seen = self.seen();
            let rows = pages.iter().filter_map(|page| seen.rows.get(page));
            reply.found.push(PageOverview {
                as_of: seen.as_of,
                works: works(rows.flatten()),
            });
        }
        reply
    }

    /// Looks at pages, and notes the rows of each.
    async fn look(
        &self,
        sparql: &Endpoint,
        pages: &[DblpPid],
        query: String,
    ) -> Result<Vec<()>, RequestError> {
        let (rows, as_of) = sparql.dated_rows(query).await?;
        let mut seen = self.seen();
        seen.is_dated = true;
        seen.as_of = seen.as_of.into_iter().chain(as_of).min();
        for page in pages {
            seen.rows.entry(page.clone()).or_default();
        }
        for row in rows {
            let page = row.get("page").and_then(pid_of);
            if let Some(rows) = page.and_then(|page| seen.rows.get_mut(&page)) {
                rows.push(row);
            }
        }
        Ok(Vec::new())
    }

    fn seen(&self) -> MutexGuard<'_, SeenPages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn works<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<PageEntry> {
    let mut works: BTreeMap<DblpKey, PageEntry> = BTreeMap::new();
    for row in rows {
        let (Some(key), Some(page)) = (
            row.get("record").and_then(key_of),
            row.get("page").and_then(pid_of),
        ) else {
            continue;
        };
        let work = works.entry(key.clone()).or_insert_with(|| PageEntry {
            key,
            owners: Vec::new(),
            title: String::new(),
            year: None,
            dois: Vec::new(),
            pages: None,
            withdrawn: false,
        });
        if !work.owners.contains(&page) {
            work.owners.push(page);
        }
        work.withdrawn |= row.get("mark").is_some();
        if let Some(title) = row.get("name") {
            work.title = markup::without_final_period(markup::title(title)).text();
        }
        work.year = work.year.or(row.get("year").and_then(|y| y.parse().ok()));
        let doi = row.get("doi").and_then(|iri| Doi::parse(iri).ok());
        if let Some(doi) = doi.filter(|doi| !work.dois.contains(doi)) {
            work.dois.push(doi);
        }
        if let Some(pages) = row.get("extent") {
            work.pages = Pages::parse(pages);
        }
    }
    let mut works: Vec<PageEntry> = works.into_values().collect();
    for work in &mut works {
        // Rows come in any order.
        work.dois.sort();
    }
    works
}
