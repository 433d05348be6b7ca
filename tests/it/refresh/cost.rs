//! The requests of a refresh without changes.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::{At, Paper, Sandbox, Services, zhuang};

/// A hundred works of one person: complete papers, papers without pages, and preprints.
fn hundred() -> Vec<Paper> {
    const WORDS: [&str; 10] = [
        "Amber", "Basalt", "Cobalt", "Dolomite", "Emerald", "Feldspar", "Garnet", "Halite",
        "Indigo", "Jasper",
    ];
    const VERBS: [&str; 10] = [
        "Caching",
        "Routing",
        "Hashing",
        "Sorting",
        "Pruning",
        "Merging",
        "Sampling",
        "Sketching",
        "Parsing",
        "Learning",
    ];
    (0..100)
        .map(|n| {
            let mut title = String::new();
            let (word, verb) = (WORDS[n / 10], VERBS[n % 10]);
            _ = write!(
                title,
                "{word}: {verb} without {word} Coordination in {verb} Clusters"
            );
            let authors = ["Zhuang Wang 0001", "Zhen Jia", "Shuai Zheng"];
            let paper = match n % 10 {
                0 => Paper::preprint(&format!("2601.{n:05}"), &title, 2026),
                1 => Paper::conference(&format!("conf/x/W{n}"), &title, "X", 2026)
                    .doi(&format!("10.1145/{n:07}")),
                _ => Paper::conference(&format!("conf/x/W{n}"), &title, "X", 2023)
                    .doi(&format!("10.1145/{n:07}"))
                    .pages("1-12"),
            };
            paper.by(&authors)
        })
        .collect()
}

fn profile(papers: &[Paper]) -> Value {
    let listed = papers.iter().map(|paper| {
        json!({"title": paper.title, "authors": [null, "Zhen Jia", "Shuai Zheng"], "year": paper.year})
    });
    json!({"name": "Zhuang Wang", "publications": listed.collect::<Vec<_>>()})
}

fn sent(services: &Services) -> [usize; 4] {
    [At::Dblp, At::Crossref, At::Arxiv, At::Datacite].map(|at| services.count(at))
}

#[test]
fn hundred_works_cost_three_requests_or_one_while_dblp_is_unchanged() {
    let papers = hundred();
    let services = Services::knowing(papers.clone(), [zhuang()]);
    services.change("2026-11-20T19:24:40+0100");
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&profile(&papers));
    assert_eq!(report["summary"]["matched"], 100);
    let bib = sandbox.bib();
    let refresh = |wanted: [usize; 4]| {
        services.forget();
        let lock = sandbox.read("references.lock");
        let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
        assert_eq!(sent(&services), wanted, "{run:?}");
        assert_eq!(sandbox.bib(), bib);
        assert_eq!(sandbox.read("references.lock"), lock);
    };
    let elsewhere = || {
        fs_err::remove_dir_all(sandbox.path("cache")).unwrap();
        fs_err::create_dir(sandbox.path("cache")).unwrap();
    };
    refresh([1, 0, 0, 0]);
    services.change("2026-11-21T19:24:40+0100");
    refresh([1, 1, 1, 0]);
    refresh([1, 0, 0, 0]);
    // Another machine has only the lock: more is requested, once.
    elsewhere();
    services.forget();
    let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert_eq!(sandbox.bib(), bib);
    refresh([1, 0, 0, 0]);
    // The lock records how far that went, for every machine.
    elsewhere();
    refresh([1, 0, 0, 0]);
}
