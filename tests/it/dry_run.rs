//! `bibsync fetch --dry-run`: the requests that a run would send.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{At, Sandbox, Services, electrode, espresso, gemini, zhuang};

fn profile() -> Value {
    json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false},
        {"title": espresso().title, "authors": [null, "Haibin Lin"], "authors_complete": false},
    ]})
}

/// Returns every file in the sandbox with its bytes.
fn files(sandbox: &Sandbox) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut folders = vec![sandbox.path("")];
    while let Some(folder) = folders.pop() {
        for entry in fs_err::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.display().to_string();
                out.insert(name, fs_err::read(path).unwrap());
            }
        }
    }
    out
}

#[test]
fn dry_run_sends_and_writes_nothing_and_reports_the_cost() {
    let services = Services::knowing([gemini(), espresso(), electrode()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    sandbox.put(
        "cache/library/own.bib",
        "@misc{x,\n  title = {A Record of One's Own},\n  author = {Ada Example},\n}\n",
    );
    let before = files(&sandbox);
    let run = sandbox.bibsync(&["fetch", "profile.json", "--dry-run"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert_eq!(services.total(), 0);
    assert!(files(&sandbox) == before, "something was written");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines[0],
        "2 listed, 2 not answered by the library and the cache"
    );
    assert!(
        lines[1].starts_with("dblp: 4 requests (under a second) when all is found at once, "),
        "{}",
        run.out
    );
    assert!(
        lines[2].starts_with("crossref: 1 request (under a second)"),
        "{}",
        run.out
    );
    let first = lines.iter().find(|line| line.starts_with("  dblp: "));
    let first = first.unwrap();
    assert!(first.contains(" to 127.0.0.1"), "{}", run.out);
    assert!(!run.out.contains("query="), "{}", run.out);

    sandbox.fetched(&profile());
    assert_eq!(
        (services.count(At::Dblp), services.count(At::Crossref)),
        (4, 1),
        "as foreseen"
    );
    services.forget();
    let before = files(&sandbox);
    let run = sandbox.bibsync(&["fetch", "profile.json", "--dry-run"]);
    assert!(run.out.ends_with("no request would be sent\n"), "{run:?}");
    assert_eq!(services.total(), 0);
    assert!(files(&sandbox) == before, "something was written");
}

#[test]
fn dry_run_uses_the_configured_rates() {
    let sandbox = Sandbox::settled("[contact]\nemail = \"ada@example.org\"\n");
    let publications: Vec<Value> = (0..400)
        .map(|n| json!({"title": format!("The Number {n} in the Theory of Lists")}))
        .collect();
    sandbox.list("profile.json", &json!({"publications": publications}));
    let run = sandbox.bibsync(&["fetch", "profile.json", "--dry-run"]);
    assert_eq!(run.code, 0, "{run:?}");
    // 20 queries for ranges and 8 for fields and signatures, four of them in a burst.
    assert!(
        run.out.contains("dblp: 28 requests (4 min) when all"),
        "{}",
        run.out
    );
}
