//! One publication as rows of the endpoint describe it.

use std::collections::BTreeMap;

use super::{
    terms::{key_of, pid_of},
    wire::Row,
};
use crate::{
    model::{Contributor, DblpKey, Orcid, PersonName, Title},
    text::markup,
};

/// One publication as the endpoint describes it.
#[derive(Default)]
pub(super) struct RecordProperties {
    /// The objects of each property, by the last part of its IRI, in ascending order.
    fields: BTreeMap<String, Vec<String>>,
    pub(super) authors: Vec<(u32, Contributor)>,
    pub(super) editors: Vec<(u32, Contributor)>,
}

impl RecordProperties {
    pub(super) fn all(&self, field: &str) -> &[String] {
        self.fields.get(field).map_or(&[], Vec::as_slice)
    }

    pub(super) fn first(&self, field: &str) -> Option<&str> {
        self.all(field).first().map(String::as_str)
    }

    pub(super) fn text(&self, field: &str) -> Option<String> {
        self.first(field)
            .map(markup::plain)
            .filter(|text| !text.is_empty())
    }

    pub(super) fn title(&self) -> Option<Title> {
        let title = markup::without_final_period(markup::title(self.first("title")?));
        (!title.is_empty()).then_some(title)
    }

    /// Whether one of the entry's classes or its BibTeX type has this name.
    pub(super) fn is(&self, name: &str) -> bool {
        let called = |iri: &String| last_part(iri).eq_ignore_ascii_case(name);
        self.all("type").iter().any(called) || self.all("bibtexType").iter().any(called)
    }

    pub(super) fn people(list: &[(u32, Contributor)]) -> Vec<Contributor> {
        list.iter().map(|(_, person)| person.clone()).collect()
    }
}

/// Collects entries, publications and volumes alike, from rows `?s ?p ?o`.
pub(super) fn entries(rows: &[Row]) -> BTreeMap<DblpKey, RecordProperties> {
    let mut entries: BTreeMap<DblpKey, RecordProperties> = BTreeMap::new();
    for row in rows {
        if let (Some(key), Some(field), Some(value)) =
            (row.get("s").and_then(key_of), row.get("p"), row.get("o"))
        {
            let entry = entries.entry(key).or_default();
            let values = entry.fields.entry(last_part(field).to_owned());
            values.or_default().push(value.to_owned());
        }
    }
    for values in entries
        .values_mut()
        .flat_map(|entry| entry.fields.values_mut())
    {
        values.sort();
        values.dedup();
    }
    entries
}

/// Adds the people of rows `?s ?role ?ordinal ?name ?person ?orcid` to their entries.
pub(super) fn sign(entries: &mut BTreeMap<DblpKey, RecordProperties>, rows: &[Row]) {
    for row in rows {
        let signed = row.get("s").and_then(key_of);
        let Some(entry) = signed.and_then(|key| entries.get_mut(&key)) else {
            continue;
        };
        let ordinal = row.get("ordinal").and_then(|ordinal| ordinal.parse().ok());
        let (Some(ordinal), Some(name)) = (ordinal, row.get("name")) else {
            continue;
        };
        let person = Contributor {
            name: PersonName::parse(&markup::plain(name)),
            orcid: row.get("orcid").and_then(|orcid| Orcid::parse(orcid).ok()),
            pid: row.get("person").and_then(pid_of),
        };
        match row.get("role").map(last_part) {
            Some("AuthorSignature") => entry.authors.push((ordinal, person)),
            Some("EditorSignature") => entry.editors.push((ordinal, person)),
            _ => {}
        }
    }
    for entry in entries.values_mut() {
        for people in [&mut entry.authors, &mut entry.editors] {
            people.sort_by_key(|(ordinal, _)| *ordinal);
            people.dedup_by_key(|(ordinal, _)| *ordinal);
        }
    }
}

fn last_part(iri: &str) -> &str {
    iri.rsplit(['#', '/']).next().unwrap_or(iri)
}
