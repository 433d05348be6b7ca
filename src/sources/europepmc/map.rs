//! Converts articles to records.

use super::{
    service::NAME,
    wire::{Article, Author, Related},
};
use crate::{
    model::{
        Contributor, Doi, Kind, Metadata, Orcid, Pages, PartialDate, PersonName, Pmid, Record,
        Title,
    },
    text::{dates, markup},
};

/// Returns the record of an article or preprint; `None` for books, theses and patents, and for what
/// has no title.
pub(super) fn record(article: &Article) -> Option<Record> {
    let kind = kind(article)?;
    let title = title(article.title.as_deref()?)?;
    let mut meta = Metadata::new(kind, title);
    let authors = &article.author_list.author;
    meta.authors = authors.iter().filter_map(contributor).collect();
    meta.ids.doi = article.doi.as_deref().and_then(|doi| Doi::parse(doi).ok());
    meta.ids.pmid = pmid(article);
    if let Some(arxiv) = meta.ids.doi.as_ref().and_then(Doi::arxiv) {
        meta.ids.arxiv = Some(arxiv);
        meta.ids.doi = None;
    }
    meta.date = date(article);
    match kind {
        Kind::Preprint => {
            let server = article.book_or_report_details.as_ref();
            let server = server.and_then(|it| it.publisher.as_deref());
            meta.venue = server.map(Title::plain);
        }
        _ => place(&mut meta, article),
    }
    Some(Record::new(NAME, meta))
}

/// Returns the PubMed identifier of an article.
pub(super) fn pmid(article: &Article) -> Option<Pmid> {
    let in_pubmed = article.id.as_ref().filter(|_| article.source == "MED");
    let id = article.pmid.as_ref().or(in_pubmed)?;
    Pmid::parse(id).ok()
}

/// Returns the PubMed identifier of the article that Europe PMC takes for the publication of a preprint.
pub(super) fn publication(article: &Article) -> Option<(Pmid, &Related)> {
    if article.source != "PPR" {
        return None;
    }
    let related = article.comment_correction_list.comment_correction.iter();
    let mut published = related
        .filter(|it| it.source == "MED" && it.kind.trim().eq_ignore_ascii_case("preprint of"));
    published.find_map(|it| Some((Pmid::parse(it.id.as_deref()?).ok()?, it)))
}

/// Whether Europe PMC guessed that two articles are one work: by title and first author, as its note says.
pub(super) fn is_guess(related: &Related) -> bool {
    related.note.is_some()
}

fn kind(article: &Article) -> Option<Kind> {
    match article.source.as_str() {
        "PPR" => Some(Kind::Preprint),
        // Some chapters of books have a PubMed identifier, too.
        "MED" | "PMC" if article.journal_info.is_some() => Some(Kind::Journal),
        _ => None,
    }
}

/// Reads a title, which ends with a period, and is in brackets where it is a translation.
fn title(text: &str) -> Option<Title> {
    let text = text.trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    let inner = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let is_one = |inner: &&str| !inner.contains(['[', ']']);
    let inner = inner.filter(is_one);
    let text = inner.map_or(text, |inner| inner.strip_suffix('.').unwrap_or(inner));
    let title = markup::title(text);
    (!title.is_empty()).then_some(title)
}

fn contributor(author: &Author) -> Option<Contributor> {
    let text = |text: &Option<String>| markup::plain(text.as_deref().unwrap_or_default());
    let (family, given) = (text(&author.last_name), text(&author.first_name));
    let name = if let Some(group) = &author.collective_name {
        PersonName::organisation(markup::plain(group).trim_end_matches('.'))
    } else if !family.is_empty() {
        let given = if given.is_empty() {
            spaced(&text(&author.initials))
        } else {
            given
        };
        PersonName::from_parts(&given, &family)
    } else {
        let whole = text(&author.full_name);
        match whole.rsplit_once(' ') {
            Some((family, initials)) if initials.chars().all(char::is_uppercase) => {
                PersonName::from_parts(&spaced(initials), family)
            }
            _ => PersonName::parse(&whole),
        }
    };
    let id = author.id.as_ref();
    let orcid = id.filter(|id| id.kind.eq_ignore_ascii_case("orcid"));
    (!name.is_empty()).then(|| Contributor {
        name,
        orcid: orcid.and_then(|id| Orcid::parse(&id.value).ok()),
        pid: None,
    })
}

/// `JA` -> `J. A.`
fn spaced(initials: &str) -> String {
    let letters = initials.chars().filter(|c| c.is_alphabetic());
    let letters: Vec<String> = letters.map(|letter| format!("{letter}.")).collect();
    letters.join(" ")
}

/// The date of the issue; of a preprint, the day of its first version.
fn date(article: &Article) -> Option<PartialDate> {
    let issue = article.journal_info.as_ref().and_then(|info| {
        let month = info.month_of_publication.filter(|month| *month > 0);
        PartialDate::from_parts(info.year_of_publication?, month, None)
    });
    let first = || PartialDate::parse(article.first_publication_date.as_deref()?);
    let year = || dates::year(article.pub_year.as_deref()?).map(PartialDate::year);
    issue.or_else(first).or_else(year)
}

fn place(meta: &mut Metadata, article: &Article) {
    let Some(info) = &article.journal_info else {
        return;
    };
    meta.venue = info.journal.title.as_deref().and_then(journal);
    meta.venue_short = info.journal.medline_abbreviation.clone();
    meta.volume.clone_from(&info.volume);
    meta.number.clone_from(&info.issue);
    let pages = article.page_info.as_deref();
    match pages.filter(|pages| is_article_number(pages)) {
        Some(number) => meta.article_number = Some(number.trim().to_owned()),
        None => meta.pages = pages.and_then(Pages::parse),
    }
}

/// Reads the name of a journal as the National Library of Medicine writes it: `The Lancet. Oncology`,
/// `Nature (London)`.
fn journal(text: &str) -> Option<Title> {
    let name = markup::title(text.trim().trim_end_matches('.'));
    (!name.is_empty()).then_some(name)
}

/// Whether pages are the number of an electronic article: `e1002342`, `104321`, but not `S12`.
fn is_article_number(pages: &str) -> bool {
    let digits = pages.trim().trim_start_matches(['e', 'E']);
    let is_number = digits.len() >= 5 && digits.chars().all(|c| c.is_ascii_digit());
    let is_marked = pages.trim().starts_with(['e', 'E'])
        && !digits.is_empty()
        && digits.chars().all(|c| c.is_ascii_digit());
    is_number || is_marked
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(article: Value) -> Option<Record> {
        record(&serde_json::from_value(article).unwrap())
    }

    #[test]
    fn article_is_read_with_its_journal() {
        let meta = read(json!({
            "source": "MED", "id": "31000001", "doi": "10.1000/ABC.1",
            "title": "Loss of <i>weaver</i> in old spiders.",
            "authorList": {"author": [
                {"fullName": "Doe JA", "firstName": "Jane A", "lastName": "Doe", "initials": "JA",
                 "authorId": {"type": "ORCID", "value": "0000-0002-1825-0097"}},
                {"fullName": "Roe B", "lastName": "Roe", "initials": "BC"},
                {"fullName": "van der Loom K"},
                {"collectiveName": "SPIDER Study Group."}, 7]},
            "journalInfo": {"volume": "12", "issue": "3 Suppl", "yearOfPublication": 2019,
                "monthOfPublication": 8,
                "journal": {"title": "The Web. Oncology", "medlineAbbreviation": "Web Oncol"}},
            "pubYear": "2018", "pageInfo": "1391-407", "firstPublicationDate": "2018-12-30"
        }))
        .unwrap()
        .meta;
        assert_eq!(meta.kind, Kind::Journal);
        assert_eq!(meta.title.text(), "Loss of weaver in old spiders");
        let names: Vec<String> = meta
            .authors
            .iter()
            .map(|it| it.name.sorting_form())
            .collect();
        assert_eq!(
            names,
            [
                "Doe, Jane A",
                "Roe, B. C.",
                "van der Loom, K.",
                "SPIDER Study Group"
            ]
        );
        assert!(meta.authors[0].orcid.is_some() && meta.authors[3].name.organisation);
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1000/abc.1");
        assert_eq!(meta.ids.pmid.unwrap().as_str(), "31000001");
        assert_eq!(meta.date.unwrap().to_string(), "2019-08");
        assert_eq!(meta.venue.unwrap().text(), "The Web. Oncology");
        assert_eq!(meta.venue_short.as_deref(), Some("Web Oncol"));
        assert_eq!(meta.pages.unwrap().to_string(), "1391--1407");
    }

    #[test]
    fn electronic_article_has_a_number_and_no_pages() {
        let of = |pages: &str| {
            let meta = read(
                json!({"source": "MED", "id": "1", "title": "T", "pageInfo": pages,
                "journalInfo": {"journal": {}}}),
            )
            .unwrap()
            .meta;
            (meta.article_number, meta.pages.map(|it| it.to_string()))
        };
        for number in ["e1002342", "104321", "e12"] {
            assert_eq!(of(number), (Some(number.to_owned()), None));
        }
        for pages in ["S12", "77", "e12-e19", "12-9"] {
            assert_eq!(of(pages).0, None, "{pages}");
        }
    }

    #[test]
    fn translation_loses_its_brackets() {
        let titled = |text: &str| title(text).unwrap().text();
        assert_eq!(
            titled("[On the webs of spiders]."),
            "On the webs of spiders"
        );
        assert_eq!(
            titled("[On the webs of spiders.]"),
            "On the webs of spiders"
        );
        assert_eq!(titled("[1] and [2]."), "[1] and [2]");
        assert_eq!(titled("Do spiders sleep?"), "Do spiders sleep?");
    }

    #[test]
    fn preprint_names_its_publication() {
        let article = json!({
            "source": "PPR", "id": "PPR1", "doi": "10.1101/2020.01.02.123456", "title": "T",
            "bookOrReportDetails": {"publisher": "bioRxiv"}, "firstPublicationDate": "2020-01-03",
            "commentCorrectionList": {"commentCorrection": [
                {"id": "9", "source": "MED", "type": "Comment in"},
                {"id": "31000001", "source": "MED", "type": "Preprint of",
                 "note": "Link created based on a title-first author match"}]}
        });
        let article: Article = serde_json::from_value(article).unwrap();
        let (published, related) = publication(&article).unwrap();
        assert_eq!(published.as_str(), "31000001");
        assert!(is_guess(related));
        let meta = record(&article).unwrap().meta;
        assert_eq!(meta.kind, Kind::Preprint);
        assert_eq!(meta.venue.unwrap().text(), "bioRxiv");
        assert_eq!(meta.date.unwrap().to_string(), "2020-01-03");
    }

    #[test]
    fn books_theses_and_patents_are_left_alone() {
        for source in ["NBK", "ETH", "PAT", "HIR", "CTX", "MED"] {
            let article = json!({"source": source, "id": "1", "title": "T",
                "bookOrReportDetails": {"publisher": "Loom & Sons"}});
            assert_eq!(read(article), None, "{source}");
        }
    }
}
