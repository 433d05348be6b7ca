use std::{collections::BTreeMap, fmt::Write as _};

use crate::bib::{BibEntry, read};

/// Returns the differences between two outputs, one line for each entry and field, sorted by key;
/// empty where both are the same.
#[must_use]
pub fn difference(before: &str, after: &str) -> String {
    let (was, is) = (entries(before), entries(after));
    let mut out = String::new();
    let keys = was
        .keys()
        .chain(is.keys().filter(|key| !was.contains_key(*key)));
    let mut keys: Vec<&String> = keys.collect();
    keys.sort();
    for key in keys {
        match (was.get(key), is.get(key)) {
            (Some(was), Some(is)) => fields(&mut out, key, was, is),
            (None, Some(_)) => _ = writeln!(out, "+ {key}"),
            _ => _ = writeln!(out, "- {key}"),
        }
    }
    out
}

fn entries(text: &str) -> BTreeMap<String, BibEntry> {
    let entries = read(text).entries.into_iter();
    entries.map(|entry| (entry.key.clone(), entry)).collect()
}

fn fields(out: &mut String, key: &str, was: &BibEntry, is: &BibEntry) {
    if !was.kind.eq_ignore_ascii_case(&is.kind) {
        _ = writeln!(out, "± {key}: @{} becomes @{}", was.kind, is.kind);
    }
    let added = is
        .fields
        .iter()
        .filter(|(name, _)| was.field(name).is_none());
    for (name, _) in was.fields.iter().chain(added) {
        _ = match (was.field(name), is.field(name)) {
            (Some(was), Some(is)) if was == is => Ok(()),
            (Some(was), Some(is)) => writeln!(out, "± {key}: {name}: {{{was}}} becomes {{{is}}}"),
            (Some(was), None) => writeln!(out, "- {key}: {name}: {{{was}}}"),
            (None, Some(is)) => writeln!(out, "+ {key}: {name}: {{{is}}}"),
            (None, None) => Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_fields_are_compared_one_by_one() {
        let before = "@misc{a, title = {A}, year = 2020}\n@misc{b, title = {B}}\n";
        let after = "@book{a, title = {A}, year = 2021, note = {n}}\n@misc{c, title = {C}}\n";
        assert_eq!(
            difference(before, after),
            "± a: @misc becomes @book\n± a: year: {2020} becomes {2021}\n+ a: note: {n}\n- b\n+ c\n"
        );
        assert_eq!(difference(before, &before.replace(' ', "  ")), "");
    }
}
