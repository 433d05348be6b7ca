//! An answer of the Handle proxy: `{"responseCode": 1, "handle": "10.1000/1", …}`.

use serde::Deserialize;

use crate::http::BodyError;

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

#[cfg(test)]
mod tests {
    use super::*;

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
