//! `bibsync review`: each ambiguous listing is asked about once, and the answer is written to the profile.

use serde_json::{Value, json};

use crate::support::{Paper, Sandbox, Services, electrode, entry, field, gemini};

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

/// A profile with an unusual layout.
const PROFILE: &str = r#"{ "name" : "Zezhou Wang",
  "publications": [
    { "title": "GEMINI: Fast Failure Recovery in Distributed Training with In-Memory Checkpoints",
      "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false, "year": 2023 },
    {"title": "Electrode: Accelerating Distributed Protocols with eBPF",
     "authors": ["Yang Zhou", null, "Sowmya Dharanipragada", "Minlan Yu"], "year": 2023}
  ]
}
"#;

/// Creates a sandbox in which the second listing is ambiguous.
fn fetched() -> (Sandbox, Services) {
    let services = Services::knowing([gemini(), electrode(), demo()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.put("profile.json", PROFILE);
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sandbox.report()["publications"][1]["status"], "ambiguous");
    (sandbox, services)
}

fn listed(sandbox: &Sandbox) -> Vec<Value> {
    let run = sandbox.bibsync(&["review", "--list", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.out).unwrap()
}

/// Returns the number of the candidate with this key.
fn number(sandbox: &Sandbox, key: &str) -> String {
    let questions = listed(sandbox);
    let candidates = questions[0]["candidates"].as_array().unwrap();
    let found = candidates
        .iter()
        .find(|it| it["ids"].as_array().unwrap().contains(&json!(key)));
    found.unwrap()["number"].to_string()
}

#[test]
fn candidates_are_shown_with_marked_differences() {
    let (sandbox, services) = fetched();
    let sent = services.total();
    let run = sandbox.bibsync(&["review", "--list"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    for part in [
        "#1 [zhou2023electrode] Electrode",
        "title    listed  Electrode",
        "[SIGCOMM]",
        "confidence 0.",
        "10.1145/9999999.1 · conf/sigcomm/ZhouWDY23",
    ] {
        let text = run.out.replace("Proceedings of SIGCOMM 2023", "[SIGCOMM]");
        assert!(text.contains(part), "no `{part}` in:\n{}", run.out);
    }
    let questions = listed(&sandbox);
    assert_eq!(questions.len(), 1);
    assert_eq!(
        (
            &questions[0]["index"],
            &questions[0]["candidates"][1]["number"]
        ),
        (&json!(1), &json!(2))
    );
    assert_eq!(services.total(), sent, "the lock alone is asked");
    assert_eq!(sandbox.read("profile.json"), PROFILE);
}

#[test]
fn answer_on_a_pipe_pins_the_work_and_keeps_other_bytes() {
    let (sandbox, _services) = fetched();
    let choice = number(&sandbox, "conf/sigcomm/ZhouWDY23");
    let run = sandbox.bibsync_reading(&["review"], &format!("o\n{choice}\n"));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("https://doi.org/10.1145/9999999.1"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("1 answer is written into profile.json"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("bibsync fetch profile.json"),
        "{}",
        run.err
    );
    assert_eq!(
        sandbox.read("profile.json"),
        PROFILE.replace(
            "\"Minlan Yu\"], \"year\": 2023}",
            "\"Minlan Yu\"], \"year\": 2023, \"doi\": \"10.1145/9999999.1\", \"match\": true}",
        )
    );
    assert!(
        listed(&sandbox).is_empty(),
        "not asked again, not even before it is fetched"
    );
    let run = sandbox.fetch(&["--strict"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = sandbox.bib();
    let entry = entry(&bib, "zhou2023electrode");
    assert_eq!(
        field(entry, "doi"),
        Some("10.1145/9999999.1"),
        "the key stays"
    );
    assert!(
        sandbox
            .bibsync(&["review"])
            .err
            .contains("nothing is ambiguous")
    );
}

#[test]
fn none_of_these_is_stored_in_the_profile() {
    let (sandbox, _services) = fetched();
    let run = sandbox.bibsync_reading(&["review", "--fetch"], "n\n");
    assert_eq!(run.code, 0, "{run:?}");
    let profile: Value = serde_json::from_str(&sandbox.read("profile.json")).unwrap();
    let not = profile["publications"][1]["not"].as_array().unwrap();
    for id in [
        "conf/nsdi/ZhouWDY23",
        "conf/sigcomm/ZhouWDY23",
        "10.1145/9999999.1",
    ] {
        assert!(not.contains(&json!(id)), "{not:?}");
    }
    sandbox.fetch(&[]);
    let second = &sandbox.report()["publications"][1];
    assert_eq!(second["status"], "unmatched", "{second:#}");
    assert!(listed(&sandbox).is_empty());
}

#[test]
fn later_and_end_of_input_write_nothing() {
    let (sandbox, _services) = fetched();
    for input in ["l\n", "s\n", "", "what?\n7\n"] {
        let run = sandbox.bibsync_reading(&["review"], input);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains("nothing was answered"), "{}", run.err);
        assert_eq!(sandbox.read("profile.json"), PROFILE);
    }
    assert_eq!(listed(&sandbox).len(), 1);
}

#[test]
fn answers_are_given_on_the_command_line() {
    let (sandbox, _services) = fetched();
    for (wrong, part) in [
        ("1", "INDEX=ID"),
        ("x=1", "INDEX=ID"),
        ("1=9", "is none of its candidates"),
        ("7=1", "no listing #7"),
    ] {
        sandbox
            .bibsync(&["review", "--accept", wrong])
            .refused(&[part]);
    }
    sandbox
        .bibsync(&["review", "--accept", "1=1", "--accept", "#1=2"])
        .refused(&["answers #1 twice"]);
    assert_eq!(
        sandbox.read("profile.json"),
        PROFILE,
        "one wrong answer, none written"
    );
    // A wrong match is corrected in the same way.
    let run = sandbox.bibsync(&[
        "review",
        "--accept",
        "1=https://dblp.org/rec/conf/nsdi/ZhouWDY23",
        "--accept",
        "0=none",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let profile: Value = serde_json::from_str(&sandbox.read("profile.json")).unwrap();
    assert_eq!(profile["publications"][1]["dblp"], "conf/nsdi/ZhouWDY23");
    assert_eq!(
        profile["publications"][0]["not"],
        json!([gemini().doi, gemini().key])
    );
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = sandbox.report();
    assert_eq!(report["publications"][0]["status"], "unmatched");
    assert_eq!(
        report["publications"][1]["ids"]["dblp"],
        "conf/nsdi/ZhouWDY23"
    );
}

/// A wrong pin is asked about too, and only once, whatever the answer.
#[test]
fn conflict_is_asked_about_once() {
    for (pick, key) in [
        (gemini().key, gemini().key),
        (electrode().key, electrode().key),
    ] {
        let services = Services::knowing([gemini(), electrode()], []);
        let sandbox = Sandbox::at(&services);
        sandbox.fetched(&json!({"publications": [{
            "title": electrode().title, "year": 2023, "doi": gemini().doi,
            "authors": ["Yang Zhou", "Zezhou Wang", "Sowmya Dharanipragada", "Minlan Yu"],
        }]}));
        let questions = listed(&sandbox);
        assert!(questions[0]["conflict"].is_string(), "{questions:?}");
        let choice = number(&sandbox, &pick);
        let run = sandbox.bibsync_reading(&["review", "--fetch"], &choice);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(listed(&sandbox).is_empty());
        sandbox.fetch(&[]);
        let only = &sandbox.report()["publications"][0];
        assert_eq!(
            (&only["status"], &only["ids"]["dblp"]),
            (&json!("matched"), &json!(key))
        );
    }
}

#[test]
fn questions_on_other_formats_are_listed_but_not_written() {
    let (sandbox, _services) = fetched();
    let run = sandbox.bibsync_reading(&["review", "-", "--list"], PROFILE);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("#1 [zhou2023electrode]"));
    let run = sandbox.bibsync_reading(&["review", "-", "--accept", "1=1"], PROFILE);
    run.refused(&["can't be written into -", "bibsync import"]);
    sandbox
        .bibsync(&["review", "other.json"])
        .refused(&["other.json"]);
}

#[test]
fn changed_list_must_be_fetched_first() {
    let (sandbox, _services) = fetched();
    sandbox.put(
        "profile.json",
        &PROFILE.replace("\"year\": 2023}", "\"year\": 2022}"),
    );
    let run = sandbox.bibsync(&["review", "--list"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert!(run.err.contains("run `bibsync fetch` first"), "{}", run.err);
}
