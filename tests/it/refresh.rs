//! Refreshes after records changed between runs.

mod cost;
mod events;

use serde_json::{Value, json};

use crate::support::{At, Paper, Sandbox, Services, entry, field, gemini, zhuang};

const ZEN: &str = "Zen: Empowering Distributed Training with Sparsity-driven Data Synchronization";
const PEOPLE: [&str; 4] = [
    "Zhuang Wang 0001",
    "Zhaozhuo Xu",
    "Jingyi Xi",
    "T. S. Eugene Ng",
];

fn zen_preprint() -> Paper {
    Paper::preprint("2309.13254", ZEN, 2023).by(&PEOPLE)
}

fn zen_published() -> Paper {
    Paper::conference("conf/osdi/0001XXN25", ZEN, "OSDI", 2025)
        .by(&PEOPLE)
        .pages("537-556")
}

fn profile() -> Value {
    json!({"name": "Zhuang Wang", "publications": [
        {"title": ZEN, "authors": [null, "Zhaozhuo Xu", "Jingyi Xi", "T. S. Eugene Ng"],
         "venue": "arXiv preprint", "year": 2023},
        {"title": gemini().title, "authors": [null, "Zhen Jia", "Shuai Zheng"],
         "authors_complete": false, "venue": "SOSP", "year": 2023},
    ]})
}

fn before() -> Services {
    Services::knowing([zen_preprint(), gemini()], [zhuang()])
}

/// Creates a sandbox that fetched before the change.
fn fetched() -> (Sandbox, Services) {
    let services = before();
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile());
    (sandbox, services)
}

const PUBLISHED: &str = "↑ published: Zen (arXiv 2309.13254) is now OSDI 2025 [wang2023zen]\n";

#[test]
fn published_preprint_is_reported_and_written_once_accepted() {
    let (sandbox, _before) = fetched();
    let (bib, lock) = (sandbox.bib(), sandbox.read("references.lock"));
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    sandbox.moved_to(&now);

    let run = sandbox.bibsync(&["refresh"]);
    assert_eq!((run.code, run.out.as_str()), (0, PUBLISHED), "{run:?}");
    assert_eq!(sandbox.bib(), bib, "nobody accepted it");
    let dry = sandbox.bibsync(&["refresh", "--dry-run"]);
    assert_eq!((dry.code, dry.out.as_str()), (0, PUBLISHED), "{dry:?}");
    assert_eq!(
        sandbox.read("references.lock"),
        lock,
        "a dry run writes nothing"
    );

    let run = sandbox.bibsync(&["refresh", "--accept", "fields"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sandbox.bib(), bib, "an upgrade is no field");
    let run = sandbox.bibsync(&["refresh", "--accept", "all", "--format", "markdown"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "- ↑ published: Zen (arXiv 2309.13254) is now OSDI 2025 (`wang2023zen`)\n"
        ),
        "{run:?}"
    );
    let text = sandbox.bib();
    let zen = entry(&text, "wang2023zen");
    assert_eq!(field(zen, "pages"), Some("537--556"));
    assert!(
        zen.contains("2309.13254"),
        "the preprint's id is kept: {zen}"
    );
    assert_eq!(
        entry(&text, "wang2023gemini"),
        entry(&bib, "wang2023gemini"),
        "settled entries are untouched"
    );

    let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, ""),
        "it is reported once: {run:?}"
    );
    assert_eq!(sandbox.bib(), text);
}

#[test]
fn page_of_a_refresh_shows_what_is_new() {
    let (sandbox, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    sandbox.moved_to(&now);
    let page = |accept: &str| {
        let run = sandbox.bibsync(&["refresh", "--accept", accept, "--report", "new.html"]);
        assert_eq!(run.code, 0, "{run:?}");
        sandbox.read("new.html")
    };
    let (news, refused) = ("arXiv 2309.13254 is now OSDI 2025.", "It was not accepted");
    let left = page("none");
    assert!(left.contains(news) && left.contains(refused), "{left}");
    let taken = page("all");
    assert!(taken.contains(news) && !taken.contains(refused), "{taken}");
    let quiet = page("all");
    assert!(!quiet.contains(news), "{quiet}");
    assert!(
        quiet.contains("Nothing has changed since the last time."),
        "{quiet}"
    );
}

#[test]
fn settled_works_cost_no_request() {
    let services = before();
    let sandbox = Sandbox::at(&services);
    let mut list = profile();
    list["publications"].as_array_mut().unwrap().remove(0);
    sandbox.fetched(&list);
    let bib = sandbox.bib();
    services.forget();
    fs_err::remove_dir_all(sandbox.path("cache")).unwrap();
    fs_err::create_dir_all(sandbox.path("cache/library")).unwrap();
    let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    let sent = [At::Dblp, At::Crossref, At::Arxiv, At::Datacite].map(|at| services.count(at));
    assert_eq!(
        sent,
        [1, 1, 0, 0],
        "a complete paper is settled: DBLP reports its date, Crossref retractions: {run:?}"
    );
    assert_eq!(sandbox.bib(), bib);

    let run = sandbox.bibsync(&["refresh", "--all"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        services.count(At::Dblp) > 0,
        "unless everything is asked for"
    );
}

#[test]
fn source_that_is_down_keeps_matches() {
    let (sandbox, _before) = fetched();
    let bib = sandbox.bib();
    let down = Services::knowing([], []);
    for at in [At::Dblp, At::Crossref, At::Arxiv, At::Datacite] {
        down.answer(at, "", wiremock::ResponseTemplate::new(403));
    }
    sandbox.moved_to(&down);
    let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.out.as_str(), sandbox.bib()), ("", bib), "{run:?}");
}

#[test]
fn added_listings_are_reported() {
    let (sandbox, services) = fetched();
    let mut list = profile();
    list["publications"].as_array_mut().unwrap().remove(1);
    list["publications"]
        .as_array_mut()
        .unwrap()
        .push(json!({"title": "A Thing That Nobody Has Heard Of", "year": 2026}));
    sandbox.list("profile.json", &list);
    services.forget();
    let run = sandbox.bibsync(&["refresh", "--accept", "none", "--format", "json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let changes: Value = serde_json::from_str(&run.out).unwrap();
    let changes = changes.as_array().unwrap();
    let (not_listed, changes): (Vec<&Value>, Vec<&Value>) =
        changes.iter().partition(|change| change["key"].is_null());
    assert_eq!(not_listed.len(), 1, "on the page, and taken off the list");
    let told: Vec<(&str, &str)> = changes
        .iter()
        .map(|change| {
            (
                change["change"].as_str().unwrap(),
                change["key"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [("listed", "anon2026thing"), ("unlisted", "wang2023gemini")]
    );
    assert!(
        sandbox.bib().contains("anon2026thing"),
        "the list is the person's word"
    );
}

#[test]
fn refresh_needs_a_lock() {
    let sandbox = Sandbox::cut_off();
    sandbox
        .bibsync(&["refresh"])
        .refused(&["there is no lock at references.lock", "bibsync fetch"]);
    sandbox.list("profile.json", &json!({"publications": []}));
    let run = sandbox.bibsync_reading(&["fetch", "-"], &profile().to_string());
    assert!(matches!(run.code, 0 | 3), "{run:?}");
    sandbox.bibsync(&["refresh"]).refused(&[
        "does not say of which lists",
        "bibsync refresh profile.json",
    ]);
}

#[cfg(unix)]
#[test]
fn command_on_change_gets_the_changelog() {
    let (sandbox, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    sandbox.moved_to(&now);
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("{settings}\n[refresh]\non_change = \"cat > told.txt\"\n"),
    );
    let run = sandbox.bibsync(&["trust"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("runs \"cat > told.txt\""), "{}", run.err);
    let run = sandbox.bibsync(&["refresh"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!sandbox.has("told.txt"), "nothing was taken over");
    let run = sandbox.bibsync(&["refresh", "--accept", "upgrades"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sandbox.read("told.txt"), PUBLISHED);
}

/// Refreshes with a change and a command in the file at `settings`, after `before` was done.
#[cfg(unix)]
fn refreshed_with_a_command(
    settings: &str,
    arguments: &[&str],
    before: impl FnOnce(&Sandbox, &str),
) -> (Sandbox, crate::support::Run) {
    use std::os::unix::fs::PermissionsExt as _;
    let (sandbox, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    sandbox.moved_to(&now);
    let text = sandbox.read("bibsync.toml");
    fs_err::remove_file(sandbox.path("bibsync.toml")).unwrap();
    let text = format!("{text}\n[refresh]\non_change = \"touch ran\"\n");
    sandbox.put(settings, &text);
    before(&sandbox, &text);
    let mut all = vec!["refresh", "--accept", "all"];
    all.extend(arguments);
    let run = sandbox.bibsync(&all);
    assert_eq!(run.code, 0, "{run:?}");
    let trust = sandbox.path("nobody/.local/state/bibsync/trust");
    if let Ok(meta) = fs_err::metadata(&trust) {
        assert_eq!(meta.permissions().mode() & 0o777, 0o700);
        for note in fs_err::read_dir(trust).unwrap() {
            let mode = note.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
    (sandbox, run)
}

#[cfg(unix)]
#[test]
fn command_of_a_folders_settings_runs_only_when_trusted() {
    let how = "run `bibsync trust bibsync.toml`";
    let (sandbox, run) = refreshed_with_a_command("bibsync.toml", &["--quiet"], |_, _| {});
    assert!(!sandbox.has("ran") && run.err.contains(how), "{run:?}");
    assert_eq!(run.err.matches("on_change").count(), 1, "{run:?}");

    let (sandbox, run) = refreshed_with_a_command("bibsync.toml", &[], |sandbox, _| {
        assert_eq!(sandbox.bibsync(&["trust"]).code, 0);
    });
    assert!(
        sandbox.has("ran") && !run.err.contains("warning"),
        "{run:?}"
    );

    let (sandbox, run) = refreshed_with_a_command("bibsync.toml", &[], |sandbox, text| {
        assert_eq!(sandbox.bibsync(&["trust", "bibsync.toml"]).code, 0);
        sandbox.put("bibsync.toml", &format!("{text}\n# changed since\n"));
    });
    assert!(!sandbox.has("ran") && run.err.contains(how), "{run:?}");

    let (sandbox, run) = refreshed_with_a_command("bibsync.toml", &[], |sandbox, text| {
        assert_eq!(sandbox.bibsync(&["trust"]).code, 0);
        assert_eq!(sandbox.bibsync(&["trust", "--remove"]).code, 0);
        // The same text that is trusted elsewhere is not trusted here.
        sandbox.put("elsewhere/bibsync.toml", text);
        assert_eq!(
            sandbox.bibsync(&["trust", "elsewhere/bibsync.toml"]).code,
            0
        );
    });
    assert!(!sandbox.has("ran") && run.err.contains(how), "{run:?}");
}

#[cfg(unix)]
#[test]
fn settings_file_given_by_flag_needs_trust() {
    let named = ["--config", "given.toml"];
    let (sandbox, run) = refreshed_with_a_command("given.toml", &named, |_, _| {});
    assert!(!sandbox.has("ran"), "{run:?}");
    assert!(run.err.contains("`bibsync trust given.toml`"), "{run:?}");
    let (sandbox, _) = refreshed_with_a_command("given.toml", &named, |sandbox, _| {
        assert_eq!(sandbox.bibsync(&["trust", "given.toml"]).code, 0);
    });
    assert!(sandbox.has("ran"));
}

#[cfg(unix)]
#[test]
fn command_of_user_settings_or_environment_runs() {
    let own = "nobody/.config/bibsync/bibsync.toml";
    let (sandbox, run) = refreshed_with_a_command(own, &[], |_, _| {});
    assert!(
        sandbox.has("ran") && !run.err.contains("warning"),
        "{run:?}"
    );
    let (sandbox, _) = refreshed_with_a_command(own, &["--config", own], |_, _| {});
    assert!(sandbox.has("ran"), "the user's own, named");

    let (sandbox, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    sandbox.moved_to(&now);
    let mut command = sandbox.command(&["refresh", "--accept", "all"]);
    command.env("BIBSYNC_REFRESH_ON_CHANGE", "touch ran");
    assert!(command.status().unwrap().success());
    assert!(sandbox.has("ran"));
}

#[test]
fn settings_without_a_command_can_not_be_trusted() {
    let sandbox = Sandbox::settled("");
    sandbox.bibsync(&["trust"]).refused(&["names no command"]);
    sandbox
        .bibsync(&["trust", "lost.toml"])
        .refused(&["lost.toml"]);
}

#[test]
fn manual_edits_win_over_a_refresh() {
    let (sandbox, _before) = fetched();
    let edited = sandbox
        .bib()
        .replace("537--556", "1--20")
        .replace(
            "  year      = {2023},\n  url",
            "  note = {Best paper},\n  year      = {2023},\n  url",
        )
        .replace(
            "@misc{wang2023zen,",
            "@misc{wang2023zen,\n  note = {Our first},",
        );
    let mine = "% mine\n@book{knuth1984, title = {The {\\TeX}book}, author = {Donald Knuth}, \
                publisher = {Addison-Wesley}, year = 1984}";
    sandbox.put("references.bib", &format!("{edited}\n{mine}\n"));
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err
            .contains("kept as you edited it: note of wang2023zen; 2 of your own at the end"),
        "{run:?}"
    );
    assert!(
        !sandbox.has("references.bib.bak"),
        "nothing is lost, so nothing is put aside"
    );
    let text = sandbox.bib();
    assert_eq!(
        field(entry(&text, "wang2023zen"), "note"),
        Some("Our first")
    );
    assert!(
        text.ends_with(&format!("\n{}\n", mine.replace("% mine\n", "% mine\n\n"))),
        "{text}"
    );

    // Records change, and the edit is kept.
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    sandbox.moved_to(&now);
    let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.code, run.out.as_str()), (0, PUBLISHED), "{run:?}");
    let text = sandbox.bib();
    let zen = entry(&text, "wang2023zen");
    assert_eq!(field(zen, "note"), Some("Our first"));
    assert_eq!(field(zen, "pages"), Some("537--556"));
    let exported = sandbox.bibsync(&["export"]);
    assert!(exported.out.contains("Our first"), "{exported:?}");

    // The lock alone gives the same bytes.
    fs_err::remove_file(sandbox.path("references.bib")).unwrap();
    let run = sandbox.bibsync(&["fetch", "--locked", "profile.json"]);
    assert_eq!((run.code, sandbox.bib()), (0, text.clone()), "{run:?}");

    // A removed entry stays out; once it is put back, it follows its sources again.
    let without: String = text.replace(entry(&text, "wang2023gemini"), "");
    sandbox.put("references.bib", &without);
    assert_eq!(sandbox.fetch(&[]).code, 0);
    assert!(
        !sandbox.bib().contains("{wang2023gemini,"),
        "{}",
        sandbox.bib()
    );
    sandbox.put("references.bib", &text.replace("Our first", ""));
    assert_eq!(sandbox.fetch(&[]).code, 0);
    assert!(
        sandbox.bib().contains("{wang2023gemini,"),
        "{}",
        sandbox.bib()
    );
}

#[test]
fn retraction_is_reported_on_each_run_and_printed_on_request() {
    let (sandbox, _before) = fetched();
    let notice = Paper::journal("", "Retraction of a Paper", "Notices", 2026)
        .doi("10.1145/notice.1")
        .registered(json!({"update-to": [
            {"DOI": gemini().doi, "type": "retraction", "updated": {"date-parts": [[2026, 3, 1]]}},
        ]}));
    let now = Services::knowing([zen_preprint(), gemini(), notice], [zhuang()]);
    sandbox.moved_to(&now);
    let run = sandbox.bibsync(&["refresh", "--accept", "none"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "! retracted: GEMINI on 2026-03-01 by 10.1145/notice.1 [wang2023gemini]\n"
        ),
        "{run:?}"
    );
    let told = "! retracted 2026-03-01 (10.1145/notice.1): ";
    assert!(run.err.contains(told), "{run:?}");
    let run = sandbox.bibsync(&["refresh"]);
    assert_eq!(run.out, "", "as a change it is reported once: {run:?}");
    let run = sandbox.fetch(&[]);
    assert!(run.err.contains(told), "and at every run: {run:?}");
    assert!(!sandbox.bib().contains("retracted"), "{}", sandbox.bib());

    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("{settings}\n[export]\nnotices = true\n"),
    );
    assert_eq!(sandbox.fetch(&[]).code, 0);
    let text = sandbox.bib();
    assert_eq!(
        field(entry(&text, "wang2023gemini"), "note"),
        Some("retracted 2026-03-01 (10.1145/notice.1)")
    );
}
