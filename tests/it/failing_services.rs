//! Failing services, and the results of a run in spite of them.

use std::time::Duration;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::{
    At, Sandbox, Services, aurora, cupcake, electrode, entry, espresso, field, gemini, zhuang,
};

/// The distinctive part of dblp.org's bot challenge.
const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head>\
    <title>Making sure you&#39;re not a bot!</title>\
    <script id=\"anubis_challenge\" type=\"application/json\">{}</script></head></html>";

/// Parts of queries that distinguish the requests for a person's page.
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
fn bot_challenge_leaves_the_rest_to_crossref() {
    let services = services();
    services.answer(At::Dblp, WHICH_TITLES, html(200, CHALLENGE));
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    let run = sandbox.fetch(&[]);
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

    let report = sandbox.report();
    assert_eq!(statuses(&report), ["matched", "matched", "unmatched"]);
    assert_eq!(
        report["publications"][2]["reason"],
        "a source did not answer"
    );
    assert_eq!(
        report["requests"]["dblp"],
        json!({"sent": 2, "retried": 0, "refused": 1, "cached": 0})
    );
    let bib = sandbox.bib();
    assert_eq!(
        field(entry(&bib, "wang2023gemini"), "doi"),
        Some("10.1145/3600006.3613145")
    );
    assert!(bib.contains(" (unmatched, as listed)\n"), "{bib}");

    services.recover();
    services.forget();
    let again = sandbox.fetch(&[]);
    assert_eq!(
        (again.code, services.count(At::Dblp)),
        (3, 0),
        "left alone for an hour: {again:?}"
    );
    assert_eq!(sandbox.bib(), bib);
    assert_eq!(
        sandbox.fetch(&["--strict"]).code,
        3,
        "what failed is the graver news"
    );
    let status = sandbox.bibsync(&["cache", "status"]);
    assert!(status.out.contains("is paused until"), "{}", status.out);

    let fresh = Sandbox::at(&services);
    let report = fresh.fetched(&profile());
    assert_eq!(
        statuses(&report),
        ["matched"; 3],
        "the page was never taken for an answer"
    );
}

#[test]
fn refusals_end_requests_to_crossref() {
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
        let sandbox = Sandbox::at(&services);
        sandbox.list("profile.json", &profile());
        let run = sandbox.fetch(&[]);
        assert_eq!(run.code, 3, "{reply:?}: {run:?}");
        let report = sandbox.report();
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
        sandbox.fetch(&[]);
        assert_eq!(
            services.total(),
            0,
            "{reply:?}: {:#?}",
            services.asked(At::Crossref)
        );
    }
}

#[test]
fn unreachable_service_is_reported_once() {
    let services = services();
    let sandbox = Sandbox::without(&services, At::Crossref);
    sandbox.list("profile.json", &profile());
    let run = sandbox.fetch(&[]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.err.contains("crossref: ") && run.err.contains("can't be reached"),
        "{}",
        run.err
    );
    assert_eq!(statuses(&sandbox.report()), ["matched"; 3]);

    let sandbox = Sandbox::without(&services, At::Dblp);
    sandbox.list("profile.json", &profile());
    assert_eq!(sandbox.fetch(&[]).code, 3);
    assert_eq!(
        statuses(&sandbox.report()),
        ["matched", "matched", "unmatched"]
    );
}

#[test]
fn datacite_replaces_arxiv() {
    let services = Services::knowing([aurora().not_in_dblp()], []);
    services.answer(At::Arxiv, "", html(403, "<html>Access denied</html>"));
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&json!({"publications": [
        {"title": aurora().title, "authors": ["Junxiong Wang"], "authors_complete": false,
         "arxiv": "2602.06932"},
    ]}));
    assert_eq!(report["publications"][0]["ids"]["arxiv"], "2602.06932");
    let bib = sandbox.bib();
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

/// A truncated answer is requested again, and not cached.
#[test]
fn truncated_answer_is_requested_again() {
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
    let sandbox = Sandbox::at(&services);
    let report = sandbox.fetched(&profile());
    assert_eq!(statuses(&report), ["matched"; 3]);
    assert_eq!(
        report["requests"]["dblp"],
        json!({"sent": 6, "retried": 2, "refused": 0, "cached": 0})
    );

    services.forget();
    sandbox.fetched(&profile());
    assert_eq!(services.total(), 0, "the whole answers are kept");
}

/// Without its cache and with failing sources, a run still has the lock.
#[test]
fn failing_run_keeps_matches_of_the_lock() {
    let well = services();
    let first = Sandbox::at(&well);
    first.fetched(&profile());
    let (bib, lock) = (first.bib(), first.read("references.lock"));

    for (which, sandbox, more) in [
        ("no service", Sandbox::cut_off(), &[][..]),
        ("no DBLP", Sandbox::without(&well, At::Dblp), &[]),
        ("no Crossref", Sandbox::without(&well, At::Crossref), &[]),
        ("no request", Sandbox::at(&well), &["--offline"]),
    ] {
        sandbox.put("references.bib", &bib);
        sandbox.put("references.lock", &lock);
        sandbox.list("profile.json", &profile());
        let run = sandbox.fetch(more);
        assert_eq!(sandbox.bib(), bib, "{which}: {run:?}");
        assert_eq!(sandbox.read("references.lock"), lock, "{which}");
        assert_eq!(
            run.code, 0,
            "{which}: nothing is missing from the result: {run:?}"
        );
        assert_eq!(statuses(&sandbox.report()), ["matched"; 3], "{which}");
        let said = run.err.contains("kept as the lock has them");
        assert_eq!(said, more.is_empty(), "{which}: {}", run.err);
        let aged = run.err.contains("the oldest of it was learned on 20");
        assert_eq!(aged, said, "{which}: {}", run.err);
        let since = &sandbox.report()["publications"][0]["kept_since"];
        assert!(!said || since.is_string(), "{which}: {since}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_run_keeps_its_answers() {
    let services = services();
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    services.answer(At::Dblp, WHICH_TITLES, slow);
    let sandbox = Sandbox::at(&services);
    sandbox.list("profile.json", &profile());
    let child = sandbox
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
        !sandbox.has("references.bib") && !sandbox.has("report.json"),
        "{:?}",
        sandbox.names()
    );

    services.recover();
    services.forget();
    let report = sandbox.fetched(&profile());
    assert_eq!(statuses(&report), ["matched"; 3]);
    assert_eq!(
        report["requests"]["dblp"],
        json!({"sent": 3, "retried": 0, "refused": 0, "cached": 1})
    );
}
