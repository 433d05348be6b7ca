//! Which words of the titles a word that none has may stand for.

use rapidfuzz::distance::levenshtein;

use crate::library::part::{Desk, Key, PartError};

/// A word of the titles and the number of titles that have it.
pub(super) type Known = (String, u32);

/// Words shorter than this are not corrected: too many others are one letter away.
const SHORTEST: usize = 4;

/// How many corrections of one word are tried.
const MOST: usize = 4;

/// How many longer words are looked at for a stem.
const MOST_LONGER: u32 = 200;

/// The forms under which a word is found again after a slip of the pen: itself, and what is left
/// when one letter is taken out. Two words that a slip parts have one of these in common. Numbers
/// have none: another number is another title.
pub(in crate::library) fn slips_of(word: &str) -> impl Iterator<Item = String> {
    let letters = if word.len() >= SHORTEST && word.bytes().all(|b| b.is_ascii_alphabetic()) {
        word
    } else {
        ""
    };
    let bytes = letters.as_bytes();
    let whole = (!letters.is_empty()).then(|| letters.to_owned());
    // Of equal letters side by side it is all the same which is taken out.
    let shorter = (0..letters.len())
        .filter(move |at| *at == 0 || bytes[*at] != bytes[at - 1])
        .map(move |at| [&letters[..at], &letters[at + 1..]].concat());
    whole.into_iter().chain(shorter)
}

/// Words of the titles that differ from `word` by a letter more, less, another, or two that
/// changed places; nearest and then commonest first.
pub(super) fn slips(desk: &Desk, word: &str) -> Result<Vec<Known>, PartError> {
    let mut ids = Vec::new();
    for letters in slips_of(word) {
        ids.extend(desk.posting(Key::slip(&letters))?.ids);
    }
    ids.sort_unstable();
    ids.dedup();
    let mut near: Vec<(usize, Known)> = Vec::new();
    for id in ids {
        if let Some((other, n)) = desk.word(id)? {
            let distance = levenshtein::distance(word.bytes(), other.bytes());
            if distance <= 1 || distance == 2 && other.len() == word.len() {
                near.push((distance, (other, n)));
            }
        }
    }
    near.sort_by(|(d, (a, n)), (e, (b, m))| (d, m, a).cmp(&(e, n, b)));
    near.truncate(MOST);
    Ok(near.into_iter().map(|(_, known)| known).collect())
}

/// Letters that scanners take for others, and umlauts written out: what stands in a title, and
/// what may have been meant.
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

/// Words of the titles as which `word` comes out when letters that are easily taken for others, or
/// written in two ways, are exchanged: one of them, or all of one sort.
pub(super) fn misread(desk: &Desk, word: &str) -> Result<Vec<Known>, PartError> {
    let mut found: Vec<Known> = Vec::new();
    for (seen, meant) in MISREAD {
        let once = word
            .match_indices(seen)
            .map(|(at, _)| [&word[..at], meant, &word[at + seen.len()..]].concat());
        for other in once.chain([word.replace(seen, meant)]) {
            if other == word || found.iter().any(|(known, _)| *known == other) {
                continue;
            }
            let n = desk.posting_of(Key::word(&other), 0)?.count;
            if n > 0 {
                found.push((other, u32::try_from(n).unwrap_or(u32::MAX)));
            }
        }
    }
    found.sort_by(|(a, n), (b, m)| (m, a).cmp(&(n, b)));
    found.truncate(MOST);
    Ok(found)
}

/// Words that begin with `stem`, for words cut short or abbreviated: the commonest of the first
/// ones in the alphabet.
pub(super) fn longer(desk: &Desk, stem: &str) -> Result<Vec<Known>, PartError> {
    if stem.len() < SHORTEST - 1 {
        return Ok(Vec::new());
    }
    let mut found = desk.words_with(stem, MOST_LONGER)?;
    found.sort_by(|(a, n), (b, m)| (m, a).cmp(&(n, b)));
    found.truncate(MOST);
    Ok(found)
}

/// The two words that were written together as `word`, in the way that the rarer of them is as
/// common as can be.
pub(super) fn parts(desk: &Desk, word: &str) -> Result<Option<(String, String)>, PartError> {
    const SHORTEST_PART: usize = 2;
    let mut best = (0, None);
    if !word.is_ascii() || word.len() < 2 * SHORTEST_PART + 1 {
        return Ok(None);
    }
    for at in SHORTEST_PART..=word.len() - SHORTEST_PART {
        let (head, tail) = word.split_at(at);
        let n = desk.posting_of(Key::word(head), 0)?.count;
        if n <= best.0 {
            continue;
        }
        let n = n.min(desk.posting_of(Key::word(tail), 0)?.count);
        if n > best.0 {
            best = (n, Some((head.to_owned(), tail.to_owned())));
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(a: &str, b: &str) -> bool {
        let b: Vec<String> = slips_of(b).collect();
        slips_of(a).any(|form| b.contains(&form))
    }

    #[test]
    fn a_slip_leaves_a_form_in_common() {
        for slip in ["recogniton", "recogniition", "recognitoin", "recognitipn"] {
            assert!(share("recognition", slip), "{slip}");
        }
        assert!(!share("recognition", "recogition2"));
        assert!(!share("recognition", "precondition"));
        assert_eq!(slips_of("2019").count(), 0);
        assert_eq!(slips_of("net").count(), 0);
        assert_eq!(
            slips_of("book").collect::<Vec<_>>(),
            ["book", "ook", "bok", "boo"]
        );
    }
}
