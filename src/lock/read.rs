//! The lock as it is read, whole or damaged.
//!
//! Each block is read by itself, so that a damaged one costs no other. Where git left a conflict open,
//! both sides are read.

use std::collections::BTreeSet;

use super::{
    ByHand, LastRefresh, Lock, LockError, LockedListing,
    identity::{free_key, is_one_work},
    text::{BLOCKS, Blocks, Head, OutputOf, Unlisted, open_conflict},
};
use crate::{
    model::{Work, WorkId},
    text::fold::squeeze,
};

/// A lock as far as it could be read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Salvaged {
    /// What is whole.
    pub lock: Lock,
    /// What is not: a sentence for each, with its line. None for a lock as it was written.
    pub damage: Vec<String>,
}

impl Lock {
    /// Reads a lock as it was written.
    ///
    /// # Errors
    /// When `text` is no whole lock, or one of a later format.
    pub fn parse(text: &str, file: &str) -> Result<Self, LockError> {
        let Salvaged { lock, damage } = Self::salvage(text, file)?;
        match damage.into_iter().next() {
            None => Ok(lock),
            Some(damage) => Err(LockError::Damaged {
                file: file.to_owned(),
                damage,
            }),
        }
    }

    /// Reads what is whole of a lock: one that was cut off, merged by git with or without conflicts, or
    /// edited by hand.
    ///
    /// # Errors
    /// When the lock is of a later format, of which nothing may be lost.
    pub fn salvage(text: &str, file: &str) -> Result<Salvaged, LockError> {
        let format = format_of(text);
        if let Some(found) = format.filter(|format| *format > Self::FORMAT) {
            return Err(LockError::Format {
                file: file.to_owned(),
                found,
            });
        }
        let mut out = match open_conflict(text) {
            Some(line) => {
                let [ours, theirs] = sides(text).map(|side| read(&side, format));
                let damage =
                    format!("line {line}: a conflict that git left open; both sides are read");
                let damage = std::iter::once(damage)
                    .chain(ours.damage)
                    .chain(theirs.damage);
                Salvaged {
                    damage: damage.collect(),
                    lock: united(ours.lock, theirs.lock),
                }
            }
            None => read(text, format),
        };
        out.damage.extend(separate(&mut out.lock));
        Ok(out)
    }
}

/// The format that a lock names.
fn format_of(text: &str) -> Option<u32> {
    let value = text.lines().find_map(|line| {
        let rest = line.strip_prefix("format")?.trim_start();
        rest.strip_prefix('=')
    })?;
    value.trim().parse().ok()
}

/// Reads a text without conflicts.
fn read(text: &str, format: Option<u32>) -> Salvaged {
    match format {
        Some(before @ 1..3) => read_whole(text, before),
        _ => read_blocks(text),
    }
}

/// A lock of before format 3, which is read as one piece.
fn read_whole(text: &str, format: u32) -> Salvaged {
    #[derive(serde::Deserialize)]
    struct Whole {
        #[serde(flatten)]
        head: Head,
        #[serde(flatten)]
        blocks: Blocks,
    }
    match toml::from_str::<Whole>(text) {
        Ok(Whole { head, blocks }) => {
            let mut lock = Lock::default();
            take_head(&mut lock, head);
            take(&mut lock, blocks);
            let Lock { listings, .. } = Lock::new(std::mem::take(&mut lock.listings), Vec::new());
            lock.listings = listings;
            lock.works.sort_by(|a, b| a.key.cmp(&b.key));
            Salvaged {
                lock,
                damage: Vec::new(),
            }
        }
        Err(error) => Salvaged {
            lock: Lock::default(),
            damage: vec![format!("format {format}: {}", error.message())],
        },
    }
}

/// A text over several lines may hold lines that look like the begin of a block: so many more are read
/// before what does not parse is held for damaged.
const LOOKALIKES: usize = 8;

fn read_blocks(text: &str) -> Salvaged {
    let mut out = Salvaged::default();
    let boundaries = boundaries(text);
    let end_of = |boundary: usize| boundaries.get(boundary).map_or(text.len(), |it| it.at);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    // The head goes to the first boundary with which it can be read.
    let head = (0..=LOOKALIKES.min(boundaries.len()))
        .find_map(|to| Some((to, toml::from_str::<Head>(part(0, end_of(to))).ok()?)));
    let mut at = head.as_ref().map_or(0, |(to, _)| *to);
    match head {
        Some((_, head)) => take_head(&mut out.lock, head),
        None => out
            .damage
            .push("line 1: what is above its blocks can't be read".to_owned()),
    }
    let mut headings = 0..=u8::MAX;
    let mut awaited = headings.next();
    while let Some(boundary) = boundaries.get(at) {
        at += 1;
        if let Some(number) = boundary.heading {
            if awaited == Some(number) {
                awaited = headings.next();
            }
            continue;
        }
        let read = |to: usize| toml::from_str::<Blocks>(part(boundary.at, end_of(to)));
        let longer = || (at + 1..=at + LOOKALIKES).find_map(|to| Some((to, read(to).ok()?)));
        match read(at) {
            Ok(blocks) => take(&mut out.lock, blocks),
            Err(error) => {
                match longer().filter(|_| part(boundary.at, end_of(at)).contains("\"\"\"")) {
                    Some((to, blocks)) => {
                        take(&mut out.lock, blocks);
                        at = to;
                    }
                    None => out.damage.push(format!(
                        "line {}: a block can't be read: {}",
                        boundary.line,
                        error.message()
                    )),
                }
            }
        }
    }
    if awaited.is_some() && !text.trim().is_empty() {
        let line = text.lines().count();
        let damage = format!("line {line} is not its last one: it was cut off there");
        out.damage.push(damage);
    }
    sort(&mut out.lock);
    out
}

/// A line at which something begins.
struct Boundary {
    /// Its first byte.
    at: usize,
    /// Its number, counted from 1.
    line: usize,
    /// The number of a heading; `None` for a block.
    heading: Option<u8>,
}

fn boundaries(text: &str) -> Vec<Boundary> {
    let mut out = Vec::new();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let bare = line.trim_end();
        let heading = heading_number(bare);
        if heading.is_some() || BLOCKS.contains(&bare) {
            out.push(Boundary {
                at,
                line: number + 1,
                heading,
            });
        }
        at += line.len();
    }
    out
}

/// The number of `# 0a`.
fn heading_number(line: &str) -> Option<u8> {
    let digits = line.strip_prefix("# ").filter(|digits| digits.len() == 2)?;
    u8::from_str_radix(digits, 16).ok()
}

fn take_head(lock: &mut Lock, head: Head) {
    lock.output = head.output;
    lock.made = head.made;
    lock.by_hand = head.by_hand;
    lock.notices = head.notices;
}

fn take(lock: &mut Lock, blocks: Blocks) {
    lock.listings.extend(blocks.listing);
    for block in blocks.work {
        let key = &block.work.key;
        take_output(lock, key, block.output);
        if !block.notices.is_empty() {
            lock.notices.insert(key.clone(), block.notices);
        }
        lock.works.push(block.work);
    }
    for block in blocks.former {
        take_output(lock, &block.former.work.key, block.output);
        lock.former.push(block.former);
    }
    let unlisted = blocks.unlisted.into_iter();
    lock.unlisted
        .extend(unlisted.map(|Unlisted { dblp, title }| (dblp, title)));
    lock.pages
        .extend(blocks.page.into_iter().map(|page| page.dblp));
    for refreshed in blocks.refreshed {
        lock.refreshed = earlier_of(lock.refreshed.take(), Some(refreshed));
    }
}

fn take_output(lock: &mut Lock, key: &str, output: OutputOf) {
    let written = output.written.into_iter();
    lock.written
        .extend(written.map(|digest| (key.to_owned(), digest)));
    if !output.earlier.is_empty() {
        lock.earlier.insert(key.to_owned(), output.earlier);
    }
    if output.left_out {
        lock.by_hand.left_out.insert(key.to_owned());
    }
    if output.unexported {
        lock.unexported.insert(key.to_owned());
    }
    for (fields, edited) in [
        (&mut lock.by_hand.fields, output.edited),
        (&mut lock.by_hand.expressions, output.expressions),
    ] {
        if !edited.is_empty() {
            fields.entry(key.to_owned()).or_default().extend(edited);
        }
    }
}

/// Of two branches that were refreshed what holds for both.
fn earlier_of(a: Option<LastRefresh>, b: Option<LastRefresh>) -> Option<LastRefresh> {
    match (a, b) {
        (Some(a), Some(b)) => Some(LastRefresh {
            as_of: a.as_of.min(b.as_of),
            looked: a.looked.min(b.looked),
            searched: a.searched.min(b.searched),
            turn: a.turn.min(b.turn),
        }),
        (a, b) => a.or(b),
    }
}

fn sort(lock: &mut Lock) {
    // Listings keep their places, uneven where one was put in between.
    lock.listings
        .sort_by(|a, b| (a.place, &a.fingerprint).cmp(&(b.place, &b.fingerprint)));
    lock.works.sort_by(|a, b| a.key.cmp(&b.key));
    lock.former.sort_by(|a, b| a.work.key.cmp(&b.work.key));
}

/// The two texts between whose changes git left the choice open.
fn sides(text: &str) -> [String; 2] {
    let mut out = [String::new(), String::new()];
    // Which sides a line belongs to.
    let mut of = [true, true];
    for line in text.split_inclusive('\n') {
        let mark = line.get(..7).filter(|_| {
            let rest = line.get(7..).unwrap_or_default();
            rest.is_empty() || rest.starts_with([' ', '\r', '\n'])
        });
        match mark {
            Some("<<<<<<<") => of = [true, false],
            Some("|||||||") => of = [false, false],
            Some("=======") if of != [true, true] => of = [false, true],
            Some(">>>>>>>") => of = [true, true],
            _ => {
                for (side, _) in out.iter_mut().zip(of).filter(|(_, of)| *of) {
                    side.push_str(line);
                }
            }
        }
    }
    out
}

/// All that either of two locks says; of what both say, what `ours` says.
fn united(mut ours: Lock, theirs: Lock) -> Lock {
    let has: BTreeSet<(String, i64)> = ours.listings.iter().map(name_of).collect();
    let listings = theirs.listings.into_iter();
    ours.listings
        .extend(listings.filter(|listing| !has.contains(&name_of(listing))));
    // Works that share a key are told apart, or put together, in the next step.
    for work in theirs.works {
        if !ours.works.contains(&work) {
            ours.works.push(work);
        }
    }
    for former in theirs.former {
        if !ours.former.iter().any(|it| it.work.key == former.work.key) {
            ours.former.push(former);
        }
    }
    ours.output = ours.output.or(theirs.output);
    ours.made = if ours.made.inputs.is_empty() {
        theirs.made
    } else {
        ours.made
    };
    for (key, digest) in theirs.written {
        match ours.written.get(&key) {
            Some(known) if *known != digest => {
                ours.earlier.entry(key).or_default().push(digest);
            }
            Some(_) => {}
            None => _ = ours.written.insert(key, digest),
        }
    }
    for (key, digests) in theirs.earlier {
        let earlier = ours.earlier.entry(key).or_default();
        let new = digests
            .into_iter()
            .filter(|digest| !earlier.contains(digest));
        let new: Vec<String> = new.collect();
        earlier.extend(new);
    }
    for (key, notices) in theirs.notices {
        ours.notices.entry(key).or_insert(notices);
    }
    ours.by_hand = all_by_hand(ours.by_hand, theirs.by_hand);
    ours.unexported.extend(theirs.unexported);
    ours.unlisted.extend(theirs.unlisted);
    ours.pages.extend(theirs.pages);
    ours.refreshed = earlier_of(ours.refreshed, theirs.refreshed);
    sort(&mut ours);
    ours
}

fn name_of(listing: &LockedListing) -> (String, i64) {
    (listing.fingerprint.clone(), listing.place)
}

fn all_by_hand(mut ours: ByHand, theirs: ByHand) -> ByHand {
    ours.left_out.extend(theirs.left_out);
    for block in theirs.own {
        if !ours.own.contains(&block) {
            ours.own.push(block);
        }
    }
    for (mine, other) in [
        (&mut ours.fields, theirs.fields),
        (&mut ours.expressions, theirs.expressions),
    ] {
        for (key, edited) in other {
            let known = mine.entry(key).or_default();
            for (name, value) in edited {
                known.entry(name).or_insert(value);
            }
        }
    }
    ours
}

/// Tells works apart that two branches gave one key, and puts those together that are one; says what was
/// done. The first keeps the key, the other's listings follow it to a new one.
fn separate(lock: &mut Lock) -> Vec<String> {
    let mut damage = Vec::new();
    let mut works: Vec<Work> = Vec::with_capacity(lock.works.len());
    let mut taken: BTreeSet<String> = lock.works.iter().map(|it| it.key.clone()).collect();
    taken.extend(lock.former.iter().map(|it| it.work.key.clone()));
    for work in std::mem::take(&mut lock.works) {
        // Works are in the order of their keys.
        let Some(before) = works.last_mut().filter(|before| before.key == work.key) else {
            works.push(work);
            continue;
        };
        if is_one_work(before, &work) {
            let known: BTreeSet<&String> = before.aliases.iter().collect();
            let new = work.aliases.iter().filter(|alias| !known.contains(alias));
            let new: Vec<String> = new.cloned().collect();
            before.aliases.extend(new);
            continue;
        }
        let key = free_key(&work.key, &taken);
        taken.insert(key.clone());
        for listing in &mut lock.listings {
            if listing.key == work.key && answers(listing, &work) && !answers(listing, before) {
                listing.key.clone_from(&key);
            }
        }
        damage.push(format!(
            "two works have the key {}: the second, `{}`, is {key} now",
            work.key,
            work.meta.title.text()
        ));
        works.push(Work { key, ..work });
    }
    works.sort_by(|a, b| a.key.cmp(&b.key));
    lock.works = works;
    // A work that one branch took off its list may be on the other's.
    let listed: BTreeSet<&str> = lock.works.iter().map(|it| it.key.as_str()).collect();
    lock.former
        .retain(|former| !listed.contains(former.work.key.as_str()));
    let mut seen = BTreeSet::new();
    lock.former
        .retain(|former| seen.insert(former.work.key.clone()));
    damage
}

/// Whether a listing was answered with this work.
fn answers(listing: &LockedListing, work: &Work) -> bool {
    let ids = WorkId::all_of(&work.meta.ids);
    let candidates = listing.verdict.candidates().iter();
    let mut found = candidates.flat_map(|candidate| WorkId::all_of(&candidate.ids));
    squeeze(&listing.title) == squeeze(&work.meta.title.text()) || found.any(|id| ids.contains(&id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Ids, Kind, Metadata, Title, Unmatched, Verdict, WorkStatus};

    fn listing(key: &str, title: &str) -> LockedListing {
        LockedListing {
            fingerprint: format!("print of {title}"),
            title: title.into(),
            key: key.into(),
            place: 0,
            listed: None,
            pins: Ids::default(),
            upgraded: false,
            gone: false,
            verdict: Verdict::unmatched(Unmatched::NotFound),
        }
    }

    fn work(key: &str, title: &str) -> Work {
        Work {
            key: key.into(),
            aliases: Vec::new(),
            status: WorkStatus::Unmatched,
            meta: Metadata::new(Kind::Journal, Title::plain(title)),
            fields: std::collections::BTreeMap::new(),
            expressions: std::collections::BTreeMap::new(),
            origins: std::collections::BTreeMap::new(),
            editions: BTreeSet::new(),
        }
    }

    fn lock(works: &[(&str, &str)]) -> Lock {
        let listings = works.iter().map(|(key, title)| listing(key, title));
        let works = works.iter().map(|(key, title)| work(key, title));
        Lock::new(listings.collect(), works.collect())
    }

    fn keys(lock: &Lock) -> Vec<&str> {
        lock.works.iter().map(|work| work.key.as_str()).collect()
    }

    #[test]
    fn a_whole_lock_has_no_damage() {
        let lock = lock(&[("a", "On Looms"), ("b", "On Yarn")]);
        let read = Lock::salvage(&lock.render().unwrap(), "x").unwrap();
        assert_eq!(read.damage, [""; 0]);
        assert_eq!(read.lock, lock);
    }

    #[test]
    fn a_lock_cut_at_any_byte_gives_what_is_whole_and_says_that_it_was_cut() {
        let whole = lock(&[("a", "On Looms"), ("b", "On Yarn"), ("c", "On Silk")]);
        let text = whole.render().unwrap();
        for end in (0..text.len() - 1).step_by(7) {
            let read = Lock::salvage(&text[..end], "x").unwrap();
            assert!(
                !read.damage.is_empty() || read.lock == whole,
                "cut at {end}"
            );
            assert!(
                read.lock
                    .works
                    .iter()
                    .all(|work| whole.works.contains(work))
            );
            assert!(Lock::parse(&text[..end], "x").is_err() || read.lock == whole);
        }
    }

    #[test]
    fn a_broken_block_costs_no_other() {
        let whole = lock(&[("a", "On Looms"), ("b", "On Yarn")]);
        let text = whole.render().unwrap();
        let broken = text.replacen("title = \"On Yarn\"", "title = On Yarn", 1);
        let read = Lock::salvage(&broken, "x").unwrap();
        assert_eq!(read.damage.len(), 1, "{:?}", read.damage);
        assert_eq!(read.lock.works.len() + read.lock.listings.len(), 3);
    }

    #[test]
    fn both_sides_of_an_open_conflict_are_read() {
        let (ours, theirs) = (lock(&[("a", "On Looms")]), lock(&[("b", "On Yarn")]));
        let [ours, theirs] = [ours, theirs].map(|lock| lock.render().unwrap());
        let text = format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> b\n");
        let read = Lock::salvage(&text, "x").unwrap();
        assert_eq!(keys(&read.lock), ["a", "b"]);
        assert_eq!(read.lock.listings.len(), 2);
        assert!(read.damage[0].starts_with("line 1: a conflict"));
    }

    #[test]
    fn two_works_that_two_branches_gave_one_key_are_told_apart() {
        let (ours, theirs) = (lock(&[("a", "On Looms")]), lock(&[("a", "On Yarn")]));
        let mut both = united(ours, theirs);
        let said = separate(&mut both);
        assert_eq!(keys(&both), ["a", "aa"]);
        let listed: Vec<(&str, &str)> = both
            .listings
            .iter()
            .map(|it| (it.title.as_str(), it.key.as_str()))
            .collect();
        assert_eq!(listed, [("On Looms", "a"), ("On Yarn", "aa")]);
        assert!(said[0].contains("`On Yarn`, is aa now"), "{said:?}");
    }

    #[test]
    fn a_lock_of_a_later_format_is_refused() {
        let error = Lock::salvage("format = 99", "x").unwrap_err();
        assert!(error.to_string().contains("newer bibsync"), "{error}");
    }
}
