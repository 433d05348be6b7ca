//! Which requests are answered: those of our own page, opened by the person who started the review.

use std::net::SocketAddr;

use axum::http::{HeaderMap, Method, Uri, header};
use sha2::{Digest as _, Sha256};

/// The header that carries the token.
pub(super) const TOKEN: &str = "x-bibsync-token";

/// Checks requests.
///
/// - `Host` must be our address. A page of another site that had its name point to this machine has
///   its own name there (and no `Origin`, so that `Origin` alone does not do).
/// - `Origin` must be ours where there is one, and there must be one on a request that changes something.
/// - Everything but the empty page needs the token, in a header that no form and no link can send.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    authority: String,
    /// Only digests are compared, so that time tells nothing about the token.
    token: [u8; 32],
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("the request is for another host")]
    Host,
    #[error("the request comes from a page of another site")]
    Origin,
    #[error("the token is missing or wrong: open the address that `bibsync review --web` printed")]
    Token,
    #[error("an answer must be JSON")]
    Form,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, token: &str) -> Self {
        Self {
            authority: address.to_string(),
            token: Sha256::digest(token).into(),
        }
    }

    /// Checks a request before it is looked at any further.
    pub(super) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let only = |name| {
            let mut values = headers.get_all(name).iter();
            values.next().filter(|_| values.next().is_none())
        };
        let is_own = |text: &str| text == self.authority;
        let host = only(header::HOST).and_then(|host| host.to_str().ok());
        let is_absolute_elsewhere = uri.authority().is_some_and(|it| !is_own(it.as_str()));
        if !host.is_some_and(is_own) || is_absolute_elsewhere {
            return Err(Refusal::Host);
        }
        let changes = *method != Method::GET;
        let origin = headers.contains_key(header::ORIGIN).then(|| {
            let origin = only(header::ORIGIN).and_then(|it| it.to_str().ok());
            origin
                .and_then(|it| it.strip_prefix("http://"))
                .is_some_and(is_own)
        });
        if !origin.unwrap_or(!changes) {
            return Err(Refusal::Origin);
        }
        if !changes && uri.path() == "/" {
            return Ok(());
        }
        let site = headers.get("sec-fetch-site");
        if site.is_some_and(|site| site != "same-origin") {
            return Err(Refusal::Origin);
        }
        let digest: Option<[u8; 32]> = headers
            .get(TOKEN)
            .map(|it| Sha256::digest(it.as_bytes()).into());
        if digest != Some(self.token) {
            return Err(Refusal::Token);
        }
        let form = headers.get(header::CONTENT_TYPE);
        if changes && form.is_none_or(|it| it != "application/json") {
            return Err(Refusal::Form);
        }
        Ok(())
    }
}
