//! Where a work stands, and who published it: the fields that differ from type to type.

use super::Dialect;
use super::encode::Value;
use super::entry::Fields;
use super::form::Form;
use super::identifiers::host;
use super::venue::without_place_and_date;
use crate::model::{Kind, Metadata, Title};
use crate::text::fold::squeeze;

impl Fields {
    /// What entries of one type have: where the work stands, and who published it.
    pub(super) fn particular(&mut self, meta: &Metadata, form: Form) {
        let named =
            |text: &Option<String>| Value::Venue(Title::plain(text.clone().unwrap_or_default()));
        let publisher = named(&meta.publisher);
        let address = named(&meta.address);
        let institution = named(&meta.institution.clone().or_else(|| meta.publisher.clone()));
        let volume = counter(meta.volume.as_deref());
        let number = counter(meta.number.as_deref());
        match form {
            Form::Article => {
                self.put_named("journal", "journaltitle", Value::Venue(venue(meta)));
                self.put("volume", Value::Text(volume));
                self.put("number", Value::Text(number));
                self.pages(meta, true);
            }
            Form::InProceedings => {
                let name = without_place_and_date(&venue(meta));
                self.put("booktitle", Value::Venue(name));
                self.series(meta, volume, number);
                self.pages(meta, false);
                self.put("publisher", publisher);
            }
            Form::InCollection => {
                self.put("booktitle", Value::Venue(venue(meta)));
                self.series(meta, volume, number);
                self.pages(meta, false);
                self.put("publisher", publisher);
                self.put_named("address", "location", address);
            }
            Form::Proceedings | Form::Book => {
                self.series(meta, volume, number);
                self.put("publisher", publisher);
                self.put_named("address", "location", address);
            }
            Form::Booklet => self.put_named("address", "location", address),
            Form::PhdThesis | Form::MastersThesis => {
                self.kind(form);
                self.put_named("school", "institution", institution);
                self.put_named("address", "location", address);
            }
            Form::Report => {
                self.kind(form);
                let venue = Value::Venue(venue(meta));
                let known = meta.institution.is_some() || meta.publisher.is_some();
                self.put("institution", if known { institution } else { venue });
                self.put("number", Value::Text(number));
                self.put_named("address", "location", address);
            }
            Form::Patent if self.dialect == Dialect::Biblatex => {
                self.put("number", Value::Text(number));
            }
            Form::Dataset | Form::Software => {
                let place = first_of(&[publisher, Value::Venue(venue(meta))]);
                // biblatex's @software has no publisher.
                let name = match form {
                    Form::Software => "organization",
                    _ => "publisher",
                };
                self.put_named("howpublished", name, place);
            }
            Form::Online if self.dialect == Dialect::Biblatex => {
                if meta.ids.arxiv.is_none() {
                    let place = first_of(&[Value::Venue(venue(meta)), publisher]);
                    self.put("organization", place);
                }
            }
            Form::Online | Form::Patent | Form::Misc => self.how_published(meta, &number),
        }
    }

    /// `howpublished`, all that classic styles print of where a work without a type of its own is.
    fn how_published(&mut self, meta: &Metadata, number: &str) {
        if self.list.iter().any(|(name, _)| name == "howpublished") {
            return;
        }
        let said = match meta.kind {
            Kind::Patent if !number.is_empty() => format!("Patent {number}"),
            Kind::Patent => "Patent".to_owned(),
            Kind::PhdThesis => "PhD thesis".to_owned(),
            Kind::MastersThesis => "Master's thesis".to_owned(),
            Kind::Report => "Technical report".to_owned(),
            Kind::Web => meta
                .url
                .as_deref()
                .and_then(host)
                .unwrap_or_default()
                .to_owned(),
            _ => String::new(),
        };
        let publisher = Title::plain(meta.publisher.clone().unwrap_or_default());
        self.put(
            "howpublished",
            first_of(&[
                Value::Venue(venue(meta)),
                Value::Venue(publisher),
                Value::Text(said),
            ]),
        );
    }

    fn kind(&mut self, form: Form) {
        if self.dialect == Dialect::Biblatex
            && let Some(kind) = form.type_field()
        {
            self.put("type", Value::Verbatim(kind.to_owned()));
        }
    }

    /// Classic styles take a volume or a number of a series, not both, and a number only with one.
    fn series(&mut self, meta: &Metadata, volume: String, number: String) {
        let series = meta.series.clone().unwrap_or_default();
        let repeats = squeeze(&series) == squeeze(&venue(meta).text());
        if !repeats {
            let has_series = !series.trim().is_empty();
            self.put("series", Value::Venue(Title::plain(series)));
            if volume.is_empty() && has_series {
                self.put("number", Value::Text(number));
            }
        }
        self.put("volume", Value::Text(volume));
    }

    /// Pages, or the article number that stands for them, which biblatex calls `eid` in articles.
    fn pages(&mut self, meta: &Metadata, in_article: bool) {
        let eid = in_article && self.dialect == Dialect::Biblatex;
        let Some(pages) = &meta.pages else {
            let number = meta.article_number.clone().unwrap_or_default();
            let name = if eid { "eid" } else { "pages" };
            self.put(name, Value::Text(number));
            return;
        };
        let mut ranges = pages.ranges();
        let is_number = match (ranges.next(), ranges.next()) {
            (Some((page, None)), None) => is_article_number(page),
            _ => false,
        };
        let name = if eid && is_number { "eid" } else { "pages" };
        self.put(name, Value::Text(pages.to_string()));
    }
}

/// Whether a single "page" is the number of an article: `e12345`, `077201`, `L012`.
fn is_article_number(page: &str) -> bool {
    let digits = page.chars().filter(char::is_ascii_digit).count();
    let letter_first = page.starts_with(|c: char| c.is_ascii_alphabetic());
    digits >= 5 || digits >= 2 && (letter_first || page.starts_with('0'))
}

/// The venue's full name, else its short one.
fn venue(meta: &Metadata) -> Title {
    let full = meta.venue.clone().filter(|venue| !venue.is_empty());
    full.unwrap_or_else(|| Title::plain(meta.venue_short.clone().unwrap_or_default()))
}

fn first_of(values: &[Value]) -> Value {
    let full = values.iter().find(|value| match value {
        Value::Venue(title) => !title.is_empty(),
        Value::Text(text) => !text.is_empty(),
        _ => true,
    });
    full.cloned().unwrap_or(Value::Text(String::new()))
}

/// A volume or issue as numbers alone: without a label, ranges with `--`; empty for what is none.
fn counter(text: Option<&str>) -> String {
    const LABELS: [&str; 9] = [
        "volume ", "vol.", "vol ", "number ", "no.", "no ", "nr.", "issue ", "iss.",
    ];
    let mut bare = text.unwrap_or_default().trim();
    for label in LABELS {
        if let Some(head) = bare.get(..label.len())
            && head.eq_ignore_ascii_case(label)
        {
            bare = bare[label.len()..].trim_start();
            break;
        }
    }
    if bare.eq_ignore_ascii_case("n/a") || bare.starts_with("abs/") {
        return String::new();
    }
    let ends: Vec<&str> = bare.split(['-', '–', '‐', '—']).map(str::trim).collect();
    let ends: Vec<&str> = ends.into_iter().filter(|end| !end.is_empty()).collect();
    match ends.as_slice() {
        [from, to]
            if [from, to]
                .iter()
                .all(|end| end.chars().all(|c| c.is_ascii_digit())) =>
        {
            format!("{from}--{to}")
        }
        _ => bare.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters() {
        for (given, want) in [
            ("3-4", "3--4"),
            ("no. 7", "7"),
            ("Vol. 12", "12"),
            ("abs/1706.03762", ""),
            ("CSCW2", "CSCW2"),
            ("PP", "PP"),
            ("11-A", "11-A"),
        ] {
            assert_eq!(counter(Some(given)), want);
        }
    }

    #[test]
    fn article_numbers() {
        for page in ["e12345", "077201", "103456", "L021", "e33"] {
            assert!(is_article_number(page), "{page}");
        }
        for page in ["254", "iv", "1024", "S1", "A"] {
            assert!(!is_article_number(page), "{page}");
        }
    }
}
