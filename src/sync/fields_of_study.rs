//! The fields of study that lists are of, as far as venues and identifiers show. Pure.

use super::input::Listed;
use crate::{
    matching::is_listed_as_book,
    model::{ArxivId, FieldOfStudy, Listing},
    text::venue_fields,
};

/// A list is of a field beyond computing from so many listings on,
const FEWEST: usize = 2;

/// if these are so many times the listings of computing. Among the 43 labelled lists that fixed both
/// (measurements, "Fields of study"), the list of a computer scientist has at most a quarter as many.
const TIMES: usize = 3;

/// A list is of no other field than those beyond computing if no listing is of computing, and the
/// listings with a known field are at least so many (none of the nine labelled lists of computing is),
const SURE: usize = 5;

/// and at least one in so many of all.
const SURE_SHARE: usize = 2;

/// The fields of the listings of some lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedFields {
    /// The number of listings.
    pub listed: usize,
    /// The number of listings of a field beyond computing.
    pub beyond: usize,
    /// The number of listings of computing.
    pub computing: usize,
    /// The number of listings that are held as books.
    pub books: usize,
    /// The number of those with an ISBN.
    pub numbered_books: usize,
    /// The fields of each listing of a field beyond computing.
    pub fields: Vec<Vec<FieldOfStudy>>,
}

impl ListedFields {
    /// Finds the fields of a list.
    #[must_use]
    pub fn of(list: &Listed) -> Self {
        let mut out = Self::default();
        for listing in &list.publications {
            out.listed += 1;
            if is_listed_as_book(listing) {
                out.books += 1;
                out.numbered_books += usize::from(listing.isbn.is_some());
            }
            let fields = fields_of(listing);
            if fields.contains(&FieldOfStudy::Computing) {
                out.computing += 1;
            } else if !fields.is_empty() {
                out.beyond += 1;
                out.fields.push(fields);
            }
        }
        out
    }

    /// Whether the list is of a field beyond computing.
    #[must_use]
    pub fn is_beyond_computing(&self) -> bool {
        self.beyond >= FEWEST && self.beyond >= TIMES * self.computing
    }

    /// Whether the list has books that the catalogue of a library may have: two, or one with its ISBN, and
    /// with the works of fields beyond computing several times as many as works of computing.
    #[must_use]
    pub fn has_books(&self) -> bool {
        (self.books >= FEWEST || self.numbered_books > 0)
            && self.books + self.beyond >= TIMES * self.computing
    }

    /// Whether the list is of nothing else.
    #[must_use]
    pub fn is_far_from_computing(&self) -> bool {
        self.computing == 0 && self.beyond >= SURE && self.beyond * SURE_SHARE >= self.listed
    }

    /// Returns the number of listings of the field of these that has most, and that field; `None` if the
    /// list is of none of them.
    #[must_use]
    pub fn of_these(&self, fields: &[FieldOfStudy]) -> Option<(usize, FieldOfStudy)> {
        let of_any = |own: &&Vec<FieldOfStudy>| own.iter().any(|field| fields.contains(field));
        if !self.is_beyond_computing() || self.fields.iter().filter(of_any).count() < FEWEST {
            return None;
        }
        let count = |field: FieldOfStudy| {
            let own = self.fields.iter().filter(|own| own.contains(&field));
            (own.count(), field)
        };
        let counts = fields.iter().map(|field| count(*field));
        counts.max_by_key(|(count, field)| (*count, std::cmp::Reverse(*field)))
    }
}

/// The fields of the archives, venues and identifiers that a listing has.
fn fields_of(listing: &Listing) -> Vec<FieldOfStudy> {
    let mut out = Vec::new();
    let mut add = |field: FieldOfStudy| {
        if !out.contains(&field) {
            out.push(field);
        }
    };
    let pins = listing.pins();
    if pins.dblp.is_some() {
        add(FieldOfStudy::Computing);
    }
    if pins.pmid.is_some() {
        add(FieldOfStudy::Medicine);
    }
    // Ids before April 2007 include their archive.
    let archive = pins.arxiv.as_ref().map(ArxivId::as_str);
    let archive = archive.and_then(|id| Some(id.split_once('/')?.0));
    if let Some(field) = archive.and_then(FieldOfStudy::of_archive) {
        add(field);
    }
    if let Some(venue) = &listing.venue {
        venue_fields::of_venue(venue).into_iter().for_each(add);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Person, Pmid};

    fn fields(listings: Vec<Listing>) -> ListedFields {
        ListedFields::of(&Listed {
            file: "profile.json".into(),
            person: Person::default(),
            publications: listings,
        })
    }

    fn in_venues(venues: &[&str]) -> ListedFields {
        let listing = |venue: &&str| {
            let mut listing = Listing::titled("x");
            listing.venue = Some((*venue).to_owned());
            listing
        };
        fields(venues.iter().map(listing).collect())
    }

    #[test]
    fn few_venues_of_another_field_do_not_make_a_list_of_it() {
        let computing = ["NSDI", "SOSP", "OSDI", "J. Neurosci.", "The Lancet"];
        assert!(!in_venues(&computing).is_beyond_computing());
        assert!(!in_venues(&["The Lancet", "Nature", "EuroSys"]).is_beyond_computing());
        let medicine = ["The Lancet", "JAMA", "BMJ", "ACM CHI", "Nature"];
        let fields = in_venues(&medicine);
        assert!(fields.is_beyond_computing() && !fields.is_far_from_computing());
        assert_eq!(
            fields.of_these(&[FieldOfStudy::Medicine]),
            Some((3, FieldOfStudy::Medicine))
        );
        assert_eq!(fields.of_these(&[FieldOfStudy::Physics]), None);
    }

    #[test]
    fn books_are_counted_against_works_of_computing() {
        let books = ["C. H. Beck", "Suhrkamp Verlag", "Past & Present"];
        assert!(in_venues(&books).has_books());
        assert!(!in_venues(&["MIT Press", "Speculum"]).has_books());
        assert!(!in_venues(&["MIT Press", "MIT Press", "NSDI"]).has_books());
        let mut one = Listing::titled("x");
        one.isbn = crate::model::Isbn::parse("3406568440").ok();
        assert!(fields(vec![one]).has_books());
    }

    #[test]
    fn identifiers_tell_the_field_where_venues_do_not() {
        let mut old = Listing::titled("x");
        old.arxiv = ArxivId::parse("hep-th/9711200").ok();
        let mut indexed = Listing::titled("y");
        indexed.pmid = Pmid::parse("31000001").ok();
        let found = fields(vec![old.clone(), old, indexed]);
        let count = |field| {
            found
                .fields
                .iter()
                .filter(|own| own.contains(&field))
                .count()
        };
        assert_eq!(count(FieldOfStudy::ParticlePhysics), 2);
        assert_eq!(count(FieldOfStudy::Medicine), 1);
    }
}
