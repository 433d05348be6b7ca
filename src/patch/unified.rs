//! The unified diff of a patched file.
//!
//! The replacements are known, so nothing has to be searched for: a file of a hundred thousand lines of
//! which a third change costs one pass.

use std::{fmt::Write as _, ops::Range};

use super::{Document, Splice, Unpatchable};

/// The unchanged lines around a change, as `git diff` prints them.
const CONTEXT: usize = 3;

/// Lines that are replaced by others.
struct Change<'a> {
    /// The numbers of the old lines, from 0.
    old: Range<usize>,
    new: Vec<&'a [u8]>,
}

/// Returns the unified diff of a file and its splices, in the form that `git apply` takes; empty where
/// nothing changes. `name` is the path below `a/` and `b/`.
///
/// # Errors
/// When the edits can't be written in the file's encoding.
pub fn unified_diff(
    name: &str,
    document: &Document,
    splices: &[Splice],
) -> Result<Vec<u8>, Unpatchable> {
    let old = document.bytes();
    let splices = document.in_bytes(splices)?;
    let lines = line_spans(old);
    let segments = segments(old, &lines, &splices);
    let mut changes: Vec<Change<'_>> = Vec::new();
    for (range, new) in &segments {
        let mut range = range.clone();
        let mut new: Vec<&[u8]> = new.split_inclusive(|byte| *byte == b'\n').collect();
        let line = |at: usize| lines.get(at).and_then(|span| old.get(span.clone()));
        while !range.is_empty() && new.last().copied() == line(range.end - 1) {
            range.end -= 1;
            new.pop();
        }
        let same = range
            .clone()
            .zip(&new)
            .take_while(|(at, new)| line(*at) == Some(new))
            .count();
        range.start += same;
        new.drain(..same);
        if !range.is_empty() || !new.is_empty() {
            changes.push(Change { old: range, new });
        }
    }
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut out = Vec::new();
    out.extend(format!("--- {}\n", quoted(&format!("a/{name}"))).into_bytes());
    out.extend(format!("+++ {}\n", quoted(&format!("b/{name}"))).into_bytes());
    let mut shift = 0_isize;
    let mut rest = changes.as_slice();
    while let Some(first) = rest.first() {
        let near = |pair: &&[Change<'_>]| pair[1].old.start - pair[0].old.end <= 2 * CONTEXT;
        let length = 1 + rest.windows(2).take_while(near).count();
        let (hunk, others) = rest.split_at(length);
        rest = others;
        let last = hunk.last().unwrap_or(first);
        let from = first.old.start.saturating_sub(CONTEXT);
        let to = (last.old.end + CONTEXT).min(lines.len());
        let grown: isize = hunk
            .iter()
            .map(|it| it.new.len().cast_signed() - it.old.len().cast_signed())
            .sum();
        let head = |from: usize, count: usize| match count {
            0 => format!("{from},0"),
            1 => format!("{}", from + 1),
            count => format!("{},{count}", from + 1),
        };
        let count = to - from;
        let header = format!(
            "@@ -{} +{} @@\n",
            head(from, count),
            head(
                from.saturating_add_signed(shift),
                count.saturating_add_signed(grown)
            )
        );
        out.extend(header.into_bytes());
        let mut at = from;
        let old_line = |at: usize| lines.get(at).and_then(|span| old.get(span.clone()));
        for change in hunk {
            for at in at..change.old.start {
                push_line(&mut out, b' ', old_line(at).unwrap_or_default());
            }
            for at in change.old.clone() {
                push_line(&mut out, b'-', old_line(at).unwrap_or_default());
            }
            for line in &change.new {
                push_line(&mut out, b'+', line);
            }
            at = change.old.end;
        }
        for at in at..to {
            push_line(&mut out, b' ', old_line(at).unwrap_or_default());
        }
        shift += grown;
    }
    Ok(out)
}

fn push_line(out: &mut Vec<u8>, mark: u8, line: &[u8]) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

/// Returns the bytes of each line with its end.
fn line_spans(text: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    text.split_inclusive(|byte| *byte == b'\n')
        .map(|line| {
            let span = start..start + line.len();
            start = span.end;
            span
        })
        .collect()
}

/// Returns the runs of whole lines that splices touch, each with its new text.
fn segments(
    old: &[u8],
    lines: &[Range<usize>],
    splices: &[(Range<usize>, Vec<u8>)],
) -> Vec<(Range<usize>, Vec<u8>)> {
    // What is added behind a last line without an end belongs to that line.
    let open_end = usize::from(!old.is_empty() && !old.ends_with(b"\n"));
    let line_of = |byte: usize| {
        let line = lines.partition_point(|line| line.end <= byte);
        line.min(lines.len() - open_end)
    };
    let mut out: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
    // The byte of the old text up to which the last segment is written.
    let mut written = 0;
    let end_of = |line: usize| {
        line.checked_sub(1)
            .and_then(|last| lines.get(last))
            .map_or(0, |span| span.end)
    };
    for (span, with) in splices {
        let first = line_of(span.start);
        let last = (line_of(span.end) + 1).min(lines.len()).max(first);
        match out.last_mut() {
            Some((range, new)) if first < range.end => {
                new.extend_from_slice(old.get(written..span.start).unwrap_or_default());
                range.end = range.end.max(last);
                new.extend_from_slice(with);
            }
            before => {
                if let Some((range, new)) = before {
                    new.extend_from_slice(old.get(written..end_of(range.end)).unwrap_or_default());
                }
                let start = lines.get(first).map_or(old.len(), |line| line.start);
                let mut new = old.get(start..span.start).unwrap_or_default().to_vec();
                new.extend_from_slice(with);
                out.push((first..last, new));
            }
        }
        written = span.end;
    }
    if let Some((range, new)) = out.last_mut() {
        new.extend_from_slice(old.get(written..end_of(range.end)).unwrap_or_default());
    }
    out
}

/// Quotes a path as git does where it has other characters than usual ones; a tab ends one with a blank.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| !c.is_control() && c != '"' && c != '\\';
    if path.chars().all(is_plain) {
        let end = if path.contains(' ') { "\t" } else { "" };
        return format!("{path}{end}");
    }
    let mut out = String::from("\"");
    for byte in path.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => _ = write!(out, "\\{byte:03o}"),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(text: &str, splices: &[(Range<usize>, &str)]) -> String {
        let document = Document::read(text.as_bytes().to_vec()).unwrap();
        let splices: Vec<Splice> = splices
            .iter()
            .map(|(span, with)| Splice::new(span.clone(), *with))
            .collect();
        let diff = unified_diff("refs.bib", &document, &splices).unwrap();
        let new = document.spliced(&splices).unwrap();
        // The diff is what another implementation takes, and it makes the new text.
        let diff = String::from_utf8(diff).unwrap();
        let patch = diffy::Patch::from_str(&diff).unwrap();
        let applied = diffy::apply(text, &patch).unwrap();
        assert_eq!(applied.into_bytes(), new);
        diff
    }

    #[test]
    fn hunks_are_those_of_git() {
        let lines: Vec<String> = (0..20).map(|n| format!("line {n:02}\n")).collect();
        let text = lines.concat();
        assert_eq!(
            diff(&text, &[(7..7, ",\nnew"), (16 * 8..17 * 8, "")]),
            "--- a/refs.bib\n+++ b/refs.bib\n@@ -1,4 +1,5 @@\n-line 00\n+line 00,\n+new\n line 01\n line 02\n line 03\n\
             @@ -14,7 +15,6 @@\n line 13\n line 14\n line 15\n-line 16\n line 17\n line 18\n line 19\n"
        );
        assert_eq!(diff(&text, &[]), "");
    }

    #[test]
    fn last_line_may_have_no_end() {
        assert_eq!(
            diff("a\nb", &[(3..3, "c")]),
            "--- a/refs.bib\n+++ b/refs.bib\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+bc\n\\ No newline at end of file\n"
        );
        assert!(diff("b", &[(0..0, "a\n")]).contains("+a\n b\n\\ No newline"));
        assert!(diff("a\r\nb\r\n", &[(1..1, "x")]).contains("-a\r\n+ax\r\n"));
    }

    #[test]
    fn unusual_paths_are_quoted() {
        assert_eq!(quoted("a/my refs.bib"), "a/my refs.bib\t");
        assert_eq!(quoted("a/x\"\u{7}.bib"), "\"a/x\\\"\\007.bib\"");
    }
}
