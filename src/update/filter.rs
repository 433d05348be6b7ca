/// The fields that can be chosen: those that entries of BibTeX and biblatex have, and the type of the entry.
pub const FIELDS: [&str; 59] = [
    "abstract",
    "address",
    "annote",
    "archiveprefix",
    "arxiv",
    "author",
    "authors",
    "bookauthor",
    "booktitle",
    "chapter",
    "crossref",
    "date",
    "doi",
    "edition",
    "editor",
    "eid",
    "entrytype",
    "eprint",
    "eprintclass",
    "eprinttype",
    "eventtitle",
    "file",
    "howpublished",
    "institution",
    "isbn",
    "issn",
    "issue",
    "issuetitle",
    "journal",
    "journaltitle",
    "key",
    "keywords",
    "langid",
    "language",
    "location",
    "maintitle",
    "month",
    "note",
    "number",
    "organization",
    "pages",
    "pagetotal",
    "part",
    "primaryclass",
    "publisher",
    "pubstate",
    "school",
    "series",
    "shorttitle",
    "subtitle",
    "title",
    "translator",
    "type",
    "url",
    "urldate",
    "version",
    "volume",
    "volumes",
    "year",
];

/// Which fields may change.
#[derive(Debug, Clone, Default)]
pub struct FieldFilter {
    only: Vec<String>,
    never: Vec<String>,
}

/// The name by which a field is chosen, for names that mean the same.
fn canonical(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    match name.as_str() {
        "journaltitle" => "journal",
        "date" | "month" => "year",
        "archiveprefix" | "primaryclass" | "eprinttype" | "eprintclass" | "arxiv" => "eprint",
        "issue" => "number",
        "location" => "address",
        "authors" => "author",
        "type" => "entrytype",
        _ => return name,
    }
    .to_owned()
}

impl FieldFilter {
    /// Makes a filter of `--only` and `--never`; an empty `only` allows all fields.
    #[must_use]
    pub fn new(only: &[String], never: &[String]) -> Self {
        let names = |list: &[String]| list.iter().map(|name| canonical(name)).collect();
        Self {
            only: names(only),
            never: names(never),
        }
    }

    /// Whether a field may change.
    #[must_use]
    pub fn allows(&self, field: &str) -> bool {
        let field = canonical(field);
        (self.only.is_empty() || self.only.contains(&field)) && !self.never.contains(&field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_chosen_by_any_of_their_names() {
        let of = |only: &[&str], never: &[&str]| {
            let owned =
                |list: &[&str]| -> Vec<String> { list.iter().map(|it| (*it).to_owned()).collect() };
            FieldFilter::new(&owned(only), &owned(never))
        };
        assert!(of(&[], &[]).allows("doi"));
        assert!(of(&["DOI", "date"], &[]).allows("year"));
        assert!(!of(&["doi"], &[]).allows("year"));
        assert!(!of(&[], &["journal"]).allows("journaltitle"));
    }
}
