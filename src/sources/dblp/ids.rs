//! Finds records by identifier: keys directly, DOIs and arXiv ids through their keys.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    details,
    endpoint::{Asked, Endpoint, QuestionKind},
    query,
    terms::{doi_iri, dois_of_arxiv, key_of},
};
use crate::{
    model::{DblpKey, Doi},
    sources::{FoundRecord, Id, Price, Reply, batches},
};

const BATCH: usize = 100;

/// Returns the price of so many identifiers. Keys need no look-up.
pub(super) fn price(ids: usize) -> Price {
    Price {
        least: details::requests(ids),
        most: details::requests(ids) + ids.div_ceil(BATCH),
    }
}

pub(super) async fn by_ids(sparql: &Endpoint, ids: &[Id]) -> Reply<FoundRecord> {
    let mut reply = Reply::default();
    // The DOIs under which each paper may be registered, and the key of one that has none.
    let dois_of = |id: &Id| match id {
        Id::Dblp(_) | Id::Pmid(_) => Vec::new(),
        Id::Doi(doi) => vec![doi.clone()],
        Id::Arxiv(id) => dois_of_arxiv(id),
    };
    let dois: BTreeSet<Doi> = ids.iter().flat_map(dois_of).collect();
    let answered = by_dois(sparql, dois).await;
    let found: BTreeMap<Doi, Vec<DblpKey>> = reply.absorb(answered).into_iter().collect();
    let mut asked: BTreeMap<DblpKey, Vec<usize>> = BTreeMap::new();
    for (at, id) in ids.iter().enumerate() {
        let dois = dois_of(id);
        let mut keys: BTreeSet<DblpKey> = dois
            .iter()
            .filter_map(|doi| found.get(doi))
            .flatten()
            .cloned()
            .collect();
        match id {
            Id::Dblp(key) => {
                keys.insert(key.clone());
            }
            // A paper whose DOI DBLP does not have may still be under the key that follows from its
            // id.
            Id::Arxiv(id) if keys.is_empty() => {
                keys.insert(id.dblp_key());
            }
            Id::Arxiv(_) | Id::Doi(_) | Id::Pmid(_) => {}
        }
        for key in keys {
            asked.entry(key).or_default().push(at);
        }
    }
    if !reply.failures.iter().any(batches::is_over) {
        let keys = asked.keys().cloned().collect();
        let records = details::by_keys(sparql, keys).await;
        let records = reply.absorb(records).into_iter();
        reply.found = records
            .filter_map(|record| {
                let key = record.meta.ids.dblp.as_ref()?;
                let asked = asked.get(key)?.clone();
                Some(FoundRecord { record, asked })
            })
            .collect();
    }
    reply
}

/// Returns the keys of the publications with these DOIs.
async fn by_dois(sparql: &Endpoint, dois: BTreeSet<Doi>) -> Reply<(Doi, Vec<DblpKey>)> {
    let ask = |dois: Vec<Doi>| -> Asked<'_, Doi, Vec<DblpKey>> {
        Box::pin(async move { ask_by_dois(sparql, &dois).await })
    };
    sparql
        .answered(QuestionKind::ByDoi, dois, Doi::to_string, ask)
        .await
}

async fn ask_by_dois(sparql: &Endpoint, dois: &[Doi]) -> Reply<(Doi, Vec<DblpKey>)> {
    batches::in_turn(batches::of(dois, BATCH), |batch| {
        Box::pin(async move {
            let mut keys: BTreeMap<String, BTreeSet<DblpKey>> = BTreeMap::new();
            for row in sparql.rows(query::by_dois(batch)).await? {
                if let (Some(doi), Some(key)) = (row.get("doi"), row.get("pub").and_then(key_of)) {
                    keys.entry(format!("<{doi}>")).or_default().insert(key);
                }
            }
            let mut found = Vec::new();
            for doi in batch {
                let keys = keys.get(&doi_iri(doi)).into_iter().flatten();
                let keys: Vec<DblpKey> = keys.cloned().collect();
                let answer = (!keys.is_empty()).then_some(&keys);
                sparql.keep(QuestionKind::ByDoi, doi.as_str(), answer);
                found.push((doi.clone(), keys));
            }
            Ok(found)
        })
    })
    .await
}
