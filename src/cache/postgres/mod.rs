//! The cache and the budget of a group: tables in one database of a PostgreSQL server.

mod address;
mod answers;
mod budget;
mod claims;
mod connection;
mod contents;
mod lists;
mod migrations;
mod moment;
mod pass_file;
mod probe;
mod store;
mod tls;

pub use {
    address::{StoreAddress, StoreAddressError},
    lists::{
        Added, LeasedList, ListChange, ListOutput, ListResult, ListStatus, TeamList, TeamLists,
    },
    probe::StoreProbe,
    store::{Store, StoreClock},
};
