//! `bibsync why`: the origin of a match and of each field, from the lock alone.

use serde_json::{Value, json};

use crate::support::{Paper, Sandbox, Services, electrode, espresso, gemini};

/// A demo by the same people under the same title at another venue.
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

/// Creates a sandbox with a match with a runner-up, an ambiguous listing, an unmatched one with a
/// similar record, and one on which sources disagree.
fn fetched() -> Sandbox {
    let disputed = espresso().registered(json!({"page": "900-912"}));
    let services = Services::knowing([gemini(), disputed, electrode(), demo()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&json!({"publications": [
        {"title": electrode().title, "authors": AUTHORS, "venue": "NSDI '23", "year": 2023},
        {"title": electrode().title, "authors": AUTHORS, "year": 2023, "key": "which"},
        {"title": gemini().title, "authors": ["Somebody Else", "Another One"], "year": 1999,
         "venue": "Journal of Failure", "key": "miss"},
        {"title": espresso().title, "authors": espresso().authors, "key": "esp", "note": "Mine",
         "fields": {"booktitle": "EuroSys '23"}},
    ]}));
    sandbox
}

fn why(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let all: Vec<&str> = ["why"].iter().chain(arguments).copied().collect();
    let run = sandbox.bibsync(&all);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

fn json_of(sandbox: &Sandbox, key: &str) -> Value {
    serde_json::from_str(&why(sandbox, &[key, "--json"])).unwrap()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn match_is_explained() {
    let sandbox = fetched();
    let text = why(&sandbox, &["zhou2023electrode"]);
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
    let account = json_of(&sandbox, "zhou2023electrode");
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
    // Its index in the list refers to the same listing.
    assert_eq!(json_of(&sandbox, "#0")["listings"][0], *listing);
}

#[test]
fn unmatched_listing_is_explained() {
    let sandbox = fetched();
    let text = why(&sandbox, &["which"]);
    has(
        &text,
        &[
            "ambiguous, so it is exported as listed",
            "candidate 1: confidence",
            "candidate 2: confidence",
            "the same title",
        ],
    );
    let text = why(&sandbox, &["miss"]);
    has(
        &text,
        &[
            "unmatched: only other works come near",
            "came near: confidence",
        ],
    );
    let near = &json_of(&sandbox, "miss")["listings"][0]["candidates"][0];
    assert_eq!(near["ids"]["dblp"], gemini().key);
    assert!(near["odds"].as_f64().unwrap() < 0.0);
}

#[test]
fn fields_have_source_date_and_dissent() {
    let sandbox = fetched();
    let pages = json_of(&sandbox, "esp.pages");
    assert_eq!(pages["value"], "867--882", "{pages:#}");
    assert_eq!(pages["source"], "dblp");
    assert_eq!(pages["day"].as_str().unwrap().len(), 10);
    assert_eq!(pages["others"][0]["source"], "crossref");
    assert_eq!(pages["others"][0]["value"], "900--912");
    let text = why(&sandbox, &["esp.pages"]);
    has(
        &text,
        &[
            "esp.pages: 867--882",
            "said by DBLP, 2",
            "not taken: 900--912, said by Crossref, 2",
        ],
    );
    has(
        &why(&sandbox, &["esp.author"]),
        &["esp.authors: Zhuang Wang", "listed as"],
    );
    has(&why(&sandbox, &["esp.note"]), &["said by your list"]);
    let written = json_of(&sandbox, "esp.booktitle");
    assert_eq!(
        (&written["value"], &written["source"]),
        (&json!("EuroSys '23"), &json!("listing"))
    );
    sandbox
        .bibsync(&["why", "esp.colour"])
        .refused(&["no field `colour`", "it has kind, title"]);
}

#[test]
fn lock_does_not_depend_on_the_time_of_the_run() {
    let services = Services::knowing([gemini(), espresso()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&json!({"publications": [
        {"title": gemini().title, "authors": gemini().authors},
        {"title": espresso().title, "authors": espresso().authors},
    ]}));
    let lock = sandbox.read("references.lock");
    for more in [&[][..], &["--offline"], &["--locked"]] {
        let run = sandbox.fetch(more);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(sandbox.read("references.lock"), lock, "{more:?}");
    }
    // From the cache alone: the dates are those of the answers.
    fs_err::remove_file(sandbox.path("references.lock")).unwrap();
    assert_eq!(sandbox.fetch(&["--offline"]).code, 0);
    assert_eq!(sandbox.read("references.lock"), lock);
}

#[test]
fn unknown_key_gets_a_suggestion() {
    let sandbox = fetched();
    sandbox.bibsync(&["why", "zhou2022electrode"]).refused(&[
        "`zhou2022electrode` is no key",
        "did you mean `zhou2023electrode`?",
    ]);
    sandbox
        .bibsync(&["why", "#9"])
        .refused(&["no listing #9", "the lock has 4"]);
    sandbox
        .bibsync(&["why", "x", "--lock", "other.lock"])
        .refused(&["no lock at other.lock"]);
    sandbox.put("new.lock", "format = 99\n");
    sandbox
        .bibsync(&["why", "x", "--lock", "new.lock"])
        .refused(&["format 99", "newer bibsync"]);
}
