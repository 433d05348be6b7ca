use serde::{Deserialize, Serialize};

use super::{Kind, Listing, Metadata, Person};

/// What a listing or a record says of a publication, in short: enough for a person to tell it from
/// another.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// What it is; of a listing, only what it says outright.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The first authors, at most [`Outline::NAMED`], as `First Last`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Whether more authors follow, named elsewhere or not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more_authors: bool,
    /// The year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i32>,
    /// Where it appeared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
}

impl Outline {
    /// How many authors are named.
    pub const NAMED: usize = 8;

    /// The authors in one line, and whether more follow; `None` where nobody is named.
    #[must_use]
    pub fn people(&self) -> Option<String> {
        let more = if self.more_authors { " and others" } else { "" };
        (!self.authors.is_empty()).then(|| format!("{}{more}", self.authors.join(", ")))
    }

    /// What a record says.
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

    /// What a listing says, the person's own name put where the list left it blank.
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
