//! Converts works, as people enter them or let services enter them.

use super::{
    service::NAME,
    wire::{Valued, Work},
};
use crate::{
    model::{
        ArxivId, Contributor, Doi, Isbn, Kind, Metadata, PartialDate, PersonName, Pmid, Record,
        Title,
    },
    text::{dates, markup, subtitle},
};

/// What people list at ORCID besides publications.
const NO_PUBLICATIONS: [&str; 6] = [
    "conference-presentation",
    "lecture-speech",
    "public-speech",
    "review",
    "supervised-student-publication",
    "teaching-material",
];

/// Returns the record of a work; `None` for talks and the like, and without a title.
pub(super) fn record(work: &Work) -> Option<Record> {
    if NO_PUBLICATIONS.contains(&work.class.as_str()) {
        return None;
    }
    let mut meta = Metadata::new(kind(&work.class), title(work)?);
    people(&mut meta, work);
    meta.venue = text(work.journal_title.as_ref()).map(Title::plain);
    meta.date = date(work);
    ids(&mut meta, work);
    if meta.ids.is_empty() {
        meta.url = text(work.url.as_ref());
    }
    Some(Record::new(NAME, meta))
}

fn text(value: Option<&Valued>) -> Option<String> {
    let text = value.map(|it| markup::plain(&it.value));
    text.filter(|text| !text.is_empty())
}

fn title(work: &Work) -> Option<Title> {
    let read = |value: Option<&Valued>| {
        let title = value.map(|it| markup::title(&it.value));
        title.filter(|title| !title.is_empty())
    };
    let title = read(work.title.title.as_ref())?;
    Some(match read(work.title.subtitle.as_ref()) {
        Some(subtitle) => subtitle::joined(title, &subtitle),
        None => title,
    })
}

fn kind(class: &str) -> Kind {
    match class {
        "journal-article" | "magazine-article" => Kind::Journal,
        "conference-paper" => Kind::Conference,
        "book" | "edited-book" => Kind::Book,
        "book-chapter" | "dictionary-entry" | "encyclopedia-entry" => Kind::Chapter,
        "dissertation-thesis" | "dissertation" => Kind::PhdThesis,
        "preprint" => Kind::Preprint,
        "report" | "working-paper" => Kind::Report,
        "data-set" => Kind::Dataset,
        "software" => Kind::Software,
        "patent" => Kind::Patent,
        _ => Kind::Other,
    }
}

/// Reads the people in order. Who edited a book is no author of it.
fn people(meta: &mut Metadata, work: &Work) {
    for one in &work.contributors.contributor {
        let Some(name) = text(one.credit_name.as_ref()) else {
            continue;
        };
        let attributes = one.contributor_attributes.as_ref();
        let role = attributes.and_then(|it| it.contributor_role.as_deref());
        let contributor = Contributor::from(PersonName::parse(&name));
        match role.map(str::to_lowercase).as_deref() {
            Some("editor") => meta.editors.push(contributor),
            _ if work.class == "edited-book" => meta.editors.push(contributor),
            _ => meta.authors.push(contributor),
        }
    }
}

fn date(work: &Work) -> Option<PartialDate> {
    let date = &work.publication_date;
    let year = dates::year(&date.year.as_ref()?.value)?;
    let month = date.month.as_ref().and_then(|it| it.value.parse().ok());
    PartialDate::from_parts(year, month, None)
}

/// Reads the identifiers of the work itself. Those of the volume that contains it, or of another
/// version, are not its own.
fn ids(meta: &mut Metadata, work: &Work) {
    for id in &work.external_ids.external_id {
        if id.relationship.as_deref().is_some_and(|it| it != "self") {
            continue;
        }
        match id.kind.as_str() {
            "doi" if meta.ids.doi.is_none() => meta.ids.doi = Doi::parse(&id.value).ok(),
            "arxiv" if meta.ids.arxiv.is_none() => meta.ids.arxiv = ArxivId::parse(&id.value).ok(),
            "pmid" if meta.ids.pmid.is_none() => meta.ids.pmid = Pmid::parse(&id.value).ok(),
            "isbn" if meta.kind == Kind::Book && meta.isbn.is_none() => {
                meta.isbn = Isbn::parse(&id.value).ok();
            }
            _ => {}
        }
    }
    if let Some(arxiv) = meta.ids.doi.as_ref().and_then(Doi::arxiv) {
        meta.ids.arxiv.get_or_insert(arxiv);
        meta.ids.doi = None;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(work: Value) -> Option<Metadata> {
        record(&serde_json::from_value(work).unwrap()).map(|it| it.meta)
    }

    #[test]
    fn work_is_read_with_people_and_its_own_identifiers() {
        let meta = read(json!({"put-code": 7, "type": "journal-article",
            "title": {"title": {"value": "Looms of the North"}, "subtitle": {"value": "A History"}},
            "journal-title": {"value": "Cloth Review"},
            "publication-date": {"year": {"value": "2019"}, "month": {"value": "08"}, "day": null},
            "external-ids": {"external-id": [
                {"external-id-type": "doi", "external-id-value": "10.1000/parent",
                    "external-id-relationship": "part-of"},
                {"external-id-type": "doi", "external-id-value": "https://doi.org/10.1000/OWN",
                    "external-id-relationship": "self"},
                {"external-id-type": "pmid", "external-id-value": "31000001"}]},
            "contributors": {"contributor": [
                {"credit-name": {"value": "Ada Sample"},
                    "contributor-attributes": {"contributor-role": "author"}},
                {"credit-name": {"value": "Roe, Bob"}, "contributor-attributes": null},
                {"credit-name": null}]}}))
        .unwrap();
        assert_eq!(meta.title.text(), "Looms of the North: A History");
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1000/own");
        assert_eq!(meta.ids.pmid.unwrap().as_str(), "31000001");
        assert_eq!(meta.date.unwrap().to_string(), "2019-08");
        let names: Vec<String> = meta
            .authors
            .iter()
            .map(|it| it.name.sorting_form())
            .collect();
        assert_eq!(names, ["Sample, Ada", "Roe, Bob"]);
    }

    #[test]
    fn edited_book_has_editors_and_talks_are_no_publications() {
        let book = json!({"type": "edited-book", "title": {"title": {"value": "Mills"}},
            "contributors": {"contributor": [{"credit-name": {"value": "Ada Sample"}}]},
            "external-ids": {"external-id": [
                {"external-id-type": "isbn", "external-id-value": "9783406568442",
                    "external-id-relationship": "self"}]}});
        let meta = read(book).unwrap();
        assert_eq!(
            (meta.kind, meta.editors.len(), meta.authors.len()),
            (Kind::Book, 1, 0)
        );
        assert!(meta.isbn.is_some());
        let talk = json!({"type": "lecture-speech", "title": {"title": {"value": "Mills"}}});
        assert!(read(talk).is_none());
        assert!(read(json!({"type": "book"})).is_none());
    }

    #[test]
    fn doi_of_arxiv_is_the_arxiv_id() {
        let meta = read(
            json!({"type": "preprint", "title": {"title": {"value": "Mills"}},
            "external-ids": {"external-id": [{"external-id-type": "doi",
                "external-id-value": "10.48550/arXiv.1412.6980"}]}}),
        )
        .unwrap();
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1412.6980");
        assert_eq!(meta.ids.doi, None);
    }
}
