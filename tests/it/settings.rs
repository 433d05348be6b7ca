//! The precedence of settings, and the location of the cache.

use serde_json::json;

use crate::support::{At, Run, Sandbox, Services, gemini};

fn sandbox(services: &Services) -> Sandbox {
    let sandbox = Sandbox::at(services);
    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": gemini().title}]}),
    );
    sandbox
}

fn run(sandbox: &Sandbox, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = sandbox.command(arguments);
    command.envs(variables.iter().copied());
    Run::of(&command.output().unwrap())
}

#[test]
fn flag_overrides_environment_overrides_file_overrides_default() {
    let services = Services::knowing([gemini()], []);
    let sandbox = sandbox(&services);
    let fetch = ["fetch", "profile.json"];
    let with_flag = ["fetch", "profile.json", "--cache-dir", "by-flag"];
    run(
        &sandbox,
        &with_flag,
        &[("BIBSYNC_CACHE_DIR", "by-variable")],
    );
    assert!(sandbox.has("by-flag/cache.sqlite") && !sandbox.has("by-variable"));
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("{settings}[cache]\ndir = \"by-file\"\n"),
    );
    run(&sandbox, &fetch, &[("BIBSYNC_CACHE_DIR", "by-variable")]);
    assert!(sandbox.has("by-variable/cache.sqlite") && !sandbox.has("by-file"));
    run(&sandbox, &fetch, &[]);
    assert!(sandbox.has("by-file/cache.sqlite") && !sandbox.has("cache/cache.sqlite"));
    sandbox.put("bibsync.toml", &settings);
    run(&sandbox, &fetch, &[]);
    assert!(sandbox.has("cache/cache.sqlite"), "./cache where it exists");
}

#[cfg(unix)]
#[test]
fn cache_is_in_the_users_folder_by_default() {
    let services = Services::knowing([gemini()], []);
    let sandbox = sandbox(&services);
    fs_err::remove_dir_all(sandbox.path("cache")).unwrap();
    let run = run(
        &sandbox,
        &["fetch", "profile.json"],
        &[("XDG_CACHE_HOME", sandbox.path("xdg").to_str().unwrap())],
    );
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!sandbox.has("cache"), "{:?}", sandbox.names());
    assert!(
        sandbox.has("xdg/bibsync/cache.sqlite") || sandbox.has("nobody/Library"),
        "{:?}",
        sandbox.names()
    );
}

#[cfg(unix)]
#[test]
fn cache_folder_of_another_program_is_not_used() {
    let services = Services::knowing([gemini()], []);
    let sandbox = sandbox(&services);
    fs_err::remove_dir_all(sandbox.path("cache")).unwrap();
    sandbox.put("cache/views/index.html", "<p>");
    let home = sandbox.path("xdg");
    let variables = [("XDG_CACHE_HOME", home.to_str().unwrap())];
    let run = run(&sandbox, &["fetch", "profile.json", "-v"], &variables);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("./cache holds neither"), "{}", run.err);
    assert!(!sandbox.has("cache/cache.sqlite") && sandbox.has("xdg/bibsync/cache.sqlite"));
}

#[test]
fn environment_has_every_setting_and_typos_are_reported() {
    let services = Services::knowing([gemini()], []);
    let sandbox = sandbox(&services);
    let only_crossref = [("BIBSYNC_SOURCES_USE", "crossref")];
    assert_eq!(
        run(&sandbox, &["fetch", "profile.json"], &only_crossref).code,
        0
    );
    assert_eq!(
        (services.count(At::Dblp), services.count(At::Crossref)),
        (0, 1)
    );
    let slip = run(
        &sandbox,
        &["fetch", "profile.json"],
        &[("BIBSYNC_SOURCES_DBLP_EVRY", "1s")],
    );
    assert!(
        slip.err
            .contains("did you mean BIBSYNC_SOURCES_DBLP_EVERY?"),
        "{}",
        slip.err
    );
    let wrong = run(
        &sandbox,
        &["fetch", "profile.json"],
        &[("BIBSYNC_SOURCES_ARXIV_EVERY", "often")],
    );
    wrong.refused(&["BIBSYNC_SOURCES_ARXIV_EVERY: `often`"]);
}

#[test]
fn settings_file_is_chosen_by_flag() {
    let services = Services::knowing([gemini()], []);
    let sandbox = sandbox(&services);
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "else/where.toml",
        &format!("{settings}[cache]\ndir = \"kept\"\n[export]\nkeys = \"{{author}}:{{year}}\"\n"),
    );
    sandbox.put("bibsync.toml", "[sources.dblp]\nsparql = 1\n");
    sandbox.list("profile.json", &json!({"publications": [{"title": "X", "authors": ["Ada Lovelace"], "year": 1843, "match": false}]}));
    let run = sandbox.fetch(&["--config", "else/where.toml"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        sandbox.has("else/kept/cache.sqlite"),
        "from the file's own folder on"
    );
    assert!(
        sandbox.bib().contains("{lovelace:1843,"),
        "{}",
        sandbox.bib()
    );
}
