//! The requests to the API.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{Accept, ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::ArxivId,
};

/// The number of ids in a request. Up to 2000 are documented; long lists come back incomplete.
pub(super) const BATCH: usize = 100;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// arXiv renews its feeds once a day (API user manual).
pub(super) static ENTRY: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "arxiv-entry-v1",
        found: DAY,
        absent: DAY,
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// A feed itself is not stored, but each of its entries is.
const FEED: CachePolicy = CachePolicy {
    bucket: "arxiv-feed-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// Returns the request for the newest versions of the manuscripts with these ids, given without
/// their classes. Unknown ids are missing in the answer.
pub(super) fn batch(base: &Url, ids: &[String]) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(["api", "query"]);
    }
    url.query_pairs_mut()
        .append_pair("id_list", &ids.join(","))
        .append_pair("start", "0")
        .append_pair("max_results", &ids.len().to_string());
    ApiRequest {
        service: SERVICE,
        kind: RequestKind::List,
        url,
        form: None,
        accept: Accept::Atom,
        caching: FEED,
        check: wire::check,
        is_empty: |_| false,
        revalidation: Revalidation::None,
    }
}

/// Returns the id without the class after an older one's archive: `math.gt/0309136` ->
/// `math/0309136`. Both name the manuscript. The class has its own case, which our ids do not keep,
/// and arXiv rejects a whole request for one id that it calls malformed.
pub(in crate::sources) fn without_class(id: &ArxivId) -> String {
    match id.as_str().split_once('/') {
        Some((archive, number)) => {
            let archive = archive.split('.').next().unwrap_or_default();
            format!("{archive}/{number}")
        }
        None => id.to_string(),
    }
}
