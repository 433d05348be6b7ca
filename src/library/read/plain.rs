//! The plain form of a record on a JSON line: BibTeX's types and field names, with names as lists.
//!
//! ```json
//! {"key": "conf/nsdi/ZhouWDY23", "type": "inproceedings", "title": "…", "authors": ["Ada Ex"],
//!  "year": 2023, "booktitle": "…", "pages": "1-12", "doi": "10.…", "url": "https://…"}
//! ```
//!
//! Only `title` is required; unknown fields are ignored, and an invalid value (a year in words)
//! counts as absent.

use serde::Deserialize;

use crate::formats::{address, lenient};
use crate::model::{
    ArxivId, Contributor, DblpKey, Doi, Isbn, Kind, Metadata, Pages, PartialDate, PersonName,
    Record, SourceName, Title,
};

#[derive(Deserialize)]
struct Plain {
    title: String,
    #[serde(default, deserialize_with = "lenient::text")]
    key: Option<String>,
    #[serde(rename = "type", default, deserialize_with = "lenient::text")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "lenient::list")]
    authors: Vec<String>,
    #[serde(default, deserialize_with = "lenient::list")]
    editors: Vec<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    year: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    month: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    booktitle: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    journal: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    series: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    volume: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    number: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pages: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    publisher: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    school: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    institution: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    doi: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    arxiv: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    isbn: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    url: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    note: Option<String>,
}

/// Reads one line.
pub(super) fn record(line: &str) -> Result<Record, serde_json::Error> {
    let plain: Plain = serde_json::from_str(line)?;
    Ok(Record::new(SourceName::LIBRARY, metadata(plain)))
}

/// Returns the arXiv id in the DBLP key of a preprint: `journals/corr/abs-1706-03762`,
/// `journals/corr/abs-cs-0112017`. Older keys there contain author names instead.
pub(in crate::library) fn arxiv_of_corr(key: &DblpKey) -> Option<ArxivId> {
    let id = key.as_str().strip_prefix("journals/corr/abs-")?;
    let (head, number) = id.rsplit_once('-')?;
    let join = if head.chars().all(|c| c.is_ascii_digit()) {
        '.'
    } else {
        '/'
    };
    ArxivId::parse(&format!("{head}{join}{number}")).ok()
}

fn metadata(plain: Plain) -> Metadata {
    let dblp = plain.key.as_deref().and_then(dblp_key);
    let kind = kind(plain.kind.as_deref().unwrap_or_default(), dblp.as_ref());
    let mut meta = Metadata::new(kind, Title::plain(plain.title.trim()));
    (meta.authors, meta.more_authors) = people(plain.authors);
    (meta.editors, _) = people(plain.editors);
    let month = number(plain.month).and_then(|month| u8::try_from(month).ok());
    meta.date = number(plain.year).and_then(|year| PartialDate::from_parts(year, month, None));
    meta.venue = plain.booktitle.or(plain.journal).map(Title::plain);
    meta.series = plain.series;
    meta.volume = plain.volume;
    meta.number = plain.number;
    meta.pages = plain.pages.and_then(|pages| Pages::parse(&pages));
    meta.publisher = plain.publisher;
    meta.institution = plain.school.or(plain.institution);
    meta.isbn = plain.isbn.and_then(|isbn| Isbn::parse(&isbn).ok());
    meta.note = plain.note;
    meta.ids.doi = plain.doi.and_then(|doi| Doi::parse(&doi).ok());
    meta.ids.arxiv = plain.arxiv.and_then(|id| ArxivId::parse(&id).ok());
    meta.ids.dblp = dblp;
    if let Some(url) = plain.url {
        address::place(&mut meta, url);
    }
    meta
}

/// Parses a DBLP key. Every section of DBLP is a plain word (`conf`, `journals`, `phd`), so that keys
/// of other catalogues with a prefix (`acl:P91-1019`) are rejected.
fn dblp_key(key: &str) -> Option<DblpKey> {
    let key = DblpKey::parse(key).ok()?;
    let section = key.as_str().split('/').next().unwrap_or_default();
    section
        .chars()
        .all(|c| c.is_ascii_alphabetic())
        .then_some(key)
}

/// Returns the kind. An article under `journals/corr` is a preprint. DBLP also has proceedings papers
/// there that a conference published only on arXiv (ICLR 2013), with their own type.
fn kind(name: &str, key: Option<&DblpKey>) -> Kind {
    let in_corr = key.is_some_and(|key| key.stream() == "journals/corr");
    match name.to_ascii_lowercase().as_str() {
        "article" | "" if in_corr => Kind::Preprint,
        "article" => Kind::Journal,
        "inproceedings" | "conference" => Kind::Conference,
        "proceedings" => Kind::Proceedings,
        "book" | "collection" => Kind::Book,
        "incollection" | "inbook" => Kind::Chapter,
        "phdthesis" => Kind::PhdThesis,
        "mastersthesis" => Kind::MastersThesis,
        "techreport" | "report" => Kind::Report,
        "preprint" => Kind::Preprint,
        "patent" => Kind::Patent,
        "data" | "dataset" => Kind::Dataset,
        "software" => Kind::Software,
        "online" | "www" => Kind::Web,
        _ => Kind::Other,
    }
}

fn people(mut names: Vec<String>) -> (Vec<Contributor>, bool) {
    names.retain(|name| !name.trim().is_empty());
    let more = names.last().is_some_and(|last| {
        matches!(
            last.trim().to_lowercase().as_str(),
            "others" | "et al." | "et al"
        )
    });
    if more {
        names.pop();
    }
    let people = names.iter().map(|name| PersonName::parse(name).into());
    (people.collect(), more)
}

fn number(text: Option<String>) -> Option<i32> {
    text.and_then(|text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Metadata {
        record(line).unwrap().meta
    }

    #[test]
    fn paper_is_read_with_all_fields() {
        let meta = read(
            r#"{"key":"conf/nsdi/ZhouWDY23","type":"inproceedings","title":"T","authors":["Yang Zhou 0001","et al."],
            "editors":["A. B. Editor"],"year":2023,"booktitle":"20th NSDI","volume":null,"number":7,"pages":"588-602",
            "publisher":"USENIX Association","url":"https://www.usenix.org/zhou"}"#,
        );
        assert_eq!(meta.kind, Kind::Conference);
        assert_eq!(meta.authors[0].name.to_string(), "Yang Zhou");
        assert!(meta.more_authors && meta.authors.len() == 1);
        assert_eq!(meta.editors[0].name.family, "Editor");
        assert_eq!(meta.year(), Some(2023));
        assert_eq!(meta.venue.unwrap().text(), "20th NSDI");
        assert_eq!((meta.volume, meta.number), (None, Some("7".to_owned())));
        assert_eq!(meta.pages.unwrap().to_string(), "588--602");
        assert_eq!(meta.ids.dblp.unwrap().as_str(), "conf/nsdi/ZhouWDY23");
        assert_eq!(meta.url.unwrap(), "https://www.usenix.org/zhou");
    }

    #[test]
    fn keys_of_corr_are_preprints() {
        let of = |key: &str, kind: &str| {
            read(&format!(r#"{{"key":"{key}","type":"{kind}","title":"T"}}"#))
        };
        let kind = |key, name| of(key, name).kind;
        assert_eq!(
            kind("journals/corr/abs-1706-03762", "article"),
            Kind::Preprint
        );
        assert_eq!(
            kind("journals/corr/VaswaniSPUJGKP17", "article"),
            Kind::Preprint
        );
        assert_eq!(
            kind("journals/corr/abs-1301-4168", "inproceedings"),
            Kind::Conference
        );
        assert_eq!(kind("journals/jmlr/Kool20", "article"), Kind::Journal);
        assert_eq!(of("acl:2020.acl-main.1", "article").ids.dblp, None);
        assert_eq!(of("acl:a/b/c", "article").ids.dblp, None);
        for (key, id) in [
            ("journals/corr/abs-1706-03762", Some("1706.03762")),
            ("journals/corr/abs-cs-0112017", Some("cs/0112017")),
            ("journals/corr/VaswaniSPUJGKP17", None),
            ("conf/x/abs-1706-03762", None),
        ] {
            let arxiv = arxiv_of_corr(&DblpKey::parse(key).unwrap());
            assert_eq!(arxiv.as_ref().map(ArxivId::as_str), id, "{key}");
        }
    }

    #[test]
    fn urls_become_identifiers() {
        let meta = read(r#"{"title":"T","url":"https://doi.org/10.1145/1.2"}"#);
        assert_eq!(meta.ids.doi.unwrap().as_str(), "10.1145/1.2");
        assert_eq!(meta.url, None);
        let meta = read(r#"{"title":"T","url":"http://arxiv.org/abs/1301.4168"}"#);
        assert_eq!(meta.ids.arxiv.unwrap().as_str(), "1301.4168");
    }
}
