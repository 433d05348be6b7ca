//! Events in the life of papers, one at a time: each is reported exactly once, no key changes, and
//! nothing is lost.

use serde_json::json;

use super::{PEOPLE, ZEN, profile, zen_preprint, zen_published};
use crate::support::{Paper, Sandbox, Services, Someone, entry, espresso, field, gemini, zhuang};

/// Creates a sandbox that fetched when the services had these papers.
fn fetched(papers: [Paper; 2]) -> (Sandbox, Services) {
    let services = Services::knowing(papers, [zhuang()]);
    services.change("2026-11-19T19:24:40+0100");
    let sandbox = Sandbox::at(&services);
    sandbox.fetched(&profile());
    (sandbox, services)
}

fn keys(bib: &str) -> Vec<&str> {
    let heads = bib.lines().filter(|line| line.starts_with('@'));
    heads
        .filter_map(|line| line.split(['{', ',']).nth(1))
        .collect()
}

/// Returns the report of a refresh with these papers and people; a second refresh, and one on a later
/// day, must report and change nothing.
#[track_caller]
fn changes_of(
    sandbox: &Sandbox,
    papers: impl IntoIterator<Item = Paper>,
    people: impl IntoIterator<Item = Someone>,
) -> String {
    let now = Services::knowing(papers, people);
    now.change("2026-11-20T19:24:40+0100");
    sandbox.moved_to(&now);
    let before = sandbox.bib();
    let run = sandbox.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!(run.code, 0, "{run:?}");
    let after = sandbox.bib();
    assert_eq!(keys(&before), keys(&after), "keys never move");
    for date in ["2026-11-20T19:24:40+0100", "2026-11-21T19:24:40+0100"] {
        now.change(date);
        let again = sandbox.bibsync(&["refresh", "--accept", "all"]);
        assert_eq!((again.code, again.out.as_str()), (0, ""), "{again:?}");
        assert_eq!(sandbox.bib(), after);
    }
    run.out
}

#[test]
fn changed_title_is_reported_once() {
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    let mut renamed = gemini();
    renamed.title = renamed.title.replace("in Distributed", "for Distributed");
    assert_eq!(
        changes_of(&sandbox, [zen_preprint(), renamed], [zhuang()]),
        "± title: GEMINI: GEMINI: Fast Failure Recovery for Distributed Training with In-Memory \
         Checkpoints, was GEMINI: Fast Failure Recovery in Distributed Training with In-Memory \
         Checkpoints [wang2023gemini]\n"
    );
    let text = sandbox.bib();
    let title = field(entry(&text, "wang2023gemini"), "title").unwrap();
    assert!(title.contains("for Distributed"), "{title}");
}

#[test]
fn new_doi_is_reported_once() {
    let (sandbox, _before) = fetched([zen_published(), gemini()]);
    let with_doi = zen_published().doi("10.5555/3600006.1");
    let out = changes_of(&sandbox, [with_doi, gemini()], [zhuang()]);
    assert!(
        out.starts_with("+ DOI: Zen: 10.5555/3600006.1 [wang2025zen]\n"),
        "{out}"
    );
    let text = sandbox.bib();
    assert_eq!(
        field(entry(&text, "wang2025zen"), "doi"),
        Some("10.5555/3600006.1")
    );
}

#[test]
fn new_pages_from_crossref_are_reported_once() {
    let mut bare = gemini().pages("");
    bare.year = 2026;
    let (sandbox, _before) = fetched([zen_published(), bare.clone()]);
    let paged = bare.registered(serde_json::json!({"page": "364-381"}));
    assert_eq!(
        changes_of(&sandbox, [zen_published(), paged], [zhuang()]),
        "+ pages: GEMINI: 364--381 [wang2026gemini]\n"
    );
}

#[test]
fn withdrawn_preprint_is_reported_once() {
    let said = "! withdrawn: Zen [wang2023zen]\n";
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    let marked = zen_preprint().withdrawn();
    assert_eq!(
        changes_of(&sandbox, [marked, gemini()], [zhuang()]),
        said,
        "at DBLP"
    );
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    let comment = "This paper has been withdrawn by the authors due to an error in Lemma 2";
    let papers = [zen_preprint().comment(comment), gemini()];
    assert_eq!(changes_of(&sandbox, papers, [zhuang()]), said, "at arXiv");
    // Those services are gone by now.
    let run = sandbox.fetch(&["--offline"]);
    assert!(run.err.contains("! withdrawn: Zen"), "at each run: {run:?}");
    let settings = sandbox.read("bibsync.toml");
    sandbox.put(
        "bibsync.toml",
        &format!("{settings}\n[export]\nnotices = true\n"),
    );
    assert_eq!(sandbox.fetch(&["--offline"]).code, 0);
    let text = sandbox.bib();
    assert_eq!(
        field(entry(&text, "wang2023zen"), "note"),
        Some("withdrawn")
    );
}

#[test]
fn lost_record_keeps_its_entry() {
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    let before = sandbox.bib();
    assert_eq!(
        changes_of(&sandbox, [zen_preprint()], [zhuang()]),
        "− listed but no longer at the source: GEMINI, kept as it was [wang2023gemini]\n"
    );
    assert_eq!(sandbox.bib(), before);
}

#[test]
fn unlisted_work_is_reported_once() {
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    assert_eq!(
        changes_of(&sandbox, [zen_preprint(), gemini(), espresso()], [zhuang()]),
        "* on DBLP but not listed: Hi-Speed DNN Training with Espresso: Unleashing the Full \
         Potential of Gradient Compression with Near-Optimal Usage Strategies (conf/eurosys/WangLZN23)\n"
    );
}

#[test]
fn new_namesake_changes_nothing() {
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    let theirs = Paper::journal("journals/x/Wang26", "Zen Gardens of Kyoto", "Gardens", 2026)
        .by(&["Zhuang Wang 0002"])
        .doi("10.5555/26.1");
    let namesake = Someone::new("15/4830-2", "Zhuang Wang 0002");
    let papers = [zen_preprint(), gemini(), theirs];
    assert_eq!(changes_of(&sandbox, papers, [zhuang(), namesake]), "");
}

#[test]
fn possible_publication_of_a_preprint_is_reported() {
    let (sandbox, _before) = fetched([zen_preprint(), gemini()]);
    let mut other = zen_published();
    other.title = ZEN.replace("Empowering", "Scaling");
    let papers = [zen_preprint(), other.by(&PEOPLE), gemini()];
    assert_eq!(
        changes_of(&sandbox, papers, [zhuang()]),
        "* on DBLP but not listed: Zen: Scaling Distributed Training with Sparsity-driven Data \
         Synchronization (conf/osdi/0001XXN25)\n"
    );
}

#[test]
fn newly_registered_work_is_found() {
    let services = Services::knowing([gemini(), espresso()], [zhuang()]);
    let sandbox = Sandbox::at(&services);
    let mut list = profile();
    let listed = list["publications"].as_array_mut().unwrap();
    listed[0]["venue"] = "Nature".into();
    listed[0]["year"] = 2026.into();
    listed.push(
        json!({"title": espresso().title, "authors": [null, "Haibin Lin"],
        "authors_complete": false, "year": 2023}),
    );
    services.change("2026-11-19T19:24:40+0100");
    sandbox.fetched(&list);
    let found = Paper::journal("", ZEN, "Nature", 2026)
        .by(&PEOPLE)
        .doi("10.5555/zen.1");
    let out = changes_of(&sandbox, [gemini(), espresso(), found], [zhuang()]);
    assert_eq!(out, "↑ found: Zen is Nature 2026 [wang2026zen]\n");
}
