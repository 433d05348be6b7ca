//! Titles in capitals.

use super::nouns;
use crate::model::{Run, Title};

/// Words that stay small inside a title in title case.
const SMALL: [&str; 32] = [
    "a", "an", "and", "as", "at", "but", "by", "de", "for", "from", "if", "in", "into", "la",
    "nor", "of", "off", "on", "onto", "or", "over", "per", "so", "than", "the", "to", "up", "upon",
    "via", "vs", "with", "yet",
];

/// Consonants that an English word may begin with, two or more of them.
const ONSETS: [&str; 46] = [
    "bl", "br", "ch", "chl", "chr", "cl", "cr", "dr", "dw", "fl", "fr", "gh", "gl", "gn", "gr",
    "kn", "ph", "phr", "pl", "pn", "pr", "ps", "rh", "sc", "sch", "scr", "sh", "shr", "sk", "sl",
    "sm", "sn", "sp", "spl", "spr", "sq", "st", "str", "sv", "sw", "th", "thr", "tr", "tw", "wh",
    "wr",
];

/// Converts a title in capitals to title case; returns any other title unchanged.
///
/// Known acronyms, words with a digit and words that can't be English keep their capitals.
#[must_use]
pub fn repaired(title: &Title) -> Title {
    if !is_shouted(title) {
        return title.clone();
    }
    let mut first = true;
    Title::from_runs(title.runs().iter().map(|run| match run {
        Run::Plain(text) | Run::Protected(text) => Run::Plain(title_case(text, &mut first)),
        Run::Emph(text) => Run::Emph(title_case(text, &mut first)),
        other => other.clone(),
    }))
}

/// Whether a title is in capitals throughout: more than nine tenths of its letters are capitals, it
/// has three words or more and more than twelve letters. `QIP = PSPACE` is not.
#[must_use]
pub fn is_shouted(title: &Title) -> bool {
    let text: String = title
        .runs()
        .iter()
        .map(|run| match run {
            Run::Math(_) => " ",
            other => other.text(),
        })
        .collect();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = text.chars().filter(|c| c.is_uppercase()).count();
    text.split_whitespace().count() >= 3 && letters > 12 && capitals * 10 > letters * 9
}

/// A word in small letters, one for each of its letters: a sigma at the end becomes `ς`, and the
/// Turkish `İ` an `i` without a second dot.
#[must_use]
pub fn lowered(word: &str) -> String {
    word.replace('İ', "i").to_lowercase()
}

/// Title case of a run; `first` says whether the next word begins a title or subtitle.
fn title_case(text: &str, first: &mut bool) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in text.split_inclusive(' ') {
        for piece in chunk.split_inclusive(['-', '/', '–', '—']) {
            let letters: String = piece.chars().filter(|c| c.is_alphanumeric()).collect();
            out.push_str(&word(piece, &letters, *first));
            if !letters.is_empty() {
                *first = false;
            }
        }
        let end = chunk.trim_end().chars().last();
        if matches!(end, Some(':' | '?' | '!' | '.' | '—')) {
            *first = true;
        }
    }
    out
}

fn word(piece: &str, letters: &str, first: bool) -> String {
    let small = letters.to_lowercase();
    if let Some(spelt) = nouns::acronym(letters) {
        return piece.replacen(letters, spelt, 1);
    }
    if SMALL.contains(&small.as_str()) && !first {
        return piece.to_lowercase();
    }
    if let Some(stem) = letters.strip_suffix('S')
        && nouns::acronym(stem).is_some()
    {
        return piece.replacen(letters, &format!("{stem}s"), 1);
    }
    if !SMALL.contains(&small.as_str()) && is_no_word(letters) {
        return piece.to_owned();
    }
    let mut begun = false;
    let small = lowered(piece);
    let both = piece.chars().zip(small.chars());
    both.map(|(c, small)| {
        let kept = if begun { small } else { c };
        begun |= c.is_alphabetic();
        kept
    })
    .collect()
}

/// Whether `letters`, in capitals, can't be an English word: a single letter, a word with a digit or
/// without a vowel, an unpronounceable beginning, or a Roman number.
fn is_no_word(letters: &str) -> bool {
    const NUMBERS: [&str; 11] = [
        "II", "III", "IV", "VI", "VII", "VIII", "IX", "XI", "XII", "XIII", "XIV",
    ];
    let small = letters.to_lowercase();
    let vowel = |c: char| "aeiouy".contains(c) || !c.is_ascii();
    let onset = small.find(vowel).map_or(small.as_str(), |at| &small[..at]);
    let spoken = onset.len() <= 1 || ONSETS.contains(&onset);
    letters.chars().count() == 1 && letters != "A"
        || letters.chars().any(|c| c.is_ascii_digit())
        || !small.contains(vowel)
        || !spoken
        || NUMBERS.contains(&letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shouted_titles_calm_down() {
        for (given, want) in [
            (
                "BBAND INDEX: A NO-REFERENCE BANDING ARTIFACT PREDICTOR",
                "BBAND Index: A No-Reference Banding Artifact Predictor",
            ),
            (
                "STATE-OF-THE-ART GPUS AND THE IEEE 802.11AC STANDARD, PART II",
                "State-of-the-Art GPUs and the IEEE 802.11AC Standard, Part II",
            ),
            (
                "DON’T PANIC: THE ÉTUDE OF “QUOTED” WORDS",
                "Don’t Panic: The Étude of “Quoted” Words",
            ),
            (
                "ΝΕΟΣ ΤΡΟΠΟΣ ΚΑΙ ΑΛΛΟΣ ΚΟΣΜΟΣ",
                "Νεος Τροπος Και Αλλος Κοσμος",
            ),
            ("TÜRKİYE’DE BİLİM TARİHİ", "Türkiye’de Bilim Tarihi"),
        ] {
            assert_eq!(repaired(&Title::plain(given)).text(), want);
        }
    }

    #[test]
    fn short_capitals_are_meant() {
        for text in ["QIP = PSPACE", "USENIX NSDI", "A Normal Title with GPU"] {
            assert_eq!(repaired(&Title::plain(text)).text(), text);
        }
    }
}
