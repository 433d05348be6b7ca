use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{
    super::error::{CacheError, with_causes},
    address::StoreAddress,
    connection::{Connected, Connection},
    migrations::Tables,
};

/// Whose time counts for the limits of services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreClock {
    /// The server's: it is the same for all machines.
    Server,
    /// The caller's, in tests with a time of their own.
    Caller,
}

/// A database on a PostgreSQL server, in which several machines keep one cache and one budget.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    place: String,
    pub(super) clock: StoreClock,
    has_warned: AtomicBool,
}

impl Store {
    /// Connects, and makes the tables that are missing. A server that is away later is waited for.
    ///
    /// # Errors
    /// When the server can't be reached or refuses, a newer bibsync made the tables, or the role may not
    /// make those that are missing.
    pub fn open(address: &StoreAddress, clock: StoreClock) -> Result<Arc<Self>, CacheError> {
        Self::connect(address, clock, Tables::Made)
    }

    /// Connects for a run that writes nothing.
    ///
    /// # Errors
    /// As [`Self::open`], and when tables are missing.
    pub fn open_as_is(address: &StoreAddress, clock: StoreClock) -> Result<Arc<Self>, CacheError> {
        Self::connect(address, clock, Tables::Expected)
    }

    fn connect(
        address: &StoreAddress,
        clock: StoreClock,
        tables: Tables,
    ) -> Result<Arc<Self>, CacheError> {
        Ok(Arc::new(Self {
            connection: Connection::open(address, tables)?,
            place: address.to_string(),
            clock,
            has_warned: AtomicBool::new(false),
        }))
    }

    /// Returns the address without the password.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Connected) -> Result<T, postgres::Error> + Send + 'static,
    ) -> Result<T, CacheError> {
        self.connection.run(work)
    }

    /// Does the work; logs what fails, and returns `None`. A server that is away would cause a warning for
    /// every response, so that one is enough.
    pub(super) fn try_run<T: Send + 'static>(
        &self,
        act: &str,
        work: impl Fn(&mut Connected) -> Result<T, postgres::Error> + Send + 'static,
    ) -> Option<T> {
        match self.run(work) {
            Ok(done) => Some(done),
            Err(error) => {
                let error = with_causes(&error);
                if self.has_warned.swap(true, Ordering::Relaxed) {
                    tracing::debug!("can't {act} the store: {error}");
                } else {
                    tracing::warn!(
                        "can't {act} the store, continuing without it: answers are not kept, and services \
                         are not asked while their limits can't be kept: {error}"
                    );
                }
                None
            }
        }
    }
}

/// Returns a text without the sign of number zero, which PostgreSQL's texts can't have.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "")
}
