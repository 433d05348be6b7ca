//! Works with similar titles: an exact match wins, from the library and over the network, and a
//! contradiction is a question.

use serde_json::{Value, json};

use crate::support::{Paper, Sandbox, Services, entry, field};

const TITLE: &str = "Neural Density Estimation for Streaming Sensor Data";
const PEOPLE: [&str; 4] = ["Jing Zhao", "Lena Brandt", "Omar Haddad", "Yuki Tanaka"];

fn paper(title: &str, number: u32) -> Paper {
    Paper::conference(&format!("conf/icml/Zhao{number}"), title, "ICML", 2019)
        .by(&PEOPLE)
        .doi(&format!("10.5555/{number}"))
}

/// Returns the papers as a file of records for a library.
fn lines(papers: &[Paper]) -> String {
    let line = |paper: &Paper| {
        let (kind, place) = if paper.class == "Article" {
            ("article", "journal")
        } else {
            ("inproceedings", "booktitle")
        };
        let record = json!({
            "type": kind, "title": paper.title, "authors": paper.authors,
            "year": paper.year, place: paper.venue, "doi": paper.doi,
        });
        format!("{record}\n")
    };
    papers.iter().map(line).collect()
}

fn listed(title: &str) -> Value {
    json!({"title": title, "authors": PEOPLE, "year": 2019, "venue": "ICML"})
}

fn profile(listings: &[Value]) -> Value {
    json!({"name": "Jing Zhao", "publications": listings})
}

/// Returns the report of a list with these papers in the library, and with services that have them.
fn both_ways(papers: &[Paper], listings: &[Value]) -> [Value; 2] {
    let offline = Sandbox::cut_off();
    offline.put("cache/library/papers.jsonl", &lines(papers));
    let services = Services::knowing(papers.to_vec(), []);
    let online = Sandbox::at(&services);
    [(offline, "--offline"), (online, "--quiet")].map(|(sandbox, way)| {
        sandbox.list("profile.json", &profile(listings));
        let run = sandbox.fetch(&[way]);
        assert_eq!(run.code, 0, "{run:?}");
        sandbox.report()["publications"].clone()
    })
}

#[test]
fn exact_title_wins_over_a_longer_one() {
    for more in [
        format!("Accel: {TITLE}"),
        format!("Kernel {TITLE}"),
        format!("{TITLE} in Practice"),
        format!("{TITLE}: A Survey of Methods"),
    ] {
        let papers = [paper(&more, 2), paper(TITLE, 1)];
        for found in both_ways(&papers, &[listed(TITLE)]) {
            assert_eq!(found[0]["status"], "matched", "{more}: {found:#}");
            assert_eq!(found[0]["ids"]["doi"], "10.5555/1", "{more}");
        }
        for found in both_ways(&papers, &[listed(TITLE), listed(&more)]) {
            assert_eq!(found[0]["ids"]["doi"], "10.5555/1", "{more}: {found:#}");
            assert_eq!(found[1]["ids"]["doi"], "10.5555/2", "{more}: {found:#}");
        }
    }
}

#[test]
fn two_listings_do_not_share_a_record() {
    let papers = [paper(&format!("Kernel {TITLE}"), 2)];
    let listings = [listed(TITLE), listed(&format!("Kernel {TITLE}"))];
    for found in both_ways(&papers, &listings) {
        assert_ne!(found[0]["status"], "matched", "{found:#}");
        assert_eq!(found[1]["ids"]["doi"], "10.5555/2", "{found:#}");
    }
}

#[test]
fn similar_title_alone_is_ambiguous_and_names_the_difference() {
    for (twin, why) in [
        (
            "Neural Density Estimation for Sparse Sensor Data",
            "`sparse` in place of `streaming`",
        ),
        (
            "Deep Neural Density Estimation for Streaming Sensor Data",
            "only one title has `deep`",
        ),
        (
            "Neural Density Estimation for Streaming Sensor Data (Poster)",
            "only one says `poster`",
        ),
    ] {
        for found in both_ways(&[paper(twin, 2)], &[listed(TITLE)]) {
            assert_eq!(found[0]["status"], "ambiguous", "{twin}: {found:#}");
            let evidence = found[0]["candidates"][0]["evidence"].to_string();
            assert!(evidence.contains(why), "{twin}: {evidence}");
        }
    }
}

#[test]
fn work_of_another_kind_is_not_matched() {
    for twin in [
        format!("Expression of Concern: {TITLE}"),
        format!("Notice of Violation: {TITLE}"),
        format!("Supplementary Material for {TITLE}"),
        format!("A Note on {TITLE}"),
        format!("{TITLE} (Artifact)"),
        format!("Reply to \"{TITLE}\""),
        format!("{TITLE}, Part II"),
    ] {
        for found in both_ways(&[paper(&twin, 2)], &[listed(TITLE)]) {
            assert_ne!(found[0]["status"], "matched", "{twin}: {found:#}");
        }
    }
}

#[test]
fn other_year_and_venue_are_another_work() {
    let elsewhere = Paper {
        key: "conf/kdd/Zhao2".to_owned(),
        year: 2016,
        venue: "KDD".to_owned(),
        volume: "Proceedings of KDD 2016".to_owned(),
        ..paper(TITLE, 2)
    };
    for found in both_ways(&[elsewhere], &[listed(TITLE)]) {
        assert_eq!(found[0]["status"], "ambiguous", "{found:#}");
        let evidence = found[0]["candidates"][0]["evidence"].to_string();
        assert!(
            evidence.contains("another year and another venue"),
            "{evidence}"
        );
    }
}

#[test]
fn venue_acronym_of_another_year_is_not_matched() {
    let journal = Paper {
        year: 2020,
        ..Paper::journal(
            "journals/tochi/Zhao2",
            TITLE,
            "ACM Trans. Comput. Hum. Interact. (CHI)",
            2020,
        )
        .by(&PEOPLE)
        .doi("10.5555/2")
    };
    let workshop = Paper {
        key: "conf/chi/Zhao2".to_owned(),
        year: 2020,
        venue: "CHI Workshops".to_owned(),
        volume: "CHI Workshops 2020".to_owned(),
        ..paper(TITLE, 2)
    };
    let mut listing = listed(TITLE);
    listing["venue"] = json!("CHI");
    for other in [journal, workshop] {
        for found in both_ways(std::slice::from_ref(&other), std::slice::from_ref(&listing)) {
            assert_ne!(found[0]["status"], "matched", "{}: {found:#}", other.venue);
        }
    }
}

#[test]
fn pin_copied_from_a_similar_title_is_a_conflict() {
    let twin = "Deep Neural Density Estimation for Streaming Sensor Data";
    let survey = format!("{TITLE}: A Survey");
    let others = Paper {
        authors: vec!["Ada Novak".to_owned(), "Tomas Berg".to_owned()],
        ..paper(TITLE, 2)
    };
    for wrong in [paper(twin, 2), paper(&survey, 2), others] {
        let mut listing = listed(TITLE);
        listing["doi"] = json!("10.5555/2");
        listing["year"] = json!(2018);
        for found in both_ways(&[wrong.clone(), paper(TITLE, 1)], &[listing.clone()]) {
            assert_eq!(
                found[0]["status"], "ambiguous",
                "{}: {found:#}",
                wrong.title
            );
            assert!(
                found[0]["conflict"].is_string(),
                "{}: {found:#}",
                wrong.title
            );
        }
        listing["match"] = json!(true);
        for found in both_ways(&[wrong.clone(), paper(TITLE, 1)], &[listing]) {
            assert_eq!(
                found[0]["ids"]["doi"], "10.5555/2",
                "the person insists: {found:#}"
            );
        }
    }
}

#[test]
fn unknown_identifier_does_not_end_the_search() {
    let mut listing = listed(TITLE);
    listing["arxiv"] = json!("1905.01234");
    listing["venue"] = json!("arXiv preprint");
    let papers = [paper(TITLE, 1)];
    for found in both_ways(&papers, &[listing.clone()]) {
        assert_eq!(found[0]["status"], "matched", "{found:#}");
        assert_eq!(found[0]["upgraded"], true, "{found:#}");
        assert_eq!(found[0]["ids"]["doi"], "10.5555/1");
    }
    let sandbox = Sandbox::cut_off();
    sandbox.put("cache/library/papers.jsonl", &lines(&papers));
    sandbox.list("profile.json", &profile(&[listing]));
    sandbox.fetch(&["--offline"]);
    let bib = sandbox.bib();
    let entry = entry(&bib, "zhao2019neural");
    assert_eq!(field(entry, "doi"), Some("10.5555/1"));
    assert!(entry.contains("1905.01234"), "the id stays: {entry}");

    let mut listing = listed(TITLE);
    listing["doi"] = json!("10.5555/404");
    for found in both_ways(&papers, &[listing]) {
        assert_eq!(found[0]["status"], "ambiguous", "{found:#}");
        let conflict = found[0]["conflict"].as_str().unwrap_or_default();
        assert!(conflict.contains("10.5555/404"), "{found:#}");
    }
}

#[test]
fn title_alone_is_enough_on_the_persons_page() {
    let own = |number: u32, title: &str| {
        Paper::conference(&format!("conf/icml/Zhao{number}"), title, "ICML", 2019)
            .by(&["Jing Zhao 0001", "Lena Brandt"])
            .doi(&format!("10.5555/{number}"))
    };
    let jing = crate::support::Someone::new("12/3456-1", "Jing Zhao 0001");
    let titles = [TITLE, "Kernel Queries over Encrypted Graphs"];
    let services = Services::knowing([own(1, titles[0]), own(2, titles[1])], [jing]);
    let sandbox = Sandbox::at(&services);
    let listings = titles.map(|title| json!({"title": title}));
    let found = sandbox.fetched(&json!({
        "name": "Jing Zhao", "ids": {"dblp": "12/3456-1"}, "publications": listings,
    }));
    for number in [1, 2] {
        let one = &found["publications"][number - 1];
        assert_eq!(one["status"], "matched", "{one:#}");
        assert_eq!(one["ids"]["doi"], format!("10.5555/{number}"));
    }
}

#[test]
fn offline_refresh_corrects_a_match_by_a_better_record() {
    let twin = format!("{TITLE} Streams");
    let sandbox = Sandbox::cut_off();
    sandbox.put("cache/library/papers.jsonl", &lines(&[paper(&twin, 2)]));
    let before = sandbox.fetched(&profile(&[listed(TITLE)]));
    assert_eq!(
        before["publications"][0]["ids"]["doi"], "10.5555/2",
        "{before:#}"
    );
    sandbox.put(
        "cache/library/papers.jsonl",
        &lines(&[paper(&twin, 2), paper(TITLE, 1)]),
    );
    let run = sandbox.bibsync(&["refresh", "--offline", "--accept", "all"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = sandbox.bib();
    assert!(
        bib.contains("10.5555/1") && !bib.contains("10.5555/2"),
        "{run:?}\n{bib}"
    );
}
