//! Entry types and their required fields.

use std::collections::BTreeMap;

use super::dialect::Dialect;
use super::entry::{CheckedEntry, CheckedField};
use super::finding::RawFinding;

/// Checks the type, parent and required fields of the entry at `at`; inherited fields count. `places`
/// maps the keys of all entries, in lower case, to their indexes.
pub(super) fn check(
    entries: &[CheckedEntry<'_>],
    places: &BTreeMap<String, usize>,
    at: usize,
    dialect: Dialect,
    take: &mut impl FnMut(&CheckedEntry<'_>, RawFinding),
) {
    let entry = &entries[at];
    let table: &[Required] = match dialect {
        Dialect::Bibtex => &CLASSIC,
        Dialect::Biblatex => &MODERN,
    };
    let Some((_, required)) = table.iter().find(|(kind, _)| *kind == entry.kind) else {
        let message = format!(
            "@{} is not an entry type of {}",
            entry.kind,
            dialect.as_str()
        );
        take(
            entry,
            RawFinding::error(entry.at, "S10", message).fix("@misc fits everything"),
        );
        return;
    };
    let parent = entry.value("crossref").to_lowercase();
    let mut inherited: &[CheckedField<'_>] = &[];
    if !parent.is_empty() {
        match places.get(&parent) {
            None => {
                let message = format!("its parent `{parent}` is not in this file");
                take(
                    entry,
                    RawFinding::error(entry.at, "S08", message).fix("remove `crossref`"),
                );
            }
            Some(place) => {
                inherited = &entries[*place].fields;
                if *place < at && dialect == Dialect::Bibtex {
                    let message = format!("its parent `{parent}` precedes it");
                    let fix = "move the parent after its children";
                    take(entry, RawFinding::error(entry.at, "S08", message).fix(fix));
                }
            }
        }
    }
    // biblatex copies the fields of `xdata` entries into those that name them.
    let data: Vec<&[CheckedField<'_>]> = entry
        .value("xdata")
        .split(',')
        .filter(|_| dialect == Dialect::Biblatex)
        .filter_map(|key| places.get(&key.trim().to_lowercase()))
        .map(|place| &entries[*place].fields[..])
        .collect();
    let has = |name: &str| {
        let filled = |fields: &[CheckedField<'_>], name: &str| {
            fields
                .iter()
                .any(|field| field.name == name && !field.text.trim().is_empty())
        };
        filled(&entry.fields, name)
            || filled(inherited, name)
            || data.iter().any(|fields| filled(fields, name))
            || name == "booktitle" && dialect == Dialect::Biblatex && filled(inherited, "title")
    };
    for field in *required {
        if field.split('|').any(has) {
            continue;
        }
        let message = format!("@{} has no {}", entry.kind, field.replace('|', " or "));
        let found = RawFinding::error(entry.at, "S11", message);
        let people = ["author", "editor", "author|editor"].contains(field);
        take(entry, if people { found.advice() } else { found });
    }
}

/// The required fields of an entry type, with alternatives separated by `|`: those whose absence
/// btxdoc's styles report, and those that biblatex's data model calls mandatory (its manual, 2.1.1).
type Required = (&'static str, &'static [&'static str]);

const CLASSIC: [Required; 13] = [
    ("article", &["author", "title", "journal", "year"]),
    ("inproceedings", &["author", "title", "booktitle", "year"]),
    ("book", &["author|editor", "title", "publisher", "year"]),
    (
        "incollection",
        &["author", "title", "booktitle", "publisher", "year"],
    ),
    (
        "inbook",
        &[
            "author|editor",
            "title",
            "chapter|pages",
            "publisher",
            "year",
        ],
    ),
    ("proceedings", &["title", "year"]),
    ("phdthesis", &["author", "title", "school", "year"]),
    ("mastersthesis", &["author", "title", "school", "year"]),
    ("techreport", &["author", "title", "institution", "year"]),
    ("misc", &["title"]),
    ("unpublished", &["author", "title", "note"]),
    ("manual", &["title"]),
    ("booklet", &["title"]),
];

const MODERN: [Required; 30] = [
    (
        "article",
        &["author", "title", "journaltitle|journal", "date|year"],
    ),
    (
        "inproceedings",
        &["author", "title", "booktitle", "date|year"],
    ),
    ("book", &["author|editor", "title", "date|year"]),
    (
        "incollection",
        &["author", "editor", "title", "booktitle", "date|year"],
    ),
    ("inbook", &["author", "title", "booktitle", "date|year"]),
    ("proceedings", &["title", "date|year"]),
    ("collection", &["editor", "title", "date|year"]),
    (
        "thesis",
        &["author", "title", "type", "institution|school", "date|year"],
    ),
    (
        "phdthesis",
        &["author", "title", "institution|school", "date|year"],
    ),
    (
        "mastersthesis",
        &["author", "title", "institution|school", "date|year"],
    ),
    (
        "report",
        &["author", "title", "type", "institution", "date|year"],
    ),
    (
        "techreport",
        &["author", "title", "institution", "date|year"],
    ),
    (
        "online",
        &["author|editor", "title", "date|year", "url|doi|eprint"],
    ),
    ("misc", &["author|editor", "title", "date|year"]),
    ("unpublished", &["author", "title", "date|year"]),
    ("patent", &["author", "title", "number", "date|year"]),
    ("dataset", &["author|editor", "title", "date|year"]),
    ("software", &["author|editor", "title", "date|year"]),
    ("manual", &["author|editor", "title", "date|year"]),
    ("booklet", &["author|editor", "title", "date|year"]),
    ("mvbook", &["author", "title", "date|year"]),
    ("mvproceedings", &["title", "date|year"]),
    ("mvcollection", &["editor", "title", "date|year"]),
    ("periodical", &["editor", "title", "date|year"]),
    (
        "inreference",
        &["author", "title", "booktitle", "date|year"],
    ),
    ("reference", &["editor", "title", "date|year"]),
    (
        "suppperiodical",
        &["author", "title", "journaltitle|journal", "date|year"],
    ),
    ("bookinbook", &["author", "title", "booktitle", "date|year"]),
    ("xdata", &[]),
    ("set", &[]),
];
