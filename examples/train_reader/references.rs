//! The whole reader measured on references that are labelled part by part.

use std::{collections::BTreeMap, error::Error, path::Path};

use bibsync::{
    import::{Hints, read_page},
    model::{ImportedMetadata, ListedAuthor, Listing, Metadata},
    text::fold::words,
};

use crate::{
    case,
    entry_words::{self, Reference},
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
    println!("field      labelled   read  right  exact F1  words F1");
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

/// Without the small words between names, and those that only say what a number is.
fn without_small(label: &str, mut own: Vec<String>) -> Vec<String> {
    let small: &[&str] = match label {
        "author" => &["and", "et", "al", "others", "und", "y", "e"],
        "container" => &["in", "the"],
        "volume" | "pages" => &[
            "vol", "volume", "v", "no", "nr", "bd", "pp", "p", "pages", "page",
        ],
        _ => &[],
    };
    own.retain(|word| !small.contains(&word.as_str()));
    // Initials and names in any order.
    if label == "author" {
        own.sort();
    }
    own
}

/// How often a field is labelled, read and right, and the same of its words.
#[derive(Default)]
struct Count {
    fields: [usize; 3],
    words: [usize; 3],
}

impl Count {
    fn add(&mut self, labelled: &[String], read: &[String]) {
        self.fields[0] += usize::from(!labelled.is_empty());
        self.fields[1] += usize::from(!read.is_empty());
        self.fields[2] += usize::from(!read.is_empty() && labelled == read);
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for word in labelled {
            *known.entry(word).or_default() += 1;
        }
        self.words[0] += labelled.len();
        self.words[1] += read.len();
        for word in read {
            if let Some(count) = known.get_mut(word.as_str()).filter(|count| **count > 0) {
                *count -= 1;
                self.words[2] += 1;
            }
        }
    }

    fn join(&mut self, other: &Self) {
        for at in 0..3 {
            self.fields[at] += other.fields[at];
            self.words[at] += other.words[at];
        }
    }

    fn shown(&self) -> String {
        let f1 = |[labelled, read, right]: [usize; 3]| {
            200.0 * right as f64 / (labelled + read).max(1) as f64
        };
        let [labelled, read, right] = self.fields;
        format!(
            "{labelled:>8} {read:>6} {right:>6} {:>9.1} {:>9.1}",
            f1(self.fields),
            f1(self.words)
        )
    }
}
