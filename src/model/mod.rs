//! The nouns of bibliography, shared by every room.
//!
//! Owns what a listing, a record, a work, a name, an identifier, a date and a title *are*. Text
//! comes in and is parsed once; typed values go out and need no second look. Must not know file
//! formats, services or I/O.

mod authority;
mod date;
mod field;
mod field_of_study;
mod ids;
mod kind;
mod listing;
mod name;
mod notice;
mod outline;
mod pages;
mod provenance;
mod record;
mod source_name;
mod title;
mod verdict;
mod work;

pub use authority::Authority;
pub use date::PartialDate;
pub use field::Field;
pub use field_of_study::FieldOfStudy;
pub use ids::{
    ArxivId, DblpKey, DblpPid, Doi, IdError, Isbn, OpenAlexAuthor, Orcid, Pmid, WorkId, WorkIdKind,
};
pub use kind::Kind;
pub use listing::{ImportedMetadata, ListedAuthor, Listing, MatchDirective, Person};
pub use name::PersonName;
pub use notice::{Notice, NoticeKind};
pub use outline::Outline;
pub use pages::Pages;
pub use provenance::{Claim, Provenance};
pub use record::{Contributor, DatasetVersion, Ids, Metadata, Record, RecordLink};
pub use source_name::SourceName;
pub use title::{Run, Title};
pub use verdict::{Candidate, Confidence, Evidence, Piece, Unmatched, Verdict};
pub use work::{Work, WorkStatus};
