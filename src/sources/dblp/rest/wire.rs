//! The answers of `/search/publ/api?format=json`. Numbers are strings; a field that may occur
//! several times is an object or an array; without a hit there is no `hit` at all.

use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use crate::http::BodyError;

#[derive(Deserialize)]
struct Envelope {
    result: Outcome,
}

#[derive(Deserialize)]
struct Outcome {
    hits: Hits,
}

#[derive(Deserialize)]
struct Hits {
    #[serde(default)]
    hit: Option<OneOrMany<Value>>,
}

#[derive(Deserialize)]
struct Hit {
    info: Info,
}

#[derive(Deserialize)]
pub(super) struct Info {
    #[serde(default)]
    pub(super) authors: Option<Authors>,
    pub(super) title: String,
    #[serde(default)]
    pub(super) venue: Option<OneOrMany<String>>,
    #[serde(default)]
    pub(super) volume: Option<String>,
    #[serde(default)]
    pub(super) number: Option<String>,
    #[serde(default)]
    pub(super) pages: Option<String>,
    #[serde(default)]
    pub(super) publisher: Option<String>,
    #[serde(default)]
    pub(super) year: Option<String>,
    #[serde(rename = "type", default)]
    pub(super) class: Option<String>,
    pub(super) key: String,
    #[serde(default)]
    pub(super) doi: Option<String>,
    #[serde(default)]
    pub(super) ee: Option<OneOrMany<String>>,
}

#[derive(Deserialize)]
pub(super) struct Authors {
    pub(super) author: OneOrMany<Author>,
}

#[derive(Deserialize)]
pub(super) struct Author {
    #[serde(rename = "@pid", default)]
    pub(super) pid: Option<String>,
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
}

impl<T> OneOrMany<T> {
    pub(super) fn all(&self) -> &[T] {
        match self {
            Self::Many(all) => all,
            Self::One(one) => std::slice::from_ref(one),
        }
    }
}

/// The hits. One that cannot be read is ignored.
pub(super) fn hits(body: &str) -> Vec<Info> {
    let Ok(envelope) = serde_json::from_str::<Envelope>(body) else {
        return Vec::new();
    };
    let hits = envelope.result.hits.hit;
    let hits = hits.as_ref().map_or(&[][..], OneOrMany::all);
    hits.iter()
        .filter_map(|hit| Hit::deserialize(hit).ok())
        .map(|hit| hit.info)
        .collect()
}

/// Checks that the body is an answer of the search.
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    match serde_json::from_str::<Envelope>(body) {
        Ok(_) => Ok(()),
        Err(error) if serde_json::from_str::<IgnoredAny>(body).is_ok() => Err(
            BodyError::Unexpected(format!("not a search result: {error}")),
        ),
        Err(error) => Err(BodyError::Corrupt(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_read_as_object_or_array() {
        let none = r#"{"result":{"hits":{"@total":"0","@sent":"0"}}}"#;
        assert!(hits(none).is_empty() && check(none).is_ok());
        let one = r#"{"result":{"hits":{"hit":{"info":{"title":"A.","key":"a/b/c"}}}}}"#;
        assert_eq!(hits(one).len(), 1);
        let odd = r#"{"result":{"hits":{"hit":[[],null,{"info":7},
            {"info":{"title":"A.","key":"a/b/c","authors":{"author":[{"text":"B"},{"text":"C"}]}}}]}}}"#;
        assert_eq!(hits(odd)[0].authors.as_ref().unwrap().author.all().len(), 2);
        assert!(matches!(check(&odd[..40]), Err(BodyError::Corrupt(_))));
        assert!(matches!(check("{}"), Err(BodyError::Unexpected(_))));
    }
}
