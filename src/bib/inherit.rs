use std::borrow::Cow;
use std::collections::BTreeMap;

use super::read::{BibEntries, BibEntry};

/// The most generations of parents that are followed, which also ends cycles.
const MAX_GENERATIONS: usize = 8;

/// Fields that a child does not inherit.
const NOT_INHERITED: [&str; 12] = [
    "crossref",
    "xref",
    "xdata",
    "ids",
    "entryset",
    "keywords",
    "label",
    "options",
    "shorthand",
    "sortkey",
    "execute",
    "relatedtype",
];

/// Fields that a child inherits under another name (the biblatex manual, appendix B); an empty name
/// means that the field is not inherited.
const RENAMED: [(&str, &str); 6] = [
    ("title", "booktitle"),
    ("subtitle", "booksubtitle"),
    ("titleaddon", "booktitleaddon"),
    ("shorttitle", ""),
    ("sorttitle", ""),
    ("indextitle", ""),
];

impl BibEntries {
    /// Returns the entries with the fields they inherit through `crossref` and `xdata`; an entry's own
    /// fields take precedence. Keys are compared without regard to case, as BibTeX does.
    pub fn resolved(&self) -> impl Iterator<Item = Cow<'_, BibEntry>> {
        let mut parents: BTreeMap<String, &BibEntry> = BTreeMap::new();
        let named = self.entries.iter().any(names_parent);
        if named {
            for entry in &self.entries {
                parents.entry(entry.key.to_lowercase()).or_insert(entry);
            }
        }
        self.entries.iter().map(move |entry| {
            if names_parent(entry) {
                Cow::Owned(with_inherited(entry, &parents))
            } else {
                Cow::Borrowed(entry)
            }
        })
    }
}

fn names_parent(entry: &BibEntry) -> bool {
    entry.field("crossref").is_some() || entry.field("xdata").is_some()
}

fn with_inherited(entry: &BibEntry, parents: &BTreeMap<String, &BibEntry>) -> BibEntry {
    let mut whole = entry.clone();
    // Each step: an ancestor, whether it was reached through `crossref`, its generation.
    let mut waiting = parents_of(entry, parents, false, 1);
    let mut seen: Vec<*const BibEntry> = vec![std::ptr::from_ref(entry)];
    while let Some((parent, by_crossref, generation)) = waiting.pop() {
        if generation > MAX_GENERATIONS || seen.contains(&std::ptr::from_ref(parent)) {
            continue;
        }
        seen.push(std::ptr::from_ref(parent));
        for (name, value) in &parent.fields {
            let name = if by_crossref {
                inherited_name(&entry.kind, &parent.kind, name)
            } else {
                Some(name.as_str())
            };
            if let Some(name) = name.filter(|name| !NOT_INHERITED.contains(name))
                && whole.field(name).is_none()
            {
                whole.fields.retain(|(known, _)| known != name);
                whole.fields.push((name.to_owned(), value.clone()));
            }
        }
        waiting.extend(parents_of(parent, parents, by_crossref, generation + 1));
    }
    whole
}

fn parents_of<'a>(
    entry: &BibEntry,
    parents: &BTreeMap<String, &'a BibEntry>,
    through_crossref: bool,
    generation: usize,
) -> Vec<(&'a BibEntry, bool, usize)> {
    let keys = |field: &str| -> Vec<String> {
        let value = entry.field(field).unwrap_or_default().to_lowercase();
        value.split(',').map(|key| key.trim().to_owned()).collect()
    };
    let found = |(key, by_crossref): (String, bool)| {
        let parent = parents.get(&key)?;
        Some((*parent, by_crossref || through_crossref, generation))
    };
    keys("crossref")
        .into_iter()
        .map(|key| (key, true))
        .chain(keys("xdata").into_iter().map(|key| (key, false)))
        .filter_map(found)
        .collect()
}

/// Returns the name under which a child inherits a parent's field; `None` where it does not.
fn inherited_name<'a>(child: &str, parent: &str, field: &'a str) -> Option<&'a str> {
    let is_part = matches!(
        child,
        "inproceedings"
            | "conference"
            | "incollection"
            | "inbook"
            | "suppbook"
            | "suppcollection"
            | "inreference"
            | "bookinbook"
    );
    if child == "article" && matches!(parent, "periodical" | "proceedings" | "collection") {
        return match field {
            "title" => Some("journaltitle"),
            "subtitle" => Some("journalsubtitle"),
            field => Some(field),
        };
    }
    if is_part {
        if let Some((_, renamed)) = RENAMED.iter().find(|(name, _)| *name == field) {
            return (!renamed.is_empty()).then_some(renamed);
        }
        if matches!(
            field,
            "author" | "doi" | "url" | "pages" | "eprint" | "biburl"
        ) {
            // The book's identifiers and pages do not apply to its part; the part has the book's author
            // only in `@inbook`.
            return (field == "author" && child == "inbook").then_some(field);
        }
    }
    Some(field)
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;

    #[test]
    fn children_inherit_and_cycles_end() {
        let bib = read(
            "@inproceedings{c, title={Paper}, crossref={P}, pages={1--2}}\n\
             @proceedings{p, title={Proc. of X}, booktitle={Proc. X}, editor={E. D.}, year=2001, doi={10.1/x}, xdata={pub,loop}}\n\
             @xdata{pub, publisher={ACM}}\n@xdata{loop, xdata={loop}, crossref={c}}\n\
             @inproceedings{d, title={Other}, crossref={q}}\n@proceedings{q, title={Title of Q}}\n\
             @article{self, title={S}, crossref={self}}",
        );
        let entries: Vec<BibEntry> = bib.resolved().map(Cow::into_owned).collect();
        let field = |at: usize, name: &str| entries[at].field(name).map(str::to_owned);
        assert_eq!(field(0, "title").unwrap(), "Paper");
        assert_eq!(field(0, "publisher").unwrap(), "ACM");
        assert_eq!(field(0, "year").unwrap(), "2001");
        assert_eq!(field(0, "doi"), None);
        assert!(field(0, "booktitle").unwrap().starts_with("Proc"));
        assert_eq!(field(4, "booktitle").unwrap(), "Title of Q");
        assert_eq!(field(6, "title").unwrap(), "S");
    }
}
