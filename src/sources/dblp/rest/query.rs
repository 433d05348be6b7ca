use std::{sync::Arc, time::Duration};

use url::Url;

use super::{super::service::CLASSIC_API, map, wire};
use crate::{
    http::{Accept, ApiRequest, ApiResponse, CachePolicy, RequestError, RequestKind, Revalidation},
    model::Record,
    sources::{Fetcher, FoundRecord, Reply, TitleQuery, batches, title_index::TitleIndex},
    text::fold,
};

/// The most hits on a page, whatever is asked for (since 2026; the documentation says 1000).
const HITS: &str = "100";

/// Words beyond this only slow the search down.
const WORDS: usize = 12;

const DAY: Duration = Duration::from_secs(24 * 3600);

const KEEP: CachePolicy = CachePolicy {
    bucket: "dblp-rest-search-v1",
    found: DAY.saturating_mul(7),
    absent: DAY,
};

pub(in crate::sources::dblp) struct Rest {
    pub(in crate::sources::dblp) fetcher: Arc<dyn Fetcher>,
    pub(in crate::sources::dblp) base: Url,
}

impl Rest {
    /// Returns the records similar to the titles at these places, one request each.
    pub(in crate::sources::dblp) async fn by_titles(
        &self,
        titles: &[TitleQuery],
        places: &[usize],
        near: &TitleIndex<'_>,
    ) -> Reply<FoundRecord> {
        let mut reply = Reply::default();
        for (at, place) in places.iter().enumerate() {
            match self.search(&titles[*place]).await {
                Ok(records) => {
                    let near = |record: &Record| {
                        let title = record.meta.title.text();
                        near.places(&title).contains(place)
                    };
                    let records = records.into_iter().filter(near);
                    reply.found.extend(records.map(|record| FoundRecord {
                        record,
                        asked: vec![*place],
                    }));
                }
                Err(failed) => {
                    let over = batches::is_over(&failed);
                    reply.failures.push(failed);
                    if over {
                        reply.unasked = places[at..].to_vec();
                        break;
                    }
                }
            }
        }
        reply
    }

    async fn search(&self, query: &TitleQuery) -> Result<Vec<Record>, RequestError> {
        let mut url = self.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["search", "publ", "api"]);
        }
        url.query_pairs_mut()
            .append_pair("q", &words(query))
            .append_pair("format", "json")
            .append_pair("h", HITS)
            .append_pair("c", "0");
        let ask = ApiRequest {
            service: CLASSIC_API,
            kind: RequestKind::List,
            url,
            form: None,
            accept: Accept::Json,
            caching: KEEP,
            check: wire::check,
            is_empty: |body| wire::hits(body).is_empty(),
            revalidation: Revalidation::None,
        };
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(Vec::new());
        };
        let learned = self.fetcher.retrieved_on(&ask.caching, &ask.key());
        let hits = wire::hits(&body);
        let records = hits.iter().filter_map(map::record);
        Ok(records.map(|record| Record { learned, ..record }).collect())
    }
}

/// The words of the search, all of which must occur: those of the title, and the name of the first
/// author, since the ranking is poor for titles of common words.
fn words(query: &TitleQuery) -> String {
    let mut words: Vec<String> = fold::words(&query.title)
        .into_iter()
        .filter(|word| !fold::is_stop_word(word))
        .take(WORDS)
        .collect();
    words.extend(query.surnames().into_iter().next());
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PersonName;
    use crate::sources::fake::{Fake, body, refused};

    const ONE: &str = r#"{"result":{"hits":{"@total":"1","hit":[{"info":{
        "authors":{"author":{"@pid":"95/7448-1","text":"Di Xu 0001"}},
        "title":"Storage &amp; Retrieval.","venue":"SOSP","year":"2023","pages":"1-9",
        "type":"Conference and Workshop Papers","key":"conf/sosp/Xu23","doi":"10.1145/1.2",
        "ee":"https://doi.org/10.1145/1.2"}}]}}}"#;

    fn titles() -> Vec<TitleQuery> {
        ["Storage & Retrieval", "Another Thing"]
            .map(|title| TitleQuery {
                title: title.to_owned(),
                authors: vec![PersonName::parse("Xu")],
                year: None,
                person: None,
                ..TitleQuery::default()
            })
            .to_vec()
    }

    #[tokio::test]
    async fn titles_are_searched_one_by_one_until_refusal() {
        let fake = Arc::new(Fake::new(|ask: &ApiRequest| {
            if ask.url.as_str().contains("storage") {
                body(ONE)
            } else {
                Err(refused(CLASSIC_API))
            }
        }));
        let rest = Rest {
            fetcher: fake.clone(),
            base: Url::parse("https://dblp.example/").unwrap(),
        };
        let titles = titles();
        let near = TitleIndex::of(titles.iter().map(|query| query.title.as_str()));
        let reply = rest.by_titles(&titles, &[0, 1], &near).await;
        assert_eq!(reply.found.len(), 1);
        assert_eq!((reply.failures.len(), reply.unasked), (1, vec![1]));
        assert_eq!(
            fake.asked.lock().unwrap()[0].url.as_str(),
            "https://dblp.example/search/publ/api?q=storage+retrieval+xu&format=json&h=100&c=0"
        );
    }
}
