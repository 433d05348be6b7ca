//! The answers of the proxy: on one DOI `{"responseCode": 1, "handle": "10.1000/1", …}`, and on the agencies of
//! many `[{"DOI": "10.1000/1", "RA": "Crossref"}, {"DOI": "10.1000/2", "status": "DOI does not exist"}]`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{http::BodyError, model::Doi};

/// The identifier is registered (Handle proxy documentation, "Response format").
const SUCCESS: i64 = 1;

/// There is no such identifier; the status is 404.
pub(super) const NOT_FOUND: i64 = 100;

/// The identifier is registered, and has no value of the type that was asked for.
const NO_VALUES: i64 = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    response_code: i64,
}

/// Returns the code of an answer; `None` for what is none.
pub(super) fn says(body: &str) -> Option<i64> {
    let answer: Answer = serde_json::from_str(body).ok()?;
    Some(answer.response_code)
}

/// Accepts an answer that the identifier exists.
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    match says(body) {
        Some(SUCCESS | NO_VALUES) => Ok(()),
        Some(code) => Err(BodyError::Unexpected(format!(
            "response code {code}, expected {SUCCESS}"
        ))),
        None => Err(BodyError::Corrupt(
            "no `responseCode`, which each answer of a Handle proxy has".to_owned(),
        )),
    }
}

/// What the service says of a DOI that is not registered (DOI Handbook, "Which RA? Service").
const ABSENT: &str = "DOI does not exist";

#[derive(Deserialize)]
struct DoiStatus {
    #[serde(rename = "DOI")]
    doi: String,
    #[serde(rename = "RA")]
    agency: Option<String>,
    status: Option<String>,
}

/// Returns whether each DOI is registered, of those on which the answer is plain: it names the agency, or says that
/// there is no such DOI. Other answers ("Invalid DOI", "Unknown") say nothing.
pub(super) fn registered(body: &str) -> BTreeMap<Doi, bool> {
    let agencies: Vec<DoiStatus> = serde_json::from_str(body).unwrap_or_default();
    let answers = agencies.into_iter().filter_map(|it| {
        let says = match (&it.agency, it.status.as_deref()) {
            (Some(agency), None) => !agency.is_empty() && agency != "Unknown",
            (None, Some(ABSENT)) => return Some((Doi::parse(&it.doi).ok()?, false)),
            _ => false,
        };
        says.then(|| Doi::parse(&it.doi).ok().map(|doi| (doi, true)))?
    });
    answers.collect()
}

/// Accepts an answer on agencies.
pub(super) fn check_agencies(body: &str) -> Result<(), BodyError> {
    match serde_json::from_str::<Vec<DoiStatus>>(body) {
        Ok(_) => Ok(()),
        Err(error) => Err(BodyError::Corrupt(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agencies_say_which_dois_are_registered() {
        let body = r#"[{"DOI": "10.1145/1", "RA": "Crossref"}, {"DOI": "10.1145/2", "status": "DOI does not exist"},
            {"DOI": "10.1145/3", "status": "Invalid DOI"}, {"DOI": "10.1145/4", "RA": "Unknown"}]"#;
        assert_eq!(check_agencies(body), Ok(()));
        let doi = |text: &str| Doi::parse(text).unwrap();
        let known = [(doi("10.1145/1"), true), (doi("10.1145/2"), false)];
        assert_eq!(registered(body), BTreeMap::from(known));
        assert!(check_agencies(r#"{"responseCode":1}"#).is_err());
    }

    #[test]
    fn only_answers_on_the_identifier_are_accepted() {
        assert_eq!(check(r#"{"responseCode":1,"handle":"10.1145/1"}"#), Ok(()));
        assert_eq!(check(r#"{"responseCode":200}"#), Ok(()));
        for body in [r#"{"responseCode":2}"#, "{}", "<html>", ""] {
            assert!(check(body).is_err(), "{body}");
        }
        assert_eq!(says(r#"{"responseCode":100}"#), Some(NOT_FOUND));
    }
}
