//! The fields of an item. All are optional, and a value of the wrong type counts as absent.

use serde::Deserialize;
use serde_json::Value;

use crate::formats::lenient;

/// A work in CSL-JSON.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct CslItem {
    #[serde(rename = "type", deserialize_with = "lenient::value")]
    pub(super) class: String,
    /// HTML: `<i>`, `<sub>`, `<sup>`, `<span class="nocase">`.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) title: Option<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) author: Vec<CslName>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) editor: Vec<CslName>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) issued: Option<Date>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) container_title: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) container_title_short: Option<String>,
    /// The name of `container-title-short` in CSL 1.0, which Zotero still uses.
    #[serde(rename = "journalAbbreviation", deserialize_with = "lenient::text")]
    pub(super) journal_abbreviation: Option<String>,
    /// The series.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) collection_title: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) event_title: Option<String>,
    /// The name of `event-title` in CSL 1.0; an object in responses of doi.org.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) event: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) volume: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) issue: Option<String>,
    /// The number of a report, a patent, or a manuscript on a preprint server.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) number: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) page: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) edition: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) chapter_number: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) publisher: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) publisher_place: Option<String>,
    /// The kind of thesis or report: `PhD thesis`.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) genre: Option<String>,
    #[serde(rename = "DOI", deserialize_with = "lenient::text")]
    pub(super) doi: Option<String>,
    #[serde(rename = "ISBN", deserialize_with = "lenient::text")]
    pub(super) isbn: Option<String>,
    #[serde(rename = "URL", deserialize_with = "lenient::text")]
    pub(super) url: Option<String>,
    /// Notes; Zotero also adds variables that CSL lacks, one on each line (`DOI: 10.…`).
    #[serde(deserialize_with = "lenient::text")]
    pub(super) note: Option<String>,
}

/// A person or, as `literal`, an organisation.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct CslName {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) family: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) given: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) dropping_particle: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) non_dropping_particle: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) suffix: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) literal: String,
    #[serde(rename = "ORCID", deserialize_with = "lenient::text")]
    pub(super) orcid: Option<String>,
}

/// A date as text (EDTF, from CSL 1.1 on) or as parts.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Date {
    Text(String),
    Parts {
        /// The beginning and perhaps the end, each of one to three numbers, which may be strings.
        #[serde(default, rename = "date-parts", deserialize_with = "lenient::list")]
        parts: Vec<Vec<Value>>,
        #[serde(default, deserialize_with = "lenient::text")]
        raw: Option<String>,
        #[serde(default, deserialize_with = "lenient::text")]
        literal: Option<String>,
    },
}
