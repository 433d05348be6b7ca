//! Reads a lock, intact or damaged.
//!
//! Each block is read by itself, so that a damaged one does not affect the others. Both sides of an
//! unresolved git conflict are read.

use rayon::prelude::*;

use super::{
    Lock, LockError,
    assemble::assemble,
    blocks::{Blocks, LockHead},
    boundaries::{Boundary, END, boundaries},
    conflict::{open_conflict, sides},
    parts::LockParts,
    text::INTRODUCTION,
};

/// The intact part of a lock.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Salvaged {
    /// The lock, without its damaged parts.
    pub lock: Lock,
    /// A sentence for each damaged part, with its line. Empty for a lock as it was written.
    pub damage: Vec<String>,
}

impl Lock {
    /// Reads an intact lock.
    ///
    /// # Errors
    /// If the lock is damaged or has a later format, or the file is no lock.
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

    /// Reads the intact part of a lock that may be truncated, merged by git with or without conflicts, or
    /// edited.
    ///
    /// # Errors
    /// If the lock has a later format, or the file is no lock but another program's.
    pub fn salvage(text: &str, file: &str) -> Result<Salvaged, LockError> {
        let format = format_of(text);
        if let Some(found) = format.filter(|format| *format > Self::FORMAT) {
            return Err(LockError::Format {
                file: file.to_owned(),
                found,
            });
        }
        let mut damage = Vec::new();
        let parts = match open_conflict(text) {
            Some(line) => {
                damage.push(format!(
                    "line {line}: a conflict that git left open; both sides are read"
                ));
                let [ours, theirs] = sides(text).map(|side| read(&side, format, &mut damage));
                ours.with(theirs)
            }
            None => read(text, format, &mut damage),
        };
        let (lock, conflicts) = assemble(parts);
        if format.is_none() && is_of_another_program(text, &lock) {
            let file = file.to_owned();
            return Err(LockError::Foreign { file });
        }
        damage.extend(conflicts);
        Ok(Salvaged { lock, damage })
    }
}

/// Whether a file of which nothing can be read is whole, but of another program, such as `poetry.lock`: it is text,
/// and has other lines than remarks. The rest of a damaged lock is repaired instead.
fn is_of_another_program(text: &str, read: &Lock) -> bool {
    let mut lines = text.lines().map(str::trim);
    let is_text = !text.contains(|c: char| {
        c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace()
    });
    read.is_empty()
        && is_text
        && !text.starts_with(INTRODUCTION)
        && lines.any(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Returns the format that a lock states.
fn format_of(text: &str) -> Option<u32> {
    let value = text.lines().find_map(|line| {
        let rest = line.strip_prefix("format")?.trim_start();
        rest.strip_prefix('=')
    })?;
    value.trim().parse().ok()
}

/// Reads a text without conflicts, and adds a sentence to `damage` for each part that can't be read.
fn read(text: &str, format: Option<u32>, damage: &mut Vec<String>) -> LockParts {
    match format {
        Some(before @ 1..3) => read_whole(text, before, damage),
        _ => read_blocks(text, damage),
    }
}

/// Reads a lock of a format before 3, which is one TOML document.
fn read_whole(text: &str, format: u32, damage: &mut Vec<String>) -> LockParts {
    #[derive(serde::Deserialize)]
    struct OldLock {
        #[serde(flatten)]
        head: LockHead,
        #[serde(flatten)]
        blocks: Blocks,
    }
    let mut out = LockParts::default();
    match toml::from_str::<OldLock>(text) {
        Ok(OldLock { head, blocks }) => {
            out.take_head(head);
            out.take(blocks);
            let listings = std::mem::take(&mut out.lock.listings);
            out.lock.listings = Lock::new(listings, Vec::new()).listings;
        }
        Err(error) => damage.push(format!("format {format}: {}", error.message())),
    }
    out
}

/// The number of boundaries after which a block that can't be parsed counts as damaged: a string of several
/// lines may contain lines that look like boundaries.
const LOOKALIKES: usize = 8;

fn read_blocks(text: &str, damage: &mut Vec<String>) -> LockParts {
    let mut out = LockParts::default();
    let boundaries = boundaries(text);
    let end_of = |boundary: usize| boundaries.get(boundary).map_or(text.len(), |it| it.at);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    // The head ends at the first boundary with which it can be parsed.
    let head = (0..=LOOKALIKES.min(boundaries.len()))
        .find_map(|to| Some((to, toml::from_str::<LockHead>(part(0, end_of(to))).ok()?)));
    let mut at = head.as_ref().map_or(0, |(to, _)| *to);
    match head {
        Some((_, head)) => out.take_head(head),
        None => damage.push("line 1: what is above its blocks can't be read".to_owned()),
    }
    let mut headings = 0..=END;
    let mut awaited = headings.next();
    // The last block of a truncated lock may be incomplete even if it can be parsed.
    let is_whole = boundaries.iter().any(|it| it.heading == Some(END));
    let cut = boundaries.len().checked_sub(1).filter(|_| !is_whole);
    let parse =
        |boundary: &Boundary, to: usize| toml::from_str::<Blocks>(part(boundary.at, end_of(to)));
    // Each block up to the next boundary, on all cores; those that go on beyond it are parsed again below.
    let mut parsed: Vec<Option<Result<Blocks, toml::de::Error>>> = Vec::new();
    boundaries
        .par_iter()
        .enumerate()
        .map(|(at, it)| it.heading.is_none().then(|| parse(it, at + 1)))
        .collect_into_vec(&mut parsed);
    while let Some(boundary) = boundaries.get(at) {
        at += 1;
        if let Some(number) = boundary.heading {
            if awaited == Some(number) {
                awaited = headings.next();
            }
            continue;
        }
        if cut == Some(at - 1) {
            damage.push(format!("line {}: a block is cut off", boundary.line));
            break;
        }
        let longer = || {
            let mut ends = at + 1..=at + LOOKALIKES;
            ends.find_map(|to| Some((to, parse(boundary, to).ok()?)))
        };
        let Some(block) = parsed.get_mut(at - 1).and_then(Option::take) else {
            continue;
        };
        match block {
            Ok(blocks) => out.take(blocks),
            Err(error) => {
                match longer().filter(|_| part(boundary.at, end_of(at)).contains("\"\"\"")) {
                    Some((to, blocks)) => {
                        out.take(blocks);
                        at = to;
                    }
                    None => damage.push(format!(
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
        damage.push(format!(
            "line {line} is not its last one: it was cut off there"
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::samples::{listing, work};

    fn lock(works: &[(&str, &str)]) -> Lock {
        let listings = works.iter().map(|(key, title)| listing(key, title));
        let works = works.iter().map(|(key, title)| work(key, title));
        Lock::new(listings.collect(), works.collect())
    }

    fn keys(lock: &Lock) -> Vec<&str> {
        lock.works.iter().map(|work| work.key.as_str()).collect()
    }

    #[test]
    fn intact_lock_has_no_damage() {
        let lock = lock(&[("a", "On Looms"), ("b", "On Yarn")]);
        let read = Lock::salvage(&lock.render().unwrap(), "x").unwrap();
        assert_eq!(read.damage, [""; 0]);
        assert_eq!(read.lock, lock);
    }

    #[test]
    fn truncated_lock_gives_its_intact_blocks_and_reports_the_damage() {
        let mut whole = lock(&[("a", "On Looms"), ("b", "On Yarn"), ("c", "On Silk")]);
        for key in ["a", "b", "c"] {
            let note = [("note".to_owned(), format!("of {key}"))];
            whole
                .written
                .insert(key.to_owned(), format!("digest of {key}"));
            whole
                .manual_edits
                .fields
                .insert(key.to_owned(), note.into());
        }
        let text = whole.render().unwrap();
        for end in (0..text.len() - 1).step_by(3) {
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
            for key in keys(&read.lock) {
                let fields = read.lock.manual_edits.fields.get(key);
                assert_eq!(fields, whole.manual_edits.fields.get(key), "cut at {end}");
            }
            assert!(Lock::parse(&text[..end], "x").is_err() || read.lock == whole);
        }
    }

    #[test]
    fn broken_block_does_not_affect_others() {
        let whole = lock(&[("a", "On Looms"), ("b", "On Yarn")]);
        let text = whole.render().unwrap();
        let broken = text.replacen("title = \"On Yarn\"", "title = On Yarn", 1);
        let read = Lock::salvage(&broken, "x").unwrap();
        assert_eq!(read.damage.len(), 1, "{:?}", read.damage);
        assert_eq!(read.lock.works.len() + read.lock.listings.len(), 3);
    }

    #[test]
    fn both_sides_of_a_conflict_are_read() {
        let (ours, theirs) = (lock(&[("a", "On Looms")]), lock(&[("b", "On Yarn")]));
        let [ours, theirs] = [ours, theirs].map(|lock| lock.render().unwrap());
        let text = format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> b\n");
        let read = Lock::salvage(&text, "x").unwrap();
        assert_eq!(keys(&read.lock), ["a", "b"]);
        assert_eq!(read.lock.listings.len(), 2);
        assert!(read.damage[0].starts_with("line 1: a conflict"));
    }

    #[test]
    fn later_format_is_refused() {
        let error = Lock::salvage("format = 99", "x").unwrap_err();
        assert!(error.to_string().contains("newer bibsync"), "{error}");
    }
}
