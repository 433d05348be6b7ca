//! Converts works to records.

use super::{
    service::NAME,
    wire::{Authorship, Location, Venue, Work},
};
use crate::{
    model::{
        ArxivId, Contributor, Doi, Kind, Metadata, Orcid, Pages, PartialDate, PersonName, Pmid,
        Record,
    },
    text::markup,
};

/// The number of authors after which lists of works cut them off.
const MOST_AUTHORS: usize = 100;

/// Returns the record of a work; `None` for errata, reviews of manuscripts and the like, and without a
/// title.
pub(super) fn record(work: &Work) -> Option<Record> {
    let title = markup::title(work.display_name.as_deref()?);
    if title.is_empty() {
        return None;
    }
    let mut meta = Metadata::new(kind(work)?, title);
    meta.authors = work.authorships.iter().filter_map(contributor).collect();
    meta.more_authors = work.authorships.len() == MOST_AUTHORS;
    meta.ids.doi = work.doi.as_deref().and_then(|doi| Doi::parse(doi).ok());
    meta.ids.arxiv = arxiv(work, meta.ids.doi.as_ref());
    if meta.ids.doi.as_ref().and_then(Doi::arxiv).is_some() {
        meta.ids.doi = None;
    }
    meta.ids.pmid = work.ids.pmid.as_deref().and_then(|id| Pmid::parse(id).ok());
    meta.date = date(work);
    place(&mut meta, work);
    Some(Record::new(NAME, meta).with_retracted(work.is_retracted))
}

fn contributor(authorship: &Authorship) -> Option<Contributor> {
    let written = authorship.raw_author_name.as_deref();
    let name = written.or(authorship.author.display_name.as_deref())?;
    let name = PersonName::parse(&markup::plain(name));
    let orcid = authorship.author.orcid.as_deref();
    (!name.is_empty()).then(|| Contributor {
        name,
        orcid: orcid.and_then(|orcid| Orcid::parse(orcid).ok()),
        pid: None,
    })
}

fn venue(work: &Work) -> Option<&Venue> {
    work.primary_location.as_ref()?.source.as_ref()
}

fn kind(work: &Work) -> Option<Kind> {
    let venue = venue(work).and_then(|venue| venue.kind.as_deref());
    Some(
        match (work.kind.as_deref(), work.type_crossref.as_deref()) {
            (Some("erratum" | "retraction" | "peer-review" | "paratext" | "grant"), _) => {
                return None;
            }
            (_, Some("proceedings-article")) => Kind::Conference,
            (Some("preprint"), _) | (_, Some("posted-content")) => Kind::Preprint,
            (Some("book-chapter" | "reference-entry"), _) => Kind::Chapter,
            (Some("book"), _) => Kind::Book,
            (Some("dissertation"), _) => Kind::PhdThesis,
            (Some("report"), _) => Kind::Report,
            (Some("dataset"), _) => Kind::Dataset,
            (Some("software"), _) => Kind::Software,
            (Some("article" | "review" | "letter" | "editorial"), _) => match venue {
                Some("journal") => Kind::Journal,
                Some("conference") => Kind::Conference,
                // A manuscript that lies in a repository may be any.
                _ => Kind::Other,
            },
            _ => Kind::Other,
        },
    )
}

/// The day of publication. Works of which only the year is known have its first day.
fn date(work: &Work) -> Option<PartialDate> {
    let year = work.publication_year.map(PartialDate::year);
    let day = work.publication_date.as_deref();
    let day = day.filter(|day| !day.ends_with("-01-01"));
    let day = day.and_then(PartialDate::parse);
    match (day, year) {
        (Some(day), Some(year)) if day.year != year.year => Some(year),
        (day, year) => day.or(year),
    }
}

fn place(meta: &mut Metadata, work: &Work) {
    if meta.kind == Kind::Preprint {
        return;
    }
    if let Some(venue) = venue(work) {
        let is_repository = venue.kind.as_deref() == Some("repository");
        let name = venue.display_name.as_deref().map(markup::title);
        match meta.kind {
            Kind::Book => meta.publisher.clone_from(&venue.host_organization_name),
            Kind::PhdThesis | Kind::Report => {
                meta.institution.clone_from(&venue.host_organization_name);
            }
            _ if !is_repository => meta.venue = name,
            _ => {}
        }
    }
    let biblio = &work.biblio;
    meta.volume.clone_from(&biblio.volume);
    meta.number.clone_from(&biblio.issue);
    match (&biblio.first_page, &biblio.last_page) {
        // Numbers of articles stand where pages do.
        (Some(first), last)
            if is_article_number(first) && last.as_ref().is_none_or(|last| last == first) =>
        {
            meta.article_number = Some(first.clone());
        }
        (Some(first), Some(last)) => meta.pages = Pages::parse(&format!("{first}-{last}")),
        (Some(first), None) => meta.pages = Pages::parse(first),
        _ => {}
    }
}

fn is_article_number(page: &str) -> bool {
    let digits = page.trim_start_matches(['e', 'E']);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    is_number && (digits.len() >= 5 || digits.len() < page.len())
}

/// The arXiv id, from the DOI or from a place where the work can be read.
fn arxiv(work: &Work, doi: Option<&Doi>) -> Option<ArxivId> {
    let of_place = |location: &Location| {
        let url = location.landing_page_url.as_deref()?;
        let is_arxiv = url.contains("arxiv.org/abs/");
        let of_url = || ArxivId::parse(url).ok();
        let of_doi = || Doi::parse(url).ok()?.arxiv();
        if is_arxiv { of_url() } else { of_doi() }
    };
    let first = work.primary_location.iter().chain(&work.locations);
    doi.and_then(Doi::arxiv)
        .or_else(|| first.into_iter().find_map(of_place))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(work: Value) -> Option<Record> {
        record(&serde_json::from_value(work).unwrap())
    }

    #[test]
    fn article_is_read_with_what_leads_on() {
        let Record { meta, retracted, .. } = read(json!({
            "id": "https://openalex.org/W1", "doi": "https://doi.org/10.1000/ABC.1",
            "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/31000001"},
            "display_name": "Loss of <i>weaver</i> in old spiders", "type": "article",
            "publication_year": 2019, "publication_date": "2019-08-03", "is_retracted": true,
            "authorships": [
                {"author": {"display_name": "Jane Doe", "orcid": "https://orcid.org/0000-0002-1825-0097"},
                 "raw_author_name": "Doe, Jane A."},
                {"author": {"display_name": "Bob Roe", "orcid": null}}, {"author": {}}],
            "primary_location": {"source": {"display_name": "Web", "type": "journal"}},
            "locations": [{"landing_page_url": "http://arxiv.org/abs/1901.00001", "source": null}],
            "biblio": {"volume": "12", "issue": "3", "first_page": "12", "last_page": "19"}
        }))
        .unwrap();
        assert!(retracted);
        assert_eq!(meta.kind, Kind::Journal);
        let names: Vec<String> = meta
            .authors
            .iter()
            .map(|it| it.name.sorting_form())
            .collect();
        assert_eq!(names, ["Doe, Jane A.", "Roe, Bob"]);
        assert!(meta.authors[0].orcid.is_some());
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1000/abc.1");
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1901.00001");
        assert_eq!(meta.ids.pmid.unwrap().as_str(), "31000001");
        assert_eq!(meta.date.unwrap().to_string(), "2019-08-03");
        assert_eq!(meta.pages.unwrap().to_string(), "12--19");
        assert!(!meta.more_authors);
    }

    #[test]
    fn manuscript_is_a_preprint_without_a_venue() {
        let meta = read(json!({
            "id": "W2", "doi": "https://doi.org/10.48550/arxiv.2312.07559", "display_name": "T",
            "type": "preprint", "publication_year": 2023, "publication_date": "2023-01-01",
            "primary_location": {"source": {"display_name": "arXiv (Cornell University)",
                "type": "repository"}}
        }))
        .unwrap()
        .meta;
        assert_eq!((meta.kind, meta.venue), (Kind::Preprint, None));
        assert_eq!(
            (meta.ids.doi, meta.date.unwrap().to_string()),
            (None, "2023".to_owned())
        );
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "2312.07559");
    }

    #[test]
    fn list_of_a_hundred_authors_goes_on() {
        let author = json!({"raw_author_name": "A. Sample"});
        let of = |count: usize| {
            let authors = vec![author.clone(); count];
            let work = json!({"id": "W3", "display_name": "T", "authorships": authors});
            read(work).unwrap().meta.more_authors
        };
        assert!(of(100) && !of(99));
    }

    #[test]
    fn kinds_follow_work_and_venue() {
        let of = |kind: &str, crossref: Option<&str>, venue: &str| {
            let work = json!({"id": "W4", "display_name": "T", "type": kind, "type_crossref": crossref,
                "primary_location": {"source": {"type": venue}}});
            read(work).map(|record| record.meta.kind)
        };
        let article = Some("journal-article");
        assert_eq!(of("review", article, "journal"), Some(Kind::Journal));
        assert_eq!(of("article", None, "conference"), Some(Kind::Conference));
        assert_eq!(of("article", None, "repository"), Some(Kind::Other));
        let paper = Some("proceedings-article");
        assert_eq!(of("article", paper, "book series"), Some(Kind::Conference));
        assert_eq!(of("erratum", article, "journal"), None);
        assert_eq!(of("paratext", article, "journal"), None);
    }

    #[test]
    fn article_number_is_no_page() {
        let of = |first: &str, last: Option<&str>| {
            let biblio = json!({"first_page": first, "last_page": last});
            let work = json!({"id": "W5", "display_name": "T", "biblio": biblio});
            let meta = read(work).unwrap().meta;
            (meta.article_number, meta.pages.map(|it| it.to_string()))
        };
        let number = |number: &str| (Some(number.to_owned()), None);
        assert_eq!(of("100814", Some("100814")), number("100814"));
        assert_eq!(of("e12", None), number("e12"));
        assert_eq!(of("77", Some("77")), (None, Some("77".to_owned())));
        assert_eq!(
            of("10012", Some("10019")),
            (None, Some("10012--10019".to_owned()))
        );
    }
}
