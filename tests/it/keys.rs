//! Keys and edits belong to works: what was cited once leads there for good, and is told when it
//! does not.

use serde_json::{Value, json};

use crate::support::{Desk, Run, entry, field};

const SORTING: &str = "Efficient Fast Sorting of Very Large Lists";
const COOKING: &str = "Efficient Robust Cooking for Busy People";

/// A desk with two records of one author on its own disk, and no network.
fn desk() -> Desk {
    let desk = Desk::cut_off();
    desk.put(
        "cache/library/own.bib",
        &format!(
            "@article{{a, author = {{Jane Doe}}, title = {{{SORTING}}}, journal = {{Sorting Letters}},\n\
               year = 2020, volume = 7, doi = {{10.1000/1}}}}\n\
             @article{{b, author = {{Jane Doe}}, title = {{{COOKING}}}, journal = {{Food Letters}},\n\
               year = 2020, volume = 3, doi = {{10.1000/2}}}}\n"
        ),
    );
    desk
}

fn listed(title: &str) -> Value {
    json!({"title": title, "authors": [null], "year": 2020})
}

fn fetch(desk: &Desk, publications: &[Value]) -> Run {
    desk.list(
        "profile.json",
        &json!({"name": "Jane Doe", "publications": publications}),
    );
    desk.bibsync(&["fetch", "profile.json", "--offline"])
}

#[test]
fn two_listings_that_turn_out_to_be_one_work_keep_both_keys() {
    let desk = desk();
    let mut slides = json!({"title": "Sorting Slides", "authors": [null], "key": "slides"});
    assert_eq!(fetch(&desk, &[listed(SORTING), slides.clone()]).code, 0);
    slides["doi"] = "10.1000/1".into();
    slides["match"] = true.into();
    slides.as_object_mut().unwrap().remove("key");
    let run = fetch(&desk, &[listed(SORTING), slides]);
    assert!(
        run.err
            .contains("! the key of slides is doe2020efficient now\n"),
        "{run:?}"
    );
    let why = desk.bibsync(&["why", "slides"]);
    assert!(why.out.contains(SORTING), "{why:?}");
}

#[test]
fn a_key_taken_from_another_work_is_told() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    let mut cooking = listed(COOKING);
    cooking["key"] = "doe2020efficient".into();
    let run = fetch(&desk, &[listed(SORTING), cooking]);
    let told = "! the key of doe2020efficient is doe2020efficienta now; doe2020efficient is another work now";
    assert!(run.err.contains(told), "{run:?}");
}

#[test]
fn an_entry_of_ones_own_keeps_its_key() {
    let desk = desk();
    fetch(&desk, &[listed(COOKING)]);
    let mine = "@misc{doe2020efficienta,\n  title = {Mine},\n}";
    desk.put("references.bib", &format!("{}\n{mine}\n", desk.bib()));
    fetch(&desk, &[listed(COOKING), listed(SORTING)]);
    assert_eq!(desk.bib().matches("{doe2020efficienta,").count(), 1);
    assert!(desk.bib().contains(mine));
    let sorting = desk.bib();
    assert_eq!(
        field(entry(&sorting, "doe2020efficientb"), "volume"),
        Some("7")
    );
}

#[test]
fn an_edit_stays_with_its_work() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    desk.put("references.bib", &desk.bib().replace("{7}", "{70}"));
    fetch(&desk, &[listed(SORTING)]);
    let why = desk.bibsync(&["why", "doe2020efficient.volume"]).out;
    assert!(why.contains("  but edited by you: 70\n"), "{why}");
    let why = desk.bibsync(&["why", "doe2020efficient"]).out;
    assert!(why.contains("  edited by you: volume = {70}\n"), "{why}");
    fetch(&desk, &[listed(COOKING)]);
    let bib = desk.bib();
    assert_eq!(field(entry(&bib, "doe2020efficienta"), "volume"), Some("3"));
    assert!(
        !bib.contains("{doe2020efficient,"),
        "the key is taken:\n{bib}"
    );
    // Listed again, the work has its key and its edit again.
    fetch(&desk, &[listed(COOKING), listed(SORTING)]);
    let bib = desk.bib();
    assert_eq!(field(entry(&bib, "doe2020efficient"), "volume"), Some("70"));
    assert_eq!(field(entry(&bib, "doe2020efficienta"), "volume"), Some("3"));
}

#[test]
fn an_edit_goes_along_when_its_work_is_given_another_key() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING), listed(COOKING)]);
    let edited = desk.bib().replace("{7}", "{70}");
    let cooking = entry(&edited, "doe2020efficienta").to_owned();
    desk.put("references.bib", &edited.replace(&cooking, ""));
    fetch(&desk, &[listed(SORTING), listed(COOKING)]);
    let renamed = |title: &str, key: &str| {
        let mut listed = listed(title);
        listed["key"] = key.into();
        listed
    };
    fetch(
        &desk,
        &[renamed(SORTING, "sorting"), renamed(COOKING, "cooking")],
    );
    let bib = desk.bib();
    assert_eq!(field(entry(&bib, "sorting"), "volume"), Some("70"));
    assert!(!bib.contains("{cooking,"), "it was taken out:\n{bib}");
}

#[test]
fn a_key_stays_whatever_the_person_writes_beside_it() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    let mine = "@misc{DOE2020Efficient,\n  title = {Another},\n}\n";
    desk.put("references.bib", &format!("{}\n{mine}", desk.bib()));
    let run = fetch(&desk, &[listed(SORTING)]);
    assert!(!run.err.contains("the key of"), "{run:?}");
    assert!(
        desk.bib().contains("{doe2020efficient,\n"),
        "{}",
        desk.bib()
    );
}

#[test]
fn an_entry_of_ones_own_becomes_that_of_its_work_once_listed() {
    for kind in ["article", "misc"] {
        let desk = desk();
        fetch(&desk, &[listed(COOKING)]);
        let mine = format!(
            "@{kind}{{doe2020efficienta,\n  title = {{{SORTING}}},\n  note = {{Mine}},\n}}\n"
        );
        desk.put("references.bib", &format!("{}\n{mine}", desk.bib()));
        fetch(&desk, &[listed(COOKING)]);
        fetch(&desk, &[listed(COOKING), listed(SORTING)]);
        let bib = desk.bib();
        assert_eq!(bib.matches("{doe2020efficienta,").count(), 1, "{bib}");
        let sorting = entry(&bib, "doe2020efficienta");
        assert_eq!(field(sorting, "volume"), Some("7"));
        assert_eq!(field(sorting, "note"), Some("Mine"));
    }
}

#[test]
fn the_last_edit_counts_whatever_the_dialect_calls_its_field() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    for (format, journal) in [("biblatex", "Journal X"), ("bibtex", "Journal Y")] {
        let fetch = || {
            desk.bibsync(&["fetch", "profile.json", "--offline", "--format", format]);
            desk.bib()
        };
        let bib = fetch();
        let name = if format == "bibtex" {
            "journal"
        } else {
            "journaltitle"
        };
        let was = field(entry(&bib, "doe2020efficient"), name)
            .unwrap()
            .to_owned();
        desk.put("references.bib", &bib.replace(&was, journal));
        let bib = fetch();
        assert_eq!(field(entry(&bib, "doe2020efficient"), name), Some(journal));
    }
}

#[test]
fn what_the_person_says_is_taken_over_unasked() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    let mut noted = listed(SORTING);
    noted["note"] = "Best paper".into();
    desk.list(
        "profile.json",
        &json!({"name": "Jane Doe", "publications": [noted]}),
    );
    let run = desk.bibsync(&["refresh", "--offline"]);
    assert!(!run.err.contains("not accepted"), "{run:?}");
    let bib = desk.bib();
    assert_eq!(
        field(entry(&bib, "doe2020efficient"), "note"),
        Some("Best paper")
    );
}

#[test]
fn an_edit_survives_another_dialect_and_an_emptied_file() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    desk.put("references.bib", &desk.bib().replace("{7}", "{70}"));
    let run = desk.bibsync(&["fetch", "profile.json", "--offline", "--format", "biblatex"]);
    assert_eq!(run.code, 0, "{run:?}");
    let edited = desk.bib();
    assert_eq!(
        field(entry(&edited, "doe2020efficient"), "volume"),
        Some("70")
    );
    assert!(edited.contains("journaltitle"));
    desk.put("references.bib", "");
    desk.bibsync(&["fetch", "profile.json", "--offline", "--format", "biblatex"]);
    assert_eq!(desk.bib(), edited);
}

#[test]
fn from_the_lock_is_written_as_it_was_made() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    desk.bibsync(&["fetch", "profile.json", "--offline", "--format", "biblatex"]);
    let (bib, lock) = (desk.bib(), desk.read("references.lock"));
    let run = desk.bibsync(&["fetch", "profile.json", "--locked", "--strict"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!((desk.bib(), desk.read("references.lock")), (bib, lock));
}

#[test]
fn what_is_taken_out_is_named() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING), listed(COOKING)]);
    let run = fetch(&desk, &[listed(COOKING)]);
    assert!(
        run.err
            .contains("no longer listed, and removed: doe2020efficient\n"),
        "{run:?}"
    );
}

#[test]
fn an_open_conflict_is_settled_by_the_person_in_the_bibliography_and_by_itself_in_the_lock() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    let open = |text: &str| format!("<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> b\n");
    let (bib, lock) = (desk.bib(), desk.read("references.lock"));
    desk.put("references.bib", &open(&bib));
    fetch(&desk, &[listed(SORTING)]).refused(&["references.bib:1: a conflict"]);
    assert_eq!(desk.bib(), open(&bib));
    desk.put("references.bib", &bib);
    desk.put("references.lock", &open(&lock));
    let run = fetch(&desk, &[listed(SORTING)]);
    assert!(run.err.contains("both sides are read"), "{run:?}");
    assert_eq!(
        (desk.bib(), desk.read("references.lock")),
        (bib, lock.clone())
    );
    assert_eq!(desk.read("references.lock.bak"), open(&lock));
}

#[test]
fn a_refresh_that_could_not_ask_ends_with_three() {
    let desk = desk();
    fetch(&desk, &[listed(SORTING)]);
    let refresh = ["refresh", "--all", "--accept", "all"];
    assert_eq!(desk.bibsync(&refresh).code, 3);
    assert_eq!(
        desk.bibsync(&["refresh", "--all", "--accept", "all", "--offline"])
            .code,
        0
    );
}
