//! The fields for where a work was published and by whom, which differ between entry types.

use super::Dialect;
use super::encode::FieldValue;
use super::entry::FieldBuilder;
use super::form::EntryForm;
use crate::export::identifiers::host;
use crate::export::numbers::{
    article_and_pages, edition, edition_number, is_article_number, known_pages, page_count,
    plain_number,
};
use crate::export::venue::venue;
use crate::export::venue_title::printed_name;
use crate::model::{Kind, Metadata, Title};
use crate::text::fold::fold_without_blanks;

impl FieldBuilder<'_> {
    /// Adds the fields of one entry type for where the work was published and by whom.
    pub(super) fn publication_fields(&mut self, meta: &Metadata, form: EntryForm) {
        let named = |text: &Option<String>| {
            FieldValue::Venue(Title::plain(text.clone().unwrap_or_default()))
        };
        let publisher = named(&meta.publisher);
        let address = named(&meta.address);
        let institution = named(&meta.institution.clone().or_else(|| meta.publisher.clone()));
        let volume = plain_number(meta.volume.as_deref());
        let number = plain_number(meta.number.as_deref());
        match form {
            EntryForm::Article => {
                self.put_named(
                    "journal",
                    "journaltitle",
                    FieldValue::Venue(printed_name(meta, self.options)),
                );
                self.put("volume", FieldValue::Text(volume));
                self.put("number", FieldValue::Text(number));
                self.pages(meta, true);
            }
            EntryForm::InProceedings => {
                self.put(
                    "booktitle",
                    FieldValue::Venue(printed_name(meta, self.options)),
                );
                self.series(meta, volume, number);
                if meta.kind == Kind::Chapter {
                    self.part(meta);
                }
                self.pages(meta, false);
                self.put("publisher", publisher);
                if self.options.style.adds("address") {
                    self.put_named("address", "location", address);
                }
            }
            EntryForm::InCollection | EntryForm::InBook => {
                self.put(
                    "booktitle",
                    FieldValue::Venue(printed_name(meta, self.options)),
                );
                self.series(meta, volume, number);
                self.part(meta);
                self.pages(meta, false);
                self.put("publisher", publisher);
                self.put_named("address", "location", address);
            }
            EntryForm::Proceedings | EntryForm::Book => {
                self.series(meta, volume, number);
                if form == EntryForm::Book {
                    self.edition(meta);
                }
                self.put("publisher", publisher);
                self.put_named("address", "location", address);
            }
            EntryForm::Booklet => {
                self.edition(meta);
                self.put_named("address", "location", address);
            }
            EntryForm::PhdThesis | EntryForm::MastersThesis => {
                self.kind(meta, form);
                self.put_named("school", "institution", institution);
                self.put_named("address", "location", address);
            }
            EntryForm::Report => {
                self.kind(meta, form);
                let venue = FieldValue::Venue(venue(meta));
                let known = meta.institution.is_some() || meta.publisher.is_some();
                self.put("institution", if known { institution } else { venue });
                self.put("number", FieldValue::Text(number));
                self.put_named("address", "location", address);
            }
            EntryForm::Patent if self.dialect == Dialect::Biblatex => {
                self.put("number", FieldValue::Text(number));
            }
            EntryForm::Dataset | EntryForm::Software => {
                let place = first_of(&[publisher, FieldValue::Venue(venue(meta))]);
                // biblatex's @software has no publisher.
                let name = match form {
                    EntryForm::Software => "organization",
                    _ => "publisher",
                };
                self.put_named("howpublished", name, place);
            }
            EntryForm::Online if self.dialect == Dialect::Biblatex => {
                if meta.ids.arxiv.is_none() {
                    let place = first_of(&[FieldValue::Venue(venue(meta)), publisher]);
                    self.put("organization", place);
                }
            }
            EntryForm::Online | EntryForm::Patent | EntryForm::Misc => {
                self.how_published(meta, &number);
            }
        }
    }

    /// Adds `howpublished`, in which classic styles print the place of a work without an entry type
    /// of its own.
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
                FieldValue::Venue(venue(meta)),
                FieldValue::Venue(house),
                FieldValue::Text(said),
            ]),
        );
    }

    /// Adds the edition: as a number in biblatex, which prints it in the document's language, and
    /// as an ordinal for classic styles.
    fn edition(&mut self, meta: &Metadata) {
        let said = meta.edition.as_deref();
        let number = edition_number(said).filter(|_| self.dialect == Dialect::Biblatex);
        let text = number.map_or_else(|| edition(said), |number| number.to_string());
        self.put("edition", FieldValue::Text(text));
    }

    /// Adds the part of a book.
    fn part(&mut self, meta: &Metadata) {
        self.edition(meta);
        let text = |text: &Option<String>| FieldValue::Text(text.clone().unwrap_or_default());
        self.put("chapter", text(&meta.chapter));
        // biblatex has no types of parts.
        if self.dialect == Dialect::Bibtex {
            self.put("type", text(&meta.genre));
        }
    }

    fn kind(&mut self, meta: &Metadata, form: EntryForm) {
        if let Some(genre) = &meta.genre {
            self.put("type", FieldValue::Text(genre.clone()));
        } else if self.dialect == Dialect::Biblatex
            && let Some(kind) = form.type_field()
        {
            self.put("type", FieldValue::Verbatim(kind.to_owned()));
        }
    }

    /// Adds series, volume and number. Classic styles print a volume or a number of a series but
    /// not both, and a number only with a series.
    fn series(&mut self, meta: &Metadata, volume: String, number: String) {
        let series = meta.series.clone().unwrap_or_default();
        let has_series = !series.trim().is_empty();
        let repeats =
            has_series && fold_without_blanks(&series) == fold_without_blanks(&venue(meta).text());
        if !repeats {
            self.put("series", FieldValue::Venue(Title::plain(series)));
            if volume.is_empty() && has_series {
                self.put("number", FieldValue::Text(number));
            }
        }
        self.put("volume", FieldValue::Text(volume));
    }

    /// Adds pages, or the article number that replaces them, which biblatex calls `eid` in
    /// articles.
    fn pages(&mut self, meta: &Metadata, in_article: bool) {
        let eid = in_article && self.dialect == Dialect::Biblatex;
        if self.dialect == Dialect::Bibtex && self.options.style.adds("articleno") {
            return self.counted_pages(meta);
        }
        let Some(pages) = known_pages(meta) else {
            let number = meta.article_number.clone().unwrap_or_default();
            let name = if eid { "eid" } else { "pages" };
            self.put(name, FieldValue::Text(number));
            return;
        };
        let mut ranges = pages.ranges();
        let is_number = match (ranges.next(), ranges.next()) {
            (Some((page, None)), None) => is_article_number(page),
            _ => false,
        };
        let name = if eid && is_number { "eid" } else { "pages" };
        self.put(name, FieldValue::Text(pages.to_string()));
    }

    /// Adds pages as in ACM's style: an article number and the number of pages, or the range and
    /// the number of pages.
    fn counted_pages(&mut self, meta: &Metadata) {
        let (article, pages) = article_and_pages(meta);
        let count = known_pages(meta).and_then(page_count);
        self.put("articleno", FieldValue::Text(article));
        self.put("pages", FieldValue::Text(pages));
        let count = count.map(|count| count.to_string());
        self.put("numpages", FieldValue::Text(count.unwrap_or_default()));
    }
}

fn first_of(values: &[FieldValue]) -> FieldValue {
    let full = values.iter().find(|value| match value {
        FieldValue::Venue(title) => !title.is_empty(),
        FieldValue::Text(text) => !text.is_empty(),
        _ => true,
    });
    full.cloned().unwrap_or(FieldValue::Text(String::new()))
}
