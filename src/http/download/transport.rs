use std::{fmt, future::Future, pin::Pin};

use url::Url;

use crate::http::{WireError, WireResponse};

/// A boxed future, so that a download accepts any transport.
pub(super) type TransportFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, WireError>> + Send + 'a>>;

/// Sends one request for a file and returns the response in chunks. Knows nothing of retries.
pub(super) trait FileTransport: Send + Sync + fmt::Debug {
    /// Sends a GET and reads the head of the response.
    fn open(
        &self,
        url: Url,
        headers: Vec<(&'static str, String)>,
    ) -> TransportFuture<'_, FileResponse>;
}

/// A response whose body is still to be read.
pub(super) struct FileResponse {
    /// Status and headers, without a body.
    pub(super) head: WireResponse,
    pub(super) body: Box<dyn BodyChunks>,
}

/// The body of a response exactly as sent, without decompression.
pub(super) trait BodyChunks: Send {
    /// Reads the next chunk; `None` at the end.
    fn next(&mut self) -> TransportFuture<'_, Option<Vec<u8>>>;
}
