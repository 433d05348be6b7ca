//! Turns a deposit into a record.

use super::wire::{Attributes, Creator, Publisher};
use crate::{
    model::{
        Contributor, Doi, Kind, Metadata, Orcid, Pages, PartialDate, PersonName, Record,
        RecordLink, SourceName, Title,
    },
    sources::arxiv,
    text::{markup, subtitle},
};

/// Returns the record of a deposit; `None` when it has no title.
pub(super) fn record(deposit: &Attributes) -> Option<Record> {
    let doi = Doi::parse(&deposit.doi).ok()?;
    let on_arxiv = doi.arxiv();
    let kind = if on_arxiv.is_some() {
        Kind::Preprint
    } else {
        kind(deposit)
    };
    let title = title(deposit, on_arxiv.is_some())?;
    let mut meta = Metadata::new(kind, title);
    meta.authors = deposit.creators.iter().filter_map(creator).collect();
    meta.date = date(deposit);
    if on_arxiv.is_some() {
        meta.arxiv_class = deposit.subjects.iter().find_map(|it| class(&it.subject));
    } else {
        place(&mut meta, deposit);
    }
    let links = links(deposit, &doi, on_arxiv.is_some());
    meta.ids.doi = on_arxiv.is_none().then_some(doi);
    meta.ids.arxiv = on_arxiv;
    Some(Record::new(SourceName::DATACITE, meta).with_links(links))
}

fn title(deposit: &Attributes, on_arxiv: bool) -> Option<Title> {
    let proper = deposit
        .titles
        .iter()
        .find(|title| title.title_type.is_none());
    let text = &proper.or_else(|| deposit.titles.first())?.title;
    let title = if on_arxiv {
        arxiv::title(text)
    } else {
        markup::title(text)
    };
    if title.is_empty() {
        return None;
    }
    let subtitle = subtitle(deposit, proper.and_then(|proper| proper.lang.as_deref()));
    Some(match subtitle {
        Some(subtitle) => subtitle::joined(title, &subtitle),
        None => title,
    })
}

/// The first subtitle that is not in another language than the title.
fn subtitle(deposit: &Attributes, lang: Option<&str>) -> Option<Title> {
    let agrees = |own: Option<&str>| own.is_none() || lang.is_none() || own == lang;
    deposit
        .titles
        .iter()
        .filter(|title| title.title_type.as_deref() == Some("Subtitle"))
        .filter(|title| agrees(title.lang.as_deref()))
        .map(|title| markup::title(&title.title))
        .find(|title| !title.is_empty())
}

fn creator(creator: &Creator) -> Option<Contributor> {
    let text = |text: &Option<String>| markup::plain(text.as_deref().unwrap_or_default());
    let (given, family) = (text(&creator.given_name), text(&creator.family_name));
    let whole = text(&creator.name);
    let name = if creator.name_type.as_deref() == Some("Organizational") {
        PersonName::organisation(&whole)
    } else if given.is_empty() || family.is_empty() {
        PersonName::parse(if whole.is_empty() { &family } else { &whole })
    } else {
        PersonName::from_parts(&given, &family)
    };
    let orcid = creator
        .name_identifiers
        .iter()
        .find_map(|id| Orcid::parse(&id.name_identifier).ok());
    (!name.is_empty()).then_some(Contributor {
        name,
        orcid,
        pid: None,
    })
}

fn kind(deposit: &Attributes) -> Kind {
    match deposit.types.resource_type_general.as_deref() {
        Some("ConferencePaper") => return Kind::Conference,
        Some("JournalArticle") => return Kind::Journal,
        Some("Preprint") => return Kind::Preprint,
        Some("Dataset") => return Kind::Dataset,
        Some("Software") => return Kind::Software,
        Some("Dissertation") => return Kind::PhdThesis,
        Some("Report") => return Kind::Report,
        Some("Book") => return Kind::Book,
        Some("BookChapter") => return Kind::Chapter,
        Some("ConferenceProceeding") => return Kind::Proceedings,
        _ => {}
    }
    match deposit.types.bibtex.as_deref() {
        Some("inproceedings") => Kind::Conference,
        Some("article") => Kind::Journal,
        Some("phdthesis") => Kind::PhdThesis,
        Some("mastersthesis") => Kind::MastersThesis,
        Some("techreport") => Kind::Report,
        Some("book") => Kind::Book,
        Some("inbook" | "incollection") => Kind::Chapter,
        Some("proceedings") => Kind::Proceedings,
        _ => Kind::Other,
    }
}

/// The day of the first submission to arXiv or of issue; otherwise the year.
fn date(deposit: &Attributes) -> Option<PartialDate> {
    let earliest = |wanted: &str| {
        deposit
            .dates
            .iter()
            .filter(|date| date.date_type.as_deref() == Some(wanted))
            .filter_map(|date| PartialDate::parse(&date.date))
            .min()
    };
    let year = deposit.publication_year;
    let year = year.and_then(|year| PartialDate::from_parts(year, None, None));
    let day = earliest("Submitted").or_else(|| earliest("Issued"));
    // A deposit may be issued long after its content was published: then the day of issue is not
    // that of the work.
    match (day, year) {
        (Some(day), Some(year)) if day.year != year.year => Some(year),
        (day, year) => day.or(year),
    }
}

/// `Machine Learning (cs.LG)` -> `cs.LG`.
fn class(subject: &str) -> Option<String> {
    let inner = subject.strip_suffix(')')?.rsplit_once('(')?.1;
    let sound = !inner.is_empty() && !inner.contains(' ') && inner.is_ascii();
    sound.then(|| inner.to_owned())
}

fn place(meta: &mut Metadata, deposit: &Attributes) {
    let publisher = deposit.publisher.as_ref().map(|publisher| match publisher {
        Publisher::Name(name) | Publisher::Body { name } => markup::plain(name),
    });
    if meta.kind.is_thesis() || meta.kind == Kind::Report {
        meta.institution = publisher;
    } else {
        meta.publisher = publisher;
    }
    let container = &deposit.container;
    meta.venue = container.title.as_deref().map(markup::title);
    meta.volume.clone_from(&container.volume);
    meta.number.clone_from(&container.issue);
    meta.pages = match (&container.first_page, &container.last_page) {
        (Some(first), Some(last)) => Pages::parse(&format!("{first}-{last}")),
        (Some(first), None) => Pages::parse(first),
        _ => None,
    };
}

/// arXiv's deposits name the published work as one that they are a version of.
fn links(deposit: &Attributes, own: &Doi, on_arxiv: bool) -> Vec<RecordLink> {
    let related = deposit.related_identifiers.iter();
    related
        .filter_map(|related| {
            let doi = Doi::parse(&related.related_identifier).ok()?;
            match related.relation_type.as_str() {
                _ if doi == *own => None,
                "IsVersionOf" | "IsPreviousVersionOf" if on_arxiv => {
                    Some(RecordLink::PreprintOf(doi))
                }
                "IsVersionOf" | "HasVersion" | "IsVariantFormOf" | "IsIdenticalTo" => {
                    Some(RecordLink::VersionOf(doi))
                }
                _ => None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::wire::attributes;
    use super::*;

    fn read(deposit: &Value) -> Record {
        let body = json!({"data": {"attributes": deposit}}).to_string();
        record(&attributes(&body).unwrap()).unwrap()
    }

    #[test]
    fn arxiv_deposit_is_a_preprint() {
        let Record { meta, links, .. } = read(&json!({
            "doi": "10.48550/arxiv.2309.13254",
            "titles": [{"title": "Zen at $O(n)$"}],
            "creators": [
                {"name": "de la Cruz, Juan", "nameType": "Personal", "givenName": "Juan",
                 "familyName": "de la Cruz", "nameIdentifiers":
                    [{"nameIdentifier": "https://orcid.org/0000-0002-1825-0097"}]},
                {"name": "The ATLAS Collaboration", "nameType": "Organizational"}],
            "publisher": "arXiv", "publicationYear": 2023, "container": {},
            "types": {"resourceTypeGeneral": "Preprint", "bibtex": "misc"},
            "dates": [{"date": "2023-12-01T00:00:00Z", "dateType": "Submitted"},
                {"date": "2023-09-23T04:32:37Z", "dateType": "Submitted"}],
            "subjects": [{"subject": "Machine Learning (cs.LG)", "subjectScheme": "arXiv"}],
            "relatedIdentifiers": [{"relationType": "IsVersionOf",
                "relatedIdentifier": "10.1145/1.2", "relatedIdentifierType": "DOI"}]
        }));
        assert_eq!(meta.kind, Kind::Preprint);
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "2309.13254");
        assert_eq!((meta.ids.doi, meta.publisher), (None, None));
        assert_eq!(meta.date.unwrap().to_string(), "2023-09-23");
        assert_eq!(meta.arxiv_class.as_deref(), Some("cs.LG"));
        assert_eq!(meta.authors[0].name.sorting_form(), "de la Cruz, Juan");
        assert!(meta.authors[0].orcid.is_some() && meta.authors[1].name.organisation);
        assert_eq!(
            links,
            [RecordLink::PreprintOf(Doi::parse("10.1145/1.2").unwrap())]
        );
    }

    #[test]
    fn lipics_deposit_is_a_paper() {
        let meta = read(&json!({
            "doi": "10.4230/LIPIcs.ICALP.2020.1",
            "titles": [{"title": "And More", "titleType": "Subtitle"}, {"title": "Things"}],
            "creators": [{"name": "Doe, Jane"}],
            "publisher": {"name": "Schloss Dagstuhl"}, "publicationYear": 2020,
            "types": {"resourceTypeGeneral": "Text", "bibtex": "inproceedings"},
            "container": {"title": "ICALP 2020", "volume": "168", "firstPage": "1:1", "lastPage": "1:18"},
            "dates": "none"
        }))
        .meta;
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(meta.title.text(), "Things: And More");
        assert_eq!(
            meta.ids.doi.unwrap().as_str(),
            "10.4230/lipics.icalp.2020.1"
        );
        assert_eq!(meta.publisher.as_deref(), Some("Schloss Dagstuhl"));
        assert_eq!(meta.pages.unwrap().to_string(), "1:1--1:18");
        assert_eq!(meta.date.unwrap().to_string(), "2020");
    }

    #[test]
    fn subtitle_in_the_titles_language_is_appended_once() {
        let titled = |titles: Value| {
            let meta = read(&json!({"doi": "10.4230/x", "titles": titles})).meta;
            meta.title.text()
        };
        let sub = |text: &str, lang: Option<&str>| json!({"title": text, "titleType": "Subtitle", "lang": lang});
        assert_eq!(
            titled(json!([{"title": "Things: and more"}, sub("And More", None)])),
            "Things: and more"
        );
        assert_eq!(
            titled(json!([{"title": "Things?"}, sub(" ", None), sub("And More", Some("en"))])),
            "Things? And More"
        );
        assert_eq!(
            titled(json!([{"title": "Things", "lang": "en"}, sub("Und mehr", Some("de"))])),
            "Things"
        );
        assert_eq!(titled(json!([sub("And More", None)])), "And More");
    }

    #[test]
    fn malformed_element_is_skipped() {
        let Record { meta, links, .. } = read(&json!({
            "doi": "10.4230/x",
            "titles": [{"title": "Things"}, {"title": null}],
            "creators": [{"name": "Doe, Jane", "nameType": 1}, null, {"name": "Roe, Ann"}],
            "dates": [{"date": null}, {"date": "2020-05-01", "dateType": "Issued"}],
            "relatedIdentifiers": [{"relatedIdentifier": null},
                {"relationType": "HasVersion", "relatedIdentifier": "10.1145/1.2"}],
            "container": {"title": "Proceedings", "volume": 168}
        }));
        assert_eq!(meta.title.text(), "Things");
        assert_eq!(meta.authors.len(), 2);
        assert_eq!(meta.date.unwrap().to_string(), "2020-05-01");
        assert_eq!(
            links,
            [RecordLink::VersionOf(Doi::parse("10.1145/1.2").unwrap())]
        );
        assert_eq!(meta.venue.unwrap().text(), "Proceedings");
    }
}
