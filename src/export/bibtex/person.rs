//! Fields that the person wrote, which win over everything.

use std::collections::BTreeMap;

use super::Dialect;
use super::encode::month_number;
use crate::model::PartialDate;

/// The date that holds once the person's fields are taken into account, and those fields under
/// the names of `dialect`, in order of name. An empty value removes a field.
///
/// Values stay as written, but for blanks (one field stands on one line) and for braces without a
/// partner, which would swallow what follows.
pub(super) fn fields(
    given: &BTreeMap<String, String>,
    date: Option<PartialDate>,
    dialect: Dialect,
) -> (Option<PartialDate>, Vec<(String, String)>) {
    let mut fields: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in given {
        if let Some(name) = own_name(name, dialect) {
            fields.insert(name, one_line(value));
        }
    }
    let date = match dated(&fields, date) {
        Some(date) => {
            for name in ["year", "month", "date"] {
                fields.remove(name);
            }
            Some(date)
        }
        // What can't be read stands as the person wrote it, in place of ours.
        None if ["year", "month", "date"]
            .iter()
            .any(|name| fields.contains_key(*name)) =>
        {
            None
        }
        None => date,
    };
    (date, fields.into_iter().collect())
}

/// The name of a field in the dialect; `None` for what can't be a field's name.
fn own_name(name: &str, dialect: Dialect) -> Option<String> {
    let name = name.trim().to_ascii_lowercase();
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_+".contains(c));
    if !sound {
        return None;
    }
    let pairs = [
        ("journal", "journaltitle"),
        ("address", "location"),
        ("archivePrefix", "eprinttype"),
        ("primaryClass", "eprintclass"),
    ];
    for (bibtex, biblatex) in pairs {
        if name.eq_ignore_ascii_case(bibtex) || name == biblatex {
            return Some(match dialect {
                Dialect::Bibtex => bibtex.to_owned(),
                Dialect::Biblatex => biblatex.to_owned(),
            });
        }
    }
    if name == "school" && dialect == Dialect::Biblatex {
        return Some("institution".to_owned());
    }
    Some(name)
}

/// The date that `year` and `month`, or `date`, mean together with what was known.
fn dated(fields: &BTreeMap<String, String>, known: Option<PartialDate>) -> Option<PartialDate> {
    if let Some(date) = fields.get("date") {
        return PartialDate::parse(date);
    }
    let (year, month) = (fields.get("year"), fields.get("month"));
    if year.is_none() && month.is_none() {
        return None;
    }
    let year_number = match year {
        Some(year) => year.trim().parse().ok()?,
        None => known?.year,
    };
    let same_year = known.filter(|known| known.year == year_number);
    let month = match month {
        Some(month) if month.is_empty() => None,
        Some(month) => Some(month_number(month)?),
        None => same_year.and_then(|known| known.month),
    };
    PartialDate::from_parts(year_number, month, None)
}

fn one_line(value: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => continue,
            '}' => depth -= 1,
            _ => {}
        }
        kept.push(c);
    }
    kept.push_str(&"}".repeat(depth));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[(&str, &str)], dialect: Dialect) -> (Option<String>, Vec<String>) {
        let given = given
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let (date, fields) = fields(&given, PartialDate::parse("2023-04"), dialect);
        let fields = fields.iter().map(|(n, v)| format!("{n}={v}")).collect();
        (date.map(String::from), fields)
    }

    #[test]
    fn names_follow_the_dialect() {
        let given = [("Journal", "J. {X}"), ("Note", "a\n  b"), ("bad name", "x")];
        assert_eq!(
            read(&given, Dialect::Biblatex).1,
            ["journaltitle=J. {X}", "note=a b"]
        );
        assert_eq!(
            read(&given, Dialect::Bibtex).1,
            ["journal=J. {X}", "note=a b"]
        );
    }

    #[test]
    fn dates_are_understood() {
        for (given, want) in [
            (&[("year", "2024")][..], Some("2024")),
            (&[("month", "jun")], Some("2023-06")),
            (&[("date", "2022-01-05")], Some("2022-01-05")),
            (&[("month", "")], Some("2023")),
            (&[], Some("2023-04")),
        ] {
            assert_eq!(read(given, Dialect::Bibtex).0.as_deref(), want, "{given:?}");
        }
        let (date, fields) = read(&[("year", "to appear")], Dialect::Bibtex);
        assert_eq!((date, fields), (None, vec!["year=to appear".to_owned()]));
    }

    #[test]
    fn braces_match_in_the_end() {
        assert_eq!(one_line("a {b"), "a {b}");
        assert_eq!(one_line("a} b"), "a b");
    }
}
