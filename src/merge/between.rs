//! The text between entries, merged line by line.

use std::collections::BTreeMap;

use diffy::{ConflictStyle, MergeOptions};

use super::conflict::Markers;
use crate::bib::{Content, scan};

/// The length of the markers by which conflicts are found again; no text has such a line.
const INNER: usize = 61;

/// Merges three versions of a text; returns the result and the number of conflicts. What both sides add in
/// one place is kept, ours first.
pub(super) fn merge_text(
    base: &str,
    ours: &str,
    theirs: &str,
    markers: &Markers,
) -> (String, usize) {
    let same = |a: &str, b: &str| a == b || a.trim() == b.trim();
    if same(ours, theirs) || same(theirs, base) {
        return (ours.to_owned(), 0);
    }
    if same(ours, base) {
        return (theirs.to_owned(), 0);
    }
    // A line without an end would be glued to the next one.
    let ended = |text: &str| {
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        format!("{text}{end}")
    };
    let mut options = MergeOptions::new();
    options.set_conflict_style(ConflictStyle::Diff3);
    options.set_conflict_marker_length(INNER);
    match options.merge(&ended(base), &ended(ours), &ended(theirs)) {
        Ok(merged) => (merged, 0),
        Err(marked) => settled(&marked, markers),
    }
}

/// Settles the conflicts in which both sides only add, and marks the others.
fn settled(marked: &str, markers: &Markers) -> (String, usize) {
    #[derive(Clone, Copy, PartialEq)]
    enum In {
        Common,
        Ours,
        Base,
        Theirs,
    }
    let mark = |letter: &str| letter.repeat(INNER);
    let (open, middle, cut, close) = (mark("<"), mark("|"), mark("="), mark(">"));
    let (mut out, mut conflicts) = (String::new(), 0);
    let (mut ours, mut base, mut theirs) = (String::new(), String::new(), String::new());
    let mut place = In::Common;
    for line in marked.split_inclusive('\n') {
        if line.starts_with(&open) {
            place = In::Ours;
        } else if line.starts_with(&middle) {
            place = In::Base;
        } else if line.starts_with(&cut) {
            place = In::Theirs;
        } else if line.starts_with(&close) {
            if base.trim().is_empty() && !defines_differently(&ours, &theirs) {
                out.push_str(&ours);
                for line in theirs.split_inclusive('\n') {
                    if line.trim().is_empty() || ours.lines().all(|it| it != line.trim_end()) {
                        out.push_str(line);
                    }
                }
            } else {
                out.push_str(&markers.around(&ours, &theirs));
                conflicts += 1;
            }
            ours.clear();
            base.clear();
            theirs.clear();
            place = In::Common;
        } else {
            match place {
                In::Common => out.push_str(line),
                In::Ours => ours.push_str(line),
                In::Base => base.push_str(line),
                In::Theirs => theirs.push_str(line),
            }
        }
    }
    (out, conflicts)
}

/// Whether both texts define a macro of one name with different values.
fn defines_differently(ours: &str, theirs: &str) -> bool {
    let (a, b) = (macros(ours), macros(theirs));
    a.iter()
        .any(|(name, value)| b.get(name).is_some_and(|other| other != value))
}

/// Returns the values of the macros that a text defines, by their names.
pub(super) fn macros(text: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for block in scan(text) {
        if let Content::Strings(fields) = block.content {
            for field in fields.fields {
                out.insert(field.name.to_lowercase(), format!("{:?}", field.value));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> (String, usize) {
        merge_text(base, ours, theirs, &Markers::default())
    }

    #[test]
    fn texts_are_merged_by_lines() {
        for (base, ours, theirs, want) in [
            ("% a\n", "% b\n", "% a\n", "% b\n"),
            ("% a\n", "% a\n", "% b\n", "% b\n"),
            ("\n\n", "\n", "\n\n\n", "\n"),
            (
                "% a\n\n% c\n",
                "% a1\n\n% c\n",
                "% a\n\n% c1\n",
                "% a1\n\n% c1\n",
            ),
            ("\n", "\n% x\n", "\n% y\n", "\n% x\n% y\n"),
            (
                "@string{a = {A}}\n",
                "@string{a = {A}}\n@string{b = {B}}\n",
                "@string{a = {A}}\n@string{c = {C}}\n",
                "@string{a = {A}}\n@string{b = {B}}\n@string{c = {C}}\n",
            ),
        ] {
            assert_eq!(merged(base, ours, theirs), (want.to_owned(), 0), "{base:?}");
        }
    }

    #[test]
    fn what_differs_is_between_markers() {
        let (text, conflicts) = merged("% a\n", "% b\n", "% c\n");
        assert_eq!(conflicts, 1);
        assert_eq!(text, "<<<<<<< ours\n% b\n=======\n% c\n>>>>>>> theirs\n");
        let (text, conflicts) = merged("", "@string{a = {A}}\n", "@string{a = {B}}\n");
        assert_eq!(conflicts, 1);
        assert!(text.contains("{A}") && text.contains("{B}"));
    }
}
