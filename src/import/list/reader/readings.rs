//! The readings of a page that are compared, and the entries that they propose.

use std::{collections::HashMap, rc::Rc};

use super::super::{
    super::{ImportedEntry, LeftOut},
    read::{Hints, Listed, list_parted},
    row::Row,
};
use super::{
    facts::Facts,
    fields::FieldReader,
    lines::{self, Span},
};
use crate::text::fold::fold;

/// The number of readings.
pub const READINGS: usize = 6;
/// By the rules alone.
pub(super) const RULES: usize = 0;
/// By the rules, in the sections that the model of lines tells.
pub(super) const SECTIONS: usize = 1;
/// Each entry as the model of lines tells it.
pub(super) const SPANS: usize = 2;
/// The same, with abstracts and links.
pub(super) const TAILS: usize = 3;
/// Each entry as the model of lines tells it, its fields by the model of fields too.
pub(super) const FIELDS: usize = 4;
/// The entries of the rules, their fields by the model of fields too.
pub(super) const RULED: usize = 5;

/// An entry that one reading or several propose.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) entry: ImportedEntry,
    /// Which readings have it.
    pub(super) of: [bool; READINGS],
}

/// All readings of a page.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// In the order of their first rows.
    pub(super) candidates: Vec<Candidate>,
    /// What the rules left out.
    pub(super) left_out: Vec<LeftOut>,
}

/// Collects what all readings propose. The first reading that has an entry gives its fields.
pub(super) fn readings(
    rows: &[Row],
    facts: &[Facts],
    spans: &[Span],
    by_rules: Listed,
    model: &Rc<FieldReader>,
    hints: &Hints,
) -> Readings {
    let ruled: Vec<Span> = by_rules
        .places
        .iter()
        .map(|(first, end)| Span {
            first: *first,
            tail: *end,
            end: *end,
        })
        .filter(|span| span.first < span.end)
        .collect();
    let mut out = Readings {
        left_out: by_rules.left_out,
        ..Readings::default()
    };
    let mut known: HashMap<(usize, usize, String), usize> = HashMap::new();
    let mut add = |reading: usize, entries: Vec<ImportedEntry>, places: Vec<(usize, usize)>| {
        for (entry, (first, end)) in entries.into_iter().zip(places) {
            let key = (first, end, fold(&entry.listing.title));
            let at = *known.entry(key).or_insert(out.candidates.len());
            if at == out.candidates.len() {
                out.candidates.push(Candidate {
                    first,
                    end,
                    entry,
                    of: [false; READINGS],
                });
            }
            if let Some(candidate) = out.candidates.get_mut(at) {
                candidate.of[reading] = true;
            }
        }
    };
    add(RULES, by_rules.entries, by_rules.places);
    for (reading, spans, with_tails, is_parted, has_model) in [
        (SECTIONS, spans, true, false, false),
        (SPANS, spans, false, true, false),
        (TAILS, spans, true, true, false),
        (FIELDS, spans, false, true, true),
        (RULED, &ruled, false, true, true),
    ] {
        let (sections, items) = lines::items(rows, facts, spans, with_tails);
        if sections.list.is_empty() {
            continue;
        }
        let items = is_parted.then_some(items.as_slice());
        let listed = list_parted(rows, &sections, items, has_model.then_some(model), hints);
        add(reading, listed.entries, listed.places);
    }
    out.candidates
        .sort_by_key(|candidate| (candidate.first, candidate.end));
    out
}
