use std::collections::BTreeSet;

use super::merge::MergedMetadata;
use crate::{
    matching::listed_kind,
    model::{
        Contributor, Field, ImportedMetadata, Kind, Listing, Metadata, PartialDate, Person,
        SourceName, Title,
    },
    text::{markup, publication_state::is_manuscript},
};

/// Converts a listing into metadata, which is how an unmatched work is exported.
///
/// Fields imported from a structured entry are kept, also if they were stored in a profile. For
/// other listings, the venue becomes the proceedings, the journal, the publisher of a book or the
/// school of a thesis, according to the kind. Without a kind, a work with a venue is exported as a
/// conference paper and one without as a manuscript.
#[must_use]
pub fn listed_metadata(listing: &Listing, person: &Person) -> MergedMetadata {
    let meta = match &listing.imported {
        Some(ImportedMetadata::Extra(told)) => with_imported_extras(told, listing, person),
        Some(ImportedMetadata::Full(told)) => from_imported(told, listing),
        None => from_fields(listing, person),
    };
    let there = Field::ALL.into_iter();
    let origins = there
        .filter(|field| meta.in_words(*field).is_some())
        .map(|field| (field, SourceName::LISTING.into()))
        .collect();
    MergedMetadata {
        meta,
        origins,
        editions: BTreeSet::new(),
    }
}

fn from_imported(told: &Metadata, listing: &Listing) -> Metadata {
    let mut meta = told.clone();
    if is_manuscript(listing) && matches!(meta.kind, Kind::Conference | Kind::Journal) {
        meta.kind = Kind::Other;
        meta.venue = None;
    }
    meta
}

/// Combines a profile's own fields with those of the entry it was imported from. The profile's
/// fields win because they may have been corrected since.
fn with_imported_extras(told: &Metadata, listing: &Listing, person: &Person) -> Metadata {
    let claimed = Listing {
        kind: listing.kind.or(Some(told.kind)),
        ..listing.clone()
    };
    let mut meta = from_fields(&claimed, person);
    if told.title.text() == listing.title {
        meta.title.clone_from(&told.title);
    }
    meta.editors.clone_from(&told.editors);
    for field in Field::UNLISTED {
        if field == Field::Pages || meta.in_words(field).is_none() {
            meta.copy_field(field, told);
        }
    }
    meta
}

fn from_fields(listing: &Listing, person: &Person) -> Metadata {
    let unpublished = is_manuscript(listing);
    let kind = match listed_kind(listing) {
        // "Submitted to ICML" is not ICML.
        Some(Kind::Conference | Kind::Journal) | None if unpublished => Kind::Other,
        Some(kind) => kind,
        None if listing.venue.is_some() => Kind::Conference,
        None => Kind::Other,
    };
    let mut meta = Metadata::new(kind, title(&listing.title));
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
    meta.ids = listing.pins();
    meta.isbn = listing.isbn.clone();
    meta.url = listing.url.clone();
    meta.note = listing.note.clone();
    if let Some(venue) = listing.venue.clone() {
        match kind {
            Kind::PhdThesis | Kind::MastersThesis => meta.institution = Some(school(venue)),
            Kind::Report => meta.institution = Some(venue),
            Kind::Book => meta.publisher = Some(venue),
            // The note on the work's status already states this.
            Kind::Other if unpublished => {}
            _ => meta.venue = Some(Title::plain(venue)),
        }
    }
    meta
}

/// Returns the school of a thesis, without the leading words that call it one: `PhD thesis, ETH`.
fn school(venue: String) -> String {
    let says_so = |head: &str| {
        let head = head.to_lowercase();
        ["thesis", "dissertation", "thèse"]
            .iter()
            .any(|word| head.contains(word))
    };
    let split = venue.split_once([',', '|', ':']);
    match split.map(|(head, school)| (head, school.trim())) {
        Some((head, school)) if says_so(head) && !school.is_empty() => school.to_owned(),
        _ => venue,
    }
}

/// Parses a title, in which HTML and TeX formulas are markup. A title with invisible control
/// characters is kept as written so that they can be reported.
fn title(listed: &str) -> Title {
    let hides = |c: char| {
        c.is_control() && !c.is_whitespace()
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if listed.contains(hides) {
        return Title::plain(listed);
    }
    markup::title(listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submission_is_not_exported_as_a_paper() {
        let listing = Listing {
            venue: Some("Submitted to ICML 2026".into()),
            status: Some("submitted".into()),
            year: Some(2026),
            ..Listing::titled("When RL Meets Speculation")
        };
        let merged = listed_metadata(&listing, &Person::default());
        assert_eq!(merged.meta.kind, Kind::Other);
        assert_eq!(merged.meta.venue, None);
        assert_eq!(merged.origins[&Field::Title].source, SourceName::LISTING);
    }

    #[test]
    fn school_of_a_thesis_is_extracted() {
        for (venue, school) in [
            ("PhD thesis, ETH Zurich", "ETH Zurich"),
            ("PhD Dissertation 2023 | Rice University", "Rice University"),
            (
                "Thesis of The University of Sydney",
                "Thesis of The University of Sydney",
            ),
            ("MIT, Cambridge", "MIT, Cambridge"),
        ] {
            let listing = Listing {
                venue: Some(venue.into()),
                kind: Some(Kind::PhdThesis),
                ..Listing::titled("On Looms")
            };
            let merged = listed_metadata(&listing, &Person::default());
            assert_eq!(merged.meta.institution.as_deref(), Some(school));
        }
    }

    #[test]
    fn imported_fields_are_kept() {
        let mut told = Metadata::new(Kind::Journal, markup::title("An $O(n)$ Bound"));
        told.venue = Some(Title::plain("PLoS ONE"));
        told.volume = Some("5".into());
        told.publisher = Some("PLoS".into());
        let mut listing = Listing {
            venue: Some("PLoS ONE".into()),
            imported: Some(ImportedMetadata::Full(Box::new(told.clone()))),
            ..Listing::titled("An O(n) Bound")
        };
        let merged = listed_metadata(&listing, &Person::default());
        assert_eq!(merged.meta, told);
        assert_eq!(merged.origins[&Field::Volume].source, SourceName::LISTING);
        listing.venue = Some("Submitted to PLoS ONE".into());
        assert_eq!(
            listed_metadata(&listing, &Person::default()).meta.kind,
            Kind::Other
        );
    }

    #[test]
    fn titles_keep_markup_and_literal_signs() {
        let title = |title: &str| {
            listed_metadata(&Listing::titled(title), &Person::default())
                .meta
                .title
        };
        for marked in [
            "An $O(n)$ Bound on <i>E. coli</i>",
            "CO<sub>2</sub> &amp; Us",
        ] {
            assert!(title(marked).runs().len() > 1, "{marked}");
            assert!(!title(marked).text().contains(['$', '<', ';']), "{marked}");
        }
        for plain in [
            "R&D for $5 and $10",
            "When a < b > c",
            "List<Person> in C++",
            "my_var & other_var",
            "100% of {x}",
            "C:\\dir",
            "\u{202e}Owned {by} <i>whom</i>",
        ] {
            assert_eq!(title(plain), Title::plain(plain));
        }
    }

    #[test]
    fn thesis_has_a_school() {
        let listing = Listing {
            venue: Some("Thesis of The University of Sydney".into()),
            ..Listing::titled("Efficient Compression")
        };
        let merged = listed_metadata(&listing, &Person::default());
        assert_eq!(merged.meta.kind, Kind::PhdThesis);
        assert!(merged.meta.institution.is_some());
    }
}
