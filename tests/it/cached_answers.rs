//! Cached answers belong to works and people: lists fetched together find them separately.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{At, Paper, Run, Sandbox, Services, Someone};

const ADA: &str = "Ada Example";
const BOB: &str = "Bob Sample 0001";
const CY: &str = "Cy Other";

/// On both pages, with its preprint.
fn joint() -> Paper {
    Paper::conference(
        "conf/x/ExampleS21",
        "Sorting Letters by Weight",
        "XCONF",
        2021,
    )
    .by(&[ADA, BOB, CY])
    .doi("10.1145/1.1")
    .pages("1-12")
}

fn preprint() -> Paper {
    Paper::preprint("2101.00001", "Sorting Letters by Weight", 2021).by(&[ADA, BOB, CY])
}

fn of_ada() -> Paper {
    Paper::journal(
        "journals/x/Example19",
        "Walking along Graphs",
        "J. Walks",
        2019,
    )
    .by(&[ADA])
    .doi("10.1145/2.2")
    .pages("13-20")
}

fn of_bob() -> Paper {
    Paper::conference(
        "conf/y/Sample18",
        "Folding Paper in the Dark",
        "YCONF",
        2018,
    )
    .by(&[BOB, CY])
    .doi("10.1145/3.3")
}

/// On Bob's page only, though Ada lists it too.
fn on_one_page() -> Paper {
    Paper::conference(
        "conf/y/SampleX20",
        "Bridges Made of Ice and Salt",
        "YCONF",
        2020,
    )
    .by(&[BOB, "A. Exampel"])
    .pages("7-9")
}

/// Not in DBLP.
fn registered() -> Paper {
    Paper::journal(
        "",
        "Measuring the Length of Rivers from Above",
        "J. Rivers",
        2017,
    )
    .by(&[ADA, BOB])
    .doi("10.1016/4.4")
}

fn of_cy() -> Paper {
    Paper::conference("conf/z/Other22", "Counting Birds at Night", "ZCONF", 2022)
        .by(&[CY])
        .doi("10.1145/5.5")
}

fn services() -> Services {
    let papers = [
        joint(),
        preprint(),
        of_ada(),
        of_bob(),
        on_one_page(),
        registered(),
        of_cy(),
    ];
    let people = [
        Someone::new("1/1", ADA),
        Someone::new("2/2", BOB),
        Someone::new("3/3", CY),
    ];
    Services::knowing(papers, people)
}

fn lists(sandbox: &Sandbox) {
    let ada = json!({"name": "Ada Example", "publications": [
        {"title": joint().title, "authors": [null, "Bob Sample", "Cy Other"], "year": 2021},
        {"title": of_ada().title, "authors": [null], "year": 2019, "venue": "Journal of Walks"},
        {"title": on_one_page().title, "authors": ["Bob Sample", "A. Exampel"], "year": 2020},
        {"title": registered().title, "authors": [null, "Bob Sample"], "year": 2017},
        {"title": "A Talk That Nobody Has Kept", "authors": [null], "year": 2016},
    ]});
    let bob = json!({"name": "Bob Sample", "publications": [
        {"title": of_bob().title, "authors": [null, "Cy Other"], "year": 2018},
        {"title": on_one_page().title, "authors": [null, "A. Exampel"], "year": 2020},
        {"title": registered().title, "authors": ["Ada Example", null], "year": 2017},
        {"title": joint().title, "authors": ["Ada Example", null, "Cy Other"], "year": 2021},
    ]});
    let cy = json!({"name": "Cy Other", "publications": [
        {"title": joint().title, "authors": ["Ada Example", "Bob Sample", null], "year": 2021},
        {"title": of_cy().title, "authors": [null], "year": 2022, "venue": "ZCONF"},
    ]});
    for (name, list) in [("ada", ada), ("bob", bob), ("cy", cy)] {
        sandbox.list(&format!("{name}.json"), &list);
    }
}

/// Fetches these lists without a lock; only the cache is left from earlier runs.
fn fetch(sandbox: &Sandbox, people: &[&str], more: &[&str]) -> Run {
    for name in ["references.bib", "references.lock"] {
        if sandbox.has(name) {
            fs_err::remove_file(sandbox.path(name)).unwrap();
        }
    }
    let lists: Vec<String> = people.iter().map(|name| format!("{name}.json")).collect();
    let mut arguments = vec!["fetch", "--report", "report.json"];
    arguments.extend(lists.iter().map(String::as_str));
    arguments.extend(more);
    let run = sandbox.bibsync(&arguments);
    assert_eq!(run.code, 0, "{run:?}");
    run
}

/// Returns the decision on each title, by list.
fn decisions(sandbox: &Sandbox, people: &[&str]) -> BTreeMap<String, Value> {
    let report = sandbox.report();
    let mut publications = report["publications"].as_array().unwrap().iter();
    let mut decided = BTreeMap::new();
    for name in people {
        let list: Value = serde_json::from_str(&sandbox.read(&format!("{name}.json"))).unwrap();
        let count = list["publications"].as_array().unwrap().len();
        for it in publications.by_ref().take(count) {
            let what = json!([it["status"], it["ids"], it["confidence"], it["evidence"]]);
            decided.insert(format!("{name} {}", it["title"]), what);
        }
    }
    assert_eq!(publications.count(), 0);
    decided
}

const COMPANIES: [&[&str]; 4] = [&["ada"], &["bob"], &["bob", "ada"], &["ada", "bob"]];

#[test]
fn lists_fetched_together_are_later_answered_from_the_cache() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    lists(&sandbox);
    fetch(&sandbox, &["ada", "bob"], &[]);
    let together = decisions(&sandbox, &["ada", "bob"]);
    for people in COMPANIES {
        let fresh = Sandbox::at(&services);
        lists(&fresh);
        fetch(&fresh, people, &[]);
        services.forget();
        for more in [&["--offline"][..], &[]] {
            fetch(&sandbox, people, more);
            assert_eq!(services.total(), 0, "{people:?} {more:?}");
            assert_eq!(sandbox.bib(), fresh.bib(), "{people:?} {more:?}");
            for (listing, decided) in decisions(&sandbox, people) {
                assert_eq!(decided, together[&listing], "{people:?} {more:?} {listing}");
            }
        }
        let inputs: Vec<String> = people.iter().map(|name| format!("{name}.json")).collect();
        let mut arguments = vec!["fetch", "--dry-run"];
        arguments.extend(inputs.iter().map(String::as_str));
        let run = sandbox.bibsync(&arguments);
        assert!(run.out.ends_with("no request would be sent\n"), "{run:?}");
    }
}

#[test]
fn lists_fetched_separately_are_answered_together_from_the_cache() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    lists(&sandbox);
    for list in ["ada", "bob", "cy"] {
        fetch(&sandbox, &[list], &[]);
    }
    let fresh = Sandbox::at(&services);
    lists(&fresh);
    fetch(&fresh, &["cy", "ada", "bob"], &[]);
    services.forget();
    for more in [&["--offline"][..], &[]] {
        fetch(&sandbox, &["cy", "ada", "bob"], more);
        assert_eq!(services.total(), 0, "{:?}", services.asked(At::Dblp));
        assert_eq!(sandbox.bib(), fresh.bib());
    }
}

#[test]
fn added_list_costs_only_its_own_requests() {
    let services = services();
    let sandbox = Sandbox::at(&services);
    lists(&sandbox);
    fetch(&sandbox, &["ada", "bob"], &[]);
    services.forget();
    fetch(&sandbox, &["ada", "bob", "cy"], &[]);
    let asked = services.asked(At::Dblp);
    assert_eq!(
        asked.len(),
        4,
        "page, titles, fields, signatures: {asked:#?}"
    );
    assert_eq!(services.count(At::Crossref), 1);
    for known in [
        "/pid/1/1>",
        "/pid/2/2>",
        "ada",
        "bob",
        &joint().key,
        &of_ada().key,
    ] {
        let again = asked.iter().filter(|it| it.contains(known));
        assert_eq!(again.count(), 0, "{known}");
    }
    let crossref = &services.asked(At::Crossref)[0];
    assert!(crossref.contains(&of_cy().doi), "{crossref}");
    assert!(!crossref.contains(&joint().doi), "{crossref}");
}

#[test]
fn subset_of_answers_is_revalidated_by_one_date() {
    let services = services();
    services.change("2026-01-05T19:24:40+0200");
    let sandbox = Sandbox::at(&services);
    lists(&sandbox);
    fetch(&sandbox, &["ada", "bob"], &[]);
    let aged = "UPDATE entry SET expires_at = 1, stored_at = stored_at - 60 \
                WHERE bucket LIKE 'dblp-%'";
    rusqlite::Connection::open(sandbox.path("cache/cache.sqlite"))
        .unwrap()
        .execute(aged, [])
        .unwrap();
    services.forget();
    fetch(&sandbox, &["bob"], &[]);
    let asked = services.asked(At::Dblp);
    assert_eq!((asked.len(), services.total()), (1, 1), "{asked:#?}");
    assert!(asked[0].contains("SELECT ?modified"), "{asked:#?}");
}
