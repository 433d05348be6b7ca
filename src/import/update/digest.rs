//! The digest of an imported listing, by which later imports recognize it and its changed fields.

use serde_json::{Value, json};

use crate::model::{ListedAuthor, Listing};

/// Returns the digest of a listing: for each field that follows the file, and for the rest
/// together, eight hexadecimal digits of XXH3.
pub(super) fn digest(listing: &Listing) -> String {
    let said = fields(listing);
    let of = |is: &dyn Fn(&str) -> bool| {
        let said = said.iter().filter(|(name, _)| is(name));
        let said: Vec<String> = said
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let digest = xxhash_rust::xxh3::xxh3_64(said.join("\n").as_bytes());
        format!("{:08x}", digest >> 32)
    };
    let mut parts: Vec<String> = FOLLOWING
        .iter()
        .map(|names| of(&|name| names.contains(&name)))
        .collect();
    parts.push(of(&|name| !is_followed(name)));
    parts.join("-")
}

/// Fields that follow the file, each when its value in the file changes. All others are the
/// person's once they are set.
const FOLLOWING: [&[&str]; 5] = [
    &["title"],
    &["authors", "authors_complete"],
    &["venue"],
    &["year"],
    &["status"],
];

/// Returns the part of a digest for a field. Fields that don't follow the file share one part.
pub(super) fn part<'a>(read: &'a str, name: &str) -> Option<&'a str> {
    let at = FOLLOWING.iter().position(|names| names.contains(&name));
    read.split('-').nth(at.unwrap_or(FOLLOWING.len()))
}

/// Whether a field follows the file.
pub(super) fn is_followed(name: &str) -> bool {
    FOLLOWING.iter().any(|names| names.contains(&name))
}

/// Returns a listing as the fields of a profile, in their usual order.
pub(super) fn fields(listing: &Listing) -> Vec<(&'static str, Value)> {
    let name = |author: &ListedAuthor| match author {
        ListedAuthor::Person => Value::Null,
        ListedAuthor::Named(name) => json!(name.spelt()),
    };
    let authors: Vec<Value> = listing.authors.iter().map(name).collect();
    let text = |text: Option<String>| text.map(Value::String);
    let all = [
        ("title", Some(json!(listing.title))),
        ("authors", (!authors.is_empty()).then(|| json!(authors))),
        (
            "authors_complete",
            (!listing.authors_complete).then_some(json!(false)),
        ),
        ("venue", text(listing.venue.clone())),
        ("year", listing.year.map(|year| json!(year))),
        ("month", listing.month.map(|month| json!(month))),
        ("kind", listing.kind.map(|kind| json!(kind))),
        ("status", text(listing.status.clone())),
        ("doi", text(listing.doi.as_ref().map(ToString::to_string))),
        (
            "arxiv",
            text(listing.arxiv.as_ref().map(ToString::to_string)),
        ),
        ("dblp", text(listing.dblp.as_ref().map(ToString::to_string))),
        ("pmid", text(listing.pmid.as_ref().map(ToString::to_string))),
        ("isbn", text(listing.isbn.as_ref().map(ToString::to_string))),
        ("url", text(listing.url.clone())),
        ("key", text(listing.key.clone())),
        ("note", text(listing.note.clone())),
        ("match", (!listing.is_searched()).then_some(json!(false))),
    ];
    let given = all.into_iter();
    given
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}
