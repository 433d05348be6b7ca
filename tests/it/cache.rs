//! `bibsync cache`, and many runs on one cache.

use serde_json::{Value, json};

use crate::support::{At, Desk, Run, Services, electrode, espresso, gemini, zhuang};

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
fn can_be_looked_into_pruned_and_cleared() {
    let services = services();
    let desk = Desk::at(&services);
    desk.put(
        "cache/library/own.bib",
        "@misc{x,\n  title = {A Record of One's Own},\n  author = {Ada Example},\n}\n",
    );
    assert!(done(&desk.bibsync(&["cache", "status"])).contains("no answers are kept"));

    desk.fetched(&profile());
    let status = desk.bibsync(&["cache", "status"]);
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
        done(&desk.bibsync(&["cache", "prune"])),
        "0 expired answers removed\n"
    );
    let database = rusqlite::Connection::open(desk.path("cache/cache.sqlite")).unwrap();
    let aged = database.execute(
        "UPDATE entry SET expires_at = 1 WHERE bucket = 'crossref-work-v1'",
        [],
    );
    assert_eq!(aged.unwrap(), 2);
    drop(database);
    assert!(done(&desk.bibsync(&["cache", "status"])).contains("0 fresh, 2 stale"));
    assert_eq!(
        done(&desk.bibsync(&["cache", "prune"])),
        "2 expired answers removed\n"
    );

    assert_eq!(
        done(&desk.bibsync(&["cache", "clear"])),
        "8 answers removed; the library stays\n"
    );
    assert!(done(&desk.bibsync(&["cache", "status"])).contains("no answers are kept"));
    assert!(desk.has("cache/library/own.bib"));
    services.forget();
    desk.fetched(&profile());
    assert_eq!(services.total(), 5, "all is asked again");
}

#[test]
fn that_is_old_is_good_while_dblp_has_not_changed() {
    let services = services();
    services.change("2026-01-05T19:24:40+0200");
    let desk = Desk::at(&services);
    desk.fetched(&profile());
    let bib = desk.bib();
    let age = || {
        let database = rusqlite::Connection::open(desk.path("cache/cache.sqlite")).unwrap();
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
        let report = desk.fetched(&profile());
        assert_eq!(services.total(), requests, "{:?}", services.asked(At::Dblp));
        assert_eq!(report["requests"]["dblp"]["cached"], 4);
        assert_eq!(desk.bib(), bib);
    }
    services.change("2100-01-01T00:00:00Z");
    rusqlite::Connection::open(desk.path("cache/cache.sqlite"))
        .unwrap()
        .execute("DELETE FROM entry WHERE bucket = 'dblp-date-v1'", [])
        .unwrap();
    age();
    services.forget();
    desk.fetched(&profile());
    assert_eq!(services.total(), 5, "the date, and then all of it");
}

#[test]
fn two_processes_at_once() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    let start = |output: &str| {
        desk.command(&["fetch", "profile.json", "-o", output])
            .spawn()
            .unwrap()
    };
    let running: Vec<_> = ["a.bib", "b.bib", "c.bib"].map(start).into_iter().collect();
    for process in running {
        let run = Run::of(&process.wait_with_output().unwrap());
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains("2 matched"), "{}", run.err);
    }
    assert_eq!(desk.read("a.bib"), desk.read("b.bib"));
    assert_eq!(desk.read("a.bib"), desk.read("c.bib"));
    services.forget();
    desk.fetched(&profile());
    assert_eq!(services.total(), 0);
}

#[test]
fn that_is_damaged_heals() {
    let services = services();
    let desk = Desk::at(&services);
    desk.fetched(&profile());
    let path = desk.path("cache/cache.sqlite");
    let mut bytes = fs_err::read(&path).unwrap();
    bytes[100..].fill(0xa5);
    fs_err::write(&path, bytes).unwrap();
    desk.list("profile.json", &profile());
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("is damaged") && run.err.contains("replaced"),
        "{}",
        run.err
    );
    assert!(desk.has("cache/cache.sqlite.broken"));
    assert_eq!(desk.report()["summary"]["matched"], 2);
    services.forget();
    desk.fetched(&profile());
    assert_eq!(services.total(), 0, "and is used again");
}

#[test]
fn that_is_another_programs_is_refused_and_left_as_it_is() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    let path = desk.path("mine/cache.sqlite");
    fs_err::create_dir(desk.path("mine")).unwrap();
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
        let run = desk.bibsync(&[arguments, &["--cache-dir", "mine"]].concat());
        run.refused(&["another program's database", "hint: choose another folder"]);
        assert_eq!(fs_err::read(&path).unwrap(), bytes, "{arguments:?}");
    }
    assert_eq!(services.total(), 0);
}

#[cfg(unix)]
#[test]
fn without_a_state_folder_the_limits_are_kept_beside_it() {
    let services = services();
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    desk.fetch(&[]);
    let kept = "nobody/.local/state/bibsync/budget.sqlite";
    assert!(desk.has(kept) && !desk.has("cache/budget.sqlite"));
    fs_err::remove_dir_all(desk.path("nobody/.local")).unwrap();
    desk.put("nobody/.local", "a file where a folder should be");
    let run = desk.fetch(&["--cache-dir", "other"]);
    assert_eq!(run.code, 0, "{run:?}");
    let said = "only runs on the cache other share the limits of services";
    assert_eq!(run.err.matches(said).count(), 1, "{}", run.err);
    assert!(desk.has("other/budget.sqlite"));
}

#[cfg(unix)]
#[test]
fn that_cannot_be_made_is_done_without() {
    let services = services();
    let desk = Desk::at(&services);
    desk.put("in-the-way", "a file where a folder should be");
    desk.list("profile.json", &profile());
    let run = desk.fetch(&["--cache-dir", "in-the-way"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("answers are kept for this run only"),
        "{}",
        run.err
    );
}
