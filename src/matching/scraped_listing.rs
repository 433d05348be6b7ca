//! Recognizes listings copied from a search engine by how their authors are written.

use super::listed_names::ListedNames;
use crate::model::{ListedAuthor, Listing, Person, PersonName};

/// Whether most names are written as search engines do, in initials without full stops:
/// `JM Hellerstein`.
pub(super) fn is_scraped(listing: &Listing, person: &Person) -> bool {
    if listing.authors.iter().all(is_spelt_out) {
        // This is the case in most lists and avoids repairing the names once more.
        return false;
    }
    let listed = ListedNames::of(listing, person);
    let names: Vec<&PersonName> = listed.names.iter().flatten().collect();
    let short = names.iter().filter(|name| is_initials(&name.given));
    let stops = |name: &&PersonName| name.given.contains('.') || name.family.contains('.');
    2 * short.count() > names.len() && !names.iter().any(stops)
}

/// Whether the given names are longer than initials and the name needs no repair.
fn is_spelt_out(author: &ListedAuthor) -> bool {
    match author {
        ListedAuthor::Named(name) => {
            name.given.len() > 3
                && [&name.given, &name.family]
                    .iter()
                    .all(|part| part.is_ascii() && !part.contains('&'))
                && !name.family.starts_with("al")
        }
        ListedAuthor::Person => false,
    }
}

/// Whether given names are one to three letters that are no name: `J`, `JM`, but not `Wei`.
fn is_initials(given: &str) -> bool {
    let letters = given.chars().count();
    (1..=3).contains(&letters)
        && given.chars().all(char::is_alphabetic)
        && (letters == 1
            || given.chars().all(char::is_uppercase)
            || given.chars().all(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_without_full_stops_are_scraped() {
        let scraped = |names: &[&str]| {
            let listing = Listing {
                authors: names
                    .iter()
                    .map(|name| ListedAuthor::Named(PersonName::parse(name)))
                    .collect(),
                ..Listing::titled("x")
            };
            is_scraped(&listing, &Person::default())
        };
        assert!(scraped(&["JM Hellerstein", "PJ Haas", "H Wang"]));
        assert!(scraped(&["jm hellerstein", "peter haas", "h wang"]));
        for names in [
            &["J. Hellerstein", "P Haas"][..],
            &["Wei Wang", "Li Xu"],
            &["Joseph Hellerstein", "Peter Haas", "H Wang"],
            &["Hellerstein"],
            &[],
        ] {
            assert!(!scraped(names), "{names:?}");
        }
    }
}
