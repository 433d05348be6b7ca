//! Which of the candidates come nearest to a title.

use std::collections::{BTreeMap, BTreeSet};

use rapidfuzz::distance::levenshtein;
use rusqlite::{Connection, OptionalExtension as _};
use serde::Deserialize;

use super::terms;
use crate::model::{Record, Title};
use crate::text::{names, similarity};

/// The most records that a title is answered with.
const MOST: usize = 25;

/// The most whose authors are compared too.
const MOST_READ: usize = 60;

/// Candidates for one listed title.
pub(super) struct Ranking<'a> {
    title: &'a str,
    asked: Form,
    letters: levenshtein::BatchComparator<u8>,
    surnames: BTreeSet<String>,
    weighed: BTreeMap<i64, Candidate>,
}

struct Candidate {
    title: String,
    score: f64,
    /// Whether there is any use in asking [`similarity::is_near`], which takes longer.
    may_be_near: bool,
}

/// What of a title is compared.
struct Form {
    squeezed: String,
    words: Vec<String>,
}

impl Form {
    fn of(title: &str) -> Self {
        let sequence = terms::sequence(title);
        Self {
            squeezed: sequence.concat(),
            words: terms::telling(&sequence),
        }
    }
}

/// What of a record is looked at; the rest of its JSON is passed over.
#[derive(Deserialize)]
struct Glance {
    meta: GlanceMeta,
}

#[derive(Deserialize)]
struct GlanceMeta {
    title: Title,
}

impl<'a> Ranking<'a> {
    pub(super) fn new(title: &'a str, surnames: &[String]) -> Self {
        let keys = surnames.iter().map(|surname| terms::surname_key(surname));
        let asked = Form::of(title);
        Self {
            title,
            letters: levenshtein::BatchComparator::new(asked.squeezed.bytes()),
            asked,
            surnames: keys.filter(|key| !key.is_empty()).collect(),
            weighed: BTreeMap::new(),
        }
    }

    /// Compares these records with the listed title. One that another process dropped meanwhile,
    /// or that can't be read, is no candidate.
    pub(super) fn weigh(&mut self, index: &Connection, ids: &[i64]) -> rusqlite::Result<()> {
        let mut by_id = index.prepare_cached("SELECT body FROM record WHERE id = ?1")?;
        for id in ids {
            if self.weighed.contains_key(id) {
                continue;
            }
            let glance = by_id
                .query_row([id], |row| {
                    let body = row.get_ref(0)?.as_str()?;
                    Ok(serde_json::from_str::<Glance>(body).ok())
                })
                .optional()?
                .flatten();
            if let Some(Glance { meta }) = glance {
                let title = meta.title.text();
                let (letters, words) = self.agreement(&title);
                let found = Candidate {
                    title,
                    score: score(letters, words),
                    may_be_near: letters > 0.6 || words > 0.5,
                };
                self.weighed.insert(*id, found);
            }
        }
        Ok(())
    }

    /// Compares records of which a listed author is known to be one of the authors: where many
    /// have one title (`Editorial`), these are to be read first.
    pub(super) fn weigh_authored(
        &mut self,
        index: &Connection,
        ids: &[i64],
    ) -> rusqlite::Result<()> {
        self.weigh(index, ids)?;
        for id in ids {
            if let Some(candidate) = self.weighed.get_mut(id) {
                candidate.score += 0.1;
            }
        }
        Ok(())
    }

    /// The nearest, best first; those of one score in the order of the files, and none twice.
    /// Titles decide, then the family names in common.
    pub(super) fn best(self, index: &Connection) -> rusqlite::Result<Vec<Record>> {
        let mut ranked: Vec<(i64, &Candidate)> = self
            .weighed
            .iter()
            .map(|(id, found)| (*id, found))
            .collect();
        ranked.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
        let near = ranked
            .into_iter()
            .filter(|(_, found)| found.may_be_near && similarity::is_near(self.title, &found.title))
            .take(MOST_READ);
        let mut read: Vec<(f64, Record)> = Vec::new();
        let mut by_id = index.prepare_cached("SELECT body FROM record WHERE id = ?1")?;
        for (id, _) in near {
            let record = by_id
                .query_row([id], |row| {
                    Ok(serde_json::from_str::<Record>(row.get_ref(0)?.as_str()?).ok())
                })
                .optional()?
                .flatten();
            if let Some(record) = record {
                let (letters, words) = self.agreement(&record.meta.title.text());
                let score = score(letters, words) + 0.2 * self.people(&record);
                read.push((score, record));
            }
        }
        read.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut out: Vec<Record> = Vec::new();
        for (_, record) in read {
            if out.len() < MOST && !out.contains(&record) {
                out.push(record);
            }
        }
        Ok(out)
    }

    /// How well a title agrees with the listed one, letter by letter and in its words, each 0
    /// to 1.
    fn agreement(&self, title: &str) -> (f64, f64) {
        let form = Form::of(title);
        (
            self.letters.normalized_similarity(form.squeezed.bytes()),
            shared(&self.asked.words, &form.words),
        )
    }

    /// The share of the listed family names that the authors bear, or of the authors who are
    /// listed.
    fn people(&self, record: &Record) -> f64 {
        let authors = &record.meta.authors;
        let keys: BTreeSet<String> = authors
            .iter()
            .map(|author| names::surname_key(&author.name))
            .collect();
        let known = keys.intersection(&self.surnames).count();
        share(known, self.surnames.len().min(keys.len()))
    }
}

/// Titles count up to 0.8.
fn score(letters: f64, words: f64) -> f64 {
    0.5 * letters + 0.3 * words
}

/// The share of the words of the shorter title that the other has too, by their lengths.
fn shared(a: &[String], b: &[String]) -> f64 {
    let length = |words: &[String]| words.iter().map(String::len).sum::<usize>();
    let common = a.iter().filter(|word| b.contains(word)).map(String::len);
    share(common.sum(), length(a).min(length(b)))
}

fn share(part: usize, whole: usize) -> f64 {
    let float = |n: usize| u32::try_from(n).map_or(f64::MAX, f64::from);
    if whole == 0 {
        0.0
    } else {
        float(part) / float(whole)
    }
}
