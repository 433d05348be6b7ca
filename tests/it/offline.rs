//! Runs without a network, from the library, the cache and the lock.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Sandbox, Services, electrode, gemini, repository, zhuang};

/// Returns the paths of the profiles in the repository's `examples/`, sorted.
fn examples() -> Vec<String> {
    let names = [
        "liangyu-zhao",
        "zezhou-wang",
        "zhongzhu-zhou",
        "zhuang-wang",
    ];
    let path = |name: &str| repository(&format!("examples/{name}.json"));
    names
        .iter()
        .map(|name| path(name).display().to_string())
        .collect()
}

/// Creates a sandbox without network and with the repository's library.
fn cut_off_with_library() -> Sandbox {
    let sandbox = Sandbox::cut_off();
    let starter = fs_err::read_to_string(repository("cache/library/starter.bib")).unwrap();
    sandbox.put("cache/library/starter.bib", &starter);
    sandbox
}

fn fetch_examples(sandbox: &Sandbox, more: &[&str]) -> crate::support::Run {
    let examples = examples();
    let mut arguments = vec!["fetch", "--report", "report.json"];
    arguments.extend(examples.iter().map(String::as_str));
    arguments.extend(more);
    sandbox.bibsync(&arguments)
}

#[test]
fn examples_resolve_offline() {
    let sandbox = cut_off_with_library();
    let run = fetch_examples(&sandbox, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = sandbox.report();
    assert_eq!(report["summary"]["listed"], 61);
    assert_eq!(report["summary"]["ambiguous"], 0);
    let bib = sandbox.bib();
    assert_eq!(
        bib.lines().filter(|line| line.starts_with('@')).count(),
        49,
        "{}",
        run.err
    );
    assert!(
        run.err.contains("can't be reached"),
        "it is said: {}",
        run.err
    );

    let ids: BTreeSet<(String, String, String)> = report["publications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
            (
                text(&it["key"]),
                text(&it["ids"]["doi"]),
                text(&it["ids"]["arxiv"]),
            )
        })
        .collect();
    for (key, doi, arxiv) in [
        ("wang2023gemini", "10.1145/3600006.3613145", "-"),
        ("liu2024rethinking", "10.1145/3651890.3672249", "2305.13479"),
        ("basu2024efficient", "10.1145/3625549.3658656", "2309.13541"),
        ("xia2023flash", "10.14778/3626292.3626303", "2309.10285"),
        ("shen2019nexus", "10.1145/3341301.3359658", "-"),
        ("zhao2026forestcoll", "-", "2402.06787"),
        ("wang2026fm2", "-", "-"),
    ] {
        let wanted = (key.to_owned(), doi.to_owned(), arxiv.to_owned());
        assert!(ids.contains(&wanted), "{wanted:?} is not in {ids:#?}");
    }
}

#[test]
fn lock_alone_gives_the_same_bytes() {
    let sandbox = cut_off_with_library();
    let offline = fetch_examples(&sandbox, &["--offline"]);
    assert_eq!(offline.code, 0, "{offline:?}");
    assert!(offline.err.contains("requests: none"), "{}", offline.err);
    assert_eq!(sandbox.report()["requests"]["dblp"]["sent"], 0);
    let (bib, lock) = (sandbox.bib(), sandbox.read("references.lock"));

    let bare = Sandbox::cut_off();
    bare.put("references.lock", &lock);
    let locked = fetch_examples(&bare, &["--locked"]);
    assert_eq!(locked.code, 0, "{locked:?}");
    assert_eq!(bare.bib(), bib);
    assert_eq!(bare.read("references.lock"), lock);
    assert_eq!(bare.report()["summary"]["listed"], 61);
    assert!(
        !bare.has("cache/cache.sqlite"),
        "the cache is not even opened"
    );
}

#[test]
fn cached_answer_of_any_age_is_used_offline() {
    let services = Services::knowing([gemini(), electrode()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    let profile = json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false},
        {"title": electrode().title, "authors": ["Yang Zhou", "Zezhou Wang"], "authors_complete": false},
    ]});
    sandbox.fetched(&profile);
    let bib = sandbox.bib();
    services.forget();
    fs_err::remove_file(sandbox.path("references.bib")).unwrap();
    fs_err::remove_file(sandbox.path("references.lock")).unwrap();
    let run = sandbox.fetch(&["--offline"]);
    assert_eq!((run.code, services.total()), (0, 0), "{run:?}");
    assert_eq!(sandbox.bib(), bib);
}

#[test]
fn offline_run_without_cache_exports_as_listed() {
    let services = Services::knowing([gemini()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": gemini().title, "year": 2023}]}),
    );
    let run = sandbox.fetch(&["--offline"]);
    assert_eq!(
        (run.code, services.total()),
        (0, 0),
        "being offline is a wish: {run:?}"
    );
    assert!(
        sandbox.bib().contains("(unmatched, as listed)"),
        "{}",
        sandbox.bib()
    );
    assert_eq!(sandbox.fetch(&["--offline", "--strict"]).code, 1);
}

#[test]
fn locked_needs_a_lock_that_covers_the_list() {
    let services = Services::knowing([gemini()], []);
    let sandbox = Sandbox::at(&services);
    let one = json!({"title": gemini().title, "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false});
    sandbox.list("profile.json", &json!({"publications": [one]}));
    sandbox
        .bibsync(&[
            "fetch",
            "profile.json",
            "--locked",
            "--report",
            "report.json",
        ])
        .refused(&["there is no lock at references.lock", "hint:"]);
    assert_eq!(sandbox.names(), ["bibsync.toml", "cache", "profile.json"]);

    assert_eq!(sandbox.fetch(&[]).code, 0);
    let before = (
        sandbox.bib(),
        sandbox.read("references.lock"),
        sandbox.read("report.json"),
    );
    sandbox.list(
        "profile.json",
        &json!({"publications": [one, {"title": "Something New"}]}),
    );
    sandbox.fetch(&["--locked"]).refused(&[
        "+ Something New is listed in profile.json\n",
        "does not cover 1 of the listings",
        "`Something New`",
        "profile.json",
    ]);
    let mut later = one.clone();
    later["year"] = json!(2023);
    sandbox.list("profile.json", &json!({"publications": [later]}));
    sandbox
        .fetch(&["--locked"])
        .refused(&["is listed otherwise in profile.json: year 2023, was nothing\n"]);
    sandbox.list(
        "profile.json",
        &json!({"publications": [{"title": "Something New"}]}),
    );
    sandbox
        .fetch(&["--locked"])
        .refused(&["+ Something New", "[wang2023gemini] is not listed\n"]);
    assert_eq!(
        (
            sandbox.bib(),
            sandbox.read("references.lock"),
            sandbox.read("report.json")
        ),
        before
    );

    sandbox.put("references.lock", "version = 1\nlistings = 7\n");
    sandbox.fetch(&["--locked"]).refused(&["references.lock"]);
    assert_eq!(sandbox.bib(), before.0);
}

#[test]
fn locked_run_reports_differences_of_the_output() {
    let services = Services::knowing([gemini()], []);
    let sandbox = Sandbox::at(&services);
    let one = json!({"title": gemini().title, "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false});
    sandbox.fetched(&json!({"publications": [one]}));
    let ours = sandbox.bib();
    let run = sandbox.bibsync(&["fetch", "profile.json", "--locked", "--strict"]);
    assert_eq!(run.code, 0, "{run:?}");
    let edited = ours.replace("364--381", "1--2");
    for (more, code) in [(&[][..], 0), (&["--strict"], 1)] {
        sandbox.put("references.bib", &edited);
        let run = sandbox.bibsync(&[&["fetch", "profile.json", "--locked"][..], more].concat());
        assert_eq!(run.code, code, "{run:?}");
        let told = "± wang2023gemini: pages: {1--2} becomes {364--381}\n";
        assert!(run.err.contains(told), "{run:?}");
        assert_eq!(sandbox.bib(), ours);
    }
}

#[test]
fn unmatched_entry_keeps_all_fields() {
    let sandbox = Sandbox::settled("");
    sandbox.put(
        "own.bib",
        r"@article{loom, author = {Sample, Ada}, title = {An {$O(n \log n)$} Bound for \emph{E. coli}},
            journal = {PLoS ONE}, volume = 5, number = 2, pages = {1--9}, year = 2020}
        @book{mill, author = {Sample, Ada}, title = {Mills}, publisher = {Springer}, edition = {2}, year = 2021}
        @proceedings{vol, title = {Proceedings of Looms}, editor = {Doe, Bob}, year = 2022}",
    );
    let run = sandbox.bibsync(&["fetch", "own.bib", "--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = sandbox.bib();
    for part in [
        "@article{loom,",
        r"title   = {An {$O(n \log n)$} Bound for \emph{E. coli}}",
        "volume  = {5}",
        "number  = {2}",
        "pages   = {1--9}",
        "@book{mill,",
        "edition   = {2nd}",
        "publisher = {Springer}",
        "editor = {Doe, Bob}",
    ] {
        assert!(bib.contains(part), "no {part} in {bib}");
    }
    let run = sandbox.bibsync(&["fetch", "own.bib", "--locked"]);
    assert_eq!((run.code, sandbox.bib()), (0, bib), "{run:?}");
}

#[test]
fn ieee_style_abbreviates_words_consistently() {
    let sandbox = cut_off_with_library();
    assert_eq!(fetch_examples(&sandbox, &["--offline"]).code, 0);
    let run = sandbox.bibsync(&["export", "--style", "ieee"]);
    assert_eq!(run.code, 0, "{run:?}");
    let plain = run.out.replace(['{', '}'], "");
    let of = |name: &str| -> Vec<&str> {
        let lines = plain.lines().map(str::trim);
        lines.filter(|line| line.starts_with(name)).collect()
    };
    let (conferences, journals) = (of("booktitle"), of("journal"));
    assert!(conferences.len() > 20 && journals.len() > 2, "{plain}");
    let has = |line: &str, words: &[&str]| words.iter().any(|word| line.contains(word));
    let long = [
        "Proceedings",
        "Conference",
        "Symposium",
        "International",
        "Annual ",
    ];
    for venue in conferences.iter().chain(&journals) {
        assert!(!has(venue, &long), "{venue}");
    }
    // By IEEE's guide these are spelt out in the names of conferences, and abbreviated in those of journals.
    let short = ["Syst.", "Learn.", "Oper.", "Netw.", "Implement."];
    for venue in conferences {
        assert!(!has(venue, &short), "{venue}");
    }
    assert!(
        !journals
            .iter()
            .any(|it| has(it, &["Transactions", "Journal"])),
        "{journals:?}"
    );
}
