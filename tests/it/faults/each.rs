use std::{fmt::Write as _, thread, time::Duration};

use super::{CHALLENGE, profile, services, statuses};
use crate::support::{At, Desk, Harm, Run, Saboteur};

/// A run in which Crossref fails so, for ever or the first `times`; gives how often it was asked.
fn with(harm: &Harm, times: usize) -> (Desk, Run, usize) {
    let services = services();
    let harm = harm.clone();
    let saboteur = Saboteur::before(&services.server(), move |number, _| {
        (number < times).then(|| harm.clone())
    });
    let way = |at| (at == At::Crossref).then(|| saboteur.address().to_owned());
    let desk = Desk::through(&services, way);
    desk.list("profile.json", &profile());
    let run = desk.fetch(&["-v"]);
    (desk, run, saboteur.asked().len())
}

/// The fault's name, the fault, what is said of it, and how often the service is asked.
type Case = (&'static str, Harm, &'static str, usize);

/// What a service can send in place of an answer.
fn for_ever() -> Vec<Case> {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep = format!(r#"{{"status": "ok", "message": {{"items": [{{"x": {nested}}}]}}}}"#);
    let far = "Fri, 31 Dec 9999 23:59:59 GMT";
    vec![
        (
            "a challenge with 200",
            Harm::page(200, CHALLENGE),
            "bot challenge",
            1,
        ),
        (
            "a challenge with 500",
            Harm::page(500, CHALLENGE),
            "bot challenge",
            1,
        ),
        (
            "a page with 200",
            Harm::page(200, "<html>Hello</html>"),
            "not JSON",
            3,
        ),
        ("no body", Harm::json(""), "an empty response", 3),
        (
            "what steers a terminal",
            Harm::page(403, "\u{1b}]0;mine\u{7}<html>\u{1b}[2J"),
            "status 403: ]0;mine <html> [2J",
            1,
        ),
        (
            "20 MB with 403",
            Harm::page(403, &"<html>".repeat(3_400_000)),
            "status 403",
            1,
        ),
        (
            "403",
            Harm::page(403, "<html>Blocked</html>"),
            "status 403",
            1,
        ),
        ("401", Harm::status(401), "status 401", 1),
        (
            "404 for a list",
            Harm::status(404),
            "rejected the request as invalid",
            2,
        ),
        (
            "400",
            Harm::status(400),
            "rejected the request as invalid",
            2,
        ),
        (
            "another shape",
            Harm::json(r#"{"hello": "world"}"#),
            "no usable response",
            1,
        ),
        (
            "429, an absurd wait",
            Harm::status(429).with("retry-after", "99999999999"),
            "status 429",
            1,
        ),
        (
            "429 till the end of time",
            Harm::status(429).with("retry-after", far),
            "status 429",
            1,
        ),
        ("429", Harm::status(429), "status 429", 3),
        ("408", Harm::status(408), "status 408", 4),
        ("500", Harm::status(500), "status 500", 4),
        ("503", Harm::page(503, "<html>Busy</html>"), "status 503", 4),
        ("a reset", Harm::Reset, "broke", 4),
        ("silence and the end", Harm::HangUp, "broke", 4),
        ("half a body", Harm::CutOff, "broke off", 4),
        ("half a text", Harm::CutText, "no usable response", 4),
        ("half a packing", Harm::CutPacking, "broke off", 4),
        ("an endless body", Harm::Endless, "more than 64 MB", 1),
        ("a bomb", Harm::bomb(), "more than 64 MB", 1),
        ("deep nesting", Harm::json(&deep), "no usable response", 1),
    ]
}

/// Where a service can send whoever asks it.
fn elsewhere() -> Vec<Case> {
    vec![
        (
            "another site",
            Harm::status(302).with("location", "https://example.org/"),
            "leads to another site",
            1,
        ),
        (
            "another port",
            Harm::status(302).with("location", "http://127.0.0.1:9/"),
            "leads to another site",
            1,
        ),
        (
            "a page without encryption",
            Harm::status(301).with("location", "http://example.org/"),
            "leads to another site",
            1,
        ),
        (
            "a circle",
            Harm::status(307).with("location", "/crossref/works"),
            "in circles",
            6,
        ),
    ]
}

#[test]
fn for_ever_leaves_what_the_others_gave() {
    thread::scope(|scope| {
        for (name, harm, said, asked) in for_ever().into_iter().chain(elsewhere()) {
            scope.spawn(move || {
                let (desk, run, requests) = with(&harm, usize::MAX);
                assert_eq!(run.code, 3, "{name}: {run:?}");
                let closing = run.err.lines().rfind(|line| line.contains("crossref: "));
                let closing = closing.unwrap_or_else(|| panic!("{name}: {}", run.err));
                assert!(closing.contains(said), "{name}: {closing}");
                assert!(!run.err.contains("ada@example.org"), "{name}: {}", run.err);
                assert!(!run.err.contains('\u{1b}'), "{name}: {}", run.err);
                assert_eq!(requests, asked, "{name}: {}", run.err);
                assert_eq!(statuses(&desk.report()), ["matched"; 3], "{name}");
                assert_eq!(desk.bib().matches("\n@").count(), 3, "{name}");
            });
        }
    });
}

#[test]
fn for_a_while_is_waited_for() {
    let now = "Sat, 21 Nov 2026 12:00:00 GMT";
    let soon = "Sat, 21 Nov 2026 12:00:02 GMT";
    let passing = [
        (
            "429 with seconds",
            Harm::status(429).with("retry-after", "1"),
        ),
        (
            "429 with a date",
            Harm::status(429)
                .with("retry-after", soon)
                .with("date", now),
        ),
        ("429", Harm::status(429)),
        ("408", Harm::status(408)),
        ("500", Harm::status(500)),
        ("502", Harm::page(502, "<html>Bad gateway</html>")),
        ("503", Harm::status(503).with("retry-after", "1")),
        ("a reset", Harm::Reset),
        ("silence and the end", Harm::HangUp),
        ("half a body", Harm::CutOff),
        ("half a text", Harm::CutText),
        ("half a packing", Harm::CutPacking),
        ("a page", Harm::page(200, "<html>Hello</html>")),
        ("no body", Harm::json("")),
        ("no JSON", Harm::json("no healthy upstream")),
    ];
    thread::scope(|scope| {
        for (name, harm) in passing {
            scope.spawn(move || {
                let (desk, run, requests) = with(&harm, 2);
                assert_eq!((run.code, requests), (0, 3), "{name}: {run:?}");
                assert_eq!(statuses(&desk.report()), ["matched"; 3], "{name}");
                assert_eq!(
                    desk.report()["requests"]["crossref"]["retried"],
                    2,
                    "{name}"
                );
            });
        }
    });
}

#[test]
fn of_a_name_that_nobody_has_and_of_a_certificate_that_is_none() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let no_tls = format!("https://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            drop(stream);
        }
    });
    for address in ["https://no-such-host.invalid".to_owned(), no_tls] {
        let services = services();
        let desk = Desk::through(&services, |at| {
            (at == At::Crossref).then(|| address.clone())
        });
        desk.list("profile.json", &profile());
        let run = desk.fetch(&[]);
        assert_eq!(run.code, 3, "{address}: {run:?}");
        assert!(
            run.err.contains("can't be reached"),
            "{address}: {}",
            run.err
        );
        assert_eq!(statuses(&desk.report()), ["matched"; 3], "{address}");
    }
}

/// A feed whose entities would unpack to gigabytes, in arXiv's place.
#[test]
fn of_entities_that_hold_each_other() {
    let mut bomb = String::from("<?xml version=\"1.0\"?><!DOCTYPE feed [<!ENTITY a0 \"ha\">");
    for n in 1..30 {
        let of = format!("&a{};", n - 1).repeat(10);
        _ = write!(bomb, "<!ENTITY a{n} \"{of}\">");
    }
    bomb += "]><feed><entry><id>http://arxiv.org/abs/2602.06932v1</id>\
             <title>&a29;</title></entry></feed>";
    let services = services();
    let saboteur = Saboteur::before(&services.server(), move |_, _| {
        Some(Harm::Reply(200, Vec::new(), bomb.clone()))
    });
    let desk = Desk::through(&services, |at| {
        (at == At::Arxiv).then(|| saboteur.address().to_owned())
    });
    let mut profile = profile();
    profile["publications"][0]["arxiv"] = "2602.06932".into();
    desk.list("profile.json", &profile);
    let run = desk.fetch(&[]);
    assert!([0, 3].contains(&run.code), "{run:?}");
    assert!(!desk.bib().contains("hahaha"), "{}", desk.bib());
}

/// The one that takes connections and says nothing costs its quarter of a minute once.
#[test]
fn that_says_nothing_is_given_up_at_once() {
    let (desk, run, requests) = with(&Harm::Silence(Duration::from_secs(60)), usize::MAX);
    assert_eq!((run.code, requests), (3, 1), "{run:?}");
    assert!(
        run.err.contains("no complete response in time"),
        "{}",
        run.err
    );
    assert_eq!(statuses(&desk.report()), ["matched"; 3]);
}
