//! The requests to the proxy: which agency registers a DOI, for many at once, and the record of one DOI.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::Doi,
};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Whether a DOI is registered. What is registered stays registered; what isn't may be tomorrow.
pub(super) static REGISTERED: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "doi-registered-v1",
        found: DAY.saturating_mul(30),
        absent: DAY,
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// An answer itself is not stored, but what it says of each DOI is.
const KEEP: CachePolicy = CachePolicy {
    bucket: "doi-answer-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// The most DOIs in one request. Nothing is published on how many are taken; 25 make an address of some 800
/// characters.
pub(super) const BATCH: usize = 25;

/// Returns the request that tells which agency registers each DOI. Commas separate them, so those of a DOI are
/// escaped (DOI Handbook, "Which RA? Service", read 2026-11).
pub(super) fn agencies(base: &Url, dois: &[Doi]) -> ApiRequest {
    let list: Vec<String> = dois
        .iter()
        .map(|doi| doi.as_str().replace('%', "%25").replace(',', "%2C"))
        .collect();
    let mut url = base.clone();
    let path = format!(
        "{}/doiRA/{}",
        base.path().trim_end_matches('/'),
        list.join(",")
    );
    url.set_path(&path);
    ApiRequest::json(SERVICE, RequestKind::List, url, KEEP, wire::check_agencies)
}

/// Returns the request that tells whether one DOI is registered.
pub(super) fn existence(base: &Url, doi: &Doi) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty()
            .extend(["api", "handles"])
            .extend(doi.as_str().split('/'));
    }
    // One value is enough: many have long ones.
    url.query_pairs_mut().append_pair("type", "URL");
    ApiRequest::json(SERVICE, RequestKind::Single, url, KEEP, wire::check)
}
