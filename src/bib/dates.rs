use crate::model::PartialDate;
use crate::text::unlatex;

use super::read::Entry;

/// When the work appeared: from `date` (the first of a range), else from `year`, `month` and
/// `day`, in any of the forms people write.
pub(super) fn date(entry: &Entry) -> Option<PartialDate> {
    let from_date = entry.field("date").and_then(parse_date);
    if let Some(date) = from_date {
        return Some(date);
    }
    let year = entry
        .field("year")
        .map(unlatex::text)
        .and_then(|text| year_in(&text))?;
    let (month, day) = entry
        .field("month")
        .map_or((None, None), |month| month_and_day(&unlatex::text(month)));
    let day = entry
        .field("day")
        .and_then(|day| day.trim().parse().ok())
        .or(day);
    PartialDate::from_parts(year, month, day)
}

/// Reads EDTF as biblatex has it (`2020-03-05/2020-04-01`, `2020~`, `2020-21`), else a year and
/// month in words.
fn parse_date(value: &str) -> Option<PartialDate> {
    let first = value
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
    let text = unlatex::text(value);
    let (month, day) = month_and_day(&text);
    PartialDate::from_parts(year_in(&text)?, month, day.filter(|_| month.is_some()))
}

/// The first number of four digits that can be a year: `c. 1990`, `2020a`, `1999--2000`.
fn year_in(text: &str) -> Option<i32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .find_map(|digits| digits.parse().ok())
        .filter(|year| (1000..=2999).contains(year))
}

/// The first month named, or a number from 1 to 12; and a day of one or two digits beside a named
/// month. `June-July`, `September 12-15`, `10~February`, `03`.
fn month_and_day(text: &str) -> (Option<u8>, Option<u8>) {
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

/// The month of an English name or its abbreviation of at least three letters.
fn month_named(word: &str) -> Option<u8> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    (1_u8..)
        .zip(NAMES)
        .find(|(_, name)| word.len() >= 3 && name.starts_with(word))
        .map(|(month, _)| month)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(fields: &[(&str, &str)]) -> String {
        let entry = Entry {
            fields: fields
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            ..Entry::default()
        };
        date(&entry).map_or_else(String::new, |date| date.to_string())
    }

    #[test]
    fn dates_as_people_write_them() {
        for (fields, want) in [
            (&[("year", "2020")][..], "2020"),
            (&[("year", "{2020}"), ("month", "March")], "2020-03"),
            (&[("year", "2020a"), ("month", "January~5")], "2020-01-05"),
            (
                &[("year", "c. 1990"), ("month", "10~February")],
                "1990-02-10",
            ),
            (&[("year", "2020"), ("month", "June--July")], "2020-06"),
            (&[("year", "2020"), ("month", "sept")], "2020-09"),
            (
                &[("year", "2020"), ("month", "03"), ("day", "7")],
                "2020-03-07",
            ),
            (&[("year", "2020"), ("month", "Spring")], "2020"),
            (&[("date", "2020-03-05/2020-04-01")], "2020-03-05"),
            (&[("date", "2020~")], "2020"),
            (&[("date", "2020-21"), ("year", "1999")], "2020"),
            (&[("date", "/2020-05")], "2020-05"),
            (&[("date", "May 3rd, 2020")], "2020-05-03"),
            (&[("year", "to appear")], ""),
            (&[("date", "forthcoming"), ("year", "2021")], "2021"),
        ] {
            assert_eq!(shown(fields), want, "{fields:?}");
        }
    }
}
