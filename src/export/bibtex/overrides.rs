//! Fields that the person wrote, which replace the generated ones.

use std::collections::BTreeMap;

use super::Dialect;
use super::encode::FieldValue;
use crate::bib::{Content, ValuePart, is_name, scan};
use crate::model::PartialDate;
use crate::text::dates::{is_month_macro, month_and_day};

/// Returns the date after the person's fields are applied, and these fields under the names of
/// `dialect`, sorted by name. An empty value removes a field.
///
/// Values stay as written except for line breaks, because a field is on one line, and unbalanced
/// braces, which would swallow the following text.
pub(super) fn fields(
    given: &BTreeMap<String, String>,
    date: Option<PartialDate>,
    dialect: Dialect,
) -> (Option<PartialDate>, Vec<(String, String)>) {
    let mut fields = named(given, dialect);
    let date = dated(&mut fields, date);
    (date, fields.into_iter().collect())
}

/// Returns the person's fields under the names of `dialect`. If two have the same name there, the
/// one whose original name sorts last wins.
pub(in crate::export) fn named(
    given: &BTreeMap<String, String>,
    dialect: Dialect,
) -> BTreeMap<String, String> {
    let named = given.iter().filter_map(|(name, value)| {
        let name = own_name(name, dialect)?;
        Some((name, one_line(value)))
    });
    named.collect()
}

/// Converts a field of the person into a value. A single month becomes its macro, concatenated
/// macros stay as they are, and all else is text.
pub(super) fn encoded(name: String, value: String) -> (String, FieldValue) {
    let value = match whole_month(&value) {
        Some(month) if name == "month" => FieldValue::Month(month),
        None if name == "month" && is_put_together(&value) => FieldValue::Pieces(value),
        _ => FieldValue::AsGiven(value),
    };
    (name, value)
}

/// Returns the name of a field in the dialect; `None` if it is not a valid name.
fn own_name(name: &str, dialect: Dialect) -> Option<String> {
    let name = name.trim().to_ascii_lowercase();
    // The characters that both BibTeX and biber accept (btparse's lexer accepts no `'`, `@` and `~`
    // in names).
    if !is_name(&name) || !name.is_ascii() || name.contains(['\'', '@', '~']) {
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

/// Returns the date given by `year` and `month`, or `date`, completed with the known one. Fields
/// that are understood are removed from `fields`. Any other replaces only its own part of the known
/// date, as the person wrote it.
fn dated(fields: &mut BTreeMap<String, String>, known: Option<PartialDate>) -> Option<PartialDate> {
    if let Some(given) = fields.get("date") {
        let date = PartialDate::parse(given);
        if date.is_some() || given.is_empty() {
            fields.retain(|name, _| !["year", "month", "date"].contains(&name.as_str()));
            return date;
        }
    }
    let mut date = known;
    if let Some(year) = fields.get("year") {
        let year = year.trim_matches(['{', '}', ' ']).parse().ok();
        let same = known.filter(|known| Some(known.year) == year);
        date = match year.and_then(|year| PartialDate::from_parts(year, None, None)) {
            Some(year) => Some(same.unwrap_or(year)),
            // A month without a year means nothing.
            None => return None,
        };
        fields.remove("year");
    }
    if let (Some(month), Some(of)) = (fields.get("month"), date) {
        let number = whole_month(month);
        let (month, understood) = (number, number.is_some() || month.is_empty());
        date = PartialDate::from_parts(of.year, month, None);
        if understood {
            fields.remove("month");
        }
    }
    date
}

/// Returns the month meant by `jan`, `January`, `1` or `01`; `None` if there is more (`May--June`,
/// `jun # "~5"`).
fn whole_month(text: &str) -> Option<u8> {
    let text = text.trim_matches(['{', '}', '.', ' ']);
    let one = !text.is_empty() && text.chars().all(char::is_alphanumeric);
    let (month, _) = one.then(|| month_and_day(text))?;
    month.filter(|month| (1..=12).contains(month))
}

/// Whether a value consists of month macros concatenated with texts.
fn is_put_together(value: &str) -> bool {
    let entry = format!("@misc{{key, month = {value}}}");
    let mut blocks = scan(&entry).into_iter();
    let (Some(block), None) = (blocks.next(), blocks.next()) else {
        return false;
    };
    let Content::Entry { fields, .. } = block.content else {
        return false;
    };
    let [month] = fields.fields.as_slice() else {
        return false;
    };
    let known = |piece: &ValuePart<'_>| match piece {
        ValuePart::Macro(name) => is_month_macro(name),
        ValuePart::Braced(_) | ValuePart::Quoted(_) | ValuePart::Bare(_) => true,
    };
    fields.faults.is_empty() && month.value.len() > 1 && month.value.iter().all(known)
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
    fn field_names_follow_the_dialect() {
        let given = [
            ("Journal", "J. {X}"),
            ("Note", "a\n  b"),
            ("__markedentry", "1"),
            ("citeulike:id", "2"),
            ("x.y", "3"),
            ("bad name", "x"),
            ("a}b", "x"),
            ("1st", "x"),
        ];
        let rest = ["note=a b", "x.y=3"];
        let marks = ["__markedentry=1", "citeulike:id=2"];
        for (dialect, journal) in [
            (Dialect::Biblatex, "journaltitle=J. {X}"),
            (Dialect::Bibtex, "journal=J. {X}"),
        ] {
            let want = [&marks[..], &[journal], &rest].concat();
            assert_eq!(read(&given, dialect).1, want);
        }
    }

    #[test]
    fn date_fields_are_parsed() {
        for (given, want) in [
            (&[("year", "2024")][..], Some("2024")),
            (&[("month", "jun")], Some("2023-06")),
            (&[("date", "2022-01-05")], Some("2022-01-05")),
            (&[("month", "")], Some("2023")),
            (&[("year", "{2023}")], Some("2023-04")),
            (&[("month", "Sept.")], Some("2023-09")),
            (&[("date", "")], None),
            (&[("year", "")], None),
            (&[], Some("2023-04")),
        ] {
            assert_eq!(read(given, Dialect::Bibtex).0.as_deref(), want, "{given:?}");
        }
        let (date, fields) = read(&[("year", "to appear")], Dialect::Bibtex);
        assert_eq!((date, fields), (None, vec!["year=to appear".to_owned()]));
    }

    #[test]
    fn invalid_month_replaces_only_the_month() {
        for month in ["Spring", "13", "May--June", "jun # \"~5\""] {
            for dialect in [Dialect::Bibtex, Dialect::Biblatex] {
                let (date, fields) = read(&[("month", month)], dialect);
                assert_eq!(date.as_deref(), Some("2023"), "{month}");
                assert_eq!(fields, [format!("month={month}")]);
            }
        }
        let (date, fields) = read(&[("month", "Spring"), ("year", "2024")], Dialect::Bibtex);
        assert_eq!(date.as_deref(), Some("2024"));
        assert_eq!(fields, ["month=Spring"]);
        let (date, fields) = read(&[("date", "Spring 2020")], Dialect::Bibtex);
        assert_eq!(date.as_deref(), Some("2023-04"));
        assert_eq!(fields, ["date=Spring 2020"]);
    }

    #[test]
    fn concatenated_months_are_kept() {
        let text = |text: &str| text.to_owned();
        for (given, want) in [
            (
                "may # {--} # jun",
                FieldValue::Pieces(text("may # {--} # jun")),
            ),
            ("jun # \"~5\"", FieldValue::Pieces(text("jun # \"~5\""))),
            ("jun", FieldValue::Month(6)),
            ("May--June", FieldValue::AsGiven(text("May--June"))),
            ("x # y", FieldValue::AsGiven(text("x # y"))),
            (
                "may # {--}, note = {x}",
                FieldValue::AsGiven(text("may # {--}, note = {x}")),
            ),
            (
                "may # {a}} @misc{b",
                FieldValue::AsGiven(text("may # {a}} @misc{b")),
            ),
        ] {
            assert_eq!(encoded(text("month"), text(given)).1, want);
        }
        assert_eq!(
            encoded(text("note"), text("jun")).1,
            FieldValue::AsGiven(text("jun"))
        );
    }

    #[test]
    fn unbalanced_braces_are_removed() {
        assert_eq!(one_line("a {b"), "a {b}");
        assert_eq!(one_line("a} b"), "a b");
    }
}
