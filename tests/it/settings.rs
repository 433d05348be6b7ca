//! Which setting wins, and where the cache is.

use serde_json::json;

use crate::support::{At, Desk, Run, Services, gemini};

fn desk(services: &Services) -> Desk {
    let desk = Desk::at(services);
    desk.list(
        "profile.json",
        &json!({"publications": [{"title": gemini().title}]}),
    );
    desk
}

fn run(desk: &Desk, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = desk.command(arguments);
    command.envs(variables.iter().copied());
    Run::of(&command.output().unwrap())
}

#[test]
fn a_flag_before_the_environment_before_the_file_before_the_default() {
    let services = Services::knowing([gemini()], []);
    let desk = desk(&services);
    let fetch = ["fetch", "profile.json"];
    let with_flag = ["fetch", "profile.json", "--cache-dir", "by-flag"];
    run(&desk, &with_flag, &[("BIBSYNC_CACHE_DIR", "by-variable")]);
    assert!(desk.has("by-flag/cache.sqlite") && !desk.has("by-variable"));
    let settings = desk.read("bibsync.toml");
    desk.put(
        "bibsync.toml",
        &format!("{settings}[cache]\ndir = \"by-file\"\n"),
    );
    run(&desk, &fetch, &[("BIBSYNC_CACHE_DIR", "by-variable")]);
    assert!(desk.has("by-variable/cache.sqlite") && !desk.has("by-file"));
    run(&desk, &fetch, &[]);
    assert!(desk.has("by-file/cache.sqlite") && !desk.has("cache/cache.sqlite"));
    desk.put("bibsync.toml", &settings);
    run(&desk, &fetch, &[]);
    assert!(desk.has("cache/cache.sqlite"), "./cache where it exists");
}

#[cfg(unix)]
#[test]
fn without_a_folder_here_the_cache_is_the_users() {
    let services = Services::knowing([gemini()], []);
    let desk = desk(&services);
    fs_err::remove_dir_all(desk.path("cache")).unwrap();
    let run = run(
        &desk,
        &["fetch", "profile.json"],
        &[("XDG_CACHE_HOME", desk.path("xdg").to_str().unwrap())],
    );
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!desk.has("cache"), "{:?}", desk.names());
    assert!(
        desk.has("xdg/bibsync/cache.sqlite") || desk.has("nobody/Library"),
        "{:?}",
        desk.names()
    );
}

#[cfg(unix)]
#[test]
fn cache_folder_of_another_program_is_not_used() {
    let services = Services::knowing([gemini()], []);
    let desk = desk(&services);
    fs_err::remove_dir_all(desk.path("cache")).unwrap();
    desk.put("cache/views/index.html", "<p>");
    let home = desk.path("xdg");
    let variables = [("XDG_CACHE_HOME", home.to_str().unwrap())];
    let run = run(&desk, &["fetch", "profile.json", "-v"], &variables);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("./cache holds neither"), "{}", run.err);
    assert!(!desk.has("cache/cache.sqlite") && desk.has("xdg/bibsync/cache.sqlite"));
}

#[test]
fn the_environment_names_every_setting_and_slips_are_told() {
    let services = Services::knowing([gemini()], []);
    let desk = desk(&services);
    let only_crossref = [("BIBSYNC_SOURCES_USE", "crossref")];
    assert_eq!(
        run(&desk, &["fetch", "profile.json"], &only_crossref).code,
        0
    );
    assert_eq!(
        (services.count(At::Dblp), services.count(At::Crossref)),
        (0, 1)
    );
    let slip = run(
        &desk,
        &["fetch", "profile.json"],
        &[("BIBSYNC_SOURCES_DBLP_EVRY", "1s")],
    );
    assert!(
        slip.err
            .contains("BIBSYNC_SOURCES_DBLP_EVERY is the nearest"),
        "{}",
        slip.err
    );
    let wrong = run(
        &desk,
        &["fetch", "profile.json"],
        &[("BIBSYNC_SOURCES_ARXIV_EVERY", "often")],
    );
    wrong.refused(&["BIBSYNC_SOURCES_ARXIV_EVERY: `often`"]);
}

#[test]
fn another_file_of_settings() {
    let services = Services::knowing([gemini()], []);
    let desk = desk(&services);
    let settings = desk.read("bibsync.toml");
    desk.put(
        "else/where.toml",
        &format!("{settings}[cache]\ndir = \"kept\"\n[export]\nkeys = \"{{author}}:{{year}}\"\n"),
    );
    desk.put("bibsync.toml", "[sources.dblp]\nsparql = 1\n");
    desk.list("profile.json", &json!({"publications": [{"title": "X", "authors": ["Ada Lovelace"], "year": 1843, "match": false}]}));
    let run = desk.fetch(&["--config", "else/where.toml"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        desk.has("else/kept/cache.sqlite"),
        "from the file's own folder on"
    );
    assert!(desk.bib().contains("{lovelace:1843,"), "{}", desk.bib());
}
