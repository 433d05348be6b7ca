//! The requests to `/dois`.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, RequestKind, Revalidation},
    model::Doi,
};

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

const KEEP: CachePolicy = CachePolicy {
    bucket: "datacite-doi-v1",
    found: WEEK,
    absent: WEEK,
};

/// Returns the request for one deposit by its DOI.
pub(super) fn single(base: &Url, doi: &Doi) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty()
            .push("dois")
            .extend(doi.as_str().split('/'));
    }
    ApiRequest {
        revalidation: Revalidation::ETag,
        ..ApiRequest::json(SERVICE, RequestKind::Single, url, KEEP, wire::check)
    }
}
