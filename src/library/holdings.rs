//! The venues and volumes that a complete dataset holds.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    model::{Kind, Metadata, Title},
    text::fold::fold,
};

/// The fewest papers of a volume that is taken for complete: smaller ones may be the beginning of
/// one.
const FEWEST_PAPERS: u32 = 10;

/// The venues of a complete dataset, such as DBLP's dump: their names, and the number of papers of
/// each year.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct VenueHoldings {
    /// The day of the dataset, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    streams: BTreeMap<String, Stream>,
    /// The streams by each folded name; made when it is first read.
    #[serde(skip)]
    by_name: HashMap<String, BTreeSet<String>>,
}

/// A venue: the papers under one prefix of keys, such as `conf/nsdi`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Stream {
    /// Its short names and those of its journal, each with the number of its papers.
    names: BTreeMap<String, u32>,
    /// The number of papers by year.
    years: BTreeMap<i32, u32>,
}

/// A volume that is held completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompleteVolume {
    /// The prefix of its keys: `conf/nsdi`.
    pub stream: String,
    /// Its year.
    pub year: i32,
    /// The venue's name in the dataset.
    pub name: String,
    /// The number of its papers.
    pub papers: u32,
}

impl VenueHoldings {
    /// Counts a paper of the dataset.
    pub(super) fn add(&mut self, meta: &Metadata) {
        let Some(key) = &meta.ids.dblp else { return };
        if !matches!(meta.kind, Kind::Conference | Kind::Journal) {
            return;
        }
        let stream = self.streams.entry(key.stream().to_owned()).or_default();
        let full = meta.venue.as_ref().map(Title::text);
        let short = meta.venue_short.clone().or(full);
        if let Some(name) = short.filter(|name| !name.is_empty()) {
            *stream.names.entry(name).or_default() += 1;
        }
        if let Some(year) = meta.year() {
            *stream.years.entry(year).or_default() += 1;
        }
    }

    /// Adds what another thread counted.
    pub(super) fn merge(&mut self, other: Self) {
        for (key, stream) in other.streams {
            let own = self.streams.entry(key).or_default();
            for (name, papers) in stream.names {
                *own.names.entry(name).or_default() += papers;
            }
            for (year, papers) in stream.years {
                *own.years.entry(year).or_default() += papers;
            }
        }
    }

    /// Prepares the look-up by names.
    pub(super) fn indexed(mut self) -> Self {
        for (key, stream) in &self.streams {
            let short = key.rsplit('/').next().unwrap_or_default();
            let names = stream.names.keys().map(|name| plain(name));
            for name in names.chain([plain(short)]).filter(|name| !name.is_empty()) {
                self.by_name.entry(name).or_default().insert(key.clone());
            }
        }
        self
    }

    /// Returns the numbers of venues, and of volumes that are complete.
    #[must_use]
    pub fn len(&self) -> (usize, usize) {
        let proceedings = self
            .streams
            .iter()
            .filter(|(key, _)| is_of_proceedings(key));
        let volumes = proceedings.map(|(_, stream)| {
            let years = stream.years.iter();
            years
                .filter(|(year, papers)| self.is_complete(**year, **papers))
                .count()
        });
        (self.streams.len(), volumes.sum())
    }

    /// Whether it holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.streams.is_empty()
    }

    /// Whether the dataset is of a day by which the works of a year are in it.
    #[must_use]
    pub fn reaches(&self, year: i32) -> bool {
        self.date.is_some_and(|date| year < i32::from(date.year()))
    }

    /// Whether it has a venue of this name.
    #[must_use]
    pub fn knows(&self, venue: &str) -> bool {
        self.by_name.contains_key(&plain(venue))
    }

    /// Returns the volume of this venue and year if it is held completely. The name must be that of
    /// one venue alone, and the venue one of proceedings: DBLP lists some papers of each year of
    /// `Nature`, and no number of papers shows that it has all of a journal's.
    #[must_use]
    pub fn complete(&self, venue: &str, year: i32) -> Option<CompleteVolume> {
        let streams = self.by_name.get(&plain(venue))?;
        let [key] = &streams.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let stream = self.streams.get(*key).filter(|_| is_of_proceedings(key))?;
        let papers = *stream.years.get(&year)?;
        let name = stream.names.iter().max_by_key(|(_, papers)| **papers);
        self.is_complete(year, papers).then(|| CompleteVolume {
            stream: (*key).clone(),
            year,
            name: name.map_or_else(|| (*key).clone(), |(name, _)| name.clone()),
            papers,
        })
    }

    fn is_complete(&self, year: i32, papers: u32) -> bool {
        papers >= FEWEST_PAPERS && self.reaches(year)
    }
}

/// Whether keys with this prefix are those of papers in proceedings.
fn is_of_proceedings(stream: &str) -> bool {
    stream.starts_with("conf/")
}

/// Returns a folded name without years and ordinals, and without `Proceedings of`.
fn plain(name: &str) -> String {
    const AROUND: [&str; 7] = [
        "proceedings",
        "proc",
        "of",
        "the",
        "in",
        "conference",
        "conf",
    ];
    let folded = fold(name);
    let is_kept =
        |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit()) && !AROUND.contains(word);
    let words: Vec<&str> = folded.split(' ').filter(is_kept).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DblpKey, PartialDate};

    fn holdings() -> VenueHoldings {
        let mut out = VenueHoldings {
            date: Some("2026-11-01".parse().unwrap()),
            ..VenueHoldings::default()
        };
        for (stream, short, year, papers) in [
            ("conf/nsdi", "NSDI", 2023, 40),
            ("conf/nsdi", "NSDI", 2026, 40),
            ("conf/nsdi", "NSDI", 2004, 3),
            ("conf/icml", "ICML", 2023, 800),
            ("conf/icmla", "ICML", 2023, 100),
            ("journals/nature", "Nat.", 2016, 60),
        ] {
            for number in 0..papers {
                let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
                let key = format!("{stream}/X{year}x{number}");
                meta.ids.dblp = Some(DblpKey::parse(&key).unwrap());
                meta.venue_short = Some(short.to_owned());
                meta.date = Some(PartialDate::year(year));
                out.add(&meta);
            }
        }
        out.indexed()
    }

    #[test]
    fn volume_is_complete_if_its_name_is_of_one_venue_and_its_year_is_over() {
        let held = holdings();
        let volume = held.complete("Proceedings of NSDI '23", 2023).unwrap();
        assert_eq!((volume.name.as_str(), volume.papers), ("NSDI", 40));
        assert!(
            held.complete("NSDI", 2026).is_none(),
            "the year of the dump"
        );
        assert!(held.complete("NSDI", 2004).is_none(), "too few papers");
        assert!(held.complete("NSDI", 2022).is_none(), "no papers");
        assert!(held.complete("ICML", 2023).is_none(), "two venues");
        assert!(held.complete("NSDI Workshop", 2023).is_none());
        assert!(held.knows("ICML 2023") && !held.knows("Journal of Looms"));
        assert!(held.complete("Nature", 2016).is_none(), "a journal");
        assert_eq!(held.len(), (4, 3));
    }
}
