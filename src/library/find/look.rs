//! The look-ups of the library, in all its parts.

use std::{
    collections::{BTreeSet, HashMap},
    ops::RangeInclusive,
};

use super::ids::Id;
use super::people::{self, PersonLookup};
use super::rank::{TitleRanking, best, have_same_content};
use super::titles::{FoundSoFar, PreparedTitle, TitleLookup};
use crate::library::Library;
use crate::library::part::{IndexKey, PartError, PartReader, RecordSummary, StoredRecord};
use crate::library::read::{PersonPage, join};
use crate::model::{PersonName, Record};
use crate::text::byline::signed;

/// The most records returned for a title.
const MAX_RECORDS: usize = 25;

impl Library {
    /// Returns the records with one of these identifiers, in the order of `ids`, each once. An arXiv id
    /// finds the preprint and the published records that name it; DBLP's key and DOI of an arXiv
    /// paper count as its arXiv id.
    #[must_use]
    pub fn by_ids(&self, ids: &[Id]) -> Vec<Record> {
        let mut out: Vec<Record> = Vec::new();
        let mut asked = BTreeSet::new();
        let mut seen: HashMap<String, Vec<usize>> = HashMap::new();
        for id in ids.iter().filter(|id| asked.insert(*id)) {
            for part in self.parts() {
                let found = part.query(|reader| {
                    let candidates = id.candidates(reader)?;
                    full(reader, &candidates, |stored| id.is_among(&stored.meta.ids))
                });
                for record in found {
                    let namesakes = seen.entry(record.handle()).or_default();
                    if !namesakes
                        .iter()
                        .any(|at| have_same_content(&out[*at], &record))
                    {
                        namesakes.push(out.len());
                        out.push(record);
                    }
                }
            }
        }
        out
    }

    /// Returns the records with similar titles, or with the same authors, best first and at most 25. Once
    /// a record with this title, by the same people and from the same year, is found, others are only
    /// looked for under titles with the same head or subtitle.
    #[must_use]
    pub fn by_title(&self, asked: &TitleLookup) -> Vec<Record> {
        let wanted = PreparedTitle::of(asked);
        let ranking = TitleRanking::new(&wanted);
        let exact: Vec<ExactMatches> = self
            .parts()
            .map(|part| part.query(|reader| seen(reader, &wanted, &ranking)))
            .collect();
        let known = if exact.iter().all(|seen| seen.scored.is_empty()) {
            FoundSoFar::Nothing
        } else if exact.iter().any(|seen| seen.by_listed_people)
            && exact.iter().all(|seen| seen.whole)
        {
            FoundSoFar::Work
        } else {
            FoundSoFar::Title
        };
        let mut scored = Vec::new();
        for (part, seen) in self.parts().zip(exact) {
            scored.extend(part.query(|reader| {
                let mut near = seen.scored;
                let exact: Vec<u32> = near.iter().map(|(_, id)| *id).collect();
                for id in wanted.others(reader, known)? {
                    if !exact.contains(&id)
                        && let Some(score) = reader.face(id, |face| ranking.score(face))?.flatten()
                    {
                        near.push((score, id));
                    }
                }
                near.sort_by(|a, b| b.0.total_cmp(&a.0));
                near.truncate(MAX_RECORDS);
                let mut whole = Vec::with_capacity(near.len());
                for (score, id) in near {
                    if let Some(stored) = reader.record::<StoredRecord>(id)? {
                        whole.push((score, complete(reader, id, stored)?));
                    }
                }
                Ok(whole)
            }));
        }
        best(scored, MAX_RECORDS)
    }

    /// Returns the number of titles with a folded word, summed over the parts, as [`Library::len`]
    /// counts records.
    #[must_use]
    pub fn titles_with(&self, word: &str) -> u64 {
        let counts = self.parts().map(|part| {
            part.query(|reader| {
                let found = reader.posting_of(IndexKey::word(word), 0)?;
                Ok(u64::try_from(found.count).unwrap_or(u64::MAX))
            })
        });
        counts.sum()
    }

    /// Returns whether a record has this title, blanks and punctuation ignored.
    #[must_use]
    pub fn has_title(&self, title: &str) -> bool {
        let asked = TitleLookup {
            title: title.to_owned(),
            ..TitleLookup::default()
        };
        let wanted = PreparedTitle::of(&asked);
        self.parts()
            .any(|part| part.query(|reader| wanted.is_known(reader)))
    }

    /// Returns the pages of a person, or of everybody with the name, each with its records whose titles
    /// `near` accepts.
    #[must_use]
    pub fn by_person(
        &self,
        asked: &PersonLookup,
        near: &dyn Fn(&str) -> bool,
    ) -> Vec<(PersonPage, Vec<Record>)> {
        let mut out = Vec::new();
        for part in self.parts() {
            out.extend(part.query(|reader| {
                let mut found = Vec::new();
                for page in people::pages(reader, asked)? {
                    let ids = people::records(reader, &page)?;
                    let wanted = |stored: &StoredRecord| near(&stored.meta.title.text());
                    found.push((page, full(reader, &ids, wanted)?));
                }
                Ok(found)
            }));
        }
        out
    }
}

impl Library {
    /// Returns whether somebody with the family name and initial of one of these people may have a paper
    /// under a prefix of DBLP's keys (`conf/nsdi`) in one of these years. A name that too many have may, as
    /// one without given names.
    #[must_use]
    pub fn may_have_paper_by(
        &self,
        people: &[PersonName],
        stream: &str,
        years: RangeInclusive<i32>,
    ) -> bool {
        let mut found = self.parts().map(|part| {
            part.query(|reader| {
                for (surname, initial) in people.iter().filter_map(signed) {
                    if initial.is_none() {
                        return Ok(Some(true));
                    }
                    let posting = reader.posting(IndexKey::author(&surname, initial))?;
                    if posting.count > posting.ids.len() {
                        return Ok(Some(true));
                    }
                    for id in posting.ids {
                        let year = reader.face(id, |face| face.year)?.flatten();
                        if year.is_some_and(|year| years.contains(&year))
                            && let Some(stored) = reader.record::<StoredRecord>(id)?
                            && let Some(key) = &stored.meta.ids.dblp
                            && key.stream() == stream
                        {
                            return Ok(Some(true));
                        }
                    }
                }
                Ok(Some(false))
            })
        });
        // A part that can't be read may hold one.
        found.any(|found| found != Some(false))
    }
}

/// The records of a part with exactly the title.
#[derive(Default)]
struct ExactMatches {
    /// Scores and records.
    scored: Vec<(f64, u32)>,
    /// Whether these are all of them.
    whole: bool,
    /// Whether one of them is by the listed people and from the listed year.
    by_listed_people: bool,
}

fn seen(
    reader: &PartReader,
    wanted: &PreparedTitle<'_>,
    ranking: &TitleRanking<'_>,
) -> Result<ExactMatches, PartError> {
    let exact = wanted.exact(reader)?;
    let mut seen = ExactMatches {
        whole: exact.whole,
        ..ExactMatches::default()
    };
    for id in exact.ids {
        let look = |face: &RecordSummary<'_>| {
            Some((ranking.score(face)?, ranking.is_by_listed_people(face)))
        };
        if let Some((score, by_listed_people)) = reader.face(id, look)?.flatten() {
            seen.scored.push((score, id));
            seen.by_listed_people |= by_listed_people;
        }
    }
    Ok(seen)
}

/// Returns the complete records with these ids that `wanted` accepts.
fn full(
    reader: &mut PartReader,
    ids: &[u32],
    wanted: impl Fn(&StoredRecord) -> bool,
) -> Result<Vec<Record>, PartError> {
    let mut out = Vec::new();
    for id in ids {
        if let Some(stored) = reader.record::<StoredRecord>(*id)?
            && wanted(&stored)
        {
            out.push(complete(reader, *id, stored)?);
        }
    }
    Ok(out)
}

/// Completes a record with fields of its volume, and with its dataset.
fn complete(
    reader: &mut PartReader,
    id: u32,
    mut stored: StoredRecord,
) -> Result<Record, PartError> {
    let volume = stored.volume.take();
    let mut record = stored.into_record();
    if let Some(key) = volume {
        for id in reader.posting(IndexKey::dblp(&key))?.ids {
            if let Some(volume) = reader.record::<StoredRecord>(id)? {
                let volume = volume.into_record();
                if volume.meta.ids.dblp.as_ref() == Some(&key) {
                    join(&mut record, &volume);
                    break;
                }
            }
        }
    }
    record.edition = Some(reader.edition(id));
    Ok(record)
}
