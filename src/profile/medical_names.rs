//! Names as medical journals print them, the family name first and the initials bare: `Doe JR`.
//!
//! One such name can't be told from one whose family name is in capitals: `Wei XU`. A whole list can.

use crate::model::{ListedAuthor, Listing, PersonName};

/// Turns the names of a list in which at least eight of ten are written like this, and two at least.
pub(super) fn turn(publications: &mut [Listing]) {
    let mut names: Vec<&mut PersonName> = publications
        .iter_mut()
        .flat_map(|listing| &mut listing.authors)
        .filter_map(|author| match author {
            ListedAuthor::Named(name) if !name.organisation => Some(name),
            _ => None,
        })
        .collect();
    let count = |is: &dyn Fn(&PersonName) -> bool| names.iter().filter(|name| is(name)).count();
    let turned = count(&has_bare_initials);
    if turned < 2 || turned * 10 < names.len() * 8 || count(&is_shouted) > 0 {
        return;
    }
    for name in &mut names {
        if has_bare_initials(name) {
            **name = PersonName {
                suffix: std::mem::take(&mut name.suffix),
                ..PersonName::from_parts(&name.family, &name.given)
            };
        }
    }
}

/// Whether what was taken for the family name may be up to three initials.
fn has_bare_initials(name: &PersonName) -> bool {
    let letters = name.family.chars().count();
    let is_word = |word: &str| word.chars().count() > 1 && !word.contains('.');
    (1..=3).contains(&letters)
        && name.family.chars().all(char::is_uppercase)
        && name.particle.is_empty()
        && name.given.chars().any(char::is_lowercase)
        && name.given.split(' ').all(is_word)
}

/// Whether the family name is in capitals, and too long for initials.
fn is_shouted(name: &PersonName) -> bool {
    name.family.chars().count() > 3
        && name.family.chars().all(char::is_uppercase)
        && name.given.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(lists: &[&[&str]]) -> Vec<String> {
        let mut publications: Vec<Listing> = lists
            .iter()
            .map(|names| {
                let mut listing = Listing::titled("Looms");
                let names = names.iter().map(|name| PersonName::parse(name));
                listing.authors = names.map(ListedAuthor::Named).collect();
                listing
            })
            .collect();
        turn(&mut publications);
        let authors = publications.iter().flat_map(|listing| &listing.authors);
        let names = authors.filter_map(|author| match author {
            ListedAuthor::Named(name) => Some(name.sorting_form()),
            ListedAuthor::Person => None,
        });
        names.collect()
    }

    #[test]
    fn initials_behind_family_names_are_given_names() {
        assert_eq!(
            turned(&[&["Doe JR", "van der Berg A", "Roe Miller B"], &["Doe JR"]]),
            ["Doe, JR", "van der Berg, A", "Roe Miller, B", "Doe, JR"]
        );
    }

    #[test]
    fn capitals_are_family_names_where_the_list_says_so() {
        for list in [
            &["Wei XU", "Jun MA", "Ann WEBER"] as &[_],
            &["Ann Lee", "Jun MA"],
            &["Jun MA"],
        ] {
            let as_parsed: Vec<String> = list
                .iter()
                .map(|name| PersonName::parse(name).sorting_form())
                .collect();
            assert_eq!(turned(&[list]), as_parsed);
        }
    }
}
