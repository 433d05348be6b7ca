//! The requests to `/works`.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::Doi,
    sources::TitleQuery,
    text::fold,
};

/// The number of DOIs in a filter. The limit is one of address length and not published
/// (CrossRef/rest-api-doc#301); these make some 4,000 bytes.
pub(super) const BATCH: usize = 100;

/// The number of DOIs in a filter after a larger one was rejected: addresses of some 2,000 bytes
/// are known to be accepted.
pub(super) const SURE: usize = 50;

/// The number of search results that are read. A work that is not among the first few is not the
/// one: relevance weighs every word of the title.
const ROWS: &str = "5";

/// The longest title that is sent; the rest of a longer one adds nothing.
const TITLE: usize = 240;

/// The fields of a work that are read. Crossref answers 400 to a field that cannot be selected,
/// such as `subtype`, `institution` and `language` (CrossRef/rest-api-doc#306 lists those that can;
/// `published` was added later).
const SELECT: &str = "DOI,title,subtitle,author,editor,container-title,short-container-title,\
event,issued,published,published-print,published-online,posted,page,article-number,volume,issue,\
publisher,publisher-location,type,relation,update-to,ISBN";

/// The extent of a work that is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The fields that are read, with the notices on the work in `updated-by`, which is documented
    /// as a field of works and not listed among those that can be selected.
    Selected,
    /// The whole work, with its references: some ten times as much.
    Whole,
}

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Works by their DOIs.
pub(super) static WORK: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "crossref-work-v1",
        found: Duration::from_secs(30 * 24 * 3600),
        absent: Duration::from_secs(7 * 24 * 3600),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// A list of works itself is not stored, but each of its works is.
const BATCH_KEEP: CachePolicy = CachePolicy {
    bucket: "crossref-batch-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// A search may find nothing because a paper is not registered yet, so its answer expires sooner
/// than a work.
const SEARCH: CachePolicy = CachePolicy {
    bucket: "crossref-search-v1",
    found: DAY.saturating_mul(7),
    absent: DAY,
};

/// Whether a DOI can be part of a filter: a comma separates filters, and other characters are taken
/// for syntax or lengthen the address when encoded.
pub(super) fn fits_filter(doi: &Doi) -> bool {
    doi.as_str()
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "./_-()".contains(c))
}

/// Returns the request for the works with these DOIs, all of which fit a filter. The answer has no
/// order, and unknown DOIs are missing.
pub(super) fn batch(base: &Url, dois: &[Doi], extent: Extent) -> ApiRequest {
    let filter: Vec<String> = dois.iter().map(|doi| format!("doi:{doi}")).collect();
    let mut url = works(base, &[]);
    // Colons, slashes and commas may be part of a query unencoded (RFC 3986, 3.4), which keeps it
    // short.
    let rows = dois.len();
    let select = match extent {
        Extent::Selected => format!("&select={SELECT},updated-by"),
        Extent::Whole => String::new(),
    };
    url.set_query(Some(&format!(
        "filter={}&rows={rows}{select}",
        filter.join(",")
    )));
    ApiRequest::json(
        SERVICE,
        RequestKind::List,
        url,
        BATCH_KEEP,
        wire::check_batch,
    )
}

/// Returns the request for one work by its DOI.
pub(super) fn single(base: &Url, doi: &Doi) -> ApiRequest {
    let parts: Vec<&str> = doi.as_str().split('/').collect();
    ApiRequest::json(
        SERVICE,
        RequestKind::Single,
        works(base, &parts),
        WORK.caching,
        wire::check_work,
    )
}

/// Returns the search for a title and its first author's family name.
///
/// The year is omitted: Crossref's is that of the earliest appearance and often differs by one, and
/// a wrong number ranks the right work lower. Further names add nothing to a title of some length,
/// and listings spell them in too many ways.
pub(super) fn search(base: &Url, query: &TitleQuery) -> ApiRequest {
    let mut text: String = query.title.chars().take(TITLE).collect();
    if let Some(surname) = query.surnames().first() {
        text.push(' ');
        text.push_str(surname);
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut url = works(base, &[]);
    url.query_pairs_mut()
        .append_pair("query.bibliographic", &text)
        .append_pair("rows", ROWS)
        .append_pair("select", SELECT);
    ApiRequest {
        is_empty: |body| wire::items(body).is_empty(),
        ..ApiRequest::json(SERVICE, RequestKind::List, url, SEARCH, wire::check_list)
    }
}

/// The number of a person's works in one request. Crossref returns up to 1000 and ranks those first
/// that bear the whole name; a list is seldom longer than this.
const WORKS_OF_ONE: &str = "200";

/// Returns the search for a person's works by the names of authors.
pub(super) fn by_author(base: &Url, name: &str) -> ApiRequest {
    let mut url = works(base, &[]);
    url.query_pairs_mut()
        .append_pair("query.author", name)
        .append_pair("rows", WORKS_OF_ONE)
        .append_pair("select", SELECT);
    ApiRequest::json(SERVICE, RequestKind::List, url, SEARCH, wire::check_list)
}

/// Whether a title has words to search for.
pub(super) fn is_askable(query: &TitleQuery) -> bool {
    !fold::fold(&query.title).is_empty()
}

fn works(base: &Url, parts: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("works").extend(parts);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PersonName;

    fn base() -> Url {
        Url::parse("https://api.crossref.example/v1").unwrap()
    }

    #[test]
    fn addresses() {
        let dois = ["10.1145/1.2", "10.1007/978-3_4"].map(|doi| Doi::parse(doi).unwrap());
        let ask = batch(&base(), &dois, Extent::Selected);
        assert!(
            ask.url.as_str().starts_with(
                "https://api.crossref.example/v1/works?filter=doi:10.1145/1.2,doi:10.1007/978-3_4\
                 &rows=2&select=DOI,title,"
            ),
            "{}",
            ask.url
        );
        let odd = Doi::parse("10.1002/(sici)10<1::a>3.0.co;2-2").unwrap();
        assert!(!fits_filter(&odd) && fits_filter(&dois[0]));
        assert_eq!(
            single(&base(), &odd).url.as_str(),
            "https://api.crossref.example/v1/works/10.1002/(sici)10%3C1::a%3E3.0.co;2-2"
        );
        let query = TitleQuery {
            title: "A  Title".into(),
            authors: ["Jane Doe", "Roe"].map(PersonName::parse).to_vec(),
            year: Some(2020),
            person: None,
            ..TitleQuery::default()
        };
        let url = search(&base(), &query).url;
        assert!(
            url.as_str()
                .contains("works?query.bibliographic=A+Title+doe&rows=5&select=")
        );
    }

    #[test]
    fn empty_search_expires_after_a_day() {
        let ask = search(&base(), &TitleQuery::default());
        let list = |items: &str| {
            format!(r#"{{"status":"ok","message":{{"total-results":1,"items":[{items}]}}}}"#)
        };
        assert!((ask.is_empty)(&list("")));
        assert!(!(ask.is_empty)(&list(r#"{"DOI":"10.1/x"}"#)));
        assert_eq!(ask.caching.absent, DAY);
    }

    #[test]
    fn batch_of_long_dois_fits_an_address() {
        let dois: Vec<Doi> = (0..BATCH)
            .map(|n| Doi::parse(&format!("10.1016/j.jss.2019.110{n:03}")).unwrap())
            .collect();
        assert!(batch(&base(), &dois, Extent::Selected).url.as_str().len() < 4000);
    }
}
