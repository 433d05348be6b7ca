use serde_json::{Value, json};

use super::{super::service::SERVICE, *};
use crate::{
    http::{ApiRequest, RequestKind},
    sources::fake::{ANSWERED, Fake, body, refused, rejected},
};

fn doi(text: &str) -> Id {
    Id::Doi(Doi::parse(text).unwrap())
}

fn list(items: &[Value]) -> Result<ApiResponse, RequestError> {
    let message = json!({"total-results": items.len(), "items": items});
    body(&json!({"status": "ok", "message": message}).to_string())
}

fn work(doi: &str, title: &str) -> Value {
    json!({"DOI": doi, "type": "journal-article", "title": [title]})
}

fn crossref(
    script: impl Fn(&ApiRequest) -> Result<ApiResponse, RequestError> + Send + Sync + 'static,
) -> (Arc<Fake>, Crossref) {
    let fake = Arc::new(Fake::new(script));
    let base = Url::parse("https://api.crossref.example").unwrap();
    (fake.clone(), Crossref::new(fake, base))
}

#[tokio::test]
async fn person_with_many_titles_is_searched_by_name() {
    let (fake, crossref) = crossref(|ask| {
        if ask.url.as_str().contains("query.author=Ada+Example") {
            list(&[
                work("10.1145/1", "Title Number One"),
                work("10.1145/9", "Other Things"),
            ])
        } else {
            list(&[])
        }
    });
    let names = ["One", "Two", "Three", "Four"];
    let titles: Vec<TitleQuery> = names
        .iter()
        .map(|name| TitleQuery {
            title: format!("Title Number {name}"),
            person: Some("Ada Example".into()),
            ..TitleQuery::default()
        })
        .collect();
    let reply = crossref.by_names(&titles).await;
    assert_eq!(reply.found.len(), 1);
    assert_eq!(reply.found[0].record.learned, Some(ANSWERED));
    assert_eq!(fake.count(), 1);

    let (fake, crossref) = self::crossref(|_| list(&[]));
    crossref.by_names(&titles[..3]).await;
    crossref.by_titles(&titles[..3]).await;
    assert_eq!(fake.count(), 3, "few titles are searched for one by one");
}

#[tokio::test]
async fn dois_are_batched_and_stored_one_by_one() {
    let (fake, crossref) = crossref(|ask| match ask.kind {
        RequestKind::List => list(&[work("10.1145/B", "B"), work("10.1145/A", "A")]),
        RequestKind::Single if ask.url.as_str().contains("odd") => {
            body(r#"{"status":"ok","message":{"DOI":"10.1145/odd,1","title":["Odd"]}}"#)
        }
        RequestKind::Single | RequestKind::Search => Ok(ApiResponse::NotFound),
    });
    let ids = [
        doi("10.1145/a"),
        doi("10.1145/b"),
        doi("10.1145/gone"),
        doi("10.1145/odd,1"),
        doi("10.1145/gone;2"),
        doi("10.48550/arXiv.2309.13254"),
    ];
    let titles = |reply: &Reply<FoundRecord>| -> Vec<String> {
        let titles = reply.found.iter().map(|it| it.record.meta.title.text());
        titles.collect()
    };
    let reply = crossref.by_ids(&ids).await;
    assert_eq!(titles(&reply), ["A", "B", "Odd"]);
    assert_eq!(fake.count(), 3);
    let asked = fake.asked.lock().unwrap()[0].url.to_string();
    assert!(!asked.contains("10.48550"), "{asked}");
    assert_eq!(titles(&crossref.by_ids(&ids).await), ["A", "B", "Odd"]);
    assert_eq!(fake.count(), 3, "all is remembered, what is absent too");
}

#[tokio::test]
async fn failed_batch_does_not_lose_the_others() {
    let ids: Vec<Id> = (0..220).map(|n| doi(&format!("10.1145/{n:03}"))).collect();
    let (_, crossref) = crossref(|ask| {
        if ask.url.as_str().contains("/050") {
            body("{\"status\":")
        } else if ask.url.as_str().contains("/100") {
            list(&[work("10.1145/100", "First")])
        } else {
            list(&[work("10.1145/210", "Last")])
        }
    });
    let reply = crossref.by_ids(&ids).await;
    assert_eq!((reply.found.len(), reply.failures.len()), (2, 1));
    assert_eq!(reply.found[0].record.learned, Some(ANSWERED));
}

#[tokio::test]
async fn rejected_batch_is_sent_again_in_parts() {
    let ids: Vec<Id> = (0..80).map(|n| doi(&format!("10.1145/{n:03}"))).collect();
    let (fake, crossref) = crossref(|ask| {
        let dois: Vec<&str> = ask.url.as_str().matches("doi:").collect();
        if dois.len() > query::SURE {
            Err(rejected(SERVICE))
        } else {
            list(&[work(&format!("10.1145/{:03}", dois.len()), "One")])
        }
    });
    let reply = crossref.by_ids(&ids).await;
    assert_eq!((reply.found.len(), reply.failures.len()), (2, 0));
    assert_eq!(fake.count(), 3);
}

#[tokio::test]
async fn unselectable_field_costs_one_request() {
    let (fake, crossref) = crossref(|ask| {
        if ask.url.as_str().contains("updated-by") {
            Err(rejected(SERVICE))
        } else {
            list(&[work("10.1145/a", "A")])
        }
    });
    let reply = crossref.by_ids(&[doi("10.1145/a")]).await;
    assert_eq!((reply.found.len(), reply.failures.len()), (1, 0));
    assert_eq!(fake.count(), 2);
}

#[tokio::test]
async fn notices_are_read_from_works() {
    let (fake, crossref) = crossref(|_| {
        let mut retracted = work("10.1145/a", "A");
        retracted["updated-by"] = json!([{"DOI": "10.1145/n", "type": "retraction"}]);
        list(&[retracted, work("10.1145/b", "B")])
    });
    let dois = ["10.1145/a", "10.1145/b", "10.1145/c"].map(|it| Doi::parse(it).unwrap());
    let reply = crossref.registrations(&dois).await;
    let counts: Vec<(&str, usize)> = reply
        .found
        .iter()
        .map(|it| (it.doi.as_str(), it.notices.len()))
        .collect();
    assert_eq!(counts, [("10.1145/a", 1), ("10.1145/b", 0)]);
    assert_eq!(fake.count(), 1);
}

fn queries(count: usize) -> Vec<TitleQuery> {
    (0..count)
        .map(|n| TitleQuery {
            title: format!("Searching Number{n:02}"),
            ..TitleQuery::default()
        })
        .collect()
}

#[tokio::test]
async fn fruitless_searches_end_the_search() {
    let (fake, crossref) = crossref(|ask| {
        if ask.url.as_str().contains("Number03") {
            list(&[work("10.1145/3", "Searching Number03")])
        } else {
            list(&[work("10.1145/x", "Cooking with Gas")])
        }
    });
    let reply = crossref.by_titles(&queries(20)).await;
    assert_eq!(reply.found.len(), 1);
    assert_eq!(fake.count(), 12, "three noes, a yes, eight noes");
    assert_eq!(reply.unasked, (12..20).collect::<Vec<_>>());
}

#[tokio::test]
async fn failed_searches_count_and_one_rejection_ends_the_search() {
    let (fake, broken) = crossref(|_| body("{\"status\":"));
    let reply = broken.by_titles(&queries(20)).await;
    assert_eq!((fake.count(), reply.failures.len()), (8, 8));
    assert_eq!(reply.unasked, (8..20).collect::<Vec<_>>());
    let (fake, strict) = crossref(|_| Err(rejected(SERVICE)));
    let reply = strict.by_titles(&queries(80)).await;
    assert_eq!(fake.count(), 3, "one wave");
    assert_eq!(reply.unasked.len(), 77);
}

#[tokio::test]
async fn refusal_leaves_the_rest_unasked() {
    let (fake, crossref) = crossref(|_| Err(refused(SERVICE)));
    let reply = crossref.by_titles(&queries(5)).await;
    assert_eq!((fake.count(), reply.failures.len()), (3, 3));
    assert_eq!(reply.unasked, [3, 4]);
}
