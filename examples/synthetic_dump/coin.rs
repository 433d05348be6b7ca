//! Invented words.

use crate::random::Random;

const SYLLABLES: [&str; 64] = [
    "ba", "ber", "bo", "ca", "cen", "co", "cy", "da", "del", "do", "e", "fa", "fi", "fu", "ga",
    "ge", "gra", "ha", "hy", "i", "ja", "jo", "ka", "ker", "ko", "la", "lem", "li", "lo", "lu",
    "ma", "mer", "mi", "mo", "na", "ne", "no", "nu", "o", "pa", "per", "phi", "pla", "po", "qua",
    "ra", "ri", "ro", "ru", "sa", "sen", "si", "so", "ta", "ter", "ti", "to", "tra", "tu", "va",
    "vi", "xa", "ze", "zo",
];
const TAILS: [&str; 32] = [
    "Net", "Former", "GAN", "BERT", "DB", "Sim", "LLM", "Bench", "Flow", "Sys", "Mix", "Rec",
    "Diff", "Seg", "Lang", "Graph", "ML", "GPT", "Bot", "Lib", "Kit", "Track", "Pose", "Hash",
    "Map", "Check", "Fuzz", "Trace", "Store", "++", "3D", "QA",
];
const HEADS: [&str; 16] = [
    "multi", "non", "hyper", "co", "self", "meta", "cross", "semi", "pre", "re", "un", "inter",
    "micro", "nano", "pseudo", "quasi",
];
const ENDINGS: [&str; 8] = [
    "s", "ness", "ization", "-based", "-aware", "ity", "-free", "-driven",
];
const FORMULAS: [&str; 12] = [
    "CO<sub>2</sub> ",
    "<i>k</i>-Means ",
    "<i>L</i><sub>1</sub> ",
    "O(<i>n</i><sup>2</sup>) ",
    "H<sub>&#8734;</sub> ",
    "<i>E. coli</i> ",
    "C<sup>3</sup> ",
    "GF(2<sup>m</sup>) ",
    "<i>in vivo</i> ",
    "R<sup><i>d</i></sup> ",
    "<tt>printf</tt> ",
    "&#945;-&#946; ",
];

/// Returns the name of a system.
pub(crate) fn name(random: &mut Random) -> String {
    match random.below(10) {
        0..3 => acronym(random),
        3..7 => capital(&syllables(random, 1, 2)) + random.of::<&str>(&TAILS),
        7..9 => capital(&syllables(random, 2, 4)),
        _ => acronym(random) + "-" + random.of::<&str>(&TAILS),
    }
}

/// Returns a word made from others, or from nothing.
pub(crate) fn word(random: &mut Random, parts: [&str; 2]) -> String {
    let [one, other] = parts.map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()));
    if one.is_empty() || other.is_empty() {
        return syllables(random, 2, 4);
    }
    match random.below(10) {
        0..4 => format!("{one}-{other}"),
        4 => format!("{}{}", random.of(&HEADS), one.to_lowercase()),
        5 => format!("{one}{}", random.of(&ENDINGS)),
        6..8 => name(random),
        _ => capital(&syllables(random, 2, 5)),
    }
}

/// Returns text with markup, and a space after it.
pub(crate) fn formula(random: &mut Random) -> &'static str {
    random.of(&FORMULAS)
}

/// Returns a family or place name.
pub(crate) fn proper(random: &mut Random) -> String {
    capital(&syllables(random, 2, 4))
}

/// Returns three to six capitals.
pub(crate) fn acronym(random: &mut Random) -> String {
    let length = random.within(3, 6);
    (0..length)
        .map(|_| char::from(b'A' + random.below(26) as u8))
        .collect()
}

fn syllables(random: &mut Random, from: usize, to: usize) -> String {
    let count = random.within(from, to);
    (0..count).map(|_| random.of(&SYLLABLES)).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
