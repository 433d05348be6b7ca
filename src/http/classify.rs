use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::{
    Accept, ApiRequest, BodyError, RequestKind, WireError, WireResponse, retry_after::retry_after,
};

/// More values than any response has: fifty works of three thousand authors each have a million.
const MOST_VALUES: usize = 2_000_000;

/// Why a response, or its absence, is no answer to the request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The service refuses.
    Refused(String),
    /// Too many requests, with the wait that the service asks for.
    Busy(String, Option<Duration>),
    /// A temporary fault of the service, with the wait that it asks for.
    Broken(String, Option<Duration>),
    /// A successful status with a web page or nothing at all: a gateway's hiccup, or an unknown wall
    /// against programs.
    Stray(String),
    /// No complete response in time.
    Timeout(String),
    /// No connection.
    NoConnection(String),
    /// Something else responded in the service's place.
    Astray(String),
    /// A response to something else. A retry won't help.
    Useless(String),
    /// The request is invalid.
    Rejected(String),
    /// The request asks for too much.
    TooComplex(String),
}

impl Fault {
    /// Returns what went wrong, for a message.
    pub(super) fn into_cause(self) -> String {
        match self {
            Self::Refused(cause)
            | Self::Busy(cause, _)
            | Self::Broken(cause, _)
            | Self::Stray(cause)
            | Self::Timeout(cause)
            | Self::NoConnection(cause)
            | Self::Astray(cause)
            | Self::Useless(cause)
            | Self::Rejected(cause)
            | Self::TooComplex(cause) => cause,
        }
    }
}

/// Returns the body without a byte order mark, or `None` when there is no such record. Looks at the
/// body first: status 200 alone doesn't make an answer.
pub(super) fn classify(
    request: &ApiRequest,
    outcome: Result<WireResponse, WireError>,
    now: Timestamp,
) -> Result<Option<String>, Fault> {
    let response = outcome.map_err(|error| fault_of(&error))?;
    let text = String::from_utf8_lossy(&response.body);
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(guard) = bot_challenge(&response, text) {
        return Err(Fault::Refused(format!(
            "{guard} (status {})",
            response.status
        )));
    }
    let message = || format!("status {}{}", response.status, excerpt(text));
    let wait = || retry_after(&response, now);
    match (response.status, request.service) {
        (200..=299, _) => classify_body(request, &response),
        (status, service) if service.facts().overload_statuses.contains(&status) => {
            Err(Fault::Busy(message(), wait()))
        }
        // Crossref's manual blocks have status 403.
        (401 | 402 | 403 | 451, _) => Err(Fault::Refused(message())),
        (404 | 410, _) if request.kind == RequestKind::Single => {
            if (request.service.facts().says_not_found)(text) {
                Ok(None)
            } else {
                Err(Fault::Useless(message()))
            }
        }
        // QLever reports its own time limit as 429 (ad-freiburg/qlever#2002).
        (429 | 500..=599, _) if request.accept == Accept::SparqlJson && ran_out_of_time(text) => {
            Err(Fault::TooComplex(message()))
        }
        (429, _) => Err(Fault::Busy(message(), wait())),
        (408 | 425 | 500..=599, _) => Err(Fault::Broken(message(), wait())),
        (413 | 414 | 431, _) => Err(Fault::TooComplex(message())),
        (400..=499, _) => Err(Fault::Rejected(message())),
        _ => Err(Fault::Useless(message())),
    }
}

/// Returns the fault when no response came, or not all of it.
pub(super) fn fault_of(error: &WireError) -> Fault {
    let message = error.to_string();
    match error {
        WireError::Connect(_) => Fault::NoConnection(message),
        WireError::Timeout => Fault::Timeout(message),
        WireError::Astray(_) => Fault::Astray(message),
        WireError::Useless(_) => Fault::Useless(message),
        WireError::Reset(_) | WireError::Body(_) => Fault::Broken(message, None),
    }
}

fn classify_body(request: &ApiRequest, response: &WireResponse) -> Result<Option<String>, Fault> {
    let Ok(text) = std::str::from_utf8(&response.body) else {
        return Err(Fault::Broken("the response is not UTF-8".to_owned(), None));
    };
    let text = text.trim_start_matches('\u{feff}');
    let start = text.trim_start();
    if start.is_empty() {
        return Err(Fault::Stray("an empty response".to_owned()));
    }
    let (wanted, fits) = match request.accept {
        Accept::Json | Accept::SparqlJson => ("JSON", start.starts_with(['{', '['])),
        Accept::Atom => (
            "Atom",
            (start.starts_with("<?xml") || start.starts_with("<feed")) && !is_html(start),
        ),
        Accept::Xml => ("XML", start.starts_with('<') && !is_html(start)),
    };
    if !fits {
        let start_of_text = excerpt(start);
        return Err(Fault::Stray(format!(
            "the response is not {wanted}{start_of_text}"
        )));
    }
    // A value of two bytes takes a hundred times that in memory.
    if text.bytes().filter(|byte| *byte == b',').count() > MOST_VALUES {
        return Err(Fault::Useless(format!("more than {MOST_VALUES} values")));
    }
    match (request.check)(text) {
        Ok(()) => Ok(Some(text.to_owned())),
        Err(BodyError::Corrupt(flaw)) => Err(Fault::Broken(flaw, None)),
        Err(BodyError::Unexpected(flaw)) => Err(Fault::Useless(flaw)),
    }
}

/// Returns the name of the bot challenge that a response is, whatever its status.
pub(super) fn bot_challenge(response: &WireResponse, text: &str) -> Option<&'static str> {
    // Cloudflare marks its challenges with this header.
    if response.header("cf-mitigated") == Some("challenge") {
        return Some("a Cloudflare challenge");
    }
    // Anubis pages as dblp.org has sent them since September 2026, with 200 and with 500.
    let marks = [
        "anubis_challenge",
        "/.within.website/x/",
        "<title>Making sure you",
    ];
    (is_html(text) && marks.iter().any(|mark| text.contains(mark)))
        .then_some("an Anubis bot challenge")
}

/// Reports whether the text is a web page or the beginning of one, XHTML included.
pub(super) fn is_html(text: &str) -> bool {
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
    serde_json::from_str::<Value>(text).is_ok_and(|message| {
        message["exception"]
            .as_str()
            .is_some_and(|exception| exception.to_ascii_lowercase().contains("timed out"))
    })
}

/// Returns the beginning of a text on one line after a colon, for a message; empty for an empty text.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 120;
    // Control characters could steer the terminal.
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
    use crate::{
        http::{CachePolicy, Service},
        sources::{arxiv, crossref, datacite, dblp},
    };

    fn whole(body: &str) -> Result<(), BodyError> {
        match body.trim_end().chars().last() {
            Some('}' | ']' | '>') => Ok(()),
            _ => Err(BodyError::Corrupt("cut short".to_owned())),
        }
    }

    fn request(service: Service, kind: RequestKind, accept: Accept) -> ApiRequest {
        ApiRequest {
            service,
            kind,
            url: "https://example.org/".parse().unwrap(),
            form: None,
            accept,
            caching: CachePolicy {
                bucket: "b-v1",
                found: Duration::from_secs(1),
                absent: Duration::from_secs(1),
            },
            check: whole,
            is_empty: |_| false,
            revalidation: crate::http::Revalidation::None,
        }
    }

    fn classified(request: &ApiRequest, status: u16, body: &str) -> Result<Option<String>, Fault> {
        let response = WireResponse {
            status,
            body: body.as_bytes().to_vec(),
            ..WireResponse::default()
        };
        classify(request, Ok(response), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn response_with_too_many_values_is_not_parsed() {
        let list = request(crossref::SERVICE, RequestKind::List, Accept::Json);
        let of = |values: usize| classified(&list, 200, &format!("[0{}]", ",0".repeat(values)));
        assert!(matches!(of(MOST_VALUES), Ok(Some(_))));
        assert!(matches!(of(MOST_VALUES + 1), Err(Fault::Useless(_))));
    }

    #[test]
    fn status_and_body_decide_the_fault() {
        use Fault::*;
        let record = request(crossref::SERVICE, RequestKind::Single, Accept::Json);
        let deposit = request(datacite::SERVICE, RequestKind::Single, Accept::Json);
        let list = request(crossref::SERVICE, RequestKind::List, Accept::Json);
        let sparql = request(dblp::SERVICE, RequestKind::List, Accept::SparqlJson);
        let arxiv = request(arxiv::SERVICE, RequestKind::List, Accept::Atom);
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
            Err(Timeout(_)) => "timeout",
            Err(NoConnection(_)) => "no connection",
            Err(Astray(_)) => "astray",
            Err(Useless(_)) => "useless",
            Err(Rejected(_)) => "rejected",
            Err(TooComplex(_)) => "too complex",
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
            (&list, 414, page, "too complex"),
            (&list, 429, "", "busy"),
            (&list, 429, page, "busy"),
            (&list, 429, late, "busy"),
            (&sparql, 429, late, "too complex"),
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
                name(classified(asked, status, body)),
                meaning,
                "{status} {body}"
            );
        }
    }

    #[test]
    fn bot_challenge_is_a_refusal_with_any_status() {
        let asked = request(dblp::CLASSIC_API, RequestKind::Single, Accept::Json);
        let page = "<!doctype html><html lang=\"en\"><head>\
                    <title>Making sure you&#39;re not a bot!</title>";
        for status in [200, 404, 429, 500, 503] {
            assert_eq!(
                classified(&asked, status, page),
                Err(Fault::Refused(format!(
                    "an Anubis bot challenge (status {status})"
                )))
            );
        }
        let response = WireResponse {
            status: 503,
            headers: vec![("cf-mitigated".to_owned(), "challenge".to_owned())],
            ..WireResponse::default()
        };
        let finding = classify(&asked, Ok(response), Timestamp::UNIX_EPOCH);
        assert!(matches!(finding, Err(Fault::Refused(_))), "{finding:?}");
    }

    #[test]
    fn web_pages_are_recognized_by_their_beginning() {
        for page in [
            "<H1>429</H1>",
            "<center>x",
            "<!-- x --><p>",
            "<!--",
            "<html ",
        ] {
            assert!(is_html(page), "{page}");
        }
        for other in ["", "<?xml version='1.0'?><!-- x --> <feed", "{}", "<feed"] {
            assert!(!is_html(other), "{other}");
        }
    }

    #[test]
    fn byte_order_mark_is_removed() {
        let asked = request(crossref::SERVICE, RequestKind::List, Accept::Json);
        assert_eq!(
            classified(&asked, 200, "\u{feff}{\"a\": 1}"),
            Ok(Some("{\"a\": 1}".to_owned()))
        );
    }

    #[test]
    fn body_that_is_not_utf8_is_a_temporary_fault() {
        let asked = request(crossref::SERVICE, RequestKind::List, Accept::Json);
        let response = WireResponse {
            status: 200,
            body: b"{\"a\": \"\xff\"}".to_vec(),
            ..WireResponse::default()
        };
        let finding = classify(&asked, Ok(response), Timestamp::UNIX_EPOCH);
        assert!(matches!(finding, Err(Fault::Broken(..))), "{finding:?}");
    }

    #[test]
    fn long_message_is_cut_between_characters() {
        let asked = request(crossref::SERVICE, RequestKind::List, Accept::Json);
        let Err(Fault::Rejected(message)) = classified(&asked, 400, &"ü ".repeat(500)) else {
            panic!("status 400 is a rejection");
        };
        assert!(message.starts_with("status 400: ü ü") && message.ends_with('…'));
        assert!(message.chars().count() < 150);
    }
}
