use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::model::{ArxivId, DblpKey, DblpPid, Doi, Orcid};

/// A key of the index, for a record, a person or a word: 44 bits of a hash of the searched value.
///
/// Different values may share a key; a look-up compares the title or identifier of the record that it
/// finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::library) struct IndexKey(u64);

/// The bits of a hash that form a key; the lowest of the rest encode [`KeepLimit`].
pub(super) const KEY_BITS: u32 = 44;

/// The most ids that are kept under a key, above which it is too common to be useful and only their
/// number is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeepLimit {
    All = 0,
    Few = 1,
    Many = 2,
}

/// The most records kept for a word, a pair of words, or a part of a title.
const MAX_RECORDS_OF_A_WORD: usize = 4_096;

/// The most records kept for an author's name.
const MAX_RECORDS_OF_A_NAME: usize = 65_536;

impl IndexKey {
    /// Records with this key in DBLP.
    pub(in crate::library) fn dblp(key: &DblpKey) -> Self {
        Self::new(1, KeepLimit::All, key.as_str())
    }

    /// Records with this DOI.
    pub(in crate::library) fn doi(doi: &Doi) -> Self {
        Self::new(2, KeepLimit::All, doi.as_str())
    }

    /// Records with this arXiv id.
    pub(in crate::library) fn arxiv(id: &ArxivId) -> Self {
        Self::new(3, KeepLimit::All, id.as_str())
    }

    /// Records with this title key.
    pub(in crate::library) fn title(title_key: &str) -> Self {
        Self::new(4, KeepLimit::Many, title_key)
    }

    /// Records whose title has a part with this title key before or after its colon.
    pub(in crate::library) fn title_part(title_key: &str) -> Self {
        Self::new(5, KeepLimit::Few, title_key)
    }

    /// Records with the title key of a short title, and an author with this folded family name.
    pub(in crate::library) fn title_by(title_key: &str, surname: &str) -> Self {
        Self::new(6, KeepLimit::Few, &format!("{title_key}@{surname}"))
    }

    /// Records with this folded word in their title.
    pub(in crate::library) fn word(word: &str) -> Self {
        Self::new(7, KeepLimit::Few, word)
    }

    /// Records with these content words in their title, adjacent or with one word between them.
    pub(in crate::library) fn pair(one: &str, two: &str) -> Self {
        let mut both = String::with_capacity(one.len() + two.len() + 1);
        both.push_str(one);
        both.push(' ');
        both.push_str(two);
        Self::new(8, KeepLimit::Few, &both)
    }

    /// Records by someone with this folded family name and this initial.
    pub(in crate::library) fn author(surname: &str, initial: Option<char>) -> Self {
        let mut name = String::with_capacity(surname.len() + 2);
        name.push_str(surname);
        if let Some(initial) = initial {
            name.push('.');
            name.push(initial);
        }
        Self::new(9, KeepLimit::Many, &name)
    }

    /// Records signed with this name, including the homonym number.
    pub(in crate::library) fn signature(name: &str) -> Self {
        Self::new(10, KeepLimit::All, name)
    }

    /// The person with this page.
    pub(in crate::library) fn pid(pid: &DblpPid) -> Self {
        Self::new(11, KeepLimit::All, pid.as_str())
    }

    /// People with this ORCID iD.
    pub(in crate::library) fn orcid(orcid: &Orcid) -> Self {
        Self::new(12, KeepLimit::All, orcid.as_str())
    }

    /// People with this folded name, with any homonym number.
    pub(in crate::library) fn person(folded: &str) -> Self {
        Self::new(13, KeepLimit::All, folded)
    }

    /// Words that equal this, or do so without one of their letters.
    pub(in crate::library) fn deletion(letters: &str) -> Self {
        Self::new(14, KeepLimit::Few, letters)
    }

    fn new(kind: u64, most: KeepLimit, what: &str) -> Self {
        let hash = xxh3_64_with_seed(what.as_bytes(), kind);
        Self((hash & !3) | most as u64)
    }

    pub(super) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// Returns the bits by which it is sorted.
    pub(super) fn bits(self) -> u64 {
        self.0 >> (u64::BITS - KEY_BITS)
    }

    /// Returns the most ids that are kept under it.
    pub(super) fn most(self) -> usize {
        match self.0 & 3 {
            0 => usize::MAX,
            1 => MAX_RECORDS_OF_A_WORD,
            _ => MAX_RECORDS_OF_A_NAME,
        }
    }
}
