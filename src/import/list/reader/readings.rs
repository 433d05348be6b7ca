//! The readings of a page that are compared, and the entries that they propose.

use std::{collections::HashMap, rc::Rc};

use super::super::{
    super::ImportedEntry,
    item,
    passage::Passage,
    read::{Hints, Listed, finish, learned, list},
    row::Row,
    verdict::Placed,
};
use super::{
    facts::Facts,
    fields::FieldReader,
    lines::{self, RowSpan},
};
use crate::text::fold::words;

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
pub(super) const WITH_FIELDS: usize = 4;
/// The entries of the rules, their fields by the model of fields too.
pub(super) const RULES_WITH_FIELDS: usize = 5;

/// An entry that one reading or several propose.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) entry: ImportedEntry,
    /// The folded words of its title.
    pub(super) title: Vec<String>,
    /// Which readings have it.
    pub(super) of: [bool; READINGS],
}

// Fields by which candidates are compared, in the order of `Certainty`.
pub(super) const TITLE: usize = 0;
pub(super) const AUTHORS: usize = 1;
pub(super) const VENUE: usize = 2;
pub(super) const YEAR: usize = 3;

impl Candidate {
    /// Whether two candidates have the same value of a field.
    pub(super) fn is_same(&self, field: usize, other: &Self) -> bool {
        let (one, two) = (&self.entry.listing, &other.entry.listing);
        match field {
            TITLE => self.title == other.title,
            AUTHORS => one.authors == two.authors && one.authors_complete == two.authors_complete,
            VENUE => one.venue == two.venue,
            _ => one.year == two.year,
        }
    }
}

/// All readings of a page.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// In the order of their first rows.
    pub(super) candidates: Vec<Candidate>,
    /// What the rules left out.
    pub(super) left_out: Vec<Passage>,
    /// The numbers of the candidates on the same rows.
    on_rows: HashMap<(usize, usize), Vec<usize>>,
}

/// Collects what all readings propose. The first reading that has an entry gives its fields. Where the
/// model of lines agrees with the rules about every entry, the rules are not asked again.
pub(super) fn readings(
    rows: &[Row],
    facts: &[Facts],
    spans: &[RowSpan],
    by_rules: Listed,
    model: &Rc<FieldReader>,
    hints: &Hints,
) -> Readings {
    let ruled: Vec<RowSpan> = by_rules
        .entries
        .iter()
        .map(|placed| RowSpan {
            first: placed.first,
            tail: placed.end,
            end: placed.end,
        })
        .collect();
    let is_agreed = ruled
        .iter()
        .map(|span| (span.first, span.end))
        .eq(spans.iter().map(|span| (span.first, span.tail)));
    let has_tails = spans.iter().any(|span| span.tail < span.end);
    let mut out = Readings {
        left_out: by_rules.left_out,
        ..Readings::default()
    };
    let mut of_rules = vec![RULES];
    if is_agreed {
        of_rules.extend([SECTIONS, SPANS]);
        of_rules.extend((!has_tails).then_some(TAILS));
    }
    out.add(&of_rules, by_rules.entries);
    let (sections, items) = lines::items(rows, facts, spans, false);
    let (with_tails, longer) = lines::items(rows, facts, spans, true);
    let (ruled_sections, ruled_items) = lines::items(rows, facts, &ruled, false);
    let mut lessons = if !items.is_empty() {
        learned(rows, &sections, &items, hints)
    } else if !ruled_items.is_empty() {
        learned(rows, &ruled_sections, &ruled_items, hints)
    } else {
        item::Learned::default()
    };
    if !is_agreed && !items.is_empty() {
        out.add(&[SECTIONS], list(rows, &with_tails, hints).entries);
        let of_spans: &[usize] = if has_tails { &[SPANS] } else { &[SPANS, TAILS] };
        out.add(
            of_spans,
            finish(rows, &sections, &items, &lessons, hints).entries,
        );
    }
    if has_tails {
        out.add(
            &[TAILS],
            finish(rows, &with_tails, &longer, &lessons, hints).entries,
        );
    }
    lessons.fields = Some(Rc::<FieldReader>::clone(model));
    if !items.is_empty() {
        let of_spans: &[usize] = if is_agreed {
            &[WITH_FIELDS, RULES_WITH_FIELDS]
        } else {
            &[WITH_FIELDS]
        };
        out.add(
            of_spans,
            finish(rows, &sections, &items, &lessons, hints).entries,
        );
    }
    if !is_agreed && !ruled_items.is_empty() {
        out.add(
            &[RULES_WITH_FIELDS],
            finish(rows, &ruled_sections, &ruled_items, &lessons, hints).entries,
        );
    }
    out.candidates
        .sort_by_key(|candidate| (candidate.first, candidate.end));
    out
}

impl Readings {
    fn add(&mut self, readings: &[usize], entries: Vec<Placed>) {
        for Placed {
            entry, first, end, ..
        } in entries
        {
            let candidate = Candidate {
                first,
                end,
                title: words(&entry.listing.title),
                entry,
                of: [false; READINGS],
            };
            let same = self.on_rows.entry((first, end)).or_default();
            let known = same
                .iter()
                .find(|at| is_alike(&self.candidates[**at], &candidate))
                .copied();
            let at = known.unwrap_or_else(|| {
                let next = self.candidates.len();
                same.push(next);
                self.candidates.push(candidate);
                next
            });
            for reading in readings {
                self.candidates[at].of[*reading] = true;
            }
        }
    }
}

/// Whether two readings of the same rows say the same.
fn is_alike(one: &Candidate, other: &Candidate) -> bool {
    (TITLE..=YEAR).all(|field| one.is_same(field, other))
}

#[cfg(test)]
mod tests {
    use super::{super::model, *};
    use crate::import::{
        list::read::{by_rules, rows_of},
        plain,
    };

    const LIST: &str = "Publications\n\n\
        - A. Lee, B. Ray. On looms and cloth. Journal of Cloth 12(3), pp. 4-5, 2019.\n\
        - B. Ray, A. Lee. Mills without any wind. Journal of Mills 2, pp. 6-9, 2018.\n\
        - A. Lee. Dyeing yarn with blue and green. Journal of Cloth 3, pp. 1-3, 2017.\n";

    /// How many entries each reading has, if the model of lines tells these of the entries of the rules.
    fn counts(keep: impl Fn(usize) -> bool) -> [usize; READINGS] {
        let page = plain::read(LIST);
        let rows = rows_of(&page);
        let facts = Facts::of(&rows);
        let (listed, _) = by_rules(&page, &rows, &Hints::default());
        assert_eq!(listed.entries.len(), 3);
        let spans: Vec<RowSpan> = listed
            .entries
            .iter()
            .enumerate()
            .filter(|(at, _)| keep(*at))
            .map(|(_, placed)| RowSpan {
                first: placed.first,
                tail: placed.end,
                end: placed.end,
            })
            .collect();
        let fields = Rc::new(FieldReader::new(&model::shipped().unwrap().fields));
        let read = readings(&rows, &facts, &spans, listed, &fields, &Hints::default());
        std::array::from_fn(|reading| {
            let has = |one: &&Candidate| one.of[reading];
            read.candidates.iter().filter(has).count()
        })
    }

    #[test]
    fn readings_agree_where_the_lines_are_as_the_rules_part_them() {
        assert_eq!(counts(|_| true), [3; READINGS]);
    }

    #[test]
    fn readings_of_lines_have_what_the_lines_tell() {
        assert_eq!(counts(|at| at != 1), [3, 2, 2, 2, 2, 3]);
    }

    #[test]
    fn rules_stand_where_no_line_is_an_entry() {
        assert_eq!(counts(|_| false), [3, 0, 0, 0, 0, 3]);
    }
}
