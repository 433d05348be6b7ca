//! Works in answers of `/works`. A value of the wrong shape counts as missing, so that one odd value does
//! not lose the work. What is stored of a work is what is read here.

use serde::{Deserialize, Serialize};

use crate::{formats::lenient, http::BodyError};

#[derive(Deserialize)]
struct List {
    meta: Meta,
    #[serde(deserialize_with = "lenient::list")]
    results: Vec<Work>,
}

#[derive(Deserialize)]
struct Meta {
    count: usize,
}

/// A work.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Work {
    /// Its address: `https://openalex.org/W4408732759`.
    pub(super) id: String,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) doi: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) ids: WorkIds,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) display_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) publication_year: Option<i32>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) publication_date: Option<String>,
    /// Its own kind of work: `article`, `preprint`, `book-chapter`, …
    #[serde(default, rename = "type", deserialize_with = "lenient::text")]
    pub(super) kind: Option<String>,
    /// Crossref's kind of work, where the work came from there.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) type_crossref: Option<String>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) authorships: Vec<Authorship>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) primary_location: Option<Location>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) locations: Vec<Location>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) biblio: Biblio,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) is_retracted: bool,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct WorkIds {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) pmid: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Authorship {
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) author: Author,
    /// The name as the work has it.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) raw_author_name: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Author {
    /// The name under which OpenAlex files the person.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) display_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) orcid: Option<String>,
}

/// A place where the work can be read.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Location {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) landing_page_url: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) source: Option<Venue>,
}

/// A journal, a series of proceedings, a repository.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Venue {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) display_name: Option<String>,
    #[serde(default, rename = "type", deserialize_with = "lenient::text")]
    pub(super) kind: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) host_organization_name: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Biblio {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) volume: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) issue: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) first_page: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) last_page: Option<String>,
}

/// Returns the works of a list.
pub(super) fn works(body: &str) -> Vec<Work> {
    serde_json::from_str::<List>(body).map_or_else(|_| Vec::new(), |list| list.results)
}

/// Returns the number of works of which a list is a part.
pub(super) fn count(body: &str) -> usize {
    serde_json::from_str::<List>(body).map_or(0, |list| list.meta.count)
}

/// Returns the work of a single answer.
pub(super) fn work(body: &str) -> Option<Work> {
    serde_json::from_str(body).ok()
}

/// Checks that a body is a list of works.
pub(super) fn check_list(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<List>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

/// Checks that a body is a work.
pub(super) fn check_work(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<Work>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

fn flaw(wrong: &serde_json::Error) -> BodyError {
    if wrong.is_data() {
        BodyError::Unexpected(format!("not what `/works` answers: {wrong}"))
    } else {
        BodyError::Corrupt(wrong.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_works_are_told_from_errors() {
        let list = r#"{"meta":{"count":7},"results":[{"id":"W1","biblio":null,"authorships":[1]},{"title":"no id"}]}"#;
        assert_eq!(check_list(list), Ok(()));
        assert_eq!((works(list).len(), count(list)), (1, 7));
        assert!(matches!(
            check_list(&list[..50]),
            Err(BodyError::Corrupt(_))
        ));
        let error = r#"{"error":"Invalid query parameters error.","message":"…"}"#;
        assert!(matches!(check_list(error), Err(BodyError::Unexpected(_))));
        assert!(matches!(check_work(error), Err(BodyError::Unexpected(_))));
        assert_eq!(check_work(r#"{"id":"W1"}"#), Ok(()));
    }
}
