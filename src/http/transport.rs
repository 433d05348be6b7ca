use std::{fmt, future::Future, pin::Pin, time::Duration};

use thiserror::Error;
use url::Url;

/// A response to come. Boxed, so that a client accepts any transport.
pub type SendFuture<'a> =
    Pin<Box<dyn Future<Output = Result<WireResponse, WireError>> + Send + 'a>>;

/// Sends one request and returns whatever response comes, redirects included. Knows nothing of rate
/// limits, retries or the cache.
pub trait Transport: Send + Sync + fmt::Debug {
    /// Sends the request and reads the whole body.
    fn send(&self, request: WireRequest) -> SendFuture<'_>;
}

/// The transport of a run that sends nothing. It needs neither TLS nor the system's certificates, which an empty
/// container has not.
#[derive(Debug, Clone, Copy)]
pub struct NoTransport;

impl Transport for NoTransport {
    fn send(&self, _: WireRequest) -> SendFuture<'_> {
        Box::pin(async { Err(WireError::Connect("this run sends nothing".to_owned())) })
    }
}

/// A request as sent over the network.
#[derive(Debug, Clone)]
pub struct WireRequest {
    /// The address with its query.
    pub url: Url,
    /// The form fields of a POST; `None` for a GET.
    pub form: Option<Vec<(String, String)>>,
    /// The value of the `Accept` header.
    pub accept: &'static str,
    /// The `ETag` of the stored response (`If-None-Match`): if that is still current, status 304
    /// without a body is enough.
    pub tag: Option<String>,
    /// The time limit for the whole response.
    pub timeout: Duration,
}

/// A response, whatever its status.
#[derive(Debug, Clone, Default)]
pub struct WireResponse {
    /// The status, such as 200.
    pub status: u16,
    /// Names in lower case, and values. Values that are not text are omitted.
    pub headers: Vec<(String, String)>,
    /// The body, decompressed.
    pub body: Vec<u8>,
}

impl WireResponse {
    /// Returns the first header with the name, which is in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.trim())
    }
}

/// Why no response came.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WireError {
    /// No connection: unknown name, no route, connection refused, no TLS.
    #[error("{0}")]
    Connect(String),
    /// The response was not complete in time.
    #[error("no complete response in time")]
    Timeout,
    /// The connection broke before the response began.
    #[error("the connection broke: {0}")]
    Reset(String),
    /// The body broke off or can't be decompressed.
    #[error("the response broke off: {0}")]
    Body(String),
    /// A redirect to another site, or in circles: what answers there is not the service.
    #[error("{0}")]
    Astray(String),
    /// The request can't be sent, or the response is too large.
    #[error("{0}")]
    Useless(String),
}
