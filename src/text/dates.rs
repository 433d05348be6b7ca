//! Dates in text, in the forms that people write.

use crate::model::PartialDate;

/// Parses EDTF as biblatex and CSL use it (`2020-03-05/2020-04-01`, `2020~`, `2020-21`), which is the
/// first day of a range, or a year with an optional month and day in words (`May 3rd, 2020`).
#[must_use]
pub fn date(text: &str) -> Option<PartialDate> {
    let first = text
        .split('/')
        .find(|part| part.chars().any(|c| c.is_ascii_digit()))?;
    let bare = first.trim().trim_end_matches(['~', '?', '%']);
    let is_iso = bare
        .split('-')
        .next()
        .is_some_and(|year| year.len() == 4 && year.chars().all(|c| c.is_ascii_digit()));
    if is_iso {
        return PartialDate::parse(bare);
    }
    let (month, day) = month_and_day(text);
    PartialDate::from_parts(year(text)?, month, day.filter(|_| month.is_some()))
}

/// Returns the first number of four digits that can be a year: `c. 1990`, `2020a`, `1999--2000`.
#[must_use]
pub fn year(text: &str) -> Option<i32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .find_map(|digits| digits.parse().ok())
        .filter(|year| (1000..=2999).contains(year))
}

/// Returns the first month that is named, or a number from 1 to 12; and a day of one or two digits next
/// to a named month. `June-July`, `September 12-15`, `10~February`, `03`.
#[must_use]
pub fn month_and_day(text: &str) -> (Option<u8>, Option<u8>) {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let number = |word: &String| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        digits.parse::<u8>().ok().filter(|_| digits.len() <= 2)
    };
    if let Some(at) = words.iter().position(|word| month_named(word).is_some()) {
        let neighbours = [at.checked_sub(1), Some(at + 1)];
        let day = neighbours
            .iter()
            .filter_map(|at| words.get((*at)?))
            .find_map(number);
        return (month_named(&words[at]), day);
    }
    (words.first().and_then(number), None)
}

/// The English names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The macros of months that every BibTeX style defines: the first three letters of the names.
pub const MONTH_MACROS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Whether every style defines a macro of this name, in capital or small letters.
#[must_use]
pub fn is_month_macro(name: &str) -> bool {
    MONTH_MACROS
        .iter()
        .any(|month| month.eq_ignore_ascii_case(name))
}

/// Returns the month of an English name or its abbreviation of at least three letters, in capital
/// or small letters: `Sept`, `april`.
#[must_use]
pub fn month_named(word: &str) -> Option<u8> {
    let begins = |name: &str| {
        let head = name.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    (1_u8..)
        .zip(MONTHS)
        .find(|(_, name)| word.len() >= 3 && begins(name))
        .map(|(month, _)| month)
}

/// Parses a year and a month that are separate fields, as in DBLP. The month is a number or
/// begins with a name: `6`, `June/July`.
#[must_use]
pub fn year_and_month(year: &str, month: Option<&str>) -> Option<PartialDate> {
    let named = |month: &str| month_named(month.get(..3)?);
    let month = month.and_then(|month| month.parse().ok().or_else(|| named(month)));
    PartialDate::from_parts(year.parse().ok()?, month, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_have_names_and_macros() {
        for (month, (name, short)) in (1..).zip(MONTHS.iter().zip(MONTH_MACROS)) {
            assert!(name.to_lowercase().starts_with(short));
            for word in [*name, short, &name.to_uppercase()] {
                assert_eq!(month_named(word), Some(month), "{word}");
            }
        }
        assert_eq!(["ma", "Mayo", "m\u{e4}rz"].map(month_named), [None; 3]);
        assert!(is_month_macro("Sep") && !is_month_macro("sept"));
        for (month, want) in [
            ("6", "2020-06"),
            ("June/July", "2020-06"),
            ("Spring", "2020"),
        ] {
            let date = year_and_month("2020", Some(month));
            assert_eq!(date.unwrap().to_string(), want);
        }
    }

    #[test]
    fn dates_are_parsed_in_usual_forms() {
        for (text, want) in [
            ("2020-03-05/2020-04-01", "2020-03-05"),
            ("2020~", "2020"),
            ("2020-21", "2020"),
            ("/2020-05", "2020-05"),
            ("May 3rd, 2020", "2020-05-03"),
            ("Spring 2020", "2020"),
            ("forthcoming", ""),
        ] {
            let shown = date(text).map_or_else(String::new, |date| date.to_string());
            assert_eq!(shown, want, "{text}");
        }
    }
}
