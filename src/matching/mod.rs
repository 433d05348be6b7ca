//! Which record is this listing?
//!
//! Owns the evidence, the score, the grouping of records into works, and the decision. A listing,
//! whose list it is, and the records that sources gave come in; a verdict with ranked candidates
//! and the records of the chosen work go out. Pure and never async: must not know where records
//! come from or what becomes of them.

mod address;
mod authors;
mod byline;
mod candidate;
mod carried;
mod claims;
mod damage;
mod decide;
mod decision;
mod difference;
mod dominance;
mod doubts;
mod edition;
mod fitted;
mod group;
mod harvested;
mod kind;
mod namesake;
mod pins;
mod pool;
mod score;
mod tally;
mod title;
mod traces;
mod turning;
mod venue;
mod vocabulary;
mod weights;
mod words;

pub use authors::AuthorAgreement;
pub use claims::part_claims;
pub use decide::{decide, decide_without};
pub use decision::Decision;
pub use difference::Difference;
pub use fitted::{AMBIGUOUS, MATCHED};
pub use group::works_of;
pub use harvested::harvested_traits;
pub use kind::listed_kind;
pub use namesake::bears_name;
pub use pool::Pool;
pub use score::Feature;
pub use title::{TitleAgreement, compare_titles};
pub use turning::Mark;
pub use venue::venues_differ;
