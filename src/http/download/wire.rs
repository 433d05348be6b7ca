use std::{fmt, future::Future, pin::Pin};

use url::Url;

use crate::http::{WireError, WireReply};

/// A boxed future, so that a download can be given any wire.
pub(super) type Coming<'a, T> = Pin<Box<dyn Future<Output = Result<T, WireError>> + Send + 'a>>;

/// Carries one request for a file and brings the reply back in pieces. Knows nothing of retries.
pub(super) trait Wire: Send + Sync + fmt::Debug {
    /// Sends a GET and reads the head of what comes back.
    fn open(&self, url: Url, headers: Vec<(&'static str, String)>) -> Coming<'_, Incoming>;
}

/// A reply whose body is still on its way.
pub(super) struct Incoming {
    /// Status and headers, without a body.
    pub(super) head: WireReply,
    pub(super) body: Box<dyn Pieces>,
}

/// The body of a reply, exactly as sent: never unpacked.
pub(super) trait Pieces: Send {
    /// The next piece; `None` at the end.
    fn next(&mut self) -> Coming<'_, Option<Vec<u8>>>;
}
