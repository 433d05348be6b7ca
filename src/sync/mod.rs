//! Runs the whole path from listings to works.
//!
//! Owns the order in which sources are asked, and how decisions become works, keys, a lock and a
//! report. Listings, sources and an earlier lock come in; a [`Resolved`] of plain data goes out, and
//! [`Event`]s on the way. It knows sources by their [`crate::sources::Capabilities`] and not by name.
//! It must not know the command line, a terminal or the network.
//!
//! A run passes values from step to step:
//!
//! 1. *Plan* (`input`, `plan`, `refresh`): which listings need a search.
//! 2. *Ask* (`search`, with the questions of `people`, `lookups` and `titles`): puts the cheapest
//!    questions first.
//! 3. *Decide* (`decide`, `answer`): which record each listing means, and which answers of the lock
//!    are kept.
//! 4. *Settle* (`draft`, `settle`, `keys`): works, keys and the lock.

mod answer;
mod asked;
mod decide;
mod draft;
mod event;
mod evidence;
mod existence;
mod failures;
mod fields_of_study;
mod forecast;
mod input;
mod keys;
mod library_matches;
mod locked;
mod lookups;
mod notices;
mod old_keys;
mod options;
mod people;
mod plan;
mod questions;
mod refresh;
mod removals;
mod report;
mod resolve;
mod result;
mod same_work;
mod search;
mod settle;
mod source_changes;
mod source_set;
mod survey;
mod surveyed;
mod titles;
mod together;
mod uncovered;
mod unlisted;

pub use asked::{AskState, Asked};
pub use event::{Event, Observer, Phase, Silent};
pub use fields_of_study::ListedFields;
pub use forecast::{Forecast, forecast};
pub use input::Listed;
pub use keys::Rekeyed;
pub use options::Options;
pub use refresh::{PreviousRun, RefreshOptions};
pub use removals::Removals;
pub use report::{Report, RequestCounts, is_report, kept_since};
pub use resolve::resolve;
pub use result::{Item, NotCovered, Resolved, Tally, by_lock};
pub use survey::{Survey, Surveyor, survey};
pub use surveyed::Surveyed;
pub use together::{ToAsk, ask_together};
pub use uncovered::uncovered;
