//! The requests to `/api/literature` and `/api/orcid`.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::{ArxivId, Doi, Orcid},
    sources::TitleQuery,
    text::fold,
};

/// The number of records in a search. A record may name three thousand authors, and a search goes into
/// an address.
pub(super) const BATCH: usize = 25;

/// The number of titles in a search.
pub(super) const TITLES: usize = 10;

/// The largest page: INSPIRE answers 400 to a larger one.
pub(super) const PAGE: usize = 1000;

/// The fields of a record that are read.
const FIELDS: &str = "control_number,titles,authors.full_name,authors.inspire_roles,collaborations,\
corporate_author,dois,arxiv_eprints,publication_info,document_type,thesis_info,imprints,isbns,\
preprint_date,earliest_date,report_numbers,texkeys";

/// The fields by which a listed work is recognized on a person's page.
const OUTLINE: &str = "control_number,titles";

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Records by an identifier.
pub(super) static RECORDS: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "inspire-records-v1",
        found: DAY.saturating_mul(30),
        absent: DAY.saturating_mul(7),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// Records by a title.
pub(super) static TITLED: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "inspire-titles-v1",
        found: DAY.saturating_mul(7),
        absent: DAY,
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// People, and the outlines of their pages.
const PEOPLE: CachePolicy = CachePolicy {
    bucket: "inspire-people-v1",
    found: DAY.saturating_mul(7),
    absent: DAY,
};

/// A search's answer itself is not stored, but each of its records is.
const UNSTORED: CachePolicy = CachePolicy {
    bucket: "inspire-batch-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// An identifier that INSPIRE finds records by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RecordRef {
    Doi(Doi),
    Arxiv(ArxivId),
    /// INSPIRE's own number.
    Number(u64),
}

impl RecordRef {
    /// Returns the part of a search that finds it, which is also the key of the stored answer.
    pub(super) fn term(&self) -> String {
        match self {
            Self::Doi(doi) => format!("doi:{doi}"),
            Self::Arxiv(id) => format!("arxiv:{id}"),
            Self::Number(number) => format!("recid:{number}"),
        }
    }

    /// Whether it can be part of a search, where brackets and quotation marks are signs.
    pub(super) fn fits_search(&self) -> bool {
        let Self::Doi(doi) = self else {
            return true;
        };
        let mut letters = doi.as_str().chars();
        letters.all(|c| c.is_ascii_alphanumeric() || "./_-".contains(c))
    }
}

/// Returns the search for records with these identifiers, of all kinds at once.
pub(super) fn by_ids(base: &Url, ids: &[RecordRef]) -> ApiRequest {
    let terms: Vec<String> = ids.iter().map(RecordRef::term).collect();
    search(base, &terms.join(" or "), FIELDS, PAGE, 1)
}

/// Returns the request for the record with a DOI that fits no search.
pub(super) fn single(base: &Url, doi: &Doi) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty()
            .extend(["api", "doi"])
            .extend(doi.as_str().split('/'));
    }
    ApiRequest::json(
        SERVICE,
        RequestKind::Single,
        url,
        UNSTORED,
        wire::check_record,
    )
}

/// Returns the request for a person, by the ORCID iD. The literature can't be searched by it.
pub(super) fn person(base: &Url, orcid: &Orcid) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(["api", "orcid", orcid.as_str()]);
    }
    ApiRequest::json(
        SERVICE,
        RequestKind::Single,
        url,
        PEOPLE,
        wire::check_person,
    )
}

/// Returns the request for a page, from 1, of the outlines of a person's works. `author` is the name that
/// INSPIRE gave to the person alone: `E.Witten.1`.
pub(super) fn outlines(base: &Url, author: &str, page: usize) -> ApiRequest {
    ApiRequest {
        caching: PEOPLE,
        ..search(base, &format!("a {author}"), OUTLINE, PAGE, page)
    }
}

/// Returns the search for these titles, each of which is askable.
pub(super) fn by_titles(base: &Url, terms: &[String]) -> ApiRequest {
    search(base, &terms.join(" or "), FIELDS, PAGE, 1)
}

/// Returns the part of a search that finds a title; `None` for one of few words or with a formula, which
/// INSPIRE may write in another way.
pub(super) fn title_term(query: &TitleQuery) -> Option<String> {
    let words = fold::words(&query.title);
    let content_words = words.iter().filter(|word| !fold::is_stop_word(word));
    if query.title.contains(['$', '\\', '<']) || content_words.count() < 3 {
        return None;
    }
    let title = query.title.replace('"', " ");
    let title: Vec<&str> = title.split_whitespace().collect();
    Some(format!("t \"{}\"", title.join(" ")))
}

fn search(base: &Url, query: &str, fields: &str, size: usize, page: usize) -> ApiRequest {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(["api", "literature"]);
    }
    url.query_pairs_mut()
        .append_pair("q", query)
        .append_pair("fields", fields)
        .append_pair("size", &size.to_string())
        .append_pair("page", &page.to_string());
    ApiRequest::json(SERVICE, RequestKind::List, url, UNSTORED, wire::check_list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        Url::parse("https://inspire.example").unwrap()
    }

    fn q(ask: &ApiRequest) -> String {
        let mut pairs = ask.url.query_pairs();
        pairs.find(|(name, _)| name == "q").unwrap().1.into_owned()
    }

    #[test]
    fn identifiers_of_all_kinds_share_a_search() {
        let ids = [
            RecordRef::Doi(Doi::parse("10.1103/PhysRevD.98.1").unwrap()),
            RecordRef::Arxiv(ArxivId::parse("hep-ph/0603175").unwrap()),
            RecordRef::Number(451_647),
        ];
        let ask = by_ids(&base(), &ids);
        assert_eq!(
            q(&ask),
            "doi:10.1103/physrevd.98.1 or arxiv:hep-ph/0603175 or recid:451647"
        );
        assert!(
            ask.url
                .as_str()
                .starts_with("https://inspire.example/api/literature?q=")
        );
        assert!(ask.url.as_str().ends_with("&size=1000&page=1"));
    }

    #[test]
    fn doi_with_brackets_has_a_path() {
        let doi = Doi::parse("10.1016/0550-3213(93)90045-Q").unwrap();
        assert!(!RecordRef::Doi(doi.clone()).fits_search());
        let path = "/api/doi/10.1016/0550-3213(93)90045-q";
        assert_eq!(single(&base(), &doi).url.path(), path);
    }

    #[test]
    fn longest_search_fits_an_address() {
        let long = Doi::parse("10.1016/j.averylongjournal.2019.110001-12345").unwrap();
        let ids = vec![RecordRef::Doi(long); BATCH];
        assert!(by_ids(&base(), &ids).url.as_str().len() < 4000);
    }

    #[test]
    fn titles_with_formulas_and_few_words_are_not_searched_for() {
        let term = |title: &str| {
            title_term(&TitleQuery {
                title: title.to_owned(),
                ..TitleQuery::default()
            })
        };
        assert_eq!(
            term("Search for  \"new\" physics in the tails").unwrap(),
            "t \"Search for new physics in the tails\""
        );
        assert_eq!(term("Search at $\\sqrt{s}=13$ TeV in final states"), None);
        assert_eq!(term("Higgs bosons"), None);
    }
}
