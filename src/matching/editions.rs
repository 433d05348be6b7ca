//! Editions of a book: printed again later, by another publisher, or with another number.

use super::presses::{PressAgreement, compare_presses, is_press};
use crate::{
    model::{ImportedMetadata, Kind, Listing, Metadata},
    text::editions::Edition,
};

/// Whether two records are of two editions of a book.
pub(super) fn are_two(a: &Metadata, b: &Metadata) -> bool {
    let are_books = a.kind == Kind::Book && b.kind == Kind::Book;
    are_books && number(a).zip(number(b)).is_some_and(|(a, b)| a != b)
}

/// Returns the signs that the record is of another edition of the listed book.
pub(super) fn other_edition_signs(
    listing: &Listing,
    meta: &Metadata,
    years_apart: Option<i32>,
) -> Vec<&'static str> {
    let mut out = Vec::new();
    if meta.kind != Kind::Book {
        return out;
    }
    if listed_number(listing)
        .zip(number(meta))
        .is_some_and(|(listed, found)| listed != found)
    {
        out.push("another edition");
    }
    if years_apart.is_some_and(|apart| apart.abs() >= 2) {
        out.push("a book of another year, perhaps another edition");
    }
    if press_of(listing, meta) == PressAgreement::Other {
        out.push("a book of another publisher");
    }
    if has_other_isbn(listing, meta) && !may_be_another_binding(listing, meta, years_apart) {
        out.push("a book with another ISBN");
    }
    out
}

/// Whether the press that a listing names in place of a venue is the publisher of the record.
pub(super) fn press_of(listing: &Listing, meta: &Metadata) -> PressAgreement {
    let press = listing.venue.as_deref().filter(|venue| is_press(venue));
    match press.zip(meta.publisher.as_deref()) {
        Some((listed, found)) => compare_presses(listed, found),
        None => PressAgreement::Unknown,
    }
}

/// Whether a record is of the book with the listed ISBN.
pub(super) fn has_listed_isbn(listing: &Listing, meta: &Metadata) -> bool {
    let isbns = listing.isbn.as_ref().zip(meta.isbn.as_ref());
    meta.kind == Kind::Book && isbns.is_some_and(|(listed, found)| listed.is_same(found))
}

fn has_other_isbn(listing: &Listing, meta: &Metadata) -> bool {
    let isbns = listing.isbn.as_ref().zip(meta.isbn.as_ref());
    isbns.is_some_and(|(listed, found)| !listed.is_same(found))
}

/// Whether two ISBNs may be those of one edition: in hardback, paperback and on the screen it has the same number,
/// or appears within a year.
fn may_be_another_binding(listing: &Listing, meta: &Metadata, years_apart: Option<i32>) -> bool {
    match listed_number(listing).zip(number(meta)) {
        Some((listed, found)) => listed == found,
        None => years_apart.is_some_and(|apart| apart.abs() <= 1),
    }
}

fn listed_number(listing: &Listing) -> Option<u32> {
    let imported = listing.imported.as_ref().map(ImportedMetadata::meta);
    let stated = listing.fields.get("edition").cloned();
    let stated = stated.or_else(|| imported?.edition.clone());
    stated.and_then(|text| Edition::read(&text).number)
}

/// The number of an edition. Where a source says nothing, it may be any.
fn number(meta: &Metadata) -> Option<u32> {
    Edition::read(meta.edition.as_deref()?).number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Isbn, PartialDate, Title};

    fn book(year: i32, edition: &str, publisher: &str) -> Metadata {
        let mut meta = Metadata::new(Kind::Book, Title::plain("Das kulturelle Gedächtnis"));
        meta.date = Some(PartialDate::year(year));
        meta.edition = (!edition.is_empty()).then(|| edition.to_owned());
        meta.publisher = (!publisher.is_empty()).then(|| publisher.to_owned());
        meta
    }

    #[test]
    fn editions_of_two_numbers_are_two() {
        assert!(are_two(&book(2007, "6", ""), &book(2008, "7", "")));
        assert!(!are_two(&book(2007, "6", ""), &book(2007, "", "")));
    }

    #[test]
    fn other_editions_are_questions() {
        let mut listing = Listing::titled("Das kulturelle Gedächtnis");
        listing.venue = Some("Beck".into());
        let signs = |listing: &Listing, meta: &Metadata, apart| {
            other_edition_signs(listing, meta, Some(apart)).join("; ")
        };
        assert_eq!(signs(&listing, &book(2007, "6", "C.H. Beck"), 0), "");
        assert_ne!(signs(&listing, &book(2007, "6", "C.H. Beck"), 2), "");
        listing.fields.insert("edition".into(), "7".into());
        assert_eq!(signs(&listing, &book(2007, "6", ""), 0), "another edition");
        listing.venue = Some("Penguin".into());
        assert!(signs(&listing, &book(2007, "7", "C.H. Beck"), 0).contains("publisher"));
    }

    #[test]
    fn other_isbn_is_another_edition_unless_year_or_number_agree() {
        let mut listing = Listing::titled("Das kulturelle Gedächtnis");
        listing.isbn = Isbn::parse("3406568440").ok();
        let signs = |listing: &Listing, isbn: &str, edition: &str, apart| {
            let mut meta = book(2013, edition, "");
            meta.isbn = Isbn::parse(isbn).ok();
            other_edition_signs(listing, &meta, apart).join("; ")
        };
        let other = "9783406703409";
        assert_eq!(signs(&listing, "9783406568442", "", None), "");
        assert_eq!(signs(&listing, other, "", Some(1)), "", "the paperback");
        assert_eq!(signs(&listing, other, "", None), "a book with another ISBN");
        listing.fields.insert("edition".into(), "7th".into());
        assert_eq!(signs(&listing, other, "7. Aufl.", None), "");
        assert!(signs(&listing, other, "8. Aufl.", Some(0)).contains("another edition"));
    }

    #[test]
    fn isbn_of_ten_digits_is_that_of_thirteen() {
        let mut listing = Listing::titled("x");
        listing.isbn = Isbn::parse("3406568440").ok();
        let mut meta = book(2013, "7", "");
        assert!(!has_listed_isbn(&listing, &meta));
        meta.isbn = Isbn::parse("9783406568442").ok();
        assert!(has_listed_isbn(&listing, &meta));
    }
}
