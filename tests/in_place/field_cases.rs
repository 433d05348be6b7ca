//! The merge of one field: what either side may do to it.

use bibsync::merge::{Markers, merge};

/// What is expected of a case.
enum Want {
    /// The `year` line of the result; empty where there is none.
    Line(&'static str),
    /// Both are between markers, ours first.
    Conflict(&'static str, &'static str),
}

use Want::{Conflict, Line};

fn entry(line: &str) -> String {
    let line = if line.is_empty() {
        String::new()
    } else {
        format!("  {line}\n")
    };
    format!("@misc{{k,\n  title = {{On Looms}},\n{line}  note  = {{kept}},\n}}\n")
}

const SAME: &str = "year  = {2001},";
const OTHER: &str = "year  = {2002},";
const THIRD: &str = "year  = {2003},";
const QUOTED: &str = "year  = \"2001\",";
const BARE: &str = "year=2001,";

#[test]
fn each_case_of_a_field() {
    for (number, base, ours, theirs, want) in [
        (1, SAME, SAME, SAME, Line(SAME)),
        (2, SAME, SAME, OTHER, Line(OTHER)),
        (3, SAME, OTHER, SAME, Line(OTHER)),
        (4, SAME, SAME, "", Line("")),
        (5, SAME, "", SAME, Line("")),
        (6, SAME, OTHER, OTHER, Line(OTHER)),
        (7, SAME, OTHER, THIRD, Conflict(OTHER, THIRD)),
        (8, SAME, OTHER, "", Conflict(OTHER, "")),
        (9, SAME, "", OTHER, Conflict("", OTHER)),
        (10, SAME, "", "", Line("")),
        (11, SAME, QUOTED, SAME, Line(QUOTED)),
        (12, SAME, SAME, QUOTED, Line(QUOTED)),
        (13, SAME, QUOTED, BARE, Line(QUOTED)),
        (14, SAME, QUOTED, OTHER, Line("year  = {2002},")),
        (15, SAME, OTHER, QUOTED, Line(OTHER)),
        (16, "", SAME, "", Line(SAME)),
        (17, "", "", SAME, Line(SAME)),
        (18, "", SAME, SAME, Line(SAME)),
        (19, "", SAME, OTHER, Conflict(SAME, OTHER)),
        (20, "", SAME, QUOTED, Line(SAME)),
        (21, "", SAME, BARE, Line(SAME)),
    ] {
        let (base, ours, theirs) = (entry(base), entry(ours), entry(theirs));
        let merged = merge(&base, &ours, &theirs, &Markers::default()).unwrap();
        match want {
            Line(line) => {
                assert_eq!(merged.conflicts, 0, "case {number}: {}", merged.text);
                assert_eq!(merged.text, entry(line), "case {number}");
            }
            Conflict(mine, other) => {
                assert_eq!(merged.conflicts, 1, "case {number}: {}", merged.text);
                let side = |line: &str| match line {
                    "" => String::new(),
                    line => format!("  {line}\n"),
                };
                let marked = format!(
                    "<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n",
                    side(mine),
                    side(other)
                );
                assert_eq!(
                    merged.text,
                    format!(
                        "@misc{{k,\n  title = {{On Looms}},\n{marked}  note  = {{kept}},\n}}\n"
                    ),
                    "case {number}"
                );
            }
        }
    }
}

#[test]
fn fields_that_do_not_meet_are_merged_in_our_layout() {
    let base = "@article{k, title = {A}, year = 2000}\n";
    let ours = "@article{k,\n\ttitle = {A},\n\tyear = 2000\n}\n";
    let theirs = "@article{k, title = {A}, year = 2001, doi = {10.1/x}}\n";
    let merged = merge(base, ours, theirs, &Markers::default()).unwrap();
    assert_eq!(
        merged.text,
        "@article{k,\n\ttitle = {A},\n\tyear = 2001,\n\tdoi = {10.1/x}\n}\n"
    );
}

#[test]
fn macros_and_types_are_merged_as_they_are_written() {
    let base = "@article{k,\n  month = jan,\n  note = {n},\n}\n";
    let ours = "@article{k,\n  month = jan,\n  note = {m},\n}\n";
    let theirs = "@Misc{k,\n  month = feb # \"~1\",\n  note = {n},\n}\n";
    let merged = merge(base, ours, theirs, &Markers::default()).unwrap();
    assert_eq!(
        merged.text,
        "@Misc{k,\n  month = feb # \"~1\",\n  note = {m},\n}\n"
    );
}

#[test]
fn a_conflict_in_an_entry_of_one_line_breaks_the_line() {
    let one = |year: &str| format!("@misc{{k, year = {{{year}}}, note = {{n}}}}\n");
    let merged = merge(&one("1"), &one("2"), &one("3"), &Markers::default()).unwrap();
    assert_eq!(merged.conflicts, 1);
    assert_eq!(
        merged.text,
        "@misc{k, \n<<<<<<< ours\n  year = {2},\n=======\n  year = {3},\n>>>>>>> theirs\n note = {n}}\n"
    );
}
