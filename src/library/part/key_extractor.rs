//! The keys under which records and people are indexed.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::key::IndexKey;
use super::record_summary::RecordSummary;
use crate::library::phrase::{self, SearchPhrase};
use crate::library::read::{DatasetRecord, PersonPage, arxiv_of_corr};
use crate::model::{Doi, PersonName, Record, SourceName};
use crate::text::{byline, fold};

/// The number of cached names or words at which the cache is cleared, to bound memory.
const MAX_CACHED: usize = 1 << 18;

/// A title of at most this many content words may be that of many works (`Editorial`), and is indexed
/// with its authors too.
pub(in crate::library) const SHORT: usize = 2;

/// Computes the keys of records and people, with a cache of names and words.
#[derive(Default)]
pub(super) struct KeyExtractor {
    /// Family-name keys and initials by name.
    people: HashMap<PersonName, Option<(String, Option<char>)>>,
    known: HashSet<String>,
    /// Words that are not in the cache.
    pub(super) words: Vec<String>,
}

impl KeyExtractor {
    /// Reconciles the record's identifiers, appends its keys, perhaps with duplicates, and returns its
    /// encoded [`RecordSummary`].
    pub(super) fn record(
        &mut self,
        filed: &mut DatasetRecord,
        keys: &mut Vec<IndexKey>,
    ) -> Vec<u8> {
        settle(&mut filed.record);
        let meta = &filed.record.meta;
        let ids = &meta.ids;
        keys.extend(ids.dblp.as_ref().map(IndexKey::dblp));
        keys.extend(ids.doi.as_ref().map(IndexKey::doi));
        keys.extend(ids.arxiv.as_ref().map(IndexKey::arxiv));
        let title = meta.title.text();
        let folded = fold::fold(&title);
        let phrase = SearchPhrase::of_folded(&folded);
        keys.push(IndexKey::title(&phrase.title_key));
        keys.extend(
            phrase::parts(&title)
                .map(|part| IndexKey::title_part(&fold::fold_without_blanks(part))),
        );
        let content_words = phrase.content_words();
        for word in &content_words {
            keys.push(IndexKey::word(word));
            self.learn(word);
        }
        keys.extend(phrase::pairs(&content_words).map(|(one, two)| IndexKey::pair(one, two)));
        keys.extend(
            filed
                .signatures
                .iter()
                .map(|name| IndexKey::signature(name)),
        );
        let people = if meta.authors.is_empty() {
            &meta.editors
        } else {
            &meta.authors
        };
        let people: BTreeSet<(String, Option<char>)> = people
            .iter()
            .filter_map(|person| self.signed(&person.name))
            .collect();
        for (surname, initial) in &people {
            keys.push(IndexKey::author(surname, *initial));
            if content_words.len() <= SHORT {
                keys.push(IndexKey::title_by(&phrase.title_key, surname));
            }
        }
        let face = RecordSummary {
            year: meta.year(),
            title: &folded,
            people: people.iter().map(|(name, c)| (&**name, *c)).collect(),
        };
        face.write()
    }

    /// Appends the keys of a person.
    pub(super) fn person(person: &PersonPage, keys: &mut Vec<IndexKey>) {
        keys.push(IndexKey::pid(&person.pid));
        keys.extend(person.orcids.iter().map(IndexKey::orcid));
        for name in &person.names {
            keys.push(IndexKey::person(&folded(name)));
        }
    }

    fn signed(&mut self, name: &PersonName) -> Option<(String, Option<char>)> {
        if let Some(known) = self.people.get(name) {
            return known.clone();
        }
        if self.people.len() >= MAX_CACHED {
            self.people.clear();
        }
        let signed = byline::signed(name);
        self.people.insert(name.clone(), signed.clone());
        signed
    }

    fn learn(&mut self, word: &str) {
        if self.known.contains(word) {
            return;
        }
        if self.known.len() >= MAX_CACHED {
            self.known.clear();
        }
        self.known.insert(word.to_owned());
        self.words.push(word.to_owned());
    }
}

/// Folds a person's name for look-ups, without DBLP's homonym number.
pub(in crate::library) fn folded(name: &str) -> String {
    let bare = name
        .rsplit_once(' ')
        .filter(|(_, last)| last.len() == 4 && last.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(name, |(bare, _)| bare);
    fold::fold(bare)
}

/// Reconciles the identifiers, whatever the record's format: arXiv's own DOI becomes an arXiv id, and
/// so do DBLP's keys in `CoRR` (`journals/corr/abs-1706-03762`).
fn settle(record: &mut Record) {
    record.source = SourceName::LIBRARY;
    let ids = &mut record.meta.ids;
    if let Some(arxiv) = ids.doi.as_ref().and_then(Doi::arxiv) {
        ids.doi = None;
        ids.arxiv.get_or_insert(arxiv);
    }
    if ids.arxiv.is_none() {
        ids.arxiv = ids.dblp.as_ref().and_then(arxiv_of_corr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homonym_numbers_are_removed() {
        assert_eq!(folded("Yang Zhou 0001"), "yang zhou");
        assert_eq!(folded("Ada Ex"), "ada ex");
        assert_eq!(folded("Louis 14"), "louis 14");
    }
}
