//! Which people a listing and a record name that the other does not.

use super::listed_names::{ListedNames, SpelledName, agreement, real_names};
use crate::{
    model::{Listing, Metadata, Person, PersonName},
    text::fold::words,
};

/// The people by whom a listing and a record differ. A name in another form is no difference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PeopleDifference {
    /// The listed names that the record does not have; empty if the record's list is cut short.
    pub added: Vec<String>,
    /// The record's names that are not listed; empty if the listed ones are cut short.
    pub missing: Vec<String>,
    /// The number of people that both name.
    pub shared: usize,
    /// The number of listed people that are named.
    pub listed: usize,
    /// Whether the people that both name come in another order.
    pub reordered: bool,
    /// The people that both name with other given names, and those of several short family names that are
    /// all spelt otherwise: listed, and as the record has them. One may go by another name; several
    /// don't.
    pub renamed: Vec<(String, String)>,
    /// Whether one of them has a full given name that is no form of the record's.
    pub is_one_replaced: bool,
}

impl PeopleDifference {
    /// Whether both name the same people in the same order, as far as they go.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.added.is_empty() && self.missing.is_empty() && !self.reordered && !self.are_renamed()
    }

    /// Whether so many people have other names that it can't be a matter of form, or one has another full
    /// given name.
    #[must_use]
    pub fn are_renamed(&self) -> bool {
        self.renamed.len() >= 2 && self.renamed.len() * 3 >= self.listed || self.is_one_replaced
    }
}

/// The lowest similarity at which two spellings are one person: a typo of one or two letters.
const SAME_PERSON: f64 = 0.75;

/// The lowest similarity at which two names share a family name. A person's given name may be
/// another one in another language, so the pair is taken for one person.
const SAME_FAMILY: f64 = 0.4;

/// Compares the people of a listing and a record. Returns `None` if either names nobody.
#[must_use]
pub fn compare_people(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
) -> Option<PeopleDifference> {
    let ListedNames { mut names, mut cut } = ListedNames::of(listing, person);
    // `Jane Doe and et al.`
    names.retain(|name| {
        let is_rest = name.as_ref().is_some_and(is_rest);
        cut |= is_rest;
        !is_rest
    });
    let found = real_names(&meta.authors);
    let known: Vec<(usize, &PersonName)> = names
        .iter()
        .enumerate()
        .filter_map(|(at, name)| Some((at, name.as_ref()?)))
        .collect();
    if known.is_empty() || found.is_empty() {
        return None;
    }
    let spelt: Vec<SpelledName<'_>> = found.iter().copied().map(SpelledName::of).collect();
    let mut partner: Vec<Option<usize>> = vec![None; known.len()];
    let mut taken = vec![false; found.len()];
    let mut renamed = Vec::new();
    let mut respelt = Vec::new();
    let mut is_one_replaced = false;
    for least in [SAME_PERSON, SAME_FAMILY] {
        for (slot, (place, name)) in partner.iter_mut().zip(&known) {
            if slot.is_some() {
                continue;
            }
            let turned = turned(name);
            let readings = [Some(*name), turned.as_ref()];
            let readings: Vec<SpelledName<'_>> = readings
                .into_iter()
                .flatten()
                .map(SpelledName::of)
                .collect();
            let agree = |at: usize| {
                let scores = readings.iter().map(|name| agreement(name, &spelt[at]));
                scores.fold(0.0_f64, f64::max)
            };
            let best = (0..found.len())
                .filter(|at| !taken[*at])
                .map(|at| (at, agree(at)))
                .filter(|(_, score)| *score >= least)
                .max_by(|a, b| {
                    let near = |at: usize| at.abs_diff(*place);
                    a.1.total_cmp(&b.1).then(near(b.0).cmp(&near(a.0)))
                });
            if let Some((at, score)) = best {
                taken[at] = true;
                *slot = Some(at);
                let pair = || (name.to_string(), found[at].to_string());
                if least < SAME_PERSON {
                    renamed.push(pair());
                    is_one_replaced |= has_other_given_name(name, found[at]);
                } else if score < MISSPELT && is_respelt(name, found[at]) {
                    respelt.push(pair());
                }
            }
        }
    }
    // One misspelt name is a slip; half of them are other people with similar names.
    if respelt.len() >= 2 && respelt.len() * 2 >= known.len() {
        renamed.extend(respelt);
    }
    let order: Vec<usize> = partner.iter().flatten().copied().collect();
    let is_in = |name: &PersonName, others: &[String]| {
        let own = long_words(name);
        !own.is_empty() && own.iter().all(|word| others.contains(word))
    };
    // `Dao and Tri` for `Tri Dao`: a name that was cut apart is no other person.
    let all_found: Vec<String> = found.iter().flat_map(|name| long_words(name)).collect();
    let all_listed: Vec<String> = known.iter().flat_map(|(_, it)| long_words(it)).collect();
    let left = known.iter().zip(&partner);
    let left = left.filter(|(_, partner)| partner.is_none());
    let added: Vec<String> = left
        .filter(|((_, name), _)| !is_in(name, &all_found))
        .map(|((_, name), _)| name.to_string())
        .collect();
    let mut missing: Vec<String> = found
        .iter()
        .zip(&taken)
        .filter(|(name, taken)| !**taken && !is_in(name, &all_listed))
        .map(|(name, _)| name.to_string())
        .collect();
    // An author who is left blank may be any of them.
    let blanks = names.len() - known.len();
    if cut || missing.len() <= blanks {
        missing.clear();
    }
    Some(PeopleDifference {
        added: if meta.more_authors { Vec::new() } else { added },
        missing,
        shared: order.len(),
        listed: known.len(),
        reordered: !order.is_sorted(),
        renamed,
        is_one_replaced,
    })
}

/// The similarity below which names that are taken for one person's are spelt otherwise.
const MISSPELT: f64 = 0.8;

/// The longest family name of which another one may be a letter away.
const SHORT_NAME: usize = 6;

/// Whether two short family names differ by a letter or two: `Wong` and `Wang`.
fn is_respelt(a: &PersonName, b: &PersonName) -> bool {
    let family = |name: &PersonName| words(&name.family).concat();
    let (a, b) = (family(a), family(b));
    a != b && a.len().max(b.len()) <= SHORT_NAME && !a.contains(&b) && !b.contains(&a)
}

/// Whether both given names are written out, and neither is a form of the other: they have no initial in
/// common.
fn has_other_given_name(a: &PersonName, b: &PersonName) -> bool {
    let (a, b) = (words(&a.given), words(&b.given));
    let is_full = |words: &[String]| words.first().is_some_and(|word| word.chars().count() > 1);
    let is_form = |one: &String, other: &String| {
        one.chars().next() == other.chars().next()
            || one.len() >= 3 && other.len() >= 3 && (one.contains(other) || other.contains(one))
    };
    is_full(&a)
        && is_full(&b)
        && !a
            .iter()
            .any(|one| b.iter().any(|other| is_form(one, other)))
}

/// Returns a name that ends in initials with these as given names: `Fouque PA`, `HE K.`.
fn turned(name: &PersonName) -> Option<PersonName> {
    let whole = name.to_string();
    let words: Vec<&str> = whole.split_whitespace().collect();
    let is_initials = |word: &&&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic());
        (1..=4).contains(&letters.clone().count())
            && letters.clone().all(char::is_uppercase)
            && word
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '.' | '-'))
    };
    let most = words.len().saturating_sub(1);
    let initials = words
        .iter()
        .rev()
        .take(most)
        .take_while(is_initials)
        .count();
    let (family, given) = words.split_at_checked(words.len() - initials)?;
    let is_name = family.iter().any(|word| word.chars().count() > 1);
    (initials > 0 && is_name).then(|| {
        let given: Vec<String> = given
            .iter()
            .map(|word| word.replace(['.', '-'], " "))
            .collect();
        PersonName::from_parts(given.join(" ").trim(), &family.join(" "))
    })
}

/// Whether a name says that more people follow.
fn is_rest(name: &PersonName) -> bool {
    let text = words(&name.to_string()).join(" ");
    ["al", "et al", "etal", "others", "and others"].contains(&text.as_str())
}

/// The folded words of a name that are no initials.
fn long_words(name: &PersonName) -> Vec<String> {
    let all = words(&name.to_string()).into_iter();
    all.filter(|word| word.chars().count() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, ListedAuthor, Title};

    fn compared(listed: &[&str], found: &[&str]) -> PeopleDifference {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        let names = found.iter().map(|name| PersonName::parse(name).into());
        meta.authors = names.collect();
        let names = listed.iter().map(|name| PersonName::parse(name));
        let listing = Listing {
            authors: names.map(ListedAuthor::Named).collect(),
            ..Listing::titled("x")
        };
        compare_people(&listing, &Person::default(), &meta).unwrap()
    }

    #[test]
    fn form_is_no_difference() {
        for (listed, found) in [
            (&["J. Doe", "R. Roe"][..], &["Jane Doe", "Richard Roe"][..]),
            (&["Doe, Jané"], &["Jane M. Doe"]),
            (&["Dao", "Tri"], &["Tri Dao"]),
            (&["Bob Gerber"], &["Robert H. Gerber"]),
            (&["Jane Doe et al."], &["Jane Doe", "A Be", "C De"]),
            (&["Jane Doe", "et al."], &["Jane Doe", "A Be", "C De"]),
            (&["Doe J", "Roe RA"], &["Jane Doe", "Richard Amos Roe"]),
            (&["DOE J.", "HE R."], &["Jane Doe", "Richard He"]),
            (&["Jane Doe <jane@doe.org>"], &["Jane Doe"]),
            (&["Z. Wong", "Jian Li"], &["Zhen Wang", "Jian Li"]),
        ] {
            let difference = compared(listed, found);
            assert!(difference.is_none(), "{listed:?}: {difference:?}");
        }
    }

    #[test]
    fn people_missing_added_and_swapped_are_named() {
        let cut = compared(&["Jane Doe"], &["Jane Doe", "Richard Roe"]);
        assert_eq!(cut.missing, ["Richard Roe"]);
        let more = compared(&["Jane Doe", "Ann Other"], &["Jane Doe"]);
        assert_eq!((more.added.len(), more.shared), (1, 1));
        assert!(compared(&["Jane Doe", "Bo Yu"], &["Bo Yu", "Jane Doe"]).reordered);
        let renamed = compared(&["Tom Acar", "Bo Zhao"], &["Durmus Acar", "Yue Zhao"]);
        assert!(renamed.are_renamed() && !renamed.is_none(), "{renamed:?}");
        let one = compared(&["Tom Acar", "Yue Zhao"], &["Durmus Acar", "Yue Zhao"]);
        assert!(
            one.are_renamed(),
            "a full name in place of another: {one:?}"
        );
        for form in ["D. Acar", "Durmuş Acar", "Dan Acar"] {
            assert!(
                compared(&[form, "Yue Zhao"], &["Durmus Acar", "Yue Zhao"]).is_none(),
                "{form}"
            );
        }
        let alike = compared(&["Z. Wong", "J. Chan"], &["Zhen Wang", "Jian Chen"]);
        assert!(alike.are_renamed(), "{alike:?}");
        let new = compared(
            &["Ximena Braylan", "Jo Lee"],
            &["Alexander Braylan", "Jo Lee"],
        );
        assert!(new.are_renamed(), "{new:?}");
        let others = compared(&["Ann Other"], &["Jane Doe"]);
        assert_eq!((others.shared, others.added.len()), (0, 1));
    }
}
