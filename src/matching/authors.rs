//! The agreement of a listed author list with a record's.

use super::listed_names::{ListedNames, SpelledName, agreement, real_names};
use super::title_words::is_misspelling;
use crate::{
    model::{Listing, Metadata, Person, PersonName},
    text::{fold::words, names::surname_key, roll::Roll},
};

/// The agreement of two author lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AuthorAgreement {
    /// The similarity, 0 to 1: the share of names on both sides, each weighted by how well it
    /// agrees.
    pub score: f64,
    /// The share of the listed names that the record has.
    pub listed_share: f64,
    /// The share of the record's names that are listed; 1 if either list is cut short.
    pub record_share: f64,
    /// The number of listed names found in the record.
    pub matched: usize,
    /// The number of other listed names whose family name the record has with other given names.
    pub family_only: usize,
    /// Whether either list is cut short.
    pub truncated: bool,
    /// Whether the first listed author is the record's first.
    pub first_matches: bool,
}

/// The lowest similarity at which two spellings are one person: a typo of one or two letters.
const SAME_PERSON: f64 = 0.75;

/// The lowest similarity at which two names share a family name.
const SAME_FAMILY: f64 = 0.4;

/// Compares the listed authors with a record's. Returns `None` if either side names nobody.
///
/// If both lists are complete, people missing on either side count against the record. After an "et
/// al." on either side, only contradicting people do.
#[must_use]
pub(super) fn compare_authors(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
) -> Option<AuthorAgreement> {
    let ListedNames { names: listed, cut } = ListedNames::of(listing, person);
    let mut found = real_names(meta.people());
    let collaboration = listed_collaboration(&listed, meta);
    // Who lists the collaboration lists everybody.
    let more = meta.more_authors || collaboration.is_some() || names_group(&listed, &found);
    let has_group = meta.collaboration.is_some() || found.iter().any(|name| is_group(name));
    if let Some(collaboration) = &collaboration {
        found.insert(0, collaboration);
    }
    if listed.is_empty() || found.is_empty() {
        return None;
    }
    let mut free: Vec<Option<&PersonName>> = found.iter().copied().map(Some).collect();
    let spelt: Vec<SpelledName<'_>> = found.iter().copied().map(SpelledName::of).collect();
    let roll = Roll::of(spelt.iter().map(SpelledName::spelling), listed.len());
    let mut sum = 0.0;
    let mut matched = 0;
    let mut family_only = 0;
    let mut known = 0;
    for (place, name) in listed.iter().enumerate() {
        // An author who is left blank is no evidence either way, nor is a collaboration where the record has none.
        let Some(name) = name.as_ref().filter(|name| has_group || !is_group(name)) else {
            continue;
        };
        known += 1;
        let spellings = spellings(name, person);
        let names = spellings.iter().map(SpelledName::spelling);
        let best = roll
            .near(names, place)
            .filter_map(|at| {
                free[at]?;
                if is_group(name) {
                    return Some((at, f64::from(is_same_group(name, found[at]))));
                }
                let best = spellings
                    .iter()
                    .map(|name| agreement(name, &spelt[at]))
                    .fold(0.0_f64, f64::max);
                Some((at, best))
            })
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        if let Some((at, score)) = best
            && score >= SAME_PERSON
        {
            free[at] = None;
            sum += score;
            matched += 1;
        } else if best.is_some_and(|(_, score)| score >= SAME_FAMILY) {
            family_only += 1;
        }
    }
    if known == 0 {
        return None;
    }
    let blanks = listed.len() - known;
    for other in &mut free {
        if other.is_some_and(|name| is_in_listed_title(name, &listing.title, meta)) {
            *other = None;
            sum += FAMILY_NAME_IN_TITLE;
            matched += 1;
            known += 1;
        }
    }
    let share = |of: usize| {
        if of == 0 {
            1.0
        } else {
            (sum / float(of)).min(1.0)
        }
    };
    let whole = !cut && !more;
    let listed_share = share(if more { known.min(found.len()) } else { known });
    let record_share = if whole {
        share(found.len().saturating_sub(blanks).max(matched))
    } else {
        1.0
    };
    // Count both directions: people missing and people added.
    let score = if whole {
        2.0 * listed_share * record_share / (listed_share + record_share).max(f64::MIN_POSITIVE)
    } else {
        listed_share
    };
    let first_matches = listed.first().and_then(Option::as_ref).is_some_and(|name| {
        spellings(name, person)
            .iter()
            .any(|name| agreement(name, &spelt[0]) >= SAME_PERSON)
    });
    Some(AuthorAgreement {
        score,
        listed_share,
        record_share,
        matched,
        family_only,
        truncated: !whole,
        first_matches,
    })
}

/// Returns the record's collaboration, if it is one of the listed authors: `The ATLAS Collaboration`.
fn listed_collaboration(listed: &[Option<PersonName>], meta: &Metadata) -> Option<PersonName> {
    let is_word = |word: &String| matches!(word.as_str(), "the" | "collaboration" | "team");
    let named = |text: &str| {
        let mut named = words(text);
        named.retain(|word| !is_word(word));
        named
    };
    let own = named(meta.collaboration.as_deref()?);
    let is_it = |name: &&PersonName| !own.is_empty() && named(&name.to_string()) == own;
    listed.iter().flatten().find(is_it).cloned()
}

/// Whether a listed collaboration is one of the record's authors, beside its members.
fn names_group(listed: &[Option<PersonName>], found: &[&PersonName]) -> bool {
    let mut groups = listed.iter().flatten().filter(|name| is_group(name));
    groups.any(|group| found.iter().any(|name| is_same_group(group, name)))
}

/// Whether two collaborations have one name: `The LOOM Collaboration`.
fn is_same_group(one: &PersonName, other: &PersonName) -> bool {
    let named = |name: &PersonName| {
        let mut words = words(&name.to_string());
        words.retain(|word| word != "the");
        words
    };
    named(one) == named(other)
}

fn is_group(name: &PersonName) -> bool {
    let named = words(&name.to_string());
    named.len() > 1
        && named
            .iter()
            .any(|word| matches!(word.as_str(), "collaboration" | "collaborations"))
}

/// The similarity of a name of which only the family name is known to agree.
const FAMILY_NAME_IN_TITLE: f64 = 0.9;

/// Whether a name is part of the listed title because the citation was cut in the wrong place:
/// `and D. Quass. Aggregate-Query Processing`.
fn is_in_listed_title(name: &PersonName, listed: &str, meta: &Metadata) -> bool {
    let family = surname_key(name);
    let has = |text: &str| {
        words(text)
            .iter()
            .any(|word| *word == family || is_misspelling(word, &family))
    };
    family.len() >= 4 && has(listed) && !has(&meta.title.text())
}

/// Returns a listed name, with the person's other spellings if it is the person's.
fn spellings<'a>(name: &'a PersonName, person: &'a Person) -> Vec<SpelledName<'a>> {
    let own = person.name.as_ref() == Some(name) || person.aliases.contains(name);
    let others = person.name.iter().chain(&person.aliases);
    let others = others.filter(|other| own && *other != name);
    std::iter::once(name)
        .chain(others)
        .map(SpelledName::of)
        .collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "author lists are far shorter than 2^52"
)]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, ListedAuthor, Title};

    fn by(names: &[&str]) -> Metadata {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("x"));
        let names = names.iter().map(|name| PersonName::parse(name).into());
        meta.authors = names.collect();
        meta
    }

    fn compared(listed: &[&str], complete: bool, found: &[&str]) -> Option<AuthorAgreement> {
        let listing = Listing {
            authors: listed
                .iter()
                .map(|n| ListedAuthor::Named(PersonName::parse(n)))
                .collect(),
            authors_complete: complete,
            ..Listing::titled("x")
        };
        compare_authors(&listing, &Person::default(), &by(found))
    }

    #[test]
    fn author_lists_agree() {
        let same = compared(&["J. Doe", "R. Roe"], true, &["Jane Doe", "Richard Roe"]).unwrap();
        assert!(same.score > 0.9 && same.first_matches);
        let cut = compared(&["J. Doe"], false, &["Jane Doe", "Richard Roe", "M. Moe"]).unwrap();
        assert!(cut.score > 0.9);
        let one = compared(&["Jane Doe"], true, &["Jane Doe", "A Be", "C De"]).unwrap();
        assert!(
            one.listed_share > 0.9 && one.record_share < 0.4,
            "a list cut to its first"
        );
        let others = compared(&["Doe et al."], true, &["Jane Doe", "A Be", "C De"]).unwrap();
        assert!(others.score > 0.9 && others.first_matches);
        let page = compared(&["J. D&ouml;e"], true, &["Jane Döe"]).unwrap();
        assert!(page.score > 0.9);
        let none = compared(&["Ann Other"], true, &["Jane Doe"]).unwrap();
        assert!(none.score < 0.1 && !none.first_matches);
        let added = compared(&["Jane Doe"], true, &["Jane Doe", "A B", "C D", "E F"]).unwrap();
        assert!(added.score < 0.5);
        assert!(compared(&[], true, &["Jane Doe"]).is_none());
    }

    #[test]
    fn blank_author_is_the_person_or_unknown() {
        let listing = Listing {
            authors: vec![
                ListedAuthor::Person,
                ListedAuthor::Named(PersonName::parse("R. Roe")),
            ],
            ..Listing::titled("x")
        };
        let found = by(&["Jane Doe", "Rita Roe"]);
        let unknown = compare_authors(&listing, &Person::default(), &found).unwrap();
        assert!(unknown.score > 0.9);
        let jane = Person {
            name: Some(PersonName::parse("Jane Doe")),
            ..Person::default()
        };
        assert!(
            compare_authors(&listing, &jane, &found)
                .unwrap()
                .first_matches
        );
    }

    #[test]
    fn collaboration_stands_for_all_its_people() {
        let mut meta = Metadata::new(Kind::Journal, Title::plain("x"));
        meta.authors = (0..3000)
            .map(|n| PersonName::parse(&format!("Ada{n} Sample{n}")).into())
            .collect();
        meta.collaboration = Some("LOOM".into());
        let agreement = |name: &str| {
            let mut listing = Listing::titled("x");
            listing.authors = vec![ListedAuthor::Named(PersonName::parse(name))];
            compare_authors(&listing, &Person::default(), &meta).unwrap()
        };
        for name in [
            "LOOM Collaboration",
            "The LOOM Collaboration",
            "{LOOM collaboration}",
        ] {
            let found = agreement(name);
            assert!(
                found.score > 0.99 && found.first_matches,
                "{name}: {found:?}"
            );
        }
        assert!(agreement("MILL Collaboration").score < 0.1);
    }

    #[test]
    fn collaboration_may_be_an_author_or_be_left_out() {
        let members = ["Ada Sample", "Bob Roe"];
        let listed = ["LOOM Collaboration"];
        let beside = compared(
            &listed,
            true,
            &["Ada Sample", "Bob Roe", "{LOOM Collaboration}"],
        );
        let beside = beside.unwrap();
        assert!(beside.score > 0.99 && beside.truncated, "{beside:?}");
        assert_eq!(compared(&listed, true, &members), None);
        let other = compared(&listed, true, &["Ada Sample", "{MILL Collaboration}"]);
        assert!(other.is_some_and(|found| found.score < 0.1));
    }
}
