use crate::import::{Certainty, ImportedEntry, LineRange};
use crate::model::{Doi, ListedAuthor, Listing, PersonName};
use crate::text::{dates, markup};

/// The front matter of a page: fields between two lines of `---` (YAML) or `+++` (TOML). Only text
/// and lists of text are read.
#[derive(Debug, Default)]
pub(super) struct Front {
    fields: Vec<FrontField>,
    /// The byte at which the page's content begins.
    pub(super) body: usize,
    lines: usize,
}

#[derive(Debug)]
struct FrontField {
    name: String,
    values: Vec<String>,
}

impl Front {
    /// Reads the front matter of a page; empty if there is none.
    pub(super) fn of(text: &str) -> Self {
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        let text = &text[start..];
        let fence = if text.starts_with("---") {
            "---"
        } else {
            "+++"
        };
        let mut lines = text.split_inclusive('\n');
        let mut front = Self::default();
        if lines.next().is_none_or(|line| line.trim_end() != fence) {
            return front;
        }
        let mut at = start + text.find('\n').map_or(text.len(), |end| end + 1);
        front.lines = 1;
        for line in lines {
            at += line.len();
            front.lines += 1;
            let is_end = line.trim_end() == fence || fence == "---" && line.trim_end() == "...";
            if is_end {
                front.body = at;
                return front;
            }
            front.line(line);
        }
        // Front matter without an end is none: the line was a rule.
        Self::default()
    }

    /// Returns the first of these fields that is not empty.
    pub(super) fn text(&self, names: &[&str]) -> Option<&str> {
        let values = names.iter().find_map(|name| {
            let field = self.fields.iter().find(|field| field.name == *name)?;
            field.values.iter().find(|value| !value.is_empty())
        });
        values.map(String::as_str)
    }

    fn list(&self, name: &str) -> &[String] {
        let field = self.fields.iter().find(|field| field.name == name);
        field.map_or(&[], |field| field.values.as_slice())
    }

    fn line(&mut self, line: &str) {
        let words = line.trim();
        if words.is_empty() || words.starts_with('#') {
            return;
        }
        if let Some(item) = words.strip_prefix("- ") {
            if let Some(field) = self.fields.last_mut() {
                // Items may be fields themselves: `- name: Ada`.
                let item = item.strip_prefix("name:").unwrap_or(item);
                field.values.push(unquoted(item));
            }
            return;
        }
        let colon = words
            .find(": ")
            .or_else(|| words.strip_suffix(':').map(str::len));
        let Some(end) = colon.or_else(|| words.find('=')) else {
            return;
        };
        let (name, value) = (words[..end].trim(), words[end + 1..].trim());
        let value = value.trim_start_matches(['|', '>']).trim();
        let values = match value
            .strip_prefix('[')
            .and_then(|list| list.strip_suffix(']'))
        {
            Some(list) => split_outside_quotes(list).map(unquoted).collect(),
            None if value.is_empty() => Vec::new(),
            None => vec![unquoted(value)],
        };
        self.fields.push(FrontField {
            name: name.trim_matches(['"', '\'']).to_lowercase(),
            values,
        });
    }
}

fn split_outside_quotes(list: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    list.split(move |c| {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
        c == ',' && quote.is_none()
    })
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inside) = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inside.replace("\\\"", "\"").replace("''", "'");
        }
    }
    value.to_owned()
}

/// Whether a page has front matter.
pub(in crate::import) fn has_front(text: &str) -> bool {
    Front::of(text).body > 0
}

/// Returns the publication that a page describes in its front matter, as in academicpages and Hugo;
/// `None` for any other page.
pub(in crate::import) fn publication(text: &str) -> Option<ImportedEntry> {
    let front = Front::of(text);
    let title = front.text(&["title"])?;
    let venue = front.text(&[
        "venue",
        "publication",
        "journal",
        "booktitle",
        "publication_short",
    ]);
    let is_one = front.text(&["collection"]) == Some("publications")
        || venue.is_some()
        || front
            .text(&["publication_types", "paperurl", "doi"])
            .is_some();
    if !is_one {
        return None;
    }
    let mut listing = Listing::titled(markup::plain(title));
    listing.venue = venue.map(|venue| markup::plain(&venue.replace(['*', '_'], "")));
    listing.authors = authors(&front);
    let date = front.text(&["date", "year", "publishdate"]);
    let date = date.and_then(|date| dates::date(date.split(['T', ' ']).next().unwrap_or(date)));
    listing.year = date.map(|date| date.year);
    listing.doi = front.text(&["doi"]).and_then(|doi| Doi::parse(doi).ok());
    listing.url = front
        .text(&["paperurl", "url_pdf", "link"])
        .filter(|url| url.starts_with("http"))
        .map(str::to_owned);
    Some(ImportedEntry {
        listing,
        at: LineRange {
            first: 1,
            last: front.lines,
        },
        certainty: Certainty::SURE,
    })
}

/// Returns the authors of a page. `admin` and `me` are the owner of the site.
fn authors(front: &Front) -> Vec<ListedAuthor> {
    let names = match front.list("authors") {
        [] => front.list("author"),
        names => names,
    };
    let split: Vec<&str> = match names {
        [one] => one
            .split([',', ';'])
            .flat_map(|part| part.split(" and "))
            .collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    split
        .into_iter()
        .map(|name| name.replace('*', ""))
        .filter(|name| !name.trim().is_empty())
        .map(|name| match name.trim() {
            "admin" | "me" => ListedAuthor::Person,
            name => ListedAuthor::Named(PersonName::parse(name)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_describes_one_publication() {
        let page = "---\ntitle: \"On Looms: A &amp; B\"\ncollection: publications\n\
            permalink: /publication/x\nexcerpt: 'This: is'\ndate: 2009-10-01\n\
            venue: 'Journal of Looms'\npaperurl: 'http://x.org/p.pdf'\n---\nText";
        let entry = publication(page).unwrap();
        assert_eq!(entry.listing.title, "On Looms: A & B");
        assert_eq!(entry.listing.venue.as_deref(), Some("Journal of Looms"));
        assert_eq!(entry.listing.year, Some(2009));
        assert_eq!((entry.at.first, entry.at.last), (1, 9));
        let hugo = "+++\ntitle = \"T\"\nauthors = [\"admin\", \"Bob, Doe\"]\n\
            date = \"2020-01-02T00:00:00Z\"\npublication = \"In *NSDI*\"\ndoi = \"10.1145/1.2\"\n+++\n";
        let entry = publication(hugo).unwrap().listing;
        assert_eq!(entry.authors[0], ListedAuthor::Person);
        assert_eq!(entry.authors.len(), 2);
        assert_eq!(entry.venue.as_deref(), Some("In NSDI"));
        assert!(entry.doi.is_some());
        let yaml = "---\ntitle: T\nauthors:\n  - Ada Sample\n  - Bob Doe\njournal: J\n---\n";
        assert_eq!(publication(yaml).unwrap().listing.authors.len(), 2);
        assert!(publication("---\ntitle: CV\nauthor: Ada\n---\n# List").is_none());
        assert!(publication("---\nno head").is_none());
    }
}
