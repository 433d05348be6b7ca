//! Which indexed words a word that no title has may stand for.

use rapidfuzz::distance::levenshtein;
use rusqlite::{CachedStatement, Connection};

/// An indexed word and the number of titles that have it.
pub(super) type Known = (String, i64);

/// Words shorter than this are not corrected: too many others are one letter away.
const SHORTEST: usize = 4;

/// From this length on two slips are allowed instead of one.
const TWO_SLIPS_FROM: usize = 8;

/// How many corrections of one word are tried.
const MOST: usize = 6;

/// The most words that share half their letters with the one looked for and are compared with it.
const MOST_COMPARED: i64 = 4_000;

/// The number of titles that have this word, roughly: a file that is held twice counts twice.
pub(super) fn frequency(index: &Connection, word: &str) -> rusqlite::Result<i64> {
    index
        .prepare_cached("SELECT coalesce(sum(n), 0) FROM word WHERE word = ?1")?
        .query_row([word], |row| row.get(0))
}

/// Indexed words that differ from `word` by a slip of the pen, nearest and then commonest first.
///
/// A single slip leaves the first or the second half of a word as it was, so that only words
/// with one of these halves are compared.
pub(super) fn slips(index: &Connection, word: &str) -> rusqlite::Result<Vec<Known>> {
    if word.len() < SHORTEST || !word.is_ascii() {
        return Ok(Vec::new());
    }
    let allowed = if word.len() >= TWO_SLIPS_FROM { 2 } else { 1 };
    let (head, tail) = word.split_at(word.len() / 2);
    let tail: String = tail.chars().rev().collect();
    let mut near: Vec<(usize, Known)> = Vec::new();
    let mut compare = |(other, n): Known| {
        let distance = levenshtein::distance(word.bytes(), other.bytes());
        if distance <= allowed && !near.iter().any(|(_, (seen, _))| *seen == other) {
            near.push((distance, (other, n)));
        }
    };
    let lengths = (word.len() - allowed, word.len() + allowed);
    let by_head = index.prepare_cached(
        "SELECT word, sum(n) FROM word WHERE word >= ?1 AND word < ?2
         AND length(word) BETWEEN ?3 AND ?4 GROUP BY word LIMIT ?5",
    )?;
    each(by_head, head, lengths, &mut compare)?;
    let by_tail = index.prepare_cached(
        "SELECT word, sum(n) FROM word WHERE mirrored >= ?1 AND mirrored < ?2
         AND length(mirrored) BETWEEN ?3 AND ?4 GROUP BY mirrored LIMIT ?5",
    )?;
    each(by_tail, &tail, lengths, &mut compare)?;
    near.sort_by(|(d, (a, n)), (e, (b, m))| (d, m, a).cmp(&(e, n, b)));
    near.truncate(MOST);
    Ok(near.into_iter().map(|(_, known)| known).collect())
}

/// The commonest indexed words that begin with `stem`, for words cut short or abbreviated.
pub(super) fn longer(index: &Connection, stem: &str) -> rusqlite::Result<Vec<Known>> {
    if stem.len() < SHORTEST - 1 {
        return Ok(Vec::new());
    }
    let mut found: Vec<Known> = Vec::new();
    let by_head = index.prepare_cached(
        "SELECT word, sum(n) FROM word WHERE word >= ?1 AND word < ?2
         AND length(word) BETWEEN ?3 AND ?4 GROUP BY word LIMIT ?5",
    )?;
    each(by_head, stem, (stem.len() + 1, 64), &mut |known| {
        found.push(known);
    })?;
    found.sort_by(|(a, n), (b, m)| (m, a).cmp(&(n, b)));
    found.truncate(MOST);
    Ok(found)
}

/// The two indexed words that were written together as `word`, in the way that the rarer of them
/// is as common as can be.
pub(super) fn parts(index: &Connection, word: &str) -> rusqlite::Result<Option<(Known, Known)>> {
    const SHORTEST_PART: usize = 2;
    let mut best: Option<(Known, Known)> = None;
    if !word.is_ascii() || word.len() < 2 * SHORTEST_PART + 1 {
        return Ok(None);
    }
    for at in SHORTEST_PART..=word.len() - SHORTEST_PART {
        let (head, tail) = word.split_at(at);
        let head = (head.to_owned(), frequency(index, head)?);
        if head.1 == 0 {
            continue;
        }
        let tail = (tail.to_owned(), frequency(index, tail)?);
        let rarer = |(a, b): &(Known, Known)| a.1.min(b.1);
        let this = (head, tail);
        if rarer(&this) > best.as_ref().map_or(0, rarer) {
            best = Some(this);
        }
    }
    Ok(best)
}

fn each(
    mut statement: CachedStatement<'_>,
    stem: &str,
    (shortest, longest): (usize, usize),
    take: &mut dyn FnMut(Known),
) -> rusqlite::Result<()> {
    // `~` sorts after every letter, digit and sign of a term.
    let end = format!("{stem}~");
    let length = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let mut rows =
        statement.query((stem, end, length(shortest), length(longest), MOST_COMPARED))?;
    while let Some(row) = rows.next()? {
        take((row.get(0)?, row.get(1)?));
    }
    Ok(())
}
