//! Cleans names, independent of the format.

use crate::model::PersonName;
use crate::text::casing::lowered;
use crate::text::groups::is_group_word;
use crate::text::latex::tidy;

/// Removes what sources leave in a name: footnote marks, academic titles, homonym numbers,
/// typographic dashes, capitals throughout, initials without spaces. A group that was parsed as a
/// person becomes a group again. The source's split of given and family names is kept.
#[must_use]
pub(super) fn cleaned(name: &PersonName) -> PersonName {
    let mut name = PersonName {
        given: plain(&name.given),
        particle: plain(&name.particle),
        family: plain(&name.family),
        suffix: plain(&name.suffix),
        organisation: name.organisation,
    };
    if name.organisation {
        return name;
    }
    if let Some(group) = group(&name) {
        return group;
    }
    for part in [&mut name.given, &mut name.family] {
        *part = without_homonym_number(part);
    }
    name = without_degrees(name);
    lower_capitals(&mut name);
    name.given = spaced_initials(&name.given);
    name
}

fn plain(text: &str) -> String {
    // Most names consist of letters and need no cleaning.
    let letters = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'-'))
    };
    if text.is_empty() || text.split(' ').all(letters) {
        return text.to_owned();
    }
    let kept: String = tidy(text)
        .chars()
        // No name contains braces, and biber would parse their content.
        .filter(|c| !"*†‡§¶<>@{}¹²³⁰⁴⁵⁶⁷⁸⁹".contains(*c))
        .map(|c| match c {
            '–' | '—' | '−' => '-',
            'ʼ' | '‘' | '′' | 'ʻ' => '’',
            c => c,
        })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_homonym_number(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.pop_if(|word| PersonName::is_homonym_number(word));
    words.join(" ")
}

/// Returns the group that was parsed as a person, with its words in their original order.
fn group(name: &PersonName) -> Option<PersonName> {
    const LEGAL: [&str; 5] = ["Inc", "Ltd", "LLC", "GmbH", "Corp"];
    let last = joined(&[&name.particle, &name.family]);
    let whole = joined(&[&name.given, &last]);
    let words = || whole.split(' ');
    // No person's name contains a number: `3000 Rice Genomes Project`.
    let is_number = |word: &str| {
        !PersonName::is_homonym_number(word) && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_telling = |word: &str| is_group_word(word) || is_number(word);
    if words().count() < 2 || !words().any(is_telling) {
        return None;
    }
    // A name that does not parse back contained a comma, as does `ACM, Inc.`
    let is_legal = |word: &str| LEGAL.contains(&word.trim_end_matches('.'));
    let had_comma = !name.given.is_empty()
        && (name.given.split(' ').all(is_legal) || PersonName::parse(&whole) != *name);
    Some(PersonName::organisation(&if had_comma {
        format!("{last}, {}", name.given)
    } else {
        whole
    }))
}

fn without_degrees(name: PersonName) -> PersonName {
    const BEFORE: [&str; 6] = ["Prof.", "Prof", "Professor", "Dr.", "Dr", "Dipl.-Ing."];
    const AFTER: [&str; 8] = ["PhD", "Ph.D.", "Ph.D", "MD", "M.D.", "MSc", "M.Sc.", "DSc"];
    let stripped = |text: &str| {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        while words.first().is_some_and(|word| BEFORE.contains(word)) {
            words.remove(0);
        }
        while words.last().is_some_and(|word| AFTER.contains(word)) {
            words.pop();
        }
        words.join(" ")
    };
    let (given, family) = (stripped(&name.given), stripped(&name.family));
    if family.is_empty() || given == name.given && family == name.family {
        return name;
    }
    if given.is_empty() && family.contains(' ') {
        // The comma preceded a degree, so the family part holds the whole name.
        return PersonName::parse(&joined(&[&name.particle, &family]));
    }
    PersonName {
        given,
        family,
        ..name
    }
}

/// Lower-cases a name written in capitals. Words of up to three letters may be initials and stay,
/// except a family name whose given names are in capitals too.
fn lower_capitals(name: &mut PersonName) {
    let shouted =
        |text: &str| text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let all = shouted(&name.given) && shouted(&name.family);
    if shouted(&name.family)
        && (letters(&name.family) > 3 || all && letters(&name.given) > 3)
        && !name.given.is_empty()
    {
        name.family = capitalised(&name.family, 1);
    }
    if all && letters(&name.given) + letters(&name.family) > 6 {
        name.given = capitalised(&name.given, 4);
    }
}

/// Capitalizes each word of at least `least` letters. `O'BRIEN` and `MCDONALD` keep two capitals.
fn capitalised(text: &str, least: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive([' ', '-', '’', '.']) {
        let word = piece.trim_end_matches([' ', '-', '’', '.']);
        if word.chars().count() < least {
            out.push_str(piece);
            continue;
        }
        let keep = if word.starts_with("MC") && word.len() > 4 {
            2
        } else {
            0
        };
        for (at, (c, small)) in piece.chars().zip(lowered(piece).chars()).enumerate() {
            out.push(if at == 0 || keep > 0 && at == keep {
                c
            } else {
                small
            });
        }
    }
    out
}

/// Splits `J.R.R.` into `J. R. R.`, because BibTeX and biber abbreviate at spaces.
fn spaced_initials(given: &str) -> String {
    let mut out = String::with_capacity(given.len());
    let mut chars = given.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '.' && chars.peek().is_some_and(|next| next.is_alphabetic()) {
            out.push(' ');
        }
    }
    out
}

fn joined(parts: &[&str]) -> String {
    parts
        .iter()
        .filter(|part| !part.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homonym_numbers_are_removed() {
        for (given, want) in [
            (
                "{1000 Genomes Project Consortium}",
                "1000 Genomes Project Consortium",
            ),
            ("3000 Rice Genomes Project", "3000 Rice Genomes Project"),
            ("Vision 2030 Working Group", "Vision 2030 Working Group"),
            ("{Vision 2030}", "Vision 2030"),
            ("Li, Wei 0001", "Li, Wei"),
            ("Li 0002, Wei*", "Li, Wei"),
        ] {
            assert_eq!(cleaned(&PersonName::parse(given)).sorting_form(), want);
        }
    }

    #[test]
    fn groups_are_recognized_by_their_words() {
        for (given, want) in [
            ("The ATLAS Collaboration", "{The ATLAS Collaboration}"),
            ("ACM, Inc.", "{ACM, Inc.}"),
            ("Foo Inc.", "{Foo Inc.}"),
            (
                "University of California, Berkeley",
                "{University of California, Berkeley}",
            ),
            ("University of La Laguna", "{University of La Laguna}"),
            ("The Anh Han", "Han, The Anh"),
        ] {
            assert_eq!(String::from(cleaned(&PersonName::parse(given))), want);
        }
    }

    #[test]
    fn names_in_capitals_are_lower_cased_in_every_alphabet() {
        for (given, want) in [
            ("ΓΕΩΡΓΙΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ", "Παπαδοπουλος, Γεωργιος"),
            ("İBRAHİM DEMİR", "Demir, İbrahim"),
        ] {
            assert_eq!(cleaned(&PersonName::parse(given)).sorting_form(), want);
        }
    }
}
