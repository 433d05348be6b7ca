use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use url::Url;

use super::{RequestKind, Service};

/// The format of the body that a request accepts. A body in another format is not a response of the
/// service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accept {
    /// `application/json`: the body begins with `{` or `[`.
    Json,
    /// `application/sparql-results+json`: the body begins with `{`.
    SparqlJson,
    /// `application/atom+xml`: the body begins with `<?xml` or `<feed`.
    Atom,
    /// `application/xml`: the body begins with `<` and is no web page.
    Xml,
}

impl Accept {
    /// Returns the media type for the `Accept` header.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::SparqlJson => "application/sparql-results+json",
            Self::Atom => "application/atom+xml",
            Self::Xml => "application/xml",
        }
    }
}

/// Where a response is cached, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CachePolicy {
    /// The bucket. Its name ends in a version, such as `crossref-list-v1`, that is raised when the
    /// stored format changes.
    pub bucket: &'static str,
    /// The time to live of a response with results.
    pub found: Duration,
    /// The time to live of "not found", and of a response without results.
    pub absent: Duration,
}

impl CachePolicy {
    /// Returns the time to live of a response, by whether it is without results.
    pub(super) fn ttl(&self, is_empty: bool) -> Duration {
        if is_empty { self.absent } else { self.found }
    }
}

/// What is wrong with the body of a successful response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyError {
    /// The body is truncated or can't be parsed. A retry may help.
    Corrupt(String),
    /// The body can be read but doesn't answer the request. A retry won't help.
    Unexpected(String),
}

/// How an expired response can be confirmed without fetching it again.
#[derive(Debug, Clone)]
pub enum Revalidation {
    /// It can't.
    None,
    /// By its `ETag` (RFC 9110, 8.8.3).
    ETag,
    /// By the date of the service's data: until that changes, so does no response.
    DatasetDate(Arc<DatasetDate>),
}

/// How to find out when a service's data last changed.
#[derive(Debug)]
pub struct DatasetDate {
    /// The request for the date. Its own time to live says how long the date is taken as current.
    pub request: ApiRequest,
    /// Reads the date from the response to `request`, or to another request that returns it too.
    pub changed: fn(&str) -> Option<Timestamp>,
}

/// A request to a service.
#[derive(Debug, Clone)]
pub struct ApiRequest {
    /// The service.
    pub service: Service,
    /// The kind of request, which decides about the rate limit.
    pub kind: RequestKind,
    /// The address with its query. Together with `form` it is the key in the cache.
    pub url: Url,
    /// The form fields of a POST; `None` for a GET.
    pub form: Option<Vec<(String, String)>>,
    /// The accepted format.
    pub accept: Accept,
    /// How the response is cached.
    pub caching: CachePolicy,
    /// Checks a body before it is returned and stored.
    pub check: fn(&str) -> Result<(), BodyError>,
    /// Reports whether a body that passed the check is without results. What is missing today may
    /// exist tomorrow, so such a body is cached as long as "not found".
    pub is_empty: fn(&str) -> bool,
    /// How an expired response can be confirmed.
    pub revalidation: Revalidation,
}

impl ApiRequest {
    /// Returns a GET for JSON whose answer is never without results and can't be confirmed.
    #[must_use]
    pub fn json(
        service: Service,
        kind: RequestKind,
        url: Url,
        caching: CachePolicy,
        check: fn(&str) -> Result<(), BodyError>,
    ) -> Self {
        Self {
            service,
            kind,
            url,
            form: None,
            accept: Accept::Json,
            caching,
            check,
            is_empty: |_| false,
            revalidation: Revalidation::None,
        }
    }

    /// Returns the address as it may be shown and stored: without user name, password and key.
    #[must_use]
    pub fn address(&self) -> String {
        without_password(&self.url)
    }

    /// Returns the address without its query.
    #[must_use]
    pub fn address_alone(&self) -> String {
        let address = self.address();
        let end = address.find(['?', '#']).unwrap_or(address.len());
        address[..end].to_owned()
    }

    /// Returns the key in the cache: the address, and the form of a POST.
    #[must_use]
    pub fn key(&self) -> String {
        let mut key = self.address();
        for (name, value) in self.form.iter().flatten() {
            key.push('\n');
            key.push_str(name);
            key.push('=');
            key.push_str(value);
        }
        key
    }
}

/// A checked response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiResponse {
    /// The body.
    Body(Arc<str>),
    /// The service has no such record (status 404).
    NotFound,
}

/// The parameter in which OpenAlex takes the user's key.
const KEY_PARAMETER: &str = "api_key=";

/// Returns an address without user name, password and the user's key.
pub(super) fn without_password(url: &Url) -> String {
    let mut url = url.clone();
    if let Some(query) = url.query().filter(|query| query.contains(KEY_PARAMETER)) {
        let parts = query.split('&');
        let open: Vec<&str> = parts.filter(|it| !it.starts_with(KEY_PARAMETER)).collect();
        let open = open.join("&");
        url.set_query(
            Some(&open)
                .filter(|open| !open.is_empty())
                .map(|open| &**open),
        );
    }
    // These fail only for addresses that can't have either.
    _ = url.set_username("");
    _ = url.set_password(None);
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::dblp;

    #[test]
    fn password_is_neither_shown_nor_stored() {
        let request = ApiRequest {
            service: dblp::SERVICE,
            kind: RequestKind::List,
            url: "https://ada:secret@proxy.example/sparql".parse().unwrap(),
            form: None,
            accept: Accept::SparqlJson,
            caching: CachePolicy {
                bucket: "b-v1",
                found: Duration::ZERO,
                absent: Duration::ZERO,
            },
            check: |_| Ok(()),
            is_empty: |_| false,
            revalidation: Revalidation::None,
        };
        assert_eq!(request.address(), "https://proxy.example/sparql");
        assert_eq!(request.key(), request.address());
    }
}
