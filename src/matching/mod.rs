//! Which record is this listing?
//!
//! Owns the evidence, the score, the grouping of records into works, and the decision. A listing,
//! whose list it is, and the records that sources gave come in; a verdict with ranked candidates
//! and the records of the chosen work go out. Pure and never async: must not know where records
//! come from or what becomes of them.

mod authors;
mod decide;
mod group;
mod pool;
mod score;
mod title;
mod venue;

pub use authors::AuthorAgreement;
pub use decide::{Decision, decide};
pub use group::works_of;
pub use pool::Pool;
pub use score::{AMBIGUOUS, MATCHED};
pub use title::{TitleAgreement, compare_titles};
pub use venue::{listed_kind, venues_differ};
