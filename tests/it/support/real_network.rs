use std::{
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use bibsync::http::{ReqwestTransport, SendFuture, Transport, WireError, WireRequest};
use tokio::{runtime::Runtime, time::Instant};

/// The runtime of the sockets. Real sockets need real time, and a runtime with a paused clock advances
/// it whenever all tasks wait.
static REAL: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
});

/// The real transport for tests in paused time: a request takes no virtual time, because work under
/// `spawn_blocking` keeps a paused clock from advancing.
#[derive(Debug)]
pub(crate) struct RealNetwork {
    inner: Arc<ReqwestTransport>,
    started: Instant,
    sent: Mutex<Vec<Duration>>,
}

impl RealNetwork {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            inner: Arc::new(ReqwestTransport::new(Some("ada@example.org")).unwrap()),
            started: Instant::now(),
            sent: Mutex::default(),
        })
    }

    /// Returns when each request was sent, in virtual time from the start.
    pub(crate) fn sent(&self) -> Vec<Duration> {
        self.sent.lock().unwrap().clone()
    }

    /// Returns the virtual time from each request to the next.
    pub(crate) fn waits(&self) -> Vec<Duration> {
        let sent = self.sent.lock().unwrap();
        sent.windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .collect()
    }
}

impl Transport for RealNetwork {
    fn send(&self, request: WireRequest) -> SendFuture<'_> {
        self.sent.lock().unwrap().push(self.started.elapsed());
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            tokio::task::spawn_blocking(move || REAL.block_on(inner.send(request)))
                .await
                .map_err(|e| WireError::Reset(e.to_string()))?
        })
    }
}
