//! The entries of a file that is updated in place for which nothing is left to do: their blocks in the lock
//! are neither read nor rendered again, but kept as they are.
//!
//! The block of such a work has a line with a digest of what was decided on: the entry as it is in the file,
//! and both blocks. It is a comment to readers of the lock. An edit or a merge that changes any of the three
//! makes it void.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde::Deserialize;

use super::{
    boundaries::{BLOCKS, END, boundaries},
    fingerprint::Digest,
};

/// How the line begins.
const MARK: &str = "# done ";

/// What the mark of an entry says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneMark {
    /// What was found for the entry, in a word.
    pub verdict: String,
    /// The digest of the entry as it is in the file.
    pub entry: String,
}

/// An entry whose blocks are kept as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneEntry {
    /// What its mark says.
    pub mark: DoneMark,
    /// The fingerprint of its listing.
    pub fingerprint: String,
    /// The position number of its listing.
    pub place: i64,
    pub(super) listing: Range<usize>,
    pub(super) work: Range<usize>,
}

/// A lock without the blocks that are kept as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// The text of the other blocks, which is a lock.
    pub rest: String,
    /// The entries whose blocks are kept, by key.
    pub done: BTreeMap<String, DoneEntry>,
}

/// Sets the blocks of entries aside for which a lock says that nothing is left to do. `entries` has the digests
/// of the entries as they are in the file now, by key. Returns `None` where nothing can be set aside, such as in
/// a lock with other blocks than those of listings and works.
#[must_use]
pub fn set_aside(lock: &str, entries: &BTreeMap<&str, String>) -> Option<SetAside> {
    let blocks = blocks(lock)?;
    let works: BTreeMap<String, &Block> = by_key(lock, &blocks, BlockKind::Work)?;
    let listings = by_key(lock, &blocks, BlockKind::Listing)?;
    let mut done = BTreeMap::new();
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    for (key, work) in works {
        let entry = || {
            let listing = listings.get(&key)?;
            let digest = entries.get(key.as_str())?;
            kept_entry(lock, listing, work, digest).map(|entry| (listing, entry))
        };
        if let Some((listing, entry)) = entry() {
            kept.extend([listing.span.start, work.span.start]);
            done.insert(key, entry);
        }
    }
    if done.is_empty() {
        return None;
    }
    let mut rest = String::new();
    let mut at = 0;
    for block in blocks.iter().filter(|it| kept.contains(&it.span.start)) {
        rest.push_str(lock.get(at..block.span.start)?);
        at = block.span.end;
    }
    rest.push_str(lock.get(at..)?);
    Some(SetAside { rest, done })
}

/// The entries for which nothing is left to do, as they go into the text of a lock.
#[derive(Debug, Clone, Default)]
pub struct DoneEntries<'a> {
    pub(super) kept: Vec<KeptBlocks<'a>>,
    /// The marks of entries that are in the lock itself, by key.
    pub marks: BTreeMap<String, DoneMark>,
}

/// The blocks of an entry in a former text of the lock.
#[derive(Debug, Clone)]
pub(super) struct KeptBlocks<'a> {
    pub(super) key: &'a str,
    pub(super) fingerprint: &'a str,
    pub(super) listing: &'a str,
    pub(super) work: &'a str,
}

impl<'a> DoneEntries<'a> {
    /// Takes the blocks of entries that were set aside out of the text that they stand in.
    #[must_use]
    pub fn kept(former: &'a str, done: &'a BTreeMap<String, DoneEntry>) -> Self {
        let blocks = done.iter().filter_map(|(key, entry)| {
            Some(KeptBlocks {
                key,
                fingerprint: &entry.fingerprint,
                listing: former.get(entry.listing.clone())?,
                work: former.get(entry.work.clone())?,
            })
        });
        Self {
            kept: blocks.collect(),
            marks: BTreeMap::new(),
        }
    }
}

/// Returns the block of a work with its mark.
pub(super) fn marked(mark: &DoneMark, listing: &str, work: &str) -> String {
    let Some((begin, rest)) = split_line(work) else {
        return work.to_owned();
    };
    let digest = digest_of(mark, listing, [begin, rest]);
    format!("{begin}{MARK}{} {digest}\n{rest}", mark.verdict)
}

fn digest_of(mark: &DoneMark, listing: &str, work: [&str; 2]) -> String {
    let mut digest = Digest::default();
    for part in [&mark.verdict, "\n", &mark.entry, "\n", listing] {
        digest.update(part);
    }
    for part in work {
        digest.update(part);
    }
    digest.update(env!("CARGO_PKG_VERSION"));
    digest.finish()
}

/// A kind of block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Listing,
    Work,
}

struct Block {
    kind: BlockKind,
    span: Range<usize>,
}

/// Cuts a lock into its blocks; `None` unless it has all headings in order, and blocks of listings and works
/// alone.
fn blocks(lock: &str) -> Option<Vec<Block>> {
    let boundaries = boundaries(lock);
    let mut headings = 0..=END;
    let mut out = Vec::new();
    for (at, boundary) in boundaries.iter().enumerate() {
        if let Some(number) = boundary.heading {
            if headings.next() != Some(number) {
                return None;
            }
            continue;
        }
        let end = boundaries.get(at + 1)?.at;
        let text = lock.get(boundary.at..end)?;
        let kind = match BLOCKS.iter().position(|it| text.starts_with(it))? {
            0 => BlockKind::Listing,
            1 => BlockKind::Work,
            _ => return None,
        };
        out.push(Block {
            kind,
            span: boundary.at..end,
        });
    }
    headings.next().is_none().then_some(out)
}

/// Returns the blocks of a kind by key; `None` if two have the same.
fn by_key<'a>(
    lock: &str,
    blocks: &'a [Block],
    kind: BlockKind,
) -> Option<BTreeMap<String, &'a Block>> {
    #[derive(Deserialize)]
    struct Keyed {
        key: String,
    }
    let mut out = BTreeMap::new();
    for block in blocks.iter().filter(|it| it.kind == kind) {
        let text = lock.get(block.span.clone())?;
        let line = text.lines().find(|line| line.starts_with("key = "))?;
        let Keyed { key } = toml::from_str(line).ok()?;
        if out.insert(key, block).is_some() {
            return None;
        }
    }
    Some(out)
}

/// Returns an entry whose blocks can be kept, given the digest of the entry as it is now.
fn kept_entry(lock: &str, listing: &Block, work: &Block, entry: &str) -> Option<DoneEntry> {
    #[derive(Deserialize)]
    struct Numbered {
        fingerprint: String,
        place: i64,
    }
    let listed = lock.get(listing.span.clone())?;
    let (begin, marked) = split_line(lock.get(work.span.clone())?)?;
    let (line, rest) = split_line(marked)?;
    let (verdict, digest) = line.trim_end().strip_prefix(MARK)?.split_once(' ')?;
    let mark = DoneMark {
        verdict: verdict.to_owned(),
        entry: entry.to_owned(),
    };
    if digest_of(&mark, listed, [begin, rest]) != digest {
        return None;
    }
    // The values of the listing itself stand above the first table within it.
    let (_, values) = split_line(listed)?;
    let values = values.split("\n[").next()?;
    let Numbered { fingerprint, place } = toml::from_str(values).ok()?;
    Some(DoneEntry {
        mark,
        fingerprint,
        place,
        listing: listing.span.clone(),
        work: work.span.clone(),
    })
}

/// Splits a text behind its first line.
fn split_line(text: &str) -> Option<(&str, &str)> {
    text.split_at_checked(text.find('\n')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::{
        Lock,
        samples::{listing, work},
    };

    fn lock(titles: &[&str]) -> Lock {
        Lock::new(
            titles.iter().map(|title| listing(title, title)).collect(),
            titles.iter().map(|title| work(title, title)).collect(),
        )
    }

    fn marks(keys: &[&str]) -> BTreeMap<String, DoneMark> {
        let mark = |key: &&str| {
            let mark = DoneMark {
                verdict: "unmatched".into(),
                entry: format!("entry {key}"),
            };
            ((*key).to_owned(), mark)
        };
        keys.iter().map(mark).collect()
    }

    fn entries<'a>(keys: &[&'a str]) -> BTreeMap<&'a str, String> {
        let digest = |key: &&'a str| (*key, format!("entry {key}"));
        keys.iter().map(digest).collect()
    }

    /// A lock of three works, of which two are done.
    fn text() -> String {
        let done = DoneEntries {
            marks: marks(&["Looms", "Silk"]),
            ..DoneEntries::default()
        };
        lock(&["Looms", "Silk", "Yarn"]).render_with(&done).unwrap()
    }

    #[test]
    fn blocks_that_are_kept_are_put_back_as_they_were() {
        let text = text();
        assert_eq!(text.matches(MARK).count(), 2);
        let whole = Lock::parse(&text, "x").unwrap();
        assert_eq!(whole, lock(&["Looms", "Silk", "Yarn"]));
        let SetAside { rest, done } =
            set_aside(&text, &entries(&["Looms", "Silk", "Yarn"])).unwrap();
        assert_eq!(done.keys().collect::<Vec<_>>(), ["Looms", "Silk"]);
        let mut left = Lock::parse(&rest, "x").unwrap();
        assert_eq!(left.works, lock(&["Yarn"]).works);
        let old = left.clone();
        assert!(left.place_beside(&old, &done, &["Looms", "Silk", "Yarn"]));
        let again = left.render_with(&DoneEntries::kept(&text, &done)).unwrap();
        assert_eq!(again, text);
        assert!(!left.place_beside(&old, &done, &["Silk", "Yarn", "Looms"]));
    }

    #[test]
    fn any_change_of_entry_listing_or_work_voids_the_mark() {
        let text = text();
        let kept = |text: &str, entries: &BTreeMap<&str, String>| -> Vec<String> {
            let aside = set_aside(text, entries);
            aside.map_or_else(Vec::new, |it| it.done.into_keys().collect())
        };
        let all = entries(&["Looms", "Silk"]);
        assert_eq!(kept(&text, &all), ["Looms", "Silk"]);
        assert_eq!(kept(&text, &entries(&["Silk"])), ["Silk"]);
        let mut other = all.clone();
        other.insert("Silk", "edited".to_owned());
        assert_eq!(kept(&text, &other), ["Looms"]);
        for (old, new) in [
            ("title = \"Silk\"\nkey", "title = \"Silks\"\nkey"),
            ("title = \"Silk\"\n\n[work", "title = \"Silks\"\n\n[work"),
            ("# done unmatched", "# done matched"),
        ] {
            let edited = text.replace(old, new);
            assert_ne!(edited, text, "{old}");
            assert!(!kept(&edited, &all).contains(&"Silk".to_owned()), "{new}");
        }
        let twice = text.replace("key = \"Yarn\"", "key = \"Silk\"");
        assert_eq!(kept(&twice, &all), [""; 0]);
        assert_eq!(kept(text.split("# end").next().unwrap(), &all), [""; 0]);
    }
}
