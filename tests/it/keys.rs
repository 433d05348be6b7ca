//! Keys and edits belong to works: a key that was cited once leads to its work for good, and a change
//! is reported.

use serde_json::{Value, json};

use crate::support::{Run, Sandbox, entry, field};

const SORTING: &str = "Efficient Fast Sorting of Very Large Lists";
const COOKING: &str = "Efficient Robust Cooking for Busy People";

/// Creates a sandbox with two records of one author on disk, and no network.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::cut_off();
    sandbox.put(
        "cache/library/own.bib",
        &format!(
            "@article{{a, author = {{Jane Doe}}, title = {{{SORTING}}}, journal = {{Sorting Letters}},\n\
               year = 2020, volume = 7, doi = {{10.1000/1}}}}\n\
             @article{{b, author = {{Jane Doe}}, title = {{{COOKING}}}, journal = {{Food Letters}},\n\
               year = 2020, volume = 3, doi = {{10.1000/2}}}}\n"
        ),
    );
    sandbox
}

fn listed(title: &str) -> Value {
    json!({"title": title, "authors": [null], "year": 2020})
}

fn fetch(sandbox: &Sandbox, publications: &[Value]) -> Run {
    sandbox.list(
        "profile.json",
        &json!({"name": "Jane Doe", "publications": publications}),
    );
    sandbox.bibsync(&["fetch", "profile.json", "--offline"])
}

#[test]
fn two_listings_of_one_work_keep_both_keys() {
    let sandbox = sandbox();
    let mut slides = json!({"title": "Sorting Slides", "authors": [null], "key": "slides"});
    assert_eq!(fetch(&sandbox, &[listed(SORTING), slides.clone()]).code, 0);
    slides["doi"] = "10.1000/1".into();
    slides["match"] = true.into();
    slides.as_object_mut().unwrap().remove("key");
    let run = fetch(&sandbox, &[listed(SORTING), slides]);
    assert!(
        run.err
            .contains("! the key of slides is doe2020efficient now\n"),
        "{run:?}"
    );
    let why = sandbox.bibsync(&["why", "slides"]);
    assert!(why.out.contains(SORTING), "{why:?}");
}

#[test]
fn a_key_that_was_changed_in_the_output_is_not_taken_back_in_silence() {
    let sandbox = sandbox();
    assert_eq!(fetch(&sandbox, &[listed(SORTING)]).code, 0);
    let renamed = sandbox.bib().replace("{doe2020efficient,", "{mine,");
    sandbox.put("references.bib", &renamed);
    let run = fetch(&sandbox, &[listed(SORTING)]);
    assert!(
        run.err.contains("the key `mine` becomes `doe2020efficient` again; `\"key\": \"mine\"` in the list changes it"),
        "{run:?}"
    );
    assert_eq!(sandbox.read("references.bib.bak"), renamed);
    let run = fetch(&sandbox, &[listed(SORTING)]);
    assert!(!run.err.contains("again"), "{run:?}");
}

#[test]
fn key_taken_from_another_work_is_reported() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    let mut cooking = listed(COOKING);
    cooking["key"] = "doe2020efficient".into();
    let run = fetch(&sandbox, &[listed(SORTING), cooking]);
    let told = "! the key of doe2020efficient is doe2020efficienta now; doe2020efficient is another work now";
    assert!(run.err.contains(told), "{run:?}");
}

#[test]
fn manual_entry_keeps_its_key() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(COOKING)]);
    let mine = "@misc{doe2020efficienta,\n  title = {Mine},\n}";
    sandbox.put("references.bib", &format!("{}\n{mine}\n", sandbox.bib()));
    fetch(&sandbox, &[listed(COOKING), listed(SORTING)]);
    assert_eq!(sandbox.bib().matches("{doe2020efficienta,").count(), 1);
    assert!(sandbox.bib().contains(mine));
    let sorting = sandbox.bib();
    assert_eq!(
        field(entry(&sorting, "doe2020efficientb"), "volume"),
        Some("7")
    );
}

#[test]
fn edit_stays_with_its_work() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    sandbox.put("references.bib", &sandbox.bib().replace("{7}", "{70}"));
    fetch(&sandbox, &[listed(SORTING)]);
    let why = sandbox.bibsync(&["why", "doe2020efficient.volume"]).out;
    assert!(why.contains("  but edited by you: 70\n"), "{why}");
    let why = sandbox.bibsync(&["why", "doe2020efficient"]).out;
    assert!(why.contains("  edited by you: volume = {70}\n"), "{why}");
    fetch(&sandbox, &[listed(COOKING)]);
    let bib = sandbox.bib();
    assert_eq!(field(entry(&bib, "doe2020efficienta"), "volume"), Some("3"));
    assert!(
        !bib.contains("{doe2020efficient,"),
        "the key is taken:\n{bib}"
    );
    // Listed again, the work has its key and its edit again.
    fetch(&sandbox, &[listed(COOKING), listed(SORTING)]);
    let bib = sandbox.bib();
    assert_eq!(field(entry(&bib, "doe2020efficient"), "volume"), Some("70"));
    assert_eq!(field(entry(&bib, "doe2020efficienta"), "volume"), Some("3"));
}

#[test]
fn edit_follows_its_work_to_a_new_key() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING), listed(COOKING)]);
    let edited = sandbox.bib().replace("{7}", "{70}");
    let cooking = entry(&edited, "doe2020efficienta").to_owned();
    sandbox.put("references.bib", &edited.replace(&cooking, ""));
    fetch(&sandbox, &[listed(SORTING), listed(COOKING)]);
    let renamed = |title: &str, key: &str| {
        let mut listed = listed(title);
        listed["key"] = key.into();
        listed
    };
    fetch(
        &sandbox,
        &[renamed(SORTING, "sorting"), renamed(COOKING, "cooking")],
    );
    let bib = sandbox.bib();
    assert_eq!(field(entry(&bib, "sorting"), "volume"), Some("70"));
    assert!(!bib.contains("{cooking,"), "it was taken out:\n{bib}");
}

#[test]
fn key_is_kept_next_to_new_listings() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    let mine = "@misc{DOE2020Efficient,\n  title = {Another},\n}\n";
    sandbox.put("references.bib", &format!("{}\n{mine}", sandbox.bib()));
    let run = fetch(&sandbox, &[listed(SORTING)]);
    assert!(!run.err.contains("the key of"), "{run:?}");
    assert!(
        sandbox.bib().contains("{doe2020efficient,\n"),
        "{}",
        sandbox.bib()
    );
}

#[test]
fn manual_entry_is_adopted_once_its_work_is_listed() {
    for kind in ["article", "misc"] {
        let sandbox = sandbox();
        fetch(&sandbox, &[listed(COOKING)]);
        let mine = format!(
            "@{kind}{{doe2020efficienta,\n  title = {{{SORTING}}},\n  note = {{Mine}},\n}}\n"
        );
        sandbox.put("references.bib", &format!("{}\n{mine}", sandbox.bib()));
        fetch(&sandbox, &[listed(COOKING)]);
        fetch(&sandbox, &[listed(COOKING), listed(SORTING)]);
        let bib = sandbox.bib();
        assert_eq!(bib.matches("{doe2020efficienta,").count(), 1, "{bib}");
        let sorting = entry(&bib, "doe2020efficienta");
        assert_eq!(field(sorting, "volume"), Some("7"));
        assert_eq!(field(sorting, "note"), Some("Mine"));
    }
}

#[test]
fn last_edit_wins_across_dialects() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    for (format, journal) in [("biblatex", "Journal X"), ("bibtex", "Journal Y")] {
        let fetch = || {
            sandbox.bibsync(&["fetch", "profile.json", "--offline", "--format", format]);
            sandbox.bib()
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
        sandbox.put("references.bib", &bib.replace(&was, journal));
        let bib = fetch();
        assert_eq!(field(entry(&bib, "doe2020efficient"), name), Some(journal));
    }
}

#[test]
fn edits_are_accepted_without_asking() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    let mut noted = listed(SORTING);
    noted["note"] = "Best paper".into();
    sandbox.list(
        "profile.json",
        &json!({"name": "Jane Doe", "publications": [noted]}),
    );
    let run = sandbox.bibsync(&["refresh", "--offline"]);
    assert!(!run.err.contains("not accepted"), "{run:?}");
    let bib = sandbox.bib();
    assert_eq!(
        field(entry(&bib, "doe2020efficient"), "note"),
        Some("Best paper")
    );
}

#[test]
fn edit_survives_another_dialect_and_an_emptied_file() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    sandbox.put("references.bib", &sandbox.bib().replace("{7}", "{70}"));
    let run = sandbox.bibsync(&["fetch", "profile.json", "--offline", "--format", "biblatex"]);
    assert_eq!(run.code, 0, "{run:?}");
    let edited = sandbox.bib();
    assert_eq!(
        field(entry(&edited, "doe2020efficient"), "volume"),
        Some("70")
    );
    assert!(edited.contains("journaltitle"));
    sandbox.put("references.bib", "");
    sandbox.bibsync(&["fetch", "profile.json", "--offline", "--format", "biblatex"]);
    assert_eq!(sandbox.bib(), edited);
}

#[test]
fn export_from_the_lock_equals_the_output() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    sandbox.bibsync(&["fetch", "profile.json", "--offline", "--format", "biblatex"]);
    let (bib, lock) = (sandbox.bib(), sandbox.read("references.lock"));
    let run = sandbox.bibsync(&["fetch", "profile.json", "--locked", "--strict"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        (sandbox.bib(), sandbox.read("references.lock")),
        (bib, lock)
    );
}

#[test]
fn removed_entries_are_named() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING), listed(COOKING)]);
    let run = fetch(&sandbox, &[listed(COOKING)]);
    assert!(
        run.err
            .contains("no longer listed, and removed: doe2020efficient\n"),
        "{run:?}"
    );
}

#[test]
fn merge_conflict_is_resolved_in_the_lock_but_not_in_the_bibliography() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    let open = |text: &str| format!("<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> b\n");
    let (bib, lock) = (sandbox.bib(), sandbox.read("references.lock"));
    sandbox.put("references.bib", &open(&bib));
    fetch(&sandbox, &[listed(SORTING)]).refused(&["references.bib:1: a conflict"]);
    assert_eq!(sandbox.bib(), open(&bib));
    sandbox.put("references.bib", &bib);
    sandbox.put("references.lock", &open(&lock));
    let run = fetch(&sandbox, &[listed(SORTING)]);
    assert!(run.err.contains("both sides are read"), "{run:?}");
    assert_eq!(
        (sandbox.bib(), sandbox.read("references.lock")),
        (bib, lock.clone())
    );
    assert_eq!(sandbox.read("references.lock.bak"), open(&lock));
}

#[test]
fn refresh_without_services_exits_with_3() {
    let sandbox = sandbox();
    fetch(&sandbox, &[listed(SORTING)]);
    let refresh = ["refresh", "--all", "--accept", "all"];
    assert_eq!(sandbox.bibsync(&refresh).code, 3);
    assert_eq!(
        sandbox
            .bibsync(&["refresh", "--all", "--accept", "all", "--offline"])
            .code,
        0
    );
}
