//! Full records for keys, two requests a batch.

use std::collections::BTreeSet;

use super::{endpoint::Endpoint, entry, map, query};
use crate::{
    http::Failed,
    model::{DblpKey, Record},
    sources::{Reply, batches},
};

/// How many keys a batch asks for. An endpoint takes lists of this length; a batch it finds too
/// hard is halved.
const BATCH: usize = 100;

/// The records with these keys, in their order; keys DBLP does not know bring nothing.
pub(super) async fn by_keys(sparql: &Endpoint, keys: BTreeSet<DblpKey>) -> Reply<Record> {
    let keys: Vec<DblpKey> = keys.into_iter().collect();
    batches::in_turn(batches::of(&keys, BATCH), |batch| {
        Box::pin(one_batch(sparql, batch))
    })
    .await
}

/// How many requests so many keys take.
pub(super) fn requests(keys: usize) -> usize {
    2 * keys.div_ceil(BATCH)
}

async fn one_batch(sparql: &Endpoint, keys: &[DblpKey]) -> Result<Vec<Record>, Failed> {
    let fields = query::fields(keys);
    let mut entries = entry::entries(&sparql.rows(fields.clone()).await?);
    let learned = sparql.day(fields);
    let signed: Vec<DblpKey> = entries.keys().cloned().collect();
    if signed.is_empty() {
        return Ok(Vec::new());
    }
    entry::sign(
        &mut entries,
        &sparql.rows(query::signatures(&signed)).await?,
    );
    Ok(keys
        .iter()
        .filter_map(|key| map::record(key, &entries))
        .map(|record| Record { learned, ..record })
        .collect())
}
