//! What happens to papers, one thing at a time: each is told exactly and once, no key moves, and
//! nothing is lost.

use serde_json::json;

use super::{PEOPLE, ZEN, profile, zen_preprint, zen_published};
use crate::support::{Desk, Paper, Services, Someone, entry, espresso, field, gemini, zhuang};

/// A desk that fetched when these papers were known.
fn fetched(papers: [Paper; 2]) -> (Desk, Services) {
    let services = Services::knowing(papers, [zhuang()]);
    services.change("2026-11-19T19:24:40+0100");
    let desk = Desk::at(&services);
    desk.fetched(&profile());
    (desk, services)
}

fn keys(bib: &str) -> Vec<&str> {
    let heads = bib.lines().filter(|line| line.starts_with('@'));
    heads
        .filter_map(|line| line.split(['{', ',']).nth(1))
        .collect()
}

/// What a refresh tells in a world in which these papers and people are known; a second one, and one
/// after that of a later day, tell nothing and change nothing.
#[track_caller]
fn told(
    desk: &Desk,
    papers: impl IntoIterator<Item = Paper>,
    people: impl IntoIterator<Item = Someone>,
) -> String {
    let now = Services::knowing(papers, people);
    now.change("2026-11-20T19:24:40+0100");
    desk.moved_to(&now);
    let before = desk.bib();
    let run = desk.bibsync(&["refresh", "--accept", "all"]);
    assert_eq!(run.code, 0, "{run:?}");
    let after = desk.bib();
    assert_eq!(keys(&before), keys(&after), "keys never move");
    for date in ["2026-11-20T19:24:40+0100", "2026-11-21T19:24:40+0100"] {
        now.change(date);
        let again = desk.bibsync(&["refresh", "--accept", "all"]);
        assert_eq!((again.code, again.out.as_str()), (0, ""), "{again:?}");
        assert_eq!(desk.bib(), after);
    }
    run.out
}

#[test]
fn a_paper_is_given_another_title() {
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    let mut renamed = gemini();
    renamed.title = renamed.title.replace("in Distributed", "for Distributed");
    assert_eq!(
        told(&desk, [zen_preprint(), renamed], [zhuang()]),
        "± title: GEMINI: GEMINI: Fast Failure Recovery for Distributed Training with In-Memory \
         Checkpoints, was GEMINI: Fast Failure Recovery in Distributed Training with In-Memory \
         Checkpoints [wang2023gemini]\n"
    );
    let text = desk.bib();
    let title = field(entry(&text, "wang2023gemini"), "title").unwrap();
    assert!(title.contains("for Distributed"), "{title}");
}

#[test]
fn a_paper_gets_a_doi() {
    let (desk, _before) = fetched([zen_published(), gemini()]);
    let with_doi = zen_published().doi("10.5555/3600006.1");
    let out = told(&desk, [with_doi, gemini()], [zhuang()]);
    assert!(
        out.starts_with("+ DOI: Zen: 10.5555/3600006.1 [wang2025zen]\n"),
        "{out}"
    );
    let text = desk.bib();
    assert_eq!(
        field(entry(&text, "wang2025zen"), "doi"),
        Some("10.5555/3600006.1")
    );
}

#[test]
fn a_paper_gets_pages_from_its_registrant() {
    let mut bare = gemini().pages("");
    bare.year = 2026;
    let (desk, _before) = fetched([zen_published(), bare.clone()]);
    let paged = bare.registered(serde_json::json!({"page": "364-381"}));
    assert_eq!(
        told(&desk, [zen_published(), paged], [zhuang()]),
        "+ pages: GEMINI: 364--381 [wang2026gemini]\n"
    );
}

#[test]
fn a_manuscript_is_withdrawn() {
    let said = "! withdrawn: Zen [wang2023zen]\n";
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    let marked = zen_preprint().withdrawn();
    assert_eq!(told(&desk, [marked, gemini()], [zhuang()]), said, "at DBLP");
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    let comment = "This paper has been withdrawn by the authors due to an error in Lemma 2";
    let papers = [zen_preprint().comment(comment), gemini()];
    assert_eq!(told(&desk, papers, [zhuang()]), said, "at arXiv");
    // That world is gone by now.
    let run = desk.fetch(&["--offline"]);
    assert!(run.err.contains("! withdrawn: Zen"), "at each run: {run:?}");
    let settings = desk.read("bibsync.toml");
    desk.put(
        "bibsync.toml",
        &format!("{settings}\n[export]\nnotices = true\n"),
    );
    assert_eq!(desk.fetch(&["--offline"]).code, 0);
    let text = desk.bib();
    assert_eq!(
        field(entry(&text, "wang2023zen"), "note"),
        Some("withdrawn")
    );
}

#[test]
fn a_record_is_lost_and_what_was_known_of_it_stays() {
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    let before = desk.bib();
    assert_eq!(
        told(&desk, [zen_preprint()], [zhuang()]),
        "− listed but no longer at the source: GEMINI, kept as it was [wang2023gemini]\n"
    );
    assert_eq!(desk.bib(), before);
}

#[test]
fn a_work_that_nobody_listed_appears() {
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    assert_eq!(
        told(&desk, [zen_preprint(), gemini(), espresso()], [zhuang()]),
        "* on DBLP but not listed: Hi-Speed DNN Training with Espresso: Unleashing the Full \
         Potential of Gradient Compression with Near-Optimal Usage Strategies (conf/eurosys/WangLZN23)\n"
    );
}

#[test]
fn a_namesake_appears() {
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    let theirs = Paper::journal("journals/x/Wang26", "Zen Gardens of Kyoto", "Gardens", 2026)
        .by(&["Zhuang Wang 0002"])
        .doi("10.5555/26.1");
    let namesake = Someone::new("15/4830-2", "Zhuang Wang 0002");
    let papers = [zen_preprint(), gemini(), theirs];
    assert_eq!(told(&desk, papers, [zhuang(), namesake]), "");
}

#[test]
fn what_may_be_a_preprint_published_under_another_title_is_told() {
    let (desk, _before) = fetched([zen_preprint(), gemini()]);
    let mut other = zen_published();
    other.title = ZEN.replace("Empowering", "Scaling");
    let papers = [zen_preprint(), other.by(&PEOPLE), gemini()];
    assert_eq!(
        told(&desk, papers, [zhuang()]),
        "* on DBLP but not listed: Zen: Scaling Distributed Training with Sparsity-driven Data \
         Synchronization (conf/osdi/0001XXN25)\n"
    );
}

#[test]
fn what_nobody_had_is_registered() {
    let services = Services::knowing([gemini(), espresso()], [zhuang()]);
    let desk = Desk::at(&services);
    let mut list = profile();
    let listed = list["publications"].as_array_mut().unwrap();
    listed[0]["venue"] = "Nature".into();
    listed[0]["year"] = 2026.into();
    listed.push(
        json!({"title": espresso().title, "authors": [null, "Haibin Lin"],
        "authors_complete": false, "year": 2023}),
    );
    services.change("2026-11-19T19:24:40+0100");
    desk.fetched(&list);
    let found = Paper::journal("", ZEN, "Nature", 2026)
        .by(&PEOPLE)
        .doi("10.5555/zen.1");
    let out = told(&desk, [gemini(), espresso(), found], [zhuang()]);
    assert_eq!(out, "↑ found: Zen is Nature 2026 [wang2026zen]\n");
}
