//! Reads the labelled sets from their folder.

use std::{
    collections::{BTreeSet, HashMap},
    io::Read as _,
    path::Path,
};

use bibsync::{
    model::{Listing, Person, Record},
    profile,
};
use flate2::read::MultiGzDecoder;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;

use super::Failure;

/// One record of the corpus, or one row of a table.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Row {
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    pub key: String,
    #[serde(default)]
    pub dblp_key: Option<String>,
    #[serde(rename = "type", default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub title_plain: Option<String>,
    #[serde(default)]
    pub authors: Vec<String>,
    #[serde(default)]
    pub year: Option<i32>,
    #[serde(default)]
    pub venue: Option<String>,
    #[serde(default)]
    pub booktitle: Option<String>,
    #[serde(default)]
    pub journal: Option<String>,
    #[serde(default)]
    pub pages: Option<String>,
    #[serde(default)]
    pub doi: Option<String>,
    #[serde(default)]
    pub url: Option<String>,
}

/// The record that a listing means.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Gold {
    #[serde(default)]
    pub gold: Option<String>,
    #[serde(default)]
    pub also_ok: Vec<String>,
    #[serde(default)]
    pub relation: Option<String>,
    #[serde(default)]
    pub noise: Option<String>,
}

/// Two records that are easily confused.
#[derive(Debug, Clone, Deserialize)]
pub struct Twins {
    pub a: String,
    pub b: String,
    pub kind: String,
}

/// A labelled pair of rows.
#[derive(Debug, Clone, Deserialize)]
pub struct Pair {
    pub left: Row,
    pub right: Row,
    pub label: u8,
}

/// Returns a file's text, decompressed if necessary.
pub fn text(path: &Path) -> Result<String, Failure> {
    let bytes = fs_err::read(path)?;
    let mut out = String::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut out)?;
    } else {
        out = String::from_utf8(bytes)?;
    }
    Ok(out)
}

/// Parses a file of JSON lines.
pub fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Failure> {
    let text = text(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Reads keys, one a line.
pub fn keys(path: &Path) -> Result<BTreeSet<String>, Failure> {
    Ok(text(path)?.lines().map(str::to_owned).collect())
}

/// All records by key.
pub struct Corpus {
    pub records: HashMap<String, Row>,
}

/// The files of records.
pub const FILES: [&str; 2] = ["dblp-dev.jsonl.gz", "acl-dev.jsonl.gz"];

impl Corpus {
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let mut records = HashMap::new();
        for file in FILES {
            for row in rows::<Row>(&folder.join(file))? {
                records.insert(row.key.clone(), row);
            }
        }
        Ok(Self { records })
    }

    /// Whether `record` has the key `key`.
    pub fn is(&self, record: &Record, key: &str) -> bool {
        let ids = &record.meta.ids;
        let doi = |row: &Row| row.doi.as_ref().map(|doi| doi.to_lowercase());
        ids.dblp.as_ref().is_some_and(|own| own.as_str() == key)
            || key.strip_prefix("acl:").is_some_and(|id| {
                let url = record.meta.url.as_deref().unwrap_or_default();
                url.trim_end_matches('/').rsplit('/').next() == Some(id)
            })
            || ids.doi.as_ref().is_some_and(|own| {
                self.records.get(key).and_then(doi).as_deref() == Some(own.as_str())
            })
    }
}

impl Row {
    /// Converts the row to a publication in `profile.json`.
    pub fn listing(&self) -> Result<Listing, Failure> {
        let title = self.title_plain.as_ref().unwrap_or(&self.title);
        let mut authors: Vec<&str> = self.authors.iter().map(|name| name.trim()).collect();
        authors.retain(|name| name.chars().any(char::is_alphabetic));
        if authors
            .last()
            .is_some_and(|last| last.to_lowercase() == "others")
        {
            authors.pop();
            authors.push("et al.");
        }
        let mut one = json!({ "title": title });
        if !authors.is_empty() {
            one["authors"] = json!(authors);
        }
        let venue = [&self.venue, &self.journal, &self.booktitle];
        if let Some(venue) = venue.into_iter().flatten().find(|v| !v.trim().is_empty()) {
            one["venue"] = json!(venue);
        }
        // Some rows have half a year.
        if let Some(year) = self.year.filter(|year| (1900..2100).contains(year)) {
            one["year"] = json!(year);
        }
        if let Some(pages) = self.pages.as_ref().filter(|pages| !pages.is_empty()) {
            one["fields"] = json!({ "pages": pages });
        }
        if let Some(url) = self.url.as_ref().filter(|url| !url.is_empty()) {
            one["url"] = json!(url);
        }
        let (_, mut listed) = publications(&json!({ "publications": [one] }).to_string())?;
        listed.pop().ok_or_else(|| "a listing was lost".into())
    }
}

/// Returns the person and the listings of a `profile.json`.
pub fn publications(text: &str) -> Result<(Person, Vec<Listing>), Failure> {
    let profile = profile::parse(text, "profile.json")?;
    Ok((profile.person, profile.publications))
}
