use std::fmt;

use serde::{Deserialize, Serialize};

/// A date of which at least the year is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PartialDate {
    /// The year, in the common era.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day of the month, 1 to 31; never without a month.
    pub day: Option<u8>,
}

impl PartialDate {
    /// Creates a date of which the year is known.
    #[must_use]
    pub fn year(year: i32) -> Self {
        Self {
            year,
            month: None,
            day: None,
        }
    }

    /// Creates a date from its parts. A month or day out of range is omitted, and so is a day without
    /// a month. `None` for a year outside 1000 to 2999, which is always an error of the source.
    #[must_use]
    pub fn from_parts(year: i32, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let month = month.filter(|m| (1..=12).contains(m));
        let day = day.filter(|d| month.is_some() && (1..=31).contains(d));
        (1000..=2999)
            .contains(&year)
            .then_some(Self { year, month, day })
    }

    /// Parses `2023`, `2023-04` and `2023-04-17`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month = parts.next().and_then(|m| m.parse().ok());
        let day = parts
            .next()
            .and_then(|d| d.get(..2).unwrap_or(d).parse().ok());
        Self::from_parts(year, month, day)
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

impl TryFrom<String> for PartialDate {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is not a date such as 2023-04"))
    }
}

impl From<PartialDate> for String {
    fn from(date: PartialDate) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_shows_the_known_parts() {
        for text in ["2023", "2023-04", "2023-04-17"] {
            assert_eq!(PartialDate::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            PartialDate::parse("2023-13").unwrap(),
            PartialDate::year(2023)
        );
        assert_eq!(PartialDate::parse("23"), None);
    }
}
