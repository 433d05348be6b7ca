//! Finding records again: by identifier, by title, by person.

mod ids;
mod look;
mod people;
mod rank;
pub(super) mod spelling;
mod titles;
mod votes;

#[cfg(test)]
mod tests;

pub use ids::Id;
pub use people::PersonAsked;
pub use titles::TitleAsked;
