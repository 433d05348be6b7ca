//! What differs between two titles and makes two works of them.

use std::collections::BTreeSet;

use super::words::Shared;
use crate::text::fold::fold;

/// Words that turn a work into another one: a reply is not the paper, a demo not the talk.
pub(super) const TURNING_WORDS: [&str; 49] = [
    "abstract",
    "addendum",
    "appendix",
    "artifact",
    "comment",
    "comments",
    "commentary",
    "concern",
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
    "note",
    "notice",
    "obituary",
    "panel",
    "part",
    "poster",
    "preface",
    "rebuttal",
    "rejoinder",
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

/// A numeral or turning word that only one title has.
pub(super) fn turning_difference(shared: &Shared) -> Option<String> {
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
        // A year that only one title has tells when, not which: `… (FQAS 2000)`.
        let tells_which = |number: &u32| !(1900..2100).contains(number);
        na.retain(tells_which);
        nb.retain(tells_which);
    }
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
    // `X I` is the first of several.
    let is_lone = |a: &[String], b: &[String]| b.is_empty() && matches!(a, [one] if one == "i");
    if is_lone(&shared.only_a, &shared.only_b) || is_lone(&shared.only_b, &shared.only_a) {
        return Some("a number differs".to_owned());
    }
    if other_version(shared) {
        return Some("a version differs".to_owned());
    }
    if is_signed(&shared.only_a) || is_signed(&shared.only_b) {
        return Some("a `+` or `#` differs".to_owned());
    }
    said_by_one(shared, &TURNING_WORDS)
}

/// Whether the titles are two works' however badly one of them was copied: a reply, another number,
/// another version. A number or a track that only one title has may be a page or a slip.
pub(super) fn sets_apart(shared: &Shared) -> bool {
    let numerals =
        |words: &[String]| -> BTreeSet<u32> { words.iter().filter_map(|w| numeral(w)).collect() };
    let (a, b) = (numerals(&shared.only_a), numerals(&shared.only_b));
    response(shared).is_some()
        || !a.is_empty() && !b.is_empty() && a != b
        || other_version(shared)
        || is_signed(&shared.only_a)
        || is_signed(&shared.only_b)
}

/// `YOLOv7` and `YOLOv8`, `WMT18` and `WMT19`.
fn other_version(shared: &Shared) -> bool {
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
fn is_signed(words: &[String]) -> bool {
    words.iter().any(|word| word.ends_with(['+', '#']))
}

/// A word that makes another work of a title however much stands beside it.
pub(super) fn response(shared: &Shared) -> Option<String> {
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
    said_by_one(shared, &RESPONSES)
}

/// A word in a dropped subtitle that tells a work of another kind: `: A Survey of Methods and Tools`.
pub(super) fn kind_in_subtitle(shared: &Shared) -> Option<String> {
    said_by_one(shared, &["overview", "review", "survey", "tutorial"])
}

/// Whether `part` stands for one of several: `Part I`, not `part of the federated conference`, nor
/// where both titles have the numeral and one spares the word.
fn numbers_a_part(shared: &Shared) -> bool {
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

/// Words that catalogues put into brackets to tell a track: `(Panel Abstract)`.
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

/// Words that marks of every track have: a session's panel is the panel's abstract.
const OF_ANY_TRACK: [&str; 5] = ["abstract", "paper", "session", "summary", "talk"];

/// One of the words, if only one title has it; `part` alone numbers nothing.
fn said_by_one(shared: &Shared, words: &[&str]) -> Option<String> {
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

/// Words that tell what stands in a journal beside its articles: `- Book Review`, `Foreword:`.
const RUBRICS: [&str; 13] = [
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

/// What differs between two titles of which all telling words but marks are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// More than marks, or nothing.
    None,
    /// The mark of a track: `(Panel)`, `Poster:`.
    Track,
    /// The mark of a rubric: `- Book Review`.
    Rubric,
}

/// Whether two titles differ by nothing more than the mark of a track or of a rubric.
pub(super) fn mark_of(shared: &Shared) -> Mark {
    let differing: Vec<&str> = shared
        .only_a
        .iter()
        .chain(&shared.only_b)
        .map(String::as_str)
        .collect();
    let all = |marks: &[&str]| differing.iter().all(|word| marks.contains(word));
    // An extended version is another work than an extended abstract is.
    if differing.is_empty() || differing.contains(&"extended") && !differing.contains(&"abstract") {
        Mark::None
    } else if all(&TRACKS) {
        Mark::Track
    } else if all(&RUBRICS) {
        Mark::Rubric
    } else {
        Mark::None
    }
}

/// What stands before a title and makes another kind of work of it, folded.
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

/// Whether one title alone begins with what makes another kind of work of it: `Code for …`.
pub(super) fn other_heading(a: &str, b: &str) -> Option<String> {
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

/// Whether titles are of two parts that have letters for numbers: `Part A` and `Part B`.
pub(super) fn other_part(a: &[String], b: &[String]) -> Option<String> {
    let letter = |words: &[String]| {
        let mut pairs = words.windows(2);
        let is_letter = |word: &str| word.len() == 1 && word.contains(|c| ('a'..='h').contains(&c));
        let part = pairs.find(|pair| pair[0] == "part" && is_letter(&pair[1]))?;
        Some(part[1].clone())
    };
    (letter(a) != letter(b)).then(|| "another part".to_owned())
}

/// Whether one title alone denies: `Attention Is Not Explanation`.
pub(super) fn other_negation(a: &[String], b: &[String]) -> Option<String> {
    const NEGATIONS: [&str; 2] = ["never", "not"];
    let count = |words: &[String], known: &str| words.iter().filter(|word| *word == known).count();
    NEGATIONS
        .into_iter()
        .find(|known| count(a, known) != count(b, known))
        .map(|known| format!("only one says `{known}`"))
}

/// Whether titles of the same letters have other figures or relations: `1.5` and `15`, `=` and `≠`.
pub(super) fn other_figures(a: &str, b: &str) -> Option<String> {
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

/// The value of a number, an ordinal or a Roman numeral up to twenty.
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
    // A single letter is a numeral too seldom to count: x, v and i name variables.
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
    let digits = word
        .strip_suffix("st")
        .or_else(|| word.strip_suffix("nd"))
        .or_else(|| word.strip_suffix("rd"))
        .or_else(|| word.strip_suffix("th"))
        .unwrap_or(word);
    digits.parse().ok()
}
