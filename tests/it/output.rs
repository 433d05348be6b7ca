//! Output files, their formats, and messages about them.

use serde_json::{Value, json};

use wiremock::ResponseTemplate;

use crate::support::{At, Paper, Sandbox, Services, electrode, entry, espresso, field, gemini};

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
fn manual_bibliography_is_kept() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    sandbox.put("references.bib", MINE);
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("is kept in references.bib.bak"),
        "{}",
        run.err
    );
    assert_eq!(sandbox.read("references.bib.bak"), MINE);
    assert!(
        sandbox
            .entries()
            .starts_with("@inproceedings{wang2023gemini,")
    );

    // A broken file can't be merged, so it is kept as well.
    let edited = sandbox.bib() + "@article{broken, title = {";
    sandbox.put("references.bib", &edited);
    let run = sandbox.fetch(&[]);
    assert!(
        run.err.contains("is kept in references.bib.bak1"),
        "{}",
        run.err
    );
    assert_eq!(
        (
            sandbox.read("references.bib.bak1"),
            sandbox.read("references.bib.bak")
        ),
        (edited, MINE.to_owned())
    );

    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": "Another List", "match": false}]}),
    );
    sandbox.fetch(&[]);
    assert!(
        !sandbox.has("references.bib.bak2"),
        "what bibsync wrote it may replace"
    );
}

#[test]
fn output_folder_is_created_with_the_lock() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    let run = sandbox.bibsync(&["fetch", "profile.json", "-o", "paper/deep/own.bib"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("wrote paper/deep/own.bib (1 entry)"),
        "{}",
        run.err
    );
    assert!(sandbox.has("paper/deep/own.bib") && sandbox.has("paper/deep/own.lock"));
    assert!(!sandbox.has("references.bib") && !sandbox.has("references.lock"));
    let elsewhere = [
        "fetch",
        "profile.json",
        "-o",
        "other.bib",
        "--lock",
        "locks/other.toml",
    ];
    assert_eq!(sandbox.bibsync(&elsewhere).code, 0);
    assert!(sandbox.has("locks/other.toml") && !sandbox.has("other.lock"));
    assert_eq!(
        sandbox.read("other.bib"),
        sandbox.read("paper/deep/own.bib")
    );
}

#[test]
fn biblatex_output_is_written() {
    let article = Paper::journal(
        "journals/x/M22",
        "Über die Größe",
        "Zeitschrift für Maße",
        2022,
    )
    .by(&["Jürgen Müller"])
    .pages("1-2");
    let services = Services::knowing([article], []);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &json!({"publications": [{"title": "Über die Größe", "authors": ["J. Müller"], "venue": "Zeitschrift für Maße", "year": 2022}]}));
    assert_eq!(sandbox.fetch(&["--format", "biblatex"]).code, 0);
    let bib = sandbox.bib();
    let modern = entry(&bib, "muller2022uber");
    assert_eq!(field(modern, "author"), Some("Müller, Jürgen"), "{bib}");
    assert_eq!(field(modern, "journaltitle"), Some("Zeitschrift für Maße"));
    assert_eq!(field(modern, "date"), Some("2022"));

    assert_eq!(sandbox.fetch(&[]).code, 0);
    let bib = sandbox.bib();
    let classic = entry(&bib, "muller2022uber");
    assert_eq!(field(classic, "author"), Some("M{\\\"u}ller, J{\\\"u}rgen"));
    assert!(bib.is_ascii(), "{bib}");
    assert_eq!(field(classic, "year"), Some("2022"));

    let settings = format!(
        "{}[export]\ndialect = \"biblatex\"\n",
        sandbox.read("bibsync.toml")
    );
    sandbox.put("bibsync.toml", &settings);
    assert_eq!(sandbox.fetch(&[]).code, 0);
    assert!(sandbox.bib().contains("journaltitle"));
}

#[test]
fn standard_input_and_several_files_are_read() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("two.json", &json!({"publications": [
        {"title": electrode().title, "authors": ["Yang Zhou", "Zezhou Wang"], "authors_complete": false},
    ]}));
    let arguments = ["fetch", "two.json", "-", "--report", "report.json"];
    let run = sandbox.bibsync_reading(&arguments, &profile().to_string());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.out, "", "results go to files");
    let report = sandbox.report();
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
    let wrong = sandbox.bibsync_reading(&["fetch", "-"], "{\"titel\": 1}");
    wrong.refused(&["-:1:", "titel"]);
}

#[test]
fn report_overwrites_only_reports() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    sandbox.put("report.json", "{\"mine\": true}");
    let run = sandbox.fetch(&[]);
    assert!(run.err.contains("kept in report.json.bak"), "{}", run.err);
    assert_eq!(sandbox.read("report.json.bak"), "{\"mine\": true}");
    assert_eq!(sandbox.report()["summary"]["listed"], 1);
    sandbox.fetch(&[]);
    assert!(
        !sandbox.has("report.json.bak1"),
        "a report gives way to the next"
    );
}

#[test]
fn strict_run_fails_on_unsettled_listings() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let list = |second: Value| {
        sandbox.list(
            "profile.json",
            &json!({"publications": [profile()["publications"][0], second]}),
        );
        sandbox.fetch(&["--strict"])
    };
    let all = list(json!({"title": "A Draft of Mine", "status": "draft"}));
    assert_eq!(all.code, 0, "an unpublished work is not missing: {all:?}");
    let unmatched = list(json!({"title": "Nobody Has This", "venue": "Nowhere", "year": 2001}));
    assert_eq!(unmatched.code, 1, "{unmatched:?}");
    assert!(
        unmatched.err.contains("unmatched: Nobody Has This"),
        "{}",
        unmatched.err
    );
    assert!(
        sandbox.bib().contains("Nobody Has This"),
        "all is written nevertheless"
    );
    let ambiguous = list(json!({"title": electrode().title}));
    assert_eq!(
        (
            ambiguous.code,
            &sandbox.report()["publications"][1]["status"]
        ),
        (1, &json!("ambiguous"))
    );
    let candidates = &sandbox.report()["publications"][1]["candidates"];
    assert_eq!(
        candidates[0]["ids"]["dblp"], "conf/nsdi/ZhouWDY23",
        "ranked, and in the report"
    );
    assert_eq!(sandbox.fetch(&[]).code, 0, "only when asked for");
}

#[test]
fn ambiguous_listing_is_named_among_many_unmatched_ones() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    let unknown = |n: usize| json!({"title": format!("Nobody Has This {n}"), "venue": "Nowhere"});
    let mut publications: Vec<Value> = (0..20).map(unknown).collect();
    publications.push(json!({"title": electrode().title}));
    sandbox.list("profile.json", &json!({"publications": publications}));
    let run = sandbox.fetch(&[]);
    assert!(run.err.contains("ambiguous: Electrode"), "{}", run.err);
    assert!(run.err.contains("and 8 more not matched"), "{}", run.err);
}

#[test]
fn refusal_is_reported_once() {
    let services = Services::knowing([], []);
    let refusal = ResponseTemplate::new(403).set_body_string("no");
    services.answer(At::Crossref, "", refusal);
    let sandbox = Sandbox::at(&services);
    let unknown = |n: usize| {
        let doi = format!("10.1145/9999.{n}");
        json!({"title": format!("Nobody Has This {n}"), "authors": ["Ann Other"], "doi": doi})
    };
    let publications: Vec<Value> = (0..4).map(unknown).collect();
    sandbox.list("profile.json", &json!({"publications": publications}));
    let run = sandbox.fetch(&[]);
    assert_eq!(run.err.matches("refused").count(), 1, "{}", run.err);
}

#[test]
fn one_entry_is_singular() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    assert!(sandbox.fetch(&[]).err.contains("references.bib (1 entry)"));
}

#[test]
fn colours_are_used_on_terminals_or_on_request() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    assert!(!sandbox.fetch(&[]).err.contains('\u{1b}'));
    let painted = sandbox.fetch(&["--color", "always"]);
    assert!(
        painted.err.contains("\u{1b}[32m1 matched\u{1b}[0m"),
        "{painted:?}"
    );
    assert!(!sandbox.bib().contains('\u{1b}'));
}

#[test]
fn verbosity_follows_the_flags() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    let loud = sandbox.fetch(&["-v"]);
    assert!(
        loud.err.contains("/sparql") && loud.err.contains("/crossref/works"),
        "{}",
        loud.err
    );
    let plain = sandbox.fetch(&[]);
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
    let quiet = sandbox.fetch(&["-q", "--no-progress", "--color", "never"]);
    assert_eq!(
        (quiet.code, quiet.err.as_str(), quiet.out.as_str()),
        (0, "", "")
    );
}

/// Returns a Markdown list that gives a large profile.
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
fn full_disk_leaves_the_old_file_alone() {
    let sandbox = Sandbox::cut_off();
    sandbox.put("list.md", &long_list());
    sandbox.put("profile.json", "{\"publications\": []}\n");
    let before = sandbox.names();
    // Files are limited to a few blocks; the signal for this is ignored, as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 2; '{}' import list.md",
        env!("CARGO_BIN_EXE_bibsync")
    );
    let run = sandbox.in_shell(&script);
    assert_ne!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("profile.json can't be written"),
        "{}",
        run.err
    );
    assert_eq!(sandbox.read("profile.json"), "{\"publications\": []}\n");
    assert_eq!(sandbox.names(), before);
    let again = sandbox.bibsync(&["import", "list.md"]);
    assert_eq!(again.code, 0, "with space, it is written: {again:?}");
    assert!(sandbox.read("profile.json").len() > 4096);
}

#[cfg(unix)]
#[test]
fn file_modes_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    sandbox.put("references.bib", MINE);
    let private = std::fs::Permissions::from_mode(0o600);
    fs_err::set_permissions(sandbox.path("references.bib"), private).unwrap();
    fs_err::create_dir(sandbox.path("shared")).unwrap();
    symlink("shared/own.lock", sandbox.path("references.lock")).unwrap();
    let script = format!(
        "umask 027; '{}' fetch profile.json --report report.json",
        env!("CARGO_BIN_EXE_bibsync")
    );
    let run = sandbox.in_shell(&script);
    assert_eq!(run.code, 0, "{run:?}");
    let mode = |name: &str| {
        let meta = fs_err::metadata(sandbox.path(name)).unwrap();
        meta.permissions().mode() & 0o777
    };
    assert_eq!(mode("references.bib"), 0o600);
    assert_eq!(mode("references.bib.bak"), 0o600);
    assert_eq!(mode("shared/own.lock"), 0o640);
    assert_eq!(mode("report.json"), 0o640);
    assert!(sandbox.path("references.lock").is_symlink());
}
