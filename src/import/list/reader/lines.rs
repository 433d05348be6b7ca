//! From labelled rows to sections and items.

use super::super::{
    headings::Topic,
    item::{Item, bounded_end},
    row::Row,
    section::{Section, Sections},
    width,
};
use super::facts::Facts;

/// Labels of rows.
pub(super) const LABELS: usize = 4;
/// A row is no part of an entry.
pub const OTHER: usize = 0;
/// A row begins an entry.
pub const FIRST: usize = 1;
/// A row goes on with an entry.
pub const INNER: usize = 2;
/// A row belongs to an entry and says nothing that it needs: an abstract, links.
pub const TAIL: usize = 3;

/// Rows that are one entry, as labelled: a range, and where its tail begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowSpan {
    pub(super) first: usize,
    pub(super) tail: usize,
    pub(super) end: usize,
}

/// The entries that labels tell.
pub(super) fn spans(labels: &[usize]) -> Vec<RowSpan> {
    let mut out: Vec<RowSpan> = Vec::new();
    let mut open = false;
    for (at, label) in labels.iter().enumerate() {
        match *label {
            INNER if open => {
                if let Some(last) = out.last_mut() {
                    last.end = at + 1;
                    last.tail = at + 1;
                }
            }
            FIRST | INNER => {
                out.push(RowSpan {
                    first: at,
                    tail: at + 1,
                    end: at + 1,
                });
                open = true;
            }
            TAIL if open => {
                if let Some(last) = out.last_mut() {
                    last.end = at + 1;
                }
            }
            _ => open = false,
        }
    }
    out
}

/// Sections and items of the entries: one section for entries that nothing parts.
pub(super) fn items(
    rows: &[Row],
    facts: &[Facts],
    spans: &[RowSpan],
    with_tails: bool,
) -> (Sections, Vec<Item>) {
    let mut list: Vec<Section> = Vec::new();
    let mut items = Vec::new();
    let mut seen = 0;
    let mut context = Context::default();
    for span in spans {
        let end = if with_tails { span.end } else { span.tail };
        let Some(end) = bounded_end(rows, span.first, end) else {
            continue;
        };
        let goes_on = list.last().is_some_and(|last| last.end == span.first);
        for row in facts.iter().take(span.first).skip(seen) {
            context.enter(row);
        }
        seen = span.end;
        if goes_on && let Some(last) = list.last_mut() {
            last.end = end;
        } else {
            list.push(Section {
                first: span.first,
                end,
                kind: context.kind,
                year: context.year,
                status: context.status.clone(),
                told: true,
                full: 0,
            });
        }
        items.push(Item {
            first: span.first,
            end,
            section: list.len() - 1,
            is_entry: true,
        });
    }
    width::fill(rows, &mut list);
    let sections = Sections {
        list,
        headed: true,
        ..Sections::default()
    };
    (sections, items)
}

/// What the headings above say of the entries below them.
#[derive(Default)]
struct Context {
    kind: Option<crate::model::Kind>,
    year: Option<i32>,
    status: Option<String>,
}

impl Context {
    fn enter(&mut self, row: &Facts) {
        let Some(head) = &row.head else { return };
        if head.topic == Topic::Years {
            self.year = head.year;
            // What came out in a year is under review no more.
            self.status = None;
            return;
        }
        self.kind = head.kind;
        self.status = head.status.clone();
        self.year = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_part_rows_into_entries() {
        let spans = spans(&[OTHER, FIRST, INNER, TAIL, FIRST, OTHER, INNER, TAIL, TAIL]);
        let of: Vec<[usize; 3]> = spans
            .iter()
            .map(|span| [span.first, span.tail, span.end])
            .collect();
        assert_eq!(of, [[1, 3, 4], [4, 5, 5], [6, 7, 9]]);
    }

    #[test]
    fn what_came_out_in_a_year_is_under_review_no_more() {
        let text = "# Under review\n\na\n\n# 2019\n\nb\n";
        let (page, _) = crate::import::markdown::page(text);
        let rows = super::super::super::read::rows_of(&page);
        let facts = Facts::of(&rows);
        let at = |text: &str| rows.iter().position(|row| row.text() == text).unwrap();
        let span = |first: usize| RowSpan {
            first,
            tail: first + 1,
            end: first + 1,
        };
        let (sections, _) = items(&rows, &facts, &[span(at("a")), span(at("b"))], false);
        let read = sections
            .list
            .iter()
            .map(|one| (one.status.is_some(), one.year));
        assert_eq!(
            read.collect::<Vec<_>>(),
            [(true, None), (false, Some(2019))]
        );
    }
}
