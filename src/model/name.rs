mod natural;

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

use natural::is_particle;

/// The name of a person, in the four parts BibTeX knows, or of an organisation.
///
/// Displays as `First von Last, Jr`, or as `Last First` in Chinese, Japanese and Korean script.
/// Serialises in BibTeX's sorting form `von Last, Jr, First`, an organisation in braces. A name that
/// could not be read back from that form serialises as its four parts: `von | Last | Jr | First`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct PersonName {
    /// Given names and initials; empty for a mononym or an organisation.
    pub given: String,
    /// The particle before the family name: `van der`.
    pub particle: String,
    /// The family name, or the whole name of an organisation or of someone with one name.
    pub family: String,
    /// The suffix: `Jr.`, `III`.
    pub suffix: String,
    /// Whether this names an organisation.
    pub organisation: bool,
}

const SUFFIXES: [&str; 10] = [
    "jr", "jr.", "sr", "sr.", "jnr", "jnr.", "junior", "senior", "2nd", "3rd",
];

/// Numbers of generations. They are compared with their case, because `Ii` is a Japanese family name.
const GENERATIONS: [&str; 3] = ["II", "III", "IV"];

impl PersonName {
    /// Parses `First von Last`, `von Last, First`, `von Last, Jr, First` or `{Organisation}`.
    ///
    /// DBLP's homonym number (`Di Xu 0001`) is removed. A comma separates family and given names.
    /// Without a comma, the particle is the run of lower-case words before the last word. Particles
    /// with a capital (`Luc Van Gool`) and two names joined by `y` belong to the family name. Chinese,
    /// Japanese and Korean names in their own scripts begin with the family name, and so does `Doe J. R.`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = single_blanks(text);
        if let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
            return Self::organisation(inner);
        }
        let text = without_homonym_number(&text);
        if !text.contains(',') {
            return Self::from_natural(text);
        }
        let parts: Vec<&str> = text
            .split(',')
            .map(str::trim)
            .filter(|p| !p.is_empty())
            .collect();
        match parts.as_slice() {
            [] => Self::default(),
            [whole] => Self::from_natural(whole),
            [head, tail] if is_suffix(tail) => Self {
                suffix: (*tail).to_owned(),
                ..Self::from_natural(head)
            },
            [family, given] => Self::from_parts(given, family),
            [family, suffix, given, ..] if is_suffix(suffix) => Self {
                suffix: (*suffix).to_owned(),
                ..Self::from_parts(given, family)
            },
            [family, given, suffix, ..] if is_suffix(suffix) => Self {
                suffix: (*suffix).to_owned(),
                ..Self::from_parts(given, family)
            },
            [family, rest @ ..] => Self::from_parts(&rest.join(" "), family),
        }
    }

    /// Creates a name from separate given and family parts. A particle at the beginning of the family
    /// part or at the end of the given part is recognised, and so is a suffix. Commas are removed,
    /// because they would separate the name again.
    #[must_use]
    pub fn from_parts(given: &str, family: &str) -> Self {
        let (given, family) = (given.replace(',', " "), family.replace(',', " "));
        let mut given: Vec<&str> = given.split_whitespace().collect();
        let family: Vec<&str> = family.split_whitespace().collect();
        let cut = family.iter().take_while(|word| is_particle(word)).count();
        let cut = cut.min(family.len().saturating_sub(1));
        let particle: Vec<&str> = family[..cut].to_vec();
        let mut end: Vec<&str> = Vec::new();
        while given.len() > 1 && given.last().is_some_and(|word| is_particle(word)) {
            if let Some(word) = given.pop() {
                end.push(word);
            }
        }
        end.reverse();
        let particle = [end, particle].concat();
        let mut family = family[cut..].to_vec();
        let mut suffix = "";
        if family.len() > 1 && family.last().is_some_and(|word| is_suffix(word)) {
            suffix = family.pop().unwrap_or_default();
        } else if given.len() > 1 && given.last().is_some_and(|word| is_suffix(word)) {
            suffix = given.pop().unwrap_or_default();
        }
        Self {
            given: given.join(" "),
            particle: particle.join(" "),
            family: family.join(" "),
            suffix: suffix.to_owned(),
            organisation: false,
        }
    }

    /// Creates the name of an organisation or group, which has no parts.
    #[must_use]
    pub fn organisation(name: &str) -> Self {
        Self {
            family: name.split_whitespace().collect::<Vec<_>>().join(" "),
            organisation: true,
            ..Self::default()
        }
    }

    /// Parses a name without commas, with one blank between its words.
    fn from_natural(text: &str) -> Self {
        let (text, suffix) = match text.rsplit_once(' ') {
            Some((name, word)) if name.contains(' ') && is_suffix(word) => (name, word),
            _ => (text, ""),
        };
        let words: Vec<&str> = text.split(' ').collect();
        if let Some(at) = natural::initials_behind(&words) {
            return Self {
                suffix: suffix.to_owned(),
                ..Self::from_parts(&words[at..].join(" "), &words[..at].join(" "))
            };
        }
        let (given, particle, family) = if natural::is_family_first(words.iter().copied()) {
            (&words[1..], &words[..0], &words[..1])
        } else {
            let cut = natural::cut(&words);
            let (before, family) = words.split_at(cut.family);
            let (given, particle) = before.split_at(cut.particle);
            (given, particle, family)
        };
        Self {
            given: given.join(" "),
            particle: particle.join(" "),
            family: family.join(" "),
            suffix: suffix.to_owned(),
            organisation: false,
        }
    }

    /// Whether a word is a suffix of names (`Jr.`, `III`), which an academic degree is not.
    #[must_use]
    pub fn is_suffix(word: &str) -> bool {
        is_suffix(word)
    }

    /// Whether a word is DBLP's number for namesakes: four digits that begin with 0, because no name
    /// has a thousand bearers there. `2030` may be a part of a name.
    #[must_use]
    pub fn is_homonym_number(word: &str) -> bool {
        word.len() == 4 && word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether a word is a particle or part of one: it begins with a small letter, and is neither an
    /// abbreviation nor a `y` between two family names.
    #[must_use]
    pub fn is_particle(word: &str) -> bool {
        is_particle(word) && !natural::is_joint(word)
    }

    /// Whether the name is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.family.is_empty() && self.given.is_empty()
    }

    fn is_family_first(&self) -> bool {
        let names = [&self.family, &self.given];
        !self.organisation
            && self.particle.is_empty()
            && natural::is_family_first(names.into_iter().flat_map(|name| name.split(' ')))
    }

    /// Returns BibTeX's sorting form, `von Last, Jr, First`, in Unicode and without braces.
    #[must_use]
    pub fn sorting_form(&self) -> String {
        let last = [self.particle.as_str(), self.family.as_str()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        [last.as_str(), &self.suffix, &self.given]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns the name as people write it, in a form that [`Self::parse`] reads back: with a comma if
    /// the parts are ambiguous without, and with braces around a group.
    #[must_use]
    pub fn spelt(&self) -> String {
        let plain = self.to_string();
        if self.organisation {
            format!("{{{plain}}}")
        } else if Self::parse(&plain) == *self {
            plain
        } else {
            self.sorting_form()
        }
    }
}

/// Returns the text with one blank between its words and none around them, as nearly all names are.
fn single_blanks(text: &str) -> Cow<'_, str> {
    let mut before = ' ';
    let is_clean = text.chars().all(|c| {
        let is_clean = !c.is_whitespace() || c == ' ' && before != ' ';
        before = c;
        is_clean
    }) && before != ' ';
    if is_clean {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

fn without_homonym_number(text: &str) -> &str {
    match text.rsplit_once(' ') {
        Some((name, number)) if PersonName::is_homonym_number(number) => name,
        _ => text,
    }
}

fn is_suffix(word: &str) -> bool {
    GENERATIONS.contains(&word)
        || SUFFIXES
            .iter()
            .any(|suffix| word.eq_ignore_ascii_case(suffix))
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let parts = if self.is_family_first() {
            [&self.family, &self.particle, &self.given]
        } else {
            [&self.given, &self.particle, &self.family]
        };
        for part in parts {
            if !part.is_empty() {
                if !first {
                    f.write_str(" ")?;
                }
                f.write_str(part)?;
                first = false;
            }
        }
        if !self.suffix.is_empty() {
            write!(f, ", {}", self.suffix)?;
        }
        Ok(())
    }
}

/// The separator of a name that is written as its four parts.
const BETWEEN_PARTS: &str = " | ";

impl From<String> for PersonName {
    fn from(text: String) -> Self {
        let parts: Vec<&str> = text.split(BETWEEN_PARTS).collect();
        if let [particle, family, suffix, given] = parts[..]
            && !text.starts_with('{')
        {
            return Self {
                given: given.to_owned(),
                particle: particle.to_owned(),
                family: family.to_owned(),
                suffix: suffix.to_owned(),
                organisation: false,
            };
        }
        // A family name of several words without a given name must not be taken apart again.
        match text.strip_suffix(',') {
            Some(family) => Self::from_parts("", family),
            None => Self::parse(&text),
        }
    }
}

impl From<PersonName> for String {
    fn from(name: PersonName) -> Self {
        if name.organisation {
            return format!("{{{}}}", name.family);
        }
        let mut form = name.sorting_form();
        if name.given.is_empty() && form.contains(' ') {
            form.push(',');
        }
        if PersonName::from(form.clone()) == name {
            return form;
        }
        [name.particle, name.family, name.suffix, name.given].join(BETWEEN_PARTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_come_back_from_text(
            given in "(?:(?:Ann|J\\.|de|Jr|0001|and|王|[a-zA-Z'.{}-]{1,4})[ ,]?){0,3}",
            family in "(?:(?:Berg|van|'t|III|Sr\\.|0001|[a-zA-Z'.{},-]{1,4}) ?){0,4}",
            suffix in proptest::sample::select(vec!["", "Jr.", "III", "PhD", "Jr., PhD"]),
        ) {
            let name = PersonName::from_parts(&given, &family);
            let suffixed = PersonName { suffix: suffix.into(), ..name.clone() };
            for name in [
                name,
                suffixed,
                PersonName::organisation(&family),
                PersonName::parse(&format!("{given} {family}")),
                PersonName::parse(&format!("{family}, {given}")),
            ] {
                let text = String::from(name.clone());
                prop_assert_eq!(PersonName::from(text.clone()), name, "{}", text);
            }
        }
    }

    #[test]
    fn commas_in_parts_are_removed() {
        for (given, family, want) in [
            ("John", "Smith, Jr.", "Smith, Jr., John"),
            ("Jane,", "Doe,", "Doe, Jane"),
            ("Gerard", "'t Hooft", "'t Hooft, Gerard"),
        ] {
            assert_eq!(PersonName::from_parts(given, family).sorting_form(), want);
        }
        assert_eq!(PersonName::from_parts("Gerard", "'t Hooft").particle, "'t");
    }

    #[test]
    fn names_are_split_into_parts() {
        for (given, want) in [
            ("Yang Zhou", "Zhou, Yang"),
            ("Zhou, Yang", "Zhou, Yang"),
            ("Di Xu 0001", "Xu, Di"),
            ("T. S. Eugene Ng", "Ng, T. S. Eugene"),
            ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
            ("Juan de la Cruz", "de la Cruz, Juan"),
            ("de la Cruz, Juan", "de la Cruz, Juan"),
            ("Martin Luther King, Jr.", "King, Jr., Martin Luther"),
            ("King, Jr., Martin Luther", "King, Jr., Martin Luther"),
            ("Luc Van Gool", "Van Gool, Luc"),
            ("Ken Naosuke Ii", "Ii, Ken Naosuke"),
            ("Vision 2030", "2030, Vision"),
            ("Van Gool, Luc", "Van Gool, Luc"),
            ("Aristotle", "Aristotle"),
            ("John Smith III", "Smith, III, John"),
        ] {
            assert_eq!(PersonName::parse(given).sorting_form(), want);
        }
    }

    #[test]
    fn names_survive_a_round_trip() {
        for name in [
            PersonName::parse("Juan de la Cruz"),
            PersonName::organisation("The ATLAS Collaboration"),
            PersonName::parse("King, Jr., Martin"),
            PersonName::from_parts("", "Wang Xiaoming"),
            PersonName::parse("Aristotle"),
            PersonName::from_parts("", "van der Berg"),
            PersonName::from_parts("", "boyd"),
            PersonName::from_parts("danah", "boyd"),
            PersonName::from_parts("Jane", ""),
            PersonName::from_parts("Wang 0001", "Li"),
            PersonName::organisation("Doe, {Roe} and Sons, Inc."),
            PersonName {
                suffix: "PhD".into(),
                ..PersonName::parse("Jane Doe")
            },
        ] {
            let text = String::from(name.clone());
            assert_eq!(PersonName::from(text), name);
        }
    }
}
