//! What is in a store.

use std::sync::Arc;

use super::{
    answers::PostgresAnswers, budget::PostgresBudget, claims::PostgresClaims, lists::TeamLists,
    store::Store,
};
use crate::cache::{budget::Budget, store::Cache};

impl Store {
    /// Returns the cache in it.
    #[must_use]
    pub fn cache(self: &Arc<Self>) -> Cache {
        Cache::shared(
            PostgresAnswers::new(Arc::clone(self)),
            PostgresClaims::new(Arc::clone(self)),
        )
    }

    /// Returns the budget in it.
    #[must_use]
    pub fn budget(self: &Arc<Self>) -> Budget {
        Budget::over(PostgresBudget::new(Arc::clone(self)))
    }

    /// Returns the lists in it.
    #[must_use]
    pub fn lists(self: &Arc<Self>) -> TeamLists {
        TeamLists::new(Arc::clone(self))
    }
}
