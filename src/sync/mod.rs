//! The conductor: the whole path from listings to works.
//!
//! Owns the order in which sources are asked, and how decisions become works, keys, a lock and a
//! report. Listings, sources and an earlier lock come in; a [`Resolved`] of plain data goes out,
//! and [`Event`]s on the way. The only room that knows the whole path; must not know the command
//! line, a terminal or the network.

mod again;
mod event;
mod follow;
mod forecast;
mod gather;
mod keyed;
mod news;
mod notices;
mod old_keys;
mod people;
mod pools;
mod removals;
mod report;
mod resolve;
mod same;
mod search;
mod settle;
mod turned;
mod uncovered;
mod unlisted;

pub use again::{Again, Known};
pub use event::{Event, Phase, Silent, Watch};
pub use forecast::{Forecast, forecast};
pub use keyed::Rekeyed;
pub use removals::Removals;
pub use report::{Report, RequestCounts, conflicts, is_report, kept_since, tally};
pub use resolve::{Item, Listed, NotCovered, Options, Resolved, by_lock, resolve};
pub use uncovered::uncovered;
