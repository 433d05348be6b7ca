use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The names of the lists on which a worker works now: only their leases are extended.
#[derive(Debug, Clone, Default)]
pub(super) struct Held(Arc<Mutex<BTreeSet<String>>>);

impl Held {
    fn set(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces all names.
    pub(super) fn hold(&self, names: impl IntoIterator<Item = String>) {
        *self.set() = names.into_iter().collect();
    }

    pub(super) fn release(&self, name: &str) {
        self.set().remove(name);
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.set().iter().cloned().collect()
    }
}
