//! Real lists as profiles, with the record that each listing means.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::stand_in::Shared;

/// Profiles, and the keys of the records that their listings mean; no key where no record may be
/// matched.
pub(crate) struct Lists {
    profiles: Vec<(String, Value)>,
    pub(crate) gold: Vec<Vec<String>>,
}

impl Lists {
    pub(crate) fn len(&self) -> usize {
        self.gold.len()
    }

    /// Writes the profiles into a folder, and returns their names.
    pub(crate) fn put(&self, folder: &Path) -> Vec<String> {
        for (name, profile) in &self.profiles {
            fs_err::write(folder.join(name), profile.to_string()).unwrap();
        }
        self.profiles.iter().map(|(name, _)| name.clone()).collect()
    }
}

/// The lists of 22 people from their homepages.
pub(crate) fn people(shared: &Shared) -> Lists {
    let index = shared.json("profiles/index.json");
    let mut lists = Lists {
        profiles: Vec::new(),
        gold: Vec::new(),
    };
    for entry in index.as_array().unwrap() {
        let slug = entry["slug"].as_str().unwrap();
        lists.profiles.push((
            format!("{slug}.json"),
            shared.json(&format!("profiles/{slug}.json")),
        ));
        let gold = shared.json(&format!("profiles/{slug}.gold.json"));
        for publication in gold["publications"].as_array().unwrap() {
            lists.gold.push(keys(publication));
        }
    }
    lists
}

/// The first entries of bibliographies by many people, as one list without a person.
pub(crate) fn strangers(shared: &Shared, count: usize) -> Lists {
    let entries = shared.json_lines("messy/entries.jsonl", count);
    let publications: Vec<Value> = entries.iter().map(listing).collect();
    let gold = shared.json_lines("messy/gold.jsonl", count);
    Lists {
        profiles: vec![(
            "strangers.json".to_owned(),
            json!({"publications": publications}),
        )],
        gold: gold.iter().map(keys).collect(),
    }
}

fn keys(gold: &Value) -> Vec<String> {
    let also = gold["also_ok"].as_array().into_iter().flatten();
    std::iter::once(&gold["gold"])
        .chain(also)
        .filter_map(|key| key.as_str().map(str::to_owned))
        .collect()
}

fn listing(entry: &Value) -> Value {
    let mut out = Map::new();
    let title = entry["title_plain"]
        .as_str()
        .filter(|title| !title.is_empty());
    out.insert(
        "title".into(),
        title.map_or_else(|| entry["title"].clone(), Value::from),
    );
    let mut authors: Vec<&str> = entry["authors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|name| !name.is_empty())
        .collect();
    let goes_on =
        |name: &&str| ["others", "et al", "et al."].contains(&name.to_lowercase().as_str());
    if authors.last().is_some_and(goes_on) {
        authors.pop();
        out.insert("authors_complete".into(), false.into());
    }
    if !authors.is_empty() {
        out.insert("authors".into(), json!(authors));
    }
    if let Some(venue) = entry["venue"].as_str().filter(|venue| !venue.is_empty()) {
        out.insert("venue".into(), venue.into());
    }
    if let Some(year) = entry["year"].as_i64() {
        out.insert("year".into(), year.into());
    }
    Value::Object(out)
}
