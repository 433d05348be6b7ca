//! Rules on dates.

use super::dialect::Dialect;
use super::entry::{CheckedEntry, CheckedField};
use super::finding::RawFinding;
use crate::bib::ValuePart;
use crate::text::dates::{MONTH_MACROS, is_month_macro};

/// Checks the date fields of an entry.
pub(super) fn check(entry: &CheckedEntry<'_>, dialect: Dialect) -> Vec<RawFinding> {
    let mut found = Vec::new();
    if let Some(field) = entry
        .field("month")
        .filter(|field| !field.text.trim().is_empty())
    {
        month(field, dialect, &mut found);
    }
    if let Some(field) = entry.field("year") {
        let text = field.text.trim();
        let four = text.len() == 4 && text.chars().all(|c| c.is_ascii_digit());
        // What a macro stands for is not known here.
        let is_macro = |piece: &ValuePart<'_>| matches!(piece, ValuePart::Macro(_));
        if !text.is_empty() && !four && !field.pieces.iter().any(is_macro) {
            let wrong = field.error(0, "M02", format!("`{text}` is not a year of four digits"));
            // `20` does not determine a year.
            found.push(match crate::text::dates::year(text) {
                Some(year) => wrong.fix(format!("write `{year}`, and anything else in `note`")),
                None => wrong.fix("write the year in four digits, and anything else in `note`"),
            });
        }
    }
    if dialect == Dialect::Biblatex
        && let Some(field) = entry.field("date")
    {
        let text = field.text.trim();
        if !text.is_empty() && !is_iso(text) {
            let wrong = field.error(0, "M03", format!("`{text}` is not ISO 8601"));
            found.push(match crate::text::dates::date(text) {
                Some(date) if !text.contains('/') => wrong.fix(format!("write `{date}`")),
                _ => {
                    wrong.fix("write year, month and day in digits, `YYYY-MM-DD`, a range with `/`")
                }
            });
        }
        if !entry.value("year").is_empty() {
            let wrong = field.error(0, "M05", "`date` and `year` are both given, and may differ");
            found.push(wrong.fix("remove `year` and `month`"));
        }
    }
    found
}

fn month(field: &CheckedField<'_>, dialect: Dialect, found: &mut Vec<RawFinding>) {
    let named = |piece: &&ValuePart<'_>| matches!(piece, ValuePart::Macro(_));
    let macros = field.pieces.iter().filter(named).count();
    let known = field
        .pieces
        .iter()
        .all(|piece| !matches!(piece, ValuePart::Macro(name) if !is_month_macro(name)));
    let text = field.text.trim();
    let sound = match dialect {
        Dialect::Bibtex => macros > 0 && known,
        Dialect::Biblatex => {
            let one = field.pieces.len() == 1;
            one && (macros == 1 && is_month_macro(text)
                || text
                    .parse()
                    .is_ok_and(|number: u8| (1..=12).contains(&number)))
        }
    };
    if !sound {
        let wrong = field.error(
            0,
            "M01",
            format!("`{text}` is not a month that every style knows"),
        );
        let (month, _) = crate::text::dates::month_and_day(text);
        let known = month.and_then(|month| MONTH_MACROS.get(usize::from(month).checked_sub(1)?));
        found.push(match known {
            Some(short) if is_one_word(text) => {
                wrong.fix(format!("write `month = {short}` without braces"))
            }
            // A day or a second month would be lost.
            Some(short) => wrong.fix(format!(
                "write `month = {short}` without braces, and anything else in `note`"
            )),
            None => {
                wrong.fix("write one of the macros `jan` to `dec` without braces, or remove it")
            }
        });
    } else if dialect == Dialect::Bibtex && macros < field.pieces.len() {
        let wrong = field.error(0, "M04", "concatenated months, which biber refuses");
        found.push(wrong.advice().fix("name one month"));
    }
}

fn is_one_word(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).count() == 1
}

/// Returns whether the text is `2023`, `2023-04`, `2023-04-17`, or a range of such dates, whose end
/// may be open.
fn is_iso(text: &str) -> bool {
    let one = |date: &str| {
        let parts: Vec<&str> = date.split('-').collect();
        let digits = |part: &str, length: usize| {
            part.len() == length && part.chars().all(|c| c.is_ascii_digit())
        };
        let within = |part: &str, most: u8| {
            digits(part, 2)
                && part
                    .parse()
                    .is_ok_and(|number: u8| (1..=most).contains(&number))
        };
        match parts[..] {
            [year] => digits(year, 4),
            [year, month] => digits(year, 4) && within(month, 12),
            [year, month, day] => digits(year, 4) && within(month, 12) && within(day, 31),
            _ => false,
        }
    };
    match text.split_once('/') {
        Some((from, to)) => one(from) && (to.is_empty() || one(to)),
        None => one(text),
    }
}
