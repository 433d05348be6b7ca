use std::{
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use bibsync::http::{ReqwestTransport, SendFuture, Transport, WireError, WireRequest};
use tokio::{runtime::Runtime, time::Instant};

/// Real sockets need real time, and a runtime whose clock is paused jumps ahead whenever it has
/// nothing to do but wait. So the sockets live on this one.
static REAL: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
});

/// The real transport for tests in paused time: a request takes no virtual time at all, because
/// work under `spawn_blocking` keeps a paused clock from jumping ahead.
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

    /// When each request went out, in virtual time from the start.
    pub(crate) fn sent(&self) -> Vec<Duration> {
        self.sent.lock().unwrap().clone()
    }

    /// The virtual time from each request to the next.
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
