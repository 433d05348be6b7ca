//! The lines of an entry that a field takes.

use std::ops::Range;

use super::side::SideEntry;

/// The lines that a field takes.
pub(super) struct FieldLine {
    pub(super) span: Range<usize>,
    pub(super) indent: String,
    /// Whether it begins a line.
    pub(super) is_first: bool,
    pub(super) has_comma: bool,
    /// Whether nothing stands behind it on its line.
    pub(super) ends_line: bool,
}

/// Returns the lines that a field takes, as far as it has them for itself.
pub(super) fn line_of(entry: &SideEntry<'_>, field: Range<usize>) -> FieldLine {
    let text = entry.view.text;
    let start = entry.view.span.start;
    let before = text.get(start..field.start).unwrap_or_default();
    let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
    let head = before.get(..before.len() - blank).unwrap_or_default();
    let is_first = head.ends_with('\n');
    let indent = before.get(before.len() - blank..).unwrap_or_default();
    let after = text.get(field.end..entry.view.span.end).unwrap_or_default();
    let rest = after.trim_start();
    let has_comma = rest.starts_with(',');
    let mut end = field.end;
    if has_comma {
        end += after.len() - rest.len() + 1;
    }
    let behind = end_of_line(entry, end);
    let ends_line = behind > end && text.get(..behind).is_some_and(|it| it.ends_with('\n'));
    FieldLine {
        span: if is_first {
            field.start - blank..behind
        } else {
            field.start..behind
        },
        indent: if is_first {
            indent.to_owned()
        } else {
            "  ".to_owned()
        },
        is_first,
        has_comma,
        ends_line,
    }
}

/// Returns the byte behind a comma and the line's end, if nothing else is on the line; else the byte
/// behind the comma.
pub(super) fn end_of_line(entry: &SideEntry<'_>, from: usize) -> usize {
    let rest = entry.text(from..entry.view.span.end);
    let mut at = 0;
    if let Some(after) = rest.trim_start_matches([' ', '\t']).strip_prefix(',') {
        at = rest.len() - after.len();
    }
    let line = rest.get(at..).unwrap_or_default();
    let behind = line.trim_start_matches([' ', '\t']);
    match behind.strip_prefix('\n') {
        Some(next) => from + rest.len() - next.len(),
        None => from + at,
    }
}
