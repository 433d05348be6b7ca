//! The requests to `/searchPOST`, which takes queries of any length in a form.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::{Doi, Pmid},
    sources::TitleQuery,
    text::fold,
};

/// The number of identifiers in a query. Five hundred are known to be answered; an article comes with
/// its abstract, and a hundred make a megabyte.
pub(super) const BATCH: usize = 100;

/// The number of titles in a query.
pub(super) const TITLES: usize = 20;

/// The largest page that Europe PMC gives.
pub(super) const PAGE: &str = "1000";

/// Titles with fewer content words than this are those of many works. They are searched for together
/// with an author.
const DISTINCTIVE: usize = 4;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Articles by their DOI or PubMed identifier.
pub(super) static ARTICLES: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "europepmc-ids-v1",
        found: DAY.saturating_mul(30),
        absent: DAY.saturating_mul(7),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// Articles by a title. One may be missing today that is indexed tomorrow.
pub(super) static TITLED: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "europepmc-titles-v1",
        found: DAY.saturating_mul(7),
        absent: DAY,
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// An answer to many questions itself is not stored, but each of its parts is.
const UNSTORED: CachePolicy = CachePolicy {
    bucket: "europepmc-batch-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// An identifier that Europe PMC finds articles by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ArticleId {
    Doi(Doi),
    Pmid(Pmid),
}

impl ArticleId {
    /// Returns the key of the stored answer.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Doi(doi) => doi.to_string(),
            Self::Pmid(id) => format!("PMID:{id}"),
        }
    }

    /// Whether it can be part of a query: DOIs with quotation marks would end their phrase.
    pub(super) fn is_askable(&self) -> bool {
        match self {
            Self::Doi(doi) => !doi.as_str().contains(['"', '\\']),
            Self::Pmid(_) => true,
        }
    }

    fn term(&self) -> String {
        match self {
            Self::Doi(doi) => format!("DOI:\"{doi}\""),
            Self::Pmid(id) => format!("(EXT_ID:{id} AND SRC:MED)"),
        }
    }
}

/// Returns the search for the articles with these identifiers.
pub(super) fn by_ids(base: &Url, ids: &[ArticleId]) -> ApiRequest {
    let terms: Vec<String> = ids.iter().map(ArticleId::term).collect();
    search(base, &terms.join(" OR "))
}

/// Returns the search for the titles with these terms.
pub(super) fn by_titles(base: &Url, terms: &[String]) -> ApiRequest {
    search(base, &terms.join(" OR "))
}

/// Returns the part of a query that finds a title; `None` for a title that would find too much.
pub(super) fn title_term(query: &TitleQuery) -> Option<String> {
    let words = fold::words(&query.title);
    let content_words = words.iter().filter(|word| !fold::is_stop_word(word));
    if words.is_empty() {
        return None;
    }
    // Marks that end a phrase are no part of any word.
    let title = query.title.replace(['"', '\\'], " ");
    let title: Vec<&str> = title.split_whitespace().collect();
    let phrase = format!("TITLE:\"{}\"", title.join(" "));
    if content_words.count() >= DISTINCTIVE {
        return Some(phrase);
    }
    let surname = query.surnames().into_iter().next()?;
    Some(format!("({phrase} AND AUTH:\"{surname}\")"))
}

fn search(base: &Url, query: &str) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("searchPOST");
    }
    // The shorter kind of result has neither given names nor the parts of the journal's issue.
    let form = [
        ("query", query),
        ("format", "json"),
        ("resultType", "core"),
        ("synonym", "FALSE"),
        ("pageSize", PAGE),
    ];
    ApiRequest {
        form: Some(
            form.map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
        ),
        ..ApiRequest::json(SERVICE, RequestKind::List, url, UNSTORED, wire::check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PersonName;

    #[test]
    fn identifiers_are_joined_and_titles_are_phrases() {
        let base = Url::parse("https://epmc.example/rest").unwrap();
        let ids = [
            ArticleId::Doi(Doi::parse("10.1000/A.1").unwrap()),
            ArticleId::Pmid(Pmid::parse("31452104").unwrap()),
        ];
        let ask = by_ids(&base, &ids);
        assert_eq!(ask.url.as_str(), "https://epmc.example/rest/searchPOST");
        let query = |ask: &ApiRequest| ask.form.as_ref().unwrap()[0].1.clone();
        assert_eq!(
            query(&ask),
            "DOI:\"10.1000/a.1\" OR (EXT_ID:31452104 AND SRC:MED)"
        );
        let title = |title: &str, author: Option<&str>| TitleQuery {
            title: title.to_owned(),
            authors: author.map(PersonName::parse).into_iter().collect(),
            ..TitleQuery::default()
        };
        let long = title("Loss of \"weaving\" proteins in old spiders", None);
        assert_eq!(
            query(&by_titles(&base, &[title_term(&long).unwrap()])),
            "TITLE:\"Loss of weaving proteins in old spiders\""
        );
        assert_eq!(title_term(&title("Editorial", None)), None);
        assert_eq!(
            title_term(&title("Editorial", Some("Ada Sample"))).unwrap(),
            "(TITLE:\"Editorial\" AND AUTH:\"sample\")"
        );
        assert_eq!(title_term(&title("…", Some("Ada Sample"))), None);
    }
}
