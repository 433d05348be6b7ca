//! `bibsync cache`, and many runs on one cache.

use serde_json::{Value, json};

use crate::support::{At, Run, Sandbox, Services, electrode, espresso, gemini, zhuang};

fn profile() -> Value {
    json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false},
        {"title": espresso().title, "authors": [null, "Haibin Lin"], "authors_complete": false},
    ]})
}

fn services() -> Services {
    Services::knowing([gemini(), espresso(), electrode()], [zhuang()])
}

#[track_caller]
fn done(run: &Run) -> &str {
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    &run.out
}

#[test]
fn cache_is_shown_pruned_and_cleared() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.put(
        "cache/library/own.bib",
        "@misc{x,\n  title = {A Record of One's Own},\n  author = {Ada Example},\n}\n",
    );
    assert!(done(&sandbox.bibsync(&["cache", "status"])).contains("no answers are kept"));

    sandbox.fetched(&profile());
    let status = sandbox.bibsync(&["cache", "status"]);
    let lines: Vec<&str> = done(&status).lines().collect();
    assert!(lines[0].contains("cache.sqlite ("), "{lines:?}");
    let bucket = |name: &str| {
        lines
            .iter()
            .find(|line| line.trim_start().starts_with(name))
            .unwrap()
    };
    for (name, kept) in [
        ("dblp-pages-v1", " 1 answers,"),
        ("dblp-titles-v1", " 1 answers,"),
        ("dblp-fields-v1", " 2 answers,"),
        ("dblp-signatures-v1", " 4 answers,"),
    ] {
        assert!(bucket(name).contains(kept), "{lines:?}");
    }
    assert!(
        bucket("crossref-work-v1").contains(" 2 answers, 2 fresh, 0 stale"),
        "{lines:?}"
    );

    assert_eq!(
        done(&sandbox.bibsync(&["cache", "prune"])),
        "0 expired answers removed\n"
    );
    let database = rusqlite::Connection::open(sandbox.path("cache/cache.sqlite")).unwrap();
    let aged = database.execute(
        "UPDATE entry SET expires_at = 1 WHERE bucket = 'crossref-work-v1'",
        [],
    );
    assert_eq!(aged.unwrap(), 2);
    drop(database);
    assert!(done(&sandbox.bibsync(&["cache", "status"])).contains("0 fresh, 2 stale"));
    assert_eq!(
        done(&sandbox.bibsync(&["cache", "prune"])),
        "2 expired answers removed\n"
    );

    assert_eq!(
        done(&sandbox.bibsync(&["cache", "clear"])),
        "8 answers removed; the library stays\n"
    );
    assert!(done(&sandbox.bibsync(&["cache", "status"])).contains("no answers are kept"));
    assert!(sandbox.has("cache/library/own.bib"));
    services.forget();
    sandbox.fetched(&profile());
    assert_eq!(services.total(), 5, "all is asked again");
}

#[test]
fn old_answers_stay_valid_while_dblp_is_unchanged() {
    let services = services();
    services.change("2026-01-05T19:24:40+0200");
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile());
    let bib = sandbox.bib();
    let age = || {
        let database = rusqlite::Connection::open(sandbox.path("cache/cache.sqlite")).unwrap();
        // Times are kept in whole seconds, and a test takes less than one.
        let aged = "UPDATE entry SET expires_at = 1, stored_at = stored_at - 60 \
                    WHERE bucket LIKE 'dblp-%' AND bucket <> 'dblp-date-v1'";
        assert_eq!(database.execute(aged, []).unwrap(), 8);
    };
    for (old, requests) in [(true, 1), (false, 0)] {
        if old {
            age();
        }
        services.forget();
        let report = sandbox.fetched(&profile());
        assert_eq!(services.total(), requests, "{:?}", services.asked(At::Dblp));
        assert_eq!(report["requests"]["dblp"]["cached"], 4);
        assert_eq!(sandbox.bib(), bib);
    }
    services.change("2100-01-01T00:00:00Z");
    rusqlite::Connection::open(sandbox.path("cache/cache.sqlite"))
        .unwrap()
        .execute("DELETE FROM entry WHERE bucket = 'dblp-date-v1'", [])
        .unwrap();
    age();
    services.forget();
    sandbox.fetched(&profile());
    assert_eq!(services.total(), 5, "the date, and then all of it");
}

#[test]
fn two_processes_share_one_cache() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    let start = |output: &str| {
        sandbox
            .command(&["fetch", "profile.json", "-o", output])
            .spawn()
            .unwrap()
    };
    let running: Vec<_> = ["a.bib", "b.bib", "c.bib"].map(start).into_iter().collect();
    for process in running {
        let run = Run::of(&process.wait_with_output().unwrap());
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains("2 matched"), "{}", run.err);
    }
    assert_eq!(sandbox.read("a.bib"), sandbox.read("b.bib"));
    assert_eq!(sandbox.read("a.bib"), sandbox.read("c.bib"));
    services.forget();
    sandbox.fetched(&profile());
    assert_eq!(services.total(), 0);
}

#[test]
fn damaged_cache_is_replaced() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile());
    let path = sandbox.path("cache/cache.sqlite");
    let mut bytes = fs_err::read(&path).unwrap();
    bytes[100..].fill(0xa5);
    fs_err::write(&path, bytes).unwrap();
    sandbox.list("profile.json", &profile());
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("is damaged") && run.err.contains("replaced"),
        "{}",
        run.err
    );
    assert!(sandbox.has("cache/cache.sqlite.broken"));
    assert_eq!(sandbox.report()["summary"]["matched"], 2);
    services.forget();
    sandbox.fetched(&profile());
    assert_eq!(services.total(), 0, "and is used again");
}

#[test]
fn file_of_another_program_is_not_used_as_cache() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    let path = sandbox.path("mine/cache.sqlite");
    fs_err::create_dir(sandbox.path("mine")).unwrap();
    let owner = rusqlite::Connection::open(&path).unwrap();
    owner.execute_batch("CREATE TABLE bookmark (name)").unwrap();
    drop(owner);
    let bytes = fs_err::read(&path).unwrap();
    for arguments in [
        &["fetch", "profile.json"][..],
        &["fetch", "profile.json", "--offline"],
        &["fetch", "profile.json", "--dry-run"],
        &["cache", "status"],
        &["cache", "clear"],
    ] {
        let run = sandbox.bibsync(&[arguments, &["--cache-dir", "mine"]].concat());
        run.refused(&["another program's database", "hint: choose another folder"]);
        assert_eq!(fs_err::read(&path).unwrap(), bytes, "{arguments:?}");
    }
    assert_eq!(services.total(), 0);
}

#[cfg(unix)]
#[test]
fn rate_limits_are_stored_in_the_cache_without_a_state_folder() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    sandbox.fetch(&[]);
    let kept = "nobody/.local/state/bibsync/budget.sqlite";
    assert!(sandbox.has(kept) && !sandbox.has("cache/budget.sqlite"));
    fs_err::remove_dir_all(sandbox.path("nobody/.local")).unwrap();
    sandbox.put("nobody/.local", "a file where a folder should be");
    let run = sandbox.fetch(&["--cache-dir", "other"]);
    assert_eq!(run.code, 0, "{run:?}");
    let said = "only runs on the cache other share the limits of services";
    assert_eq!(run.err.matches(said).count(), 1, "{}", run.err);
    assert!(sandbox.has("other/budget.sqlite"));
}

#[cfg(unix)]
#[test]
fn run_succeeds_without_a_writable_cache() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    sandbox.put("in-the-way", "a file where a folder should be");
    sandbox.list("profile.json", &profile());
    let run = sandbox.fetch(&["--cache-dir", "in-the-way"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("answers are kept for this run only"),
        "{}",
        run.err
    );
}
