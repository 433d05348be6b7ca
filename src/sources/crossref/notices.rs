use std::{collections::BTreeMap, time::Duration};

use url::Url;

use super::{query, wire};
use crate::{
    http::{Answer, Ask, Failed, Keep},
    model::{Doi, Notice},
    shapes::crossref::notices,
    sources::{Asker, Reply, batches},
};

/// How long it is taken for true that a work has these notices, or none.
const KEEP: Keep = Keep {
    bucket: "crossref-notices-v1",
    found: Duration::from_secs(7 * 24 * 3600),
    absent: Duration::from_secs(7 * 24 * 3600),
};

/// The notices on the works with these DOIs, asked for in as few requests as what is kept allows.
pub(super) async fn on(asker: &dyn Asker, base: &Url, dois: &[Doi]) -> Reply<(Doi, Notice)> {
    let mut reply = Reply::default();
    let mut open = Vec::new();
    for doi in dois.iter().filter(|doi| query::fits_filter(doi)) {
        match asker.recall(&KEEP, doi.as_str()) {
            Some(Answer::Absent) => {}
            Some(Answer::Body(body)) => {
                let kept: Vec<Notice> = serde_json::from_str(&body).unwrap_or_default();
                reply
                    .found
                    .extend(kept.into_iter().map(|notice| (doi.clone(), notice)));
            }
            None => open.push(doi.clone()),
        }
    }
    for batch in batches::of(&open, query::BATCH) {
        match asked(asker, &query::updates(base, batch), batch).await {
            Ok(found) => reply.found.extend(found),
            Err(failed) => {
                let over = batches::is_over(&failed);
                reply.failures.push(failed);
                if over {
                    break;
                }
            }
        }
    }
    reply
}

async fn asked(asker: &dyn Asker, ask: &Ask, batch: &[Doi]) -> Result<Vec<(Doi, Notice)>, Failed> {
    let mut about: BTreeMap<&Doi, Vec<Notice>> =
        batch.iter().map(|doi| (doi, Vec::new())).collect();
    if let Answer::Body(body) = asker.ask(ask).await? {
        let works = wire::items(&body);
        for (doi, notice) in works
            .iter()
            .filter_map(|item| wire::work(item.get()))
            .flat_map(|work| notices(&work))
        {
            if let Some(known) = about.get_mut(&doi) {
                known.push(notice);
            }
        }
    }
    let mut out = Vec::new();
    for (doi, mut found) in about {
        found.sort();
        found.dedup();
        let body = serde_json::to_string(&found)
            .ok()
            .filter(|_| !found.is_empty());
        asker.remember(&KEEP, doi.as_str(), body.as_deref());
        out.extend(found.into_iter().map(|notice| (doi.clone(), notice)));
    }
    Ok(out)
}
