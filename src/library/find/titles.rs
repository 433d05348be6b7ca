use crate::library::part::{IndexKey, PartError, PartReader, SHORT};
use crate::library::phrase::{self, SearchPhrase};
use crate::model::PersonName;
use crate::text::{byline, fold, similarity::LONGEST};

use super::people;
use super::spelling;
use super::votes::CandidateVotes;

/// The most records with exactly the title that are considered.
const MAX_EXACT: usize = 60;

/// The same limit where the authors are known or the title is not a mere heading: the record that is
/// meant must be among them.
const MAX_EXACT_BY_KNOWN_AUTHORS: usize = 500;

/// The most records with a similar title, when none has the title itself.
const MAX_SIMILAR_WITHOUT_EXACT: usize = 40;

/// The most records with a similar title besides those with the title itself: other versions under
/// slightly changed titles.
const MAX_SIMILAR_WITH_EXACT: usize = 8;

/// Where the title itself was found, other versions are looked up only by keys with at most this many
/// records.
const MAX_RECORDS_OF_A_RARE_KEY: usize = 300;

/// The minimum votes of a record, as a share of those of the best one: low while nothing is found, or
/// for the title's head or subtitle alone; high for its words, when the title itself was found.
const MIN_SHARE_WITHOUT_EXACT: f32 = 0.3;
const MIN_SHARE_WITH_EXACT: f32 = 0.6;

/// A word in at most this many titles may be misprinted there, too.
const MAX_TITLES_OF_A_MISPRINT: u32 = 2;

/// The number of listed authors that are looked up: the first ones.
const MAX_AUTHORS: usize = 6;

/// The most records by the same people that are considered under any title.
const MAX_RENAMED: usize = 8;

/// The most authors who are looked up by their full names, because their name and initial have too
/// many works.
const MAX_COMMON_NAMES: usize = 3;

/// The look-up of a title, with other facts on the publication.
#[derive(Debug, Clone, Default)]
pub struct TitleLookup {
    /// The title as listed.
    pub title: String,
    /// The known listed authors.
    pub authors: Vec<PersonName>,
    /// The listed year.
    pub year: Option<i32>,
}

/// Ids of records with exactly the title.
#[derive(Debug, Default)]
pub(super) struct Exact {
    pub(super) ids: Vec<u32>,
    /// Whether these are all of them.
    pub(super) whole: bool,
}

/// The result of looking up exactly the title, in this or another part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FoundSoFar {
    /// No record has it.
    Nothing,
    /// Some have it: others may have a very similar title.
    Title,
    /// One with the title is by the listed people and from the listed year, and all were seen: others may
    /// have its head or its subtitle.
    Work,
}

/// A title prepared for look-ups in every part.
pub(super) struct PreparedTitle<'a> {
    pub(super) asked: &'a TitleLookup,
    pub(super) phrase: SearchPhrase,
    parts: Vec<String>,
    /// The first authors with their family-name keys and initials.
    authors: Vec<(&'a PersonName, String, Option<char>)>,
}

impl<'a> PreparedTitle<'a> {
    pub(super) fn of(asked: &'a TitleLookup) -> Self {
        let authors = asked.authors.iter().filter_map(|name| {
            let (surname, initial) = byline::signed(name)?;
            Some((name, surname, initial))
        });
        Self {
            asked,
            phrase: SearchPhrase::of(&asked.title),
            parts: phrase::parts(&asked.title)
                .map(fold::fold_without_blanks)
                .collect(),
            authors: authors.take(MAX_AUTHORS).collect(),
        }
    }

    /// Returns whether a record has this title, blanks and punctuation ignored.
    pub(super) fn is_known(&self, reader: &PartReader) -> Result<bool, PartError> {
        let found = reader.posting_of(IndexKey::title(&self.phrase.title_key), 0)?;
        Ok(found.count > 0)
    }

    /// Returns the records with this title, blanks and punctuation ignored. Where many have it, those by
    /// the listed authors come first.
    pub(super) fn exact(&self, reader: &PartReader) -> Result<Exact, PartError> {
        if self.phrase.title_key.is_empty() {
            return Ok(Exact::default());
        }
        self.exactly(reader, &self.phrase)
    }

    /// Returns other possible records, the most likely first. Where nothing is `known` yet, all
    /// corrections of spelling are tried.
    pub(super) fn others(
        &self,
        reader: &PartReader,
        known: FoundSoFar,
    ) -> Result<Vec<u32>, PartError> {
        if self.phrase.title_key.is_empty() || self.phrase.title_key.len() > LONGEST {
            return Ok(Vec::new());
        }
        let mut votes = CandidateVotes::of(reader.records());
        self.by_parts(reader, &mut votes)?;
        match known {
            FoundSoFar::Nothing => {}
            FoundSoFar::Title => {
                by_words(reader, &self.phrase, MAX_RECORDS_OF_A_RARE_KEY, &mut votes)?;
                return Ok(votes.elect(MAX_SIMILAR_WITH_EXACT, MIN_SHARE_WITH_EXACT));
            }
            FoundSoFar::Work => {
                return Ok(votes.elect(MAX_SIMILAR_WITH_EXACT, MIN_SHARE_WITHOUT_EXACT));
            }
        }
        let spelt = self.corrected(reader, &mut votes)?;
        by_words(
            reader,
            spelt.as_ref().unwrap_or(&self.phrase),
            usize::MAX,
            &mut votes,
        )?;
        let mut out = match &spelt {
            Some(spelt) => self.exactly(reader, spelt)?.ids,
            None => Vec::new(),
        };
        let people = self.by_authors(reader)?;
        // If a record has exactly the corrected title, no other is meant.
        let renamed = if out.is_empty() {
            people.elect_supported(&votes, MAX_RENAMED)
        } else {
            Vec::new()
        };
        votes.join(people);
        let similar = votes.elect(MAX_SIMILAR_WITHOUT_EXACT, MIN_SHARE_WITHOUT_EXACT);
        for id in similar.into_iter().chain(renamed) {
            if !out.contains(&id) {
                out.push(id);
            }
        }
        Ok(out)
    }

    fn exactly(&self, reader: &PartReader, phrase: &SearchPhrase) -> Result<Exact, PartError> {
        let found = reader.posting(IndexKey::title(&phrase.title_key))?;
        let whole = found.count <= MAX_EXACT;
        let is_heading = phrase.content_words().len() <= SHORT;
        let mut ids = Vec::new();
        if !whole && is_heading {
            for (_, surname, _) in &self.authors {
                ids.extend(
                    reader
                        .posting(IndexKey::title_by(&phrase.title_key, surname))?
                        .ids,
                );
            }
            ids.sort_unstable();
            ids.dedup();
            ids.truncate(MAX_EXACT_BY_KNOWN_AUTHORS);
        }
        let most = if is_heading {
            MAX_EXACT
        } else {
            MAX_EXACT_BY_KNOWN_AUTHORS
        };
        let others = found.ids.into_iter().take(most);
        let others: Vec<u32> = others.filter(|id| ids.binary_search(id).is_err()).collect();
        ids.extend(others);
        Ok(Exact { ids, whole })
    }

    /// Looks up the title without its subtitle, the subtitle alone, and titles with one of them.
    fn by_parts(&self, reader: &PartReader, votes: &mut CandidateVotes) -> Result<(), PartError> {
        votes.add(reader.posting(IndexKey::title_part(&self.phrase.title_key))?);
        for part in &self.parts {
            votes.add(reader.posting(IndexKey::title(part))?);
            votes.add(reader.posting(IndexKey::title_part(part))?);
        }
        Ok(())
    }

    /// Looks up the records of the listed authors. Where a name and an initial are too common, the full
    /// name finds the pages of people, and these the records that they signed.
    fn by_authors(&self, reader: &PartReader) -> Result<CandidateVotes, PartError> {
        let mut votes = CandidateVotes::of(reader.records());
        let mut common = 0;
        for (name, surname, initial) in &self.authors {
            let mut found = reader.posting(IndexKey::author(surname, *initial))?;
            if found.ids.len() < found.count && common < MAX_COMMON_NAMES {
                common += 1;
                found = people::signed(reader, &name.to_string())?;
            }
            votes.add(found);
        }
        Ok(votes)
    }

    /// Returns the title with unknown words replaced by corrections; `None` when there is none. Further
    /// possible corrections go to the votes.
    fn corrected(
        &self,
        reader: &PartReader,
        votes: &mut CandidateVotes,
    ) -> Result<Option<SearchPhrase>, PartError> {
        let words = &self.phrase.words;
        for pair in words.windows(2) {
            let joined = pair.concat();
            votes.add(reader.posting(IndexKey::word(&joined))?);
        }
        let mut out: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            let n = reader.posting_of(IndexKey::word(word), 0)?.count;
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            if n > MAX_TITLES_OF_A_MISPRINT || fold::is_stop_word(word) {
                out.push(word.clone());
                continue;
            }
            let mut other = spelling::typos(reader, word)?;
            other.retain(|(other, m)| other != word && *m > n);
            if n == 0 {
                if other.is_empty() {
                    other.extend(spelling::misread(reader, word)?);
                }
                other.extend(spelling::longer(reader, word)?);
            }
            for (other, _) in other.iter().skip(1) {
                votes.add(reader.posting(IndexKey::word(other))?);
            }
            match other.into_iter().next() {
                Some((other, _)) => out.push(other),
                None if n == 0 => match spelling::parts(reader, word)? {
                    Some((head, tail)) => out.extend([head, tail]),
                    None => out.push(word.clone()),
                },
                None => out.push(word.clone()),
            }
        }
        Ok((out != *words).then(|| SearchPhrase::from_words(out)))
    }
}

/// Looks up words and pairs of words that at most `most` records have.
fn by_words(
    reader: &PartReader,
    phrase: &SearchPhrase,
    most: usize,
    votes: &mut CandidateVotes,
) -> Result<(), PartError> {
    let content_words = phrase.content_words();
    let words = content_words.iter().map(|word| IndexKey::word(word));
    let pairs = phrase::pairs(&content_words).map(|(one, two)| IndexKey::pair(one, two));
    for key in words.chain(pairs) {
        votes.add(reader.posting_of(key, most)?);
    }
    Ok(())
}
