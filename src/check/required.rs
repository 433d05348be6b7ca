//! Which entry types there are, and what each must have.

use std::collections::BTreeMap;

use super::dialect::Dialect;
use super::entries::{Field, Item};
use super::finding::Found;

/// What the entry at `at` lacks, that of its parent counted in. `places` are those of all entries by
/// their keys in lower case.
pub(super) fn judge(
    items: &[Item<'_>],
    places: &BTreeMap<String, usize>,
    at: usize,
    dialect: Dialect,
    take: &mut impl FnMut(&Item<'_>, Found),
) {
    let item = &items[at];
    let table: &[Required] = match dialect {
        Dialect::Bibtex => &CLASSIC,
        Dialect::Biblatex => &MODERN,
    };
    let Some((_, required)) = table.iter().find(|(kind, _)| *kind == item.kind) else {
        let message = format!("@{} is no entry type of {}", item.kind, dialect.as_str());
        take(
            item,
            Found::error(item.at, "S10", message).fix("@misc fits everything"),
        );
        return;
    };
    let parent = item.value("crossref").to_lowercase();
    let mut inherited: &[Field<'_>] = &[];
    if !parent.is_empty() {
        match places.get(&parent) {
            None => {
                let message = format!("its parent `{parent}` is not in this file");
                take(
                    item,
                    Found::error(item.at, "S08", message).fix("remove `crossref`"),
                );
            }
            Some(place) => {
                inherited = &items[*place].fields;
                if *place < at && dialect == Dialect::Bibtex {
                    let message = format!("its parent `{parent}` stands before it");
                    let fix = "move the parent behind its children";
                    take(item, Found::error(item.at, "S08", message).fix(fix));
                }
            }
        }
    }
    let has = |name: &str| {
        let filled = |fields: &[Field<'_>], name: &str| {
            fields
                .iter()
                .any(|field| field.name == name && !field.text.trim().is_empty())
        };
        filled(&item.fields, name)
            || filled(inherited, name)
            || name == "booktitle" && dialect == Dialect::Biblatex && filled(inherited, "title")
    };
    for field in *required {
        if field.split('|').any(has) {
            continue;
        }
        let message = format!("@{} has no {}", item.kind, field.replace('|', " or "));
        let found = Found::error(item.at, "S11", message);
        let people = ["author", "editor", "author|editor"].contains(field);
        take(item, if people { found.advice() } else { found });
    }
}

/// The fields an entry of each type must have; alternatives are parted by `|`. What lacks in
/// btxdoc's styles, and what biblatex's data model calls mandatory (its manual, 2.1.1).
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
