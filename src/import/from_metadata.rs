//! Converts metadata into listings.

use std::collections::BTreeSet;

use super::{Certainty, ImportedEntry, ImportedList, LineRange};
use crate::model::{
    Field, ImportedMetadata, Kind, ListedAuthor, Listing, Metadata, Record, Run, Title,
};
use crate::text::fold;

/// Converts metadata into a listing; `None` without a title.
///
/// The kind is kept only if it excludes other works (a thesis, a book), because sources state too
/// carelessly whether a paper appeared in a journal or at a conference. All metadata is kept in
/// `told`.
#[must_use]
pub fn listing(meta: &Metadata) -> Option<Listing> {
    let mut listing = Listing::titled(meta.title.text().trim());
    if listing.title.is_empty() {
        return None;
    }
    let names = meta.authors.iter().map(|author| author.name.clone());
    listing.authors = names.map(ListedAuthor::Named).collect();
    listing.authors_complete = !meta.more_authors;
    let venue = meta.venue.as_ref().map(Title::text);
    listing.venue = venue
        .or_else(|| meta.institution.clone())
        .or_else(|| meta.venue_short.clone())
        .filter(|venue| !venue.trim().is_empty());
    listing.year = meta.year();
    listing.month = meta.date.and_then(|date| date.month);
    listing.kind = match meta.kind {
        Kind::Conference | Kind::Journal | Kind::Preprint | Kind::Web | Kind::Other => None,
        kind => Some(kind),
    };
    listing.doi.clone_from(&meta.ids.doi);
    listing.arxiv.clone_from(&meta.ids.arxiv);
    listing.dblp.clone_from(&meta.ids.dblp);
    listing.pmid.clone_from(&meta.ids.pmid);
    listing.isbn.clone_from(&meta.isbn);
    listing.url.clone_from(&meta.url);
    listing.note.clone_from(&meta.note);
    listing.imported = Some(ImportedMetadata::Full(Box::new(meta.clone())));
    Some(listing)
}

/// Returns the fields of an entry that a profile has no place for; `None` if there are none.
///
/// The venue, or the school or institution in its place, is a field of the profile.
pub(super) fn extra_fields(told: &Metadata) -> Option<Metadata> {
    let marked = told
        .title
        .runs()
        .iter()
        .any(|run| !matches!(run, Run::Plain(_)));
    let title = if marked {
        told.title.clone()
    } else {
        Title::default()
    };
    let mut out = Metadata::new(told.kind, title);
    out.copy_field(Field::Editors, told);
    for field in Field::UNLISTED {
        // Without a venue these are the profile's venue.
        let is_venue = matches!(field, Field::VenueShort | Field::Institution);
        if !is_venue || told.venue.is_some() {
            out.copy_field(field, told);
        }
    }
    // Without a kind, a work with a venue is read as a paper and one without as a manuscript.
    let guessed = if told.venue.is_some() {
        Kind::Conference
    } else {
        Kind::Other
    };
    (out != Metadata::new(guessed, Title::default())).then_some(out)
}

/// Converts a person's records into their list, the newest first. Volumes they edited are left out,
/// and a preprint that was published under the same title is listed as the publication.
#[must_use]
pub fn page(records: &[Record]) -> ImportedList {
    let title = |record: &Record| fold::fold_without_blanks(&record.meta.title.text());
    let published: BTreeSet<String> = records
        .iter()
        .filter(|record| record.meta.kind != Kind::Preprint)
        .map(title)
        .collect();
    let is_listed = |record: &&Record| match record.meta.kind {
        Kind::Proceedings => false,
        Kind::Preprint => !published.contains(&title(record)),
        _ => true,
    };
    let mut listed: Vec<&Record> = records.iter().filter(is_listed).collect();
    listed.sort_by_key(|record| {
        let newest = std::cmp::Reverse(record.meta.date.map(|date| date.year));
        (
            newest,
            record.meta.ids.dblp.as_ref().map(ToString::to_string),
        )
    });
    let listings = listed.iter().filter_map(|record| listing(&record.meta));
    let entries = (1..).zip(listings);
    ImportedList {
        entries: entries
            .map(|(at, listing)| entry(listing, at, at))
            .collect(),
        ..ImportedList::default()
    }
}

/// Creates an entry from a listing with named fields and its lines.
pub(super) fn entry(listing: Listing, first: usize, last: usize) -> ImportedEntry {
    ImportedEntry {
        listing,
        at: LineRange { first, last },
        certainty: Certainty::SURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Contributor, PersonName};

    #[test]
    fn fields_without_a_place_in_a_profile_are_kept() {
        let mut meta = Metadata::new(Kind::Journal, Title::plain("On Looms"));
        meta.venue = Some(Title::plain("Cloth Review"));
        meta.venue_short = Some("CR".into());
        meta.volume = Some("7".into());
        let kept = extra_fields(&meta).unwrap();
        assert!(kept.title.is_empty() && kept.venue.is_none());
        assert_eq!(kept.volume.as_deref(), Some("7"));
        assert_eq!(kept.venue_short.as_deref(), Some("CR"));
        let mut bare = Metadata::new(Kind::Other, Title::plain("On Looms"));
        assert_eq!(extra_fields(&bare), None);
        bare.venue = Some(Title::plain("Cloth Blog"));
        assert!(extra_fields(&bare).is_some(), "it is no paper");
    }

    #[test]
    fn record_becomes_a_listing() {
        let mut meta = Metadata::new(Kind::PhdThesis, Title::plain("On Looms"));
        assert_eq!(listing(&meta).unwrap().kind, Some(Kind::PhdThesis));
        meta.kind = Kind::Journal;
        meta.authors = vec![Contributor::from(PersonName::parse("Ada Sample"))];
        meta.more_authors = true;
        meta.institution = Some("ETH".into());
        let told = listing(&meta).unwrap();
        assert_eq!((told.kind, told.venue.as_deref()), (None, Some("ETH")));
        assert!(told.authors.len() == 1 && !told.authors_complete);
        meta.title = Title::plain(" ");
        assert_eq!(listing(&meta), None);
    }
}
