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
mod editions;
mod feature;
mod fitted;
mod group;
mod kind;
mod known_venues;
mod listed_names;
mod namesake;
mod notations;
mod other_version;
mod people_difference;
mod pins;
mod presses;
mod record_comparison;
mod recurring_title;
mod score;
mod scraped_listing;
mod scraped_score;
mod tally;
mod title;
mod title_contractions;
mod title_words;
mod venue;
mod venue_conflict;
mod venue_naming;
mod venue_words;
mod vetoes;
mod vocabulary;
mod weights;

pub use decide::decide;
pub use decision::Decision;
pub use fitted::{MATCH_THRESHOLD, QUESTION_THRESHOLD};
pub use group::group_works;
pub(crate) use kind::has_journal_word;

// For the other modules, tests and examples/evaluate.
#[doc(hidden)]
pub use {
    authors::AuthorAgreement,
    candidate_index::CandidateIndex,
    claims::resolve_shared_claims,
    decide::decide_without,
    difference::Difference,
    distinguishing_words::TitleMark,
    feature::Feature,
    kind::{is_listed_as_book, listed_kind},
    known_venues::{KNOWN_VENUES, are_one_venue, are_two_venues, bare_venue_name},
    namesake::bears_name,
    people_difference::{PeopleDifference, compare_people},
    presses::is_press,
    record_comparison::{RecordComparison, VenueRelation, compare_record},
    recurring_title::is_recurring_title,
    scraped_score::scraped_listing_features,
    tally::ANOTHER_VENUE,
    title::{TitleAgreement, TitleRelation, compare_titles},
    venue::venues_differ,
    venue_naming::is_listed_venue,
};
