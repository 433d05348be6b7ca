//! The merge of the text around entries and in them: no side's removal is undone, nothing is lost.

use bibsync::merge::{Markers, Merged, merge};

fn merged(base: &str, ours: &str, theirs: &str) -> Merged {
    merge(base, ours, theirs, &Markers::default()).unwrap()
}

fn clean(text: &str) -> Merged {
    Merged {
        text: text.to_owned(),
        conflicts: 0,
    }
}

const OLD: &str = "@string{jn = \"Journal of Old\"}\n\n";
const NEW: &str = "@string{jn = \"Journal of New\"}\n\n";
const A: &str = "@article{a,\n  author = {Able, Ann},\n  title = {Alpha},\n  year = {2001}\n}\n";
const B: &str = "@article{b,\n  author = {Baker, Bob},\n  title = {Beta},\n  year = {2002}\n}\n";
const C: &str = "@article{c,\n  author = {Cook, Cy},\n  title = {Gamma},\n  year = {2003}\n}\n";
const D: &str = "@article{d,\n  author = {Dean, Di},\n  title = {Delta},\n  year = {2004}\n}\n";

fn file(parts: &[&str]) -> String {
    let mut out = String::new();
    for part in parts {
        if !out.is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
        out.push_str(part);
    }
    out
}

#[test]
fn text_that_one_side_changed_is_not_brought_back() {
    for (name, base, ours, theirs, want) in [
        (
            "the first entry is deleted",
            file(&[OLD, A, B]),
            file(&[NEW, A, B]),
            file(&[OLD, B]),
            file(&[NEW, B]),
        ),
        (
            "an entry is added on top",
            file(&[OLD, A, B]),
            file(&[NEW, A, B]),
            file(&[OLD, C, A, B]),
            file(&[NEW, C, A, B]),
        ),
        (
            "both add an entry on top",
            file(&[OLD, A, B]),
            file(&[NEW, C, A, B]),
            file(&[OLD, D, A, B]),
            file(&[NEW, C, D, A, B]),
        ),
        (
            "a heading is removed, its entry stays, another is new",
            file(&["% Old\n", A, "% Rest\n", B]),
            file(&[A, "% Rest\n", B]),
            file(&["% Old\n", A, "% Rest\n", C, B]),
            file(&[A, "% Rest\n", C, B]),
        ),
        (
            "an entry and its heading are removed, the next heading changed",
            file(&["% One\n", A, "% Two\n", B]),
            file(&["% Two\n", B]),
            file(&["% One\n", A, "% Two, changed\n", B]),
            file(&["% Two, changed\n", B]),
        ),
        (
            "the first entry is deleted, another added in its place",
            file(&["% Encoding: UTF-8\n", A, B]),
            file(&["% Encoding: UTF-8\n", B]),
            file(&["% Encoding: Latin-1\n", A, C, B]),
            file(&["% Encoding: Latin-1\n", C, B]),
        ),
        (
            "the only text is removed, an entry deleted",
            file(&["% One\n", A, B]),
            file(&[A, B]),
            file(&["% One\n", B]),
            file(&[B]),
        ),
        (
            "an entry moves with its remark, which is changed",
            file(&[A, "% about b\n", B, C]),
            file(&["% about b\n", B, A, C]),
            file(&[A, "% about Beta\n", B, C]),
            file(&["% about Beta\n", B, A, C]),
        ),
        (
            "their side moves what ours leaves in its place",
            file(&[A, B, "% about c\n", C]),
            file(&[A, D, B, "% about c\n", C]),
            file(&["% about c\n", C, A, B]),
            file(&[A, D, B, "% about c\n", C]),
        ),
        (
            "two entries are added above the first line",
            file(&["% Mine\n", A]),
            file(&["% Mine\n", A, B]),
            file(&[C, D, "% Mine\n", A]),
            file(&[C, D, "% Mine\n", A, B]),
        ),
        (
            "a new remark stays above its entry, a new macro with the others",
            file(&[OLD, A, B]),
            file(&[OLD, C, A, B]),
            file(&[OLD, "@string{x = {X}}\n", A, B]),
            file(&[OLD, "@string{x = {X}}\n", C, A, B]),
        ),
    ] {
        assert_eq!(merged(&base, &ours, &theirs), clean(&want), "{name}");
        let turned = merged(&base, &theirs, &ours);
        assert_eq!(turned.conflicts, 0, "{name}, turned: {}", turned.text);
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&turned.text), lines(&want), "{name}, turned");
    }
}

#[test]
fn what_both_sides_add_is_there_once() {
    let macro_x = "@string{x = {X}}\n";
    let ours = file(&["% New\n", macro_x, C, A, "% Rest\n", B]);
    let theirs = file(&["% New\n", macro_x, D, A, B]);
    let result = merged(&file(&[A, B]), &ours, &theirs);
    assert_eq!(
        result,
        clean(&file(&["% New\n", macro_x, C, D, A, "% Rest\n", B]))
    );
    // Two values of one name are a conflict, wherever they stand.
    let ours = file(&[macro_x, A, B]);
    let theirs = file(&[A, "@string{x = {Y}}\n", B]);
    let result = merged(&file(&[A, B]), &ours, &theirs);
    assert_eq!(result.conflicts, 1, "{}", result.text);
}

#[test]
fn text_that_both_sides_changed_is_between_markers_once() {
    let result = merged(
        &file(&["% Old\n", A, B]),
        &file(&["% Ours\n", B]),
        &file(&["% Theirs\n", C, A, B]),
    );
    assert_eq!(result.conflicts, 1);
    assert_eq!(
        result.text,
        file(&[
            "<<<<<<< ours\n% Ours\n=======\n% Theirs\n>>>>>>> theirs\n",
            C,
            B
        ])
    );
    // One side removed what the other changed.
    let result = merged(
        &file(&[A, "% about b\n", B, C]),
        &file(&[A, C]),
        &file(&[A, "% about Beta\n", B, C]),
    );
    assert_eq!(result.conflicts, 1);
    assert_eq!(
        result.text,
        file(&[
            A,
            "<<<<<<< ours\n=======\n% about Beta\n>>>>>>> theirs\n",
            C
        ])
    );
}

#[test]
fn lines_are_not_glued_where_neither_side_has_a_line_end() {
    let bare = |text: &str| text.trim_end().to_owned();
    let result = merged(&bare(A), &bare(&file(&[A, C])), &bare(&file(&[A, D])));
    assert_eq!(result, clean(&bare(&file(&[A, C, D]))));
    let result = merged(
        &bare(A),
        &bare(&file(&[A, "% ours"])),
        &bare(&file(&[A, D])),
    );
    assert_eq!(result.conflicts, 0);
    assert!(
        result.text.lines().any(|it| it == "% ours"),
        "{}",
        result.text
    );
    assert!(result.text.contains(&bare(D)), "{}", result.text);
    assert!(!result.text.contains("}@"), "{}", result.text);
}

#[test]
fn remarks_between_fields_are_kept() {
    let changed = A.replace("2001", "2004");
    let remark = "  % Bob says this year is wrong\n  year";
    let above = |text: &str| text.replace("  year", remark);
    let behind = |text: &str| text.replace("{Alpha},", "{Alpha}, % checked");
    let first = |text: &str| text.replace("{Able, Ann},", "{Able, Ann}, % checked");
    for (name, ours, theirs, want) in [
        ("theirs, above", changed.clone(), above(A), above(&changed)),
        ("ours, above", above(A), changed.clone(), above(&changed)),
        (
            "theirs, behind",
            changed.clone(),
            behind(A),
            behind(&changed),
        ),
        ("both", above(A), first(A), first(&above(A))),
        (
            "a remark and a change of the same entry",
            A.replace("Able, Ann", "Able, Anna"),
            above(&changed),
            above(&changed).replace("Able, Ann", "Able, Anna"),
        ),
    ] {
        assert_eq!(
            merged(&file(&[A, B]), &file(&[&ours, B]), &file(&[&theirs, B])),
            clean(&file(&[&want, B])),
            "{name}"
        );
    }
    // Where the entry is deleted, the remark is a change of it.
    let result = merged(&file(&[A, B]), B, &file(&[&above(A), B]));
    assert_eq!(result.conflicts, 1);
    assert!(result.text.contains("Bob says"), "{}", result.text);
    // A field in conflict beside a remark: both stay.
    let theirs = above(&A.replace("2001", "2005"));
    for (ours, theirs) in [(&changed, &theirs), (&theirs, &changed)] {
        let result = merged(A, ours, theirs);
        assert_eq!(result.conflicts, 1, "{}", result.text);
        for part in ["Bob says", "{2004}", "{2005}"] {
            assert!(result.text.contains(part), "{part}: {}", result.text);
        }
        let place = |part: &str| result.text.find(part).unwrap();
        let year = |text: &str| {
            if text.contains("2004") {
                "{2004}"
            } else {
                "{2005}"
            }
        };
        assert!(place(year(ours)) < place(year(theirs)), "{}", result.text);
    }
    // Two remarks in one place.
    let other = A.replace("  year", "  % Cy says it is right\n  year");
    let result = merged(A, &above(A), &other);
    assert_eq!(result.conflicts, 1);
    assert!(result.text.contains("Bob says") && result.text.contains("Cy says"));
    // A field is removed whose remark stays on the other side.
    let without = A.replace("  title = {Alpha},\n", "");
    let result = merged(&behind(A), &behind(&changed), &without);
    assert!(
        result.conflicts == 1 || !result.text.contains("Alpha"),
        "{}",
        result.text
    );
    let result = merged(A, &behind(A), &without);
    assert!(result.text.contains("% checked"), "{}", result.text);
}

#[test]
fn two_works_with_one_key_are_a_conflict_that_says_so() {
    let renamed = A.replace("{a,", "{n,");
    let added = C.replace("{c,", "{n,");
    let told = "another entry has the key n";
    for (name, ours, theirs) in [
        (
            "ours renames, theirs adds",
            file(&[&renamed, B]),
            file(&[A, B, &added]),
        ),
        (
            "theirs renames, ours adds",
            file(&[A, B, &added]),
            file(&[&renamed, B]),
        ),
        (
            "both rename",
            file(&[&renamed, B]),
            file(&[A, &B.replace("{b,", "{n,")]),
        ),
        (
            "in another case",
            file(&[&renamed, B]),
            file(&[A, B, &added.replace("{n,", "{N,")]),
        ),
    ] {
        let result = merged(&file(&[A, B]), &ours, &theirs);
        assert_eq!(result.conflicts, 1, "{name}: {}", result.text);
        assert!(
            result.text.to_lowercase().contains(told),
            "{name}: {}",
            result.text
        );
        assert!(result.text.contains("<<<<<<< ours\n"), "{name}");
    }
    // What one side has twice already is its own affair.
    let twice = file(&[A, A]);
    let result = merged(&twice, &file(&[A, A, B]), &file(&[A, A, C]));
    assert_eq!(result.conflicts, 0, "{}", result.text);
}

#[test]
fn a_key_given_to_another_work_is_not_the_old_entry() {
    let reused = C.replace("{c,", "{a,");
    let with_doi = A.replace("{2001}", "{2001},\n  doi = {10.1000/alpha}");
    for (ours, theirs) in [
        (file(&[B, &reused]), file(&[&with_doi, B])),
        (file(&[&with_doi, B]), file(&[B, &reused])),
    ] {
        let result = merged(&file(&[A, B]), &ours, &theirs);
        assert_eq!(result.conflicts, 1, "{}", result.text);
        assert!(result.text.contains(reused.trim()), "{}", result.text);
        assert!(result.text.contains(with_doi.trim()), "{}", result.text);
    }
    // Nothing meets where the old entry is as it was.
    let result = merged(&file(&[A, B]), &file(&[B, &reused]), &file(&[A, B, D]));
    assert_eq!(result.conflicts, 0, "{}", result.text);
    assert!(!result.text.contains("Alpha"), "{}", result.text);
    // A corrected title and author are the same work.
    let corrected = A.replace("Able, Ann", "Able, A. and Baker, Bob");
    let corrected = corrected.replace("Alpha", "The Alpha");
    let result = merged(A, &corrected, &with_doi);
    assert_eq!(result.conflicts, 0, "{}", result.text);
}

#[test]
fn a_conflict_in_the_ancestor_of_two_merges_is_no_conflict_of_the_rest() {
    let base = A.replace(
        "  year = {2001}\n",
        "<<<<<<<<< ours\n  year = {2004}\n=========\n  year = {2005}\n>>>>>>>>> theirs\n",
    );
    let settled = A.replace("2001", "2004");
    let ours = settled.replace("Alpha", "Alfa");
    let theirs = settled.replace("Able, Ann", "Able, Anna");
    assert_eq!(
        merged(&base, &ours, &theirs),
        clean(&ours.replace("Able, Ann", "Able, Anna"))
    );
    // Both settled it in another way.
    let result = merged(&base, &ours, &theirs.replace("2004", "2005"));
    assert_eq!(result.conflicts, 1);
    assert!(
        result
            .text
            .contains("<<<<<<< ours\n  year = {2004}\n=======\n  year = {2005}\n>>>>>>> theirs\n"),
        "{}",
        result.text
    );
}
