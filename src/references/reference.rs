//! A reference as it is stated.

use crate::{
    matching::listed_kind,
    model::{ImportedMetadata, Kind, Listing, Person},
};

/// A reference as it is stated, and its place in a file.
#[derive(Debug, Clone, Default)]
pub struct Reference {
    /// What it states.
    pub listing: Listing,
    /// The person whose list it is in, if it is in a person's list.
    pub person: Person,
    /// The line on which it begins, counted from 1, where it is known.
    pub line: Option<usize>,
    /// Its key as the file has it, which a profile might not take: `müller2012`, or one that another entry has too.
    pub key: Option<String>,
    /// What it gives as an arXiv id and can be none: `2399.99999`.
    pub no_arxiv_id: Option<String>,
}

impl Reference {
    /// Returns its citation key, if it has one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref().or(self.listing.key.as_deref())
    }

    /// Returns its citation key, or else its title.
    #[must_use]
    pub fn name(&self) -> &str {
        self.key().unwrap_or(&self.listing.title)
    }

    /// Returns the kind of work that it says to be; `None` if it does not say.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        let listed = listed_kind(&self.listing);
        if self.listing.kind.is_some() || listed == Some(Kind::Preprint) {
            return listed;
        }
        let meta = self.listing.imported.as_ref().map(ImportedMetadata::meta);
        let told = meta.map(|meta| meta.kind);
        // The organization behind a manual or a standard is no venue.
        let is_placeless = self.listing.venue.is_none()
            || meta.is_some_and(|meta| {
                meta.venue.is_none() && meta.venue_short.is_none() && meta.institution.is_some()
            });
        match told {
            // An entry `@article` or `@misc` of an arXiv paper.
            Some(Kind::Other | Kind::Journal) | None
                if self.listing.arxiv.is_some() && self.listing.venue.is_none() =>
            {
                Some(Kind::Preprint)
            }
            Some(told) if told != Kind::Other => Some(told),
            // `@misc` with a venue may be anything.
            Some(other) if is_placeless => Some(other),
            _ => listed,
        }
    }

    /// Whether it names a venue at which something is published: no archive, site or remark on its
    /// state.
    #[must_use]
    pub(super) fn names_venue(&self) -> bool {
        let is_archive = self.kind() == Some(Kind::Preprint);
        let venue = self.listing.venue.as_deref().unwrap_or_default();
        !is_archive && venue.chars().any(char::is_alphabetic)
    }
}
