//! `bibsync why`: where a match and each field came from, by the lock alone.

use serde_json::{Value, json};

use crate::support::{Desk, Paper, Services, electrode, espresso, gemini};

/// The same people's demonstration of the same title elsewhere.
fn demo() -> Paper {
    Paper {
        key: "conf/sigcomm/ZhouWDY23".into(),
        venue: "SIGCOMM".into(),
        volume: "Proceedings of SIGCOMM 2023".into(),
        pages: "1-3".into(),
        doi: "10.1145/9999999.1".into(),
        ..electrode()
    }
}

const AUTHORS: [&str; 4] = [
    "Yang Zhou",
    "Zezhou Wang",
    "Sowmya Dharanipragada",
    "Minlan Yu",
];

/// A desk at which a match with a runner-up, an ambiguous listing, a near miss, and one that
/// sources disagree about have been fetched.
fn fetched() -> Desk {
    let disputed = espresso().registered(json!({"page": "900-912"}));
    let services = Services::knowing([gemini(), disputed, electrode(), demo()], []);
    let desk = Desk::at(&services);
    desk.fetched(&json!({"publications": [
        {"title": electrode().title, "authors": AUTHORS, "venue": "NSDI '23", "year": 2023},
        {"title": electrode().title, "authors": AUTHORS, "year": 2023, "key": "which"},
        {"title": gemini().title, "authors": ["Somebody Else", "Another One"], "year": 1999,
         "venue": "Journal of Failure", "key": "miss"},
        {"title": espresso().title, "authors": espresso().authors, "key": "esp", "note": "Mine",
         "fields": {"booktitle": "EuroSys '23"}},
    ]}));
    desk
}

fn why(desk: &Desk, arguments: &[&str]) -> String {
    let all: Vec<&str> = ["why"].iter().chain(arguments).copied().collect();
    let run = desk.bibsync(&all);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

fn json_of(desk: &Desk, key: &str) -> Value {
    serde_json::from_str(&why(desk, &[key, "--json"])).unwrap()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn a_match_is_accounted_for() {
    let desk = fetched();
    let text = why(&desk, &["zhou2023electrode"]);
    has(
        &text,
        &[
            "#0 listed   Electrode",
            "Yang Zhou, Zezhou Wang, Sowmya Dharanipragada, Minlan Yu · NSDI '23 · 2023",
            "matched: confidence 0.9",
            "dblp conf/nsdi/ZhouWDY23",
            "-4.00  before anything is seen",
            "+4.00  the same title",
            "the same venue",
            "in all",
            "runner-up: confidence",
            "behind by",
            "another venue",
        ],
    );
    let account = json_of(&desk, "zhou2023electrode");
    let listing = &account["listings"][0];
    assert_eq!(listing["status"], "matched");
    let best = &listing["candidates"][0];
    let sum: f64 = best["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| piece["odds"].as_f64().unwrap())
        .sum();
    assert!(
        (sum - best["odds"].as_f64().unwrap()).abs() < 0.005,
        "{best:#}"
    );
    assert!(listing["candidates"][1]["behind"].as_f64().unwrap() > 0.5);
    // By its place in the list it is the same listing.
    assert_eq!(json_of(&desk, "#0")["listings"][0], *listing);
}

#[test]
fn what_is_not_matched_is_accounted_for_too() {
    let desk = fetched();
    let text = why(&desk, &["which"]);
    has(
        &text,
        &[
            "ambiguous, so it is exported as listed",
            "candidate 1: confidence",
            "candidate 2: confidence",
            "the same title",
        ],
    );
    let text = why(&desk, &["miss"]);
    has(
        &text,
        &[
            "unmatched: only other works come near",
            "came near: confidence",
        ],
    );
    let near = &json_of(&desk, "miss")["listings"][0]["candidates"][0];
    assert_eq!(near["ids"]["dblp"], gemini().key);
    assert!(near["odds"].as_f64().unwrap() < 0.0);
}

#[test]
fn each_field_names_its_source_its_day_and_who_disagrees() {
    let desk = fetched();
    let pages = json_of(&desk, "esp.pages");
    assert_eq!(pages["value"], "867--882", "{pages:#}");
    assert_eq!(pages["source"], "dblp");
    assert_eq!(pages["day"].as_str().unwrap().len(), 10);
    assert_eq!(pages["others"][0]["source"], "crossref");
    assert_eq!(pages["others"][0]["value"], "900--912");
    let text = why(&desk, &["esp.pages"]);
    has(
        &text,
        &[
            "esp.pages: 867--882",
            "said by DBLP, 2",
            "not taken: 900--912, said by Crossref, 2",
        ],
    );
    has(
        &why(&desk, &["esp.author"]),
        &["esp.authors: Zhuang Wang", "listed as"],
    );
    has(&why(&desk, &["esp.note"]), &["said by your list"]);
    let written = json_of(&desk, "esp.booktitle");
    assert_eq!(
        (&written["value"], &written["source"]),
        (&json!("EuroSys '23"), &json!("listing"))
    );
    desk.bibsync(&["why", "esp.colour"])
        .refused(&["no field `colour`", "it has kind, title"]);
}

#[test]
fn the_lock_is_the_same_whenever_it_is_made() {
    let services = Services::knowing([gemini(), espresso()], []);
    let desk = Desk::at(&services);
    desk.fetched(&json!({"publications": [
        {"title": gemini().title, "authors": gemini().authors},
        {"title": espresso().title, "authors": espresso().authors},
    ]}));
    let lock = desk.read("references.lock");
    for more in [&[][..], &["--offline"], &["--locked"]] {
        let run = desk.fetch(more);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(desk.read("references.lock"), lock, "{more:?}");
    }
    // From nothing but the cache: the days are those on which the answers came.
    fs_err::remove_file(desk.path("references.lock")).unwrap();
    assert_eq!(desk.fetch(&["--offline"]).code, 0);
    assert_eq!(desk.read("references.lock"), lock);
}

#[test]
fn a_key_that_is_not_there_is_said_with_what_may_be_meant() {
    let desk = fetched();
    desk.bibsync(&["why", "zhou2022electrode"]).refused(&[
        "`zhou2022electrode` is no key",
        "did you mean `zhou2023electrode`?",
    ]);
    desk.bibsync(&["why", "#9"])
        .refused(&["no listing #9", "the lock has 4"]);
    desk.bibsync(&["why", "x", "--lock", "other.lock"])
        .refused(&["no lock at other.lock"]);
    desk.put("new.lock", "format = 99\n");
    desk.bibsync(&["why", "x", "--lock", "new.lock"])
        .refused(&["format 99", "newer bibsync"]);
}
