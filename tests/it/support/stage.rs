use std::{
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use bibsync::http::{SendFuture, Transport, WireError, WireRequest, WireResponse};
use tokio::time::{Instant, sleep};

type Play = dyn Fn(usize, &WireRequest) -> Result<WireResponse, WireError> + Send + Sync;

/// A transport without a network: every request takes the same virtual time.
pub(crate) struct Stage {
    play: Box<Play>,
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

impl Stage {
    /// `play` is given the number of the request, from 0.
    pub(crate) fn new(
        latency: Duration,
        play: impl Fn(usize, &WireRequest) -> Result<WireResponse, WireError> + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Self {
            play: Box::new(play),
            latency,
            started: Instant::now(),
            log: Mutex::default(),
        })
    }

    /// When each request went out, in milliseconds of virtual time from the start.
    pub(crate) fn sent(&self) -> Vec<u128> {
        let log = self.log.lock().unwrap();
        log.sent.iter().map(|(at, _)| at.as_millis()).collect()
    }

    /// What was asked, in the order of sending.
    pub(crate) fn paths(&self) -> Vec<String> {
        let log = self.log.lock().unwrap();
        log.sent.iter().map(|(_, path)| path.clone()).collect()
    }

    /// The most requests that were under way at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.log.lock().unwrap().most
    }
}

impl Transport for Stage {
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
            (self.play)(number, &request)
        })
    }
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

/// A response of this status with these headers and this body.
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
