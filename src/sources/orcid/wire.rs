//! The answers of the API, version 3.0. A value of the wrong shape counts as missing.

use serde::{Deserialize, Serialize};

use crate::{formats::lenient, http::BodyError};

/// A person's record.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct PersonRecord {
    activities_summary: Activities,
    #[serde(default, deserialize_with = "lenient::value")]
    person: Person,
}

#[derive(Debug, Default, Deserialize)]
struct Activities {
    #[serde(default, deserialize_with = "lenient::value")]
    works: Works,
}

#[derive(Debug, Default, Deserialize)]
struct Works {
    #[serde(default, deserialize_with = "lenient::list")]
    group: Vec<Group>,
}

/// The entries for one work, each from another source.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Group {
    #[serde(default, deserialize_with = "lenient::list")]
    work_summary: Vec<Summary>,
}

/// An entry in short.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Summary {
    pub(super) put_code: u64,
    /// The person prefers the entry with the highest.
    #[serde(default, deserialize_with = "lenient::text")]
    display_index: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    last_modified_date: Option<Milliseconds>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
struct Milliseconds {
    value: i64,
}

#[derive(Debug, Default, Deserialize)]
struct Person {
    #[serde(default, deserialize_with = "lenient::value")]
    name: Name,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Name {
    #[serde(rename = "given-names", deserialize_with = "lenient::value")]
    given: Option<Valued>,
    #[serde(rename = "family-name", deserialize_with = "lenient::value")]
    family: Option<Valued>,
    #[serde(rename = "credit-name", deserialize_with = "lenient::value")]
    credit: Option<Valued>,
}

/// `{"value": …}`, as ORCID wraps its texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Valued {
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) value: String,
}

/// A work in full, as far as it is read.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct Work {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) put_code: u64,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) title: WorkTitle,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) journal_title: Option<Valued>,
    #[serde(rename = "type", deserialize_with = "lenient::value")]
    pub(super) class: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) publication_date: PublicationDate,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) external_ids: ExternalIds,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) contributors: Contributors,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) url: Option<Valued>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct WorkTitle {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) title: Option<Valued>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) subtitle: Option<Valued>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PublicationDate {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) year: Option<Valued>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) month: Option<Valued>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct ExternalIds {
    #[serde(deserialize_with = "lenient::list")]
    pub(super) external_id: Vec<ExternalId>,
}

/// An identifier: of the work itself, or of what contains it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct ExternalId {
    #[serde(rename = "external-id-type", deserialize_with = "lenient::value")]
    pub(super) kind: String,
    #[serde(rename = "external-id-value", deserialize_with = "lenient::value")]
    pub(super) value: String,
    #[serde(
        rename = "external-id-relationship",
        deserialize_with = "lenient::text"
    )]
    pub(super) relationship: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Contributors {
    #[serde(deserialize_with = "lenient::list")]
    pub(super) contributor: Vec<WorkContributor>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct WorkContributor {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) credit_name: Option<Valued>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) contributor_attributes: Option<Attributes>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct Attributes {
    #[serde(deserialize_with = "lenient::text")]
    pub(super) contributor_role: Option<String>,
}

#[derive(Deserialize)]
struct Bulk {
    #[serde(deserialize_with = "lenient::list")]
    bulk: Vec<BulkItem>,
}

/// A work, or the error in its place.
#[derive(Deserialize)]
struct BulkItem {
    #[serde(default, deserialize_with = "lenient::value")]
    work: Option<Work>,
}

impl PersonRecord {
    /// Returns the entry of each work that the person prefers.
    pub(super) fn summaries(&self) -> Vec<Summary> {
        let groups = self.activities_summary.works.group.iter();
        let preferred = groups.filter_map(|group| {
            let entries = group.work_summary.iter().rev();
            entries.max_by_key(|entry| entry.display_index()).cloned()
        });
        preferred.collect()
    }

    /// Returns the person's name, as they want to be called.
    pub(super) fn name(&self) -> String {
        let text = |name: &Option<Valued>| name.as_ref().map(|it| it.value.trim().to_owned());
        let name = &self.person.name;
        let credit = text(&name.credit).filter(|name| !name.is_empty());
        credit.unwrap_or_else(|| {
            let parts = [text(&name.given), text(&name.family)];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            parts.join(" ").trim().to_owned()
        })
    }
}

impl Summary {
    fn display_index(&self) -> i64 {
        let index = self.display_index.as_deref();
        index.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Returns the key of the stored work, another one after each change.
    pub(super) fn key(&self) -> String {
        let changed = self.last_modified_date.map_or(0, |date| date.value);
        format!("{}@{changed}", self.put_code)
    }
}

/// Returns a person's record.
pub(super) fn record(body: &str) -> Option<PersonRecord> {
    serde_json::from_str(body).ok()
}

/// Returns the works of a batch. Those that the person has hidden meanwhile come as errors.
pub(super) fn works(body: &str) -> Vec<Work> {
    let bulk: Option<Bulk> = serde_json::from_str(body).ok();
    let items = bulk.map(|it| it.bulk).unwrap_or_default();
    items.into_iter().filter_map(|item| item.work).collect()
}

/// Checks that a body is a person's record.
pub(super) fn check_record(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<PersonRecord>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

/// Checks that a body is a batch of works.
pub(super) fn check_works(body: &str) -> Result<(), BodyError> {
    serde_json::from_str::<Bulk>(body)
        .map(drop)
        .map_err(|wrong| flaw(&wrong))
}

fn flaw(wrong: &serde_json::Error) -> BodyError {
    if wrong.is_data() {
        BodyError::Unexpected(format!("not what ORCID answers: {wrong}"))
    } else {
        BodyError::Corrupt(wrong.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferred_entry_of_each_work_is_read() {
        let body = r#"{"person":{"name":{"given-names":{"value":"Ada"},"family-name":{"value":"Sample"},
            "credit-name":null}},"activities-summary":{"works":{"group":[
            {"work-summary":[{"put-code":7,"display-index":"0","last-modified-date":{"value":5}},
                {"put-code":8,"display-index":"1"}]},
            {"work-summary":[{"put-code":9}, {"put-code":10}]}, {"work-summary":[{"title":null}]}]}}}"#;
        assert_eq!(check_record(body), Ok(()));
        let record = record(body).unwrap();
        let codes: Vec<u64> = record.summaries().iter().map(|it| it.put_code).collect();
        assert_eq!(
            (codes, record.name()),
            (vec![8, 9], "Ada Sample".to_owned())
        );
        assert!(matches!(check_record("{}"), Err(BodyError::Unexpected(_))));
        assert!(matches!(
            check_record(&body[..70]),
            Err(BodyError::Corrupt(_))
        ));
    }

    #[test]
    fn hidden_works_are_left_out() {
        let body = r#"{"bulk":[{"work":{"put-code":7,"type":"book"}},
            {"error":{"response-code":404,"error-code":9034}}]}"#;
        assert_eq!(check_works(body), Ok(()));
        let works = works(body);
        assert_eq!((works.len(), works[0].put_code), (1, 7));
    }
}
