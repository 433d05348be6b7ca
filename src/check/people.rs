//! Rules on lists of names.

use super::entry::CheckedField;
use super::finding::RawFinding;
use super::tokens::{PlacedChar, placed};
use crate::model::PersonName;
use crate::text::groups::is_group_word;
use crate::text::unlatex::is_one_group;

/// Checks the names in a field.
pub(super) fn check(field: &CheckedField<'_>) -> Vec<RawFinding> {
    let text = field.text.as_str();
    let mut found = Vec::new();
    if let Some(at) = find_word(text, "et al") {
        found.push(
            field
                .error(at, "A05", "`et al.` is read as a person")
                .fix("write `and others`"),
        );
    }
    let semicolon = placed(text)
        .into_iter()
        .find(|one| one.c == ';' && one.depth == 0);
    if let Some(one) = semicolon {
        found.push(
            field
                .error(one.at, "A04", "a semicolon does not separate names")
                .fix("write ` and `"),
        );
    }
    let names = names(text);
    let count = names.len();
    for (at, (start, name)) in names.into_iter().enumerate() {
        let mut report = |rule, message: String, fix: &str| {
            found.push(field.error(start, rule, message).fix(fix));
        };
        if name.is_empty() {
            report(
                "A03",
                "an empty name: `and` at an end, or twice".into(),
                "remove the `and`",
            );
        } else if name.eq_ignore_ascii_case("others") {
            if at + 1 != count || count == 1 {
                report(
                    "A11",
                    "`others` means more names at the end".into(),
                    "put it at the end",
                );
            }
        } else if !is_of_several(name) {
            check_name(field, start, name, &mut found);
        }
    }
    found
}

/// Returns whether a rule above reports that the name is several people: its correct form is known
/// only once it is split.
fn is_of_several(name: &str) -> bool {
    let outside = |one: &PlacedChar| one.c == ';' && one.depth == 0;
    find_word(name, "et al").is_some() || placed(name).iter().any(outside)
}

/// Splits at `and` outside braces; returns the names with the byte at which each begins.
fn names(text: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let depths = placed(text);
    let mut start = 0;
    let mut word = 0;
    for one in &depths {
        if !one.c.is_whitespace() || one.depth > 0 {
            continue;
        }
        let outside = depths
            .binary_search_by_key(&word, |place| place.at)
            .is_ok_and(|place| depths[place].depth == 0);
        if outside && text[word..one.at].eq_ignore_ascii_case("and") {
            names.push((start, text[start..word].trim()));
            start = one.at;
        }
        word = one.at + one.c.len_utf8();
    }
    if text[word..].eq_ignore_ascii_case("and") {
        names.push((start, text[start..word].trim()));
        start = text.len();
    }
    names.push((start, text[start..].trim()));
    let blanks = |start: usize| text[start..].len() - text[start..].trim_start().len();
    names
        .into_iter()
        .map(|(start, name)| (start + blanks(start), name))
        .collect()
}

fn find_word(text: &str, word: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let letter = |c: char| c.is_alphanumeric();
    let places = lower.match_indices(word).map(|(at, _)| at);
    let mut whole = places.filter(|at| {
        !lower[..*at].ends_with(letter) && !lower[at + word.len()..].starts_with(letter)
    });
    whole.next()
}

fn check_name(field: &CheckedField<'_>, start: usize, name: &str, found: &mut Vec<RawFinding>) {
    let mut report = |rule, message: String, fix: String| {
        found.push(field.error(start, rule, message).fix(fix));
    };
    let words: Vec<&str> = name.split([' ', ',', '~', '\n', '}']).collect();
    let is_group = is_one_group(name);
    let number = words
        .iter()
        .find(|word| PersonName::is_homonym_number(word) && !is_group);
    if let Some(number) = number {
        report(
            "A01",
            format!("`{number}` is DBLP's number for namesakes, not a name"),
            "remove it".into(),
        );
    } else if outside_braces(name).contains(|c: char| c.is_ascii_digit()) {
        let wrong = field.error(start, "A12", format!("a digit in the name `{name}`"));
        found.push(wrong.advice());
    }
    if is_group {
        return;
    }
    let mut report = |rule, message: String, fix: String| {
        found.push(field.error(start, rule, message).fix(fix));
    };
    let mut parts = parts(name);
    let ends_in_comma = parts.len() > 1 && parts.last().is_some_and(|last| last.is_empty());
    while parts.len() > 1 && parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    let several = are_people(&parts) && (parts.len() > 2 || ends_in_comma && parts.len() == 2);
    if several {
        report(
            "A02",
            format!("commas separate the people in `{name}`, which is read as one name"),
            format!("write `{}`", parts.join(" and ")),
        );
        return;
    }
    if ends_in_comma {
        report(
            "A02",
            format!("a comma at the end of `{name}`"),
            "remove it".into(),
        );
        return;
    }
    if parts.len() > 3 {
        report(
            "A02",
            format!("too many commas in `{name}`"),
            "write `von Last, Jr, First`, and separate names by `and`".into(),
        );
        return;
    }
    let letters: Vec<char> = name.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.len() > 6 && letters.iter().all(|c| c.is_uppercase()) {
        report(
            "A09",
            format!("the name `{name}` is all in capitals"),
            "write it in ordinary letters".into(),
        );
    }
    if let Some(title) = academic_title(name) {
        report(
            "A14",
            format!("`{title}` is not part of a name"),
            "remove it".into(),
        );
    }
    if has_joined_initials(parts.last().copied().unwrap_or_default()) {
        report(
            "A07",
            format!("initials without blanks in `{name}`: BibTeX keeps only the first"),
            format!("write `{}`", with_separated_initials(name)),
        );
    }
    if parts.len() == 2 && has_misplaced_suffix(&parts) {
        report(
            "A13",
            format!("the suffix of `{name}` is read as another part"),
            "write `Last, Jr., First`".into(),
        );
    }
    if parts.len() == 1 {
        check_form(field, start, name, found);
    }
}

/// Checks a name without a comma.
fn check_form(field: &CheckedField<'_>, start: usize, name: &str, found: &mut Vec<RawFinding>) {
    let several = name.split_whitespace().count() > 1;
    if several && is_group(name) {
        let wrong = field.error(
            start,
            "A06",
            format!("the organisation `{name}` is split like a person's name"),
        );
        found.push(wrong.fix(format!("write `{{{name}}}`")));
    } else if several {
        let wrong = field.error(
            start,
            "A08",
            format!("`{name}` leaves it to the program to find the last name"),
        );
        let fix = if name.contains(['{', '\\']) {
            "write `Last, First`".to_owned()
        } else {
            format!("write `{}`", PersonName::parse(name).sorting_form())
        };
        found.push(wrong.advice().fix(fix));
    } else if !name.contains('{') {
        let wrong = field.error(
            start,
            "A06",
            format!("the single name `{name}` may be abbreviated"),
        );
        found.push(wrong.advice().fix(format!("write `{{{name}}}`")));
    }
}

fn outside_braces(name: &str) -> String {
    let open = placed(name).into_iter().filter(|one| one.depth == 0);
    open.map(|one| one.c).collect()
}

/// Returns whether each part is a complete name, as in `Jane Doe, Bob Roe, Alice Fu` and unlike
/// `von Last, Jr, First`.
fn are_people(parts: &[&str]) -> bool {
    let suffix = |word: &str| SUFFIXES.contains(&word.trim_end_matches('.'));
    let whole = |part: &&str| {
        let words: Vec<&str> = part
            .split([' ', '~'])
            .filter(|word| !word.is_empty())
            .collect();
        let begins = |word: &str| word.starts_with(|c: char| c.is_uppercase() || "\\{".contains(c));
        (2..=5).contains(&words.len())
            && begins(words[0])
            && words
                .last()
                .is_some_and(|last| begins(last) && !last.ends_with('.'))
            && !words.iter().any(|word| suffix(word))
    };
    parts.iter().all(whole)
}

/// Suffixes and degrees after a name.
const SUFFIXES: [&str; 10] = [
    "Jr", "Sr", "II", "III", "IV", "PhD", "Ph.D", "MD", "M.D", "Esq",
];

/// Rewrites `J.R.R.` as `J. R. R.`
fn with_separated_initials(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (at, c) in chars.iter().enumerate() {
        out.push(*c);
        let initial = *c == '.' && at > 0 && chars[at - 1].is_uppercase();
        if initial && chars.get(at + 1).is_some_and(|next| next.is_uppercase()) {
            out.push(' ');
        }
    }
    out
}

/// Splits at commas outside braces.
fn parts(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for one in placed(name) {
        if one.c == ',' && one.depth == 0 {
            parts.push(name[start..one.at].trim());
            start = one.at + 1;
        }
    }
    parts.push(name[start..].trim());
    parts
}

fn academic_title(name: &str) -> Option<&str> {
    const TITLES: [&str; 8] = [
        "PhD", "Ph.D.", "Ph.D", "MD", "M.D.", "Prof.", "Dr.", "Dr.-Ing.",
    ];
    let mut words = name.split([' ', ',']);
    let title = words.find(|word| TITLES.contains(word));
    title.or_else(|| {
        let at = name.find(['<', '>', '@', '*', '†', '‡'])?;
        name.get(at..)
            .map(|rest| &rest[..rest.chars().next().map_or(0, char::len_utf8)])
    })
}

/// Returns whether a given name contains initials without blanks: `J.R.`
fn has_joined_initials(given: &str) -> bool {
    let chars: Vec<char> = given.chars().collect();
    (0..chars.len()).any(|at| {
        let head = at == 0 || !chars[at - 1].is_alphanumeric();
        let window = chars.get(at..at + 4);
        head && window.is_some_and(|four| {
            four[0].is_uppercase() && four[1] == '.' && four[2].is_uppercase() && four[3] == '.'
        })
    })
}

fn has_misplaced_suffix(parts: &[&str]) -> bool {
    let suffix = |word: &str| ["Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"].contains(&word);
    let last: Vec<&str> = parts[0].split_whitespace().collect();
    suffix(parts[1]) || last.len() > 1 && last.last().is_some_and(|word| suffix(word))
}

fn is_group(name: &str) -> bool {
    let mut words = name.split_whitespace();
    words.any(|word| ["of", "and"].contains(&word) || is_group_word(word))
}
