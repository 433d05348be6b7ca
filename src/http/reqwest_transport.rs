use std::{error::Error as _, time::Duration};

use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect::Policy};
use thiserror::Error;

use super::{SendFuture, Transport, WireError, WireRequest, WireResponse};

/// The time limit for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// The largest body that is read. 1000 Crossref records are below 20 MB.
const LARGEST_BODY: usize = 64 << 20;

/// The largest body that is read of a response with an error status.
const LARGEST_ERROR_BODY: usize = 1 << 20;

/// A transport over the network.
#[derive(Debug)]
pub struct ReqwestTransport {
    client: Client,
}

/// The error of a client that can't be set up: the contact fits no header, or there are no root
/// certificates.
#[derive(Debug, Error)]
#[error("the HTTP client can't be set up with user agent `{agent}`")]
pub struct SetupError {
    agent: String,
    source: reqwest::Error,
}

/// Returns the User-Agent: bibsync's version, its repository (`package.repository` in Cargo.toml,
/// empty while it is not set), and the contact's e-mail address.
#[must_use]
pub fn user_agent(repository: &str, contact: Option<&str>) -> String {
    let from = (!repository.is_empty()).then(|| format!("+{repository}"));
    let mail = contact.map(|contact| format!("mailto:{contact}"));
    let known: Vec<String> = from.into_iter().chain(mail).collect();
    let version = env!("CARGO_PKG_VERSION");
    if known.is_empty() {
        return format!("bibsync/{version}");
    }
    format!("bibsync/{version} ({})", known.join("; "))
}

impl ReqwestTransport {
    /// Returns a transport that follows no redirects, because each counts under the rate limit.
    /// `contact` is an e-mail address.
    ///
    /// # Errors
    /// When the address doesn't fit into a header, or TLS can't be set up.
    pub fn new(contact: Option<&str>) -> Result<Self, SetupError> {
        let client = client(contact, |builder| builder.redirect(Policy::none()));
        client.map(|client| Self { client })
    }
}

/// Returns an HTTP client with our User-Agent and connection timeout.
pub(super) fn client(
    contact: Option<&str>,
    with: impl FnOnce(ClientBuilder) -> ClientBuilder,
) -> Result<Client, SetupError> {
    if rustls::crypto::ring::default_provider()
        .install_default()
        .is_err()
    {
        tracing::trace!("TLS was set up already, by an earlier client or by this library's user");
    }
    let agent = user_agent(env!("CARGO_PKG_REPOSITORY"), contact);
    let builder = Client::builder()
        .user_agent(&agent)
        .connect_timeout(CONNECT);
    let built = with(builder).build();
    built.map_err(|source| SetupError { agent, source })
}

impl Transport for ReqwestTransport {
    fn send(&self, request: WireRequest) -> SendFuture<'_> {
        let built = match &request.form {
            None => self.client.get(request.url),
            Some(form) => self.client.post(request.url).form(form),
        };
        let built = match request.tag {
            Some(tag) => built.header(reqwest::header::IF_NONE_MATCH, tag),
            None => built,
        };
        let built = built
            .header(reqwest::header::ACCEPT, request.accept)
            .timeout(request.timeout);
        Box::pin(send(built))
    }
}

async fn send(request: RequestBuilder) -> Result<WireResponse, WireError> {
    let mut response = request.send().await.map_err(no_response)?;
    let headers = headers(&response);
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(no_body)? {
        if !response.status().is_success() && body.len() + piece.len() > LARGEST_ERROR_BODY {
            break;
        }
        if body.len() + piece.len() > LARGEST_BODY {
            let limit = LARGEST_BODY >> 20;
            return Err(WireError::Useless(format!("more than {limit} MB")));
        }
        body.extend_from_slice(&piece);
    }
    Ok(WireResponse {
        status: response.status().as_u16(),
        headers,
        body,
    })
}

/// Returns the headers whose values are text.
pub(super) fn headers(response: &Response) -> Vec<(String, String)> {
    let headers = response.headers().iter();
    headers
        .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect()
}

pub(super) fn no_response(error: reqwest::Error) -> WireError {
    let error = error.without_url();
    // A connection that times out is both.
    if error.is_connect() {
        WireError::Connect(innermost(&error))
    } else if error.is_timeout() {
        WireError::Timeout
    } else if error.is_redirect() {
        WireError::Astray(innermost(&error))
    } else if error.is_builder() {
        WireError::Useless(innermost(&error))
    } else {
        WireError::Reset(innermost(&error))
    }
}

pub(super) fn no_body(error: reqwest::Error) -> WireError {
    if error.is_timeout() {
        WireError::Timeout
    } else {
        WireError::Body(innermost(&error.without_url()))
    }
}

/// Returns the innermost source of an error: the outer ones only state that a request failed.
fn innermost(error: &reqwest::Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    let mut next = error.source();
    while let Some(source) = next {
        deepest = source;
        next = source.source();
    }
    deepest.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agent_names_repository_and_contact() {
        let version = env!("CARGO_PKG_VERSION");
        let (place, ada) = ("https://git.example.org/bibsync", Some("ada@example.org"));
        for (repository, contact, after) in [
            (place, ada, format!(" (+{place}; mailto:ada@example.org)")),
            (place, None, format!(" (+{place})")),
            ("", ada, " (mailto:ada@example.org)".to_owned()),
            ("", None, String::new()),
        ] {
            let agent = user_agent(repository, contact);
            assert_eq!(agent, format!("bibsync/{version}{after}"));
        }
    }

    #[test]
    fn contact_that_fits_no_header_is_an_error() {
        let error = ReqwestTransport::new(Some("a\r\nb")).unwrap_err();
        assert!(error.to_string().contains("user agent"));
    }

    #[tokio::test]
    async fn refused_connection_is_a_connect_error() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let place = listener.local_addr().unwrap();
        drop(listener);
        let request = WireRequest {
            url: format!("http://{place}/").parse().unwrap(),
            form: None,
            accept: "application/json",
            tag: None,
            timeout: Duration::from_secs(30),
        };
        let transport = ReqwestTransport::new(None).unwrap();
        let error = transport.send(request).await.unwrap_err();
        assert!(matches!(error, WireError::Connect(_)), "{error:?}");
    }
}
