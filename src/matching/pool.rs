//! All records of a run, found again by title.

use std::collections::{BTreeSet, HashMap};

use crate::{
    model::{Ids, Record},
    text::{
        fold::{is_stop_word, squeeze, words},
        similarity,
    },
};

/// A word in more titles of the pool than this proposes none of them,
const COMMON: usize = 100;

/// unless it is among so many of the rarest words of a title.
const ALWAYS: usize = 2;

/// So many records are compared with a title at most, those that share most with it.
const MOST: usize = 100;

/// The records that sources have given so far, each once, indexed by the words of their titles.
#[derive(Debug, Default)]
pub struct Pool {
    records: Vec<Record>,
    faces: Vec<Face>,
    squeezed: HashMap<String, Vec<usize>>,
    words: HashMap<String, Vec<usize>>,
    ids: HashMap<String, Vec<usize>>,
}

/// A record's title, ready to be compared.
#[derive(Debug)]
struct Face {
    squeezed: String,
    /// The letters of its telling words.
    telling: usize,
}

impl Pool {
    /// Adds records; one that the pool already holds, from the same source, is left away.
    pub fn add(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let keys = keys(&record.meta.ids);
            let known = keys
                .iter()
                .filter_map(|key| self.ids.get(key))
                .flatten()
                .any(|at| self.records[*at] == record);
            let title = record.meta.title.text();
            let squeezed = squeeze(&title);
            let known = known
                || self
                    .squeezed
                    .get(&squeezed)
                    .is_some_and(|places| places.iter().any(|at| self.records[*at] == record));
            if known {
                continue;
            }
            let at = self.records.len();
            for key in keys {
                self.ids.entry(key).or_default().push(at);
            }
            let words = telling(&title);
            self.faces.push(Face {
                squeezed: squeezed.clone(),
                telling: words.iter().map(String::len).sum(),
            });
            self.squeezed.entry(squeezed).or_default().push(at);
            for word in words {
                self.words.entry(word).or_default().push(at);
            }
            self.records.push(record);
        }
    }

    /// The records that come near a listed title, and those that share an identifier with one of
    /// them or with `pinned`: other versions under other titles.
    #[must_use]
    pub fn near(&self, title: &str, pinned: &Ids) -> Vec<&Record> {
        let squeezed = squeeze(title);
        let mut places: BTreeSet<usize> = self
            .squeezed
            .get(&squeezed)
            .into_iter()
            .flatten()
            .copied()
            .collect();
        let telling = telling(title);
        let own: usize = telling.iter().map(String::len).sum();
        let mut shared: Vec<(usize, usize)> = self.shared(&telling).into_iter().collect();
        shared.sort_unstable_by(|(at, letters), (other, fewer)| (fewer, at).cmp(&(letters, other)));
        shared.truncate(MOST);
        places.extend(shared.into_iter().filter_map(|(at, letters)| {
            let face = &self.faces[at];
            // The same bounds as [`similarity::is_near`], from what is counted already; a title
            // that shares nearly no word is not spelled out.
            let near = letters * 10 >= own.min(face.telling) * 6
                || letters * 4 >= own.min(face.telling)
                    && similarity::letters(&squeezed, &face.squeezed) >= 0.7;
            near.then_some(at)
        }));
        for key in keys(pinned) {
            for at in self.ids.get(&key).into_iter().flatten() {
                places.insert(*at);
            }
        }
        let linked: Vec<usize> = places
            .iter()
            .flat_map(|at| {
                let record = &self.records[*at];
                let mut ids = keys(&record.meta.ids);
                ids.extend(record.links.iter().map(|link| {
                    use crate::model::RecordLink::{HasPreprint, PreprintOf, VersionOf};
                    let (PreprintOf(doi) | HasPreprint(doi) | VersionOf(doi)) = link;
                    format!("doi:{doi}")
                }));
                ids
            })
            .filter_map(|key| self.ids.get(&key))
            .flatten()
            .copied()
            .collect();
        places.extend(linked);
        places.iter().map(|at| &self.records[*at]).collect()
    }

    /// How many letters of its words records share with a title. Rare words propose them, common
    /// ones only count: in a pool of ten thousand, every third record is about learning.
    fn shared(&self, telling: &BTreeSet<String>) -> HashMap<usize, usize> {
        let mut lists: Vec<(usize, &[usize])> = telling
            .iter()
            .filter_map(|word| Some((word.len(), self.words.get(word)?.as_slice())))
            .collect();
        lists.sort_by_key(|(_, places)| places.len());
        let rare = lists.partition_point(|(_, places)| places.len() <= COMMON);
        let (rare, common) = lists.split_at(rare.max(ALWAYS).min(lists.len()));
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for (letters, places) in rare {
            for at in *places {
                *shared.entry(*at).or_default() += letters;
            }
        }
        for (letters, places) in common {
            for (at, sum) in &mut shared {
                if places.binary_search(at).is_ok() {
                    *sum += letters;
                }
            }
        }
        shared
    }

    /// All records, in the order they were added.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

fn telling(title: &str) -> BTreeSet<String> {
    words(title)
        .into_iter()
        .filter(|word| !is_stop_word(word))
        .collect()
}

fn keys(ids: &Ids) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(ids.doi.as_ref().map(|id| format!("doi:{id}")));
    out.extend(ids.dblp.as_ref().map(|id| format!("dblp:{id}")));
    out.extend(ids.arxiv.as_ref().map(|id| format!("arxiv:{id}")));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ArxivId, Kind, Metadata, SourceName, Title};

    fn record(title: &str, arxiv: Option<&str>) -> Record {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(title));
        meta.ids.arxiv = arxiv.map(|id| ArxivId::parse(id).unwrap());
        Record {
            source: SourceName::Dblp,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
        }
    }

    #[test]
    fn near_titles_and_their_other_versions() {
        let mut pool = Pool::default();
        pool.add([
            record("Fast Sorting of Strings", Some("2101.00001")),
            record("Quick Ordering of Texts", Some("2101.00001")),
            record("Slow Cooking", None),
        ]);
        pool.add([record("Slow Cooking", None)]);
        assert_eq!(pool.records().len(), 3);
        let near = pool.near("Fast sorting of string", &Ids::default());
        assert_eq!(near.len(), 2);
        let pinned = Ids {
            arxiv: Some(ArxivId::parse("2101.00001").unwrap()),
            ..Ids::default()
        };
        assert_eq!(pool.near("Something Else", &pinned).len(), 2);
    }
}
