//! How two titles agree, and whether what differs matters.

use rapidfuzz::distance::levenshtein;

use crate::text::fold::{fold, is_stop_word};

/// The agreement of a listed title with a record's.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleAgreement {
    /// 0 to 1: 1 for the same title after folding, else the share of words both have, a slip of
    /// the pen forgiven.
    pub score: f64,
    /// How they agree.
    pub relation: TitleRelation,
    /// How many telling words the shorter title has: the weight of an agreement.
    pub telling: usize,
    /// What differs that carries meaning, in words.
    pub conflict: Option<String>,
    /// Whether both begin with the same coined name and a colon: `Zen: …`.
    pub same_name: bool,
}

/// In what way two titles agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleRelation {
    /// The same once case, accents and punctuation are left aside.
    Same,
    /// The same but for slips within words.
    Slips,
    /// One is the other without its head or its subtitle.
    Part,
    /// Some words differ.
    Variant,
}

/// Words that turn a work into another one: a reply is not the paper, a demo not the talk.
const TURNING_WORDS: [&str; 40] = [
    "abstract",
    "addendum",
    "appendix",
    "comment",
    "comments",
    "commentary",
    "corrections",
    "correction",
    "corrigenda",
    "corrigendum",
    "demo",
    "demonstration",
    "discussion",
    "editorial",
    "errata",
    "erratum",
    "extended",
    "foreword",
    "guest",
    "introduction",
    "invited",
    "keynote",
    "obituary",
    "panel",
    "part",
    "poster",
    "preface",
    "rebuttal",
    "rejoinder",
    "reply",
    "response",
    "retracted",
    "retraction",
    "revisited",
    "review",
    "summary",
    "supplement",
    "tutorial",
    "withdrawn",
    "workshop",
];

/// Prefixes that make the opposite or another thing of a word; never a slip of the pen.
const TURNING_PREFIXES: [&str; 19] = [
    "un", "in", "im", "ir", "non", "a", "an", "anti", "de", "dis", "sub", "super", "semi", "multi",
    "bi", "inter", "intra", "hyper", "self",
];

/// Compares a listed title with a record's.
#[must_use]
pub fn compare_titles(listed: &str, found: &str) -> TitleAgreement {
    let (a, b) = (Words::of(listed), Words::of(found));
    let telling = a.telling().min(b.telling());
    if a.squeezed == b.squeezed {
        return TitleAgreement {
            score: 1.0,
            relation: TitleRelation::Same,
            telling,
            conflict: None,
            same_name: false,
        };
    }
    let shared = a.align(&b);
    let conflict = turning_difference(&shared);
    let letters = levenshtein::normalized_similarity(a.squeezed.chars(), b.squeezed.chars());
    let relation = if shared.only_a.is_empty() && shared.only_b.is_empty() {
        TitleRelation::Slips
    } else if telling > 0 && is_part(listed, found) {
        TitleRelation::Part
    } else if letters > 0.93 && conflict.is_none() && shared.glued {
        TitleRelation::Slips
    } else {
        TitleRelation::Variant
    };
    let score = match relation {
        TitleRelation::Slips => letters.max(0.9),
        _ => shared.jaccard,
    };
    TitleAgreement {
        score: score.min(0.99),
        relation,
        telling,
        conflict,
        same_name: coined_name(listed).is_some_and(|name| coined_name(found) == Some(name)),
    }
}

/// The one word before a title's first colon, folded: the name of a system or method.
fn coined_name(title: &str) -> Option<String> {
    let (head, rest) = title.split_once(':')?;
    let name = fold(head);
    (name.len() >= 3 && !name.contains(' ') && rest.starts_with(' ') && !is_stop_word(&name))
        .then_some(name)
}

struct Words {
    all: Vec<String>,
    squeezed: String,
}

struct Shared {
    jaccard: f64,
    only_a: Vec<String>,
    only_b: Vec<String>,
    /// Whether the leftovers are the same letters parted differently.
    glued: bool,
}

impl Words {
    fn of(title: &str) -> Self {
        let folded = fold(title);
        let all: Vec<String> = folded
            .split(' ')
            .filter(|w| !w.is_empty())
            .map(str::to_owned)
            .collect();
        let squeezed = all.concat();
        Self { all, squeezed }
    }

    fn telling(&self) -> usize {
        self.all.iter().filter(|w| !is_stop_word(w)).count()
    }

    /// Pairs the telling words of both, equal ones first, then those a slip apart.
    fn align(&self, other: &Self) -> Shared {
        let telling = |words: &Self| -> Vec<String> {
            words
                .all
                .iter()
                .filter(|w| !is_stop_word(w))
                .cloned()
                .collect()
        };
        let (mut a, mut b) = (telling(self), telling(other));
        let mut shared = 0.0;
        a.retain(|word| match b.iter().position(|other| other == word) {
            Some(at) => {
                shared += weight(word);
                b.remove(at);
                false
            }
            None => true,
        });
        a.retain(
            |word| match b.iter().position(|other| is_slip(word, other)) {
                Some(at) => {
                    shared += weight(word) * 0.95;
                    b.remove(at);
                    false
                }
                None => true,
            },
        );
        let left = |words: &[String]| words.iter().map(|w| weight(w)).sum::<f64>();
        let all = shared + left(&a) + left(&b);
        let glued = !a.is_empty() && a.concat() == b.concat();
        Shared {
            jaccard: if all > 0.0 { shared / all } else { 0.0 },
            only_a: a,
            only_b: b,
            glued,
        }
    }
}

/// A longer word tells more; squares are avoided so that one long word does not decide.
fn weight(word: &str) -> f64 {
    f64::from(u32::try_from(word.len()).unwrap_or(u32::MAX)).sqrt()
}

/// Whether two words differ by a slip of the pen or by their ending only.
fn is_slip(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let has_digit = |w: &str| {
        w.chars()
            .any(|c| c.is_ascii_digit() || c == '+' || c == '#')
    };
    if has_digit(a) || has_digit(b) || short.len() < 3 {
        return false;
    }
    if long
        .strip_prefix(short)
        .is_some_and(|rest| matches!(rest, "s" | "es" | "d" | "ed" | "ing"))
    {
        return true;
    }
    if TURNING_PREFIXES
        .iter()
        .any(|prefix| long.strip_prefix(prefix) == Some(short))
    {
        return false;
    }
    let distance = levenshtein::distance(a.chars(), b.chars());
    // A changed first letter makes another word more often than a slip does (bit/kit, wave/save).
    let head = a.as_bytes()[0] == b.as_bytes()[0];
    match long.len() {
        0..=4 => false,
        5..=7 => distance == 1 && head || distance == 2 && head && is_exchange(a, b),
        _ => distance <= 2,
    }
}

fn is_exchange(a: &str, b: &str) -> bool {
    let sorted = |s: &str| {
        let mut letters: Vec<char> = s.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(a) == sorted(b)
}

/// A numeral or turning word that only one title has.
fn turning_difference(shared: &Shared) -> Option<String> {
    let numerals = |words: &[String]| -> Vec<u32> {
        let mut out: Vec<u32> = words.iter().filter_map(|w| numeral(w)).collect();
        out.sort_unstable();
        out
    };
    let (na, nb) = (numerals(&shared.only_a), numerals(&shared.only_b));
    if na != nb && !(shared.glued) {
        return Some("a number differs".to_owned());
    }
    // `Part I` and `Part V`: a lone letter on both sides is a numeral.
    let letter = |words: &[String]| -> Vec<String> {
        words
            .iter()
            .filter(|w| matches!(w.as_str(), "i" | "v" | "x"))
            .cloned()
            .collect()
    };
    let (la, lb) = (letter(&shared.only_a), letter(&shared.only_b));
    if !la.is_empty() && !lb.is_empty() && la != lb {
        return Some("a number differs".to_owned());
    }
    // `YOLOv7` and `YOLOv8`, `WMT18` and `WMT19`.
    let stem = |word: &str| {
        word.trim_end_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    let versions = shared.only_a.iter().any(|a| {
        shared
            .only_b
            .iter()
            .any(|b| a != b && a.len() > stem(a).len() && stem(a) == stem(b))
    });
    if versions {
        return Some("a version differs".to_owned());
    }
    let signed = |words: &[String]| words.iter().any(|w| w.ends_with(['+', '#']));
    if signed(&shared.only_a) || signed(&shared.only_b) {
        return Some("a `+` or `#` differs".to_owned());
    }
    shared
        .only_a
        .iter()
        .chain(&shared.only_b)
        .find(|word| TURNING_WORDS.contains(&word.as_str()))
        .map(|word| format!("only one says `{word}`"))
}

/// The value of a number, an ordinal or a Roman numeral up to twenty.
fn numeral(word: &str) -> Option<u32> {
    const ROMAN: [&str; 20] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv",
        "xv", "xvi", "xvii", "xviii", "xix", "xx",
    ];
    const NAMED: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    let at = |list: &[&str]| {
        list.iter()
            .position(|w| *w == word)
            .and_then(|at| u32::try_from(at + 1).ok())
    };
    // A single letter is a numeral too seldom to count: x, v and i name variables.
    if word.len() > 1
        && let Some(value) = at(&ROMAN)
    {
        return Some(value);
    }
    if let Some(value) = at(&NAMED) {
        return Some(value);
    }
    let digits = word
        .strip_suffix("st")
        .or_else(|| word.strip_suffix("nd"))
        .or_else(|| word.strip_suffix("rd"))
        .or_else(|| word.strip_suffix("th"))
        .unwrap_or(word);
    digits.parse().ok()
}

/// Whether one title is the other without what stands before or after a colon or dash.
fn is_part(a: &str, b: &str) -> bool {
    let parts = |title: &str| -> Vec<String> {
        title
            .split([':', '?', '–', '—'])
            .flat_map(|part| part.split(" - "))
            .map(|part| fold(part).replace(' ', ""))
            .filter(|part| !part.is_empty())
            .collect()
    };
    let (pa, pb) = (parts(a), parts(b));
    let (whole_a, whole_b) = (pa.concat(), pb.concat());
    let tail_or_head = |whole: &str, parts: &[String]| {
        (1..parts.len()).any(|cut| {
            let (head, tail) = (parts[..cut].concat(), parts[cut..].concat());
            whole == head || whole == tail
        })
    };
    tail_or_head(&whole_a, &pb)
        || tail_or_head(&whole_b, &pa)
        // A head without a colon: `Hi-Speed DNN Training with Espresso: …` for `Espresso: …`.
        || is_long_tail(&whole_a, &whole_b)
        || is_long_tail(&whole_b, &whole_a)
}

fn is_long_tail(short: &str, long: &str) -> bool {
    short.len() >= 30 && short.len() < long.len() && long.ends_with(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations() {
        use TitleRelation::{Part, Same, Slips, Variant};
        for (a, b, want) in [
            (
                "Shuﬄecast: Data-rate Agnostic",
                "Shufflecast – data rate agnostic.",
                Same,
            ),
            (
                "Soft Thrsehold Ternary Networks",
                "Soft Threshold Ternary Networks",
                Slips,
            ),
            ("Serving on Modern GPU", "Serving on Modern GPUs", Slips),
            (
                "Espresso: Unleashing the Full Potential of Gradient Compression",
                "Hi-Speed DNN Training with Espresso: Unleashing the Full Potential of Gradient Compression",
                Part,
            ),
            (
                "Empowering Distributed Training with Sparsity",
                "ZEN: Empowering Distributed Training with Sparsity",
                Part,
            ),
            (
                "Cupcake: A Compression Scheduler",
                "Cupcake: A Compression Optimizer",
                Variant,
            ),
        ] {
            assert_eq!(compare_titles(a, b).relation, want, "{a} / {b}");
        }
    }

    #[test]
    fn differences_that_matter() {
        for (a, b) in [
            (
                "LAEO-Net: Looking at Each Other",
                "LAEO-Net++: Looking at Each Other",
            ),
            ("The 7th Workshop on Sorting", "The 8th Workshop on Sorting"),
            ("On Trees. Part II", "On Trees. Part III"),
            ("On Trees, Part I", "On Trees, Part V"),
            ("Tracking with YOLOv7", "Tracking with YOLOv8"),
            ("Fast Sorting", "Erratum to: Fast Sorting"),
            ("Learning to Rank (Extended Abstract)", "Learning to Rank"),
        ] {
            assert!(compare_titles(a, b).conflict.is_some(), "{a} / {b}");
        }
        assert_eq!(
            compare_titles("On Trees. Part 2", "On Trees. Part II").conflict,
            None
        );
        let opposite = compare_titles(
            "Supervised Hashing of Images",
            "Unsupervised Hashing of Images",
        );
        assert_eq!(opposite.relation, TitleRelation::Variant);
    }
}
