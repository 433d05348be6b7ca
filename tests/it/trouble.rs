//! Services that fail, and what is left of a run then.

use std::time::Duration;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::{
    At, Desk, Services, aurora, cupcake, electrode, entry, espresso, field, gemini, zhuang,
};

/// The page dblp.org puts before programs, as far as it is told by.
const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head>\
    <title>Making sure you&#39;re not a bot!</title>\
    <script id=\"anubis_challenge\" type=\"application/json\">{}</script></head></html>";

/// The parts by which the requests for a person's page are told apart.
const WHICH_TITLES: &str = "SELECT ?person ?pub ?title";
const BY_WHOM: &str = "hasSignature";

fn html(status: u16, body: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw(body, "text/html; charset=utf-8")
}

fn profile() -> Value {
    json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": [null, "Zhen Jia", "Shuai Zheng"],
         "authors_complete": false, "venue": "SOSP", "year": 2023},
        {"title": espresso().title, "authors": [null, "Haibin Lin", "Yibo Zhu", "T. S. Eugene Ng"],
         "venue": "EuroSys", "year": 2023},
        {"title": cupcake().title, "authors": [null, "Xinyu Wu", "Zhaozhuo Xu", "T. S. Eugene Ng"],
         "venue": "MLSys", "year": 2023},
    ]})
}

fn services() -> Services {
    let venue = json!({"container-title": ["Proceedings of the 29th Symposium on Operating Systems Principles"]});
    Services::knowing(
        [
            gemini().registered(venue),
            espresso(),
            cupcake(),
            electrode(),
        ],
        [zhuang()],
    )
}

fn statuses(report: &Value) -> Vec<&str> {
    let publications = report["publications"].as_array().unwrap();
    publications
        .iter()
        .map(|it| it["status"].as_str().unwrap())
        .collect()
}

#[test]
fn a_bot_challenge_mid_run_leaves_the_rest_to_crossref() {
    let services = services();
    services.answer(At::Dblp, WHICH_TITLES, html(200, CHALLENGE));
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 3, "what DBLP alone has is missing: {run:?}");
    assert!(
        run.err.contains("dblp: ") && run.err.contains("bot challenge"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("1 may lack what a source would have given"),
        "{}",
        run.err
    );

    let report = desk.report();
    assert_eq!(statuses(&report), ["matched", "matched", "unmatched"]);
    assert_eq!(
        report["publications"][2]["reason"],
        "a source did not answer"
    );
    assert_eq!(
        report["requests"]["dblp"],
        json!({"sent": 2, "retried": 0, "refused": 1, "cached": 0})
    );
    let bib = desk.bib();
    assert_eq!(
        field(entry(&bib, "wang2023gemini"), "doi"),
        Some("10.1145/3600006.3613145")
    );
    assert!(bib.contains(" (unmatched, as listed)\n"), "{bib}");

    services.recover();
    services.forget();
    let again = desk.fetch(&[]);
    assert_eq!(
        (again.code, services.count(At::Dblp)),
        (3, 0),
        "left alone for an hour: {again:?}"
    );
    assert_eq!(desk.bib(), bib);
    assert_eq!(
        desk.fetch(&["--strict"]).code,
        3,
        "what failed is the graver news"
    );
    let status = desk.bibsync(&["cache", "status"]);
    assert!(status.out.contains("is paused until"), "{}", status.out);

    let fresh = Desk::at(&services);
    let report = fresh.fetched(&profile());
    assert_eq!(
        statuses(&report),
        ["matched"; 3],
        "the page was never taken for an answer"
    );
}

#[test]
fn whatever_is_no_answer_ends_the_questions_to_crossref() {
    let page = "<!DOCTYPE html><title>Maintenance</title>";
    for (reply, sent) in [
        (html(200, page), 3),
        (html(403, "<html>Blocked</html>"), 1),
        (html(500, CHALLENGE), 1),
        (ResponseTemplate::new(200), 3),
        (
            ResponseTemplate::new(429).insert_header("retry-after", "7200"),
            1,
        ),
    ] {
        let services = services();
        services.answer(At::Crossref, "", reply.clone());
        let desk = Desk::at(&services);
        desk.list("profile.json", &profile());
        let run = desk.fetch(&[]);
        assert_eq!(run.code, 3, "{reply:?}: {run:?}");
        let report = desk.report();
        assert_eq!(
            statuses(&report),
            ["matched"; 3],
            "DBLP's records are there"
        );
        assert_eq!(
            report["requests"]["crossref"],
            json!({"sent": sent, "retried": sent - 1, "refused": 1, "cached": 0}),
            "{reply:?}"
        );
        services.recover();
        services.forget();
        desk.fetch(&[]);
        assert_eq!(
            services.total(),
            0,
            "{reply:?}: {:#?}",
            services.asked(At::Crossref)
        );
    }
}

#[test]
fn a_service_that_is_not_there_is_missed_once() {
    let services = services();
    let desk = Desk::without(&services, At::Crossref);
    desk.list("profile.json", &profile());
    let run = desk.fetch(&[]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.err.contains("crossref: ") && run.err.contains("can't be reached"),
        "{}",
        run.err
    );
    assert_eq!(statuses(&desk.report()), ["matched"; 3]);

    let desk = Desk::without(&services, At::Dblp);
    desk.list("profile.json", &profile());
    assert_eq!(desk.fetch(&[]).code, 3);
    assert_eq!(
        statuses(&desk.report()),
        ["matched", "matched", "unmatched"]
    );
}

#[test]
fn datacite_answers_for_arxiv() {
    let services = Services::knowing([aurora().not_in_dblp()], []);
    services.answer(At::Arxiv, "", html(403, "<html>Access denied</html>"));
    let desk = Desk::at(&services);
    let report = desk.fetched(&json!({"publications": [
        {"title": aurora().title, "authors": ["Junxiong Wang"], "authors_complete": false,
         "arxiv": "2602.06932"},
    ]}));
    assert_eq!(report["publications"][0]["ids"]["arxiv"], "2602.06932");
    let bib = desk.bib();
    let entry = entry(&bib, "wang2026when");
    assert_eq!(field(entry, "primaryClass"), Some("cs.LG"), "{bib}");
    assert_eq!(
        field(entry, "author"),
        Some("Wang, Junxiong and Bie, Fengxiang and Li, Jisen and Zhou, Zhongzhu")
    );
    assert_eq!(
        (services.count(At::Arxiv), services.count(At::Datacite)),
        (1, 1)
    );
}

/// An answer that is not whole is no answer: it is asked for again, and not kept.
#[test]
fn an_answer_cut_short_is_asked_for_again() {
    let services = services();
    let short = json!({
        "head": {"vars": ["person", "pub", "title"]},
        "results": {"bindings": []},
        "meta": {"result-size-total": 4},
    });
    services.answer_times(
        At::Dblp,
        WHICH_TITLES,
        1,
        ResponseTemplate::new(200).set_body_json(short),
    );
    let cut = r#"{"head": {"vars": []}, "results": {"bindings": [{"s": {"type": "uri", "val"#;
    services.answer_times(
        At::Dblp,
        BY_WHOM,
        1,
        ResponseTemplate::new(200).set_body_string(cut),
    );
    let desk = Desk::at(&services);
    let report = desk.fetched(&profile());
    assert_eq!(statuses(&report), ["matched"; 3]);
    assert_eq!(
        report["requests"]["dblp"],
        json!({"sent": 6, "retried": 2, "refused": 0, "cached": 0})
    );

    services.forget();
    desk.fetched(&profile());
    assert_eq!(services.total(), 0, "the whole answers are kept");
}

/// With its cache gone and its sources failing, a run still has the lock.
#[test]
fn nothing_an_earlier_run_had_is_lost() {
    let well = services();
    let first = Desk::at(&well);
    first.fetched(&profile());
    let (bib, lock) = (first.bib(), first.read("references.lock"));

    for (which, desk, more) in [
        ("no service", Desk::cut_off(), &[][..]),
        ("no DBLP", Desk::without(&well, At::Dblp), &[]),
        ("no Crossref", Desk::without(&well, At::Crossref), &[]),
        ("no request", Desk::at(&well), &["--offline"]),
    ] {
        desk.put("references.bib", &bib);
        desk.put("references.lock", &lock);
        desk.list("profile.json", &profile());
        let run = desk.fetch(more);
        assert_eq!(desk.bib(), bib, "{which}: {run:?}");
        assert_eq!(desk.read("references.lock"), lock, "{which}");
        assert_eq!(
            run.code, 0,
            "{which}: nothing is missing from the result: {run:?}"
        );
        assert_eq!(statuses(&desk.report()), ["matched"; 3], "{which}");
        let said = run.err.contains("kept as the lock has them");
        assert_eq!(said, more.is_empty(), "{which}: {}", run.err);
        let aged = run.err.contains("the oldest of it was learned on 20");
        assert_eq!(aged, said, "{which}: {}", run.err);
        let since = &desk.report()["publications"][0]["kept_since"];
        assert!(!said || since.is_string(), "{which}: {since}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_answered() {
    let services = services();
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    services.answer(At::Dblp, WHICH_TITLES, slow);
    let desk = Desk::at(&services);
    desk.list("profile.json", &profile());
    let child = desk
        .command(&["fetch", "profile.json", "--report", "report.json"])
        .spawn()
        .unwrap();
    while services.count(At::Dblp) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(
        !desk.has("references.bib") && !desk.has("report.json"),
        "{:?}",
        desk.names()
    );

    services.recover();
    services.forget();
    let report = desk.fetched(&profile());
    assert_eq!(statuses(&report), ["matched"; 3]);
    assert_eq!(
        report["requests"]["dblp"],
        json!({"sent": 3, "retried": 0, "refused": 0, "cached": 1})
    );
}
