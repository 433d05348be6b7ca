use std::collections::BTreeSet;

use super::merge::Merged;
use crate::{
    matching::listed_kind,
    model::{
        Contributor, Field, Kind, Listing, Metadata, PartialDate, Person, SourceName, Title, Told,
    },
    text::markup,
};

/// What a listing itself says, as metadata: the form in which an unmatched work is exported.
///
/// What was told field by field is all there, also by way of a profile, which has some of it for itself. Of other listings the venue goes where its kind has a
/// place for it: the proceedings, the journal, the publisher of a book, the school of a thesis.
/// Without a hint a listed venue is taken for proceedings, and a work without a venue for a
/// manuscript.
#[must_use]
pub fn as_listed(listing: &Listing, person: &Person) -> Merged {
    let meta = match &listing.told {
        Some(Told::Beside(told)) => with_beside(told, listing, person),
        Some(Told::Whole(told)) => as_told(told, listing),
        None => as_claimed(listing, person),
    };
    let there = Field::ALL.into_iter();
    let origins = there
        .filter(|field| meta.in_words(*field).is_some())
        .map(|field| (field, SourceName::Listing.into()))
        .collect();
    Merged {
        meta,
        origins,
        editions: BTreeSet::new(),
    }
}

fn as_told(told: &Metadata, listing: &Listing) -> Metadata {
    let mut meta = told.clone();
    if listing.says_unpublished() && matches!(meta.kind, Kind::Conference | Kind::Journal) {
        meta.kind = Kind::Other;
        meta.venue = None;
    }
    meta
}

/// What a profile claims, and beside it what the entry said from which it was imported. The profile's
/// own fields come first: they may have been put right since.
fn with_beside(told: &Metadata, listing: &Listing, person: &Person) -> Metadata {
    let claimed = Listing {
        kind: listing.kind.or(Some(told.kind)),
        ..listing.clone()
    };
    let mut meta = as_claimed(&claimed, person);
    if told.title.text() == listing.title {
        meta.title.clone_from(&told.title);
    }
    meta.editors.clone_from(&told.editors);
    let holes = [
        (&mut meta.venue_short, &told.venue_short),
        (&mut meta.series, &told.series),
        (&mut meta.volume, &told.volume),
        (&mut meta.number, &told.number),
        (&mut meta.chapter, &told.chapter),
        (&mut meta.article_number, &told.article_number),
        (&mut meta.edition, &told.edition),
        (&mut meta.genre, &told.genre),
        (&mut meta.publisher, &told.publisher),
        (&mut meta.address, &told.address),
        (&mut meta.institution, &told.institution),
    ];
    for (hole, said) in holes {
        if hole.is_none() {
            hole.clone_from(said);
        }
    }
    meta.pages.clone_from(&told.pages);
    meta
}

fn as_claimed(listing: &Listing, person: &Person) -> Metadata {
    let unpublished = listing.says_unpublished();
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
            // The remark on the state of the work says it all.
            Kind::Other if unpublished => {}
            _ => meta.venue = Some(Title::plain(venue)),
        }
    }
    meta
}

/// The school of a thesis, where the listed venue says first that it is one: `PhD thesis, ETH`.
fn school(venue: String) -> String {
    let says_so = |head: &str| {
        let head = head.to_lowercase();
        ["thesis", "dissertation", "thèse"]
            .iter()
            .any(|word| head.contains(word))
    };
    let parted = venue.split_once([',', '|', ':']);
    match parted.map(|(head, school)| (head, school.trim())) {
        Some((head, school)) if says_so(head) && !school.is_empty() => school.to_owned(),
        _ => venue,
    }
}

/// A title as it reads: HTML and TeX's formulas are markup. One that hides characters stays as it
/// is written, so that they are told of.
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
    fn the_school_of_a_thesis_is_named_alone() {
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
            let merged = as_listed(&listing, &Person::default());
            assert_eq!(merged.meta.institution.as_deref(), Some(school));
        }
    }

    #[test]
    fn what_was_told_is_all_there() {
        let mut told = Metadata::new(Kind::Journal, markup::title("An $O(n)$ Bound"));
        told.venue = Some(Title::plain("PLoS ONE"));
        told.volume = Some("5".into());
        told.publisher = Some("PLoS".into());
        let mut listing = Listing {
            venue: Some("PLoS ONE".into()),
            told: Some(Told::Whole(Box::new(told.clone()))),
            ..Listing::titled("An O(n) Bound")
        };
        let merged = as_listed(&listing, &Person::default());
        assert_eq!(merged.meta, told);
        assert_eq!(merged.origins[&Field::Volume].source, SourceName::Listing);
        listing.venue = Some("Submitted to PLoS ONE".into());
        assert_eq!(
            as_listed(&listing, &Person::default()).meta.kind,
            Kind::Other
        );
    }

    #[test]
    fn titles_keep_their_markup_and_their_signs() {
        let title = |title: &str| {
            as_listed(&Listing::titled(title), &Person::default())
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
