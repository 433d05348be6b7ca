use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::model::{ArxivId, DblpKey, DblpPid, Doi, Orcid};

/// Under what a record, a person or a word is filed: 44 bits of a hash over what is asked for.
///
/// Two things under one key are possible and told apart by what is found there: by title and
/// identifier, which the record holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::library) struct Key(u64);

/// The bits of a hash that make a key; the lowest of the rest say how much is kept under it.
pub(super) const KEY_BITS: u32 = 44;

/// How many may be filed under a key before it says too little to be worth its place. From then on
/// only their number is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Most {
    All = 0,
    Few = 1,
    Many = 2,
}

/// The most records that one word, pair of words, or part of a title is filed with.
const FEW: usize = 4_096;

/// The most records that an author's name is filed with.
const MANY: usize = 65_536;

impl Key {
    /// Records with this key in DBLP.
    pub(in crate::library) fn dblp(key: &DblpKey) -> Self {
        Self::new(1, Most::All, key.as_str())
    }

    /// Records with this DOI.
    pub(in crate::library) fn doi(doi: &Doi) -> Self {
        Self::new(2, Most::All, doi.as_str())
    }

    /// Records with this arXiv id.
    pub(in crate::library) fn arxiv(id: &ArxivId) -> Self {
        Self::new(3, Most::All, id.as_str())
    }

    /// Records with this squeezed title.
    pub(in crate::library) fn title(squeezed: &str) -> Self {
        Self::new(4, Most::Many, squeezed)
    }

    /// Records whose title has this squeezed part before or after its colon.
    pub(in crate::library) fn title_part(squeezed: &str) -> Self {
        Self::new(5, Most::Few, squeezed)
    }

    /// Records with this squeezed title of few words, and an author of this folded family name.
    pub(in crate::library) fn title_by(squeezed: &str, surname: &str) -> Self {
        Self::new(6, Most::Few, &format!("{squeezed}@{surname}"))
    }

    /// Records with this folded word in their title.
    pub(in crate::library) fn word(word: &str) -> Self {
        Self::new(7, Most::Few, word)
    }

    /// Records with these telling words in their title, neighbours or with one word between them.
    pub(in crate::library) fn pair(one: &str, two: &str) -> Self {
        let mut both = String::with_capacity(one.len() + two.len() + 1);
        both.push_str(one);
        both.push(' ');
        both.push_str(two);
        Self::new(8, Most::Few, &both)
    }

    /// Records by someone of this folded family name whose given name has this initial.
    pub(in crate::library) fn author(surname: &str, initial: Option<char>) -> Self {
        let mut name = String::with_capacity(surname.len() + 2);
        name.push_str(surname);
        if let Some(initial) = initial {
            name.push('.');
            name.push(initial);
        }
        Self::new(9, Most::Many, &name)
    }

    /// Records signed with this name, homonym number included.
    pub(in crate::library) fn signature(name: &str) -> Self {
        Self::new(10, Most::All, name)
    }

    /// The person with this page.
    pub(in crate::library) fn pid(pid: &DblpPid) -> Self {
        Self::new(11, Most::All, pid.as_str())
    }

    /// People with this ORCID iD.
    pub(in crate::library) fn orcid(orcid: &Orcid) -> Self {
        Self::new(12, Most::All, orcid.as_str())
    }

    /// People of this folded name, whatever their number.
    pub(in crate::library) fn person(folded: &str) -> Self {
        Self::new(13, Most::All, folded)
    }

    /// Words that become this when one letter is left out, or that are this.
    pub(in crate::library) fn slip(letters: &str) -> Self {
        Self::new(14, Most::Few, letters)
    }

    fn new(kind: u64, most: Most, what: &str) -> Self {
        let hash = xxh3_64_with_seed(what.as_bytes(), kind);
        Self((hash & !3) | most as u64)
    }

    pub(super) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// The bits by which it is filed.
    pub(super) fn bits(self) -> u64 {
        self.0 >> (u64::BITS - KEY_BITS)
    }

    /// The most that are kept under it.
    pub(super) fn most(self) -> usize {
        match self.0 & 3 {
            0 => usize::MAX,
            1 => FEW,
            _ => MANY,
        }
    }
}
