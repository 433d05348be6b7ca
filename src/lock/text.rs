//! The lock as text.
//!
//! TOML, in which all that belongs to one citation key stands together: the listings that it answers,
//! its work, what was edited by hand, notices. These blocks stand under 256 headings that are always
//! there, each under the one that a digest of its key falls to. So two branches that add, change or
//! take away different works touch different places, with a line between them that neither touches,
//! and git merges them; in one block after the other, neighbours that are new on both sides would be
//! a conflict.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use serde::{Deserialize, Serialize};

use super::{ByHand, Lock, LockError, LockedListing, Made, digest};
use crate::model::{DblpKey, Notice, Work};

/// What stands above the blocks.
#[derive(Serialize, Deserialize, Default)]
struct Head {
    format: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(default)]
    made: Made,
    /// What was done by hand to what no work stands for, and in locks before format 3 all of it.
    #[serde(default, skip_serializing_if = "ByHand::is_empty")]
    by_hand: ByHand,
    /// Of locks before format 3.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    notices: BTreeMap<String, Vec<Notice>>,
}

/// What is read: the head and all blocks.
#[derive(Deserialize)]
struct Whole {
    #[serde(flatten)]
    head: Head,
    #[serde(default)]
    listing: Vec<LockedListing>,
    #[serde(default)]
    work: Vec<WorkBlock>,
    #[serde(default)]
    unlisted: Vec<Unlisted>,
}

/// A work with all that belongs to its key.
#[derive(Serialize, Deserialize)]
struct WorkBlock {
    #[serde(flatten)]
    work: Work,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    left_out: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    edited: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notices: Vec<Notice>,
}

#[derive(Serialize, Deserialize)]
struct Unlisted {
    dblp: DblpKey,
    title: String,
}

/// A listing as it is written: by itself, since toml takes time by the square of the number of tables.
#[derive(Serialize)]
struct OfListing<'a> {
    listing: [&'a LockedListing; 1],
}

/// A work as it is written.
#[derive(Serialize)]
struct OfWork {
    work: [WorkBlock; 1],
}

/// What no list has, as it is written.
#[derive(Serialize)]
struct OfUnlisted {
    unlisted: [Unlisted; 1],
}

impl Lock {
    /// Reads a lock.
    ///
    /// # Errors
    /// When `text` is no lock, or one of a later format.
    pub fn parse(text: &str, file: &str) -> Result<Self, LockError> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        if let Some(line) = open_conflict(text) {
            return Err(LockError::Conflict {
                file: file.into(),
                line,
            });
        }
        let unreadable = |cause: toml::de::Error| LockError::Unreadable {
            file: file.into(),
            cause: cause.to_string(),
        };
        let Format { format } = toml::from_str(text).map_err(unreadable)?;
        if !(1..=Self::FORMAT).contains(&format) {
            return Err(LockError::Format {
                file: file.into(),
                found: format,
            });
        }
        let Whole {
            head,
            mut listing,
            work,
            unlisted,
        } = toml::from_str(text).map_err(unreadable)?;
        let mut lock = if format >= 3 {
            listing.sort_by(|a, b| (a.place, &a.fingerprint).cmp(&(b.place, &b.fingerprint)));
            // Their places are as they were given: where a listing was put in between, uneven.
            Self {
                listings: listing,
                ..Self::default()
            }
        } else {
            Self::new(listing, Vec::new())
        };
        lock.output = head.output;
        lock.made = head.made;
        lock.by_hand = head.by_hand;
        lock.notices = head.notices;
        for one in work {
            let key = &one.work.key;
            lock.written
                .extend(one.written.map(|digest| (key.clone(), digest)));
            if one.left_out {
                lock.by_hand.left_out.insert(key.clone());
            }
            if !one.edited.is_empty() {
                lock.by_hand.fields.insert(key.clone(), one.edited);
            }
            if !one.notices.is_empty() {
                lock.notices.insert(key.clone(), one.notices);
            }
            lock.works.push(one.work);
        }
        lock.works.sort_by(|a, b| a.key.cmp(&b.key));
        lock.unlisted = unlisted.into_iter().map(|it| (it.dblp, it.title)).collect();
        Ok(lock)
    }

    /// The lock as TOML.
    ///
    /// # Errors
    /// Never for a lock built by [`Lock::new`]; the error is passed on rather than hidden.
    pub fn render(&self) -> Result<String, toml::ser::Error> {
        let mut out = String::from(
            "# What bibsync decided, and why. Written by bibsync; keep it under version control.\n\n",
        );
        out.push_str(&toml::to_string_pretty(&self.head())?);
        let mut blocks: BTreeMap<u8, Vec<String>> = BTreeMap::new();
        let mut add = |key: &str, block| blocks.entry(heading(key)).or_default().push(block);
        let mut listings: Vec<&LockedListing> = self.listings.iter().collect();
        listings.sort_by_key(|it| (&it.key, &it.fingerprint));
        for listing in listings {
            let one = OfListing { listing: [listing] };
            add(&listing.key, toml::to_string_pretty(&one)?);
        }
        for work in &self.works {
            let one = OfWork {
                work: [self.with_all(work)],
            };
            add(&work.key, toml::to_string_pretty(&one)?);
        }
        for (dblp, title) in &self.unlisted {
            let one = Unlisted {
                dblp: dblp.clone(),
                title: title.clone(),
            };
            let one = OfUnlisted { unlisted: [one] };
            add(&dblp.to_string(), toml::to_string_pretty(&one)?);
        }
        out.push('\n');
        for number in 0..=u8::MAX {
            _ = writeln!(out, "# {number:02x}");
            for block in blocks.remove(&number).into_iter().flatten() {
                out.push_str(&block);
                out.push('\n');
            }
        }
        Ok(out)
    }

    fn head(&self) -> Head {
        let keys: BTreeSet<&str> = self.works.iter().map(|work| work.key.as_str()).collect();
        let mut by_hand = self.by_hand.clone();
        by_hand.left_out.retain(|key| !keys.contains(key.as_str()));
        by_hand.fields.retain(|key, _| !keys.contains(key.as_str()));
        Head {
            format: Self::FORMAT,
            output: self.output.clone().filter(|_| self.written.is_empty()),
            made: self.made.clone(),
            by_hand,
            notices: BTreeMap::new(),
        }
    }

    fn with_all(&self, work: &Work) -> WorkBlock {
        let key = &work.key;
        WorkBlock {
            work: work.clone(),
            written: self.written.get(key).cloned(),
            left_out: self.by_hand.left_out.contains(key),
            edited: self.by_hand.fields.get(key).cloned().unwrap_or_default(),
            notices: self.notices.get(key).cloned().unwrap_or_default(),
        }
    }
}

/// The line, counted from 1, at which git left a conflict open.
#[must_use]
pub fn open_conflict(text: &str) -> Option<usize> {
    let marks = |mark: &'static str| {
        move |line: &str| {
            let rest = line.strip_prefix(mark);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r']))
        }
    };
    let begins = text.lines().position(marks("<<<<<<<"))?;
    let mut behind = text.lines().skip(begins);
    (behind.any(marks("=======")) && behind.any(marks(">>>>>>>"))).then_some(begins + 1)
}

/// Under which heading a key's blocks stand.
fn heading(key: &str) -> u8 {
    let digest = digest(key);
    digest
        .get(digest.len() - 2..)
        .and_then(|last| u8::from_str_radix(last, 16).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::LockedListing;
    use crate::model::{
        Candidate, Confidence, Doi, Edition, Evidence, Field, Ids, Kind, Metadata, Outline,
        PartialDate, PersonName, Piece, Run, SourceName, Title, Unmatched, Verdict, WorkStatus,
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
                    place: 0,
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
                    place: 0,
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
    }

    #[test]
    fn places_are_as_they_were_given() {
        let listing = |title: &str| LockedListing {
            fingerprint: title.into(),
            title: title.into(),
            key: title.into(),
            listed: None,
            pins: Ids::default(),
            place: 0,
            upgraded: false,
            gone: false,
            verdict: Verdict::unmatched(Unmatched::NotFound),
        };
        let old = Lock::new(["a", "c"].map(listing).into(), Vec::new());
        let mut new = Lock::new(["a", "b", "c"].map(listing).into(), Vec::new());
        new.place_as_in(&old);
        let text = new.render().unwrap();
        assert_eq!(Lock::parse(&text, "x").unwrap(), new);
    }

    #[test]
    fn a_conflict_left_open_is_named() {
        let text = "format = 3\n<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> b\n";
        let error = Lock::parse(text, "references.lock").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("references.lock:2: a conflict")
        );
        assert_eq!(open_conflict("<<<<<<< a\n"), None);
        assert_eq!(open_conflict("=======\n>>>>>>> a\n"), None);
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
        assert_eq!(again.output.as_deref(), Some("0123456789abcdef"));
    }
}
