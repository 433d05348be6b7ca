//! The names in one string of a list of authors: mostly one name, but people also write several.

use std::borrow::Cow;

use crate::{
    model::PersonName,
    text::{groups::is_group_word, markup},
    words::is_known_particle,
};

/// The names in a string, and whether more people are not named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NameList {
    pub(super) names: Vec<PersonName>,
    pub(super) others: bool,
}

/// Endings of an incomplete list of authors, in lower case; a longer ending precedes its own suffixes.
const OTHERS: [&str; 7] = [
    "and others",
    "& others",
    "others",
    "et al.",
    "et al",
    "...",
    "…",
];

/// Parses one string. Names are separated by `;`, by `and` or `&` between names of people, and by
/// commas in a list of full names. A text with `and` that is not a list of people is the name of an
/// organisation, and so is a text in braces.
pub(super) fn name_list(text: &str) -> NameList {
    let text = text.trim();
    if text.starts_with('{') && text.ends_with('}') {
        return NameList::of(&[text]);
    }
    // The `;` of `N&oslash;rv&aring;g` separates no names.
    let text = if text.contains('&') {
        Cow::Owned(markup::plain(text))
    } else {
        Cow::Borrowed(text)
    };
    let (text, others) = without_others(&text);
    let mut out = NameList {
        others,
        ..NameList::default()
    };
    for part in text.split(';') {
        let (part, others) = without_others(part);
        let part = without_remark(part);
        out.others |= others;
        let names = joined(part)
            .or_else(|| whole_names(part))
            .or_else(|| inverted(part))
            .unwrap_or_else(|| vec![part]);
        let more = match names.as_slice() {
            [one] if by_and(one).len() > 1 => vec![PersonName::organisation(one)],
            names => NameList::of(names).names,
        };
        out.names.extend(more);
    }
    out
}

impl NameList {
    fn of(names: &[&str]) -> Self {
        let names = names.iter().map(|name| PersonName::parse(name));
        Self {
            names: names.filter(|name| !name.is_empty()).collect(),
            others: false,
        }
    }
}

/// Removes an ending such as "et al."; returns whether there was one.
fn without_others(text: &str) -> (&str, bool) {
    let text = text.trim();
    for ending in OTHERS {
        let start = text.len().saturating_sub(ending.len());
        let Some(tail) = text.get(start..) else {
            continue;
        };
        let before = &text[..start];
        let apart = before.is_empty() || before.ends_with([' ', ',', ';']) || ending == "…";
        if apart && tail.eq_ignore_ascii_case(ending) {
            return (before.trim_end_matches([' ', ',', ';']), true);
        }
    }
    (text, false)
}

/// Removes footnote marks and a remark in parentheses after the name; the name of a group may end in
/// parentheses too.
fn without_remark(text: &str) -> &str {
    let text = text
        .trim()
        .trim_end_matches(['*', '†', '‡', '§', '¶', '✉'])
        .trim_end();
    let Some((name, remark)) = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
    else {
        return text;
    };
    let remark = remark.to_lowercase() == remark || remark.to_lowercase().contains("author");
    if remark && !name.trim().is_empty() {
        without_remark(name)
    } else {
        text
    }
}

/// Splits a list with `and`; `None` unless each item is a person's name.
fn joined(text: &str) -> Option<Vec<&str>> {
    let sides = by_and(text);
    if sides.len() < 2 {
        return None;
    }
    let mut out = Vec::new();
    for side in sides {
        let side = side.trim().trim_end_matches(',').trim_end();
        match side
            .split(',')
            .map(str::trim)
            .collect::<Vec<_>>()
            .as_slice()
        {
            [whole] if is_person(whole) => out.push(*whole),
            names if names.len() > 1 && names.iter().all(|name| is_person(name)) => {
                out.extend(names);
            }
            [family, given] if are_words(family) && are_words(given) => out.push(side),
            _ => out.extend(inverted(side)?),
        }
    }
    Some(out)
}

/// Splits a list of three or more full names separated by commas.
fn whole_names(text: &str) -> Option<Vec<&str>> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    (names.len() > 2 && names.iter().all(|name| is_person(name))).then_some(names)
}

/// Splits a list of two or more family names, each followed by a comma and initials:
/// `Doe, J., Roe, B. C.`
fn inverted(text: &str) -> Option<Vec<&str>> {
    let is_initials = |text: &str| {
        let mut parts = text.split(['.', ' ', '-']).filter(|part| !part.is_empty());
        let fits = |part: &str| part.len() <= 2 && part.chars().all(char::is_uppercase);
        text.contains('.') && parts.all(fits)
    };
    let commas: Vec<usize> = text.match_indices(',').map(|(at, _)| at).collect();
    let mut ends = commas
        .iter()
        .copied()
        .skip(1)
        .step_by(2)
        .collect::<Vec<_>>();
    ends.push(text.len());
    let mut names = Vec::new();
    let mut first = 0;
    for end in ends {
        let name = text[first..end].trim();
        let (family, given) = name.split_once(',')?;
        let (family, given) = (family.trim(), given.trim());
        if !are_words(family) || is_initials(family) || !is_initials(given) {
            return None;
        }
        names.push(name);
        first = (end + 1).min(text.len());
    }
    (names.len() > 1).then_some(names)
}

/// Splits at the words `and` and `&`.
fn by_and(text: &str) -> Vec<&str> {
    text.split(" and ")
        .flat_map(|piece| piece.split(" & "))
        .collect()
}

/// Returns whether the text looks like one person's full name: two to five words, none of them a word
/// for a group.
fn is_person(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let last = text.split_whitespace().last().unwrap_or_default();
    (2..=5).contains(&words) && are_words(text) && !is_known_particle(last)
}

/// Returns whether all words may be part of a person's name.
fn are_words(text: &str) -> bool {
    let fits = |word: &str| {
        let plain = word.trim_matches(['.', '\'', '’', '(', ')', '"']);
        let small = plain.starts_with(char::is_lowercase);
        !is_group_word(word)
            && !word.contains(|c: char| c.is_numeric())
            && (!small || is_known_particle(plain))
    };
    !text.is_empty() && text.split_whitespace().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, bool) {
        let read = name_list(text);
        let names = read.names.iter();
        (
            names.map(|name| String::from(name.clone())).collect(),
            read.others,
        )
    }

    #[test]
    fn several_names_in_one_string_are_split() {
        for (text, names, others) in [
            ("Ada Example", vec!["Example, Ada"], false),
            ("Zhang et al.", vec!["Zhang"], true),
            ("Hongyang Zhang, et al.", vec!["Zhang, Hongyang"], true),
            ("Zhang, H., Et Al", vec!["Zhang, H."], true),
            ("A. Zhang and others", vec!["Zhang, A."], true),
            ("A. Zhang, …", vec!["Zhang, A."], true),
            (
                "Doe, J., Roe, B. C., and Smith, K.-L.",
                vec!["Doe, J.", "Roe, B. C.", "Smith, K.-L."],
                false,
            ),
            ("Doe, J., Roe, B.", vec!["Doe, J.", "Roe, B."], false),
            ("Doe, Jr., J.", vec!["Doe, Jr., J."], false),
            ("et al.", vec![], true),
            ("A. Zhang and B. Li", vec!["Zhang, A.", "Li, B."], false),
            ("A. Zhang & B. Li et al.", vec!["Zhang, A.", "Li, B."], true),
            ("A. Zhang; B. Li", vec!["Zhang, A.", "Li, B."], false),
            ("Zhang, A.; Li, B.;", vec!["Zhang, A.", "Li, B."], false),
            (
                "A. Zhang, Jan van der Li, and Bo Cu",
                vec!["Zhang, A.", "van der Li, Jan", "Cu, Bo"],
                false,
            ),
            ("Zhang, A. and Li, B.", vec!["Zhang, A.", "Li, B."], false),
            (
                "Ada Zhang, Bo Li, Cy Wu",
                vec!["Zhang, Ada", "Li, Bo", "Wu, Cy"],
                false,
            ),
        ] {
            assert_eq!(
                read(text),
                (names.into_iter().map(str::to_owned).collect(), others),
                "{text}"
            );
        }
    }

    #[test]
    fn single_name_is_not_split() {
        for (text, name) in [
            ("Ada Example (corresponding)", "Example, Ada"),
            ("Ada Example (Corresponding Author)*", "Example, Ada"),
            ("Ada Example*†", "Example, Ada"),
            (
                "Garcia Marquez, Gabriel Jose",
                "Garcia Marquez, Gabriel Jose",
            ),
            ("King, Jr., Martin Luther", "King, Jr., Martin Luther"),
            ("Wei (David) Zhang", "Zhang, Wei (David)"),
            ("Brand and Sons", "{Brand and Sons}"),
            ("Johnson & Johnson", "{Johnson & Johnson}"),
            ("Johnson &amp; Johnson", "{Johnson & Johnson}"),
            ("Kjetil N&#248;rv&aring;g", "Nørvåg, Kjetil"),
            (
                "Department of Energy and Climate Group",
                "{Department of Energy and Climate Group}",
            ),
            (
                "{Ada Example and Bob Roe Trust}",
                "{Ada Example and Bob Roe Trust}",
            ),
            ("Anders Andersson", "Andersson, Anders"),
            ("Mothers", "Mothers"),
        ] {
            assert_eq!(read(text), (vec![name.to_owned()], false), "{text}");
        }
        assert_eq!(read(" ; "), (vec![], false));
    }
}
