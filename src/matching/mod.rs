//! Finds the record that a listing means.
//!
//! Owns the evidence, its weights, the grouping of records into works, and the decision. A listing,
//! the person who lists it and the records found by the sources come in; a verdict with ranked
//! candidates and the records of the chosen work go out. It does no I/O, is never async, and must
//! not know where records come from or what happens to them afterwards.

mod address;
mod agreement_profile;
mod authors;
mod blocking_keys;
mod candidate;
mod candidate_index;
mod citation_debris;
mod claims;
mod comparison;
mod damage;
mod decide;
mod decision;
mod difference;
mod distinguishing_words;
mod dominance;
mod feature;
mod fitted;
mod group;
mod kind;
mod listed_names;
mod namesake;
mod pins;
mod score;
mod scraped_listing;
mod scraped_score;
mod tally;
mod title;
mod title_words;
mod venue;
mod venue_conflict;
mod venue_words;
mod vetoes;
mod vocabulary;
mod weights;

pub use authors::AuthorAgreement;
pub use candidate_index::CandidateIndex;
pub use claims::resolve_shared_claims;
pub use decide::decide;
#[doc(hidden)] // for examples/evaluate
pub use decide::decide_without;
pub use decision::Decision;
pub use difference::Difference;
pub use distinguishing_words::TitleMark;
#[doc(hidden)] // for examples/evaluate
pub use feature::Feature;
pub use fitted::{MATCH_THRESHOLD, QUESTION_THRESHOLD};
pub use group::group_works;
pub use kind::listed_kind;
pub use namesake::bears_name;
#[doc(hidden)] // for examples/evaluate
pub use scraped_score::scraped_listing_features;
pub use title::{TitleAgreement, compare_titles};
pub use venue::venues_differ;
