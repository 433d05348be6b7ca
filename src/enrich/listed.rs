use std::collections::BTreeSet;

use super::merge::Merged;
use crate::{
    matching::listed_kind,
    model::{Contributor, Field, Kind, Listing, Metadata, PartialDate, Person, SourceName, Title},
};

/// What a listing itself says, as metadata: the form in which an unmatched work is exported.
///
/// The venue goes where its kind has a place for it: the proceedings, the journal, the publisher
/// of a book, the school of a thesis. Without a hint a listed venue is taken for proceedings, and
/// a work without a venue for a manuscript.
#[must_use]
pub fn as_listed(listing: &Listing, person: &Person) -> Merged {
    let unpublished = listing.says_unpublished();
    let kind = match listed_kind(listing) {
        // "Submitted to ICML" is not ICML.
        Some(Kind::Conference | Kind::Journal) | None if unpublished => Kind::Other,
        Some(kind) => kind,
        None if listing.venue.is_some() => Kind::Conference,
        None => Kind::Other,
    };
    let mut meta = Metadata::new(kind, Title::plain(listing.title.clone()));
    meta.authors = listing
        .author_names(person)
        .into_iter()
        .flatten()
        .map(Contributor::from)
        .collect();
    meta.more_authors = !listing.authors_complete && !meta.authors.is_empty();
    meta.date = listing
        .year
        .and_then(|year| PartialDate::from_parts(year, listing.month, None));
    meta.ids.doi = listing.doi.clone().filter(|doi| doi.arxiv().is_none());
    meta.ids.arxiv = listing
        .arxiv
        .clone()
        .or_else(|| listing.doi.as_ref().and_then(crate::model::Doi::arxiv));
    meta.ids.dblp = listing.dblp.clone();
    meta.isbn = listing.isbn.clone();
    meta.url = listing.url.clone();
    meta.note = listing.note.clone();
    if let Some(venue) = listing.venue.clone() {
        match kind {
            Kind::PhdThesis | Kind::MastersThesis | Kind::Report => meta.institution = Some(venue),
            Kind::Book => meta.publisher = Some(venue),
            // The remark on the state of the work says it all.
            Kind::Other if unpublished => {}
            _ => meta.venue = Some(Title::plain(venue)),
        }
    }
    let origins = super::merge::fields_of(&meta)
        .into_iter()
        .map(|field: Field| (field, SourceName::Listing.into()))
        .collect();
    Merged {
        meta,
        origins,
        editions: BTreeSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_submission_is_not_a_paper_of_its_venue() {
        let listing = Listing {
            venue: Some("Submitted to ICML 2026".into()),
            status: Some("submitted".into()),
            year: Some(2026),
            ..Listing::titled("When RL Meets Speculation")
        };
        let merged = as_listed(&listing, &Person::default());
        assert_eq!(merged.meta.kind, Kind::Other);
        assert_eq!(merged.meta.venue, None);
        assert_eq!(merged.origins[&Field::Title].source, SourceName::Listing);
    }

    #[test]
    fn a_thesis_has_a_school() {
        let listing = Listing {
            venue: Some("Thesis of The University of Sydney".into()),
            ..Listing::titled("Efficient Compression")
        };
        let merged = as_listed(&listing, &Person::default());
        assert_eq!(merged.meta.kind, Kind::PhdThesis);
        assert!(merged.meta.institution.is_some());
    }
}
