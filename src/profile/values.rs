//! The values of single fields, shared by the reader and the schema.

use crate::model::{Kind, PartialDate};
use crate::text::dates::month_named;

/// The characters allowed in a citation key after its first, which is a letter or digit. BibTeX,
/// biber and `\cite` under pdflatex accept all of them.
pub(super) const KEY_MARKS: &str = "_:./+-";

/// Parses the name of a kind.
pub(super) fn kind(text: &str) -> Result<Kind, String> {
    let known = Kind::ALL.into_iter().find(|kind| kind.as_str() == text);
    known.ok_or_else(|| {
        let names = Kind::ALL.map(Kind::as_str);
        let meant = super::suggestion::suggestion(text, &names).unwrap_or_default();
        format!(
            "`{text}` is not a kind, did you mean `{meant}`? There are {}",
            names.join(", ")
        )
    })
}

/// Parses a year of four digits, 1000 to 2999 as in [`PartialDate`].
pub(super) fn year(text: &str) -> Result<i32, String> {
    text.parse()
        .ok()
        .filter(|year| PartialDate::from_parts(*year, None, None).is_some())
        .ok_or_else(|| format!("`{text}` is not a year from 1000 to 2999"))
}

/// Parses a month, as a number or an English name: `4`, `04`, `Apr`, `apr.`, `April`.
pub(super) fn month(text: &str) -> Result<u8, String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    (1_u8..=12)
        .find(|number| text == number.to_string() || text == format!("{number:02}"))
        .or_else(|| month_named(name))
        .ok_or_else(|| format!("`{text}` is not a month: expected 1 to 12, or a name such as Apr"))
}

/// Parses a citation key that every tool accepts.
///
/// # Errors
/// The message describes a valid key.
pub fn key(text: &str) -> Result<String, String> {
    let sound = text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || KEY_MARKS.contains(c));
    if sound {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "`{text}` is not a citation key: expected a letter or digit, then letters, digits and {KEY_MARKS}"
        ))
    }
}

/// Parses a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| format!("`{text}` is not a number from 0 to 1"))
}

/// Checks the name of a BibTeX field.
pub(super) fn field_name(text: &str) -> Result<(), String> {
    let sound = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if sound {
        Ok(())
    } else {
        Err(format!(
            "`{text}` is not the name of a field: expected a letter, then letters, digits, _ and -"
        ))
    }
}

/// Checks the verbatim value of a BibTeX field, which must not close the field it is put in.
pub(super) fn field_value(text: &str) -> Result<(), String> {
    let mut depth = 0_usize;
    for c in text.chars() {
        // BibTeX counts a brace even after a backslash.
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Err("a `}` closes nothing: braces must balance".into()),
            '}' => depth -= 1,
            _ => {}
        }
    }
    if depth == 0 {
        Ok(())
    } else {
        Err("a `{` is left open: braces must balance".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_parsed_by_number_and_name() {
        for (text, want) in [
            ("4", 4),
            ("04", 4),
            ("12", 12),
            ("apr", 4),
            ("Apr.", 4),
            ("APRIL", 4),
            ("Sept.", 9),
            ("May", 5),
        ] {
            assert_eq!(month(text), Ok(want), "{text}");
        }
        for bad in ["0", "13", "ap", "aprille", "4.5", "-4", "004", "Frühling"] {
            assert!(month(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn years_have_four_digits() {
        assert_eq!(year("2023"), Ok(2023));
        for bad in ["23", "20233", "2023.5", "2023a", "-2023", "3000"] {
            assert!(year(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn portable_keys_are_accepted() {
        for good in [
            "zhou2023electrode",
            "DBLP:conf/nsdi/ZhouWDY23",
            "1a_b.c+d-e",
        ] {
            assert!(key(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "_x",
            "a b",
            "a,b",
            "müller23",
            "a{b}",
            "a%b",
            "a#b",
            "a=b",
        ] {
            assert!(key(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn unbalanced_braces_are_rejected() {
        for good in ["", "a {B} c", "{\\'E}{x{y}}", "\\{ }"] {
            assert!(field_value(good).is_ok(), "{good}");
        }
        for bad in ["}{", "{", "a}", "\\}"] {
            assert!(field_value(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn kinds_are_parsed_by_name() {
        for known in Kind::ALL {
            let json = serde_json::to_value(known).unwrap();
            assert_eq!(json, known.as_str());
            assert_eq!(kind(known.as_str()), Ok(known));
        }
        let wrong = kind("thesis").unwrap_err();
        assert!(wrong.contains("`phd-thesis`"), "{wrong}");
    }
}
