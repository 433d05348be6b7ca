use serde::{Deserialize, Serialize};

use super::{Kind, Listing, Metadata, Person};

/// A summary of a listing or a record, by which a person can tell publications apart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// The kind; for a listing, only a kind that it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The first authors, at most [`Outline::NAMED`], as `First Last`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Whether there are more authors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more_authors: bool,
    /// The year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i32>,
    /// The venue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
}

impl Outline {
    /// The number of authors that are named.
    pub const NAMED: usize = 8;

    /// Returns the authors in one line, and whether there are more; `None` without authors.
    #[must_use]
    pub fn people(&self) -> Option<String> {
        let more = if self.more_authors { " and others" } else { "" };
        (!self.authors.is_empty()).then(|| format!("{}{more}", self.authors.join(", ")))
    }

    /// Summarises a record.
    #[must_use]
    pub fn of_record(meta: &Metadata) -> Self {
        let names = meta.authors.iter().map(|author| author.name.to_string());
        let venue = meta.venue.as_ref().map(super::Title::text);
        Self {
            kind: Some(meta.kind),
            authors: names.take(Self::NAMED).collect(),
            more_authors: meta.more_authors || meta.authors.len() > Self::NAMED,
            year: meta.year(),
            venue: venue.or_else(|| meta.venue_short.clone()),
        }
    }

    /// Summarises a listing. The person's name fills blanks in the author list.
    #[must_use]
    pub fn of_listing(listing: &Listing, person: &Person) -> Self {
        let blank = || "(the person)".to_owned();
        let names = listing.author_names(person).into_iter();
        let names = names.map(|name| name.map_or_else(blank, |name| name.to_string()));
        let cut = !listing.authors_complete && !listing.authors.is_empty();
        Self {
            kind: listing.kind,
            authors: names.take(Self::NAMED).collect(),
            more_authors: cut || listing.authors.len() > Self::NAMED,
            year: listing.year,
            venue: listing.venue.clone(),
        }
    }
}
