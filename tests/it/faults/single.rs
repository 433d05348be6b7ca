use std::{fmt::Write as _, thread, time::Duration};

use super::{CHALLENGE, profile, services, statuses};
use crate::support::{At, FaultProxy, Run, Sandbox, WireFault};

/// Runs while Crossref has a fault, for ever or the first `times`; returns the number of requests to it.
fn with(harm: &WireFault, times: usize) -> (Sandbox, Run, usize) {
    let services = services();
    let harm = harm.clone();
    let fault_proxy = FaultProxy::before(&services.server(), move |number, _| {
        (number < times).then(|| harm.clone())
    });
    let way = |at| (at == At::Crossref).then(|| fault_proxy.address().to_owned());
    let sandbox = Sandbox::through(&services, way);
    sandbox.list("profile.json", &profile());
    let run = sandbox.fetch(&["-v"]);
    (sandbox, run, fault_proxy.asked().len())
}

/// The fault's name, the fault, its message, and the number of requests to the service.
type Case = (&'static str, WireFault, &'static str, usize);

/// Faulty responses.
fn for_ever() -> Vec<Case> {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep = format!(r#"{{"status": "ok", "message": {{"items": [{{"x": {nested}}}]}}}}"#);
    let far = "Fri, 31 Dec 9999 23:59:59 GMT";
    vec![
        (
            "a challenge with 200",
            WireFault::page(200, CHALLENGE),
            "bot challenge",
            1,
        ),
        (
            "a challenge with 500",
            WireFault::page(500, CHALLENGE),
            "bot challenge",
            1,
        ),
        (
            "a page with 200",
            WireFault::page(200, "<html>Hello</html>"),
            "not JSON",
            3,
        ),
        ("no body", WireFault::json(""), "an empty response", 3),
        (
            "what steers a terminal",
            WireFault::page(403, "\u{1b}]0;mine\u{7}<html>\u{1b}[2J"),
            "status 403: ]0;mine <html> [2J",
            1,
        ),
        (
            "20 MB with 403",
            WireFault::page(403, &"<html>".repeat(3_400_000)),
            "status 403",
            1,
        ),
        (
            "403",
            WireFault::page(403, "<html>Blocked</html>"),
            "status 403",
            1,
        ),
        ("401", WireFault::status(401), "status 401", 1),
        (
            "404 for a list",
            WireFault::status(404),
            "rejected the request as invalid",
            2,
        ),
        (
            "400",
            WireFault::status(400),
            "rejected the request as invalid",
            2,
        ),
        (
            "another shape",
            WireFault::json(r#"{"hello": "world"}"#),
            "no usable response",
            1,
        ),
        (
            "429, an absurd wait",
            WireFault::status(429).with("retry-after", "99999999999"),
            "status 429",
            1,
        ),
        (
            "429 till the end of time",
            WireFault::status(429).with("retry-after", far),
            "status 429",
            1,
        ),
        ("429", WireFault::status(429), "status 429", 3),
        ("408", WireFault::status(408), "status 408", 4),
        ("500", WireFault::status(500), "status 500", 4),
        (
            "503",
            WireFault::page(503, "<html>Busy</html>"),
            "status 503",
            4,
        ),
        ("a reset", WireFault::Reset, "broke", 4),
        ("silence and the end", WireFault::HangUp, "broke", 4),
        ("half a body", WireFault::CutOff, "broke off", 4),
        ("half a text", WireFault::CutText, "no usable response", 4),
        ("half a packing", WireFault::CutPacking, "broke off", 4),
        ("an endless body", WireFault::Endless, "more than 64 MB", 1),
        ("a bomb", WireFault::bomb(), "more than 64 MB", 1),
        (
            "deep nesting",
            WireFault::json(&deep),
            "no usable response",
            1,
        ),
    ]
}

/// Faulty redirects.
fn elsewhere() -> Vec<Case> {
    vec![
        (
            "another site",
            WireFault::status(302).with("location", "https://example.org/"),
            "leads to another site",
            1,
        ),
        (
            "another port",
            WireFault::status(302).with("location", "http://127.0.0.1:9/"),
            "leads to another site",
            1,
        ),
        (
            "a page without encryption",
            WireFault::status(301).with("location", "http://example.org/"),
            "leads to another site",
            1,
        ),
        (
            "a circle",
            WireFault::status(307).with("location", "/crossref/works"),
            "in circles",
            6,
        ),
    ]
}

#[test]
fn permanent_fault_keeps_records_of_other_services() {
    thread::scope(|scope| {
        for (name, harm, said, asked) in for_ever().into_iter().chain(elsewhere()) {
            scope.spawn(move || {
                let (sandbox, run, requests) = with(&harm, usize::MAX);
                assert_eq!(run.code, 3, "{name}: {run:?}");
                let closing = run.err.lines().rfind(|line| line.contains("crossref: "));
                let closing = closing.unwrap_or_else(|| panic!("{name}: {}", run.err));
                assert!(closing.contains(said), "{name}: {closing}");
                assert!(!run.err.contains("ada@example.org"), "{name}: {}", run.err);
                assert!(!run.err.contains('\u{1b}'), "{name}: {}", run.err);
                assert_eq!(requests, asked, "{name}: {}", run.err);
                assert_eq!(statuses(&sandbox.report()), ["matched"; 3], "{name}");
                assert_eq!(sandbox.bib().matches("\n@").count(), 3, "{name}");
            });
        }
    });
}

#[test]
fn temporary_fault_is_retried() {
    let now = "Sat, 21 Nov 2026 12:00:00 GMT";
    let soon = "Sat, 21 Nov 2026 12:00:02 GMT";
    let passing = [
        (
            "429 with seconds",
            WireFault::status(429).with("retry-after", "1"),
        ),
        (
            "429 with a date",
            WireFault::status(429)
                .with("retry-after", soon)
                .with("date", now),
        ),
        ("429", WireFault::status(429)),
        ("408", WireFault::status(408)),
        ("500", WireFault::status(500)),
        ("502", WireFault::page(502, "<html>Bad gateway</html>")),
        ("503", WireFault::status(503).with("retry-after", "1")),
        ("a reset", WireFault::Reset),
        ("silence and the end", WireFault::HangUp),
        ("half a body", WireFault::CutOff),
        ("half a text", WireFault::CutText),
        ("half a packing", WireFault::CutPacking),
        ("a page", WireFault::page(200, "<html>Hello</html>")),
        ("no body", WireFault::json("")),
        ("no JSON", WireFault::json("no healthy upstream")),
    ];
    thread::scope(|scope| {
        for (name, harm) in passing {
            scope.spawn(move || {
                let (sandbox, run, requests) = with(&harm, 2);
                assert_eq!((run.code, requests), (0, 3), "{name}: {run:?}");
                assert_eq!(statuses(&sandbox.report()), ["matched"; 3], "{name}");
                assert_eq!(
                    sandbox.report()["requests"]["crossref"]["retried"],
                    2,
                    "{name}"
                );
            });
        }
    });
}

#[test]
fn unknown_host_and_invalid_certificate_are_reported() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let no_tls = format!("https://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            drop(stream);
        }
    });
    for address in ["https://no-such-host.invalid".to_owned(), no_tls] {
        let services = services();
        let sandbox = Sandbox::through(&services, |at| {
            (at == At::Crossref).then(|| address.clone())
        });
        sandbox.list("profile.json", &profile());
        let run = sandbox.fetch(&[]);
        assert_eq!(run.code, 3, "{address}: {run:?}");
        assert!(
            run.err.contains("can't be reached"),
            "{address}: {}",
            run.err
        );
        assert_eq!(statuses(&sandbox.report()), ["matched"; 3], "{address}");
    }
}

/// In place of arXiv, serves a feed with entities that would expand to gigabytes.
#[test]
fn entity_bomb_is_rejected() {
    let mut bomb = String::from("<?xml version=\"1.0\"?><!DOCTYPE feed [<!ENTITY a0 \"ha\">");
    for n in 1..30 {
        let of = format!("&a{};", n - 1).repeat(10);
        _ = write!(bomb, "<!ENTITY a{n} \"{of}\">");
    }
    bomb += "]><feed><entry><id>http://arxiv.org/abs/2602.06932v1</id>\
             <title>&a29;</title></entry></feed>";
    let services = services();
    let fault_proxy = FaultProxy::before(&services.server(), move |_, _| {
        Some(WireFault::Reply(200, Vec::new(), bomb.clone()))
    });
    let sandbox = Sandbox::through(&services, |at| {
        (at == At::Arxiv).then(|| fault_proxy.address().to_owned())
    });
    let mut profile = profile();
    profile["publications"][0]["arxiv"] = "2602.06932".into();
    sandbox.list("profile.json", &profile);
    let run = sandbox.fetch(&[]);
    assert!([0, 3].contains(&run.code), "{run:?}");
    assert!(!sandbox.bib().contains("hahaha"), "{}", sandbox.bib());
}

/// A service that accepts connections and never responds costs one timeout of a quarter of a minute.
#[test]
fn silent_service_is_given_up_after_one_timeout() {
    let (sandbox, run, requests) = with(&WireFault::Silence(Duration::from_secs(60)), usize::MAX);
    assert_eq!((run.code, requests), (3, 1), "{run:?}");
    assert!(
        run.err.contains("no complete response in time"),
        "{}",
        run.err
    );
    assert_eq!(statuses(&sandbox.report()), ["matched"; 3]);
}
