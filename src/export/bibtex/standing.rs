//! Where a work stands, and who published it: the fields that differ from type to type.

use super::Dialect;
use super::encode::Value;
use super::entry::Fields;
use super::form::Form;
use crate::export::identifiers::host;
use crate::export::numbers::{
    article_and_pages, counter, edition, edition_number, is_article_number, known_pages, page_count,
};
use crate::export::venue::{called, venue};
use crate::model::{Kind, Metadata, Title};
use crate::text::fold::squeeze;

impl Fields<'_> {
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
                self.put_named(
                    "journal",
                    "journaltitle",
                    Value::Venue(called(meta, self.manner)),
                );
                self.put("volume", Value::Text(volume));
                self.put("number", Value::Text(number));
                self.pages(meta, true);
            }
            Form::InProceedings => {
                self.put("booktitle", Value::Venue(called(meta, self.manner)));
                self.series(meta, volume, number);
                if meta.kind == Kind::Chapter {
                    self.part(meta);
                }
                self.pages(meta, false);
                self.put("publisher", publisher);
                if self.manner.style.adds("address") {
                    self.put_named("address", "location", address);
                }
            }
            Form::InCollection | Form::InBook => {
                self.put("booktitle", Value::Venue(called(meta, self.manner)));
                self.series(meta, volume, number);
                self.part(meta);
                self.pages(meta, false);
                self.put("publisher", publisher);
                self.put_named("address", "location", address);
            }
            Form::Proceedings | Form::Book => {
                self.series(meta, volume, number);
                if form == Form::Book {
                    self.edition(meta);
                }
                self.put("publisher", publisher);
                self.put_named("address", "location", address);
            }
            Form::Booklet => {
                self.edition(meta);
                self.put_named("address", "location", address);
            }
            Form::PhdThesis | Form::MastersThesis => {
                self.kind(meta, form);
                self.put_named("school", "institution", institution);
                self.put_named("address", "location", address);
            }
            Form::Report => {
                self.kind(meta, form);
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
        let house = meta.publisher.clone().or_else(|| meta.institution.clone());
        let house = Title::plain(house.unwrap_or_default());
        self.put(
            "howpublished",
            first_of(&[
                Value::Venue(venue(meta)),
                Value::Venue(house),
                Value::Text(said),
            ]),
        );
    }

    /// The edition: by its number in biblatex, which counts in the text's language, and in words
    /// in classic styles.
    fn edition(&mut self, meta: &Metadata) {
        let said = meta.edition.as_deref();
        let number = edition_number(said).filter(|_| self.dialect == Dialect::Biblatex);
        let text = number.map_or_else(|| edition(said), |number| number.to_string());
        self.put("edition", Value::Text(text));
    }

    /// Which part of a book it is.
    fn part(&mut self, meta: &Metadata) {
        self.edition(meta);
        let text = |text: &Option<String>| Value::Text(text.clone().unwrap_or_default());
        self.put("chapter", text(&meta.chapter));
        // biblatex knows no sorts of parts.
        if self.dialect == Dialect::Bibtex {
            self.put("type", text(&meta.genre));
        }
    }

    fn kind(&mut self, meta: &Metadata, form: Form) {
        if let Some(genre) = &meta.genre {
            self.put("type", Value::Text(genre.clone()));
        } else if self.dialect == Dialect::Biblatex
            && let Some(kind) = form.type_field()
        {
            self.put("type", Value::Verbatim(kind.to_owned()));
        }
    }

    /// Classic styles take a volume or a number of a series, not both, and a number only with one.
    fn series(&mut self, meta: &Metadata, volume: String, number: String) {
        let series = meta.series.clone().unwrap_or_default();
        let has_series = !series.trim().is_empty();
        let repeats = has_series && squeeze(&series) == squeeze(&venue(meta).text());
        if !repeats {
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
        if self.dialect == Dialect::Bibtex && self.manner.style.adds("articleno") {
            return self.counted_pages(meta);
        }
        let Some(pages) = known_pages(meta) else {
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

    /// Pages as ACM's style has them: the number of an article and how many pages it has, or the
    /// range and how many that are.
    fn counted_pages(&mut self, meta: &Metadata) {
        let (article, pages) = article_and_pages(meta);
        let count = known_pages(meta).and_then(page_count);
        self.put("articleno", Value::Text(article));
        self.put("pages", Value::Text(pages));
        let count = count.map(|count| count.to_string());
        self.put("numpages", Value::Text(count.unwrap_or_default()));
    }
}

fn first_of(values: &[Value]) -> Value {
    let full = values.iter().find(|value| match value {
        Value::Venue(title) => !title.is_empty(),
        Value::Text(text) => !text.is_empty(),
        _ => true,
    });
    full.cloned().unwrap_or(Value::Text(String::new()))
}
