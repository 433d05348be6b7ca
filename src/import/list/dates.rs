//! Dates and years that are written as one word.

use super::row::whole_year;

/// The year of a date in figures: `2023-11-16`, `2021-12`, `16.11.2023`, `11/2023`, `2023年11月`.
fn year_of_date(word: &str) -> Option<i32> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) || word.len() > 24 {
        return None;
    }
    let is_count = |part: &str, most: u32| {
        (1..=2).contains(&part.len())
            && part
                .parse::<u32>()
                .is_ok_and(|count| (1..=most).contains(&count))
    };
    if let Some((year, rest)) = word.split_once('年') {
        let month = rest.split('月').next().unwrap_or(rest);
        return whole_year(year).filter(|_| is_count(month, 12));
    }
    let sign = word.chars().find(|c| !c.is_ascii_digit())?;
    if !"-/.".contains(sign) {
        return None;
    }
    // `2020.7.6-10`: the days of a meeting, which begin with a whole date.
    let word = match word.split_once(['-', '–', '~']) {
        Some((first, _)) if sign != '-' && first.matches(sign).count() == 2 => first,
        _ => word,
    };
    let parts: Vec<&str> = word.split(sign).collect();
    match parts[..] {
        [year, month] if month.len() == 2 && sign != '.' => {
            whole_year(year).filter(|_| is_count(month, 12))
        }
        [year, month, day] if year.len() == 4 => {
            whole_year(year).filter(|_| is_count(month, 12) && is_count(day, 31))
        }
        [day, month, year] => whole_year(year).filter(|_| is_count(day, 31) && is_count(month, 31)),
        _ => None,
    }
    .or(match parts[..] {
        [month, year] if sign != '-' => whole_year(year).filter(|_| is_count(month, 12)),
        _ => None,
    })
}

/// `2023`, `’23`, `NSDI’23`, `2023年`, `2019a`, `2023+`.
pub(super) fn year_of(word: &str) -> Option<i32> {
    // `2012:816-21`
    let word = word
        .split_once(':')
        .filter(|(_, pages)| pages.starts_with(|c: char| c.is_ascii_alphanumeric()))
        .map_or(word, |(year, _)| year);
    let word = word.strip_suffix('+').unwrap_or(word);
    let word = word.trim_end_matches(['年', 'г', 'a', 'b', 'c', 'd']);
    whole_year(word)
        .or_else(|| year_of_date(word))
        .or_else(|| glued_year(word))
}

/// The year of two digits that ends a word: of `NSDI’23` it is 2023.
pub(super) fn glued_year(text: &str) -> Option<i32> {
    let at = text.rfind(['\'', '’', '‘'])?;
    let sign = text[at..].chars().next()?.len_utf8();
    let digits: String = text[at + sign..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let is_end = text[at + sign + digits.len()..]
        .chars()
        .next()
        .is_none_or(|c| !c.is_alphanumeric());
    let number: i32 = digits
        .parse()
        .ok()
        .filter(|_| digits.len() == 2 && is_end)?;
    Some(of_two_digits(number))
}

/// The year behind the short name of a meeting: of `ICLR2025` it is 2025.
pub(super) fn year_of_meeting(word: &str) -> Option<i32> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_name = name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c == '-');
    whole_year(&word[name.len()..]).filter(|_| is_name)
}

/// The year of a month in figures with a year of two digits: of `09/18` it is 2018.
pub(super) fn year_of_month(word: &str) -> Option<i32> {
    let (month, year) = word.split_once('/')?;
    let number = |digits: &str| digits.parse::<i32>().ok().filter(|_| digits.len() == 2);
    number(month).filter(|month| (1..=12).contains(month))?;
    number(year).map(of_two_digits)
}

/// The year that two digits mean.
fn of_two_digits(number: i32) -> i32 {
    if number > 60 {
        1900 + number
    } else {
        2000 + number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_may_have_years_of_two_digits() {
        for (word, want) in [
            ("09/18", Some(2018)),
            ("11/99", Some(1999)),
            ("13/18", None),
            ("9/18", None),
            ("09/2018", None),
        ] {
            assert_eq!(year_of_month(word), want, "{word}");
        }
    }

    #[test]
    fn short_names_of_meetings_may_end_with_the_year() {
        assert_eq!(year_of_meeting("LOOM2025"), Some(2025));
        assert_eq!(year_of_meeting("A2025"), None);
        assert_eq!(year_of_meeting("LOOM12025"), None);
        assert_eq!(year_of_meeting("2025"), None);
    }

    #[test]
    fn dates_in_figures_have_a_year() {
        for (word, want) in [
            ("2023-11-16", Some(2023)),
            ("2021-12", Some(2021)),
            ("16.11.2023", Some(2023)),
            ("05/14/2023", Some(2023)),
            ("11/2023", Some(2023)),
            ("2023年11月", Some(2023)),
            ("2020.7.6-10", Some(2020)),
            ("30.6.2019–2.7.2019", Some(2019)),
            ("2023", None),
            ("2001-2010", None),
            ("1995-97", None),
            ("10.1000", None),
        ] {
            assert_eq!(year_of_date(word), want, "{word}");
        }
    }
}
