use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ByHand;
use crate::model::{DblpKey, Ids, Notice, Outline, Verdict, Work};

/// Why a lock can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LockError {
    /// The text is no lock.
    #[error("{file} is not a lock that this version reads: {cause}; remove it to begin anew")]
    Unreadable {
        /// The file.
        file: String,
        /// What the parser says, with its line.
        cause: String,
    },
    /// The lock is of another format.
    #[error(
        "{file} has format {found}, and this version reads up to {}: it was written by a newer bibsync; update this one",
        Lock::FORMAT
    )]
    Format {
        /// The file.
        file: String,
        /// The format found.
        found: u32,
    },
}

/// What a lock says of one listing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LockedListing {
    /// What identifies the listing: see [`super::fingerprint()`].
    pub fingerprint: String,
    /// The title as listed, for people.
    pub title: String,
    /// The key of the work it was answered with.
    pub key: String,
    /// What else the list says of it, for people; locks before format 2 lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Outline>,
    /// What the list pins.
    #[serde(default, skip_serializing_if = "Ids::is_empty")]
    pub pins: Ids,
    /// Whether a preprint or submission was answered with its publication.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upgraded: bool,
    /// Whether the record it was matched to has been lost to its source since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The verdict and its evidence.
    pub verdict: Verdict,
}

/// What the output was made of, and how: enough for a refresh to write it again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Made {
    /// The lists, as they were named from the folder of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// `bibtex` or `biblatex`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// The style's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
}

/// A whole lock: enough to write the output again with no cache and no network.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Lock {
    /// The format of the file.
    pub format: u32,
    /// The [`super::digest`] of the output as last written, by which a hand's work is told from ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What the output was made of.
    #[serde(default)]
    pub made: Made,
    /// What the person did to the output.
    #[serde(default, skip_serializing_if = "ByHand::is_empty")]
    pub by_hand: ByHand,
    /// Retractions, corrections and the like, by the work's key; those of one work are sorted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notices: BTreeMap<String, Vec<Notice>>,
    /// The listings, in the order of the input.
    #[serde(default, rename = "listing", skip_serializing_if = "Vec::is_empty")]
    pub listings: Vec<LockedListing>,
    /// The works, by key.
    #[serde(default, rename = "work", skip_serializing_if = "Vec::is_empty")]
    pub works: Vec<Work>,
    /// What stands on the people's own pages in DBLP and in no list: titles, by key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unlisted: BTreeMap<DblpKey, String>,
}

impl Lock {
    /// The format that this version writes; it reads those before it too. Format 2 added the
    /// evidence piece by piece, what was listed, and for each field who said so when.
    pub const FORMAT: u32 = 2;

    /// A lock of these decisions. Works are put in the order of their keys.
    #[must_use]
    pub fn new(listings: Vec<LockedListing>, mut works: Vec<Work>) -> Self {
        works.sort_by(|a, b| a.key.cmp(&b.key));
        Self {
            format: Self::FORMAT,
            output: None,
            made: Made::default(),
            by_hand: ByHand::default(),
            notices: BTreeMap::new(),
            listings,
            works,
            unlisted: BTreeMap::new(),
        }
    }

    /// Reads a lock.
    ///
    /// # Errors
    /// When `text` is no lock, or one of a later format.
    pub fn parse(text: &str, file: &str) -> Result<Self, LockError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let unreadable = |cause: toml::de::Error| LockError::Unreadable {
            file: file.into(),
            cause: cause.to_string(),
        };
        let head: Head = toml::from_str(text).map_err(unreadable)?;
        if !(1..=Self::FORMAT).contains(&head.format) {
            return Err(LockError::Format {
                file: file.into(),
                found: head.format,
            });
        }
        toml::from_str(text).map_err(unreadable)
    }

    /// The lock as TOML.
    ///
    /// # Errors
    /// Never for a lock built by [`Lock::new`]; the error is passed on rather than hidden.
    pub fn render(&self) -> Result<String, toml::ser::Error> {
        let mut out = String::from(
            "# What bibsync decided, and why. Written by bibsync; keep it under version control.\n\n",
        );
        let head = Self {
            format: self.format,
            output: self.output.clone(),
            made: self.made.clone(),
            by_hand: self.by_hand.clone(),
            notices: self.notices.clone(),
            ..Self::default()
        };
        out.push_str(&toml::to_string_pretty(&head)?);
        // One by one, since toml takes time by the square of the number of tables.
        for listing in &self.listings {
            out.push('\n');
            out.push_str(&toml::to_string_pretty(&Listing { listing: [listing] })?);
        }
        for work in &self.works {
            out.push('\n');
            out.push_str(&toml::to_string_pretty(&Exported { work: [work] })?);
        }
        if !self.unlisted.is_empty() {
            let unlisted = &self.unlisted;
            out.push('\n');
            out.push_str(&toml::to_string_pretty(&Unlisted { unlisted })?);
        }
        Ok(out)
    }

    /// The works as they are written: without those that the person took out, and with the fields
    /// that the person changed. With `noted`, the note of a work says which grave notices there are
    /// on it.
    #[must_use]
    pub fn exported(&self, noted: bool) -> Vec<Work> {
        let mut out = self.works.clone();
        out.retain(|work| !self.by_hand.left_out.contains(&work.key));
        for work in &mut out {
            let notices = self.notices.get(&work.key).into_iter().flatten();
            let grave = notices.filter(|notice| noted && notice.kind.is_grave());
            let said = work.meta.note.take().into_iter();
            let note: Vec<String> = said.chain(grave.map(ToString::to_string)).collect();
            work.meta.note = (!note.is_empty()).then(|| note.join(". "));
            let edited = self.by_hand.fields.get(&work.key);
            work.fields.extend(edited.cloned().unwrap_or_default());
        }
        out
    }

    /// What was decided for each listing, by its fingerprint; the first, where two have one.
    #[must_use]
    pub fn by_fingerprint(&self) -> BTreeMap<&str, &LockedListing> {
        let listings = self.listings.iter().rev();
        listings
            .map(|listing| (listing.fingerprint.as_str(), listing))
            .collect()
    }

    /// The works by their keys.
    #[must_use]
    pub fn by_key(&self) -> BTreeMap<&str, &Work> {
        let works = self.works.iter().rev();
        works.map(|work| (work.key.as_str(), work)).collect()
    }
}

/// A listing as it stands in the lock.
#[derive(Serialize)]
struct Listing<'a> {
    listing: [&'a LockedListing; 1],
}

/// A work as it stands in the lock.
#[derive(Serialize)]
struct Exported<'a> {
    work: [&'a Work; 1],
}

/// What no list has, as it stands in the lock.
#[derive(Serialize)]
struct Unlisted<'a> {
    unlisted: &'a BTreeMap<DblpKey, String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Candidate, Confidence, Doi, Edition, Evidence, Field, Ids, Kind, Metadata, PartialDate,
        PersonName, Piece, Run, SourceName, Title, Unmatched, WorkStatus,
    };

    #[test]
    fn a_lock_comes_back_as_it_was() {
        let title = Title::from_runs([Run::Plain("On ".into()), Run::Math("O(n)".into())]);
        let mut meta = Metadata::new(Kind::Journal, title);
        meta.authors = vec![PersonName::parse("Juan de la Cruz").into()];
        meta.date = Some(PartialDate::year(2022));
        meta.ids.doi = Some(Doi::parse("10.1000/1").unwrap());
        meta.arxiv_class = Some("cs.DS".into());
        meta.url = Some("https://example.org".into());
        let edition = Edition {
            name: "dblp".into(),
            date: Some(jiff::civil::date(2026, 11, 1)),
            licence: Some("CC0-1.0".into()),
        };
        let work = Work {
            key: "cruz2022on".into(),
            aliases: Vec::new(),
            status: WorkStatus::Matched,
            meta,
            fields: BTreeMap::from([("keywords".into(), "a".into())]),
            origins: BTreeMap::from([(Field::Title, SourceName::Dblp.into())]),
            editions: [edition].into(),
        };
        let candidate = Candidate {
            ids: Ids {
                doi: Some(Doi::parse("10.1000/1").unwrap()),
                ..Ids::default()
            },
            title: "On O(n)".into(),
            outline: None,
            confidence: Confidence::new(0.998),
            evidence: Evidence {
                title: 1.0,
                authors: Some(1.0),
                year: Some(0),
                pieces: vec![
                    Piece::new("before anything is seen", -4.0),
                    Piece::new("the same title", 4.0),
                ],
                ..Evidence::default()
            },
        };
        let lock = Lock::new(
            vec![
                LockedListing {
                    fingerprint: "0123456789abcdef".into(),
                    title: "On O(n)".into(),
                    key: "cruz2022on".into(),
                    listed: Some(Outline {
                        authors: vec!["Juan de la Cruz".into()],
                        more_authors: true,
                        year: Some(2022),
                        ..Outline::default()
                    }),
                    pins: Ids {
                        doi: Some(Doi::parse("10.1000/1").unwrap()),
                        ..Ids::default()
                    },
                    upgraded: false,
                    gone: false,
                    verdict: Verdict::Matched {
                        candidates: vec![candidate],
                    },
                },
                LockedListing {
                    fingerprint: "f".into(),
                    title: "Lost".into(),
                    key: "anon".into(),
                    listed: None,
                    pins: Ids::default(),
                    upgraded: false,
                    gone: false,
                    verdict: Verdict::unmatched(Unmatched::NotFound),
                },
            ],
            vec![work],
        );
        let text = lock.render().unwrap();
        assert_eq!(Lock::parse(&text, "references.lock").unwrap(), lock);
        assert_eq!(Lock::parse(&text, "x").unwrap().render().unwrap(), text);
        let whole = toml::to_string_pretty(&lock).unwrap();
        assert!(
            text.ends_with(&whole),
            "as toml would write it whole:\n{whole}"
        );
    }

    #[test]
    fn what_is_no_lock_says_so() {
        let error = Lock::parse("nonsense", "references.lock")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("references.lock is not a lock"),
            "{error}"
        );
        let error = Lock::parse("format = 99", "references.lock")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("format 99") && error.contains("newer bibsync"),
            "{error}"
        );
    }

    #[test]
    fn the_format_before_is_still_read() {
        let text = r#"format = 1
output = "0123456789abcdef"

[[listing]]
fingerprint = "f"
title = "On Sorting"
key = "doe2023on"

[listing.verdict]
status = "matched"

[[listing.verdict.candidates]]
title = "On Sorting."
confidence = 0.998

[listing.verdict.candidates.ids]
dblp = "conf/x/Doe23"

[listing.verdict.candidates.evidence]
title = 1.0

[[listing]]
fingerprint = "g"
title = "Lost"
key = "anon"

[listing.verdict]
status = "unmatched"
reason = "not-found"

[[work]]
key = "doe2023on"
status = "matched"

[work.meta]
kind = "conference"
title = "On Sorting."

[work.meta.ids]
dblp = "conf/x/Doe23"

[work.origins]
title = "dblp"
"#;
        let lock = Lock::parse(text, "references.lock").unwrap();
        assert_eq!(lock.listings.len(), 2);
        assert_eq!(
            lock.works[0].origins[&Field::Title],
            SourceName::Dblp.into()
        );
        assert_eq!(
            lock.listings[0].verdict.candidates()[0].evidence.odds(),
            None
        );
        // Read and written again it is what it was.
        let again = Lock::parse(&lock.render().unwrap(), "x").unwrap();
        assert_eq!(again, lock);
        assert_eq!(again.format, 1);
    }
}
