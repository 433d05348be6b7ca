//! The cache and the budget of one person: an SQLite file each.

mod answers;
mod budget;
mod database;
mod ownership;
mod schema;

pub(super) use {answers::SqliteAnswers, budget::SqliteBudget};
