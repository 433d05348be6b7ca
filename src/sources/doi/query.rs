//! The requests to `/api/handles`.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, RequestKind},
    model::Doi,
};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// What is registered stays registered; what isn't may be tomorrow.
const KEEP: CachePolicy = CachePolicy {
    bucket: "doi-exists-v1",
    found: DAY.saturating_mul(30),
    absent: DAY,
};

/// Returns the request that tells whether a DOI is registered.
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
