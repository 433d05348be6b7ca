//! Known names: proper nouns, chemical elements, acronyms.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// Whether `word`, capitalised, is a proper noun wherever it stands: `Gaussian`, `Kenya`,
/// `Drosophila`, and families and orders of living things by their endings.
pub(super) fn is_proper(word: &str) -> bool {
    let known = |word: &str| NOUNS.contains(word);
    let plural = word.strip_suffix('s').filter(|stem| stem.len() >= 4);
    known(word) || plural.is_some_and(known) || is_taxon(word)
}

/// Whether two words, joined by a blank or a hyphen, are one proper noun that its words alone are
/// not: `New York`, `Wi-Fi`.
pub(super) fn is_compound(first: &str, joint: char, second: &str) -> bool {
    if !HEADS.contains(first) {
        return false;
    }
    let joint = if joint == ' ' { '_' } else { joint };
    NOUNS.contains(format!("{first}{joint}{second}").as_str())
}

/// Whether `word` is the symbol of an element that no language writes as a word in a title.
pub(super) fn is_element(word: &str) -> bool {
    const SYMBOLS: &str = "Li Ne Na Mg Al Si Cl Ar Ca Ti Cr Mn Fe Ni Cu Zn Ga Ge Br Kr Rb Sr Zr \
        Nb Tc Ru Rh Pd Ag Cd Sn Sb Xe Cs Ba Ce Nd Pm Sm Eu Gd Tb Dy Tm Yb Lu Hf Ir Pt Au Hg Tl Pb \
        Rn Np Pu Cm Bk Cf";
    word.len() == 2 && SYMBOLS.split(' ').any(|symbol| symbol == word)
}

/// Whether `word` may be an element's symbol before a mass number, though it is a word or prefix
/// elsewhere: `He 3`, `Co 60`.
pub(super) fn is_isotope(word: &str) -> bool {
    [
        "Ac", "Am", "Bi", "Co", "He", "La", "Mo", "Pa", "Po", "Ra", "Re", "Se", "Ta", "Te", "Th",
    ]
    .contains(&word)
}

/// Returns the correct spelling of an acronym in capitals: `PHD` is `PhD`.
pub(super) fn acronym(capitals: &str) -> Option<&'static str> {
    ACRONYMS.get(capitals).copied()
}

fn is_taxon(word: &str) -> bool {
    word.len() > 7
        && word.chars().all(|c| c.is_ascii_alphabetic())
        && ["idae", "aceae", "ptera", "oidea"]
            .iter()
            .any(|ending| word.ends_with(ending))
}

/// The words of `proper_nouns.txt`: blanks between them, `_` and `-` inside compounds, `#` before
/// a remark.
static NOUNS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("proper_nouns.txt")).collect());

/// The first words of compounds.
static HEADS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let compounds = NOUNS.iter();
    compounds
        .flat_map(|noun| noun.match_indices(['_', '-']).map(|(at, _)| &noun[..at]))
        .collect()
});

static ACRONYMS: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    entries(include_str!("acronyms.txt"))
        .map(|spelt| (spelt.to_uppercase(), spelt))
        .collect()
});

fn entries(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_lists_are_in_order() {
        for list in [
            include_str!("proper_nouns.txt"),
            include_str!("acronyms.txt"),
        ] {
            let words: Vec<&str> = entries(list).collect();
            let distinct: BTreeSet<&str> = words.iter().copied().collect();
            let mut seen = BTreeSet::new();
            let twice: Vec<_> = words.iter().filter(|word| !seen.insert(**word)).collect();
            assert_eq!(words.len(), distinct.len(), "given twice: {twice:?}");
        }
        for word in entries(include_str!("proper_nouns.txt")) {
            assert!(
                word.chars().next().is_some_and(char::is_uppercase),
                "{word} has no capital"
            );
        }
    }

    #[test]
    fn known_words() {
        for word in [
            "Gaussian",
            "Gaussians",
            "Nyström",
            "Rhaphidophoridae",
            "Orthoptera",
        ] {
            assert!(is_proper(word), "{word}");
        }
        for word in ["Learning", "New", "Idea", "Apple", "Go"] {
            assert!(!is_proper(word), "{word}");
        }
        assert!(is_compound("New", ' ', "York"));
        assert!(!is_compound("New", '-', "York"));
        assert_eq!(acronym("PHD"), Some("PhD"));
    }
}
