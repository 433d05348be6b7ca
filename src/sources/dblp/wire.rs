//! SPARQL 1.1 query results in JSON, with the `meta` object `QLever` adds.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::http::BodyError;

#[derive(Deserialize)]
struct SparqlAnswer {
    results: Results,
    #[serde(default)]
    meta: Option<Meta>,
}

#[derive(Deserialize)]
struct Results {
    bindings: Vec<Row>,
}

#[derive(Deserialize)]
struct Meta {
    #[serde(rename = "result-size-total", default)]
    total: Option<usize>,
}

/// One solution; a variable without a value is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Row(BTreeMap<String, Term>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Term {
    value: String,
}

impl Row {
    /// Returns the text of a variable: a whole IRI, or a literal without its type.
    pub(super) fn get(&self, variable: &str) -> Option<&str> {
        self.0.get(variable).map(|term| term.value.as_str())
    }

    #[cfg(test)]
    pub(super) fn of(pairs: &[(&str, &str)]) -> Self {
        let term = |value: &str| Term {
            value: value.to_owned(),
        };
        Self(
            pairs
                .iter()
                .map(|(name, value)| ((*name).to_owned(), term(value)))
                .collect(),
        )
    }
}

/// Returns the rows of an answer.
pub(super) fn rows(body: &str) -> Result<Vec<Row>, serde_json::Error> {
    serde_json::from_str::<SparqlAnswer>(body).map(|answer| answer.results.bindings)
}

/// Returns the number of rows of an answer.
pub(super) fn count(body: &str) -> usize {
    rows(body).map_or(0, |rows| rows.len())
}

/// Returns when the data last changed, where a row of the answer states it (`dct:modified`, such as
/// `2026-10-01T19:24:40+0200`).
pub(super) fn changed(body: &str) -> Option<Timestamp> {
    // Few answers have it, and some are long.
    if !body.contains("\"modified\"") {
        return None;
    }
    let rows = rows(body).ok()?;
    let date = rows.iter().find_map(|row| row.get("modified"))?;
    date.parse().ok()
}

/// Checks that the answer is whole: `QLever` cuts a result that takes too long, and states in
/// `meta` how many rows there should have been (ad-freiburg/qlever#1420).
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    let answer: SparqlAnswer = serde_json::from_str(body).map_err(|error| {
        if error.is_data() {
            BodyError::Unexpected(format!("not a SPARQL result: {error}"))
        } else {
            BodyError::Corrupt(error.to_string())
        }
    })?;
    let came = answer.results.bindings.len();
    match answer.meta.and_then(|meta| meta.total) {
        Some(total) if total != came => {
            Err(BodyError::Corrupt(format!("{came} of {total} rows came")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_of_data_is_parsed() {
        let date = |date: &str| {
            changed(&format!(
                r#"{{"results":{{"bindings":[{{"name":{{"value":"x"}}}},
                    {{"modified":{{"type":"literal","value":"{date}"}}}}]}}}}"#
            ))
        };
        let expected = "2026-10-01T17:24:40Z".parse().ok();
        assert_eq!(date("2026-10-01T19:24:40+0200"), expected);
        assert_eq!(date("2026-10-01T17:24:40Z"), expected);
        assert_eq!(date("yesterday"), None);
    }

    #[test]
    fn cut_answer_is_rejected() {
        let whole = r#"{"head":{"vars":["a","b"]},"results":{"bindings":[
            {"a":{"type":"literal","value":"x"}}]},"meta":{"result-size-total":1}}"#;
        assert_eq!(check(whole), Ok(()));
        let rows = rows(whole).unwrap();
        assert_eq!((rows[0].get("a"), rows[0].get("b")), (Some("x"), None));
        let cut = whole.replace("total\":1", "total\":5");
        assert!(matches!(check(&cut), Err(BodyError::Corrupt(_))));
        assert!(matches!(check(&whole[..90]), Err(BodyError::Corrupt(_))));
        assert!(matches!(
            check(r#"{"exception":"no"}"#),
            Err(BodyError::Unexpected(_))
        ));
    }
}
