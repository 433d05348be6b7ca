//! The property of every service under test: a run terminates, and no record breaks the output.

use std::sync::Arc;

use bibsync::{
    enrich,
    http::{ApiRequest, ApiResponse, BodyError, ItemCache, RequestError},
    model::{ArxivId, DblpKey, DblpPid, Doi, Listing, PersonName, Record, WorkId},
    sources::{AnswerFuture, Fetcher, PersonQuery, StoredFuture, Source, TitleQuery},
};
use url::Url;

use crate::written;

/// Gives every request the same response.
struct Same(Arc<str>);

impl Fetcher for Same {
    fn request<'a>(&'a self, ask: &'a ApiRequest) -> AnswerFuture<'a> {
        Box::pin(async move {
            match (ask.check)(&self.0) {
                Ok(()) => {
                    (ask.is_empty)(&self.0);
                    Ok(ApiResponse::Body(Arc::clone(&self.0)))
                }
                Err(BodyError::Corrupt(cause) | BodyError::Unexpected(cause)) => {
                    Err(RequestError::Unusable {
                        service: ask.service,
                        url: ask.address(),
                        cause,
                    })
                }
            }
        })
    }

    fn is_cached(&self, _: &ApiRequest) -> bool {
        false
    }

    fn cached_item<'a>(&'a self, _: &'a ItemCache, _: &'a str) -> StoredFuture<'a> {
        Box::pin(async { None })
    }

    fn cache_item(&self, _: &ItemCache, _: &str, _: Option<&str>) {}
}

/// Asks a service every kind of question and answers them all with `bytes`.
///
/// The questions match the seeds, so that their records are the right ones.
pub fn answers<S: Source>(bytes: &[u8], service: impl Fn(Arc<dyn Fetcher>, Url) -> S) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let base: Url = "https://service.example/".parse().unwrap();
    let source = service(Arc::new(Same(text.into())), base);
    let title = "Storing Graphs Fast: A Study";
    let person = PersonQuery {
        pid: DblpPid::parse("1/1").ok(),
        names: vec!["Di Xu".to_owned()],
        titles: vec![title.to_owned()],
        whole: true,
        ..PersonQuery::default()
    };
    let doi = Doi::parse("10.1145/1.a").unwrap();
    let ids = [
        WorkId::Doi(doi.clone()),
        WorkId::Doi(Doi::parse("10.48550/arXiv.2309.13254").unwrap()),
        WorkId::Arxiv(ArxivId::parse("2309.13254").unwrap()),
        WorkId::Dblp(DblpKey::parse("conf/x/Xu20").unwrap()),
    ];
    let query = TitleQuery {
        title: title.to_owned(),
        authors: vec![PersonName::parse("Di Xu")],
        year: Some(2020),
        person: Some("Di Xu".to_owned()),
        isbn: None,
        fields: Vec::new(),
    };
    let mut records: Vec<Record> = Vec::new();
    pollster::block_on(async {
        for page in source.by_person(&[person]).await.found {
            records.extend(page.records);
        }
        let by_ids = source.by_ids(&ids).await.found;
        let by_titles = source.by_titles(&[query]).await.found;
        records.extend(by_ids.into_iter().chain(by_titles).map(|it| it.record));
        let standing = source.registrations(&[doi]).await;
        records.extend(standing.found.into_iter().filter_map(|it| it.record));
        source.overview(&[DblpPid::parse("1/1").unwrap()]).await;
    });
    let listing = Listing::titled(title);
    for record in records {
        if let Some(merged) = enrich::merge(&[record], &listing, &enrich::Precedence::default()) {
            written::holds(merged);
        }
    }
}
