//! A world that changes between runs, and what a refresh says and does then.

mod histories;
mod steady;

use serde_json::{Value, json};

use crate::support::{At, Desk, Paper, Services, entry, field, gemini, zhuang};

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

/// A desk that fetched in the world before.
fn fetched() -> (Desk, Services) {
    let services = before();
    let desk = Desk::at(&services);
    desk.fetched(&profile());
    (desk, services)
}

const PUBLISHED: &str = "↑ published: Zen (arXiv 2309.13254) is now OSDI 2025 [wang2023zen]\n";

#[test]
fn a_preprint_that_appeared_is_told_and_written_only_when_accepted() {
    let (desk, _before) = fetched();
    let (bib, lock) = (desk.bib(), desk.read("references.lock"));
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    desk.moved_to(&now);

    let run = desk.bibsync(&["refresh"]);
    assert_eq!((run.code, run.out.as_str()), (0, PUBLISHED), "{run:?}");
    assert_eq!(desk.bib(), bib, "nobody accepted it");
    let dry = desk.bibsync(&["refresh", "--dry-run"]);
    assert_eq!((dry.code, dry.out.as_str()), (0, PUBLISHED), "{dry:?}");
    assert_eq!(
        desk.read("references.lock"),
        lock,
        "a dry run writes nothing"
    );

    let run = desk.bibsync(&["refresh", "--accept", "fields"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(desk.bib(), bib, "an upgrade is no field");
    let run = desk.bibsync(&["refresh", "--accept", "all", "--format", "markdown"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "- ↑ published: Zen (arXiv 2309.13254) is now OSDI 2025 (`wang2023zen`)\n"
        ),
        "{run:?}"
    );
    let text = desk.bib();
    let zen = entry(&text, "wang2023zen");
    assert_eq!(field(zen, "pages"), Some("537--556"));
    assert!(
        zen.contains("2309.13254"),
        "the preprint's id is kept: {zen}"
    );
    assert_eq!(
        entry(&text, "wang2023gemini"),
        entry(&bib, "wang2023gemini"),
        "what stands is untouched"
    );

    let run = desk.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, ""),
        "it is told once: {run:?}"
    );
    assert_eq!(desk.bib(), text);
}

#[test]
fn what_stands_is_not_asked_for() {
    let services = before();
    let desk = Desk::at(&services);
    let mut list = profile();
    list["publications"].as_array_mut().unwrap().remove(0);
    desk.fetched(&list);
    let bib = desk.bib();
    services.forget();
    fs_err::remove_dir_all(desk.path("cache")).unwrap();
    fs_err::create_dir_all(desk.path("cache/library")).unwrap();
    let run = desk.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    let sent = [At::Dblp, At::Crossref, At::Arxiv, At::Datacite].map(|at| services.count(at));
    assert_eq!(
        sent,
        [1, 1, 0, 0],
        "a complete paper stands: DBLP tells its date, Crossref of retractions: {run:?}"
    );
    assert_eq!(desk.bib(), bib);

    let run = desk.bibsync(&["refresh", "--all"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        services.count(At::Dblp) > 0,
        "unless everything is asked for"
    );
}

#[test]
fn a_source_that_is_down_takes_nothing_away() {
    let (desk, _before) = fetched();
    let bib = desk.bib();
    let down = Services::knowing([], []);
    for at in [At::Dblp, At::Crossref, At::Arxiv, At::Datacite] {
        down.answer(at, "", wiremock::ResponseTemplate::new(403));
    }
    desk.moved_to(&down);
    let run = desk.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.out.as_str(), desk.bib()), ("", bib), "{run:?}");
}

#[test]
fn what_is_listed_since_is_told() {
    let (desk, services) = fetched();
    let mut list = profile();
    list["publications"].as_array_mut().unwrap().remove(1);
    list["publications"]
        .as_array_mut()
        .unwrap()
        .push(json!({"title": "A Thing That Nobody Has Heard Of", "year": 2026}));
    desk.list("profile.json", &list);
    services.forget();
    let run = desk.bibsync(&["refresh", "--accept", "none", "--format", "json"]);
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
        desk.bib().contains("anon2026thing"),
        "the list is the person's word"
    );
}

#[test]
fn a_refresh_needs_to_know_what_to_refresh() {
    let desk = Desk::cut_off();
    desk.bibsync(&["refresh"])
        .refused(&["there is no lock at references.lock", "bibsync fetch"]);
    desk.list("profile.json", &json!({"publications": []}));
    let run = desk.bibsync_reading(&["fetch", "-"], &profile().to_string());
    assert!(matches!(run.code, 0 | 3), "{run:?}");
    desk.bibsync(&["refresh"]).refused(&[
        "does not say of which lists",
        "bibsync refresh profile.json",
    ]);
}

#[cfg(unix)]
#[test]
fn a_command_of_ones_own_hears_of_changes() {
    let (desk, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    desk.moved_to(&now);
    let settings = desk.read("bibsync.toml");
    desk.put(
        "bibsync.toml",
        &format!("{settings}\n[refresh]\non_change = \"cat > told.txt\"\n"),
    );
    let run = desk.bibsync(&["trust"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("runs \"cat > told.txt\""), "{}", run.err);
    let run = desk.bibsync(&["refresh"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!desk.has("told.txt"), "nothing was taken over");
    let run = desk.bibsync(&["refresh", "--accept", "upgrades"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(desk.read("told.txt"), PUBLISHED);
}

/// Refreshes with something new, with a command in the file at `settings`, after `before` was done.
#[cfg(unix)]
fn refreshed_with_a_command(
    settings: &str,
    arguments: &[&str],
    before: impl FnOnce(&Desk, &str),
) -> (Desk, crate::support::Run) {
    use std::os::unix::fs::PermissionsExt as _;
    let (desk, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    desk.moved_to(&now);
    let text = desk.read("bibsync.toml");
    fs_err::remove_file(desk.path("bibsync.toml")).unwrap();
    let text = format!("{text}\n[refresh]\non_change = \"touch ran\"\n");
    desk.put(settings, &text);
    before(&desk, &text);
    let mut all = vec!["refresh", "--accept", "all"];
    all.extend(arguments);
    let run = desk.bibsync(&all);
    assert_eq!(run.code, 0, "{run:?}");
    let trust = desk.path("nobody/.local/state/bibsync/trust");
    if let Ok(meta) = fs_err::metadata(&trust) {
        assert_eq!(meta.permissions().mode() & 0o777, 0o700);
        for note in fs_err::read_dir(trust).unwrap() {
            let mode = note.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
    (desk, run)
}

#[cfg(unix)]
#[test]
fn a_command_of_a_folders_settings_runs_only_when_they_are_trusted() {
    let how = "run `bibsync trust bibsync.toml`";
    let (desk, run) = refreshed_with_a_command("bibsync.toml", &["--quiet"], |_, _| {});
    assert!(!desk.has("ran") && run.err.contains(how), "{run:?}");
    assert_eq!(run.err.matches("on_change").count(), 1, "{run:?}");

    let (desk, run) = refreshed_with_a_command("bibsync.toml", &[], |desk, _| {
        assert_eq!(desk.bibsync(&["trust"]).code, 0);
    });
    assert!(desk.has("ran") && !run.err.contains("warning"), "{run:?}");

    let (desk, run) = refreshed_with_a_command("bibsync.toml", &[], |desk, text| {
        assert_eq!(desk.bibsync(&["trust", "bibsync.toml"]).code, 0);
        desk.put("bibsync.toml", &format!("{text}\n# changed since\n"));
    });
    assert!(!desk.has("ran") && run.err.contains(how), "{run:?}");

    let (desk, run) = refreshed_with_a_command("bibsync.toml", &[], |desk, text| {
        assert_eq!(desk.bibsync(&["trust"]).code, 0);
        assert_eq!(desk.bibsync(&["trust", "--remove"]).code, 0);
        // Trusted elsewhere, the same text is not trusted here.
        desk.put("elsewhere/bibsync.toml", text);
        assert_eq!(desk.bibsync(&["trust", "elsewhere/bibsync.toml"]).code, 0);
    });
    assert!(!desk.has("ran") && run.err.contains(how), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_named_is_trusted_no_sooner_than_a_folders() {
    let named = ["--config", "given.toml"];
    let (desk, run) = refreshed_with_a_command("given.toml", &named, |_, _| {});
    assert!(!desk.has("ran"), "{run:?}");
    assert!(run.err.contains("`bibsync trust given.toml`"), "{run:?}");
    let (desk, _) = refreshed_with_a_command("given.toml", &named, |desk, _| {
        assert_eq!(desk.bibsync(&["trust", "given.toml"]).code, 0);
    });
    assert!(desk.has("ran"));
}

#[cfg(unix)]
#[test]
fn a_command_of_the_users_own_settings_or_environment_runs() {
    let own = "nobody/.config/bibsync/bibsync.toml";
    let (desk, run) = refreshed_with_a_command(own, &[], |_, _| {});
    assert!(desk.has("ran") && !run.err.contains("warning"), "{run:?}");
    let (desk, _) = refreshed_with_a_command(own, &["--config", own], |_, _| {});
    assert!(desk.has("ran"), "the user's own, named");

    let (desk, _before) = fetched();
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    desk.moved_to(&now);
    let mut command = desk.command(&["refresh", "--accept", "all"]);
    command.env("BIBSYNC_REFRESH_ON_CHANGE", "touch ran");
    assert!(command.status().unwrap().success());
    assert!(desk.has("ran"));
}

#[test]
fn a_file_without_a_command_can_not_be_trusted() {
    let desk = Desk::settled("");
    desk.bibsync(&["trust"]).refused(&["names no command"]);
    desk.bibsync(&["trust", "lost.toml"])
        .refused(&["lost.toml"]);
}

#[test]
fn what_was_edited_by_hand_wins_and_is_kept() {
    let (desk, _before) = fetched();
    let edited = desk
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
    desk.put("references.bib", &format!("{edited}\n{mine}\n"));
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err
            .contains("kept as you edited it: note of wang2023zen; 2 of your own at the end"),
        "{run:?}"
    );
    assert!(
        !desk.has("references.bib.bak"),
        "nothing is lost, so nothing is put aside"
    );
    let text = desk.bib();
    assert_eq!(
        field(entry(&text, "wang2023zen"), "note"),
        Some("Our first")
    );
    assert!(
        text.ends_with(&format!("\n{}\n", mine.replace("% mine\n", "% mine\n\n"))),
        "{text}"
    );

    // The world goes on, and the edit stays.
    let now = Services::knowing([zen_preprint(), zen_published(), gemini()], [zhuang()]);
    desk.moved_to(&now);
    let run = desk.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.code, run.out.as_str()), (0, PUBLISHED), "{run:?}");
    let text = desk.bib();
    let zen = entry(&text, "wang2023zen");
    assert_eq!(field(zen, "note"), Some("Our first"));
    assert_eq!(field(zen, "pages"), Some("537--556"));
    let exported = desk.bibsync(&["export"]);
    assert!(exported.out.contains("Our first"), "{exported:?}");

    // The lock alone gives the same bytes.
    fs_err::remove_file(desk.path("references.bib")).unwrap();
    let run = desk.bibsync(&["fetch", "--locked", "profile.json"]);
    assert_eq!((run.code, desk.bib()), (0, text.clone()), "{run:?}");

    // An entry taken out stays out; what upstream says is followed again once it is put back.
    let without: String = text.replace(entry(&text, "wang2023gemini"), "");
    desk.put("references.bib", &without);
    assert_eq!(desk.fetch(&[]).code, 0);
    assert!(!desk.bib().contains("{wang2023gemini,"), "{}", desk.bib());
    desk.put("references.bib", &text.replace("Our first", ""));
    assert_eq!(desk.fetch(&[]).code, 0);
    assert!(desk.bib().contains("{wang2023gemini,"), "{}", desk.bib());
}

#[test]
fn a_retraction_is_told_at_each_run_and_printed_where_wanted() {
    let (desk, _before) = fetched();
    let notice = Paper::journal("", "Retraction of a Paper", "Notices", 2026)
        .doi("10.1145/notice.1")
        .registered(json!({"update-to": [
            {"DOI": gemini().doi, "type": "retraction", "updated": {"date-parts": [[2026, 3, 1]]}},
        ]}));
    let now = Services::knowing([zen_preprint(), gemini(), notice], [zhuang()]);
    desk.moved_to(&now);
    let run = desk.bibsync(&["refresh", "--accept", "none"]);
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
    let run = desk.bibsync(&["refresh"]);
    assert_eq!(run.out, "", "as a change it is told once: {run:?}");
    let run = desk.fetch(&[]);
    assert!(run.err.contains(told), "and at every run: {run:?}");
    assert!(!desk.bib().contains("retracted"), "{}", desk.bib());

    let settings = desk.read("bibsync.toml");
    desk.put(
        "bibsync.toml",
        &format!("{settings}\n[export]\nnotices = true\n"),
    );
    assert_eq!(desk.fetch(&[]).code, 0);
    let text = desk.bib();
    assert_eq!(
        field(entry(&text, "wang2023gemini"), "note"),
        Some("retracted 2026-03-01 (10.1145/notice.1)")
    );
}
