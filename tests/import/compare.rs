//! What is to be read from a list, and whether an entry that was read is that. The trainer of the reader measures by
//! it too.

use bibsync::{
    import::ImportedEntry,
    model::{ListedAuthor, PersonName},
    text::fold::words,
};
use serde::{Deserialize, Deserializer};

/// A publication of the list.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Expected {
    pub(crate) title: String,
    /// In order; `null` for the person left blank.
    pub(crate) authors: Vec<Option<String>>,
    #[serde(default = "yes")]
    pub(crate) authors_complete: bool,
    pub(crate) venue: Option<String>,
    #[serde(default, deserialize_with = "year")]
    pub(crate) year: Option<i32>,
    pub(crate) status: Option<String>,
}

/// A year as a number or a text.
fn year<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i32>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    Ok(match value {
        serde_json::Value::String(text) => text.parse().ok(),
        value => value.as_i64().and_then(|year| year.try_into().ok()),
    })
}

fn yes() -> bool {
    true
}

/// Whether the title, the authors, the year, the venue and the status are right: a title letter by letter but for
/// typographic marks, all names in order, a venue's words but for years and `in`.
pub(crate) fn compare(expected: &Expected, read: &ImportedEntry) -> [bool; 5] {
    let listing = &read.listing;
    let authors = expected.authors.len() == listing.authors.len()
        && expected.authors_complete == listing.authors_complete | expected.authors.is_empty()
        && expected
            .authors
            .iter()
            .zip(&listing.authors)
            .all(|(expected, read)| match (expected, read) {
                (None, ListedAuthor::Person) => true,
                (Some(expected), ListedAuthor::Named(name)) => is_name(name, expected),
                _ => false,
            });
    [
        marks(&expected.title) == marks(&listing.title),
        authors,
        expected.year == listing.year,
        venue(expected.venue.as_deref()) == venue(listing.venue.as_deref()),
        expected.status.as_deref().map(str::to_lowercase)
            == listing.status.as_deref().map(str::to_lowercase),
    ]
}

/// A title with its typographic marks made alike.
fn marks(title: &str) -> String {
    title
        .replace(['’', '‘'], "'")
        .replace(['“', '”'], "\"")
        .replace(['–', '—'], "-")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether two titles have six of ten words in common, either way.
pub(crate) fn is_near(expected: &str, read: &str) -> bool {
    let (expected, read) = (words(expected), words(read));
    let shared = expected.iter().filter(|word| read.contains(word)).count();
    !expected.is_empty() && shared * 10 >= expected.len() * 6 && shared * 10 >= read.len() * 6
}

/// Whether a name has the words of the expected one, in whatever order its parts are written.
pub(crate) fn is_name(name: &PersonName, expected: &str) -> bool {
    let sorted = |text: &str| {
        let mut out = words(text);
        out.sort_unstable();
        out
    };
    sorted(&name.to_string()) == sorted(expected)
}

fn venue(text: Option<&str>) -> Option<String> {
    let words: Vec<String> = words(text?)
        .into_iter()
        .filter(|word| word.parse::<i32>().is_err() && word != "in")
        .collect();
    Some(words.join(" "))
}
