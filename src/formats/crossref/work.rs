//! The fields of a work. All but the DOI are optional, and a value of the wrong type counts as absent,
//! so that one malformed field does not lose the record.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::formats::lenient;

/// A registered work, or something registered with one.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[derive(Default)]
pub(crate) struct CrossrefWork {
    #[serde(rename = "DOI")]
    pub(crate) doi: String,
    #[serde(rename = "type", deserialize_with = "lenient::value")]
    pub(super) class: String,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) title: Vec<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) subtitle: Vec<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) author: Vec<CrossrefPerson>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) editor: Vec<CrossrefPerson>,
    /// `[series, volume title]` for a part of a volume in a series.
    #[serde(deserialize_with = "lenient::list")]
    pub(super) container_title: Vec<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) short_container_title: Vec<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) event: Option<CrossrefEvent>,
    /// The earlier of the print and online dates.
    #[serde(deserialize_with = "lenient::value")]
    pub(super) issued: Option<Date>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) published: Option<Date>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) published_print: Option<Date>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) published_online: Option<Date>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) posted: Option<Date>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) page: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) article_number: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) volume: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) issue: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) publisher: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) publisher_location: Option<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) institution: Vec<Institution>,
    #[serde(deserialize_with = "lenient::lists")]
    pub(super) relation: BTreeMap<String, Vec<RelatedWork>>,
    #[serde(deserialize_with = "lenient::list")]
    pub(super) update_to: Vec<CrossrefUpdate>,
    /// The notices about this work, each under the notice's own DOI.
    #[serde(deserialize_with = "lenient::list")]
    pub(super) updated_by: Vec<CrossrefUpdate>,
    #[serde(rename = "ISBN", deserialize_with = "lenient::list")]
    pub(super) isbn: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct CrossrefPerson {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) given: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) family: String,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) suffix: String,
    /// Deposited instead of the parts for organisations, and by careless registrants.
    #[serde(deserialize_with = "lenient::value")]
    pub(super) name: String,
    #[serde(rename = "ORCID", deserialize_with = "lenient::value")]
    pub(super) orcid: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct CrossrefEvent {
    #[serde(deserialize_with = "lenient::value")]
    pub(super) name: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) acronym: Option<String>,
    #[serde(deserialize_with = "lenient::value")]
    pub(super) start: Option<Date>,
}

/// `{"date-parts": [[2023, 4, 17]]}`, of one to three parts; `[[null]]` when unknown.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Date {
    pub(super) date_parts: Vec<Vec<Option<i32>>>,
}

#[derive(Deserialize)]
pub(super) struct Institution {
    pub(super) name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct RelatedWork {
    #[serde(default)]
    pub(super) id_type: String,
    #[serde(default)]
    pub(super) id: String,
}

/// A notice that updates another work.
#[derive(Deserialize)]
pub(super) struct CrossrefUpdate {
    #[serde(rename = "DOI", default, deserialize_with = "lenient::value")]
    pub(super) doi: String,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) updated: Option<Date>,
    #[serde(rename = "type", default)]
    pub(super) class: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_fields_count_as_absent() {
        let value = serde_json::json!({
            "DOI": "10.1/x", "title": null, "author": {"family": "Doe"}, "volume": 7,
            "relation": {"cites": []}, "issued": {"date-parts": [[null]]}, "page": "1-2"
        });
        let work = CrossrefWork::deserialize(&value).unwrap();
        assert!(work.title.is_empty() && work.author.is_empty() && work.volume.is_none());
        assert_eq!(work.page.as_deref(), Some("1-2"));
        assert_eq!(work.issued.unwrap().date_parts, [[None]]);
    }

    #[test]
    fn malformed_item_is_dropped_from_its_list() {
        let value = serde_json::json!({
            "DOI": "10.1/x", "title": [null, "A Title"],
            "author": [{"given": "Jane", "family": "Doe"}, null, {"name": "OECD"}, "Roe"],
            "relation": {"has-preprint": [null, {"id-type": "doi", "id": "10.2/y"}], "cites": 1}
        });
        let work = CrossrefWork::deserialize(&value).unwrap();
        assert_eq!(work.title, ["A Title"]);
        let authors: Vec<_> = work
            .author
            .iter()
            .map(|it| (&*it.family, &*it.name))
            .collect();
        assert_eq!(authors, [("Doe", ""), ("", "OECD")]);
        assert_eq!(work.relation["has-preprint"][0].id, "10.2/y");
    }
}
