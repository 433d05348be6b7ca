//! The envelope of works in answers of `/works`.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::{formats::crossref::CrossrefWork, http::BodyError};

#[derive(Deserialize)]
struct Envelope<T> {
    status: String,
    message: T,
}

#[derive(Deserialize)]
struct List {
    #[serde(rename = "total-results")]
    total: usize,
    items: Vec<Box<RawValue>>,
}

/// Returns the works of a list as they came.
pub(super) fn items(body: &str) -> Vec<Box<RawValue>> {
    serde_json::from_str::<Envelope<List>>(body).map_or_else(|_| Vec::new(), |it| it.message.items)
}

/// Returns the work of a single answer as it came.
pub(super) fn message(body: &str) -> Option<Box<RawValue>> {
    serde_json::from_str::<Envelope<Box<RawValue>>>(body)
        .ok()
        .map(|envelope| envelope.message)
}

/// Parses one work; `None` when it has no DOI.
pub(super) fn work(text: &str) -> Option<CrossrefWork> {
    serde_json::from_str::<CrossrefWork>(text)
        .ok()
        .filter(|work| !work.doi.is_empty())
}

/// Checks that a body is a list of works.
pub(super) fn check_list(body: &str) -> Result<(), BodyError> {
    envelope::<List>(body).map(drop)
}

/// Checks that a body is a whole list of the works that a filter names.
pub(super) fn check_batch(body: &str) -> Result<(), BodyError> {
    let list = envelope::<List>(body)?;
    if list.items.len() < list.total {
        let came = list.items.len();
        return Err(BodyError::Corrupt(format!(
            "{came} of {} works came",
            list.total
        )));
    }
    Ok(())
}

/// Checks that a body is one work.
pub(super) fn check_work(body: &str) -> Result<(), BodyError> {
    work(envelope::<Box<RawValue>>(body)?.get())
        .map(drop)
        .ok_or_else(|| BodyError::Unexpected("a work without a DOI".to_owned()))
}

fn envelope<T: DeserializeOwned>(body: &str) -> Result<T, BodyError> {
    let envelope: Envelope<T> = serde_json::from_str(body).map_err(|error| {
        if error.is_data() {
            BodyError::Unexpected(format!("not what `/works` answers: {error}"))
        } else {
            BodyError::Corrupt(error.to_string())
        }
    })?;
    if envelope.status == "ok" {
        Ok(envelope.message)
    } else {
        Err(BodyError::Unexpected(format!(
            "status `{}`",
            envelope.status
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_checked() {
        let list = r#"{"status":"ok","message":{"total-results":2,"items":[{"DOI":"10.1/x"}]}}"#;
        assert_eq!(check_list(list), Ok(()));
        assert!(matches!(check_batch(list), Err(BodyError::Corrupt(_))));
        assert!(matches!(
            check_list(&list[..50]),
            Err(BodyError::Corrupt(_))
        ));
        let failed = r#"{"status":"failed","message":[{"type":"x"}]}"#;
        assert!(matches!(check_list(failed), Err(BodyError::Unexpected(_))));
        assert!(matches!(
            check_work(r#"{"status":"ok","message":{}}"#),
            Err(BodyError::Unexpected(_))
        ));
    }
}
