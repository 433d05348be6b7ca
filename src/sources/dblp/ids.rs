//! Records by their identifiers: keys as they are, DOIs and arXiv ids by way of their keys.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    details,
    endpoint::Endpoint,
    query,
    terms::{doi_iri, dois_of_arxiv, key_of},
};
use crate::{
    model::{ArxivId, DblpKey, Doi, Record},
    sources::{Id, Price, Reply, batches},
};

const BATCH: usize = 100;

/// What so many identifiers cost: keys alone need not be looked up.
pub(super) fn price(ids: usize) -> Price {
    Price {
        least: details::requests(ids),
        most: details::requests(ids) + ids.div_ceil(BATCH),
    }
}

pub(super) async fn by_ids(sparql: &Endpoint, ids: &[Id]) -> Reply<Record> {
    let mut reply = Reply::default();
    let mut keys: BTreeSet<DblpKey> = BTreeSet::new();
    let mut dois: BTreeSet<Doi> = BTreeSet::new();
    let mut papers: BTreeMap<ArxivId, Vec<Doi>> = BTreeMap::new();
    for id in ids {
        match id {
            Id::Dblp(key) => {
                keys.insert(key.clone());
            }
            Id::Doi(doi) => {
                dois.insert(doi.clone());
            }
            Id::Arxiv(id) => {
                papers.insert(id.clone(), dois_of_arxiv(id));
            }
        }
    }
    dois.extend(papers.values().flatten().cloned());
    let dois: Vec<Doi> = dois.into_iter().collect();
    let answered = batches::in_turn(batches::of(&dois, BATCH), |batch| {
        Box::pin(async move {
            let rows = sparql.rows(query::by_dois(batch)).await?;
            Ok(rows
                .iter()
                .filter_map(|row| Some((row.get("doi")?.to_owned(), key_of(row.get("pub")?)?)))
                .collect())
        })
    })
    .await;
    let found: BTreeMap<String, DblpKey> = reply.absorb(answered).into_iter().collect();
    // A paper whose DOI DBLP does not have may still stand under the key its id leads to.
    for (id, dois) in papers {
        let known = dois
            .iter()
            .any(|doi| found.contains_key(doi_iri(doi).trim_matches(['<', '>'])));
        if !known {
            keys.insert(id.dblp_key());
        }
    }
    keys.extend(found.into_values());
    if !reply.failures.iter().any(batches::is_over) {
        let records = details::by_keys(sparql, keys).await;
        reply.found = reply.absorb(records);
    }
    reply
}
