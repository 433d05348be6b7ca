use std::fmt;

use serde::{Deserialize, Serialize};

/// Page ranges, each end kept as text: `12--34`, `158:1--158:18`, `e12345`, `i--iv`.
///
/// Displays in BibTeX's form, with `--` inside a range and `, ` between ranges.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pages(Vec<(String, Option<String>)>);

impl Pages {
    /// Parses pages as sources and people write them: `12-34`, `12–34`, `pp. 12--34`, `273-80`, `e12`.
    /// An abbreviated last page is completed, and a range of one page becomes that page. `None` for
    /// texts without a page (`n/a`, `-`, empty).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut bare = text.trim();
        for prefix in ["pages", "page", "pp.", "pp", "p."] {
            if let Some(head) = bare.get(..prefix.len())
                && head.eq_ignore_ascii_case(prefix)
            {
                bare = bare[prefix.len()..].trim_start();
                break;
            }
        }
        if bare.eq_ignore_ascii_case("n/a") || bare.eq_ignore_ascii_case("na") {
            return None;
        }
        let ranges: Vec<_> = bare.split([',', ';']).filter_map(parse_range).collect();
        (!ranges.is_empty()).then_some(Self(ranges))
    }

    /// Returns the first page of the first range.
    #[must_use]
    pub fn first(&self) -> &str {
        self.0.first().map_or("", |(first, _)| first.as_str())
    }

    /// Returns the ranges in order: the first page, and the last one if there are several.
    pub fn ranges(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.0
            .iter()
            .map(|(first, last)| (first.as_str(), last.as_deref()))
    }
}

fn parse_range(text: &str) -> Option<(String, Option<String>)> {
    const DASHES: [char; 6] = ['-', '‐', '‑', '–', '—', '−'];
    let text = text.trim().trim_matches(DASHES).trim();
    if text.is_empty() || !text.chars().any(char::is_alphanumeric) {
        return None;
    }
    let ends: Vec<&str> = text
        .split(DASHES)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    // `A-12--A-15` and `1-1-1-10`: a page number may itself hold a hyphen; an even number of
    // pieces is halved.
    let (first, last) = match ends.len() {
        1 => (ends[0].to_owned(), None),
        n if n % 2 == 0 => (ends[..n / 2].join("-"), Some(ends[n / 2..].join("-"))),
        _ => (text.to_owned(), None),
    };
    let last = last
        .map(|last| written_out(&first, last))
        .filter(|last| *last != first);
    Some((first, last))
}

/// Completes an abbreviated last page: `273`, `80` -> `280`.
fn written_out(first: &str, last: String) -> String {
    let numeric = |s: &str| s.chars().all(|c| c.is_ascii_digit());
    if last.len() < first.len() && numeric(first) && numeric(&last) {
        let whole = format!("{}{last}", &first[..first.len() - last.len()]);
        if whole.as_str() > first {
            return whole;
        }
    }
    last
}

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (first, last)) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            f.write_str(first)?;
            if let Some(last) = last {
                write!(f, "--{last}")?;
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Pages {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` names no page"))
    }
}

impl From<Pages> for String {
    fn from(pages: Pages) -> Self {
        pages.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_parsed_in_usual_forms() {
        for (given, want) in [
            ("588-602", "588--602"),
            ("pp. 588–602", "588--602"),
            ("273-80", "273--280"),
            ("254-254", "254"),
            ("158:1-158:18", "158:1--158:18"),
            ("A-12--A-15", "A-12--A-15"),
            ("e33693", "e33693"),
            ("i-iv", "i--iv"),
            ("1-10, 21-30", "1--10, 21--30"),
        ] {
            assert_eq!(Pages::parse(given).unwrap().to_string(), want);
        }
        for none in ["", "-", "n/a", "–"] {
            assert_eq!(Pages::parse(none), None);
        }
    }
}
