//! Comparison of names: whether two spellings are one person.

use std::{borrow::Cow, collections::BTreeSet, iter};

use rapidfuzz::distance::levenshtein;

use super::{
    fold::{fold, words},
    similarity::are_anagrams,
};
use crate::model::PersonName;

/// Returns the agreement of two names, 0 to 1:
/// 1 the same; 0.95 the same except for initials or missing middle names; 0.85 given and family
/// names exchanged; 0.75 a misspelling by one or two letters; 0.4 the same family name with other
/// given names; 0 otherwise.
#[must_use]
pub fn likeness(a: &PersonName, b: &PersonName) -> f64 {
    NameSpelling::of(a).likeness(&NameSpelling::of(b))
}

/// Returns the folded key by which a person's family name is indexed and looked up: the last word of
/// the family name, without particles.
#[must_use]
pub fn surname_key(name: &PersonName) -> String {
    fold(&name.family)
        .rsplit(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Whether two names have a word of a family name in common, whichever of their words is one: `Lee Orr, Ann` and
/// `Ann Orr`, `Li Wei` and `Wei Li`.
#[must_use]
pub fn shares_family(a: &PersonName, b: &PersonName) -> bool {
    let of =
        |name: &PersonName| -> BTreeSet<String> { words(&name.to_string()).into_iter().collect() };
    let family =
        |name: &PersonName| -> BTreeSet<String> { words(&name.family).into_iter().collect() };
    let is_any = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        one.iter()
            .any(|word| word.chars().count() > 1 && other.contains(word))
    };
    is_any(&family(a), &of(b)) || is_any(&family(b), &of(a))
}

/// A name folded once, for many comparisons.
#[derive(Debug, Clone)]
pub struct NameSpelling {
    plain: Parts,
    /// With umlauts written out, if there are any.
    umlauts: Option<Parts>,
}

/// Given and family names.
#[derive(Debug, Clone)]
struct Parts {
    given: Words,
    family: Words,
}

/// Folded words, separate and joined.
#[derive(Debug, Clone)]
struct Words {
    list: Vec<String>,
    joined: String,
}

impl NameSpelling {
    /// Folds a name.
    #[must_use]
    pub fn of(name: &PersonName) -> Self {
        let family = if name.particle.is_empty() {
            Cow::Borrowed(&*name.family)
        } else {
            Cow::Owned(format!("{} {}", name.particle, name.family))
        };
        let umlaut = |text: &str| {
            text.replace(['ä', 'Ä'], "ae")
                .replace(['ö', 'Ö', 'ø', 'Ø'], "oe")
                .replace(['ü', 'Ü'], "ue")
                .replace(['å', 'Å'], "aa")
        };
        let umlauts = (!name.given.is_ascii() || !family.is_ascii())
            .then(|| (umlaut(&name.given), umlaut(&family)))
            .filter(|other| other.0 != name.given || other.1 != family);
        Self {
            plain: Parts::of(&name.given, &family),
            umlauts: umlauts.map(|(given, family)| Parts::of(&given, &family)),
        }
    }

    /// Returns the folded words of the name that are longer than an initial, the family name in one
    /// word and the whole name in one word, without repetitions. Two spellings of one name nearly
    /// always share one of them.
    #[must_use]
    pub fn words(&self) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        for parts in iter::once(&self.plain).chain(&self.umlauts) {
            out.extend(parts.words().filter(|word| word.len() > 1).cloned());
            out.insert(parts.family.joined.clone());
            out.insert([&*parts.given.joined, &parts.family.joined].concat());
        }
        out
    }

    /// Returns the agreement of two names, like [`likeness`].
    #[must_use]
    pub fn likeness(&self, other: &Self) -> f64 {
        if self.plain.is(&other.plain) {
            return 1.0;
        }
        let mut best: f64 = 0.0;
        for a in iter::once(&self.plain).chain(&self.umlauts) {
            for b in iter::once(&other.plain).chain(&other.umlauts) {
                best = best.max(compare(a, b));
            }
        }
        best
    }
}

impl Parts {
    fn of(given: &str, family: &str) -> Self {
        Self {
            given: Words::of(given),
            family: Words::of(family),
        }
    }

    fn is(&self, other: &Self) -> bool {
        self.given.joined == other.given.joined && self.family.joined == other.family.joined
    }

    fn words(&self) -> impl Iterator<Item = &String> {
        self.given.list.iter().chain(&self.family.list)
    }

    fn letters(&self) -> impl Iterator<Item = u8> {
        let (given, family) = (&self.given.joined, &self.family.joined);
        given.bytes().chain(family.bytes())
    }

    fn length(&self) -> usize {
        self.given.joined.len() + self.family.joined.len()
    }
}

impl Words {
    fn of(text: &str) -> Self {
        // `J.R.R.` and `JYB` are initials; folding has already parted them at the dots.
        let list = words(text);
        let joined = list.concat();
        Self { list, joined }
    }
}

fn compare(a: &Parts, b: &Parts) -> f64 {
    let straight = same_order(&a.given, &a.family, &b.given, &b.family);
    if straight >= 0.95 {
        return straight;
    }
    let crossed = same_order(&a.given, &a.family, &b.family, &b.given);
    let exchanged = if crossed >= 0.95 { 0.85 } else { 0.0 };
    straight.max(exchanged).max(parted_elsewhere(a, b))
}

fn same_order(given_a: &Words, family_a: &Words, given_b: &Words, family_b: &Words) -> f64 {
    let same = family_a.joined == family_b.joined;
    let given = || given_names(given_a, given_b);
    if same || shares_tail(&family_a.list, &family_b.list) {
        return match given() {
            Given::Same if same => 1.0,
            Given::Same | Given::Compatible => 0.95,
            Given::Slip => 0.75,
            Given::Other => 0.4,
        };
    }
    if is_misspelled_name(&family_a.joined, &family_b.joined)
        && matches!(given(), Given::Same | Given::Compatible)
    {
        return 0.75;
    }
    0.0
}

/// Whether the shorter family name is the beginning or the end of the longer one: `Garcia Lopez` /
/// `Garcia`, `van der Berg` / `Berg`.
fn shares_tail(a: &[String], b: &[String]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    !short.is_empty() && (long.ends_with(short) || long.starts_with(short))
}

/// Compares names with the same words that are split elsewhere: `Gool, Luc Van` / `Van Gool, Luc`.
fn parted_elsewhere(a: &Parts, b: &Parts) -> f64 {
    let count = |parts: &Parts| parts.given.list.len() + parts.family.list.len();
    let same_length = a.length() == b.length();
    if same_length && a.letters().eq(b.letters()) {
        return 0.95;
    }
    // A second family name is omitted: `José García López` / `José García`.
    let (short, long) = if count(a) <= count(b) { (a, b) } else { (b, a) };
    let is_head = || short.words().zip(long.words()).all(|(x, y)| x == y);
    if count(short) > 1 && short.words().next().is_some_and(|w| w.len() > 1) && is_head() {
        return 0.75;
    }
    // A middle name is in the family name of one spelling: `Jimenez Rezende, Danilo`.
    let sorted = |parts| {
        let mut words: Vec<&String> = Parts::words(parts).collect();
        words.sort_unstable();
        words
    };
    let may_be = same_length && count(a) == count(b) && count(a) > 1;
    if may_be && sorted(a) == sorted(b) {
        0.85
    } else {
        0.0
    }
}

enum Given {
    Same,
    Compatible,
    Slip,
    Other,
}

fn given_names(a: &Words, b: &Words) -> Given {
    if a.joined == b.joined {
        return Given::Same;
    }
    let (joined_a, joined_b, a, b) = (&a.joined, &b.joined, &a.list, &b.list);
    if a.is_empty() || b.is_empty() {
        return Given::Compatible;
    }
    if first_names_agree(a, b) || is_initials_of(a, b) || is_initials_of(b, a) {
        return Given::Compatible;
    }
    if is_misspelled_name(joined_a, joined_b) || is_misspelled_name(&a[0], &b[0]) && a[0].len() > 3
    {
        return Given::Slip;
    }
    Given::Other
}

/// Whether given names agree word by word, where a word agrees with its initial and with a longer
/// form. Middle names may be missing on one side.
fn first_names_agree(a: &[String], b: &[String]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let agree = |x: &String, y: &String| {
        let (less, more) = if x.len() <= y.len() { (x, y) } else { (y, x) };
        less == more || less.len() == 1 && more.starts_with(less.as_str())
    };
    if !agree(&short[0], &long[0]) {
        return false;
    }
    let mut rest = long[1..].iter();
    short[1..]
        .iter()
        .all(|word| rest.any(|other| agree(word, other)))
}

/// Whether joined initials are those of a name: `jyb` of `jack yiu bun`.
fn is_initials_of(short: &[String], long: &[String]) -> bool {
    let initials: String = short.concat();
    initials.len() <= 4
        && initials.len() == long.len()
        && long
            .iter()
            .zip(initials.chars())
            .all(|(word, c)| word.starts_with(c))
}

/// Whether one or two letters were changed, added, removed or exchanged in a name of enough letters.
fn is_misspelled_name(a: &str, b: &str) -> bool {
    if a.len().abs_diff(b.len()) > 2 {
        return false;
    }
    let distance = levenshtein::distance(a.bytes(), b.bytes());
    let long = a.len().max(b.len());
    distance <= 1 && long >= 4 || distance == 2 && (long >= 7 || are_anagrams(a, b) && a.len() >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(a: &str, b: &str) -> f64 {
        likeness(&PersonName::parse(a), &PersonName::parse(b))
    }

    #[test]
    fn families_are_shared_in_either_order() {
        let shares = |a: &str, b: &str| shares_family(&PersonName::parse(a), &PersonName::parse(b));
        assert!(shares("Ann Lee Orr", "Orr, A."));
        assert!(shares("Li Wei", "Wei Li"));
        assert!(!shares("Ann Lee", "Bo Ray"));
        assert!(!shares("A. Lee", "A. Ray"));
    }

    #[test]
    fn spellings_of_one_person() {
        for (a, b, least) in [
            ("Di Xu 0001", "Di Xu", 1.0),
            ("J. Doe", "Jane Doe", 0.95),
            ("Jack YB Lee", "Jack Y. B. Lee", 0.95),
            ("Müller, Hans", "Hans Mueller", 0.95),
            ("Luc Van Gool", "Van Gool, Luc", 0.95),
            ("Hao Wang", "Wang Hao", 0.85),
            ("Rezende, Danilo Jimenez", "Danilo Jimenez Rezende", 1.0),
            ("Danilo Jimenez Rezende", "Jimenez Rezende, Danilo", 0.95),
            ("Zhou Su", "Zhuo Su", 0.75),
            ("Bonnie Krufft", "Bonnie Kruft", 0.75),
            ("Thomas Anderson", "Thomas E. Anderson", 0.95),
            ("van der Berg, Jan", "Jan Vanderberg", 0.95),
            ("José García López", "José García", 0.75),
        ] {
            assert!(like(a, b) >= least, "{a} / {b}: {}", like(a, b));
        }
    }

    #[test]
    fn different_people() {
        for (a, b, most) in [
            ("Jane Doe", "John Doe", 0.4),
            ("Wei Wang", "Wen Wang", 0.4),
            ("Wei Wang", "Wei Zhang", 0.0),
            ("Alice Smith", "Bob Jones", 0.0),
        ] {
            assert!(like(a, b) <= most, "{a} / {b}: {}", like(a, b));
        }
    }
}
