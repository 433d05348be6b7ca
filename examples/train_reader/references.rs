//! The whole reader measured on references that are labelled part by part.

use std::{error::Error, path::Path};

use bibsync::{
    import::{Hints, read_page},
    model::{ImportedMetadata, ListedAuthor, Listing, Metadata},
    text::fold::words,
};

use crate::{
    case,
    entry_words::{self, Reference},
    field_count::{Count, HEAD, without_small},
};

/// Reads each reference that has a title in a list by itself, and prints for each field how often it is right and how
/// many of its words are.
pub(crate) fn measure(path: &Path) -> Result<(), Box<dyn Error>> {
    let all = entry_words::references(path)?;
    let titled: Vec<&Reference> = all.iter().filter(|one| one.has("title")).collect();
    let mut counts = FIELDS.map(|_| Count::default());
    let mut lost = 0;
    for reference in &titled {
        let text = format!("Publications\n\n[1] {}\n", reference.whole());
        let page = case::page(text.as_bytes(), "references", "txt")?;
        let read = read_page(&page, &Hints::default()).entries;
        lost += usize::from(read.is_empty());
        let listing = read.into_iter().next().map(|entry| entry.listing);
        for (count, (label, of)) in counts.iter_mut().zip(FIELDS) {
            let read = listing.as_ref().map(of).unwrap_or_default();
            count.add(
                &labelled(reference, label),
                &without_small(label, words(&read)),
            );
        }
    }
    println!("{} references, {lost} not read", titled.len());
    println!("{HEAD}");
    for (count, (label, _)) in counts.iter().zip(FIELDS) {
        println!("{label:<10} {}", count.shown());
    }
    let mut sum = Count::default();
    for count in &counts {
        sum.join(count);
    }
    println!("{:<10} {}", "all", sum.shown());
    Ok(())
}

/// A field that is measured: its label, and what is read of it.
type Measured = (&'static str, fn(&Listing) -> String);

const FIELDS: [Measured; 6] = [
    ("author", |listing| {
        let names = listing.authors.iter().map(|author| match author {
            ListedAuthor::Named(name) => name.to_string(),
            ListedAuthor::Person => String::new(),
        });
        names.collect::<Vec<_>>().join(" ")
    }),
    ("title", |listing| listing.title.clone()),
    ("container", |listing| {
        listing.venue.clone().unwrap_or_default()
    }),
    ("date", |listing| {
        listing
            .year
            .map(|year| year.to_string())
            .unwrap_or_default()
    }),
    ("volume", |listing| {
        told(listing, |meta| meta.volume.clone())
    }),
    ("pages", |listing| {
        told(listing, |meta| meta.pages.as_ref().map(ToString::to_string))
    }),
];

fn told(listing: &Listing, field: fn(&Metadata) -> Option<String>) -> String {
    let meta = listing.imported.as_ref().map(ImportedMetadata::meta);
    meta.and_then(field).unwrap_or_default()
}

/// The words of a field as labelled. A year is that of the date; authors may be a collaboration; where no container is
/// labelled, the publisher or the institution stands in its place, as it does in a profile.
fn labelled(reference: &Reference, label: &'static str) -> Vec<String> {
    let own = reference.labelled(label);
    match label {
        "date" => {
            let year = own.iter().find_map(|word| {
                let year = word.get(..4)?;
                let is_year = year.bytes().all(|byte| byte.is_ascii_digit());
                (is_year && ("1500".."2100").contains(&year)).then(|| year.to_owned())
            });
            year.into_iter().collect()
        }
        "container" if own.is_empty() => {
            let publisher = reference.labelled("publisher");
            let own = if publisher.is_empty() {
                reference.labelled("institution")
            } else {
                publisher
            };
            without_small(label, own)
        }
        "author" => {
            let teams = reference.labelled("collaboration");
            without_small(label, own.into_iter().chain(teams).collect())
        }
        _ => without_small(label, own),
    }
}
