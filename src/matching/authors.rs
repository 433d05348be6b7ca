//! How a listed author list agrees with a record's.

use super::byline::{Byline, Spelt, agreement, named};
use super::words::is_slip;
use crate::{
    model::{Listing, Metadata, Person, PersonName},
    text::{fold::words, names::surname_key, roll::Roll},
};

/// The agreement of two author lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AuthorAgreement {
    /// 0 to 1; the share of names that stand on both sides, each weighed by how well it agrees.
    pub score: f64,
    /// The share of the listed names that the record has.
    pub there: f64,
    /// The share of the record's names that are listed; 1 where either list is cut short.
    pub back: f64,
    /// How many listed names were found.
    pub found: usize,
    /// How many of the others have a family name of the record's, under given names that differ.
    pub families: usize,
    /// Whether either list is cut short.
    pub cut: bool,
    /// Whether the first listed author is the record's first.
    pub first: bool,
}

/// From this likeness on, two spellings are taken for one person: a slip of one or two letters.
const SAME_PERSON: f64 = 0.75;

/// From this likeness on, two names have one family name.
const SAME_FAMILY: f64 = 0.4;

/// Compares the listed authors with a record's; `None` when one side names none.
///
/// When the list is whole, people missing on either side count against it; after an "et al." on
/// either side, only people who contradict do.
#[must_use]
pub(super) fn compare_authors(
    listing: &Listing,
    person: &Person,
    meta: &Metadata,
) -> Option<AuthorAgreement> {
    let Byline { names: listed, cut } = Byline::of(listing, person);
    let found = named(&meta.authors);
    let more = meta.more_authors;
    if listed.is_empty() || found.is_empty() {
        return None;
    }
    let mut free: Vec<Option<&PersonName>> = found.iter().copied().map(Some).collect();
    let spelt: Vec<Spelt<'_>> = found.iter().copied().map(Spelt::of).collect();
    let roll = Roll::of(spelt.iter().map(Spelt::spelling), listed.len());
    let mut sum = 0.0;
    let mut matched = 0;
    let mut families = 0;
    let mut known = 0;
    for (place, name) in listed.iter().enumerate() {
        // A blank that can't be filled says nothing either way.
        let Some(name) = name else { continue };
        known += 1;
        let spellings = spellings(name, person);
        let names = spellings.iter().map(Spelt::spelling);
        let best = roll
            .near(names, place)
            .filter_map(|at| {
                free[at]?;
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
            families += 1;
        }
    }
    if known == 0 {
        return None;
    }
    let blanks = listed.len() - known;
    for other in &mut free {
        if other.is_some_and(|name| is_carried(name, &listing.title, meta)) {
            *other = None;
            sum += CARRIED;
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
    let there = share(if more { known.min(found.len()) } else { known });
    let back = if whole {
        share(found.len().saturating_sub(blanks).max(matched))
    } else {
        1.0
    };
    // Both directions: nobody missing, nobody added.
    let score = if whole {
        2.0 * there * back / (there + back).max(f64::MIN_POSITIVE)
    } else {
        there
    };
    let first = listed.first().and_then(Option::as_ref).is_some_and(|name| {
        spellings(name, person)
            .iter()
            .any(|name| agreement(name, &spelt[0]) >= SAME_PERSON)
    });
    Some(AuthorAgreement {
        score,
        there,
        back,
        found: matched,
        families,
        cut: !whole,
        first,
    })
}

/// The likeness of a name of which the family name alone is known to agree.
const CARRIED: f64 = 0.9;

/// Whether a citation's title has taken on the name of one who is not among the authors: `and
/// D. Quass. Aggregate-Query Processing`.
fn is_carried(name: &PersonName, listed: &str, meta: &Metadata) -> bool {
    let family = surname_key(name);
    let has = |text: &str| {
        words(text)
            .iter()
            .any(|word| *word == family || is_slip(word, &family))
    };
    family.len() >= 4 && has(listed) && !has(&meta.title.text())
}

/// A listed name, with the person's other spellings when it is the person's.
fn spellings<'a>(name: &'a PersonName, person: &'a Person) -> Vec<Spelt<'a>> {
    let own = person.name.as_ref() == Some(name) || person.aliases.contains(name);
    let others = person.name.iter().chain(&person.aliases);
    let others = others.filter(|other| own && *other != name);
    std::iter::once(name).chain(others).map(Spelt::of).collect()
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
    fn lists_agree() {
        let same = compared(&["J. Doe", "R. Roe"], true, &["Jane Doe", "Richard Roe"]).unwrap();
        assert!(same.score > 0.9 && same.first);
        let cut = compared(&["J. Doe"], false, &["Jane Doe", "Richard Roe", "M. Moe"]).unwrap();
        assert!(cut.score > 0.9);
        let one = compared(&["Jane Doe"], true, &["Jane Doe", "A Be", "C De"]).unwrap();
        assert!(one.there > 0.9 && one.back < 0.4, "a list cut to its first");
        let others = compared(&["Doe et al."], true, &["Jane Doe", "A Be", "C De"]).unwrap();
        assert!(others.score > 0.9 && others.first);
        let page = compared(&["J. D&ouml;e"], true, &["Jane Döe"]).unwrap();
        assert!(page.score > 0.9);
        let none = compared(&["Ann Other"], true, &["Jane Doe"]).unwrap();
        assert!(none.score < 0.1 && !none.first);
        let added = compared(&["Jane Doe"], true, &["Jane Doe", "A B", "C D", "E F"]).unwrap();
        assert!(added.score < 0.5);
        assert!(compared(&[], true, &["Jane Doe"]).is_none());
    }

    #[test]
    fn a_blank_is_the_person_or_nobody() {
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
        assert!(compare_authors(&listing, &jane, &found).unwrap().first);
    }
}
