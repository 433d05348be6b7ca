//! Works that nearly have one title: what is the same wins, from this disk and over the network, and
//! what contradicts is asked about.

use serde_json::{Value, json};

use crate::support::{Desk, Paper, Services, entry, field};

const TITLE: &str = "Neural Density Estimation for Streaming Sensor Data";
const PEOPLE: [&str; 4] = ["Jing Zhao", "Lena Brandt", "Omar Haddad", "Yuki Tanaka"];

fn paper(title: &str, number: u32) -> Paper {
    Paper::conference(&format!("conf/icml/Zhao{number}"), title, "ICML", 2019)
        .by(&PEOPLE)
        .doi(&format!("10.5555/{number}"))
}

/// The papers as a file of records, for a library.
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

/// What becomes of a list where these papers lie on the disk, and where services know them.
fn both_ways(papers: &[Paper], listings: &[Value]) -> [Value; 2] {
    let offline = Desk::cut_off();
    offline.put("cache/library/papers.jsonl", &lines(papers));
    let services = Services::knowing(papers.to_vec(), []);
    let online = Desk::at(&services);
    [(offline, "--offline"), (online, "--quiet")].map(|(desk, way)| {
        desk.list("profile.json", &profile(listings));
        let run = desk.fetch(&[way]);
        assert_eq!(run.code, 0, "{run:?}");
        desk.report()["publications"].clone()
    })
}

#[test]
fn the_title_itself_wins_over_one_with_more() {
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
fn two_listings_of_two_titles_do_not_share_a_record() {
    let papers = [paper(&format!("Kernel {TITLE}"), 2)];
    let listings = [listed(TITLE), listed(&format!("Kernel {TITLE}"))];
    for found in both_ways(&papers, &listings) {
        assert_ne!(found[0]["status"], "matched", "{found:#}");
        assert_eq!(found[1]["ids"]["doi"], "10.5555/2", "{found:#}");
    }
}

#[test]
fn a_twin_alone_is_a_question_that_names_what_differs() {
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
fn another_kind_of_work_is_none_however_it_is_called() {
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
fn another_year_and_another_venue_are_another_work() {
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
fn a_short_name_of_another_year_is_not_its_journal_or_its_workshop() {
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
fn a_pin_copied_from_a_twin_is_a_conflict() {
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
fn an_identifier_that_nobody_knows_does_not_end_the_search() {
    let mut listing = listed(TITLE);
    listing["arxiv"] = json!("1905.01234");
    listing["venue"] = json!("arXiv preprint");
    let papers = [paper(TITLE, 1)];
    for found in both_ways(&papers, &[listing.clone()]) {
        assert_eq!(found[0]["status"], "matched", "{found:#}");
        assert_eq!(found[0]["upgraded"], true, "{found:#}");
        assert_eq!(found[0]["ids"]["doi"], "10.5555/1");
    }
    let desk = Desk::cut_off();
    desk.put("cache/library/papers.jsonl", &lines(&papers));
    desk.list("profile.json", &profile(&[listing]));
    desk.fetch(&["--offline"]);
    let bib = desk.bib();
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
fn a_title_alone_on_the_persons_own_page_is_enough() {
    let own = |number: u32, title: &str| {
        Paper::conference(&format!("conf/icml/Zhao{number}"), title, "ICML", 2019)
            .by(&["Jing Zhao 0001", "Lena Brandt"])
            .doi(&format!("10.5555/{number}"))
    };
    let jing = crate::support::Someone::new("12/3456-1", "Jing Zhao 0001");
    let titles = [TITLE, "Kernel Queries over Encrypted Graphs"];
    let services = Services::knowing([own(1, titles[0]), own(2, titles[1])], [jing]);
    let desk = Desk::at(&services);
    let listings = titles.map(|title| json!({"title": title}));
    let found = desk.fetched(&json!({
        "name": "Jing Zhao", "ids": {"dblp": "12/3456-1"}, "publications": listings,
    }));
    for number in [1, 2] {
        let one = &found["publications"][number - 1];
        assert_eq!(one["status"], "matched", "{one:#}");
        assert_eq!(one["ids"]["doi"], format!("10.5555/{number}"));
    }
}

#[test]
fn an_offline_refresh_corrects_a_match_when_a_better_record_has_come() {
    let twin = format!("{TITLE} Streams");
    let desk = Desk::cut_off();
    desk.put("cache/library/papers.jsonl", &lines(&[paper(&twin, 2)]));
    let before = desk.fetched(&profile(&[listed(TITLE)]));
    assert_eq!(
        before["publications"][0]["ids"]["doi"], "10.5555/2",
        "{before:#}"
    );
    desk.put(
        "cache/library/papers.jsonl",
        &lines(&[paper(&twin, 2), paper(TITLE, 1)]),
    );
    let run = desk.bibsync(&["refresh", "--offline", "--accept", "all"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bib = desk.bib();
    assert!(
        bib.contains("10.5555/1") && !bib.contains("10.5555/2"),
        "{run:?}\n{bib}"
    );
}
