//! Records of INSPIRE's literature, in the schema `hep`, and of its authors. A value of the wrong shape
//! counts as missing, so that one odd value does not lose the record. What is stored of a record is what is
//! read here.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{formats::lenient, http::BodyError};

#[derive(Deserialize)]
struct Answer {
    hits: Hits,
}

#[derive(Deserialize)]
struct Hits {
    total: usize,
    #[serde(deserialize_with = "lenient::list")]
    hits: Vec<Hit<Paper>>,
}

#[derive(Deserialize)]
struct Hit<T> {
    metadata: T,
}

/// A record of the literature.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Paper {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) control_number: u64,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) titles: Vec<PaperTitle>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) authors: Vec<Author>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) collaborations: Vec<Valued>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) corporate_author: Vec<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) dois: Vec<Valued>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) arxiv_eprints: Vec<Eprint>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) publication_info: Vec<Publication>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) document_type: Vec<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) thesis_info: Thesis,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) imprints: Vec<Imprint>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) isbns: Vec<Valued>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) preprint_date: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) earliest_date: Option<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) report_numbers: Vec<Valued>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) texkeys: Vec<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct PaperTitle {
    pub(super) title: String,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) subtitle: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Author {
    /// `Doe, Jane`.
    pub(super) full_name: String,
    /// `author` if there is none, else `editor`, `supervisor`.
    #[serde(
        default,
        deserialize_with = "lenient::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub(super) inspire_roles: Vec<String>,
}

/// An identifier or a name. Those of an erratum or a reprint have a `material`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Valued {
    pub(super) value: String,
    #[serde(
        default,
        deserialize_with = "lenient::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) material: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Eprint {
    pub(super) value: String,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) categories: Vec<String>,
}

/// Where it appeared.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Publication {
    /// The abbreviated name, without blanks: `Phys.Rev.Lett.`
    #[serde(deserialize_with = "lenient::text")]
    pub(super) journal_title: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) journal_volume: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) journal_issue: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) page_start: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) page_end: Option<String>,
    /// The article's number, which may also stand as the first page.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) artid: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) year: Option<i32>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) material: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Thesis {
    /// `phd`, `master`, `bachelor`, `diploma`, `habilitation`, …
    #[serde(deserialize_with = "lenient::text")]
    pub(super) degree_type: Option<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) institutions: Vec<Named>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) date: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) defense_date: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Named {
    pub(super) name: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Imprint {
    #[serde(deserialize_with = "lenient::text")]
    pub(super) publisher: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) place: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) date: Option<String>,
}

/// A person.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Person {
    #[serde(deserialize_with = "lenient::list")]
    ids: Vec<PersonId>,
    #[serde(deserialize_with = "lenient::value")]
    name: PersonName,
}

#[derive(Debug, Default, Deserialize)]
struct PersonId {
    schema: String,
    value: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PersonName {
    #[serde(deserialize_with = "lenient::text")]
    preferred_name: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    value: Option<String>,
}

impl Person {
    /// Returns the name by which the literature is searched for the person alone: `E.Witten.1`.
    pub(super) fn search_name(&self) -> Option<&str> {
        let ids = self.ids.iter();
        let mut names = ids.filter(|id| id.schema == "INSPIRE BAI");
        let name = names.next()?.value.as_str();
        let is_name = name
            .chars()
            .all(|c| c.is_alphanumeric() || ".-'_".contains(c));
        (is_name && !name.is_empty()).then_some(name)
    }

    /// Returns the name for people to read.
    pub(super) fn name(&self) -> &str {
        let name = &self.name;
        let name = name.preferred_name.as_deref().or(name.value.as_deref());
        name.unwrap_or_default()
    }
}

/// Returns the records of a search, and the number of those that it found.
pub(super) fn papers(body: &str) -> (Vec<Paper>, usize) {
    serde_json::from_str::<Answer>(body).map_or_else(
        |_| (Vec::new(), 0),
        |answer| {
            let papers = answer.hits.hits.into_iter().map(|hit| hit.metadata);
            (papers.collect(), answer.hits.total)
        },
    )
}

/// Returns a single record.
pub(super) fn record<T: DeserializeOwned>(body: &str) -> Option<T> {
    let hit = serde_json::from_str::<Hit<T>>(body).ok();
    hit.map(|hit| hit.metadata)
}

/// Checks that a body is the answer to a search.
pub(super) fn check_list(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<Answer>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

/// Checks that a body is a record of the literature.
pub(super) fn check_record(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<Hit<Paper>>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

/// Checks that a body is the record of a person.
pub(super) fn check_person(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<Hit<Person>>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

fn flaw(wrong: &serde_json::Error) -> BodyError {
    if wrong.is_data() {
        BodyError::Unexpected(format!("not what INSPIRE answers: {wrong}"))
    } else {
        BodyError::Corrupt(wrong.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_and_errors_are_none() {
        let body = r#"{"hits":{"total":9,"hits":[{"metadata":{"control_number":7,"titles":[{"title":"T"},3],
            "authors":null,"publication_info":[{"year":"1999"}]}}, {}]}}"#;
        assert_eq!(check_list(body), Ok(()));
        let (papers, total) = papers(body);
        assert_eq!((papers.len(), total), (1, 9));
        assert_eq!((papers[0].control_number, papers[0].titles.len()), (7, 1));
        assert!(matches!(
            check_list(&body[..60]),
            Err(BodyError::Corrupt(_))
        ));
        let error =
            r#"{"status":400,"message":"Maximum search page size of `1000` results exceeded."}"#;
        assert!(matches!(check_list(error), Err(BodyError::Unexpected(_))));
    }

    #[test]
    fn person_has_a_name_of_their_own() {
        let body = r#"{"metadata":{"ids":[{"schema":"ORCID","value":"0000-0002-1825-0097"},
            {"schema":"INSPIRE BAI","value":"A.Sample.2"}],"name":{"value":"Sample, Ada"}}}"#;
        let person: Person = record(body).unwrap();
        assert_eq!(person.search_name(), Some("A.Sample.2"));
        assert_eq!(person.name(), "Sample, Ada");
        let odd = body.replace("A.Sample.2", "x or a y");
        assert_eq!(record::<Person>(&odd).unwrap().search_name(), None);
    }
}
