//! What is read of lists that are written for a test.

use crate::{
    import::{
        Hints, ImportedEntry, Span,
        list::{
            read_by_rules as read_page,
            token::{self, Token},
        },
        markdown, plain,
    },
    model::ListedAuthor,
};

/// The tokens of a line.
pub(super) fn tokens(written: &str) -> Vec<Token> {
    let span = Span {
        text: written.to_owned(),
        ..Span::default()
    };
    token::tokens(&[span], 1)
}

/// The entries of a list under a heading, with blank lines between them.
fn entries(written: &[&str]) -> Vec<ImportedEntry> {
    let text = format!("Publications\n\n{}\n", written.join("\n\n"));
    read_page(&plain::read(&text), &Hints::default()).entries
}

/// The title of each entry.
pub(super) fn titles(written: &[&str]) -> Vec<String> {
    let read = entries(written).into_iter();
    read.map(|entry| entry.listing.title).collect()
}

/// The title of each entry of a page in Markdown.
pub(super) fn titles_of_markdown(text: &str) -> Vec<String> {
    let import = read_page(&markdown::page(text).0, &Hints::default());
    let titles = import.entries.into_iter().map(|entry| entry.listing.title);
    titles.collect()
}

/// The venue of each entry of a page in Markdown.
pub(super) fn venues_of_markdown(text: &str) -> Vec<Option<String>> {
    let import = read_page(&markdown::page(text).0, &Hints::default());
    let venues = import.entries.into_iter().map(|entry| entry.listing.venue);
    venues.collect()
}

/// The venue of each entry.
pub(super) fn venues(written: &[&str]) -> Vec<Option<String>> {
    let read = entries(written).into_iter();
    read.map(|entry| entry.listing.venue).collect()
}

/// The authors of each entry as they are sorted, `-` for the person.
pub(super) fn names(written: &[&str]) -> Vec<String> {
    let read = entries(written).into_iter();
    read.map(|entry| {
        let names = entry.listing.authors.iter().map(|author| match author {
            ListedAuthor::Person => "-".to_owned(),
            ListedAuthor::Named(name) => name.sorting_form(),
        });
        names.collect::<Vec<_>>().join("; ")
    })
    .collect()
}
