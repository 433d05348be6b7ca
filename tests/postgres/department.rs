//! The lists of a department: people of the corpus who have written with each other.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::Path,
};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::stand_in::Shared;

/// The fewest and the most works of a list.
const WORKS: (usize, usize) = (4, 12);

#[derive(Debug, Deserialize)]
struct Work {
    title: String,
    #[serde(default)]
    authors: Vec<String>,
    #[serde(default)]
    year: Option<i32>,
}

/// The lists, each of one person.
pub(crate) struct Department(Vec<Value>);

impl Department {
    /// Returns so many lists: of a person, of those who wrote with that person, of those who wrote with these,
    /// and so on.
    pub(crate) fn of(shared: &Shared, count: usize) -> Self {
        let works: Vec<Work> = shared.each_record();
        let mut by: BTreeMap<&str, Vec<&Work>> = BTreeMap::new();
        for work in &works {
            for author in &work.authors {
                by.entry(author).or_default().push(work);
            }
        }
        by.retain(|_, works| (WORKS.0..=WORKS.1).contains(&works.len()));
        let mut lists = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for first in by.keys() {
            let mut next = VecDeque::from([*first]);
            while let Some(name) = next.pop_front() {
                let Some(works) = by.get(name).filter(|_| !seen.contains(name)) else {
                    continue;
                };
                if lists.len() == count {
                    return Self(lists);
                }
                seen.insert(name);
                lists.push(list(name, works));
                next.extend(works.iter().flat_map(|it| &it.authors).map(String::as_str));
            }
        }
        panic!("the corpus has {} lists, {count} are wanted", lists.len());
    }

    /// Returns the number of publications on all lists.
    pub(crate) fn publications(&self) -> usize {
        let lists = self.0.iter();
        lists
            .map(|it| it["publications"].as_array().unwrap().len())
            .sum()
    }

    /// Writes a list into a folder, and returns its name.
    pub(crate) fn put(&self, number: usize, folder: &Path) -> String {
        let name = format!("p{number:04}");
        fs_err::create_dir_all(folder).unwrap();
        let file = folder.join(format!("{name}.json"));
        fs_err::write(file, self.0[number].to_string()).unwrap();
        name
    }
}

fn list(name: &str, works: &[&Work]) -> Value {
    let publication =
        |it: &&Work| json!({"title": it.title, "authors": it.authors, "year": it.year});
    json!({"name": name, "publications": works.iter().map(publication).collect::<Vec<_>>()})
}
