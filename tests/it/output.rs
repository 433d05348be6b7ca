//! Where results go, in which form, and what is said of them.

use serde_json::{Value, json};

use wiremock::ResponseTemplate;

use crate::support::{At, Desk, Paper, Services, electrode, entry, espresso, field, gemini};

fn profile() -> Value {
    json!({"publications": [
        {"title": gemini().title, "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false},
    ]})
}

fn services() -> Services {
    Services::knowing([gemini(), espresso(), electrode()], [])
}

const MINE: &str = "@article{mine,\n  title = {Written by Hand},\n}\n";

#[test]
fn a_bibliography_written_by_hand_is_kept() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    desk.put("references.bib", MINE);
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("is kept in references.bib.bak"),
        "{}",
        run.err
    );
    assert_eq!(desk.read("references.bib.bak"), MINE);
    assert!(desk.entries().starts_with("@inproceedings{wang2023gemini,"));

    // What is broken can't be taken over, so the file is kept as well.
    let edited = desk.bib() + "@article{broken, title = {";
    desk.put("references.bib", &edited);
    let run = desk.fetch(&[]);
    assert!(
        run.err.contains("is kept in references.bib.bak1"),
        "{}",
        run.err
    );
    assert_eq!(
        (
            desk.read("references.bib.bak1"),
            desk.read("references.bib.bak")
        ),
        (edited, MINE.to_owned())
    );

    desk.list(
        "profile.json",
        &json!({"publications": [{"title": "Another List", "match": false}]}),
    );
    desk.fetch(&[]);
    assert!(
        !desk.has("references.bib.bak2"),
        "what bibsync wrote it may replace"
    );
}

#[test]
fn in_a_folder_that_is_not_there_yet_with_its_lock_beside() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    let run = desk.bibsync(&["fetch", "profile.json", "-o", "paper/deep/own.bib"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("wrote paper/deep/own.bib (1 entry)"),
        "{}",
        run.err
    );
    assert!(desk.has("paper/deep/own.bib") && desk.has("paper/deep/own.lock"));
    assert!(!desk.has("references.bib") && !desk.has("references.lock"));
    let elsewhere = [
        "fetch",
        "profile.json",
        "-o",
        "other.bib",
        "--lock",
        "locks/other.toml",
    ];
    assert_eq!(desk.bibsync(&elsewhere).code, 0);
    assert!(desk.has("locks/other.toml") && !desk.has("other.lock"));
    assert_eq!(desk.read("other.bib"), desk.read("paper/deep/own.bib"));
}

#[test]
fn for_biblatex() {
    let article = Paper::journal(
        "journals/x/M22",
        "Über die Größe",
        "Zeitschrift für Maße",
        2022,
    )
    .by(&["Jürgen Müller"])
    .pages("1-2");
    let services = Services::knowing([article], []);
    let desk = Desk::at(&services);
    desk.list("profile.json", &json!({"publications": [{"title": "Über die Größe", "authors": ["J. Müller"], "venue": "Zeitschrift für Maße", "year": 2022}]}));
    assert_eq!(desk.fetch(&["--format", "biblatex"]).code, 0);
    let bib = desk.bib();
    let modern = entry(&bib, "muller2022uber");
    assert_eq!(field(modern, "author"), Some("Müller, Jürgen"), "{bib}");
    assert_eq!(field(modern, "journaltitle"), Some("Zeitschrift für Maße"));
    assert_eq!(field(modern, "date"), Some("2022"));

    assert_eq!(desk.fetch(&[]).code, 0);
    let bib = desk.bib();
    let classic = entry(&bib, "muller2022uber");
    assert_eq!(field(classic, "author"), Some("M{\\\"u}ller, J{\\\"u}rgen"));
    assert!(bib.is_ascii(), "{bib}");
    assert_eq!(field(classic, "year"), Some("2022"));

    let settings = format!(
        "{}[export]\ndialect = \"biblatex\"\n",
        desk.read("bibsync.toml")
    );
    desk.put("bibsync.toml", &settings);
    assert_eq!(desk.fetch(&[]).code, 0);
    assert!(desk.bib().contains("journaltitle"));
}

#[test]
fn from_standard_input_and_several_files() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("two.json", &json!({"publications": [
        {"title": electrode().title, "authors": ["Yang Zhou", "Zezhou Wang"], "authors_complete": false},
    ]}));
    let arguments = ["fetch", "two.json", "-", "--report", "report.json"];
    let run = desk.bibsync_reading(&arguments, &profile().to_string());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.out, "", "results go to files");
    let report = desk.report();
    assert_eq!(report["input"], "two.json, -");
    let keys: Vec<&Value> = report["publications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["key"])
        .collect();
    assert_eq!(
        keys,
        ["zhou2023electrode", "wang2023gemini"],
        "in the order of the inputs"
    );
    let wrong = desk.bibsync_reading(&["fetch", "-"], "{\"titel\": 1}");
    wrong.refused(&["-:1:", "titel"]);
}

#[test]
fn a_report_replaces_reports_and_nothing_else() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    desk.put("report.json", "{\"mine\": true}");
    let run = desk.fetch(&[]);
    assert!(run.err.contains("kept in report.json.bak"), "{}", run.err);
    assert_eq!(desk.read("report.json.bak"), "{\"mine\": true}");
    assert_eq!(desk.report()["summary"]["listed"], 1);
    desk.fetch(&[]);
    assert!(
        !desk.has("report.json.bak1"),
        "a report gives way to the next"
    );
}

#[test]
fn strictly_a_list_must_be_settled() {
    let services = services();
    let desk = Desk::at(&services);
    let list = |second: Value| {
        desk.list(
            "profile.json",
            &json!({"publications": [profile()["publications"][0], second]}),
        );
        desk.fetch(&["--strict"])
    };
    let all = list(json!({"title": "A Draft of Mine", "status": "draft"}));
    assert_eq!(
        all.code, 0,
        "what is not published yet is not missing: {all:?}"
    );
    let unmatched = list(json!({"title": "Nobody Has This", "venue": "Nowhere", "year": 2001}));
    assert_eq!(unmatched.code, 1, "{unmatched:?}");
    assert!(
        unmatched.err.contains("unmatched: Nobody Has This"),
        "{}",
        unmatched.err
    );
    assert!(
        desk.bib().contains("Nobody Has This"),
        "all is written nevertheless"
    );
    let ambiguous = list(json!({"title": electrode().title}));
    assert_eq!(
        (ambiguous.code, &desk.report()["publications"][1]["status"]),
        (1, &json!("ambiguous"))
    );
    let candidates = &desk.report()["publications"][1]["candidates"];
    assert_eq!(
        candidates[0]["ids"]["dblp"], "conf/nsdi/ZhouWDY23",
        "ranked, and in the report"
    );
    assert_eq!(desk.fetch(&[]).code, 0, "only when asked for");
}

#[test]
fn an_ambiguous_listing_is_named_beside_many_that_are_unmatched() {
    let services = services();
    let desk = Desk::at(&services);
    let unknown = |n: usize| json!({"title": format!("Nobody Has This {n}"), "venue": "Nowhere"});
    let mut publications: Vec<Value> = (0..20).map(unknown).collect();
    publications.push(json!({"title": electrode().title}));
    desk.list("profile.json", &json!({"publications": publications}));
    let run = desk.fetch(&[]);
    assert!(run.err.contains("ambiguous: Electrode"), "{}", run.err);
    assert!(run.err.contains("and 8 more not matched"), "{}", run.err);
}

#[test]
fn a_refusal_is_said_once() {
    let services = Services::knowing([], []);
    let refusal = ResponseTemplate::new(403).set_body_string("no");
    services.answer(At::Crossref, "", refusal);
    let desk = Desk::at(&services);
    let unknown = |n: usize| {
        let doi = format!("10.1145/9999.{n}");
        json!({"title": format!("Nobody Has This {n}"), "authors": ["Ann Other"], "doi": doi})
    };
    let publications: Vec<Value> = (0..4).map(unknown).collect();
    desk.list("profile.json", &json!({"publications": publications}));
    let run = desk.fetch(&[]);
    assert_eq!(run.err.matches("refused").count(), 1, "{}", run.err);
}

#[test]
fn one_entry_is_no_plural() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    assert!(desk.fetch(&[]).err.contains("references.bib (1 entry)"));
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    assert!(!desk.fetch(&[]).err.contains('\u{1b}'));
    let painted = desk.fetch(&["--color", "always"]);
    assert!(
        painted.err.contains("\u{1b}[32m1 matched\u{1b}[0m"),
        "{painted:?}"
    );
    assert!(!desk.bib().contains('\u{1b}'));
}

#[test]
fn as_much_is_said_as_is_asked_for() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    let loud = desk.fetch(&["-v"]);
    assert!(
        loud.err.contains("/sparql") && loud.err.contains("/crossref/works"),
        "{}",
        loud.err
    );
    let plain = desk.fetch(&[]);
    assert!(!plain.err.contains("/sparql"), "{}", plain.err);
    assert_eq!(
        plain.err.lines().next(),
        Some("1 listed: 1 matched, 0 ambiguous, 0 unmatched"),
        "{}",
        plain.err
    );
    for run in [&loud, &plain] {
        assert!(
            !run.err.contains('\u{1b}') && !run.err.contains('\r'),
            "no terminal, no bar: {run:?}"
        );
    }
    let quiet = desk.fetch(&["-q", "--no-progress", "--color", "never"]);
    assert_eq!(
        (quiet.code, quiet.err.as_str(), quiet.out.as_str()),
        (0, "", "")
    );
}

/// A list in Markdown that makes a profile of some size.
#[cfg(unix)]
fn long_list() -> String {
    use std::fmt::Write as _;
    let mut list = "# Ada Example\n\n## Publications\n\n".to_owned();
    for number in 0..40 {
        _ = writeln!(
            list,
            "- Ada Example, Bob Other. On the Number {number} and Its Neighbours. \
             Journal of Numbers {number}, 2020.\n"
        );
    }
    list
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    let desk = Desk::cut_off();
    desk.put("list.md", &long_list());
    desk.put("profile.json", "{\"publications\": []}\n");
    let before = desk.names();
    // No file may grow beyond a few blocks; the signal that tells so is not heard, as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 2; '{}' import list.md",
        env!("CARGO_BIN_EXE_bibsync")
    );
    let run = desk.in_shell(&script);
    assert_ne!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("profile.json can't be written"),
        "{}",
        run.err
    );
    assert_eq!(desk.read("profile.json"), "{\"publications\": []}\n");
    assert_eq!(desk.names(), before);
    let again = desk.bibsync(&["import", "list.md"]);
    assert_eq!(again.code, 0, "with space, it is written: {again:?}");
    assert!(desk.read("profile.json").len() > 4096);
}

#[cfg(unix)]
#[test]
fn modes_and_links_stay_as_they_were() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    desk.put("references.bib", MINE);
    let private = std::fs::Permissions::from_mode(0o600);
    fs_err::set_permissions(desk.path("references.bib"), private).unwrap();
    fs_err::create_dir(desk.path("shared")).unwrap();
    symlink("shared/own.lock", desk.path("references.lock")).unwrap();
    let script = format!(
        "umask 027; '{}' fetch profile.json --report report.json",
        env!("CARGO_BIN_EXE_bibsync")
    );
    let run = desk.in_shell(&script);
    assert_eq!(run.code, 0, "{run:?}");
    let mode = |name: &str| {
        let meta = fs_err::metadata(desk.path(name)).unwrap();
        meta.permissions().mode() & 0o777
    };
    assert_eq!(mode("references.bib"), 0o600);
    assert_eq!(mode("references.bib.bak"), 0o600);
    assert_eq!(mode("shared/own.lock"), 0o640);
    assert_eq!(mode("report.json"), 0o640);
    assert!(desk.path("references.lock").is_symlink());
}
