use crate::library::part::{Desk, Key, PartError, SHORT};
use crate::library::phrase::{self, Phrase};
use crate::model::PersonName;
use crate::text::{byline, fold, similarity::LONGEST};

use super::people;
use super::spelling;
use super::votes::Ballots;

/// So many records of exactly the title are looked at.
const MOST_EXACT: usize = 60;

/// So many of them where the authors are known by whom they are, or the title is no mere heading: the
/// one that is meant must be among them.
const MOST_THEIRS: usize = 500;

/// So many that only come near it, when none has it.
const MOST_NEAR: usize = 40;

/// So many beside those that have it: other versions, under titles that were changed a little.
const MOST_BESIDE: usize = 8;

/// Where the title itself was found, other versions are looked for by what no more records have.
const FEW: usize = 300;

/// What a record has in common with a title, as a share of what the best one has, before it is
/// looked at: little, as long as nothing is found, or of the title's head and subtitle alone; much
/// of its words, when the title itself was found.
const SHARE_NEAR: f32 = 0.3;
const SHARE_BESIDE: f32 = 0.6;

/// A word in so few titles may be one that was misprinted there, too.
const HARDLY_KNOWN: u32 = 2;

/// The listed authors that are tried: the first ones.
const MOST_AUTHORS: usize = 6;

/// So many records by the same people are looked at under any title.
const MOST_RENAMED: usize = 8;

/// Of authors with more works than are kept under a name and an initial, so many are looked for
/// by their whole names.
const MOST_COMMON_NAMES: usize = 3;

/// A title to look for, and what else is known of the publication.
#[derive(Debug, Clone, Default)]
pub struct TitleAsked {
    /// The title as listed.
    pub title: String,
    /// The listed authors, as far as they are known.
    pub authors: Vec<PersonName>,
    /// The listed year.
    pub year: Option<i32>,
}

/// The records with exactly the title.
#[derive(Debug, Default)]
pub(super) struct Exact {
    pub(super) ids: Vec<u32>,
    /// Whether these are all there are.
    pub(super) whole: bool,
}

/// What is known, here or in another part, once the very title was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// No record has it.
    Nothing,
    /// Some have it: others that are meant come very near it.
    Title,
    /// One of those that have it is by the listed people and of the listed year, and all were seen:
    /// others have its head or its subtitle.
    Work,
}

/// A title made ready for asking every part.
pub(super) struct Wanted<'a> {
    pub(super) asked: &'a TitleAsked,
    pub(super) phrase: Phrase,
    parts: Vec<String>,
    /// The first authors with their surname keys and initials.
    authors: Vec<(&'a PersonName, String, Option<char>)>,
}

impl<'a> Wanted<'a> {
    pub(super) fn of(asked: &'a TitleAsked) -> Self {
        let authors = asked.authors.iter().filter_map(|name| {
            let (surname, initial) = byline::signed(name)?;
            Some((name, surname, initial))
        });
        Self {
            asked,
            phrase: Phrase::of(&asked.title),
            parts: phrase::parts(&asked.title).map(fold::squeeze).collect(),
            authors: authors.take(MOST_AUTHORS).collect(),
        }
    }

    /// Whether some record has exactly this title, blanks and punctuation aside.
    pub(super) fn is_known(&self, desk: &Desk) -> Result<bool, PartError> {
        let found = desk.posting_of(Key::title(&self.phrase.squeezed), 0)?;
        Ok(found.count > 0)
    }

    /// The records with exactly this title, blanks and punctuation aside. Where many have it, those
    /// by the listed authors come first.
    pub(super) fn exact(&self, desk: &Desk) -> Result<Exact, PartError> {
        if self.phrase.squeezed.is_empty() {
            return Ok(Exact::default());
        }
        self.exactly(desk, &self.phrase)
    }

    /// Other records that may be meant, the likeliest first. Where nothing is `known` yet, no slip of
    /// the pen is left untried.
    pub(super) fn others(&self, desk: &Desk, known: Known) -> Result<Vec<u32>, PartError> {
        if self.phrase.squeezed.is_empty() || self.phrase.squeezed.len() > LONGEST {
            return Ok(Vec::new());
        }
        let mut ballots = Ballots::of(desk.records());
        self.by_parts(desk, &mut ballots)?;
        match known {
            Known::Nothing => {}
            Known::Title => {
                by_words(desk, &self.phrase, FEW, &mut ballots)?;
                return Ok(ballots.elect(MOST_BESIDE, SHARE_BESIDE));
            }
            Known::Work => return Ok(ballots.elect(MOST_BESIDE, SHARE_NEAR)),
        }
        let spelt = self.respelt(desk, &mut ballots)?;
        by_words(
            desk,
            spelt.as_ref().unwrap_or(&self.phrase),
            usize::MAX,
            &mut ballots,
        )?;
        let mut out = match &spelt {
            Some(spelt) => self.exactly(desk, spelt)?.ids,
            None => Vec::new(),
        };
        let people = self.by_authors(desk)?;
        // Once respelt, a title that some record has is no other's.
        let renamed = if out.is_empty() {
            people.elect_spoken_for(&ballots, MOST_RENAMED)
        } else {
            Vec::new()
        };
        ballots.join(people);
        let near = ballots.elect(MOST_NEAR, SHARE_NEAR);
        for id in near.into_iter().chain(renamed) {
            if !out.contains(&id) {
                out.push(id);
            }
        }
        Ok(out)
    }

    fn exactly(&self, desk: &Desk, phrase: &Phrase) -> Result<Exact, PartError> {
        let found = desk.posting(Key::title(&phrase.squeezed))?;
        let whole = found.count <= MOST_EXACT;
        let is_heading = phrase.telling().len() <= SHORT;
        let mut ids = Vec::new();
        if !whole && is_heading {
            for (_, surname, _) in &self.authors {
                ids.extend(desk.posting(Key::title_by(&phrase.squeezed, surname))?.ids);
            }
            ids.sort_unstable();
            ids.dedup();
            ids.truncate(MOST_THEIRS);
        }
        let most = if is_heading { MOST_EXACT } else { MOST_THEIRS };
        let others = found.ids.into_iter().take(most);
        let others: Vec<u32> = others.filter(|id| ids.binary_search(id).is_err()).collect();
        ids.extend(others);
        Ok(Exact { ids, whole })
    }

    /// The title without its subtitle, the subtitle alone, and titles that have one of them.
    fn by_parts(&self, desk: &Desk, ballots: &mut Ballots) -> Result<(), PartError> {
        ballots.add(desk.posting(Key::title_part(&self.phrase.squeezed))?);
        for part in &self.parts {
            ballots.add(desk.posting(Key::title(part))?);
            ballots.add(desk.posting(Key::title_part(part))?);
        }
        Ok(())
    }

    /// The records of the listed authors. Where a name and an initial are those of too many, the
    /// whole name finds the pages of people, and these the records that they signed.
    fn by_authors(&self, desk: &Desk) -> Result<Ballots, PartError> {
        let mut ballots = Ballots::of(desk.records());
        let mut common = 0;
        for (name, surname, initial) in &self.authors {
            let mut found = desk.posting(Key::author(surname, *initial))?;
            if found.ids.len() < found.count && common < MOST_COMMON_NAMES {
                common += 1;
                found = people::signed(desk, &name.to_string())?;
            }
            ballots.add(found);
        }
        Ok(ballots)
    }

    /// The title with words that no title has replaced by what they may stand for; `None` when
    /// there is none. Further possibilities go to the ballots.
    fn respelt(&self, desk: &Desk, ballots: &mut Ballots) -> Result<Option<Phrase>, PartError> {
        let words = &self.phrase.words;
        for pair in words.windows(2) {
            let joined = pair.concat();
            ballots.add(desk.posting(Key::word(&joined))?);
        }
        let mut out: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            let n = desk.posting_of(Key::word(word), 0)?.count;
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            if n > HARDLY_KNOWN || fold::is_stop_word(word) {
                out.push(word.clone());
                continue;
            }
            let mut other = spelling::slips(desk, word)?;
            other.retain(|(other, m)| other != word && *m > n);
            if n == 0 {
                if other.is_empty() {
                    other.extend(spelling::misread(desk, word)?);
                }
                other.extend(spelling::longer(desk, word)?);
            }
            for (other, _) in other.iter().skip(1) {
                ballots.add(desk.posting(Key::word(other))?);
            }
            match other.into_iter().next() {
                Some((other, _)) => out.push(other),
                None if n == 0 => match spelling::parts(desk, word)? {
                    Some((head, tail)) => out.extend([head, tail]),
                    None => out.push(word.clone()),
                },
                None => out.push(word.clone()),
            }
        }
        Ok((out != *words).then(|| Phrase::from_words(out)))
    }
}

/// Words and pairs of words that no more than `most` records have.
fn by_words(
    desk: &Desk,
    phrase: &Phrase,
    most: usize,
    ballots: &mut Ballots,
) -> Result<(), PartError> {
    let telling = phrase.telling();
    let words = telling.iter().map(|word| Key::word(word));
    let pairs = phrase::pairs(&telling).map(|(one, two)| Key::pair(one, two));
    for key in words.chain(pairs) {
        ballots.add(desk.posting_of(key, most)?);
    }
    Ok(())
}
