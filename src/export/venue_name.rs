//! Splits names of venues into the parts by which they are compared.

use std::collections::BTreeSet;

use crate::text::{
    fold::{fold, words},
    ordinals,
};

/// The parts of a venue's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VenueName {
    /// The folded words that identify the venue, without number, year, sponsor, `annual` and
    /// `proceedings of the`.
    pub core: Vec<String>,
    /// The sponsors: `ieee`, `usenix`.
    pub sponsors: BTreeSet<String>,
    /// The acronyms in the name: `nsdi`.
    pub acronyms: Vec<String>,
}

/// Organisations that precede the names of their venues. ACM's interest groups are recognized by
/// `sig`.
const SPONSORS: [&str; 24] = [
    "aaai", "acm", "aiaa", "asme", "cvf", "eacsl", "eai", "eurasip", "iapr", "iacr", "ieee",
    "ieice", "ietf", "ifac", "ifip", "informs", "ipsj", "isca", "ist", "rsj", "siam", "spie",
    "usenix", "vgtc",
];

/// Words in the names of all kinds of conferences.
const GENERIC: [&str; 18] = [
    "a",
    "and",
    "conference",
    "congress",
    "for",
    "in",
    "international",
    "meeting",
    "of",
    "on",
    "proceedings",
    "symposia",
    "symposium",
    "technical",
    "the",
    "workshop",
    "workshops",
    "joint",
];

impl VenueName {
    /// Parses a name.
    pub(super) fn of(name: &str) -> Self {
        let mut acronyms = Vec::new();
        let bare = without_parentheses(name.trim(), &mut acronyms);
        let all = without_numbers(words(&bare));
        let mut core: Vec<String> = all
            .iter()
            .filter(|word| *word != "annual")
            .cloned()
            .collect();
        if core.is_empty() {
            core.clone_from(&all);
        }
        let whole = core.clone();
        let begins = |core: &[String], head: &[&str]| {
            core.len() > head.len() && core.iter().zip(head).all(|(word, head)| word == head)
        };
        for head in [
            &["proceedings", "of", "the"][..],
            &["proceedings", "of"],
            &["the"],
        ] {
            // `Proceedings of the IEEE` is a journal.
            if begins(&core, head) && core.len() > head.len() + usize::from(head.len() > 1) {
                core.drain(..head.len());
            }
        }
        let sponsors: Vec<String> = core
            .iter()
            .take_while(|word| is_sponsor(word) || *word == "and")
            .cloned()
            .collect();
        let rest = &core[sponsors.len()..];
        if rest.iter().any(|word| !GENERIC.contains(&word.as_str())) {
            core.drain(..sponsors.len());
        } else {
            // `ACM SIGCOMM Conference` is identified by its sponsor.
            return Self {
                core: if rest.is_empty() { whole } else { core },
                sponsors: BTreeSet::new(),
                acronyms,
            };
        }
        Self {
            core,
            sponsors: sponsors.into_iter().filter(|word| word != "and").collect(),
            acronyms,
        }
    }

    /// Returns the parts of a name in all possible readings: either side of a colon or dash if the
    /// other is an acronym or the name of the series (`NSDI '23: 20th Symposium on X`,
    /// `Advances in X 36: Annual Conference on X`), and `Symposium on X` for `X, 3rd Symposium`.
    /// All readings have all acronyms.
    pub(super) fn readings(name: &str) -> Vec<Self> {
        let mut readings = vec![Self::of(name)];
        let unified = name
            .replace(" – ", ": ")
            .replace(" - ", ": ")
            .replace(", Proceedings of", ": Proceedings of");
        let sides: Vec<&str> = unified.split(": ").map(str::trim).collect();
        if sides.len() > 1 {
            let is_series = |side: &str| side.starts_with("Advances in ");
            let is_harmless = |side: &str| acronym(side).is_some() || is_series(side);
            let mut acronyms: Vec<String> = sides.iter().filter_map(|side| acronym(side)).collect();
            for (at, side) in sides.iter().enumerate() {
                let others = sides.iter().enumerate().filter(|(other, _)| *other != at);
                let alone = others.clone().all(|(_, side)| is_harmless(side));
                if (alone || is_series(side)) && acronym(side).is_none() {
                    readings.push(Self::of(side));
                }
            }
            acronyms.extend(readings.iter().flat_map(|one| one.acronyms.clone()));
            for reading in &mut readings {
                reading.acronyms.clone_from(&acronyms);
            }
        }
        if let Some((subject, rest)) = name.split_once(", ") {
            let own = Self::of(rest);
            let kinds = ["conference", "symposium", "workshop"];
            let is_kind = own
                .core
                .last()
                .is_some_and(|last| kinds.contains(&last.as_str()))
                && own.core.iter().all(|word| GENERIC.contains(&word.as_str()));
            if is_kind {
                let mut reading = Self::of(&format!("{} on {subject}", own.core.join(" ")));
                reading.acronyms = own.acronyms;
                readings.push(reading);
            }
        }
        readings
    }

    /// Returns the share, 0 to 1, of the identifying words that the other name has too, ignoring
    /// generic ones.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let own = self
            .core
            .iter()
            .filter(|word| !GENERIC.contains(&word.as_str()));
        let (mut all, mut shared) = (0_u32, 0_u32);
        for word in own {
            all += 1;
            shared += u32::from(other.core.contains(word));
        }
        f64::from(shared) / f64::from(all.max(1))
    }

    /// Returns the identifying words without `international`, which is often omitted.
    pub(super) fn without_international(&self) -> Vec<&str> {
        let words = self.core.iter().map(String::as_str);
        words.filter(|word| *word != "international").collect()
    }
}

fn is_sponsor(word: &str) -> bool {
    SPONSORS.contains(&word)
        || word.starts_with("sig")
            && word.len() > 4
            && !["signal", "signals", "signature", "sight"].contains(&word)
}

/// Removes an acronym or remark in parentheses at the end. What distinguishes venues
/// (`(Workshops)`) stays.
fn without_parentheses(name: &str, acronyms: &mut Vec<String>) -> String {
    const OTHERS: [&str; 9] = [
        "adjunct",
        "companion",
        "demo",
        "doctoral",
        "extended",
        "poster",
        "satellite",
        "tutorial",
        "workshop",
    ];
    let mut bare = name;
    while let Some(open) = bare.strip_suffix(')').and_then(|rest| rest.rfind('(')) {
        let inside = &bare[open + 1..bare.len() - 1];
        let folded = fold(inside);
        if OTHERS.iter().any(|word| folded.contains(word)) {
            break;
        }
        acronyms.extend(acronym(inside));
        bare = bare[..open].trim_end();
    }
    bare.to_owned()
}

/// Returns the acronym if a part of a name consists of nothing else but a year: `NSDI '23` is
/// `nsdi`.
fn acronym(text: &str) -> Option<String> {
    let is_year = |word: &str| word.chars().all(|c| c.is_ascii_digit() || "'’".contains(c));
    let mut named = text.split(' ').filter(|word| !is_year(word));
    let (Some(word), None) = (named.next(), named.next()) else {
        return None;
    };
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || "'’-".contains(c));
    let capitals = letters.chars().filter(|c| c.is_uppercase()).count();
    let known = letters
        .chars()
        .all(|c| c.is_alphanumeric() || "-&+/!".contains(c));
    (capitals >= 2 && known).then(|| fold(letters).replace(' ', ""))
}

/// Removes edition numbers: `20th`, `twenty-first`, `2023`.
fn without_numbers(words: Vec<String>) -> Vec<String> {
    let is_ordinal = |word: &str| ordinals::ordinal(word).is_some();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let mut kept = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let counts_on = words.get(at + 1).is_some_and(|next| is_ordinal(next));
        let is_tens = ordinals::tens(word).is_some() && counts_on;
        if !(is_number(word) || is_ordinal(word) || is_tens) {
            kept.push(word.clone());
        }
    }
    // A name that consists of a number keeps it: `3rd`.
    if kept.is_empty() { words } else { kept }
}
