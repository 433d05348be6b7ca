//! The removal of fields from an entry. Comments beside them are the person's, and stay.

use std::collections::BTreeSet;

use super::{Splice, entry_view::EntryView};

/// Returns the removals of the fields with these numbers, each run of them with the comma and the blanks before
/// it; the first run takes those behind it. Comments beside them stay.
#[must_use]
pub fn removals(entry: &EntryView<'_>, removed: &[usize]) -> Vec<Splice> {
    let removed: BTreeSet<usize> = removed.iter().copied().collect();
    let removed: Vec<usize> = removed.into_iter().collect();
    let runs = removed.chunk_by(|one, next| one + 1 == *next);
    runs.filter_map(|run| removal(entry, *run.first()?, *run.last()?))
        .collect()
}

/// Returns the removal of the fields from one number to another.
fn removal(entry: &EntryView<'_>, first: usize, last: usize) -> Option<Splice> {
    let before = first.checked_sub(1);
    let start = entry.fields.get(first)?.span.start;
    let start = before
        .and_then(|at| entry.fields.get(at))
        .map_or(start, |it| it.span.end);
    let end = entry.fields.get(last)?.span.end;
    let gaps = before.into_iter().chain(first..=last);
    let gaps: Vec<&str> = gaps.map(|at| entry.gap_after(at)).collect();
    if gaps.iter().any(|gap| has_comment(gap)) {
        let end = end + gaps.last().map_or(0, |gap| gap.len());
        return Some(Splice::new(
            start..end,
            comments_of(&gaps, before.is_some()),
        ));
    }
    let next = entry.fields.get(last + 1);
    let end = next
        .filter(|_| before.is_none())
        .map_or(end, |it| it.span.start);
    Some(Splice::new(start..end, ""))
}

fn has_comment(gap: &str) -> bool {
    gap.contains(|c: char| c != ',' && !c.is_whitespace())
}

/// Returns the comments of the gaps between fields that are removed, and the blanks of the last gap. Of the commas
/// only the one that ends the field before them stays.
fn comments_of(gaps: &[&str], follows_field: bool) -> String {
    let mut out = String::new();
    for (at, gap) in gaps.iter().enumerate() {
        let text = if at == 0 && follows_field {
            (*gap).to_owned()
        } else {
            without_comma(gap)
        };
        let is_last = at + 1 == gaps.len();
        if at > 0 && !has_comment(gap) && !is_last {
            continue;
        }
        let line_ends = out.is_empty() && !follows_field || out.ends_with(char::is_whitespace);
        if !line_ends {
            out.push_str(&text);
        } else if has_comment(gap) {
            out.push_str(text.trim_start_matches([' ', '\t']));
        } else if text.contains('\n') {
            out.truncate(out.trim_end().len());
            out.push_str(&text);
        }
    }
    out
}

/// Returns a gap between fields without its comma, which no comment holds.
fn without_comma(gap: &str) -> String {
    let mut in_comment = false;
    let comma = gap.char_indices().find(|(_, c)| {
        in_comment = match c {
            '%' => true,
            '\n' => false,
            _ => in_comment,
        };
        *c == ',' && !in_comment
    });
    let mut out = gap.to_owned();
    if let Some((at, _)) = comma {
        out.remove(at);
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::{
        bib::scan,
        patch::{Document, EntryEdit, FieldEdit, patch},
    };

    /// Removes fields from the only entry of a text.
    fn without(text: &str, names: &[&str]) -> String {
        let document = Document::read(text.as_bytes().to_vec()).unwrap();
        assert_eq!(scan(text).len(), 1);
        let remove = |name: &&str| FieldEdit::Remove {
            name: (*name).to_owned(),
        };
        let edit = EntryEdit {
            fields: names.iter().map(remove).collect(),
            ..EntryEdit::of(0)
        };
        let patched = patch(&document, &[edit]).unwrap();
        assert_eq!(patched.dropped, [], "{text}");
        String::from_utf8(patched.bytes).unwrap()
    }

    #[test]
    fn comments_beside_removed_fields_stay() {
        for (text, removed, want) in [
            (
                "@misc{k,\n  a = 1, % one\n  b = 2, % two, odd\n  c = 3\n}",
                &["b"][..],
                "@misc{k,\n  a = 1, % one\n  % two, odd\n  c = 3\n}",
            ),
            (
                "@misc{k,\n  a = 1,\n  b = 2, % two\n  c = 3\n}",
                &["b"],
                "@misc{k,\n  a = 1,\n  % two\n  c = 3\n}",
            ),
            (
                "@misc{k,\n  a = 1, % one\n  b = 2,\n  d = 4,\n  c = 3\n}",
                &["b", "d"],
                "@misc{k,\n  a = 1, % one\n  c = 3\n}",
            ),
            (
                "@misc{k,\n  a = 1, % one\n  b = 2\n}",
                &["b"],
                "@misc{k,\n  a = 1, % one\n}",
            ),
            (
                "@misc{k,\n  a = 1, % one\n  b = 2, % two\n}",
                &["b"],
                "@misc{k,\n  a = 1, % one\n  % two\n}",
            ),
            (
                "@misc{k,\n  a = 1, % one\n  b = 2, % two\n  c = 3,\n}",
                &["a", "b"],
                "@misc{k,\n  % one\n  % two\n  c = 3,\n}",
            ),
            (
                "@misc{k,\n  a = 1,\n  b = 2,\n  c = 3\n}",
                &["b", "c"],
                "@misc{k,\n  a = 1\n}",
            ),
        ] {
            assert_eq!(without(text, removed), want, "{text}");
        }
    }
}
