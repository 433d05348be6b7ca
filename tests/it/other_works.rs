//! A record that has the title of a listing, and is of another work: it is asked about, and never taken unasked.

use serde_json::{Value, json};

use crate::support::{Run, Sandbox};

const TITLE: &str = "Quantile Sketches for Skewed Sensor Streams";

/// A record as the library has it.
fn record(kind: &str, authors: &str, venue: &str, year: i32) -> String {
    let name = if kind == "article" {
        "journal"
    } else {
        "booktitle"
    };
    format!(
        "@{kind}{{k, author = {{{authors}}}, title = {{{TITLE}}}, {name} = {{{venue}}}, year = {{{year}}}, doi = {{10.1000/k}}}}\n"
    )
}

/// A listing of Ada Brandt's.
fn listing(authors: &Value, venue: &str, year: i32) -> Value {
    json!({"title": TITLE, "authors": authors, "venue": venue, "year": year})
}

fn fetched(record: &str, publications: &Value) -> (Run, Value) {
    let sandbox = Sandbox::cut_off();
    sandbox.put("cache/library/known.bib", record);
    let profile = json!({"name": "Ada Brandt", "publications": publications});
    sandbox.put("profile.json", &profile.to_string());
    let run = sandbox.bibsync(&[
        "fetch",
        "profile.json",
        "--offline",
        "--report",
        "report.json",
    ]);
    let report = sandbox.report();
    (run, report)
}

fn status(record: &str, publication: &Value) -> String {
    let (_, report) = fetched(record, &json!([publication]));
    let status = &report["publications"][0]["status"];
    status.as_str().unwrap().to_owned()
}

#[test]
fn other_people_places_and_times_are_asked_about() {
    let own = "Ada Brandt and Omar Haddad";
    let us = json!([null, "Omar Haddad"]);
    let vldb = "Very Large Data Bases";
    for (name, record, listing) in [
        (
            "the person is not among the authors",
            record("inproceedings", "Eve Stone and Omar Haddad", vldb, 2019),
            listing(&us, "VLDB", 2019),
        ),
        (
            "two of three are others",
            record(
                "inproceedings",
                "Eve Stone and Bo Lin and Omar Haddad",
                vldb,
                2019,
            ),
            listing(
                &json!(["Kim Roe", "Tomas Berg", "Omar Haddad"]),
                "VLDB",
                2019,
            ),
        ),
        (
            "a short name that begins a country's",
            record(
                "inproceedings",
                own,
                "Joint Conference on Streams, Macao, China",
                2019,
            ),
            listing(&us, "CHI", 2018),
        ),
        (
            "two venues with words in common",
            record(
                "inproceedings",
                own,
                "Conference on Computer Vision and Pattern Recognition",
                2019,
            ),
            listing(&us, "ICCV", 2018),
        ),
        (
            "two journals with words in common",
            record("article", own, "PLoS Computational Biology", 2019),
            listing(&us, "PLoS One", 2018),
        ),
        (
            "six years apart",
            record("inproceedings", own, vldb, 2019),
            listing(&us, "VLDB", 2013),
        ),
    ] {
        assert_eq!(status(&record, &listing), "ambiguous", "{name}");
    }
    let right = record("inproceedings", own, vldb, 2019);
    assert_eq!(status(&right, &listing(&us, "VLDB", 2019)), "matched");
    assert_eq!(status(&right, &listing(&us, "VLDB", 2018)), "matched");
}

#[test]
fn an_article_of_a_volume_is_no_conference_paper() {
    let sandbox = Sandbox::cut_off();
    let own = "Ada Brandt and Omar Haddad";
    sandbox.put(
        "cache/library/known.bib",
        &record("inproceedings", own, "Very Large Data Bases", 2019),
    );
    sandbox.put(
        "own.bib",
        &format!("@article{{a, author = {{{own}}}, title = {{{TITLE}}}, journal = {{Biometrika}}, volume = 12, number = 3, year = 2019}}\n"),
    );
    let run = sandbox.bibsync(&["fetch", "own.bib", "--offline", "--report", "report.json"]);
    assert_eq!(sandbox.report()["summary"]["ambiguous"], 1, "{run:?}");
    assert!(sandbox.bib().contains("Biometrika"), "{}", sandbox.bib());
}

#[test]
fn a_match_at_another_venue_is_named_and_shared_by_no_second_listing() {
    let us = json!(["Ada Brandt", "Omar Haddad"]);
    let known = record(
        "inproceedings",
        "Ada Brandt and Omar Haddad",
        "Very Large Data Bases",
        2019,
    );
    let (run, report) = fetched(&known, &json!([listing(&us, "SIGMOD", 2019)]));
    assert_eq!(report["summary"]["matched"], 1, "{run:?}");
    assert!(
        run.err.contains("found elsewhere:")
            && run
                .err
                .contains("listed at SIGMOD, found at Very Large Data Bases 2019"),
        "{}",
        run.err
    );
    let both = json!([listing(&us, "VLDB", 2019), listing(&us, "SIGMOD", 2019)]);
    let (run, report) = fetched(&known, &both);
    assert_eq!(report["summary"]["matched"], 1, "{run:?}");
    assert_eq!(report["summary"]["ambiguous"], 1, "{run:?}");
}
