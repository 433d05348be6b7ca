use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::{Accept, Ask, Flaw, Lane, Service, WireError, WireReply, patience::asked_wait};

/// More values than any answer holds: fifty works of three thousand authors each have a million.
const MOST_VALUES: usize = 2_000_000;

/// Why an exchange gave no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The service does not want to answer.
    Refused(String),
    /// Too many requests; the wait is what it asked for.
    Busy(String, Option<Duration>),
    /// A fault of the service that may pass; the wait is what it asked for.
    Broken(String, Option<Duration>),
    /// With the status of an answer, something that is none: a web page, nothing at all. A gateway's
    /// hiccup, or a wall that nobody knows yet.
    Stray(String),
    /// No whole answer in time.
    Late(String),
    /// No connection.
    Unreached(String),
    /// Something else answers in the service's place.
    Astray(String),
    /// An answer to something else; asking again won't help.
    Useless(String),
    /// The question is wrong.
    Rejected(String),
    /// The question asks too much at once.
    TooHard(String),
}

/// The body without a byte order mark, or `None` when there is no such record. Judges by the body
/// first: a status of 200 is not an answer yet.
pub(super) fn judge(
    ask: &Ask,
    outcome: Result<WireReply, WireError>,
    now: Timestamp,
) -> Result<Option<String>, Fault> {
    let reply = outcome.map_err(|error| fault_of(&error))?;
    let text = String::from_utf8_lossy(&reply.body);
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(guard) = challenge(&reply, text) {
        return Err(Fault::Refused(format!("{guard} (status {})", reply.status)));
    }
    let said = || {
        let saying = beginning(text);
        format!("status {}{saying}", reply.status)
    };
    let wait = || asked_wait(&reply, now);
    match (reply.status, ask.service) {
        (200..=299, _) => judge_body(ask, &reply),
        // Crossref blocks by hand with 403.
        (401 | 402 | 403 | 451, _) => Err(Fault::Refused(said())),
        (404 | 410, _) if ask.lane == Lane::Single => {
            if denies(ask.service, text) {
                Ok(None)
            } else {
                Err(Fault::Useless(said()))
            }
        }
        // QLever reports its own time limit as 429 (ad-freiburg/qlever#2002).
        (429 | 500..=599, _) if ask.accept == Accept::SparqlJson && ran_out_of_time(text) => {
            Err(Fault::TooHard(said()))
        }
        // arXiv sheds load with 503 and, from some hosts, 406.
        (429, _) | (406 | 503, Service::Arxiv) => Err(Fault::Busy(said(), wait())),
        (408 | 425 | 500..=599, _) => Err(Fault::Broken(said(), wait())),
        (413 | 414 | 431, _) => Err(Fault::TooHard(said())),
        (400..=499, _) => Err(Fault::Rejected(said())),
        _ => Err(Fault::Useless(said())),
    }
}

/// What it means that no reply came, or not all of it.
pub(super) fn fault_of(error: &WireError) -> Fault {
    let said = error.to_string();
    match error {
        WireError::Connect(_) => Fault::Unreached(said),
        WireError::Timeout => Fault::Late(said),
        WireError::Astray(_) => Fault::Astray(said),
        WireError::Useless(_) => Fault::Useless(said),
        WireError::Reset(_) | WireError::Body(_) => Fault::Broken(said, None),
    }
}

fn judge_body(ask: &Ask, reply: &WireReply) -> Result<Option<String>, Fault> {
    let Ok(text) = std::str::from_utf8(&reply.body) else {
        return Err(Fault::Broken("the answer is not UTF-8".to_owned(), None));
    };
    let text = text.trim_start_matches('\u{feff}');
    let start = text.trim_start();
    if start.is_empty() {
        return Err(Fault::Stray("an empty answer".to_owned()));
    }
    let (wanted, fits) = match ask.accept {
        Accept::Json | Accept::SparqlJson => ("JSON", start.starts_with(['{', '['])),
        Accept::Atom => (
            "Atom",
            (start.starts_with("<?xml") || start.starts_with("<feed")) && !is_page(start),
        ),
    };
    if !fits {
        let saying = beginning(start);
        return Err(Fault::Stray(format!("the answer is not {wanted}{saying}")));
    }
    // A value of two bytes takes a hundred times that in memory.
    if text.bytes().filter(|byte| *byte == b',').count() > MOST_VALUES {
        return Err(Fault::Useless(format!("more than {MOST_VALUES} values")));
    }
    match (ask.check)(text) {
        Ok(()) => Ok(Some(text.to_owned())),
        Err(Flaw::Broken(flaw)) => Err(Fault::Broken(flaw, None)),
        Err(Flaw::Useless(flaw)) => Err(Fault::Useless(flaw)),
    }
}

/// What guards the service against programs, whatever the status it came with.
pub(super) fn challenge(reply: &WireReply, text: &str) -> Option<&'static str> {
    // Cloudflare marks its challenges with this header.
    if reply.header("cf-mitigated") == Some("challenge") {
        return Some("a Cloudflare challenge");
    }
    // Anubis pages as dblp.org has sent them since September 2026, with 200 and with 500.
    let marks = [
        "anubis_challenge",
        "/.within.website/x/",
        "<title>Making sure you",
    ];
    (is_page(text) && marks.iter().any(|mark| text.contains(mark)))
        .then_some("an Anubis bot challenge")
}

/// Whether the service says in its own words that there is no such record. Any other body with
/// status 404 may come from whatever stands in between, and says nothing of records.
fn denies(service: Service, text: &str) -> bool {
    match service {
        Service::Crossref => text.starts_with("Resource not found"),
        // `{"errors":[{"status":"404","title":"The resource you are looking for doesn't exist."}]}`
        Service::Datacite => serde_json::from_str::<Value>(text).is_ok_and(|said| {
            said["errors"].as_array().is_some_and(|errors| {
                errors.iter().any(|error| {
                    error["status"] == "404"
                        || error["title"]
                            .as_str()
                            .is_some_and(|title| title.contains("doesn't exist"))
                })
            })
        }),
        // These are asked for lists only.
        Service::Dblp | Service::DblpRest | Service::Arxiv => false,
    }
}

/// Whether the text is a web page or the beginning of one, XHTML included.
pub(super) fn is_page(text: &str) -> bool {
    const TAGS: [&str; 7] = [
        "<!doctype html",
        "<html",
        "<head",
        "<body",
        "<title",
        "<h1",
        "<center",
    ];
    let mut rest = text;
    if let Some((_, after)) = rest.strip_prefix("<?xml").and_then(|r| r.split_once("?>")) {
        rest = after.trim_start();
    } else if rest.starts_with("<!--") {
        return true;
    }
    while let Some((_, after)) = rest.strip_prefix("<!--").and_then(|r| r.split_once("-->")) {
        rest = after.trim_start();
    }
    TAGS.iter().any(|tag| {
        rest.get(..tag.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(tag))
    })
}

fn ran_out_of_time(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|said| {
        said["exception"]
            .as_str()
            .is_some_and(|exception| exception.to_ascii_lowercase().contains("timed out"))
    })
}

/// The beginning of a text on one line, to show in a message after a colon; nothing when empty.
pub(super) fn beginning(text: &str) -> String {
    const LENGTH: usize = 120;
    // What steers a terminal is not shown on one.
    let text = text.replace(|c: char| c.is_control(), " ");
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(LENGTH) {
        line.truncate(end);
        line.push('…');
    }
    if line.is_empty() {
        line
    } else {
        format!(": {line}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Keep;

    fn whole(body: &str) -> Result<(), Flaw> {
        match body.trim_end().chars().last() {
            Some('}' | ']' | '>') => Ok(()),
            _ => Err(Flaw::Broken("cut short".to_owned())),
        }
    }

    fn ask(service: Service, lane: Lane, accept: Accept) -> Ask {
        Ask {
            service,
            lane,
            url: "https://example.org/".parse().unwrap(),
            form: None,
            accept,
            keep: Keep {
                bucket: "b-v1",
                found: Duration::from_secs(1),
                absent: Duration::from_secs(1),
            },
            check: whole,
            is_empty: |_| false,
            renewal: crate::http::Renewal::None,
        }
    }

    fn judged(ask: &Ask, status: u16, body: &str) -> Result<Option<String>, Fault> {
        let reply = WireReply {
            status,
            body: body.as_bytes().to_vec(),
            ..WireReply::default()
        };
        judge(ask, Ok(reply), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn an_answer_of_too_many_values_is_not_read() {
        let list = ask(Service::Crossref, Lane::List, Accept::Json);
        let of = |values: usize| judged(&list, 200, &format!("[0{}]", ",0".repeat(values)));
        assert!(matches!(of(MOST_VALUES), Ok(Some(_))));
        assert!(matches!(of(MOST_VALUES + 1), Err(Fault::Useless(_))));
    }

    #[test]
    fn every_status_and_body_has_its_meaning() {
        use Fault::*;
        let record = ask(Service::Crossref, Lane::Single, Accept::Json);
        let deposit = ask(Service::Datacite, Lane::Single, Accept::Json);
        let list = ask(Service::Crossref, Lane::List, Accept::Json);
        let sparql = ask(Service::Dblp, Lane::List, Accept::SparqlJson);
        let arxiv = ask(Service::Arxiv, Lane::List, Accept::Atom);
        let page = "<!DOCTYPE html><title>Maintenance</title>";
        let xhtml = "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"x\"><html/>";
        let late =
            r#"{"exception": "Operation timed out. Last operation: Join", "status": "ERROR"}"#;
        let name = |finding| match finding {
            Ok(Some(_)) => "body",
            Ok(None) => "absent",
            Err(Refused(_)) => "refused",
            Err(Busy(..)) => "busy",
            Err(Broken(..)) => "broken",
            Err(Stray(_)) => "stray",
            Err(Late(_)) => "late",
            Err(Unreached(_)) => "unreached",
            Err(Astray(_)) => "astray",
            Err(Useless(_)) => "useless",
            Err(Rejected(_)) => "rejected",
            Err(TooHard(_)) => "too hard",
        };
        for (asked, status, body, meaning) in [
            (&record, 200, "{}", "body"),
            (&list, 200, " \n[1]", "body"),
            (&list, 200, "{\"items\": [", "broken"),
            (&list, 200, "", "stray"),
            (&list, 200, " \n ", "stray"),
            (&list, 204, "", "stray"),
            (&list, 200, page, "stray"),
            (&list, 200, "no healthy upstream", "stray"),
            (&arxiv, 200, "<?xml version=\"1.0\"?><feed/>", "body"),
            (&arxiv, 200, "<feed/>", "body"),
            (&arxiv, 200, xhtml, "stray"),
            (
                &arxiv,
                200,
                "<?xml version=\"1.0\"?><!-- x --><feed/>",
                "body",
            ),
            (
                &arxiv,
                200,
                "<?xml version=\"1.0\"?><!-- x --><center>Rest</center>",
                "stray",
            ),
            (&arxiv, 200, "{}", "stray"),
            (&list, 304, "", "useless"),
            (
                &sparql,
                400,
                r#"{"exception": "Invalid SPARQL query"}"#,
                "rejected",
            ),
            (&list, 403, "{}", "refused"),
            (&record, 403, page, "refused"),
            (&record, 404, "Resource not found.", "absent"),
            (&deposit, 404, r#"{"errors":[{"status":"404"}]}"#, "absent"),
            (
                &deposit,
                404,
                r#"{"errors":[{"title":"The resource you are looking for doesn't exist."}]}"#,
                "absent",
            ),
            (&deposit, 404, r#"{"errors":[{"status":"503"}]}"#, "useless"),
            (&deposit, 404, "Resource not found.", "useless"),
            (&record, 404, r#"{"errors":[{"status":"404"}]}"#, "useless"),
            (&record, 404, "", "useless"),
            (&record, 404, "default backend - 404", "useless"),
            (&record, 410, "<h1>Gone</h1>", "useless"),
            (&record, 404, page, "useless"),
            (&list, 404, r#"{"status":"failed"}"#, "rejected"),
            (&list, 406, "", "rejected"),
            (&arxiv, 406, "", "busy"),
            (&list, 408, "", "broken"),
            (&list, 414, page, "too hard"),
            (&list, 429, "", "busy"),
            (&list, 429, page, "busy"),
            (&list, 429, late, "busy"),
            (&sparql, 429, late, "too hard"),
            (
                &sparql,
                429,
                r#"{"exception": "Too many requests"}"#,
                "busy",
            ),
            (&sparql, 500, page, "broken"),
            (&list, 503, page, "broken"),
            (&arxiv, 503, "", "busy"),
        ] {
            assert_eq!(
                name(judged(asked, status, body)),
                meaning,
                "{status} {body}"
            );
        }
    }

    #[test]
    fn a_bot_challenge_is_a_refusal_whatever_its_status() {
        let asked = ask(Service::DblpRest, Lane::Single, Accept::Json);
        let page = "<!doctype html><html lang=\"en\"><head>\
                    <title>Making sure you&#39;re not a bot!</title>";
        for status in [200, 404, 429, 500, 503] {
            assert_eq!(
                judged(&asked, status, page),
                Err(Fault::Refused(format!(
                    "an Anubis bot challenge (status {status})"
                )))
            );
        }
        let reply = WireReply {
            status: 503,
            headers: vec![("cf-mitigated".to_owned(), "challenge".to_owned())],
            ..WireReply::default()
        };
        let finding = judge(&asked, Ok(reply), Timestamp::UNIX_EPOCH);
        assert!(matches!(finding, Err(Fault::Refused(_))), "{finding:?}");
    }

    #[test]
    fn pages_are_told_by_their_beginnings() {
        for page in [
            "<H1>429</H1>",
            "<center>x",
            "<!-- x --><p>",
            "<!--",
            "<html ",
        ] {
            assert!(is_page(page), "{page}");
        }
        for other in ["", "<?xml version='1.0'?><!-- x --> <feed", "{}", "<feed"] {
            assert!(!is_page(other), "{other}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_answer() {
        let asked = ask(Service::Crossref, Lane::List, Accept::Json);
        assert_eq!(
            judged(&asked, 200, "\u{feff}{\"a\": 1}"),
            Ok(Some("{\"a\": 1}".to_owned()))
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_broken() {
        let asked = ask(Service::Crossref, Lane::List, Accept::Json);
        let reply = WireReply {
            status: 200,
            body: b"{\"a\": \"\xff\"}".to_vec(),
            ..WireReply::default()
        };
        let finding = judge(&asked, Ok(reply), Timestamp::UNIX_EPOCH);
        assert!(matches!(finding, Err(Fault::Broken(..))), "{finding:?}");
    }

    #[test]
    fn a_long_saying_is_cut_between_letters() {
        let asked = ask(Service::Crossref, Lane::List, Accept::Json);
        let Err(Fault::Rejected(said)) = judged(&asked, 400, &"ü ".repeat(500)) else {
            panic!("status 400 is a rejection");
        };
        assert!(said.starts_with("status 400: ü ü") && said.ends_with('…'));
        assert!(said.chars().count() < 150);
    }
}
