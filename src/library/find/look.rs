//! The questions that the library answers, put to all its parts.

use std::collections::{BTreeSet, HashMap};

use super::ids::Id;
use super::people::{self, PersonAsked};
use super::rank::{Ranking, best, say_the_same};
use super::titles::{Known, TitleAsked, Wanted};
use crate::library::Library;
use crate::library::part::{Desk, Face, Key, PartError, Stored};
use crate::library::read::{PersonPage, join};
use crate::model::Record;

/// The most records that a title is answered with.
const MOST: usize = 25;

impl Library {
    /// The records that bear one of these identifiers, in the order of `ids`, each once. An arXiv
    /// id finds the preprint and the published records that name it; DBLP's key and DOI of an
    /// arXiv paper count as its arXiv id.
    #[must_use]
    pub fn by_ids(&self, ids: &[Id]) -> Vec<Record> {
        let mut out: Vec<Record> = Vec::new();
        let mut asked = BTreeSet::new();
        let mut seen: HashMap<String, Vec<usize>> = HashMap::new();
        for id in ids.iter().filter(|id| asked.insert(*id)) {
            for part in self.parts() {
                let found = part.ask(|desk| {
                    let candidates = id.candidates(desk)?;
                    full(desk, &candidates, |stored| id.is_among(&stored.meta.ids))
                });
                for record in found {
                    let namesakes = seen.entry(record.handle()).or_default();
                    if !namesakes.iter().any(|at| say_the_same(&out[*at], &record)) {
                        namesakes.push(out.len());
                        out.push(record);
                    }
                }
            }
        }
        out
    }

    /// The records whose titles come near the one asked for, or that have the same authors, best
    /// first and at most 25. Once a record of the very title, by the same people and of the same
    /// year, is found, others are looked for only under titles with the same head or subtitle.
    #[must_use]
    pub fn by_title(&self, asked: &TitleAsked) -> Vec<Record> {
        let wanted = Wanted::of(asked);
        let ranking = Ranking::new(&wanted);
        let exact: Vec<Seen> = self
            .parts()
            .map(|part| part.ask(|desk| seen(desk, &wanted, &ranking)))
            .collect();
        let known = if exact.iter().all(|seen| seen.scored.is_empty()) {
            Known::Nothing
        } else if exact.iter().any(|seen| seen.theirs) && exact.iter().all(|seen| seen.whole) {
            Known::Work
        } else {
            Known::Title
        };
        let mut scored = Vec::new();
        for (part, seen) in self.parts().zip(exact) {
            scored.extend(part.ask(|desk| {
                let mut near = seen.scored;
                let exact: Vec<u32> = near.iter().map(|(_, id)| *id).collect();
                for id in wanted.others(desk, known)? {
                    if !exact.contains(&id)
                        && let Some(score) = desk.face(id, |face| ranking.score(face))?.flatten()
                    {
                        near.push((score, id));
                    }
                }
                near.sort_by(|a, b| b.0.total_cmp(&a.0));
                near.truncate(MOST);
                let mut whole = Vec::with_capacity(near.len());
                for (score, id) in near {
                    if let Some(stored) = desk.record::<Stored>(id)? {
                        whole.push((score, complete(desk, id, stored)?));
                    }
                }
                Ok(whole)
            }));
        }
        best(scored, MOST)
    }

    /// In how many titles a folded word stands, each part counted by itself, as [`Library::len`]
    /// counts records.
    #[must_use]
    pub fn titles_with(&self, word: &str) -> u64 {
        let counts = self.parts().map(|part| {
            part.ask(|desk| {
                let found = desk.posting_of(Key::word(word), 0)?;
                Ok(u64::try_from(found.count).unwrap_or(u64::MAX))
            })
        });
        counts.sum()
    }

    /// Whether a record has exactly this title, blanks and punctuation aside.
    #[must_use]
    pub fn has_title(&self, title: &str) -> bool {
        let asked = TitleAsked {
            title: title.to_owned(),
            ..TitleAsked::default()
        };
        let wanted = Wanted::of(&asked);
        self.parts()
            .any(|part| part.ask(|desk| wanted.is_known(desk)))
    }

    /// The pages of a person, or of all who bear the name, with the records that each signed.
    /// `near` says of a title whether its record is wanted.
    #[must_use]
    pub fn by_person(
        &self,
        asked: &PersonAsked,
        near: &dyn Fn(&str) -> bool,
    ) -> Vec<(PersonPage, Vec<Record>)> {
        let mut out = Vec::new();
        for part in self.parts() {
            out.extend(part.ask(|desk| {
                let mut found = Vec::new();
                for page in people::pages(desk, asked)? {
                    let ids = people::records(desk, &page)?;
                    let wanted = |stored: &Stored| near(&stored.meta.title.text());
                    found.push((page, full(desk, &ids, wanted)?));
                }
                Ok(found)
            }));
        }
        out
    }
}

/// What a part has under exactly the title.
#[derive(Default)]
struct Seen {
    /// Scores and records.
    scored: Vec<(f64, u32)>,
    /// Whether these are all there are.
    whole: bool,
    /// Whether one of them is by the listed people, and of the listed year.
    theirs: bool,
}

fn seen(desk: &Desk, wanted: &Wanted<'_>, ranking: &Ranking<'_>) -> Result<Seen, PartError> {
    let exact = wanted.exact(desk)?;
    let mut seen = Seen {
        whole: exact.whole,
        ..Seen::default()
    };
    for id in exact.ids {
        let look = |face: &Face<'_>| Some((ranking.score(face)?, ranking.is_theirs(face)));
        if let Some((score, theirs)) = desk.face(id, look)?.flatten() {
            seen.scored.push((score, id));
            seen.theirs |= theirs;
        }
    }
    Ok(seen)
}

/// The wanted ones of these records, complete.
fn full(
    desk: &mut Desk,
    ids: &[u32],
    wanted: impl Fn(&Stored) -> bool,
) -> Result<Vec<Record>, PartError> {
    let mut out = Vec::new();
    for id in ids {
        if let Some(stored) = desk.record::<Stored>(*id)?
            && wanted(&stored)
        {
            out.push(complete(desk, *id, stored)?);
        }
    }
    Ok(out)
}

/// A record with what its volume tells, and where it was read.
fn complete(desk: &mut Desk, id: u32, mut stored: Stored) -> Result<Record, PartError> {
    let volume = stored.volume.take();
    let mut record = stored.into_record();
    if let Some(key) = volume {
        for id in desk.posting(Key::dblp(&key))?.ids {
            if let Some(volume) = desk.record::<Stored>(id)? {
                let volume = volume.into_record();
                if volume.meta.ids.dblp.as_ref() == Some(&key) {
                    join(&mut record, &volume);
                    break;
                }
            }
        }
    }
    record.edition = Some(desk.edition(id));
    Ok(record)
}
