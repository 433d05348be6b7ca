//! Look-ups of records by identifier, title and person.

mod ids;
mod look;
mod people;
mod rank;
mod spelling;
mod titles;
mod votes;

#[cfg(test)]
mod tests;

pub use ids::Id;
pub use people::PersonLookup;
pub use titles::TitleLookup;
