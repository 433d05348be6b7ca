//! Converting a publication's element to a record.

use super::{
    super::{DatasetRecord, arxiv_of_corr},
    element::{Element, FieldName, SignedName},
    entities, field,
};
use crate::{
    model::{
        ArxivId, Contributor, DblpKey, Doi, Isbn, Kind, Metadata, Orcid, Pages, PartialDate,
        PersonName, Record, SourceName,
    },
    text::{dates::year_and_month, markup},
};

/// Converts a publication to a record; `None` without a title.
pub(super) fn filed(key: DblpKey, element: &Element<'_>) -> Option<DatasetRecord> {
    let title = markup::without_final_period(field::title(element.first(FieldName::Title)?));
    let text = |field| element.first(field).map(field::plain);
    if title.is_empty() {
        return None;
    }
    let (authors, author_signatures) = people(&element.authors);
    let (editors, editor_signatures) = people(&element.editors);
    let addresses = Addresses::of(&key, element);
    let kind = kind(element, addresses.arxiv.is_some());
    let mut meta = Metadata::new(kind, title);
    meta.date = date(element);
    meta.pages = element
        .first(FieldName::Pages)
        .and_then(|pages| Pages::parse(&entities::resolved(pages)));
    meta.venue_short = text(FieldName::Booktitle).or_else(|| text(FieldName::Journal));
    meta.publisher = text(FieldName::Publisher);
    meta.address = text(FieldName::Address);
    meta.isbn = isbn(element);
    meta.ids.doi = addresses.doi;
    meta.ids.arxiv = addresses.arxiv;
    meta.url = addresses.url;
    meta.ids.dblp = Some(key);
    match kind {
        Kind::Conference | Kind::Chapter => {
            meta.series = text(FieldName::Series);
            meta.volume = text(FieldName::Volume);
            // The full title for works of reference, an acronym for conferences.
            if kind == Kind::Chapter {
                meta.venue = element.first(FieldName::Booktitle).map(field::title);
            }
        }
        Kind::Preprint if meta.ids.arxiv.is_some() => {}
        Kind::PhdThesis | Kind::MastersThesis => {
            meta.institution = text(FieldName::School);
            meta.venue_short = None;
        }
        Kind::Book | Kind::Proceedings => {
            meta.editors = editors;
            meta.series = text(FieldName::Series);
            meta.volume = text(FieldName::Volume);
        }
        _ => {
            meta.venue = element.first(FieldName::Journal).map(field::title);
            meta.volume = text(FieldName::Volume);
            meta.number = text(FieldName::Number);
        }
    }
    meta.authors = authors;
    Some(DatasetRecord {
        record: Record::new(SourceName::LIBRARY, meta)
            .with_withdrawn(marks(element).any(|mark| mark == "withdrawn")),
        signatures: if author_signatures.is_empty() {
            editor_signatures
        } else {
            author_signatures
        },
        volume: text(FieldName::Crossref).and_then(|key| DblpKey::parse(&key).ok()),
        modified: element.mdate.parse().ok(),
    })
}

/// Returns names as contributors, and as they are signed.
fn people(signed: &[SignedName<'_>]) -> (Vec<Contributor>, Vec<String>) {
    signed
        .iter()
        .map(|signed| {
            let name = field::plain(signed.name);
            let person = Contributor {
                orcid: Orcid::parse(signed.orcid).ok(),
                ..PersonName::parse(&name).into()
            };
            (person, name)
        })
        .unzip()
}

/// Returns DBLP's marks of a publication: `informal`, `withdrawn`.
fn marks<'a>(element: &'a Element<'_>) -> impl Iterator<Item = &'a str> {
    element.publtype.split_whitespace()
}

/// Returns the kind by the element and its marks, not by the key: some records under `journals/corr`
/// are conference papers.
fn kind(element: &Element<'_>, on_arxiv: bool) -> Kind {
    let is_informal = || marks(element).any(|mark| matches!(mark, "informal" | "withdrawn"));
    match element.name {
        "phdthesis" => Kind::PhdThesis,
        "mastersthesis" => Kind::MastersThesis,
        _ if is_informal() => Kind::Preprint,
        "data" => Kind::Dataset,
        "inproceedings" => Kind::Conference,
        "incollection" => Kind::Chapter,
        "proceedings" => Kind::Proceedings,
        "book" => Kind::Book,
        "article" if on_arxiv || element.first(FieldName::Journal) == Some("CoRR") => {
            Kind::Preprint
        }
        "article" => Kind::Journal,
        _ => Kind::Other,
    }
}

/// The identifiers in the electronic editions (`ee`) of a publication.
struct Addresses {
    doi: Option<Doi>,
    arxiv: Option<ArxivId>,
    /// The URL of its page, when it has neither DOI nor arXiv id.
    url: Option<String>,
}

impl Addresses {
    /// Reads arXiv's own DOI as its arXiv id. Records from before 2022 may have no such DOI: then the
    /// page on arXiv, the key or the volume (`abs/1706.03762`) contains the id.
    fn of(key: &DblpKey, element: &Element<'_>) -> Self {
        let (mut doi, mut of_arxiv, mut paper) = (None, None, None);
        for ee in element.all(FieldName::Ee) {
            let host = ee.split('/').nth(2).unwrap_or_default();
            if host.ends_with("arxiv.org") {
                paper = paper.or_else(|| ArxivId::parse(ee).ok());
            } else if host.contains("doi.") {
                let Ok(found) = Doi::parse(&entities::resolved(ee)) else {
                    continue;
                };
                match found.arxiv() {
                    Some(id) => of_arxiv = of_arxiv.or(Some(id)),
                    None if found.prefix() != "10.48550" => doi = doi.or(Some(found)),
                    None => {}
                }
            }
        }
        let from_volume = || {
            let volume = element.first(FieldName::Volume)?;
            let id = volume.strip_prefix("abs/")?;
            (key.stream() == "journals/corr").then(|| ArxivId::parse(id).ok())?
        };
        let arxiv = of_arxiv
            .or(paper)
            .or_else(|| arxiv_of_corr(key))
            .or_else(from_volume);
        let page = element
            .first(FieldName::Ee)
            .filter(|_| doi.is_none() && arxiv.is_none());
        let url = page.map(|page| entities::resolved(page).into_owned());
        Self { doi, arxiv, url }
    }
}

fn date(element: &Element<'_>) -> Option<PartialDate> {
    year_and_month(
        element.first(FieldName::Year)?,
        element.first(FieldName::Month),
    )
}

/// Returns the ISBN. Volumes may have several; the choice does not depend on their order.
fn isbn(element: &Element<'_>) -> Option<Isbn> {
    let isbns = element.all(FieldName::Isbn);
    isbns.filter_map(|isbn| Isbn::parse(isbn).ok()).min()
}
