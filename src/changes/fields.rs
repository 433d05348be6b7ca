//! A work's fields one by one: how they are called, and taken from one statement into another.

use crate::model::{Field, Metadata};

/// The fields whose changes are told, in the order of an entry: all that an entry shows. Of DBLP's
/// keys people need not hear.
pub(super) fn told() -> impl Iterator<Item = Field> {
    Field::ALL.into_iter().filter(|field| *field != Field::Dblp)
}

/// The field's name in a sentence.
pub(super) fn name(field: Field) -> &'static str {
    match field {
        Field::Kind => "kind",
        Field::Title => "title",
        Field::Authors => "authors",
        Field::Editors => "editors",
        Field::Date => "date",
        Field::Venue => "venue",
        Field::VenueShort => "venue's short name",
        Field::Series => "series",
        Field::Volume => "volume",
        Field::Number => "number",
        Field::Pages => "pages",
        Field::Chapter => "chapter",
        Field::ArticleNumber => "article number",
        Field::Edition => "edition",
        Field::Genre => "type",
        Field::Publisher => "publisher",
        Field::Address => "address",
        Field::Institution => "institution",
        Field::Dblp => "DBLP key",
        Field::Doi => "DOI",
        Field::Arxiv => "arXiv id",
        Field::ArxivClass => "arXiv class",
        Field::Isbn => "ISBN",
        Field::Url => "address on the web",
        Field::Note => "note",
    }
}

/// Gives `into` the value that `from` has of the field.
pub(super) fn copy(field: Field, from: &Metadata, into: &mut Metadata) {
    match field {
        Field::Kind => into.kind = from.kind,
        Field::Title => into.title = from.title.clone(),
        Field::Authors => {
            into.authors = from.authors.clone();
            into.more_authors = from.more_authors;
        }
        Field::Editors => into.editors = from.editors.clone(),
        Field::Date => into.date = from.date,
        Field::Venue => into.venue = from.venue.clone(),
        Field::VenueShort => into.venue_short = from.venue_short.clone(),
        Field::Series => into.series = from.series.clone(),
        Field::Volume => into.volume = from.volume.clone(),
        Field::Number => into.number = from.number.clone(),
        Field::Pages => into.pages = from.pages.clone(),
        Field::Chapter => into.chapter = from.chapter.clone(),
        Field::ArticleNumber => into.article_number = from.article_number.clone(),
        Field::Edition => into.edition = from.edition.clone(),
        Field::Genre => into.genre = from.genre.clone(),
        Field::Publisher => into.publisher = from.publisher.clone(),
        Field::Address => into.address = from.address.clone(),
        Field::Institution => into.institution = from.institution.clone(),
        Field::Dblp => into.ids.dblp = from.ids.dblp.clone(),
        Field::Doi => into.ids.doi = from.ids.doi.clone(),
        Field::Arxiv => into.ids.arxiv = from.ids.arxiv.clone(),
        Field::ArxivClass => into.arxiv_class = from.arxiv_class.clone(),
        Field::Isbn => into.isbn = from.isbn.clone(),
        Field::Url => into.url = from.url.clone(),
        Field::Note => into.note = from.note.clone(),
    }
}
