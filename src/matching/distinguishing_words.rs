//! Numbers, words and signs that distinguish two works with otherwise similar titles.

use std::collections::BTreeSet;

use super::title_words::WordAlignment;
use crate::text::{fold::fold, ordinals};

/// Words that make another work of a title: a reply is not the paper, a demo not the talk.
pub(super) const DISTINGUISHING_WORDS: [&str; 56] = [
    "abstract",
    "addendum",
    "announcement",
    "appendix",
    "artifact",
    "beyond",
    "comment",
    "comments",
    "commentary",
    "concern",
    "corrected",
    "corrections",
    "correction",
    "corrigenda",
    "corrigendum",
    "critique",
    "demo",
    "demonstration",
    "discussion",
    "editorial",
    "errata",
    "erratum",
    "extended",
    "foreword",
    "guest",
    "interview",
    "introduction",
    "invited",
    "keynote",
    "note",
    "notice",
    "obituary",
    "panel",
    "part",
    "poster",
    "preface",
    "rebuttal",
    "redux",
    "rejoinder",
    "reloaded",
    "replication",
    "reply",
    "reproducibility",
    "response",
    "retracted",
    "retraction",
    "revisited",
    "review",
    "summary",
    "supplement",
    "supplementary",
    "survey",
    "tutorial",
    "violation",
    "withdrawn",
    "workshop",
];

/// Describes a number, version, sign or distinguishing word that only one title has.
pub(super) fn find_conflict(shared: &WordAlignment) -> Option<String> {
    // `The First Open Platform for …` is a subtitle; `First Workshop on …` numbers a series.
    let (less, more) = if shared.only_a.len() <= shared.only_b.len() {
        (&shared.only_a, &shared.only_b)
    } else {
        (&shared.only_b, &shared.only_a)
    };
    let in_passing = less.is_empty() && more.len() >= 3;
    let numerals = |words: &[String]| -> Vec<u32> {
        let counts = |w: &&String| !in_passing || w.starts_with(|c: char| c.is_ascii_digit());
        let mut out: Vec<u32> = words
            .iter()
            .filter(counts)
            .filter_map(|w| numeral(w))
            .collect();
        out.sort_unstable();
        out
    };
    let (mut na, mut nb) = (numerals(&shared.only_a), numerals(&shared.only_b));
    if na.is_empty() || nb.is_empty() {
        // A year in one title only states when, not which: `… (FQAS 2000)`.
        let tells_which = |number: &u32| !(1900..2100).contains(number);
        na.retain(tells_which);
        nb.retain(tells_which);
    }
    if na != nb && !(shared.respaced) {
        return Some("a number differs".to_owned());
    }
    // `Part I` and `Part V`: a single letter on both sides is a numeral.
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
    // `X I` is the first of several.
    let is_lone = |a: &[String], b: &[String]| b.is_empty() && matches!(a, [one] if one == "i");
    if is_lone(&shared.only_a, &shared.only_b) || is_lone(&shared.only_b, &shared.only_a) {
        return Some("a number differs".to_owned());
    }
    if versions_differ(shared) {
        return Some("a version differs".to_owned());
    }
    if ends_in_sign(&shared.only_a) || ends_in_sign(&shared.only_b) {
        return Some("a `+` or `#` differs".to_owned());
    }
    word_in_one(shared, &DISTINGUISHING_WORDS)
}

/// Whether the titles are those of two works however badly one was copied: a reply, another number,
/// another version. A number or a track that only one title has may be a page or a mistake.
pub(super) fn is_certain_conflict(shared: &WordAlignment) -> bool {
    let numerals =
        |words: &[String]| -> BTreeSet<u32> { words.iter().filter_map(|w| numeral(w)).collect() };
    let (a, b) = (numerals(&shared.only_a), numerals(&shared.only_b));
    response_word(shared).is_some()
        || !a.is_empty() && !b.is_empty() && a != b
        || versions_differ(shared)
        || ends_in_sign(&shared.only_a)
        || ends_in_sign(&shared.only_b)
}

/// Whether two words differ in a trailing number only: `YOLOv7` and `YOLOv8`, `WMT18` and `WMT19`.
fn versions_differ(shared: &WordAlignment) -> bool {
    let stem = |word: &str| {
        word.trim_end_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    shared.only_a.iter().any(|a| {
        shared
            .only_b
            .iter()
            .any(|b| a != b && a.len() > stem(a).len() && stem(a) == stem(b))
    })
}

/// Whether one of the words ends in a sign: `C++`, `C#`.
fn ends_in_sign(words: &[String]) -> bool {
    words.iter().any(|word| word.ends_with(['+', '#']))
}

/// Describes a word that makes another work of a title whatever else the title contains.
pub(super) fn response_word(shared: &WordAlignment) -> Option<String> {
    const RESPONSES: [&str; 24] = [
        "addendum",
        "artifact",
        "comment",
        "comments",
        "commentary",
        "concern",
        "correction",
        "corrections",
        "corrigenda",
        "corrigendum",
        "errata",
        "notice",
        "erratum",
        "part",
        "rebuttal",
        "rejoinder",
        "replication",
        "reply",
        "response",
        "retracted",
        "retraction",
        "supplementary",
        "violation",
        "withdrawn",
    ];
    word_in_one(shared, &RESPONSES)
}

/// Describes a word in a dropped subtitle that means another kind of work:
/// `: A Survey of Methods and Tools`.
pub(super) fn kind_in_subtitle(shared: &WordAlignment) -> Option<String> {
    word_in_one(shared, &["overview", "review", "survey", "tutorial"])
}

/// Whether `part` numbers one of several, as in `Part I`. It does not in
/// `part of the federated conference`, nor if both titles have the numeral and one omits the word.
fn numbers_a_part(shared: &WordAlignment) -> bool {
    let only = if shared.only_a.iter().any(|word| word == "part") {
        &shared.only_a
    } else {
        &shared.only_b
    };
    only.iter().any(|word| {
        word.len() == 1
            || numeral(word).is_some()
            || matches!(word.as_str(), "one" | "two" | "three" | "four")
    })
}

/// Words that catalogues add in brackets for a track: `(Panel Abstract)`.
const TRACKS: [&str; 22] = [
    "abstract",
    "demo",
    "demonstration",
    "description",
    "experience",
    "extended",
    "industrial",
    "invited",
    "keynote",
    "only",
    "panel",
    "paper",
    "poster",
    "project",
    "session",
    "slides",
    "summary",
    "system",
    "talk",
    "track",
    "tutorial",
    "video",
];

/// Words that may name any track: a panel's session is the panel's abstract.
const OF_ANY_TRACK: [&str; 5] = ["abstract", "paper", "session", "summary", "talk"];

/// Describes the first of the words that only one title has. `part` without a number is ignored.
fn word_in_one(shared: &WordAlignment, words: &[&str]) -> Option<String> {
    let any = |words: &[String]| {
        let mut words = words.iter();
        words.len() > 0 && words.all(|word| OF_ANY_TRACK.contains(&word.as_str()))
    };
    if any(&shared.only_a) && any(&shared.only_b) {
        return None;
    }
    let mut own = shared.only_a.iter().chain(&shared.only_b);
    own.find(|word| words.contains(&word.as_str()) && (*word != "part" || numbers_a_part(shared)))
        .map(|word| format!("only one says `{word}`"))
}

/// Words for sections of a journal besides its articles: `- Book Review`, `Foreword:`.
const SECTION_WORDS: [&str; 13] = [
    "book",
    "column",
    "editor",
    "editorial",
    "editors",
    "foreword",
    "guest",
    "introduction",
    "issue",
    "preface",
    "review",
    "reviews",
    "special",
];

/// The mark by which two titles with the same content words differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleMark {
    /// They differ by more than a mark, or not at all.
    None,
    /// The mark of a conference track: `(Panel)`, `Poster:`.
    Track,
    /// The mark of a journal section: `- Book Review`.
    Section,
}

/// Returns the mark that is the only difference of two titles.
pub(super) fn mark_of(shared: &WordAlignment) -> TitleMark {
    let differing: Vec<&str> = shared
        .only_a
        .iter()
        .chain(&shared.only_b)
        .map(String::as_str)
        .collect();
    let all = |marks: &[&str]| differing.iter().all(|word| marks.contains(word));
    // An extended version is another work; an extended abstract is not.
    if differing.is_empty() || differing.contains(&"extended") && !differing.contains(&"abstract") {
        TitleMark::None
    } else if all(&TRACKS) {
        TitleMark::Track
    } else if all(&SECTION_WORDS) {
        TitleMark::Section
    } else {
        TitleMark::None
    }
}

/// Beginnings, folded, that make another work of a title.
const HEADINGS: [&str; 34] = [
    "answer to",
    "antwort auf",
    "berichtigung",
    "code for",
    "commentaire sur",
    "compte rendu",
    "critique of",
    "data for",
    "data from",
    "dataset for",
    "demonstrating",
    "diploma thesis",
    "doctoral thesis",
    "erwiderung auf",
    "kommentar zu",
    "letter to the editor",
    "letters to the editor",
    "literature review",
    "masters thesis",
    "notes on",
    "phd thesis",
    "remarks on",
    "reponse a",
    "resena",
    "respuesta a",
    "rethinking",
    "rezension",
    "slides",
    "software for",
    "supplemental",
    "technical perspective",
    "technical report",
    "thesis",
    "video",
];

/// Describes such a beginning if only one title has it: `Code for …`.
pub(super) fn heading_conflict(a: &str, b: &str) -> Option<String> {
    let heading = |title: &str| {
        let title = format!("{} ", fold(title));
        let mut known = HEADINGS.into_iter();
        known.find(|known| {
            title
                .strip_prefix(known)
                .is_some_and(|rest| rest.starts_with(' '))
        })
    };
    match (heading(a), heading(b)) {
        (Some(one), None) | (None, Some(one)) => Some(format!("only one says `{one}`")),
        _ => None,
    }
}

/// Describes different parts that are numbered by letters: `Part A` and `Part B`.
pub(super) fn part_conflict(a: &[String], b: &[String]) -> Option<String> {
    let letter = |words: &[String]| {
        let mut pairs = words.windows(2);
        let is_letter = |word: &str| word.len() == 1 && word.contains(|c| ('a'..='h').contains(&c));
        let part = pairs.find(|pair| pair[0] == "part" && is_letter(&pair[1]))?;
        Some(part[1].clone())
    };
    (letter(a) != letter(b)).then(|| "another part".to_owned())
}

/// Describes a negation that only one title has: `Attention Is Not Explanation`.
pub(super) fn negation_conflict(a: &[String], b: &[String]) -> Option<String> {
    const NEGATIONS: [&str; 2] = ["never", "not"];
    let count = |words: &[String], known: &str| words.iter().filter(|word| *word == known).count();
    NEGATIONS
        .into_iter()
        .find(|known| count(a, known) != count(b, known))
        .map(|known| format!("only one says `{known}`"))
}

/// Describes different figures or relations in titles with the same letters: `1.5` and `15`, `=`
/// and `≠`.
pub(super) fn figure_conflict(a: &str, b: &str) -> Option<String> {
    let figures = |title: &str| -> Vec<String> {
        let parts = title.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '/')));
        let parts = parts.map(|part| part.trim_matches(['.', '/']).to_owned());
        parts.filter(|part| part.contains(['.', '/'])).collect()
    };
    let signs = |title: &str| -> String {
        let signs = title.chars().filter(|c| matches!(c, '=' | '≠' | '≤' | '≥'));
        signs.collect()
    };
    if a.contains("++") != b.contains("++") {
        return Some("a `+` or `#` differs".to_owned());
    }
    let letters = |title: &str| title.chars().any(char::is_lowercase);
    let both = letters(a) && letters(b);
    let (one, other) = (signs(a), signs(b));
    let differ =
        figures(a) != figures(b) && both || !one.is_empty() && !other.is_empty() && one != other;
    differ.then(|| "a number or sign differs".to_owned())
}

/// Returns the value of a number, an ordinal or a Roman numeral up to twenty.
pub(super) fn numeral(word: &str) -> Option<u32> {
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
    // A single letter is rarely a numeral: x, v and i are names of variables.
    if word.len() > 1
        && let Some(value) = at(&ROMAN)
    {
        return Some(value);
    }
    if let Some(value) = at(&NAMED) {
        return Some(value);
    }
    // `v2`
    let word = word.strip_prefix('v').unwrap_or(word);
    let mut endings = ordinals::ENDINGS.iter();
    let digits = endings.find_map(|ending| word.strip_suffix(ending));
    digits.unwrap_or(word).parse().ok()
}
