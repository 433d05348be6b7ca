//! Dates that are written as one word.

use super::row::whole_year;

/// The year of a date in figures: `2023-11-16`, `2021-12`, `16.11.2023`, `11/2023`, `2023年11月`.
pub(super) fn year_of_date(word: &str) -> Option<i32> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_figures_have_a_year() {
        for (word, want) in [
            ("2023-11-16", Some(2023)),
            ("2021-12", Some(2021)),
            ("16.11.2023", Some(2023)),
            ("05/14/2023", Some(2023)),
            ("11/2023", Some(2023)),
            ("2023年11月", Some(2023)),
            ("2023", None),
            ("2001-2010", None),
            ("1995-97", None),
            ("10.1000", None),
        ] {
            assert_eq!(year_of_date(word), want, "{word}");
        }
    }
}
