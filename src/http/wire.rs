use std::{fmt, future::Future, pin::Pin, time::Duration};

use thiserror::Error;
use url::Url;

/// A boxed future, so that a client can be given any transport.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<WireReply, WireError>> + Send + 'a>>;

/// Carries one request and brings back whatever comes, a redirect included. Knows nothing of pace,
/// retries or caches.
pub trait Transport: Send + Sync + fmt::Debug {
    /// Sends the request and reads the whole body.
    fn send(&self, request: WireRequest) -> Sending<'_>;
}

/// One request as it goes over the wire.
#[derive(Debug, Clone)]
pub struct WireRequest {
    /// The address, query included.
    pub url: Url,
    /// When given, a POST with these form fields.
    pub form: Option<Vec<(String, String)>>,
    /// The media type asked for.
    pub accept: &'static str,
    /// The mark of an answer that is at hand (`If-None-Match`): when it is still the same, status
    /// 304 without a body will do.
    pub tag: Option<String>,
    /// How long it may take, body included.
    pub timeout: Duration,
}

/// One response, whatever its status.
#[derive(Debug, Clone, Default)]
pub struct WireReply {
    /// The status, such as 200.
    pub status: u16,
    /// Names in lower case, and values; those that are not text are left out.
    pub headers: Vec<(String, String)>,
    /// The body, unpacked.
    pub body: Vec<u8>,
}

impl WireReply {
    /// The first header of that name (in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.trim())
    }
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WireError {
    /// No connection: no such name, no route, refused, no TLS.
    #[error("{0}")]
    Connect(String),
    /// Connected, and no whole answer in time.
    #[error("no whole answer in time")]
    Timeout,
    /// The connection broke before the answer began.
    #[error("the connection broke: {0}")]
    Reset(String),
    /// The answer broke off, or can't be unpacked.
    #[error("the answer broke off: {0}")]
    Body(String),
    /// Redirected to another site, or in circles: what answers there is not the service.
    #[error("{0}")]
    Astray(String),
    /// The question can't be sent, or its answer has no end.
    #[error("{0}")]
    Useless(String),
}
