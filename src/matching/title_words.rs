//! The words of two titles, aligned.

use rapidfuzz::distance::levenshtein;

use super::vocabulary::is_known_word;
use crate::text::{
    fold::{fold, is_stop_word},
    similarity::are_anagrams,
};

/// Prefixes that turn a word into its opposite or another word, and so are never typos.
const OPPOSING_PREFIXES: [&str; 19] = [
    "un", "in", "im", "ir", "non", "a", "an", "anti", "de", "dis", "sub", "super", "semi", "multi",
    "bi", "inter", "intra", "hyper", "self",
];

/// The folded words of a title.
pub(super) struct TitleWords {
    pub(super) all: Vec<String>,
    pub(super) title_key: String,
    /// Words that ended in a full stop: `Mach. Learn.`
    dotted: Vec<String>,
}

/// The words that two titles have in common, and those that only one has.
pub(super) struct WordAlignment {
    /// The share of all words that both have, weighted by length.
    pub(super) jaccard: f64,
    pub(super) only_a: Vec<String>,
    pub(super) only_b: Vec<String>,
    /// Whether the remaining words of both have the same letters with other spaces, a typo
    /// forgiven.
    pub(super) respaced: bool,
    /// The words that both have in different orders.
    pub(super) reordered: Vec<String>,
}

impl TitleWords {
    /// Folds a title and splits it into words.
    pub(super) fn of(title: &str) -> Self {
        let folded = fold(title);
        let dotted = title
            .split([' ', '-'])
            .filter_map(|word| word.strip_suffix('.'))
            .filter(|word| word.len() >= 3 && !word.contains('.'))
            .map(fold)
            .collect();
        let all: Vec<String> = folded.split_ascii_whitespace().map(str::to_owned).collect();
        let title_key = all.concat();
        Self {
            all,
            title_key,
            dotted,
        }
    }

    /// Returns the number of words that are not stop words.
    pub(super) fn content_words(&self) -> usize {
        self.all.iter().filter(|w| !is_stop_word(w)).count()
    }

    /// Splits each word that consists of adjacent words of `other` run together.
    pub(super) fn split_like(&self, other: &Self) -> Self {
        let mut all = Vec::with_capacity(self.all.len());
        for word in &self.all {
            let run = (word.len() >= 5 && !other.all.contains(word))
                .then(|| other.run(word))
                .flatten();
            match run {
                Some(run) => all.extend_from_slice(run),
                None => all.push(word.clone()),
            }
        }
        Self {
            all,
            title_key: self.title_key.clone(),
            dotted: self.dotted.clone(),
        }
    }

    /// Returns the adjacent words that form `word` when run together; two also if a ligature was
    /// lost between them: `e-cient` for `efficient`.
    fn run(&self, word: &str) -> Option<&[String]> {
        let parted = self
            .all
            .windows(2)
            .find(|pair| lost_ligature(&pair.concat(), word));
        if parted.is_some() {
            return parted;
        }
        (0..self.all.len()).find_map(|from| {
            let mut rest = word;
            for (at, piece) in self.all.iter().enumerate().skip(from) {
                rest = rest.strip_prefix(piece.as_str())?;
                if rest.is_empty() {
                    return (at > from).then(|| &self.all[from..=at]);
                }
            }
            None
        })
    }

    /// Pairs the content words of both: equal ones first, then those that differ by a typo.
    pub(super) fn align(&self, other: &Self) -> WordAlignment {
        let content_words = |words: &Self| -> Vec<usize> {
            let all = words.all.iter().enumerate();
            let content_words = all.filter(|(_, word)| !is_stop_word(word));
            content_words.map(|(at, _)| at).collect()
        };
        let (mut a, mut b) = (content_words(self), content_words(other));
        let mut shared = 0.0;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut pair = |share: f64, agree: &dyn Fn(&str, &str) -> bool| {
            a.retain(|at| {
                let word = &self.all[*at];
                let found = b.iter().position(|at| agree(word, &other.all[*at]));
                if let Some(found) = found {
                    shared += weight(word) * share;
                    pairs.push((*at, b.remove(found)));
                }
                found.is_none()
            });
        };
        pair(1.0, &|word, other| word == other);
        pair(0.95, &is_same_word);
        let is_dotted = |dotted: &[String], word: &str| dotted.iter().any(|known| known == word);
        pair(0.95, &|word, found| {
            found.starts_with(word) && is_dotted(&self.dotted, word)
                || word.starts_with(found) && is_dotted(&other.dotted, found)
        });
        pairs.sort_unstable();
        // A repeated word can't be assigned to a position.
        let others = &other.all;
        let is_once = |word: &str, all: &[String]| all.iter().filter(|it| *it == word).count() == 1;
        pairs.retain(|(at, place)| {
            let (word, found) = (&self.all[*at], &others[*place]);
            word == found && is_once(word, &self.all) && is_once(word, others)
        });
        let reordered = pairs
            .windows(2)
            .filter(|pair| pair[0].1 > pair[1].1)
            .flat_map(|pair| pair.iter().map(|(at, _)| self.all[*at].clone()))
            .collect();
        let words = |words: &Self, places: &[usize]| -> Vec<String> {
            places.iter().map(|at| words.all[*at].clone()).collect()
        };
        let (a, b) = (words(self, &a), words(other, &b));
        let left = |words: &[String]| words.iter().map(|w| weight(w)).sum::<f64>();
        let all = shared + left(&a) + left(&b);
        let real = a.iter().chain(&b).all(|word| is_known_word(word));
        let respaced = !a.is_empty()
            && !b.is_empty()
            && (a.concat() == b.concat() || !real && is_misprint(&a.concat(), &b.concat()));
        WordAlignment {
            jaccard: if all > 0.0 { shared / all } else { 0.0 },
            only_a: a,
            only_b: b,
            respaced,
            reordered,
        }
    }
}

/// Returns the weight of a word. Longer words weigh more, but only by the square root, so that one
/// long word does not decide.
fn weight(word: &str) -> f64 {
    f64::from(u32::try_from(word.len()).unwrap_or(u32::MAX)).sqrt()
}

/// Whether the remaining words of two titles are one text, misprinted or with other spaces:
/// `Classi cation` for `Classification`, `Anima1` for `Animal`.
fn is_misprint(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let has_digit = |w: &str| w.chars().any(|c| c.is_ascii_digit());
    // A digit is a misread letter if the other word has letters only.
    let (a, b) = match (has_digit(a), has_digit(b)) {
        (true, false) => (as_letters(a), b.to_owned()),
        (false, true) => (a.to_owned(), as_letters(b)),
        _ => (a.to_owned(), b.to_owned()),
    };
    if a == b {
        return true;
    }
    let (short, long) = if a.len() <= b.len() {
        (&a, &b)
    } else {
        (&b, &a)
    };
    if has_digit(&a)
        || has_digit(&b)
        || short.len() < 6
        || has_opposing_prefix(short, long)
        || have_opposing_prefixes(short, long)
    {
        return false;
    }
    let distance = levenshtein::distance(a.bytes(), b.bytes());
    distance * 7 <= long.len() + 1 || lost_ligature(short, long)
}

/// Whether `short` is `long` without the letters of a ligature: `trac` for `traffic`.
fn lost_ligature(short: &str, long: &str) -> bool {
    ["ffi", "ffl", "ff", "fi", "fl"].iter().any(|joined| {
        long.len() == short.len() + joined.len() && long.replacen(joined, "", 1) == short
    })
}

/// Replaces digits that are misread letters.
fn as_letters(word: &str) -> String {
    word.replace('1', "l").replace('0', "o").replace('5', "s")
}

/// Whether the longer word is the shorter one with a prefix that turns it into its opposite.
pub(super) fn has_opposing_prefix(short: &str, long: &str) -> bool {
    OPPOSING_PREFIXES
        .iter()
        .any(|prefix| long.strip_prefix(prefix) == Some(short))
}

/// Whether two words are the same, misspelt or inflected. Two words of the vocabulary are never
/// typos for each other, however similar: `bit` and `kit`, `statistic` and `stochastic`.
pub(super) fn is_same_word(a: &str, b: &str) -> bool {
    is_misspelling(a, b)
        && !have_opposing_prefixes(a, b)
        && (is_inflection(a, b)
            || lost_ligature(a, b)
            || lost_ligature(b, a)
            || !is_known_word(a)
            || !is_known_word(b))
}

/// Whether two words differ only in opposite prefixes: `hypoglycemia` and `hyperglycemia`.
fn have_opposing_prefixes(a: &str, b: &str) -> bool {
    const OPPOSED: [(&str, &str); 10] = [
        ("ab", "ad"),
        ("de", "en"),
        ("endo", "exo"),
        ("ex", "in"),
        ("hyper", "hypo"),
        ("inter", "intra"),
        ("macro", "micro"),
        ("mono", "poly"),
        ("over", "under"),
        ("post", "pre"),
    ];
    let rest = |one: &str, other: &str| Some((a.strip_prefix(one)?, b.strip_prefix(other)?));
    OPPOSED.iter().any(|(one, other)| {
        let pairs = [rest(one, other), rest(other, one)];
        pairs
            .into_iter()
            .flatten()
            .any(|(a, b)| a == b && a.len() >= 4)
    })
}

/// Whether two words are forms of one: `model`, `models`, `modelling`; `behavior`, `behaviour`.
fn is_inflection(a: &str, b: &str) -> bool {
    /// Endings that don't change the meaning of a word: those of number and tense.
    const ENDINGS: [(&str, &str); 18] = [
        ("", "s"),
        ("", "es"),
        ("", "d"),
        ("", "ed"),
        ("", "ing"),
        ("", "ly"),
        ("", "led"),
        ("", "ling"),
        ("d", "s"),
        ("e", "ing"),
        ("ed", "ing"),
        ("ed", "led"),
        ("ed", "s"),
        ("er", "ler"),
        ("es", "is"),
        ("ies", "y"),
        ("ing", "ling"),
        ("ing", "s"),
    ];
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let british = |word: &str| {
        word.replace("our", "or")
            .replace('z', "s")
            .replace("ae", "e")
            .replace("oe", "e")
            .replace("sulph", "sulf")
    };
    let stem = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    british(a) == british(b)
        || matches!(
            (short, long),
            ("net", "network") | ("nets", "networks") | ("vs", "versus")
        )
        || (stem >= 4 || stem == short.len())
            && (a.get(stem..).zip(b.get(stem..)))
                .is_some_and(|(a, b)| ENDINGS.contains(&(a.min(b), a.max(b))))
}

/// Whether two words differ only by a typo or by their ending.
pub(super) fn is_misspelling(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let has_digit = |w: &str| {
        w.bytes()
            .any(|c| c.is_ascii_digit() || c == b'+' || c == b'#')
    };
    if has_digit(a) != has_digit(b) && short.len() > 3 {
        let (a, b) = (as_letters(a), as_letters(b));
        return a == b;
    }
    if matches!(
        (short, long),
        ("net", "network") | ("nets", "networks") | ("vs", "versus")
    ) {
        return true;
    }
    if has_digit(a) || has_digit(b) || short.len() < 3 {
        return false;
    }
    if long
        .strip_prefix(short)
        .is_some_and(|rest| matches!(rest, "s" | "es" | "d" | "ed" | "ing"))
    {
        return true;
    }
    // Most pairs of words end here. Not even a lost ligature explains a larger difference.
    if long.len() - short.len() > 3 || long.len() <= 4 {
        return false;
    }
    if has_opposing_prefix(short, long) {
        return false;
    }
    if lost_ligature(short, long) {
        return true;
    }
    let distance = levenshtein::distance(a.bytes(), b.bytes());
    // A different first letter is more often another word than a typo (bit/kit, wave/save).
    let head = a.as_bytes()[0] == b.as_bytes()[0];
    match long.len() {
        0..=4 => false,
        5..=7 => distance == 1 && head || distance == 2 && head && are_anagrams(a, b),
        _ => distance <= 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misprints_are_told_from_other_words() {
        for (a, b) in [
            ("anima1", "animal"),
            ("classication", "classification"),
            ("diting", "editing"),
        ] {
            assert!(is_misprint(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("kit", "bit"),
            ("supervised", "unsupervised"),
            ("norwegian", "finnish"),
            ("yolov7", "yolov8"),
            ("spatial", "temporal"),
        ] {
            assert!(!is_misprint(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn vocabulary_words_are_not_typos_for_each_other() {
        for (a, b) in [
            ("models", "modelling"),
            ("behavior", "behaviour"),
            ("optimization", "optimisation"),
            ("thrsehold", "threshold"),
            ("analysis", "analyses"),
        ] {
            assert!(is_same_word(a, b) || !is_misspelling(a, b), "{a} / {b}");
        }
        assert!(is_same_word("thrsehold", "threshold"));
        for (a, b) in [("spatial", "special"), ("mutual", "manual")] {
            assert!(!is_same_word(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn words_run_together_are_split() {
        let (a, b) = (
            TitleWords::of("Aclassifierthat integratesbuilding and pruning"),
            TitleWords::of("A Classifier that Integrates Building and Pruning"),
        );
        assert_eq!(a.split_like(&b).all, b.all);
        let other = TitleWords::of("Subset Selection").split_like(&TitleWords::of("Sub Selection"));
        assert_eq!(other.all, ["subset", "selection"]);
    }

    #[test]
    fn abbreviated_words_are_aligned() {
        let shared = TitleWords::of("Neur. Mach. Transl. of Names")
            .align(&TitleWords::of("Neural Machine Translation of Names"));
        assert!(shared.only_a.is_empty() && shared.only_b.is_empty());
        let shared = TitleWords::of("Mach Pruning").align(&TitleWords::of("Machine Pruning"));
        assert!(!shared.only_a.is_empty());
    }
}
