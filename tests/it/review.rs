//! `bibsync review`: what is ambiguous is asked once, and the answer stands in the profile.

use serde_json::{Value, json};

use crate::support::{Desk, Paper, Services, electrode, entry, field, gemini};

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

/// Laid out as nobody's program would.
const PROFILE: &str = r#"{ "name" : "Zezhou Wang",
  "publications": [
    { "title": "GEMINI: Fast Failure Recovery in Distributed Training with In-Memory Checkpoints",
      "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false, "year": 2023 },
    {"title": "Electrode: Accelerating Distributed Protocols with eBPF",
     "authors": ["Yang Zhou", null, "Sowmya Dharanipragada", "Minlan Yu"], "year": 2023}
  ]
}
"#;

/// A desk at which the second listing is ambiguous.
fn fetched() -> (Desk, Services) {
    let services = Services::knowing([gemini(), electrode(), demo()], []);
    let desk = Desk::at(&services);
    desk.put("profile.json", PROFILE);
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(desk.report()["publications"][1]["status"], "ambiguous");
    (desk, services)
}

fn listed(desk: &Desk) -> Vec<Value> {
    let run = desk.bibsync(&["review", "--list", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.out).unwrap()
}

/// The number of the candidate with this key.
fn number(desk: &Desk, key: &str) -> String {
    let questions = listed(desk);
    let candidates = questions[0]["candidates"].as_array().unwrap();
    let found = candidates
        .iter()
        .find(|it| it["ids"].as_array().unwrap().contains(&json!(key)));
    found.unwrap()["number"].to_string()
}

#[test]
fn candidates_stand_side_by_side_with_what_differs_marked() {
    let (desk, services) = fetched();
    let sent = services.total();
    let run = desk.bibsync(&["review", "--list"]);
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
    let questions = listed(&desk);
    assert_eq!(questions.len(), 1);
    assert_eq!(
        (
            &questions[0]["index"],
            &questions[0]["candidates"][1]["number"]
        ),
        (&json!(1), &json!(2))
    );
    assert_eq!(services.total(), sent, "the lock alone is asked");
    assert_eq!(desk.read("profile.json"), PROFILE);
}

#[test]
fn a_line_on_a_pipe_pins_the_work_and_leaves_the_rest_alone() {
    let (desk, _services) = fetched();
    let choice = number(&desk, "conf/sigcomm/ZhouWDY23");
    let run = desk.bibsync_reading(&["review"], &format!("o\n{choice}\n"));
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
        desk.read("profile.json"),
        PROFILE.replace(
            "\"Minlan Yu\"], \"year\": 2023}",
            "\"Minlan Yu\"], \"year\": 2023, \"doi\": \"10.1145/9999999.1\", \"match\": true}",
        )
    );
    assert!(
        listed(&desk).is_empty(),
        "not asked again, not even before it is fetched"
    );
    let run = desk.fetch(&["--strict"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = desk.bib();
    let entry = entry(&bib, "zhou2023electrode");
    assert_eq!(
        field(entry, "doi"),
        Some("10.1145/9999999.1"),
        "the key stays"
    );
    assert!(
        desk.bibsync(&["review"])
            .err
            .contains("nothing is ambiguous")
    );
}

#[test]
fn none_of_these_is_remembered() {
    let (desk, _services) = fetched();
    let run = desk.bibsync_reading(&["review", "--fetch"], "n\n");
    assert_eq!(run.code, 0, "{run:?}");
    let profile: Value = serde_json::from_str(&desk.read("profile.json")).unwrap();
    let not = profile["publications"][1]["not"].as_array().unwrap();
    for id in [
        "conf/nsdi/ZhouWDY23",
        "conf/sigcomm/ZhouWDY23",
        "10.1145/9999999.1",
    ] {
        assert!(not.contains(&json!(id)), "{not:?}");
    }
    desk.fetch(&[]);
    let second = &desk.report()["publications"][1];
    assert_eq!(second["status"], "unmatched", "{second:#}");
    assert!(listed(&desk).is_empty());
}

#[test]
fn later_and_a_pipe_that_ends_write_nothing() {
    let (desk, _services) = fetched();
    for input in ["l\n", "s\n", "", "what?\n7\n"] {
        let run = desk.bibsync_reading(&["review"], input);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains("nothing was answered"), "{}", run.err);
        assert_eq!(desk.read("profile.json"), PROFILE);
    }
    assert_eq!(listed(&desk).len(), 1);
}

#[test]
fn answers_on_the_command_line() {
    let (desk, _services) = fetched();
    for (wrong, part) in [
        ("1", "INDEX=ID"),
        ("x=1", "INDEX=ID"),
        ("1=9", "is none of its candidates"),
        ("7=1", "no listing #7"),
    ] {
        desk.bibsync(&["review", "--accept", wrong])
            .refused(&[part]);
    }
    desk.bibsync(&["review", "--accept", "1=1", "--accept", "#1=2"])
        .refused(&["answers #1 twice"]);
    assert_eq!(
        desk.read("profile.json"),
        PROFILE,
        "one wrong answer, none written"
    );
    // A match that is wrong may be corrected so as well.
    let run = desk.bibsync(&[
        "review",
        "--accept",
        "1=https://dblp.org/rec/conf/nsdi/ZhouWDY23",
        "--accept",
        "0=none",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let profile: Value = serde_json::from_str(&desk.read("profile.json")).unwrap();
    assert_eq!(profile["publications"][1]["dblp"], "conf/nsdi/ZhouWDY23");
    assert_eq!(
        profile["publications"][0]["not"],
        json!([gemini().doi, gemini().key])
    );
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = desk.report();
    assert_eq!(report["publications"][0]["status"], "unmatched");
    assert_eq!(
        report["publications"][1]["ids"]["dblp"],
        "conf/nsdi/ZhouWDY23"
    );
}

/// A wrong pin is asked about as well; whichever way it is answered, it is asked once.
#[test]
fn a_conflict_is_settled() {
    for (pick, key) in [
        (gemini().key, gemini().key),
        (electrode().key, electrode().key),
    ] {
        let services = Services::knowing([gemini(), electrode()], []);
        let desk = Desk::at(&services);
        desk.fetched(&json!({"publications": [{
            "title": electrode().title, "year": 2023, "doi": gemini().doi,
            "authors": ["Yang Zhou", "Zezhou Wang", "Sowmya Dharanipragada", "Minlan Yu"],
        }]}));
        let questions = listed(&desk);
        assert!(questions[0]["conflict"].is_string(), "{questions:?}");
        let choice = number(&desk, &pick);
        let run = desk.bibsync_reading(&["review", "--fetch"], &choice);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(listed(&desk).is_empty());
        desk.fetch(&[]);
        let only = &desk.report()["publications"][0];
        assert_eq!(
            (&only["status"], &only["ids"]["dblp"]),
            (&json!("matched"), &json!(key))
        );
    }
}

#[test]
fn what_is_no_profile_can_be_listed_and_not_written() {
    let (desk, _services) = fetched();
    let run = desk.bibsync_reading(&["review", "-", "--list"], PROFILE);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("#1 [zhou2023electrode]"));
    let run = desk.bibsync_reading(&["review", "-", "--accept", "1=1"], PROFILE);
    run.refused(&["can't be written into -", "bibsync import"]);
    desk.bibsync(&["review", "other.json"])
        .refused(&["other.json"]);
}

#[test]
fn a_list_that_changed_is_fetched_first() {
    let (desk, _services) = fetched();
    desk.put(
        "profile.json",
        &PROFILE.replace("\"year\": 2023}", "\"year\": 2022}"),
    );
    let run = desk.bibsync(&["review", "--list"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert!(run.err.contains("run `bibsync fetch` first"), "{}", run.err);
}
