//! From a page to what it lists.

use super::{
    super::{ImportedEntry, ImportedList, Page},
    formulas::write_formulas,
    passage::Passage,
    person,
    read::{Hints, by_rules, rows_of},
    reader,
    row::Row,
};
use crate::model::Person;

/// Reads the publications of a page.
///
/// The time grows with the length of the page: lines, items and words beyond what an entry can have
/// are cut.
#[must_use]
pub fn read_page(page: &Page, hints: &Hints) -> ImportedList {
    let rows = rows_of(page);
    let (listed, preamble) = by_rules(page, &rows, hints);
    let (entries, left_out) = reader::choose(&rows, hints, listed);
    whole(page, &rows, entries, &left_out, preamble, hints)
}

/// Reads the publications of a page by the rules alone.
#[cfg(test)]
pub(super) fn read_by_rules(page: &Page, hints: &Hints) -> ImportedList {
    let rows = rows_of(page);
    let (listed, preamble) = by_rules(page, &rows, hints);
    let (entries, left_out) = listed.placed();
    let entries = entries.into_iter().map(|(entry, _)| entry).collect();
    whole(page, &rows, entries, &left_out, preamble, hints)
}

/// What was listed, with the person whose list it is.
fn whole(
    page: &Page,
    rows: &[Row],
    mut entries: Vec<ImportedEntry>,
    left_out: &[Passage],
    preamble: usize,
    hints: &Hints,
) -> ImportedList {
    write_formulas(page, &mut entries);
    let told = person::name(page, rows, preamble, &entries);
    ImportedList {
        person: Person {
            name: hints.name.cloned().or_else(|| told.clone()),
            ..Person::default()
        },
        told,
        entries,
        left_out: left_out.iter().map(|passage| passage.told(rows)).collect(),
        warnings: Vec::new(),
    }
}
