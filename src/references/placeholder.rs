//! Names that stand in place of authors.

use crate::{
    model::{Listing, Person},
    text::fold::fold,
};

/// Texts that templates have in place of a name. None of them is a name that a person has.
const TEMPLATES: [&str; 22] = [
    "a author",
    "author a",
    "b author",
    "author b",
    "c author",
    "author c",
    "an author",
    "author one",
    "author two",
    "author three",
    "first author",
    "second author",
    "third author",
    "author name",
    "author names",
    "author 1",
    "author 2",
    "firstname lastname",
    "lastname firstname",
    "first last",
    "name surname",
    "some author",
];

/// Names of nobody. A paper may be anonymous where nothing names a venue.
const NOBODY: [&str; 5] = [
    "anonymous",
    "anonymous author",
    "anonymous authors",
    "anon",
    "anonymous anonymous",
];

/// Stock names. Single people have each of them, and never a list of them alone with `Doe` in it.
const STOCK: [&str; 6] = [
    "john doe",
    "jane doe",
    "john smith",
    "jane smith",
    "jane roe",
    "richard roe",
];

/// A text in place of authors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Placeholder {
    /// A template's text or stock names, which no record has.
    Template(String),
    /// `Anonymous`, which a few records have.
    Nobody(String),
}

/// Returns the placeholder that a reference has for its authors.
///
/// A template's text anywhere in the list is one, `Anonymous` as the only author, and a list of two
/// or more stock names with a `Doe` among them.
pub(super) fn placeholder(listing: &Listing, person: &Person) -> Option<Placeholder> {
    let names: Vec<String> = listing
        .author_names(person)
        .into_iter()
        .flatten()
        .map(|name| name.to_string())
        .collect();
    let folded: Vec<String> = names
        .iter()
        .map(|name| {
            let name = fold(name);
            let bare = name.strip_suffix(" et al").unwrap_or(&name);
            bare.trim().to_owned()
        })
        .collect();
    let is_template = |name: &String| TEMPLATES.contains(&name.as_str());
    if let Some(at) = folded.iter().position(is_template) {
        return names.get(at).cloned().map(Placeholder::Template);
    }
    if let [only] = &folded[..]
        && NOBODY.contains(&only.as_str())
    {
        return names.first().cloned().map(Placeholder::Nobody);
    }
    let is_stock = |name: &String| STOCK.contains(&name.as_str());
    let is_doe = |name: &String| name.ends_with(" doe");
    let is_list = folded.len() >= 2 && folded.iter().all(is_stock) && folded.iter().any(is_doe);
    is_list.then(|| Placeholder::Template(names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ListedAuthor, PersonName};

    #[test]
    fn placeholders_are_told_from_people() {
        let of = |names: &[&str]| {
            let names = names.iter().map(|name| PersonName::parse(name));
            let listing = Listing {
                authors: names.map(ListedAuthor::Named).collect(),
                ..Listing::titled("x")
            };
            placeholder(&listing, &Person::default()).is_some()
        };
        for names in [
            &["A. Author"][..],
            &["Author, A.", "Author, B."],
            &["Jane Ex", "Second Author"],
            &["Anonymous"],
            &["Anonymous et al."],
            &["John Doe", "Jane Smith"],
        ] {
            assert!(of(names), "{names:?}");
        }
        for names in [
            &["Jane Smith"][..],
            &["John Doe"],
            &["John Smith", "Jane Smith"],
            &["A. Arthur"],
            &["Anonymous", "Jane Ex"],
            &["Jane Author"],
            &[],
        ] {
            assert!(!of(names), "{names:?}");
        }
    }
}
