//! The merge of entries: added, changed, removed and renamed on either side; the text between them.

use bibsync::merge::{Markers, Merged, NotBibtex, merge};

fn merged(base: &str, ours: &str, theirs: &str) -> Merged {
    merge(base, ours, theirs, &Markers::default()).unwrap()
}

const A: &str = "@misc{a,\n  title = {On Looms},\n  year = {2001},\n}\n";
const A_YEAR: &str = "@misc{a,\n  title = {On Looms},\n  year = {2002},\n}\n";
const A_THIRD: &str = "@misc{a,\n  title = {On Looms},\n  year = {2003},\n}\n";
const A_NOTE: &str = "@misc{a,\n  title = {On Looms},\n  year = {2001},\n  note = {n},\n}\n";
const A_BOTH: &str = "@misc{a,\n  title = {On Looms},\n  year = {2002},\n  note = {n},\n}\n";
const B: &str = "\n@misc{b,\n  title = {On Mills},\n}\n";
const C: &str = "\n@misc{c,\n  title = {On Yarn},\n}\n";
const D: &str = "\n@misc{d,\n  title = {On Dye},\n}\n";
const C_NOTE: &str = "\n@misc{c,\n  title = {On Yarn},\n  note = {n},\n}\n";

#[test]
fn each_case_of_an_entry_without_a_conflict() {
    let (ab, a) = ([A, B].concat(), A.to_owned());
    for (number, base, ours, theirs, want) in [
        (1, ab.clone(), ab.clone(), ab.clone(), ab.clone()),
        (
            2,
            ab.clone(),
            [A_YEAR, B].concat(),
            ab.clone(),
            [A_YEAR, B].concat(),
        ),
        (
            3,
            ab.clone(),
            ab.clone(),
            [A_YEAR, B].concat(),
            [A_YEAR, B].concat(),
        ),
        (
            4,
            ab.clone(),
            [A_YEAR, B].concat(),
            [A_NOTE, B].concat(),
            [A_BOTH, B].concat(),
        ),
        (
            5,
            ab.clone(),
            [A_YEAR, B].concat(),
            [A_YEAR, B].concat(),
            [A_YEAR, B].concat(),
        ),
        (7, ab.clone(), a.clone(), ab.clone(), a.clone()),
        (8, ab.clone(), ab.clone(), a.clone(), a.clone()),
        (9, ab.clone(), a.clone(), a.clone(), a.clone()),
        (12, a.clone(), [A, C].concat(), a.clone(), [A, C].concat()),
        (13, a.clone(), a.clone(), [A, C].concat(), [A, C].concat()),
        (
            14,
            a.clone(),
            [A, C].concat(),
            [A, C].concat(),
            [A, C].concat(),
        ),
        (
            15,
            a.clone(),
            [A, C].concat(),
            [A, C_NOTE].concat(),
            [A, C_NOTE].concat(),
        ),
        (
            16,
            a.clone(),
            [A, C].concat(),
            [A, D].concat(),
            [A, C, D].concat(),
        ),
        (
            17,
            ab.clone(),
            [A, C, B].concat(),
            [A, B, D].concat(),
            [A, C, B, D].concat(),
        ),
        (
            18,
            ab.clone(),
            [A_YEAR, B].concat(),
            [A, D, B].concat(),
            [A_YEAR, D, B].concat(),
        ),
    ] {
        let merged = merged(&base, &ours, &theirs);
        assert_eq!(
            (merged.text.as_str(), merged.conflicts),
            (want.as_str(), 0),
            "case {number}"
        );
    }
}

#[test]
fn each_case_of_an_entry_with_a_conflict() {
    let (ab, a) = ([A, B].concat(), B.to_owned());
    let marked =
        |ours: &str, theirs: &str| format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n");
    for (number, base, ours, theirs, want) in [
        (
            6,
            ab.clone(),
            [A_YEAR, B].concat(),
            [A_THIRD, B].concat(),
            marked("  year = {2002},\n", "  year = {2003},\n"),
        ),
        (
            10,
            ab.clone(),
            a.clone(),
            [A_YEAR, B].concat(),
            marked("", A_YEAR),
        ),
        (
            11,
            ab.clone(),
            [A_YEAR, B].concat(),
            a.clone(),
            marked(A_YEAR, ""),
        ),
    ] {
        let merged = merged(&base, &ours, &theirs);
        assert_eq!(merged.conflicts, 1, "case {number}: {}", merged.text);
        assert!(
            merged.text.contains(&want),
            "case {number}: {}",
            merged.text
        );
        assert!(
            merged.text.contains(B.trim()),
            "case {number}: {}",
            merged.text
        );
    }
}

const P: &str = "@article{p,\n  title = {On Weaving},\n  author = {Doe, Jane},\n  year = {2001},\n  doi = {10.1000/w},\n}\n";

fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from));
    text.replace(from, to)
}

#[test]
fn a_work_is_found_under_a_key_that_another_work_had() {
    let work = |key: &str, title: &str, doi: &str| {
        let doi = if doi.is_empty() {
            String::new()
        } else {
            format!("  doi = {{{doi}}},\n")
        };
        format!(
            "@misc{{{key},\n  author = {{Doe, Jane}},\n  title = {{{title}}},\n  year = {{2001}},\n{doi}}}\n"
        )
    };
    let [looms, mills] = ["Fast Looms", "Slow Mills"];
    let base = [work("a", looms, ""), work("b", mills, "")].join("\n");
    let theirs = [work("a", looms, "10.1/l"), work("b", mills, "10.1/m")].join("\n");
    for (name, ours, want) in [
        (
            "shifted by an older work",
            [
                work("a", "Early Looms", ""),
                work("b", looms, ""),
                work("c", mills, ""),
            ],
            [
                work("a", "Early Looms", ""),
                work("b", looms, "10.1/l"),
                work("c", mills, "10.1/m"),
            ],
        ),
        (
            "swapped",
            [
                work("b", looms, ""),
                work("a", mills, ""),
                work("c", "Dye", ""),
            ],
            [
                work("b", looms, "10.1/l"),
                work("a", mills, "10.1/m"),
                work("c", "Dye", ""),
            ],
        ),
    ] {
        let (ours, text) = (ours.join("\n"), want.join("\n"));
        for result in [merged(&base, &ours, &theirs), merged(&base, &theirs, &ours)] {
            assert_eq!(
                result,
                Merged {
                    text: text.clone(),
                    conflicts: 0
                },
                "{name}"
            );
        }
    }
}

#[test]
fn markers_begin_their_line_where_entries_are_indented() {
    let entry = |key: &str, year: &str| format!("  @misc{{{key},\n    year = {year}\n  }}\n");
    let base = [entry("a", "1"), entry("b", "1")].join("\n");
    let theirs = [entry("a", "1"), entry("b", "2")].join("\n");
    let result = merged(&base, &entry("a", "1"), &theirs);
    assert_eq!(result.conflicts, 1);
    assert!(result.text.contains("\n<<<<<<< ours\n"), "{}", result.text);
}

#[test]
fn renamed_keys_are_followed() {
    let renamed = with(P, "{p,", "{doe2001,");
    let changed = with(P, "year = {2001}", "year = {2002}");
    let both = with(&renamed, "year = {2001}", "year = {2002}");
    // By DOI, on either side and on both.
    assert_eq!(
        merged(P, &renamed, &changed),
        Merged {
            text: both.clone(),
            conflicts: 0
        }
    );
    assert_eq!(
        merged(P, &changed, &renamed),
        Merged {
            text: both.clone(),
            conflicts: 0
        }
    );
    assert_eq!(
        merged(P, &renamed, &both),
        Merged {
            text: both.clone(),
            conflicts: 0
        }
    );
    // By title, first author and year.
    let bare = |text: &str| with(text, "  doi = {10.1000/w},\n", "");
    let noted = with(
        &bare(P),
        "year = {2001},\n",
        "year = {2001},\n  note = {n},\n",
    );
    assert_eq!(
        merged(&bare(P), &bare(&renamed), &noted).text,
        with(&noted, "{p,", "{doe2001,")
    );
    // By arXiv id.
    let arxiv = |text: &str| {
        with(
            text,
            "doi = {10.1000/w}",
            "eprint = {2001.00001},\n  archiveprefix = {arXiv}",
        )
    };
    assert_eq!(
        merged(&arxiv(P), &arxiv(&renamed), &arxiv(&changed)).text,
        arxiv(&both)
    );
    // Two names are a conflict at the first line; the rest is merged.
    let other = with(&changed, "{p,", "{weaving,");
    let result = merged(P, &renamed, &other);
    assert_eq!(result.conflicts, 1);
    assert_eq!(
        result.text,
        with(
            &changed,
            "@article{p,\n",
            "<<<<<<< ours\n@article{doe2001,\n=======\n@article{weaving,\n>>>>>>> theirs\n"
        )
    );
    // One that was renamed here and removed there is kept between markers.
    let result = merged(&[P, B].concat(), &[renamed.as_str(), B].concat(), B);
    assert_eq!(result.conflicts, 1);
    assert!(result.text.contains(renamed.trim()), "{}", result.text);
    // A renamed entry beside another that is new.
    let result = merged(P, &renamed, &[P, C].concat());
    assert_eq!(
        result,
        Merged {
            text: [renamed.as_str(), C].concat(),
            conflicts: 0
        }
    );
}

#[test]
fn both_sides_may_add_one_key_with_other_values() {
    let c_other = with(C, "On Yarn", "On Threads");
    let result = merged(A, &[A, C].concat(), &[A, &c_other].concat());
    assert_eq!(result.conflicts, 1);
    assert!(result.text.contains(
        "<<<<<<< ours\n  title = {On Yarn},\n=======\n  title = {On Threads},\n>>>>>>> theirs\n"
    ));
}

#[test]
fn text_between_entries_is_merged_by_lines() {
    let file = |banner: &str, note: &str, end: &str| {
        format!("{banner}@string{{x = {{X}}}}\n\n{A}{note}{B}{end}")
    };
    let base = file("% Mine\n", "", "");
    let ours = file("% Mine and yours\n", "", "\n@comment{jabref-meta: a}\n");
    let theirs = file("% Mine\n", "\n% about mills\n", "");
    let result = merged(&base, &ours, &theirs);
    assert_eq!(
        result,
        Merged {
            text: file(
                "% Mine and yours\n",
                "\n% about mills\n",
                "\n@comment{jabref-meta: a}\n"
            ),
            conflicts: 0
        }
    );
    let theirs = file("% Theirs\n", "", "");
    let result = merged(&base, &ours, &theirs);
    assert_eq!(result.conflicts, 1);
    assert!(
        result
            .text
            .starts_with("<<<<<<< ours\n% Mine and yours\n=======\n% Theirs\n>>>>>>> theirs\n"),
        "{}",
        result.text
    );
}

#[test]
fn comments_above_a_removed_entry_are_not_lost() {
    let base = [A, "\n% about b\n", B, C].concat();
    let ours = [A, "\n% about b, and more\n", B, C].concat();
    let theirs = [A, C].concat();
    let result = merged(&base, &ours, &theirs);
    assert!(
        result.text.contains("% about b, and more"),
        "{}",
        result.text
    );
    assert!(!result.text.contains("@misc{b"), "{}", result.text);
    assert!(result.text.ends_with(C), "{}", result.text);
}

#[test]
fn order_is_ours() {
    let result = merged(
        &[A, B, C].concat(),
        &[C.trim_start(), "\n", A, B].concat(),
        &[A_YEAR, B, C, D].concat(),
    );
    assert_eq!(result.conflicts, 0);
    let place = |key: &str| result.text.find(&format!("@misc{{{key},")).unwrap();
    assert!(
        place("c") < place("d") && place("d") < place("a") && place("a") < place("b"),
        "{}",
        result.text
    );
    assert!(result.text.contains("{2002}"));
}

#[test]
fn line_ends_and_byte_order_mark_are_merged_too() {
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let result = merged(A, &windows(A_NOTE), A_YEAR);
    assert_eq!(
        result,
        Merged {
            text: windows(A_BOTH),
            conflicts: 0
        }
    );
    let result = merged(&windows(A), &windows(A_NOTE), &windows(A_YEAR));
    assert_eq!(
        result,
        Merged {
            text: windows(A_BOTH),
            conflicts: 0
        }
    );
}

#[test]
fn what_is_no_bibtex_is_refused() {
    let refused = |base: &str, ours: &str, theirs: &str| {
        merge(base, ours, theirs, &Markers::default()).unwrap_err()
    };
    let broken = with(A, "{2001},\n}\n", "{2001,\n");
    assert_eq!(refused(&broken, A, A_YEAR), NotBibtex::Unclosed);
    let marked = "<<<<<<< HEAD\n@misc{x, title = {X}}\n=======\n>>>>>>> b\n";
    assert_eq!(refused(A, marked, A_YEAR), NotBibtex::OpenConflict);
}
