//! Fetches full records by key: their fields, then the signatures, each stored under its own key.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    endpoint::{Asked, Endpoint, QuestionKind},
    entry, map, query,
    terms::key_of,
    wire::Row,
};
use crate::{
    model::{DblpKey, Record},
    sources::{Reply, batches},
};

/// The number of keys in a batch. An endpoint accepts lists of this length; a batch that is too
/// hard for it is halved.
const BATCH: usize = 100;

/// The same for signatures, which are requested for volumes too.
const SIGNED: usize = 200;

/// Returns the records with these keys, in their order. Keys that DBLP does not have are missing.
pub(super) async fn by_keys(sparql: &Endpoint, keys: BTreeSet<DblpKey>) -> Reply<Record> {
    let mut reply = Reply::default();
    let answered = fields(sparql, keys).await;
    let fields: BTreeMap<DblpKey, Vec<Row>> = reply.absorb(answered).into_iter().collect();
    if reply.failures.iter().any(batches::is_over) {
        return reply;
    }
    let signed: BTreeSet<DblpKey> = fields.values().flatten().filter_map(subject).collect();
    let answered = signatures(sparql, signed).await;
    let signatures: BTreeMap<DblpKey, Vec<Row>> = reply.absorb(answered).into_iter().collect();
    let record = |(key, rows): (&DblpKey, &Vec<Row>)| {
        let mut entries = entry::entries(rows);
        for key in entries.keys().cloned().collect::<Vec<_>>() {
            // Without its signatures a record would have no authors.
            entry::sign(&mut entries, signatures.get(&key)?);
        }
        let record = map::record(key, &entries)?;
        Some(Record {
            learned: sparql.day(QuestionKind::Fields, key.as_str()),
            ..record
        })
    };
    reply.found = fields.iter().filter_map(record).collect();
    reply
}

/// Returns the number of requests for so many keys.
pub(super) fn requests(keys: usize) -> usize {
    2 * keys.div_ceil(BATCH)
}

/// Fetches the rows of the publications with these keys, and of the volume of each.
async fn fields(sparql: &Endpoint, keys: BTreeSet<DblpKey>) -> Reply<(DblpKey, Vec<Row>)> {
    let ask = |keys: Vec<DblpKey>| -> Asked<'_, DblpKey, Vec<Row>> {
        Box::pin(async move { ask_fields(sparql, &keys).await })
    };
    sparql
        .answered(QuestionKind::Fields, keys, DblpKey::to_string, ask)
        .await
}

async fn ask_fields(sparql: &Endpoint, keys: &[DblpKey]) -> Reply<(DblpKey, Vec<Row>)> {
    batches::in_turn(batches::of(keys, BATCH), |batch| {
        Box::pin(async move {
            let mut about: BTreeMap<DblpKey, Vec<Row>> = BTreeMap::new();
            for row in sparql.rows(query::fields(batch)).await? {
                if let Some(key) = subject(&row) {
                    about.entry(key).or_default().push(row);
                }
            }
            let mut found = Vec::new();
            for key in batch {
                let mut rows = about.get(key).cloned().unwrap_or_default();
                let volumes: Vec<DblpKey> = rows.iter().filter_map(volume).collect();
                let volumes = volumes.iter().filter(|volume| *volume != key);
                rows.extend(volumes.filter_map(|key| about.get(key)).flatten().cloned());
                sparql.keep(QuestionKind::Fields, key.as_str(), some(&rows));
                found.push((key.clone(), rows));
            }
            Ok(found)
        })
    })
    .await
}

/// Fetches the signatures of publications and volumes.
async fn signatures(sparql: &Endpoint, keys: BTreeSet<DblpKey>) -> Reply<(DblpKey, Vec<Row>)> {
    let ask = |keys: Vec<DblpKey>| -> Asked<'_, DblpKey, Vec<Row>> {
        Box::pin(async move { ask_signatures(sparql, &keys).await })
    };
    sparql
        .answered(QuestionKind::Signatures, keys, DblpKey::to_string, ask)
        .await
}

async fn ask_signatures(sparql: &Endpoint, keys: &[DblpKey]) -> Reply<(DblpKey, Vec<Row>)> {
    batches::in_turn(batches::of(keys, SIGNED), |batch| {
        Box::pin(async move {
            let mut under: BTreeMap<DblpKey, Vec<Row>> =
                batch.iter().map(|key| (key.clone(), Vec::new())).collect();
            for row in sparql.rows(query::signatures(batch)).await? {
                if let Some(rows) = subject(&row).and_then(|key| under.get_mut(&key)) {
                    rows.push(row);
                }
            }
            for (key, rows) in &under {
                sparql.keep(QuestionKind::Signatures, key.as_str(), some(rows));
            }
            Ok(under.into_iter().collect())
        })
    })
    .await
}

fn some(rows: &Vec<Row>) -> Option<&Vec<Row>> {
    (!rows.is_empty()).then_some(rows)
}

fn subject(row: &Row) -> Option<DblpKey> {
    row.get("s").and_then(key_of)
}

/// The volume that a row names.
fn volume(row: &Row) -> Option<DblpKey> {
    let property = row.get("p")?;
    let is_it = property.ends_with("#publishedAsPartOf");
    is_it.then(|| row.get("o").and_then(key_of)).flatten()
}
