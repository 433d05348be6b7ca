//! The store of the settings, opened.

use crate::{
    cache::{Store, StoreClock, TeamLists},
    cli::{exit::Failure, session::cache_failed},
    config::Settings,
};

/// Opens the store's lists.
pub(super) fn lists(settings: &Settings) -> Result<TeamLists, Failure> {
    let Some(address) = &settings.store else {
        return Err(Failure::usage("the setting store.url is missing").hint(
            "name the group's PostgreSQL database there, or in BIBSYNC_STORE: \
             postgres://bibsync@db.example.org/bibsync",
        ));
    };
    let store = Store::open(address, StoreClock::Server).map_err(cache_failed)?;
    Ok(store.lists())
}
