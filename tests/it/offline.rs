//! Without a network: from the library, the cache and the lock.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Desk, Services, electrode, gemini, repository, zhuang};

/// The profiles of the repository's `examples/`, their paths in order.
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

/// A desk that no service can be reached from, and whose library is the repository's.
fn cut_off_with_library() -> Desk {
    let desk = Desk::cut_off();
    let starter = fs_err::read_to_string(repository("cache/library/starter.bib")).unwrap();
    desk.put("cache/library/starter.bib", &starter);
    desk
}

fn fetch_examples(desk: &Desk, more: &[&str]) -> crate::support::Run {
    let examples = examples();
    let mut arguments = vec!["fetch", "--report", "report.json"];
    arguments.extend(examples.iter().map(String::as_str));
    arguments.extend(more);
    desk.bibsync(&arguments)
}

#[test]
fn the_examples_resolve_where_no_service_can_be_reached() {
    let desk = cut_off_with_library();
    let run = fetch_examples(&desk, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = desk.report();
    assert_eq!(report["summary"]["listed"], 61);
    assert_eq!(report["summary"]["ambiguous"], 0);
    let bib = desk.bib();
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
fn the_lock_alone_gives_the_same_bytes() {
    let desk = cut_off_with_library();
    let offline = fetch_examples(&desk, &["--offline"]);
    assert_eq!(offline.code, 0, "{offline:?}");
    assert!(offline.err.contains("requests: none"), "{}", offline.err);
    assert_eq!(desk.report()["requests"]["dblp"]["sent"], 0);
    let (bib, lock) = (desk.bib(), desk.read("references.lock"));

    let bare = Desk::cut_off();
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
fn a_kept_answer_is_good_however_old_the_run() {
    let services = Services::knowing([gemini(), electrode()], [zhuang()]);
    let desk = Desk::at(&services);
    let profile = json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": [null, "Zhen Jia"], "authors_complete": false},
        {"title": electrode().title, "authors": ["Yang Zhou", "Zezhou Wang"], "authors_complete": false},
    ]});
    desk.fetched(&profile);
    let bib = desk.bib();
    services.forget();
    fs_err::remove_file(desk.path("references.bib")).unwrap();
    fs_err::remove_file(desk.path("references.lock")).unwrap();
    let run = desk.fetch(&["--offline"]);
    assert_eq!((run.code, services.total()), (0, 0), "{run:?}");
    assert_eq!(desk.bib(), bib);
}

#[test]
fn offline_without_anything_exports_as_listed() {
    let services = Services::knowing([gemini()], []);
    let desk = Desk::at(&services);
    desk.list(
        "profile.json",
        &json!({"publications": [{"title": gemini().title, "year": 2023}]}),
    );
    let run = desk.fetch(&["--offline"]);
    assert_eq!(
        (run.code, services.total()),
        (0, 0),
        "being offline is a wish: {run:?}"
    );
    assert!(
        desk.bib().contains("(unmatched, as listed)"),
        "{}",
        desk.bib()
    );
    assert_eq!(desk.fetch(&["--offline", "--strict"]).code, 1);
}

#[test]
fn locked_needs_a_lock_that_covers_the_list() {
    let services = Services::knowing([gemini()], []);
    let desk = Desk::at(&services);
    let one = json!({"title": gemini().title, "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false});
    desk.list("profile.json", &json!({"publications": [one]}));
    desk.bibsync(&[
        "fetch",
        "profile.json",
        "--locked",
        "--report",
        "report.json",
    ])
    .refused(&["there is no lock at references.lock", "hint:"]);
    assert_eq!(desk.names(), ["bibsync.toml", "cache", "profile.json"]);

    assert_eq!(desk.fetch(&[]).code, 0);
    let before = (
        desk.bib(),
        desk.read("references.lock"),
        desk.read("report.json"),
    );
    desk.list(
        "profile.json",
        &json!({"publications": [one, {"title": "Something New"}]}),
    );
    desk.fetch(&["--locked"]).refused(&[
        "+ Something New is listed in profile.json\n",
        "does not cover 1 of the listings",
        "`Something New`",
        "profile.json",
    ]);
    let mut later = one.clone();
    later["year"] = json!(2023);
    desk.list("profile.json", &json!({"publications": [later]}));
    desk.fetch(&["--locked"])
        .refused(&["is listed otherwise in profile.json: year 2023, was nothing\n"]);
    desk.list(
        "profile.json",
        &json!({"publications": [{"title": "Something New"}]}),
    );
    desk.fetch(&["--locked"])
        .refused(&["+ Something New", "[wang2023gemini] is not listed\n"]);
    assert_eq!(
        (
            desk.bib(),
            desk.read("references.lock"),
            desk.read("report.json")
        ),
        before
    );

    desk.put("references.lock", "version = 1\nlistings = 7\n");
    desk.fetch(&["--locked"]).refused(&["references.lock"]);
    assert_eq!(desk.bib(), before.0);
}

#[test]
fn locked_says_in_what_the_output_differed() {
    let services = Services::knowing([gemini()], []);
    let desk = Desk::at(&services);
    let one = json!({"title": gemini().title, "authors": ["Zhuang Wang", "Zhen Jia"], "authors_complete": false});
    desk.fetched(&json!({"publications": [one]}));
    let ours = desk.bib();
    let run = desk.bibsync(&["fetch", "profile.json", "--locked", "--strict"]);
    assert_eq!(run.code, 0, "{run:?}");
    let edited = ours.replace("364--381", "1--2");
    for (more, code) in [(&[][..], 0), (&["--strict"], 1)] {
        desk.put("references.bib", &edited);
        let run = desk.bibsync(&[&["fetch", "profile.json", "--locked"][..], more].concat());
        assert_eq!(run.code, code, "{run:?}");
        let told = "± wang2023gemini: pages: {1--2} becomes {364--381}\n";
        assert!(run.err.contains(told), "{run:?}");
        assert_eq!(desk.bib(), ours);
    }
}

#[test]
fn an_entry_that_no_source_has_comes_through_whole() {
    let desk = Desk::settled("");
    desk.put(
        "own.bib",
        r"@article{loom, author = {Sample, Ada}, title = {An {$O(n \log n)$} Bound for \emph{E. coli}},
            journal = {PLoS ONE}, volume = 5, number = 2, pages = {1--9}, year = 2020}
        @book{mill, author = {Sample, Ada}, title = {Mills}, publisher = {Springer}, edition = {2}, year = 2021}
        @proceedings{vol, title = {Proceedings of Looms}, editor = {Doe, Bob}, year = 2022}",
    );
    let run = desk.bibsync(&["fetch", "own.bib", "--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = desk.bib();
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
    let run = desk.bibsync(&["fetch", "own.bib", "--locked"]);
    assert_eq!((run.code, desk.bib()), (0, bib), "{run:?}");
}

#[test]
fn the_ieee_style_abbreviates_the_same_words_in_every_venue() {
    let desk = cut_off_with_library();
    assert_eq!(fetch_examples(&desk, &["--offline"]).code, 0);
    let run = desk.bibsync(&["export", "--style", "ieee"]);
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
    // By IEEE's guide these are written out in the names of conferences, and abbreviated in those of journals.
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
