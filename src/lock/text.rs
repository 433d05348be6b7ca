//! The lock as text.
//!
//! The lock is TOML, in blocks: everything that belongs to one citation key is together, namely its listings,
//! its work, the manual edits and the notices. The blocks are under 256 headings that are always present; a
//! digest of the key selects the heading. So two branches that add, change or remove different works change
//! different places with an unchanged line between them, and git can merge them. Without the headings, new
//! neighbours on both sides would be a conflict.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io,
};

use rayon::prelude::*;

use super::{
    FormerWork, LastRefresh, Lock, LockedListing,
    blocks::{Blocks, FormerBlock, LockHead, OutputState, PageBlock, UnlistedBlock, WorkBlock},
    boundaries::{LAST, heading, heading_line},
    digest,
    done::{DoneEntries, DoneMark, marked},
    fingerprint::Digest,
};
use crate::model::{DblpKey, DblpPid, Work};

/// The number of blocks that are rendered at once.
const AT_ONCE: usize = 1024;

/// The source of a block. A block is built when it is written, since all together are as large as the lock.
#[derive(Clone, Copy)]
enum BlockSource<'a> {
    Listing(&'a LockedListing),
    Work(&'a Work),
    Former(&'a FormerWork),
    Unlisted(&'a DblpKey, &'a str),
    Page(&'a DblpPid),
    Refreshed(&'a LastRefresh),
    /// A block that is kept as it is.
    Kept(&'a str),
}

/// The first line of each lock.
pub(super) const INTRODUCTION: &str =
    "# What bibsync decided, and why. Written by bibsync; keep it under version control.";

impl Lock {
    /// Renders the lock as TOML.
    ///
    /// # Errors
    /// Never for a lock built by [`Lock::new`]; an error of the serializer is returned.
    pub fn render(&self) -> Result<String, toml::ser::Error> {
        self.render_with(&DoneEntries::default())
    }

    /// Renders the lock as TOML, with the entries for which nothing is left to do: the blocks that are kept of
    /// a former lock, and the marks of others.
    ///
    /// # Errors
    /// As for [`Lock::render`].
    pub fn render_with(&self, done: &DoneEntries<'_>) -> Result<String, toml::ser::Error> {
        self.pieces(done).collect()
    }

    /// Writes the text of [`Lock::render`] piece by piece, since locks are large, and returns its
    /// [`digest`].
    ///
    /// # Errors
    /// If `out` can't be written.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<String> {
        let mut digest = Digest::default();
        for piece in self.pieces(&DoneEntries::default()) {
            let piece = piece.map_err(io::Error::other)?;
            out.write_all(piece.as_bytes())?;
            digest.update(&piece);
        }
        Ok(digest.finish())
    }

    /// Returns the text of the lock in pieces: its head, then the headings with their blocks.
    fn pieces<'a>(
        &'a self,
        done: &'a DoneEntries<'a>,
    ) -> impl Iterator<Item = Result<String, toml::ser::Error>> {
        let head = toml::to_string_pretty(&self.head());
        let head = head.map(|head| format!("{INTRODUCTION}\n\n{head}\n"));
        let mut parts = self.parts(done);
        // The order of the parts under one heading stays.
        parts.sort_by_key(|(heading, _)| *heading);
        let mut parts = parts.into_iter().peekable();
        let mut headings = (0..=u8::MAX).peekable();
        let mut rendered: VecDeque<Result<String, toml::ser::Error>> = VecDeque::new();
        let mut marks = Marks {
            of: &done.marks,
            listings: BTreeMap::new(),
        };
        let blocks = std::iter::from_fn(move || {
            if rendered.is_empty() {
                let mut some: Vec<(u8, BlockSource<'_>)> = Vec::new();
                while some.len() < AT_ONCE && parts.peek().is_some() {
                    some.extend(parts.next());
                }
                // Blocks are rendered on all cores; no more at once than fit memory well.
                let mut blocks: Vec<Result<String, toml::ser::Error>> = Vec::new();
                some.par_iter()
                    .map(|(_, part)| self.block_text(*part))
                    .collect_into_vec(&mut blocks);
                for ((heading, part), block) in some.iter().zip(blocks) {
                    while let Some(number) = headings.next_if(|number| number <= heading) {
                        rendered.push_back(Ok(heading_line(number)));
                    }
                    rendered.push_back(block.map(|block| marks.of(*part, block)));
                }
                if parts.peek().is_none() {
                    rendered.extend(headings.by_ref().map(|number| Ok(heading_line(number))));
                }
            }
            rendered.pop_front()
        });
        std::iter::once(head)
            .chain(blocks)
            .chain(std::iter::once(Ok(format!("{LAST}\n"))))
    }

    /// Returns the source of each block with its heading.
    fn parts<'a>(&'a self, done: &'a DoneEntries<'a>) -> Vec<(u8, BlockSource<'a>)> {
        let listings = self.listings.iter();
        let listings = listings.map(|it| {
            let source = BlockSource::Listing(it);
            (it.key.as_str(), it.fingerprint.as_str(), source)
        });
        let kept = done.kept.iter();
        let kept = kept.map(|it| (it.key, it.fingerprint, BlockSource::Kept(it.listing)));
        let mut listings: Vec<(&str, &str, BlockSource<'_>)> = listings.chain(kept).collect();
        listings.sort_by_key(|(key, fingerprint, _)| (*key, *fingerprint));
        let listings = listings.into_iter();
        let listings = listings.map(|(key, _, source)| (heading_of(key), source));
        let works = self.works.iter();
        let works = works.map(|it| (it.key.as_str(), BlockSource::Work(it)));
        let kept = done.kept.iter();
        let kept = kept.map(|it| (it.key, BlockSource::Kept(it.work)));
        let mut works: Vec<(&str, BlockSource<'_>)> = works.chain(kept).collect();
        works.sort_by_key(|(key, _)| *key);
        let works = works.into_iter();
        let works = works.map(|(key, source)| (heading_of(key), source));
        let former = self.former.iter();
        let former = former.map(|it| (heading_of(&it.work.key), BlockSource::Former(it)));
        let unlisted = self.unlisted.iter();
        let unlisted = unlisted.map(|(dblp, title)| {
            (
                heading_of(&dblp.to_string()),
                BlockSource::Unlisted(dblp, title),
            )
        });
        let pages = self.pages.iter();
        let pages = pages.map(|page| (heading_of(&page.to_string()), BlockSource::Page(page)));
        // The heading depends on the day, so that branches refreshed on different days do not conflict.
        let refreshed = self.refreshed.iter();
        let refreshed =
            refreshed.map(|it| (heading_of(&format!("{it:?}")), BlockSource::Refreshed(it)));
        listings
            .chain(works)
            .chain(former)
            .chain(unlisted)
            .chain(pages)
            .chain(refreshed)
            .collect()
    }

    fn block_text(&self, part: BlockSource<'_>) -> Result<String, toml::ser::Error> {
        if let BlockSource::Kept(text) = part {
            return Ok(text.to_owned());
        }
        let block = toml::to_string_pretty(&self.block(part))?;
        Ok(format!("{block}\n"))
    }

    fn block(&self, part: BlockSource<'_>) -> Blocks {
        let mut out = Blocks::default();
        match part {
            BlockSource::Listing(listing) => out.listing.push(listing.clone()),
            BlockSource::Work(work) => out.work.push(WorkBlock {
                work: work.clone(),
                output: self.output_state(&work.key),
                notices: self.notices.get(&work.key).cloned().unwrap_or_default(),
            }),
            BlockSource::Former(former) => out.former.push(FormerBlock {
                former: former.clone(),
                output: self.output_state(&former.work.key),
            }),
            BlockSource::Unlisted(dblp, title) => out.unlisted.push(UnlistedBlock {
                dblp: dblp.clone(),
                title: title.to_owned(),
            }),
            BlockSource::Page(page) => out.page.push(PageBlock { dblp: page.clone() }),
            BlockSource::Refreshed(refreshed) => out.refreshed.push(refreshed.clone()),
            BlockSource::Kept(_) => {}
        }
        out
    }

    fn head(&self) -> LockHead {
        let works = self.works.iter().map(|work| work.key.as_str());
        let former = self.former.iter().map(|former| former.work.key.as_str());
        let keys: BTreeSet<&str> = works.chain(former).collect();
        let is_alone = |key: &String| !keys.contains(key.as_str());
        let mut manual_edits = self.manual_edits.clone();
        manual_edits.removed.retain(|key| is_alone(key));
        manual_edits.fields.retain(|key, _| is_alone(key));
        manual_edits.expressions.retain(|key, _| is_alone(key));
        LockHead {
            format: Self::FORMAT,
            output: self.output.clone().filter(|_| self.written.is_empty()),
            output_settings: self.output_settings.clone(),
            manual_edits,
            notices: BTreeMap::new(),
        }
    }

    fn output_state(&self, key: &str) -> OutputState {
        let manual_edits = &self.manual_edits;
        OutputState {
            written: self.written.get(key).cloned(),
            earlier: self.earlier.get(key).cloned().unwrap_or_default(),
            removed: manual_edits.removed.contains(key),
            unexported: self.unexported.contains(key),
            edited: manual_edits.fields.get(key).cloned().unwrap_or_default(),
            expressions: manual_edits
                .expressions
                .get(key)
                .cloned()
                .unwrap_or_default(),
            refused: self.refused.get(key).cloned().unwrap_or_default(),
        }
    }
}

/// Puts the marks into the blocks of works, each of which comes behind the block of its listing.
struct Marks<'a> {
    of: &'a BTreeMap<String, DoneMark>,
    /// The blocks of listings whose works are to come, by key.
    listings: BTreeMap<&'a str, String>,
}

impl<'a> Marks<'a> {
    fn of(&mut self, part: BlockSource<'a>, block: String) -> String {
        match part {
            BlockSource::Listing(listing) if self.of.contains_key(&listing.key) => {
                self.listings.insert(&listing.key, block.clone());
                block
            }
            BlockSource::Work(work) => {
                let listing = self.listings.remove(work.key.as_str());
                match (self.of.get(&work.key), listing) {
                    (Some(mark), Some(listing)) => marked(mark, &listing, &block),
                    _ => block,
                }
            }
            _ => block,
        }
    }
}

/// Returns the number of the heading for a key.
fn heading_of(key: &str) -> u8 {
    heading(&digest(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::LockedListing;
    use crate::model::{
        Candidate, Confidence, DatasetVersion, Doi, Evidence, Field, Ids, Kind, Metadata, Outline,
        PartialDate, PersonName, Piece, Run, SourceName, Title, Unmatched, Verdict,
    };

    #[test]
    fn rendered_lock_parses_back() {
        let title = Title::from_runs([Run::Plain("On ".into()), Run::Math("O(n)".into())]);
        let mut meta = Metadata::new(Kind::Journal, title);
        meta.authors = vec![PersonName::parse("Juan de la Cruz").into()];
        meta.date = Some(PartialDate::year(2022));
        meta.ids.doi = Some(Doi::parse("10.1000/1").unwrap());
        meta.arxiv_class = Some("cs.DS".into());
        meta.url = Some("https://example.org".into());
        let edition = DatasetVersion {
            name: "dblp".into(),
            date: Some(jiff::civil::date(2026, 11, 1)),
            licence: Some("CC0-1.0".into()),
        };
        let work = Work {
            fields: BTreeMap::from([("keywords".into(), "a".into())]),
            origins: BTreeMap::from([(Field::Title, SourceName::DBLP.into())]),
            editions: [edition].into(),
            ..Work::new("cruz2022on", meta)
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
        let mut written = Vec::new();
        assert_eq!(lock.write_to(&mut written).unwrap(), digest(&text));
        assert_eq!(String::from_utf8(written).unwrap(), text);
    }

    #[test]
    fn position_numbers_are_kept() {
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
    fn format_1_is_still_read() {
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
            SourceName::DBLP.into()
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
