//! The identifiers of works and people: parsed once, canonical ever after.

mod arxiv;
mod dblp;
mod doi;
mod doi_page;
mod isbn;
mod openalex;
mod orcid;
mod parse;
mod pmid;
mod work;

pub use arxiv::ArxivId;
pub use dblp::{DblpKey, DblpPid};
pub use doi::Doi;
pub use isbn::Isbn;
pub use openalex::OpenAlexAuthor;
pub use orcid::Orcid;
pub use parse::IdError;
pub use pmid::Pmid;
pub use work::{WorkId, WorkIdKind};
