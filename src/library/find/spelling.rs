//! Corrections of a word that no title has, by the words of titles.

use rapidfuzz::distance::levenshtein;

use crate::library::deletions::{MIN_LEN, deletion_forms};
use crate::library::part::{IndexKey, PartError, PartReader};

/// A word of the titles and the number of titles with it.
pub(super) type KnownWord = (String, u32);

/// The most corrections of one word.
const MAX_CORRECTIONS: usize = 4;

/// The most longer words considered for a stem.
const MAX_LONGER: u32 = 200;

/// Returns words that differ from `word` by a letter more, less, replaced, or by two adjacent letters
/// swapped; most similar first, then most common first.
pub(super) fn typos(reader: &PartReader, word: &str) -> Result<Vec<KnownWord>, PartError> {
    let mut ids = Vec::new();
    for letters in deletion_forms(word) {
        ids.extend(reader.posting(IndexKey::deletion(&letters))?.ids);
    }
    ids.sort_unstable();
    ids.dedup();
    let mut similar: Vec<(usize, KnownWord)> = Vec::new();
    for id in ids {
        if let Some((other, n)) = reader.word(id)? {
            let distance = levenshtein::distance(word.bytes(), other.bytes());
            if distance <= 1 || distance == 2 && other.len() == word.len() {
                similar.push((distance, (other, n)));
            }
        }
    }
    similar.sort_by(|(d, (a, n)), (e, (b, m))| (d, m, a).cmp(&(e, n, b)));
    similar.truncate(MAX_CORRECTIONS);
    Ok(similar.into_iter().map(|(_, known)| known).collect())
}

/// Letters that scanners confuse, and umlauts written out: the letters in a title, and those that may
/// have been meant.
const MISREAD: [(&str, &str); 14] = [
    ("rn", "m"),
    ("m", "rn"),
    ("1", "l"),
    ("1", "i"),
    ("0", "o"),
    ("5", "s"),
    ("d", "cl"),
    ("cl", "d"),
    ("vv", "w"),
    ("b", "h"),
    ("h", "b"),
    ("ae", "a"),
    ("oe", "o"),
    ("ue", "u"),
];

/// Returns words that `word` becomes when confusable letters are exchanged: one occurrence, or all
/// of one kind.
pub(super) fn misread(reader: &PartReader, word: &str) -> Result<Vec<KnownWord>, PartError> {
    let mut found: Vec<KnownWord> = Vec::new();
    for (seen, meant) in MISREAD {
        let once = word
            .match_indices(seen)
            .map(|(at, _)| [&word[..at], meant, &word[at + seen.len()..]].concat());
        for other in once.chain([word.replace(seen, meant)]) {
            if other == word || found.iter().any(|(known, _)| *known == other) {
                continue;
            }
            let n = reader.posting_of(IndexKey::word(&other), 0)?.count;
            if n > 0 {
                found.push((other, u32::try_from(n).unwrap_or(u32::MAX)));
            }
        }
    }
    found.sort_by(|(a, n), (b, m)| (m, a).cmp(&(n, b)));
    found.truncate(MAX_CORRECTIONS);
    Ok(found)
}

/// Returns words that begin with `stem`, for truncated or abbreviated words: the most common among
/// the first ones in alphabetical order.
pub(super) fn longer(reader: &PartReader, stem: &str) -> Result<Vec<KnownWord>, PartError> {
    if stem.len() < MIN_LEN - 1 {
        return Ok(Vec::new());
    }
    let mut found = reader.words_with(stem, MAX_LONGER)?;
    found.sort_by(|(a, n), (b, m)| (m, a).cmp(&(n, b)));
    found.truncate(MAX_CORRECTIONS);
    Ok(found)
}

/// Returns the two words that were joined as `word`, split so that the rarer of them is as common as
/// possible.
pub(super) fn parts(
    reader: &PartReader,
    word: &str,
) -> Result<Option<(String, String)>, PartError> {
    const MIN_PART_LEN: usize = 2;
    let mut best = (0, None);
    if !word.is_ascii() || word.len() < 2 * MIN_PART_LEN + 1 {
        return Ok(None);
    }
    for at in MIN_PART_LEN..=word.len() - MIN_PART_LEN {
        let (head, tail) = word.split_at(at);
        let n = reader.posting_of(IndexKey::word(head), 0)?.count;
        if n <= best.0 {
            continue;
        }
        let n = n.min(reader.posting_of(IndexKey::word(tail), 0)?.count);
        if n > best.0 {
            best = (n, Some((head.to_owned(), tail.to_owned())));
        }
    }
    Ok(best.1)
}
