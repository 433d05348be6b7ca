//! Which records may have a title: questions to the full-text index, from narrow to wide.
//!
//! Words are asked for together, the rarest first, because each further rare word makes the
//! answer shorter; nothing is ranked in SQL.

use rusqlite::Connection;

use super::spelling;
use super::terms;

/// The most records taken from one question.
const MOST: usize = 100;

/// The most records taken from those that only have some of the words.
const MOST_VOTED: usize = 80;

/// A word in more titles than this tells too little to be asked for alone.
const COMMON: i64 = 1_000;

/// So many words with a vote each find what is to be found.
const ENOUGH: usize = 3;

/// The listed family names that are tried: the first ones.
const MOST_SURNAMES: usize = 4;

/// The questions for one title.
pub(super) struct Probes<'a> {
    index: &'a Connection,
    title: &'a str,
    sequence: Vec<String>,
    slots: Vec<Slot>,
    /// The terms of the listed family names, or nothing.
    people: Option<String>,
}

/// A word of the title with what may stand for it in the index.
#[derive(Debug, Clone)]
struct Slot {
    word: String,
    /// Each a term, or terms joined with AND.
    queries: Vec<String>,
    /// In how many titles one of them stands, roughly.
    n: i64,
}

impl Slot {
    fn add(&mut self, query: String, n: i64) {
        if n > 0 && !self.queries.contains(&query) {
            self.queries.push(query);
            self.n += n;
        }
    }

    fn query(&self) -> String {
        format!("({})", self.queries.join(" OR "))
    }
}

impl<'a> Probes<'a> {
    pub(super) fn new(
        index: &'a Connection,
        title: &'a str,
        surnames: &[String],
    ) -> rusqlite::Result<Self> {
        let sequence = terms::sequence(title);
        let mut slots = Vec::new();
        for word in terms::telling(&sequence) {
            let n = spelling::frequency(index, &word)?;
            let mut slot = Slot {
                queries: Vec::new(),
                n: 0,
                word,
            };
            slot.add(quoted(&slot.word), n);
            slots.push(slot);
        }
        let people: Vec<String> = surnames
            .iter()
            .map(|surname| terms::surname_key(surname))
            .filter(|key| !key.is_empty())
            .take(MOST_SURNAMES)
            .map(|key| quoted(&terms::author(&key, None)))
            .collect();
        Ok(Self {
            index,
            title,
            sequence,
            slots,
            people: (!people.is_empty()).then(|| format!("({})", people.join(" OR "))),
        })
    }

    /// The records with exactly this title, blanks and punctuation aside.
    pub(super) fn exact(&self) -> rusqlite::Result<Vec<i64>> {
        self.index
            .prepare_cached("SELECT id FROM record WHERE title = ?1 LIMIT ?2")?
            .query_map((terms::squeezed_hash(self.title), limit(MOST)), |row| {
                row.get(0)
            })?
            .collect()
    }

    /// The records that have the rarest words of the title together.
    pub(super) fn tight(&self) -> rusqlite::Result<Vec<i64>> {
        let rare = self.rarest(12);
        if rare.is_empty() {
            return Ok(Vec::new());
        }
        let mut out = self.ask(&at_least(4, &rare[..rare.len().min(4)]), MOST)?;
        if out.len() == MOST && rare.len() > 4 {
            out.extend(self.ask(&at_least(rare.len(), &rare), MOST)?);
        }
        Ok(out)
    }

    /// The records that have two of the rarest words and one of the family names.
    pub(super) fn by_people(&self) -> rusqlite::Result<Vec<i64>> {
        let rare = self.rarest(3);
        match &self.people {
            Some(people) if !rare.is_empty() => {
                self.ask(&format!("{} AND {people}", at_least(2, &rare)), MOST)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The records that have several of the words, misspelt, abbreviated, glued or parted ones
    /// among them.
    ///
    /// With enough rare words, each is asked for alone and votes for its records, which finds
    /// what any combination of them would. Common words are asked for in combinations.
    pub(super) fn wide(&mut self) -> rusqlite::Result<Vec<i64>> {
        self.respell()?;
        let rare = self.rarest(6);
        if rare.is_empty() {
            return Ok(Vec::new());
        }
        let telling = rare.iter().filter(|slot| slot.n <= COMMON);
        let mut out = Vec::new();
        if telling.clone().count() < ENOUGH {
            out = self.ask(&at_least(4, &rare[..rare.len().min(5)]), MOST)?;
            out.extend(self.ask(&at_least(2, &rare[..rare.len().min(3)]), MOST)?);
            out.extend(self.by_people()?);
        }
        let mut votes = Vec::new();
        for slot in telling {
            self.vote(&slot.query(), rarity(slot.n), &mut votes)?;
        }
        if let Some(people) = &self.people {
            let query = format!("{} AND {people}", at_least(1, &rare));
            self.vote(&query, rarity(COMMON), &mut votes)?;
        }
        out.extend(elected(votes));
        Ok(out)
    }

    fn vote(&self, query: &str, weight: f64, votes: &mut Vec<(i64, f64)>) -> rusqlite::Result<()> {
        let most = usize::try_from(COMMON).unwrap_or(usize::MAX);
        votes.extend(self.ask(query, most)?.into_iter().map(|id| (id, weight)));
        Ok(())
    }

    /// Gives the words other spellings: neighbours written together, and, where no title has
    /// the word, words one slip away, longer ones, and the two that it is made of.
    fn respell(&mut self) -> rusqlite::Result<()> {
        for pair in self.sequence.windows(2) {
            let joined = pair.concat();
            let n = spelling::frequency(self.index, &joined)?;
            for slot in &mut self.slots {
                if pair.contains(&slot.word) {
                    slot.add(quoted(&joined), n);
                }
            }
        }
        for slot in &mut self.slots {
            if !slot.queries.is_empty() {
                continue;
            }
            for (word, n) in spelling::slips(self.index, &slot.word)? {
                slot.add(quoted(&word), n);
            }
            for (word, n) in spelling::longer(self.index, &slot.word)? {
                slot.add(quoted(&word), n);
            }
            if let Some(((head, n), (tail, m))) = spelling::parts(self.index, &slot.word)? {
                let both = format!("({} AND {})", quoted(&head), quoted(&tail));
                slot.add(both, n.min(m));
            }
        }
        Ok(())
    }

    /// The words that stand in some title, rarest first.
    fn rarest(&self, most: usize) -> Vec<Slot> {
        let mut known: Vec<Slot> = self
            .slots
            .iter()
            .filter(|slot| !slot.queries.is_empty())
            .cloned()
            .collect();
        known.sort_by_key(|slot| slot.n);
        known.truncate(most);
        known
    }

    fn ask(&self, query: &str, most: usize) -> rusqlite::Result<Vec<i64>> {
        self.index
            .prepare_cached("SELECT rowid FROM term WHERE term MATCH ?1 LIMIT ?2")?
            .query_map((query, limit(most)), |row| row.get(0))?
            .collect()
    }
}

/// The records with most votes.
fn elected(mut votes: Vec<(i64, f64)>) -> impl Iterator<Item = i64> {
    votes.sort_unstable_by_key(|(id, _)| *id);
    let mut sums: Vec<(i64, f64)> = votes
        .chunk_by(|(a, _), (b, _)| a == b)
        .map(|one| (one[0].0, one.iter().map(|(_, weight)| weight).sum()))
        .collect();
    sums.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    sums.into_iter().map(|(id, _)| id).take(MOST_VOTED)
}

/// What a word that so many titles have says for one of them: 10 for a word of one title, 3 for
/// one of 1,000.
fn rarity(n: i64) -> f64 {
    10.0 - u32::try_from(n.max(1)).map_or(f64::MAX, f64::from).ln()
}

fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

/// A term as the full-text index wants it: terms hold no quotation mark.
fn quoted(term: &str) -> String {
    format!("\"{term}\"")
}

/// At least `least` of these, or all when they are fewer: either the first and one less of the
/// rest, or as many of the rest.
fn at_least(least: usize, slots: &[Slot]) -> String {
    let queries = |joint: &str| {
        let queries: Vec<String> = slots.iter().map(Slot::query).collect();
        format!("({})", queries.join(joint))
    };
    match slots {
        _ if least >= slots.len() => queries(" AND "),
        [first, rest @ ..] if least > 1 => {
            let (with, without) = (at_least(least - 1, rest), at_least(least, rest));
            format!("(({} AND {with}) OR {without})", first.query())
        }
        _ => queries(" OR "),
    }
}
