//! Lists the works on people's pages in short, in one query.

use std::collections::BTreeMap;

use super::{
    endpoint::Endpoint,
    query,
    terms::{key_of, pid_of},
    wire::Row,
};
use crate::{
    model::{DblpKey, DblpPid, Doi, Pages},
    sources::{PageEntry, PageOverview, Reply},
    text::markup,
};

/// Returns the works on these pages, and the date of the data; without pages, the date alone.
pub(super) async fn of(sparql: &Endpoint, pages: &[DblpPid]) -> Reply<PageOverview> {
    let mut reply = Reply::default();
    let query = match pages {
        [] => query::CHANGED.to_owned(),
        pages => query::overview(pages),
    };
    match sparql.dated_rows(query).await {
        Ok((rows, as_of)) => reply.found.push(PageOverview {
            as_of,
            works: works(&rows),
        }),
        Err(failed) => reply.failures.push(failed),
    }
    reply
}

fn works(rows: &[Row]) -> Vec<PageEntry> {
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
    works.into_values().collect()
}
