use crate::model::PartialDate;
use crate::text::{dates, unlatex};

use super::read::BibEntry;

/// Returns the date of publication: from `date` (the first of a range), else from `year`, `month`
/// and `day`, in any of the forms that people write.
pub(super) fn date(entry: &BibEntry) -> Option<PartialDate> {
    let text = |name| entry.field(name).map(unlatex::text);
    if let Some(date) = text("date").and_then(|text| dates::date(&text)) {
        return Some(date);
    }
    let year = text("year").and_then(|text| dates::year(&text))?;
    let (month, day) = text("month").map_or((None, None), |month| dates::month_and_day(&month));
    let day = entry
        .field("day")
        .and_then(|day| day.trim().parse().ok())
        .or(day);
    PartialDate::from_parts(year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(fields: &[(&str, &str)]) -> String {
        let entry = BibEntry {
            fields: fields
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            ..BibEntry::default()
        };
        date(&entry).map_or_else(String::new, |date| date.to_string())
    }

    #[test]
    fn dates_are_read_in_many_forms() {
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
