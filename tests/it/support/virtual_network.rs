use std::{
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use bibsync::http::{SendFuture, Transport, WireError, WireRequest, WireResponse};
use tokio::time::{Instant, sleep};

type Respond = dyn Fn(usize, &WireRequest) -> Result<WireResponse, WireError> + Send + Sync;

/// A transport without a network: every request takes the same virtual time.
pub(crate) struct VirtualNetwork {
    respond: Box<Respond>,
    latency: Duration,
    started: Instant,
    log: Mutex<Log>,
}

#[derive(Debug, Default)]
struct Log {
    sent: Vec<(Duration, String)>,
    present: usize,
    most: usize,
}

impl VirtualNetwork {
    /// `respond` receives the number of the request, from 0.
    pub(crate) fn new(
        latency: Duration,
        respond: impl Fn(usize, &WireRequest) -> Result<WireResponse, WireError> + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Self {
            respond: Box::new(respond),
            latency,
            started: Instant::now(),
            log: Mutex::default(),
        })
    }

    /// The times of sending, in milliseconds of virtual time from the start.
    pub(crate) fn sent(&self) -> Vec<u128> {
        let log = self.log.lock().unwrap();
        log.sent.iter().map(|(at, _)| at.as_millis()).collect()
    }

    /// The paths of the requests, in the order of sending.
    pub(crate) fn paths(&self) -> Vec<String> {
        let log = self.log.lock().unwrap();
        log.sent.iter().map(|(_, path)| path.clone()).collect()
    }

    /// The most requests that were under way at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.log.lock().unwrap().most
    }
}

impl Transport for VirtualNetwork {
    fn send(&self, request: WireRequest) -> SendFuture<'_> {
        let mut log = self.log.lock().unwrap();
        let number = log.sent.len();
        log.sent
            .push((self.started.elapsed(), request.url.path().to_owned()));
        log.present += 1;
        log.most = log.most.max(log.present);
        drop(log);
        Box::pin(async move {
            sleep(self.latency).await;
            self.log.lock().unwrap().present -= 1;
            (self.respond)(number, &request)
        })
    }
}

impl fmt::Debug for VirtualNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VirtualNetwork").finish_non_exhaustive()
    }
}

/// Returns a response.
pub(crate) fn reply(status: u16, headers: &[(&str, &str)], body: &str) -> WireResponse {
    WireResponse {
        status,
        headers: headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        body: body.as_bytes().to_vec(),
    }
}
