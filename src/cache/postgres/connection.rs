//! One connection, served by a thread of its own, which waits while the server is away.
//!
//! Calls of the cache and the budget are short and synchronous, as SQLite's are; the client of PostgreSQL
//! has a runtime of its own and must not run inside that of the requests.

use std::{
    collections::HashMap,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use postgres::{Client, Statement, error::SqlState};

use super::{
    super::error::{CacheError, with_causes},
    address::StoreAddress,
    migrations::{Tables, prepare, used},
    tls,
};

/// How long a call waits for a server that is away, before the run goes on without it: a restart and a
/// short cut of the network are shorter. After that, calls try once and don't wait, until the server answers.
const PATIENCE: Duration = Duration::from_secs(90);

/// The pause between two attempts to reach the server.
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// How long one attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest time of a statement, and of a wait for a lock: each takes milliseconds. In milliseconds.
const STATEMENT_TIMEOUT: u32 = 30_000;

type Job = Box<dyn FnOnce(&mut Link) + Send>;

/// The way to the thread of the connection.
#[derive(Debug)]
pub(super) struct Connection {
    jobs: Sender<Job>,
}

impl Connection {
    /// Connects, and makes the tables that are missing if it may.
    pub(super) fn open(address: &StoreAddress, tables: Tables) -> Result<Self, CacheError> {
        let mut link = Link {
            address: address.clone(),
            tables,
            connected: None,
            is_given_up: false,
        };
        let (jobs, todo) = channel();
        let (ready, opened) = channel();
        thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || {
                let connected = link.connect_twice();
                let is_open = connected.is_ok();
                if ready.send(connected).is_ok() && is_open {
                    serve(&mut link, &todo);
                }
            })
            .map_err(|source| CacheError::StoreSetup {
                place: address.to_string(),
                source,
            })?;
        opened.recv().map_err(|_| CacheError::StoreClosed)??;
        Ok(Self { jobs })
    }

    /// Does the work on the connection. Waits while the server is away, and does the work again if the
    /// connection broke within it: work must bear to be done twice.
    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Connected) -> Result<T, postgres::Error> + Send + 'static,
    ) -> Result<T, CacheError> {
        let (done, outcome) = channel();
        let job = Box::new(move |link: &mut Link| {
            // The caller waits for it; if it is gone, so is the need.
            _ = done.send(link.run(work));
        });
        let wait = || match self.jobs.send(job) {
            Ok(()) => outcome.recv().ok(),
            Err(_) => None,
        };
        let runtime = tokio::runtime::Handle::try_current();
        let is_shared = runtime.is_ok_and(|runtime| {
            runtime.runtime_flavor() == tokio::runtime::RuntimeFlavor::MultiThread
        });
        let outcome = if is_shared {
            // The other tasks of this thread go on meanwhile.
            tokio::task::block_in_place(wait)
        } else {
            wait()
        };
        outcome.unwrap_or(Err(CacheError::StoreClosed))
    }
}

fn serve(link: &mut Link, todo: &Receiver<Job>) {
    while let Ok(job) = todo.recv() {
        job(link);
    }
}

/// The connection in its thread.
struct Link {
    address: StoreAddress,
    tables: Tables,
    connected: Option<Connected>,
    /// Whether a call has waited in vain.
    is_given_up: bool,
}

/// An open connection, with the statements that it has prepared.
pub(super) struct Connected {
    pub(super) client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl Connected {
    /// Returns a statement, which the server parses once.
    pub(super) fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

impl Link {
    fn connect(&mut self) -> Result<(), CacheError> {
        let place = self.address.to_string();
        let tls = tls::connector(&self.address.verification).map_err(|source| {
            CacheError::StoreSetup {
                place: place.clone(),
                source,
            }
        })?;
        let mut config = self.address.config.clone();
        config.connect_timeout(CONNECT_TIMEOUT);
        config.keepalives_idle(Duration::from_secs(10));
        config.tcp_user_timeout(CONNECT_TIMEOUT);
        let opened = config.connect(tls).and_then(|mut client| {
            client.batch_execute(&format!(
                "SET statement_timeout = {STATEMENT_TIMEOUT}; SET lock_timeout = {STATEMENT_TIMEOUT}"
            ))?;
            Ok(client)
        });
        let mut client = opened.map_err(|source| {
            let place = place.clone();
            // The client has no other sign of it.
            if with_causes(&source).contains("password missing") {
                CacheError::StorePassword { place }
            } else {
                CacheError::Store { place, source }
            }
        })?;
        prepare(&mut client, &place, self.tables)?;
        self.connected = Some(Connected {
            client,
            statements: HashMap::new(),
        });
        Ok(())
    }

    /// Connects, and tries once more if the server ended the connection meanwhile, as it does when it restarts.
    fn connect_twice(&mut self) -> Result<(), CacheError> {
        match self.connect() {
            Err(error) if error.is_of_server_away() => {
                thread::sleep(RETRY_PAUSE);
                self.connect()
            }
            connected => connected,
        }
    }

    fn run<T>(
        &mut self,
        work: impl Fn(&mut Connected) -> Result<T, postgres::Error>,
    ) -> Result<T, CacheError> {
        let begun = Instant::now();
        let mut is_away = false;
        loop {
            let error = match self.attempt(&work) {
                Err(CacheError::Store { place, source }) if is_passing(&source) => {
                    CacheError::Store { place, source }
                }
                done => {
                    if (is_away || self.is_given_up) && done.is_ok() {
                        tracing::info!("the store {} answers again", self.address);
                    }
                    self.is_given_up &= done.is_err();
                    return done;
                }
            };
            let is_broken = |it: &Connected| it.client.is_closed();
            if self.connected.as_ref().is_none_or(is_broken) {
                self.connected = None;
            }
            if self.is_given_up || self.address.is_stopping() || begun.elapsed() >= PATIENCE {
                self.is_given_up = true;
                return Err(error);
            }
            if !is_away {
                is_away = true;
                tracing::warn!("{}; waiting for it", with_causes(&error));
            }
            thread::sleep(RETRY_PAUSE);
        }
    }

    fn attempt<T>(
        &mut self,
        work: &impl Fn(&mut Connected) -> Result<T, postgres::Error>,
    ) -> Result<T, CacheError> {
        if self.connected.is_none() {
            self.connect()?;
        }
        let place = self.address.to_string();
        match &mut self.connected {
            Some(connected) => work(connected).map_err(|source| used(&place, source)),
            None => Err(CacheError::StoreClosed),
        }
    }
}

impl CacheError {
    /// Reports whether a store's server is away or starts, which passes by itself.
    #[must_use]
    pub fn is_of_server_away(&self) -> bool {
        matches!(self, Self::Store { source, .. } if is_passing(source))
    }
}

/// Reports whether an error passes by itself: the server is away or starts, the connection broke, or
/// another transaction was in the way.
fn is_passing(error: &postgres::Error) -> bool {
    let Some(code) = error.code() else {
        let is_of_network = std::error::Error::source(error)
            .is_some_and(<dyn std::error::Error + 'static>::is::<std::io::Error>);
        return error.is_closed() || is_of_network;
    };
    let class = code.code().get(..2).unwrap_or_default();
    class == "08"
        || [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::QUERY_CANCELED,
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ]
        .contains(code)
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net::TcpListener,
    };

    use super::*;

    #[test]
    fn password_that_is_missing_can_be_kept_in_a_file() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = server.local_addr().unwrap();
        let serving = thread::spawn(move || {
            let (mut client, _) = server.accept().unwrap();
            let mut begun = [0; 256];
            let read = client.read(&mut begun).unwrap();
            assert!(read > 0);
            // It asks for a password
            // (<https://www.postgresql.org/docs/current/protocol-message-formats.html>).
            client.write_all(b"R\0\0\0\x08\0\0\0\x03").unwrap();
        });
        let address = format!("postgres://ada@{place}/d?sslmode=disable");
        let address = StoreAddress::read(&address, &|_| None).unwrap();
        let error = Connection::open(&address, Tables::Made).unwrap_err();
        assert!(error.to_string().contains(".pgpass"), "{error}");
        serving.join().unwrap();
    }
}
