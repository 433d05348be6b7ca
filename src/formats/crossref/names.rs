//! The contributors of a work, from names as registrants deposit them.

use super::work::CrossrefPerson;
use crate::{
    model::{Contributor, Orcid, PersonName},
    text::markup,
    words::is_shouted_particle,
};

/// Words that distinguish the name of an organisation or group from that of a person.
const GROUP_WORDS: [&str; 40] = [
    "academy",
    "agency",
    "alliance",
    "association",
    "authority",
    "bank",
    "branch",
    "bureau",
    "center",
    "centre",
    "collaboration",
    "college",
    "commission",
    "committee",
    "company",
    "consortium",
    "corporation",
    "council",
    "department",
    "dept",
    "division",
    "faculty",
    "foundation",
    "group",
    "inc",
    "initiative",
    "institute",
    "investigators",
    "laboratory",
    "ltd",
    "ministry",
    "network",
    "office",
    "organization",
    "organisation",
    "panel",
    "project",
    "school",
    "society",
    "team",
];

/// Words that distinguish an affiliation, which is nobody's name, from an organisation that writes.
const PLACES: [&str; 8] = [
    "department",
    "dept",
    "faculty",
    "school",
    "branch",
    "university",
    "researcher",
    "laboratory",
];

/// Returns the contributors in order. An entry with several names becomes several contributors; one
/// with an affiliation, or with nothing, becomes none.
pub(super) fn contributors(people: &[CrossrefPerson]) -> Vec<Contributor> {
    people.iter().flat_map(contributor).collect()
}

fn contributor(person: &CrossrefPerson) -> Vec<Contributor> {
    let given = clean(&person.given);
    let family = clean(&person.family);
    let whole = if family.is_empty() && given.is_empty() {
        clean(&person.name)
    } else {
        String::new()
    };
    let names = if !whole.is_empty() {
        from_whole(&whole)
    } else if family.is_empty() || given.is_empty() {
        from_one_field(if family.is_empty() { &given } else { &family })
    } else {
        let in_capitals = is_all_capitals(&family);
        let given = lowered_given(&given, in_capitals);
        let family = if in_capitals {
            lowered(&family)
        } else {
            family
        };
        vec![PersonName::from_parts(&given, &family)]
    };
    let alone = names.len() == 1;
    names
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(|mut name| {
            if alone && !name.organisation && name.suffix.is_empty() {
                name.suffix = suffix(&person.suffix);
            }
            Contributor {
                name,
                orcid: person
                    .orcid
                    .as_ref()
                    .filter(|_| alone)
                    .and_then(|orcid| Orcid::parse(orcid).ok()),
                pid: None,
            }
        })
        .collect()
}

/// Removes markup and footnote marks at the end.
fn clean(text: &str) -> String {
    let text = markup::plain(text);
    let text = text.trim_end_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_digit() || "*†‡§¶#,;&".contains(c)
    });
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `'t Hooft` begins with an apostrophe, while `'Doe'` is in quotes.
    let quote = |c: char| matches!(c, '\'' | '’' | '‘');
    let before = &text[..text.len() - bare.len()];
    let apostrophe = before
        .chars()
        .last()
        .filter(|c| quote(*c) && !bare.ends_with(quote));
    let text = &text[before.len() - apostrophe.map_or(0, char::len_utf8)..];
    // `&NA;` means "not available" in deposits of the 1990s.
    if text == "NA" || text == "NA;" {
        String::new()
    } else {
        text.to_owned()
    }
}

/// Returns the suffix of a name; the field may also contain degrees (`Jr., PhD`).
fn suffix(text: &str) -> String {
    clean(text)
        .split([',', ' '])
        .find(|word| PersonName::is_suffix(word))
        .unwrap_or_default()
        .to_owned()
}

/// Parses a family name without a given name: a mononym, a full name, or several names.
fn from_one_field(text: &str) -> Vec<PersonName> {
    if let Some(several) = several(text) {
        return several;
    }
    let text = if is_all_capitals(text) {
        lowered(text)
    } else {
        text.to_owned()
    };
    vec![PersonName::parse(&text)]
}

/// Parses `name` alone: an organisation, an affiliation, a person, or several people.
fn from_whole(text: &str) -> Vec<PersonName> {
    let text = ["for the ", "on behalf of the ", "on behalf of ", "and the "]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))
        .unwrap_or(text);
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if has(&PLACES) {
        return Vec::new();
    }
    let organised = has(&GROUP_WORDS)
        || words.first() == Some(&"the")
        || words.len() == 1
        || words.len() > 5
        || text.contains(['(', '/', '&']);
    match several(text) {
        _ if organised => vec![PersonName::organisation(text)],
        Some(several) => several,
        None => vec![PersonName::parse(text)],
    }
}

/// Splits names separated by commas or `and`, each of at least two words: `Roman Hornung, David
/// Causeur`.
fn several(text: &str) -> Option<Vec<PersonName>> {
    let text = text.replace(" and ", ", ");
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let whole = |name: &&str| name.split_whitespace().count() >= 2;
    (names.len() > 1 && names.iter().all(whole))
        .then(|| names.into_iter().map(PersonName::parse).collect())
}

/// Returns whether a name is in capitals.
fn is_all_capitals(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    letters.peek().is_some()
        && letters.clone().count() > 1
        && letters.all(|c| c.is_uppercase() && c.to_lowercase().ne([c]))
}

/// Converts given names in capitals to title case, but not initials: four letters in a row are a name,
/// and so are two or three with a vowel when the family name is in capitals too.
fn lowered_given(text: &str, family_in_capitals: bool) -> String {
    let lowered = text.split(' ').map(|word| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let vowel = word.contains(['A', 'E', 'I', 'O', 'U', 'Y']);
        let named = letters >= 4 || family_in_capitals && letters >= 2 && vowel;
        if is_all_capitals(word) && !word.contains('.') && named {
            lowered(word)
        } else {
            word.to_owned()
        }
    });
    lowered.collect::<Vec<_>>().join(" ")
}

/// Converts `HANS-GEORG O'BRIEN` to `Hans-Georg O'Brien`, with particles in lower case.
fn lowered(text: &str) -> String {
    let count = text.split(' ').count();
    let words = text.split(' ').enumerate().map(|(at, word)| {
        let lower = word.to_lowercase();
        if at + 1 < count && is_shouted_particle(&lower) {
            return lower;
        }
        let mut out = String::with_capacity(word.len());
        let mut fresh = true;
        for c in lower.chars() {
            if fresh {
                out.extend(c.to_uppercase());
            } else {
                out.push(c);
            }
            fresh = !c.is_alphanumeric() || out == "Mc";
        }
        out
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(given: &str, family: &str) -> CrossrefPerson {
        CrossrefPerson {
            given: given.into(),
            family: family.into(),
            ..CrossrefPerson::default()
        }
    }

    fn named(name: &str) -> CrossrefPerson {
        CrossrefPerson {
            name: name.into(),
            ..CrossrefPerson::default()
        }
    }

    fn forms(person: &CrossrefPerson) -> Vec<String> {
        contributor(person)
            .into_iter()
            .map(|it| String::from(it.name))
            .collect()
    }

    #[test]
    fn names_in_capitals_are_lowered_but_initials_are_kept() {
        for (given, family, want) in [
            ("HANS-GEORG", "MULLER", "Muller, Hans-Georg"),
            ("J. C.", "GITTINS", "Gittins, J. C."),
            ("JC", "Gittins", "Gittins, JC"),
            ("WEI", "LI", "Li, Wei"),
            ("CONOR", "O'BRIEN", "O'Brien, Conor"),
            ("JAN", "VAN DER BERG", "van der Berg, Jan"),
            ("ANN", "MCDONALD", "McDonald, Ann"),
            ("Ann", "McDonald", "McDonald, Ann"),
            ("小明", "王", "王, 小明"),
        ] {
            assert_eq!(forms(&person(given, family)), [want]);
        }
    }

    #[test]
    fn full_name_in_one_field_is_split() {
        for (family, want) in [
            ("Xia Hong", &["Hong, Xia"][..]),
            ("Utkarsh", &["Utkarsh"]),
            (
                "Fatma A. Ibrahim, Omar A. Shiba",
                &["Ibrahim, Fatma A.", "Shiba, Omar A."],
            ),
            ("Doe, Jane", &["Doe, Jane"]),
            ("&NA;", &[]),
        ] {
            assert_eq!(forms(&person("", family)), want, "{family}");
        }
    }

    #[test]
    fn single_name_field_is_classified() {
        for (name, want) in [
            ("OECD", &["{OECD}"][..]),
            (
                "The 23 and Me Research Team",
                &["{The 23 and Me Research Team}"],
            ),
            (
                "for the Alzheimer's Disease Neuroimaging Initiative",
                &["{Alzheimer's Disease Neuroimaging Initiative}"],
            ),
            ("Nicolae Teodor Melita", &["Melita, Nicolae Teodor"]),
            (
                "Roman Hornung, David Causeur",
                &["Hornung, Roman", "Causeur, David"],
            ),
            ("Faculty of Humanities, Udayana University, Bali", &[]),
        ] {
            assert_eq!(forms(&named(name)), want, "{name}");
        }
    }

    #[test]
    fn suffixes_and_footnote_marks_are_separated() {
        let junior = CrossrefPerson {
            suffix: "Jr".into(),
            ..person("Harry W.", "Schroeder")
        };
        assert_eq!(forms(&junior), ["Schroeder, Jr, Harry W."]);
        for (suffix, want) in [
            ("Jr., PhD", "Doe, Jr., Jane"),
            ("PhD", "Doe, Jane"),
            ("III", "Doe, III, Jane"),
            ("M.D., Sr.", "Doe, Sr., Jane"),
        ] {
            let person = CrossrefPerson {
                suffix: suffix.into(),
                ..person("Jane", "Doe")
            };
            assert_eq!(forms(&person), [want]);
        }
        assert_eq!(forms(&person("John", "Smith, Jr.")), ["Smith, Jr., John"]);
        assert_eq!(forms(&person("Gerard", "'t Hooft")), ["'t Hooft, Gerard"]);
        assert_eq!(forms(&person("Jane", "'Doe'")), ["Doe', Jane"]);
        assert_eq!(forms(&person("Jane", "Doe*")), ["Doe, Jane"]);
        assert_eq!(forms(&person("Jos&amp;eacute;", "Doe")), ["Doe, José"]);
    }

    #[test]
    fn swapped_names_are_kept() {
        assert_eq!(forms(&person("Wang", "Xiaoming")), ["Xiaoming, Wang"]);
    }
}
