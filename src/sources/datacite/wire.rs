//! A DOI in DataCite's JSON:API. A value of the wrong shape counts as missing, so that one odd
//! value does not lose the record.

use serde::Deserialize;

use crate::{formats::lenient, http::BodyError};

#[derive(Deserialize)]
struct Envelope {
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    attributes: Attributes,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attributes {
    pub(super) doi: String,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) titles: Vec<DepositTitle>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) creators: Vec<Creator>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) publisher: Option<Publisher>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) publication_year: Option<i32>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) types: Types,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) dates: Vec<DepositDate>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) related_identifiers: Vec<Related>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) subjects: Vec<Subject>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) container: Container,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DepositTitle {
    pub(super) title: String,
    /// `Subtitle`, `TranslatedTitle`, …; absent for the title itself.
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) title_type: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) lang: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Creator {
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) name: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) given_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) family_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) name_type: Option<String>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) name_identifiers: Vec<NameIdentifier>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NameIdentifier {
    pub(super) name_identifier: String,
}

/// A name, or since 2024, where asked for, an object.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Publisher {
    Name(String),
    Body { name: String },
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Types {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) resource_type_general: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) bibtex: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DepositDate {
    pub(super) date: String,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) date_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Related {
    #[serde(default)]
    pub(super) relation_type: String,
    #[serde(default)]
    pub(super) related_identifier: String,
}

#[derive(Deserialize)]
pub(super) struct Subject {
    #[serde(default)]
    pub(super) subject: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Container {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) title: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) volume: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) issue: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) first_page: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) last_page: Option<String>,
}

/// The deposit an answer holds.
pub(super) fn attributes(body: &str) -> Result<Attributes, serde_json::Error> {
    serde_json::from_str::<Envelope>(body).map(|envelope| envelope.data.attributes)
}

/// Whether a body is a deposit.
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    attributes(body).map(drop).map_err(|error| {
        if error.is_data() {
            BodyError::Unexpected(format!("not a deposit: {error}"))
        } else {
            BodyError::Corrupt(error.to_string())
        }
    })
}
