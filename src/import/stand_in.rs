//! Stands in for the reader of lists until it is there: an item is a title.

use super::{Begins, Certainty, Entry, Import, Line, Lines, Page, Span, Style};
use crate::model::{Listing, Person, PersonName};

/// What is known beforehand.
#[derive(Default)]
pub struct Hints<'a> {
    /// Whose list it is.
    pub name: Option<PersonName>,
    /// Whether a title is that of a known record.
    pub known: Option<&'a dyn Fn(&str) -> bool>,
}

/// Makes a list of a page.
#[must_use]
pub fn read_page(page: &Page, hints: &Hints<'_>) -> Import {
    let name = hints.name.clone();
    let told = page.name.as_deref().map(PersonName::parse);
    let items = page.lines.iter().filter(|line| line.begins == Begins::Item);
    Import {
        person: Person {
            name: name.or(told),
            ..Person::default()
        },
        entries: items
            .map(|line| Entry {
                listing: Listing::titled(line.text().trim()),
                at: line.at,
                certainty: Certainty::SURE,
            })
            .filter(|entry| !entry.listing.title.is_empty())
            .collect(),
        ..Import::default()
    }
}

/// Plain text.
pub mod plain {
    use super::*;

    /// The lines of a plain text.
    #[must_use]
    pub fn read(text: &str) -> Page {
        let line = |(at, text): (usize, &str)| {
            let (begins, text) = match text.trim().strip_prefix("- ") {
                Some(item) => (Begins::Item, item),
                None => (Begins::Paragraph, text.trim()),
            };
            let at = Lines {
                first: at + 1,
                last: at + 1,
            };
            Line {
                at,
                begins,
                indent: 0,
                spans: vec![Span {
                    text: text.to_owned(),
                    style: Style::default(),
                    link: None,
                }],
            }
        };
        let lines = text.lines().enumerate().map(line);
        Page {
            name: None,
            lines: lines.filter(|line| !line.text().is_empty()).collect(),
        }
    }
}
