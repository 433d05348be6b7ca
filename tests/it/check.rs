//! `bibsync check`: findings in `.bib` files.

use serde_json::{Value, json};

use crate::support::Sandbox;

const DIRTY: &str = "@inproceedings{doe2020,
  author    = {Jane Doe},
  title     = {Scheduling on GPUs.},
  booktitle = {Proc. X},
  year      = {2020},
  pages     = {12-34},
}
";

#[test]
fn findings_have_positions_and_fixes() {
    let sandbox = Sandbox::settled("");
    sandbox.put("refs.bib", DIRTY);
    let run = sandbox.bibsync(&["check", "refs.bib"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(
        run.out.lines().collect::<Vec<_>>(),
        [
            "refs.bib:2:16: advice A08: doe2020.author: `Jane Doe` leaves it to the program to find the last name",
            "    write `Doe, Jane`",
            "refs.bib:3:30: error N04: doe2020.title: styles lower-case the capitals of `GPUs.`",
            "    write `{GPU}s.`",
            "refs.bib:3:34: error N01: doe2020.title: a period at the end, where styles set their own",
            "    remove it",
            "refs.bib:6:16: error P01: doe2020.pages: a range takes two hyphens",
            "    write `12--34`",
        ]
    );
    assert_eq!(run.err, "1 entry: 3 errors, 1 advice\n");
    assert_eq!(sandbox.read("refs.bib"), DIRTY, "nothing is changed");
}

#[test]
fn findings_are_written_for_programs() {
    let sandbox = Sandbox::settled("");
    sandbox.put("refs.bib", DIRTY);
    let json = sandbox.bibsync(&["check", "refs.bib", "--output", "json"]);
    let value: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, json.err.as_str()), (1, ""));
    assert_eq!(value["files"][0]["findings"][3]["fix"], "write `12--34`");
    let github = sandbox.bibsync(&["check", "refs.bib", "--output", "github"]);
    assert!(
        github
            .out
            .contains("::error file=refs.bib,line=6,col=16,title=P01::")
    );
    let sarif = sandbox.bibsync(&["check", "refs.bib", "--output", "sarif"]);
    let value: Value = serde_json::from_str(&sarif.out).unwrap();
    assert_eq!(value["version"], "2.1.0");
    assert_eq!(value["runs"][0]["results"].as_array().unwrap().len(), 4);
}

#[test]
fn clean_file_exits_with_0_and_strict_advice_with_1() {
    let sandbox = Sandbox::settled("[check]\nignore = [\"N01\", \"n04\", \"P01\"]\n");
    sandbox.put("refs.bib", DIRTY);
    let run = sandbox.bibsync(&["check", "refs.bib"]);
    assert_eq!(run.code, 0, "advice alone: {run:?}");
    assert_eq!(sandbox.bibsync(&["check", "refs.bib", "--strict"]).code, 1);
    sandbox.put("refs.bib", &format!("% bibsync: ignore\n{DIRTY}"));
    let run = sandbox.bibsync(&["check", "refs.bib", "--strict", "--quiet"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let run = sandbox.bibsync_reading(&["check", "-"], "@misc{k,\n  title = {T},\n}\n");
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn list_is_checked_with_its_lock() {
    let sandbox = Sandbox::settled("");
    let list = |count: usize| {
        let listed = ["On Looms", "On Mills"].map(|title| json!({"title": title, "year": 2020}));
        sandbox.list("profile.json", &json!({"publications": &listed[..count]}));
    };
    list(1);
    sandbox
        .bibsync(&["check", "profile.json"])
        .refused(&["there is no lock at references.lock", "bibsync fetch"]);
    let fetch = ["fetch", "profile.json", "--offline"];
    assert_eq!(sandbox.bibsync(&fetch).code, 0);
    let bib = sandbox.bib();
    let run = sandbox.bibsync(&["check", "profile.json"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert!(run.err.contains("profile.json: On Looms ["), "{run:?}");
    assert!(run.err.contains("1 entry: 0 errors"), "{run:?}");
    assert_eq!(
        sandbox.bibsync(&["check", "profile.json", "--strict"]).code,
        1
    );
    list(2);
    let run = sandbox.bibsync(&["check", "profile.json"]);
    assert_eq!(run.code, 1, "the lock lacks one: {run:?}");
    assert!(run.err.contains("On Mills"), "{run:?}");
    assert_eq!(sandbox.bib(), bib, "nothing is written");
}

#[test]
fn file_that_is_not_bibtex_is_rejected() {
    let sandbox = Sandbox::settled("");
    sandbox
        .bibsync(&["check", "none.bib"])
        .refused(&["none.bib"]);
    sandbox.put("profile.json", "{\"publications\": []}");
    sandbox.put("bibsync.toml", "[check]\nignore = [\"everything\"]\n");
    sandbox
        .bibsync(&["check", "profile.json"])
        .refused(&["bibsync.toml:2: check.ignore: `everything`"]);
}

#[test]
fn output_of_bibsync_is_clean() {
    let sandbox = Sandbox::settled("");
    sandbox.list(
        "profile.json",
        &json!({"publications": [
            {"title": "On 100% of GPUs & \"Things\".", "authors": ["Jané Döe", "OpenAI"],
             "venue": "NSDI '23", "year": 2023, "url": "https://example.org/a_b"},
            {"title": "$5 for <i>coli</i>", "authors": ["J.R.R. Tolkien"], "kind": "journal",
             "venue": "J. X", "year": 2021, "doi": "10.1000/x_y"},
        ]}),
    );
    for format in ["bibtex", "biblatex"] {
        let fetch = ["fetch", "profile.json", "--offline", "--format", format];
        assert_eq!(sandbox.bibsync(&fetch).code, 0);
        let run = sandbox.bibsync(&["check", "references.bib", "--strict"]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", sandbox.bib());
    }
}

#[test]
fn findings_can_not_inject_terminal_or_workflow_commands() {
    let sandbox = Sandbox::settled("");
    // A workflow command, a colour, a control byte and a direction mark.
    let hostile = "@misc{a\u{1b}[31mb,\n  title = {A\n::set-output name=x::100% \u{9b}2J \u{202e}x ##[group]},\n  \
                   month = {\u{1b}]0;owned\u{7}},\n  year = {20},\n}\n";
    let name = "::warning::x,y.bib";
    sandbox.put(name, hostile);
    for form in ["text", "json", "github", "sarif"] {
        let run = sandbox.bibsync(&["check", "--output", form, name]);
        assert_eq!(run.code, 1, "{run:?}");
        let steers = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!run.out.contains(steers), "{form}: {:?}", run.out);
        assert!(!run.err.contains(steers), "{form}: {:?}", run.err);
        match form {
            "text" => {
                assert!(run.out.contains(r"\u{1b}"), "{}", run.out);
                for line in run.out.lines() {
                    assert!(!line.trim_start().starts_with("::"), "{line}");
                    assert!(!line.contains("##["), "{line}");
                }
            }
            "github" => {
                for line in run.out.lines() {
                    let (properties, _) = line[2..].split_once("::").unwrap();
                    let (_, properties) = properties.split_once(' ').unwrap();
                    let names: Vec<&str> = properties
                        .split(',')
                        .map(|property| property.split_once('=').unwrap().0)
                        .collect();
                    assert_eq!(names, ["file", "line", "col", "title"], "{line}");
                    assert!(line.contains("file=%3A%3Awarning%3A%3Ax%2Cy.bib"));
                }
            }
            _ => {
                let said: Value = serde_json::from_str(&run.out).unwrap();
                assert!(said.is_object());
            }
        }
    }
}
