//! The requests to `/works`.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{ApiRequest, BodyError, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::{Doi, OpenAlexAuthor, Orcid, Pmid},
    sources::{Secret, TitleQuery},
    text::fold,
};

/// The most values in a filter.
pub(super) const BATCH: usize = 100;

/// The most bytes of the values in a filter. OpenAlex answers an address of 4,094 bytes, and no longer
/// one (J535D165/pyalex#85); the rest of the address takes some 500.
pub(super) const BYTES: usize = 3_400;

/// So many works are asked for one by one, which is free.
pub(super) const FREE: usize = 3;

/// The largest page.
pub(super) const PAGE: usize = 100;

/// The number of search results that are read.
const FOUND: &str = "5";

/// The longest title that is sent.
const TITLE: usize = 240;

/// The fields that are read.
const SELECT: &str = "id,doi,ids,display_name,publication_year,publication_date,type,type_crossref,\
authorships,primary_location,locations,biblio,is_retracted";

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Works by an identifier.
pub(super) static WORKS: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "openalex-works-v1",
        found: DAY.saturating_mul(30),
        absent: DAY.saturating_mul(7),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// A filter's answer itself is not stored, but each of its works is.
const UNSTORED: CachePolicy = CachePolicy {
    bucket: "openalex-batch-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// Pages of people, and searches.
const LISTS: CachePolicy = CachePolicy {
    bucket: "openalex-lists-v1",
    found: DAY.saturating_mul(7),
    absent: DAY,
};

/// An identifier that OpenAlex finds works by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WorkRef {
    Doi(Doi),
    Pmid(Pmid),
}

impl WorkRef {
    /// Returns the key of the stored answer, which is also how the path of a single work names it.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Doi(doi) => format!("doi:{doi}"),
            Self::Pmid(id) => format!("pmid:{id}"),
        }
    }

    /// Whether it can be a value of a filter, where commas and bars are signs.
    pub(super) fn fits_filter(&self) -> bool {
        let Self::Doi(doi) = self else {
            return true;
        };
        let mut letters = doi.as_str().chars();
        letters.all(|c| c.is_ascii_alphanumeric() || "./_-()".contains(c))
    }

    /// Returns the value of a filter.
    pub(super) fn value(&self) -> &str {
        match self {
            Self::Doi(doi) => doi.as_str(),
            Self::Pmid(id) => id.as_str(),
        }
    }
}

/// A person whose works OpenAlex knows by an identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Author {
    Page(OpenAlexAuthor),
    Orcid(Orcid),
}

/// The address of the API, and the key if there is one.
#[derive(Debug, Clone)]
pub(super) struct Api {
    pub(super) base: Url,
    pub(super) key: Option<Secret>,
}

impl Api {
    /// Returns the request for the works with these identifiers, all of one kind and fit for a filter. The
    /// answer has no order, and unknown works are missing.
    pub(super) fn batch(&self, works: &[WorkRef]) -> ApiRequest {
        let kind = match works.first() {
            Some(WorkRef::Pmid(_)) => "pmid",
            _ => "doi",
        };
        let values: Vec<&str> = works.iter().map(WorkRef::value).collect();
        let filter = format!("filter={kind}:{}&per-page={PAGE}", values.join("|"));
        self.list(&filter, UNSTORED, RequestKind::List)
    }

    /// Returns the request for one work, which is free.
    pub(super) fn single(&self, work: &WorkRef) -> ApiRequest {
        let mut url = self.works();
        let name = work.key();
        if let Ok(mut path) = url.path_segments_mut() {
            path.extend(name.split('/'));
        }
        url.set_query(Some(&format!("select={SELECT}")));
        self.ask(RequestKind::Single, url, UNSTORED, wire::check_work)
    }

    /// Returns the request for a page of a person's works, from 1, the newest first.
    pub(super) fn of_author(&self, author: &Author, page: usize) -> ApiRequest {
        let filter = match author {
            Author::Page(id) => format!("author.id:{id}"),
            Author::Orcid(orcid) => format!("author.orcid:{orcid}"),
        };
        let query =
            format!("filter={filter}&sort=publication_date:desc&per-page={PAGE}&page={page}");
        self.list(&query, LISTS, RequestKind::List)
    }

    /// Returns the search for a title.
    pub(super) fn search(&self, query: &TitleQuery) -> ApiRequest {
        // Commas and bars are signs of a filter, and marks add nothing to a search.
        let words = fold::words(&query.title).join(" ");
        let words: String = words.chars().take(TITLE).collect();
        let words: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
        let query = format!("filter=title.search:{words}&per-page={FOUND}");
        ApiRequest {
            is_empty: |body| wire::works(body).is_empty(),
            ..self.list(&query, LISTS, RequestKind::Search)
        }
    }

    fn list(&self, query: &str, caching: CachePolicy, kind: RequestKind) -> ApiRequest {
        let mut url = self.works();
        url.set_query(Some(&format!("{query}&select={SELECT}")));
        self.ask(kind, url, caching, wire::check_list)
    }

    fn works(&self) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push("works");
        }
        url
    }

    fn ask(
        &self,
        kind: RequestKind,
        mut url: Url,
        caching: CachePolicy,
        check: fn(&str) -> Result<(), BodyError>,
    ) -> ApiRequest {
        if let Some(key) = &self.key {
            url.query_pairs_mut().append_pair("api_key", key.reveal());
        }
        ApiRequest::json(SERVICE, kind, url, caching, check)
    }
}

/// Whether a title has words to search for.
pub(super) fn is_askable(query: &TitleQuery) -> bool {
    !fold::words(&query.title).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(key: Option<&str>) -> Api {
        Api {
            base: Url::parse("https://openalex.example").unwrap(),
            key: key.map(|key| Secret::new(key.to_owned())),
        }
    }

    fn doi(text: &str) -> WorkRef {
        WorkRef::Doi(Doi::parse(text).unwrap())
    }

    #[test]
    fn works_share_a_filter_and_odd_ones_have_a_path() {
        let url = api(None)
            .batch(&[doi("10.1000/A.1"), doi("10.1000/b_2")])
            .url;
        let wanted = "https://openalex.example/works?filter=doi:10.1000/a.1|10.1000/b_2&per-page=100&select=id,doi,";
        assert!(url.as_str().starts_with(wanted), "{url}");
        let odd = doi("10.1002/(sici)1<1::a>3.0.co;2-2");
        assert!(!odd.fits_filter());
        let single = api(None).single(&odd);
        assert_eq!(
            single.url.path(),
            "/works/doi:10.1002/(sici)1%3C1::a%3E3.0.co;2-2"
        );
        assert_eq!(single.kind, RequestKind::Single);
    }

    #[test]
    fn longest_filter_fits_an_address() {
        let works: Vec<WorkRef> = (0..BYTES / 35)
            .map(|n| doi(&format!("10.1016/j.verylongname.2019.110{n:03}")))
            .collect();
        assert!(works.len() <= BATCH);
        let bytes: usize = works.iter().map(|work| work.value().len() + 1).sum();
        assert!(bytes <= BYTES);
        let key = "k".repeat(40);
        assert!(api(Some(&key)).batch(&works).url.as_str().len() < 4_094);
    }

    #[test]
    fn key_is_sent_and_neither_shown_nor_stored() {
        let ask = api(Some("open-sesame")).of_author(
            &Author::Orcid(Orcid::parse("0000-0002-1825-0097").unwrap()),
            2,
        );
        assert!(ask.url.as_str().ends_with("&api_key=open-sesame"));
        for shown in [
            ask.address(),
            ask.key(),
            format!("{:?}", api(Some("open-sesame"))),
        ] {
            assert!(!shown.contains("sesame"), "{shown}");
        }
        let anonymous = api(None).of_author(
            &Author::Orcid(Orcid::parse("0000-0002-1825-0097").unwrap()),
            2,
        );
        assert_eq!(ask.key(), anonymous.key(), "answers are the same");
    }

    #[test]
    fn signs_of_a_filter_are_no_part_of_a_search() {
        let query = TitleQuery {
            title: "Spiders, webs | looms: a \"study\"".to_owned(),
            ..TitleQuery::default()
        };
        let ask = api(None).search(&query);
        assert!(
            ask.url
                .as_str()
                .contains("filter=title.search:spiders+webs+looms+a+study&per-page=5"),
            "{}",
            ask.url
        );
        assert_eq!(ask.kind, RequestKind::Search);
    }
}
