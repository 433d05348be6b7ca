//! The accuracy of a report.

use std::{collections::BTreeMap, fmt};

use serde_json::Value;

use super::{lists::Lists, stand_in::KnownRecord};

/// The number of listings by outcome.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    right: usize,
    /// A line for each wrong match.
    pub(crate) wrong: Vec<String>,
    unsure: usize,
    missed: usize,
    rightly_unmatched: usize,
}

impl Figures {
    pub(crate) fn of(
        report: &Value,
        lists: &Lists,
        records: &BTreeMap<String, KnownRecord>,
    ) -> Self {
        let publications = report["publications"].as_array().unwrap();
        assert_eq!(publications.len(), lists.len());
        let mut figures = Self::default();
        for (publication, gold) in publications.iter().zip(&lists.gold) {
            match publication["status"].as_str().unwrap() {
                "matched" if gold.iter().any(|key| is_meant(publication, key, records)) => {
                    figures.right += 1;
                }
                "matched" => figures.wrong.push(format!(
                    "{} as {} ({}), meant is {gold:?}",
                    publication["title"], publication["candidates"][0]["title"], publication["ids"]
                )),
                _ if gold.is_empty() => figures.rightly_unmatched += 1,
                "ambiguous" => figures.unsure += 1,
                _ => figures.missed += 1,
            }
        }
        figures
    }
}

/// Reports whether the matched work is the record with this key. A record of the ACL Anthology has no
/// DBLP key and often no DOI, so that the title decides.
fn is_meant(publication: &Value, key: &str, records: &BTreeMap<String, KnownRecord>) -> bool {
    let ids = &publication["ids"];
    if ids["dblp"] == key {
        return true;
    }
    let Some(record) = records.get(key) else {
        return false;
    };
    let title = |text: &str| text.trim_end_matches('.').to_lowercase();
    let found = publication["candidates"][0]["title"]
        .as_str()
        .unwrap_or_default();
    let same = |id: &Option<String>, found: &Value| {
        id.as_ref()
            .is_some_and(|id| *found == id.to_lowercase().as_str())
    };
    same(&record.doi, &ids["doi"])
        || same(&record.arxiv, &ids["arxiv"])
        || key.starts_with("acl:") && title(found) == title(&record.title)
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} right, {} wrong, {} unsure, {} missed, {} rightly unmatched",
            self.right,
            self.wrong.len(),
            self.unsure,
            self.missed,
            self.rightly_unmatched
        )
    }
}
