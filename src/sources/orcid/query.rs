//! The requests for a person's record, and for works by their put-codes.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::Orcid,
};

/// The number of works in a request, which ORCID documents as the most.
pub(super) const BATCH: usize = 100;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A person's record, with their works in short.
const RECORD: CachePolicy = CachePolicy {
    bucket: "orcid-record-v1",
    found: DAY.saturating_mul(7),
    absent: DAY,
};

/// Works by their put-code and the time of their last change, so that one that did not change is not
/// asked for again.
pub(super) static WORKS: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "orcid-works-v1",
        found: DAY.saturating_mul(30),
        absent: DAY.saturating_mul(7),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// A batch itself is not stored, but each of its works is.
const UNSTORED: CachePolicy = CachePolicy {
    bucket: "orcid-batch-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// Returns the request for a person's record.
pub(super) fn record(base: &Url, orcid: &Orcid) -> ApiRequest {
    let url = address(base, &[orcid.as_str(), "record"]);
    ApiRequest::json(
        SERVICE,
        RequestKind::Single,
        url,
        RECORD,
        wire::check_record,
    )
}

/// Returns the request for works with these put-codes.
pub(super) fn works(base: &Url, orcid: &Orcid, codes: &[u64]) -> ApiRequest {
    let codes: Vec<String> = codes.iter().map(u64::to_string).collect();
    let url = address(base, &[orcid.as_str(), "works", &codes.join(",")]);
    ApiRequest::json(SERVICE, RequestKind::List, url, UNSTORED, wire::check_works)
}

fn address(base: &Url, parts: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("v3.0").extend(parts);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_asked_for_by_their_codes() {
        let base = Url::parse("https://pub.orcid.example").unwrap();
        let orcid = Orcid::parse("0000-0002-1825-0097").unwrap();
        assert_eq!(
            record(&base, &orcid).url.as_str(),
            "https://pub.orcid.example/v3.0/0000-0002-1825-0097/record"
        );
        assert_eq!(
            works(&base, &orcid, &[7, 9]).url.as_str(),
            "https://pub.orcid.example/v3.0/0000-0002-1825-0097/works/7,9"
        );
    }
}
