//! Whether a store answers at this moment, found out on a connection of its own: that of the work waits while
//! the server is away.

use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::{address::StoreAddress, tls};

/// How long the server has for an answer.
const LIMIT: Duration = Duration::from_secs(2);

/// How long an answer counts: whoever asks often must not burden the server.
const FRESH: Duration = Duration::from_secs(3);

/// Asks a store whether it answers.
#[derive(Debug)]
pub struct StoreProbe {
    address: StoreAddress,
    fresh: Duration,
    last: Mutex<Last>,
}

#[derive(Debug, Default)]
struct Last {
    found: Option<(Instant, bool)>,
    /// An attempt that took too long. Until it ends, no further one is made.
    late: Option<Receiver<bool>>,
}

impl StoreProbe {
    /// Returns a probe, which connects when it is asked.
    #[must_use]
    pub fn new(address: &StoreAddress) -> Self {
        Self {
            address: address.clone(),
            fresh: FRESH,
            last: Mutex::default(),
        }
    }

    /// Returns whether the store answers now, or did three seconds ago. Takes two seconds at most.
    pub fn answers(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, answers)) = last.found
            && at.elapsed() < self.fresh
        {
            return answers;
        }
        let late = last.late.take();
        let outcome = late
            .filter(|it| it.try_recv() == Err(TryRecvError::Empty))
            .unwrap_or_else(|| self.ask());
        let answers = match outcome.recv_timeout(LIMIT) {
            Ok(answers) => answers,
            Err(RecvTimeoutError::Timeout) => {
                last.late = Some(outcome);
                false
            }
            Err(RecvTimeoutError::Disconnected) => false,
        };
        last.found = Some((Instant::now(), answers));
        answers
    }

    /// Asks in a thread of its own: a server that hangs can't be left otherwise.
    fn ask(&self) -> Receiver<bool> {
        let (done, outcome) = channel();
        let address = self.address.clone();
        let started = thread::Builder::new()
            .name("probe".to_owned())
            .spawn(move || done.send(asked(&address)));
        if let Err(error) = started {
            tracing::warn!("the store can't be probed: {error}");
        }
        outcome
    }
}

fn asked(address: &StoreAddress) -> bool {
    let Ok(tls) = tls::connector(&address.verification) else {
        return false;
    };
    let mut config = address.config.clone();
    config.connect_timeout(LIMIT);
    config.tcp_user_timeout(LIMIT);
    let answered = config
        .connect(tls)
        .and_then(|mut client| client.simple_query("SELECT 1"));
    if let Err(error) = &answered {
        tracing::debug!("the store {address} does not answer: {error}");
    }
    answered.is_ok()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::cache::test_stores::cluster;

    fn probe(address: &str, fresh: Duration) -> StoreProbe {
        StoreProbe {
            fresh,
            ..StoreProbe::new(&StoreAddress::read(address, &|_| None).unwrap())
        }
    }

    #[test]
    fn store_that_takes_no_connection_does_not_answer() {
        let Some(cluster) = cluster() else { return };
        cluster.sql("CREATE ROLE probed LOGIN").unwrap();
        let address = cluster.address("probed", "public");
        let (each, kept) = (
            probe(&address, Duration::ZERO),
            probe(&address, Duration::MAX),
        );
        assert!(each.answers() && kept.answers());
        cluster.sql("ALTER ROLE probed NOLOGIN").unwrap();
        assert!(!each.answers());
        assert!(kept.answers(), "it is not asked again so soon");
        cluster.sql("ALTER ROLE probed LOGIN").unwrap();
        assert!(each.answers());
    }

    #[test]
    fn server_that_hangs_does_not_answer() {
        // It takes connections and says nothing.
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap();
        let hung = probe(&format!("postgres://a@{address}/d"), Duration::ZERO);
        assert!(!hung.answers());
        assert!(!hung.answers());
        server.set_nonblocking(true).unwrap();
        let tried = std::iter::from_fn(|| server.accept().ok()).count();
        assert_eq!(tried, 1, "one attempt at a time");
    }
}
