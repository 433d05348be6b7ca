//! Under which keys a record and a person are filed.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::face::Face;
use super::key::Key;
use crate::library::phrase::{self, Phrase};
use crate::library::read::{Filed, PersonPage, arxiv_of_corr};
use crate::model::{Doi, PersonName, Record, SourceName};
use crate::text::{byline, fold};

/// From so many known names or words on they are forgotten, so that memory stays bounded.
const MOST_KNOWN: usize = 1 << 18;

/// A title of up to so many telling words may be that of many (`Editorial`), and is filed with
/// its authors too.
pub(in crate::library) const SHORT: usize = 2;

/// Files records and people, remembering what it has worked out.
#[derive(Default)]
pub(super) struct Filing {
    /// Surname keys and initials by names.
    people: HashMap<PersonName, Option<(String, Option<char>)>>,
    known: HashSet<String>,
    /// Words that were not seen before, or not for long.
    pub(super) words: Vec<String>,
}

impl Filing {
    /// Makes the record's identifiers agree, gives the keys to file it under, some twice, and
    /// returns its [`Face`] as it is stored.
    pub(super) fn record(&mut self, filed: &mut Filed, keys: &mut Vec<Key>) -> Vec<u8> {
        settle(&mut filed.record);
        let meta = &filed.record.meta;
        let ids = &meta.ids;
        keys.extend(ids.dblp.as_ref().map(Key::dblp));
        keys.extend(ids.doi.as_ref().map(Key::doi));
        keys.extend(ids.arxiv.as_ref().map(Key::arxiv));
        let title = meta.title.text();
        let folded = fold::fold(&title);
        let phrase = Phrase::of_folded(&folded);
        keys.push(Key::title(&phrase.squeezed));
        keys.extend(phrase::parts(&title).map(|part| Key::title_part(&fold::squeeze(part))));
        let telling = phrase.telling();
        for word in &telling {
            keys.push(Key::word(word));
            self.learn(word);
        }
        keys.extend(phrase::pairs(&telling).map(|(one, two)| Key::pair(one, two)));
        keys.extend(filed.signatures.iter().map(|name| Key::signature(name)));
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
            keys.push(Key::author(surname, *initial));
            if telling.len() <= SHORT {
                keys.push(Key::title_by(&phrase.squeezed, surname));
            }
        }
        let face = Face {
            year: meta.year(),
            title: &folded,
            people: people.iter().map(|(name, c)| (&**name, *c)).collect(),
        };
        face.write()
    }

    /// The keys to file a person under.
    pub(super) fn person(person: &PersonPage, keys: &mut Vec<Key>) {
        keys.push(Key::pid(&person.pid));
        keys.extend(person.orcids.iter().map(Key::orcid));
        for name in &person.names {
            keys.push(Key::person(&folded(name)));
        }
    }

    fn signed(&mut self, name: &PersonName) -> Option<(String, Option<char>)> {
        if let Some(known) = self.people.get(name) {
            return known.clone();
        }
        if self.people.len() >= MOST_KNOWN {
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
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(word.to_owned());
        self.words.push(word.to_owned());
    }
}

/// A person's name for looking it up, without the number by which DBLP tells namesakes apart.
pub(in crate::library) fn folded(name: &str) -> String {
    let bare = name
        .rsplit_once(' ')
        .filter(|(_, last)| last.len() == 4 && last.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(name, |(bare, _)| bare);
    fold::fold(bare)
}

/// Makes the identifiers agree with each other, whichever way the record came in: arXiv's own DOI
/// is an arXiv id, and DBLP's keys in `CoRR` name one (`journals/corr/abs-1706-03762`).
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
    fn names_without_their_number() {
        assert_eq!(folded("Yang Zhou 0001"), "yang zhou");
        assert_eq!(folded("Ada Ex"), "ada ex");
        assert_eq!(folded("Louis 14"), "louis 14");
    }
}
