//! The names in a listing's author line.

use super::damage::{LOST, repaired};
use crate::{
    model::{Contributor, Listing, Person, PersonName},
    text::{
        fold::{fold, words},
        names::NameSpelling,
    },
};

/// The authors of a listing.
pub(super) struct ListedNames {
    /// The names in order; `None` for one that is blank or is no name.
    pub(super) names: Vec<Option<PersonName>>,
    /// Whether more authors may follow.
    pub(super) cut: bool,
}

impl ListedNames {
    /// Reads the names of a listing and repairs damaged ones.
    pub(super) fn of(listing: &Listing, person: &Person) -> Self {
        let mut names = listing.author_names(person);
        // `Doe et al.` as one name is the first name of a longer list.
        let mut cut = !listing.authors_complete;
        // A line cut at a fixed length ends in the initials of a name.
        if names.len() > 1
            && names
                .last()
                .and_then(Option::as_ref)
                .is_some_and(is_initials)
            && names.iter().flatten().any(|name| !name.given.is_empty())
        {
            names.pop();
            cut = true;
        }
        for slot in &mut names {
            let Some(name) = slot else { continue };
            let whole = name.to_string();
            let bare = without_marks(&whole);
            if bare != whole {
                *name = PersonName::parse(&bare);
            }
            let text = repaired(&bare);
            if text != bare {
                cut |= text.ends_with([LOST, '…']);
                *name = PersonName::parse(text.trim_end_matches([LOST, '…']));
            }
            if let Some(family) = without_et_al(&text) {
                *name = family;
                cut = true;
            }
            if is_not_a_name(name) {
                *slot = None;
            }
        }
        Self { names, cut }
    }
}

/// Removes what stands in angle brackets: `Ada Ex <ada@ex.org>`, `<b>Ada Ex</b>`.
fn without_marks(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, (_, after))) = rest
        .split_once('<')
        .and_then(|(before, mark)| Some((before, mark.split_once('>')?)))
    {
        out.push_str(before);
        rest = after;
    }
    out.push_str(rest);
    let bare = out.split_whitespace().collect::<Vec<_>>().join(" ");
    if bare.is_empty() {
        name.to_owned()
    } else {
        bare
    }
}

/// Whether a name may be the initials of another name only.
fn is_initials(name: &PersonName) -> bool {
    name.given.is_empty() && fold(&name.family).len() <= 2
}

/// Returns a record's authors without placeholders (`N/A`).
pub(super) fn real_names(found: &[Contributor]) -> Vec<&PersonName> {
    let names = found.iter().map(|author| &author.name);
    names.filter(|name| !is_not_a_name(name)).collect()
}

/// A name with its parsed spelling.
pub(super) struct SpelledName<'a> {
    name: &'a PersonName,
    spelling: NameSpelling,
}

impl<'a> SpelledName<'a> {
    pub(super) fn of(name: &'a PersonName) -> Self {
        Self {
            name,
            spelling: NameSpelling::of(name),
        }
    }

    pub(super) fn spelling(&self) -> &NameSpelling {
        &self.spelling
    }
}

/// Returns the similarity of a listed name with a record's, 0 to 1, as [`NameSpelling::likeness`] does.
/// It is at least 0.75 if the listed one lost letters, was joined with the next or has initials of
/// other people.
pub(super) fn agreement(listed: &SpelledName<'_>, found: &SpelledName<'_>) -> f64 {
    let plain = listed.spelling.likeness(&found.spelling);
    if plain < SHORTENED && is_nickname(listed.name, found.name) {
        SHORTENED
    } else if plain < GAPPED && has_lost_letters(listed.name, found.name) {
        GAPPED
    } else if plain < DAMAGED && is_damaged_form(listed.name, found.name) {
        DAMAGED
    } else {
        plain
    }
}

/// The similarity of a name with its short form: `Bob` for `Robert`.
const SHORTENED: f64 = 0.9;

/// [`LOST`] as text.
const GAP: &str = "\u{fffd}";

/// The similarity of names that agree except in one or two letters that a catalogue could not
/// store.
const GAPPED: f64 = 0.93;

/// The similarity of a damaged name that agrees as far as it is readable.
const DAMAGED: f64 = 0.75;

/// Whether two names differ only in that one has a short form of the given name.
fn is_nickname(a: &PersonName, b: &PersonName) -> bool {
    /// Short forms that are not the first letters of the full name.
    const SHORT: [(&str, &str); 22] = [
        ("abe", "abraham"),
        ("andy", "andrew"),
        ("avi", "abraham"),
        ("bill", "william"),
        ("bob", "robert"),
        ("charlie", "charles"),
        ("chuck", "charles"),
        ("dave", "david"),
        ("dick", "richard"),
        ("hank", "henry"),
        ("jack", "john"),
        ("jeff", "geoffrey"),
        ("jim", "james"),
        ("kate", "katherine"),
        ("larry", "lawrence"),
        ("mike", "michael"),
        ("rick", "richard"),
        ("steve", "stephen"),
        ("steve", "steven"),
        ("ted", "edward"),
        ("tony", "anthony"),
        ("will", "william"),
    ];
    if fold(&a.family) != fold(&b.family) {
        return false;
    }
    let first = |name: &PersonName| words(&name.given).into_iter().next().unwrap_or_default();
    let (one, other) = (first(a), first(b));
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    short.len() >= 3 && (long.starts_with(&short) || SHORT.contains(&(&*short, &*long)))
}

/// Whether a family name has a question mark where the other has a letter (`Barbar?`, `K?nig`), and
/// the given names agree as far as both are written.
fn has_lost_letters(listed: &PersonName, found: &PersonName) -> bool {
    let given = |name: &PersonName| fold(&name.given).replace([' ', '.'], "");
    let (a, b) = (given(listed), given(found));
    found.family.contains('?')
        && found.family.chars().filter(|c| c.is_alphabetic()).count() >= 4
        && (a.starts_with(&b) || b.starts_with(&a))
        && !a.is_empty()
        && !b.is_empty()
        && fits(
            &found.family.replace('?', GAP),
            &fold(&listed.family).replace(' ', ""),
        )
}

fn is_damaged_form(listed: &PersonName, found: &PersonName) -> bool {
    let own = fold(&found.family).replace(' ', "");
    let family = fold(&listed.family).replace(' ', "");
    let is_initial = found.given.trim_end_matches('.').chars().count() == 1;
    let is_whole = !listed.family.contains(LOST)
        && !found.family.contains('?')
        && !found.given.starts_with('?');
    // Almost all names of other people end here.
    if is_whole && !is_initial && !family.starts_with(&own) && !family.ends_with(&own) {
        return false;
    }
    let given = fold(&listed.given).replace(' ', "");
    let initial = fold(&found.given).chars().next();
    let compatible = given.chars().next() == initial || given.is_empty();
    if listed.family.contains(LOST) {
        return compatible && fits(&listed.family, &own);
    }
    // A letter that a catalogue could not store: `N?rv?g`.
    if found.family.contains('?') || found.given.starts_with('?') {
        let unknown = found.given.starts_with('?') || compatible;
        return unknown && fits(&found.family.replace('?', GAP), &family);
    }
    // `PBMGC Koch`: the initials of the people before precede the person's own.
    let clustered = given.len() >= 3 && given.len() <= 8 && given.chars().last() == initial;
    let is_cluster = clustered
        && !given.chars().all(|c| "aeiou".contains(c))
        // `Ximena` ends in the initial of `Alexander` by chance.
        && !listed.given.contains(char::is_lowercase);
    // The family name comes first, and only an initial is left to compare.
    let turned = is_initial
        && (1..=3).contains(&given.len())
        && family.chars().next() == initial
        && given.chars().last() == own.chars().next();
    turned
        || family == own && is_cluster
        || own.len() >= 5 && compatible && family.starts_with(&format!("{own}and"))
        || own.len() >= 6 && family.len() >= own.len() + 3 && family.ends_with(&own)
}

/// Whether a word with gaps may be `whole`: its pieces occur there in order, at both ends, with at
/// most two letters between them.
fn fits(gapped: &str, whole: &str) -> bool {
    let pieces: Vec<String> = gapped
        .split(LOST)
        .map(|piece| fold(piece).replace(' ', ""))
        .collect();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return false;
    };
    let kept: usize = pieces.iter().map(String::len).sum();
    let gaps = pieces.len() - 1;
    kept >= 3
        && kept <= whole.len()
        && whole.len() <= kept + 2 * gaps
        && whole.starts_with(first.as_str())
        && whole.ends_with(last.as_str())
}

/// Returns the name before an "et al." that was read as part of it.
fn without_et_al(whole: &str) -> Option<PersonName> {
    let head = whole
        .strip_suffix("et al.")
        .or_else(|| whole.strip_suffix("et al"))?;
    let head = head.trim_end_matches([' ', ',']);
    (!head.is_empty()).then(|| PersonName::parse(head))
}

/// Whether the text in place of a name is an address, a publisher or a number.
fn is_not_a_name(name: &PersonName) -> bool {
    const NO_NAMES: [&str; 28] = [
        "acm",
        "acms",
        "anthology",
        "authors",
        "business",
        "conference",
        "consortium",
        "corporate",
        "department",
        "edition",
        "editor",
        "editors",
        "group",
        "identified",
        "ieee",
        "institute",
        "introduction",
        "laboratory",
        "participants",
        "proceedings",
        "proposal",
        "record",
        "sigmod",
        "standard",
        "standards",
        "team",
        "technology",
        "university",
    ];
    let whole = name.to_string();
    let is_address = whole
        .split(' ')
        .any(|word| word.contains(['@', '/']) || word.contains("www"))
        || whole
            .rsplit(' ')
            .next()
            .and_then(|word| word.rsplit_once('.'))
            .is_some_and(|(host, end)| {
                host.len() > 2 && matches!(end, "com" | "de" | "edu" | "org")
            });
    is_address
        || whole.eq_ignore_ascii_case("n/a")
        || !whole.chars().any(char::is_alphabetic)
        || words(&whole)
            .iter()
            .any(|word| NO_NAMES.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ListedAuthor;

    fn parsed(names: &[&str]) -> (Vec<Option<String>>, bool) {
        let listing = Listing {
            authors: names
                .iter()
                .map(|name| ListedAuthor::Named(PersonName::parse(name)))
                .collect(),
            ..Listing::titled("x")
        };
        let listed = ListedNames::of(&listing, &Person::default());
        let names = listed.names.iter();
        let names = names.map(|name| name.as_ref().map(ToString::to_string));
        (names.collect(), listed.cut)
    }

    #[test]
    fn names_are_told_from_placeholders() {
        let some = |name: &str| Some(name.to_owned());
        assert_eq!(
            parsed(&["S Ashwin", "P Roy", "A"]),
            (vec![some("S Ashwin"), some("P Roy")], true)
        );
        assert_eq!(parsed(&["Zhang", "Li"]).0.len(), 2, "family names alone");
        assert_eq!(parsed(&["portal.acm.org"]), (vec![None], false));
        assert_eq!(
            parsed(&["ACMS Anthology", "2002"]),
            (vec![None, None], false)
        );
        assert_eq!(parsed(&["J Chenâ ? ¦"]), (vec![some("J Chen")], true));
        assert_eq!(parsed(&["Doe et al."]), (vec![some("Doe")], true));
    }

    #[test]
    fn damaged_names_agree_with_the_intact_ones() {
        let agree = |a: &str, b: &str| {
            let listed = PersonName::parse(&repaired(a));
            agreement(
                &SpelledName::of(&listed),
                &SpelledName::of(&PersonName::parse(b)),
            ) >= DAMAGED
        };
        for (a, b) in [
            ("M Altä ± nel", "Mehmet Altinel"),
            ("J Deã?loch", "Stefan Deßloch"),
            ("PBMGC Koch", "Christoph Koch"),
            ("R Rastogiandk", "Rajeev Rastogi"),
            ("RBCSJ Simonassaltenis", "Simonas Saltenis"),
            ("Kjetil Nørvåg", "Kjetil N?rv?g"),
            ("Øystein Torbjørnsen", "?ystein Torbj?rnsen"),
            ("Bob Gerber", "Robert H. Gerber"),
            ("Phil Fernandez", "Phillip M. Fernandez"),
        ] {
            assert_eq!(agree(a, b), a != "J Deã?loch", "{a} / {b}");
        }
        let gapped = |a: &str, b: &str| {
            let (listed, found) = (PersonName::parse(a), PersonName::parse(b));
            has_lost_letters(&listed, &found)
        };
        assert!(gapped("Daniel Barbará", "Daniel Barbar?"));
        assert!(gapped("D. König-Ries", "Daniel K?nig-Ries"));
        assert!(!gapped("Maria König", "Daniel K?nig") && !gapped("Daniel Kern", "Daniel K?nig"));
        assert!(agree("S Deã?loch", "Stefan Deßloch"));
        assert!(!agree("Wei Wang", "Lei Wang"));
    }
}
