//! The person's statements about a publication, which no source overrides.

use serde_json::{Value, json};

use crate::support::{
    At, Paper, Sandbox, Services, aurora, electrode, entry, espresso, field, flash_llm, gemini,
};

#[test]
fn identifiers_match_despite_another_title() {
    let services = Services::knowing([gemini(), electrode(), aurora()], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": "My checkpointing paper", "doi": "https://doi.org/10.1145/3600006.3613145",
         "match": true},
        {"title": "The eBPF one", "dblp": "conf/nsdi/ZhouWDY23", "match": true},
        {"title": "Our manuscript", "arxiv": "arXiv:2602.06932v1", "match": true},
    ]}));
    let bib = sandbox.bib();
    for (index, key, id, value) in [
        (0, "wang2023gemini", "doi", "10.1145/3600006.3613145"),
        (1, "zhou2023electrode", "dblp", "conf/nsdi/ZhouWDY23"),
        (2, "wang2026when", "arxiv", "2602.06932"),
    ] {
        let publication = &report["publications"][index];
        assert_eq!(publication["key"], key, "{publication:#}");
        assert_eq!(publication["ids"][id], value);
        assert_eq!(publication["confidence"], 1.0);
        assert!(
            publication["evidence"]["remarks"]
                .to_string()
                .contains("pinned by the list")
        );
        assert!(!entry(&bib, key).contains("My "));
    }
    assert_eq!(
        field(entry(&bib, "wang2026when"), "eprint"),
        Some("2602.06932")
    );
    let searches = services.asked(At::Dblp);
    let searches = searches.iter().filter(|it| it.contains("?label"));
    assert!(
        services.count(At::Dblp) - searches.count() == 3,
        "which, what and by whom, all in one go: {:#?}",
        services.asked(At::Dblp)
    );
    let crossref = services.asked(At::Crossref);
    let batches = crossref.iter().filter(|it| it.contains("filter="));
    assert_eq!(
        (batches.count(), services.count(At::Arxiv)),
        (1, 1),
        "{crossref:#?}"
    );
}

/// A DOI copied from the next line of the list: nothing of its record may get into the entry.
#[test]
fn pin_of_another_paper_is_a_conflict() {
    let services = Services::knowing([gemini(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    let listed = |more: Value| {
        let mut listing = json!({
            "title": electrode().title,
            "authors": ["Yang Zhou", "Zezhou Wang", "Sowmya Dharanipragada", "Minlan Yu"],
            "venue": "NSDI '23", "year": 2023, "doi": "10.1145/3600006.3613145",
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            listing[name] = value.clone();
        }
        json!({"publications": [listing]})
    };
    sandbox.list("profile.json", &listed(json!({})));
    let run = sandbox.fetch(&["--strict"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.err.contains("1 in CONFLICT with what the list pins"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("the list pins 10.1145/3600006.3613145, which is `GEMINI"),
        "{}",
        run.err
    );
    let report = sandbox.report();
    let only = &report["publications"][0];
    assert_eq!(only["status"], "ambiguous", "{only:#}");
    assert!(only["conflict"].as_str().unwrap().contains("GEMINI"));
    assert_eq!(only["candidates"][0]["ids"]["dblp"], gemini().key);
    assert_eq!(only["candidates"][1]["ids"]["dblp"], electrode().key);
    let bib = sandbox.bib();
    let entry = entry(&bib, "zhou2023electrode");
    assert_eq!(field(entry, "doi"), Some("10.1145/3600006.3613145"));
    assert_eq!(field(entry, "note"), None, "a remark is a comment");
    assert!(bib.contains(" (conflict, as listed)\n"), "{bib}");
    assert_eq!(
        field(entry, "author").map(|it| it.contains("Jia")),
        Some(false)
    );
    assert_eq!(field(entry, "pages"), None);

    // The person confirms the pin, or removes it.
    let sure = sandbox.fetched(&listed(json!({"match": true})));
    assert_eq!(sure["publications"][0]["ids"]["dblp"], gemini().key);
    assert_eq!(sure["publications"][0].get("conflict"), None);
    let mended = sandbox.fetched(&listed(json!({"doi": null})));
    assert_eq!(mended["publications"][0]["ids"]["dblp"], electrode().key);
}

/// The entry to which the identifier belongs keeps it alone.
#[test]
fn conflicting_listing_is_not_a_duplicate() {
    let services = Services::knowing([gemini(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": gemini().title, "authors": gemini().authors, "doi": gemini().doi},
        {"title": electrode().title, "authors": ["Yang Zhou"], "year": 2023, "doi": gemini().doi},
    ]}));
    assert_eq!(report["publications"][0]["key"], "wang2023gemini");
    assert_eq!(
        report["publications"][1]["key"], "zhou2023electrode",
        "{report:#}"
    );
    let bib = sandbox.bib();
    assert!(entry(&bib, "zhou2023electrode").contains("eBPF"));
    assert!(entry(&bib, "wang2023gemini").contains("SOSP"));
}

#[test]
fn two_pins_must_name_one_work() {
    let services = Services::knowing([gemini(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.list(
        "profile.json",
        &json!({"publications": [
            {"title": gemini().title, "doi": "10.1145/3600006.3613145", "dblp": "conf/nsdi/ZhouWDY23"},
            {"title": gemini().title, "doi": "10.1145/3600006.3613145", "dblp": gemini().key},
        ]}),
    );
    let run = sandbox.fetch(&["--strict"]);
    assert_eq!(run.code, 1, "{run:?}");
    let report = sandbox.report();
    let conflict = report["publications"][0]["conflict"].as_str().unwrap();
    assert!(conflict.contains("conf/nsdi/ZhouWDY23"), "{conflict}");
    assert_eq!(report["publications"][1]["status"], "matched", "{report:#}");
}

#[test]
fn excluded_work_is_never_matched() {
    let services = Services::knowing([electrode()], []);
    let sandbox = Sandbox::at(&services);
    let listed = |not: Value| {
        json!({"publications": [{
            "title": electrode().title, "year": 2023, "not": not,
            "authors": ["Yang Zhou", "Zezhou Wang", "Sowmya Dharanipragada", "Minlan Yu"],
        }]})
    };
    let report = sandbox.fetched(&listed(json!(["10.1145/1.2"])));
    assert_eq!(report["publications"][0]["status"], "matched");
    let report = sandbox.fetched(&listed(json!(["https://dblp.org/rec/conf/nsdi/ZhouWDY23"])));
    let only = &report["publications"][0];
    assert_eq!(only["status"], "unmatched", "{only:#}");
    assert!(only["reason"].as_str().unwrap().contains("does not mean"));
    assert_eq!(only["key"], "zhou2023electrode", "keys never move");
}

#[test]
fn listed_kind_is_exported() {
    let services = Services::knowing([flash_llm()], []);
    let sandbox = Sandbox::at(&services);
    let listed = |kind: Value| {
        json!({"publications": [{
            "title": flash_llm().title, "authors": flash_llm().authors, "kind": kind,
            "doi": flash_llm().doi,
        }]})
    };
    sandbox.fetched(&listed(json!(null)));
    assert!(
        sandbox.entries().starts_with("@article{"),
        "{}",
        sandbox.bib()
    );
    sandbox.fetched(&listed(json!("conference")));
    assert!(
        sandbox.entries().starts_with("@inproceedings{"),
        "{}",
        sandbox.bib()
    );
    // A thesis is not the paper with its title, whatever is pinned.
    sandbox.list("profile.json", &listed(json!("phd-thesis")));
    assert_eq!(sandbox.fetch(&["--strict"]).code, 1);
    assert!(sandbox.report()["publications"][0]["conflict"].is_string());
}

#[test]
fn unknown_identifier_is_exported_as_listed() {
    let services = Services::knowing([], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": "A Talk at Home", "authors": ["Ada Example"], "year": 2020, "doi": "10.5555/nobody.1"},
    ]}));
    assert_eq!(
        report["publications"][0]["ids"]["doi"], "10.5555/nobody.1",
        "{report:#}"
    );
    assert_eq!(report["publications"][0]["status"], "unmatched");
    let bib = sandbox.bib();
    assert_eq!(
        field(entry(&bib, "example2020talk"), "doi"),
        Some("10.5555/nobody.1")
    );
}

#[test]
fn listing_without_look_up_sends_no_request() {
    let services = Services::knowing([gemini(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"name": "Ada Example", "publications": [
        {"title": gemini().title, "authors": ["Zhuang Wang"], "year": 2023, "match": false},
        {"title": "Fast and Loose", "authors": [null], "status": "in submission", "match": false,
         "key": "example2026fast", "note": "Joint work"},
    ]}));
    assert_eq!(services.total(), 0, "{:#?}", services.asked(At::Dblp));
    assert_eq!(report["requests"]["dblp"]["sent"], 0);
    let first = &report["publications"][0];
    assert_eq!(first["status"], "unmatched");
    assert_eq!(first["reason"], "not looked up, as the list asks");
    let bib = sandbox.bib();
    let fast = entry(&bib, "example2026fast");
    assert_eq!(field(fast, "note"), Some("Joint work"));
    assert_eq!(field(fast, "author"), Some("Example, Ada"));

    let strict = sandbox.fetch(&["--strict"]);
    assert_eq!(
        strict.code, 0,
        "a listing that is not looked up is never missing: {strict:?}"
    );
}

#[test]
fn fields_key_and_note_override_records() {
    let services = Services::knowing([espresso(), flash_llm()], []);
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&json!({"publications": [
        {
            "title": espresso().title,
            "authors": ["Zhuang Wang", "Haibin Lin", "Yibo Zhu", "T. S. Eugene Ng"],
            "key": "espresso",
            "note": "Best paper",
            "fields": {"booktitle": "EuroSys '23", "pages": "", "keywords": "training, $\\alpha$"}
        },
        {"title": flash_llm().title, "authors": ["Haojun Xia", "Zhen Zheng"], "authors_complete": false},
    ]}));
    let bib = sandbox.bib();
    let mine = entry(&bib, "espresso");
    assert_eq!(field(mine, "booktitle"), Some("EuroSys '23"));
    assert_eq!(
        field(mine, "keywords"),
        Some("training, $\\alpha$"),
        "verbatim"
    );
    assert_eq!(field(mine, "note"), Some("Best paper"));
    assert_eq!(field(mine, "pages"), None, "an empty field is one left out");
    assert_eq!(
        field(mine, "doi"),
        Some("10.1145/3552326.3567505"),
        "the rest as found"
    );
    assert_eq!(
        field(entry(&bib, "xia2023flash"), "pages"),
        Some("211--224")
    );
}

#[test]
fn key_is_kept_across_runs() {
    let services = Services::knowing([electrode()], []);
    let sandbox = Sandbox::at(&services);
    let listing = |year: u16| {
        json!({"publications": [
            {"title": electrode().title, "authors": ["Yang Zhou", "Zezhou Wang"], "authors_complete": false},
            {"title": "Unheard Of", "authors": ["Yang Zhou"], "year": year, "match": false},
        ]})
    };
    sandbox.fetched(&listing(2020));
    let services_later = Services::knowing(
        [Paper {
            year: 2024,
            ..electrode()
        }],
        [],
    );
    let later = Sandbox::at(&services_later);
    later.put("references.lock", &sandbox.read("references.lock"));
    let report = later.fetched(&listing(2020));
    assert_eq!(
        report["publications"][0]["key"], "zhou2023electrode",
        "{report:#}"
    );
    let bib = later.bib();
    assert_eq!(
        field(entry(&bib, "zhou2023electrode"), "year"),
        Some("2024")
    );
}
