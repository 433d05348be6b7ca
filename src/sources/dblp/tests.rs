//! Whole answers, from the questions to the records, over a small graph.

use std::sync::Arc;

use serde_json::{Value, json};
use url::Url;

use super::{CLASSIC_API, Dblp, SERVICE};
use crate::{
    http::{ApiRequest, ApiResponse, RequestError},
    model::{ArxivId, DblpKey, DblpPid, Doi, FieldOfStudy, Orcid, PersonName, Record},
    sources::{
        Basis, FoundRecord, Id, PersonQuery, Reply, Source as _, TitleQuery,
        fake::{ANSWERED, Fake, body, refused, text_of, too_hard},
    },
};

const CANARY: &str = "conf/nips/VaswaniSPUJGKP17";

/// Publications: key, title, DOI.
const PAPERS: [(&str, &str, &str); 4] = [
    ("conf/x/Xu20", "Storing Graphs Fast.", "10.1145/1.A"),
    ("conf/x/Xu21", "Storing Trees Slowly.", "10.1145/2.B"),
    (
        "journals/corr/abs-2309-13254",
        "Zen.",
        "10.48550/ARXIV.2309.13254",
    ),
    (CANARY, "Attention is All you Need.", "10.1/c"),
];

fn answer(rows: &[Vec<(&str, String)>]) -> Result<ApiResponse, RequestError> {
    let row = |row: &Vec<(&str, String)>| -> Value {
        let terms = row.iter().map(|(name, value)| {
            (
                (*name).to_owned(),
                json!({"type": "literal", "value": value}),
            )
        });
        Value::Object(terms.collect())
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    let meta = json!({"result-size-total": rows.len()});
    body(&json!({"head": {}, "results": {"bindings": rows}, "meta": meta}).to_string())
}

/// The groups of a query that bear a number, each with its own.
fn groups(query: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = query.split(" AS ?of)").collect();
    let marked = parts.iter().take(parts.len() - 1);
    marked
        .filter_map(|part| part.rsplit_once("BIND("))
        .map(|(group, of)| (of.to_owned(), group.to_owned()))
        .collect()
}

fn rec(key: &str) -> String {
    format!("https://dblp.org/rec/{key}")
}

type Rows = Vec<Vec<(&'static str, String)>>;

/// The people's pages that a query looks for.
fn pages(query: &str) -> Rows {
    let mut rows = Vec::new();
    let page = |pid: &str, name: &str, n: &str| {
        vec![
            ("person", format!("https://dblp.org/pid/{pid}")),
            ("name", name.to_owned()),
            ("n", n.to_owned()),
        ]
    };
    let ann = || page("9/9", "Ann Orcid", "1");
    for (words, pages) in [
        (
            "\"di xu\"",
            vec![
                page("1/1", "Di Xu 0001", "2"),
                page("1/2", "Di Xu 0002", "90"),
                page("1/3", "Di-Xu Lee", "500"),
            ],
        ),
        ("\"ann orcid\"", vec![ann()]),
    ] {
        for (of, _) in groups(query).iter().filter(|(_, it)| it.contains(words)) {
            let marked = pages.iter().cloned().map(|mut row| {
                row.push(("of", of.clone()));
                row
            });
            rows.extend(marked);
        }
    }
    if query.contains("<https://dblp.org/pid/1/1>") {
        rows.push(page("1/1", "Di Xu 0001", "2"));
    }
    let iri = "https://orcid.org/0000-0002-1825-0097";
    if query.contains(iri) {
        let mut row = ann();
        row.push(("orcid", iri.to_owned()));
        rows.push(row);
    }
    rows
}

/// A small endpoint: knows each recipe by the variables it selects.
fn endpoint(ask: &ApiRequest) -> Result<ApiResponse, RequestError> {
    let query = text_of(ask);
    let schema = |name: &str| format!("https://dblp.org/rdf/schema#{name}");
    let asked = |key: &str| query.contains(&format!("<{}>", rec(key)));
    let mut rows = Vec::new();
    if query.contains("SELECT ?person ?name ?n ?orcid") {
        rows = pages(&query);
    } else if query.contains("SELECT ?person ?pub ?title") {
        for (pid, papers) in [
            ("1/1", &PAPERS[..2]),
            ("1/2", &PAPERS[3..]),
            ("9/9", &PAPERS[2..3]),
        ] {
            for (key, title, _) in papers {
                if query.contains(&format!("/pid/{pid}>")) {
                    rows.push(vec![
                        ("person", format!("https://dblp.org/pid/{pid}")),
                        ("pub", rec(key)),
                        ("title", (*title).to_owned()),
                    ]);
                }
            }
        }
    } else if query.contains("?s ?p ?o") {
        for (key, title, doi) in PAPERS.iter().filter(|(key, ..)| asked(key)) {
            for (p, o) in [
                ("title", (*title).to_owned()),
                ("doi", format!("https://doi.org/{doi}")),
                (
                    "type",
                    schema(if key.contains("corr") {
                        "Informal"
                    } else {
                        "Inproceedings"
                    }),
                ),
            ] {
                rows.push(vec![("s", rec(key)), ("p", schema(p)), ("o", o)]);
            }
        }
    } else if query.contains("hasSignature") {
        for (key, ..) in PAPERS.iter().filter(|(key, ..)| asked(key)) {
            rows.push(vec![
                ("s", rec(key)),
                ("role", schema("AuthorSignature")),
                ("ordinal", "1".to_owned()),
                ("name", "Di Xu 0001".to_owned()),
            ]);
        }
    } else if query.contains("SELECT ?doi ?pub") {
        for (key, _, doi) in PAPERS {
            let iri = format!("https://doi.org/{doi}");
            if query.contains(&format!("<{iri}>")) {
                rows.push(vec![("doi", iri), ("pub", rec(key))]);
            }
        }
    } else {
        for (of, group) in groups(&query) {
            for (key, title, _) in PAPERS {
                let head = title.to_lowercase();
                let word = head
                    .split(' ')
                    .next()
                    .unwrap_or_default()
                    .trim_end_matches('.');
                let ranged =
                    group.contains("FILTER(?title") && group.contains(&format!("\"{}", &head[..3]));
                if ranged || group.contains("contains-word") && group.contains(word) {
                    rows.push(vec![
                        ("pub", rec(key)),
                        ("title", title.to_owned()),
                        ("label", format!("Di Xu 0001: {title} (2020)")),
                        ("of", of.clone()),
                    ]);
                }
            }
        }
    }
    answer(&rows)
}

fn dblp(
    script: impl Fn(&ApiRequest) -> Result<ApiResponse, RequestError> + Send + Sync + 'static,
    rest: Option<&str>,
) -> (Arc<Fake>, Dblp) {
    let fake = Arc::new(Fake::new(script));
    let sparql = Url::parse("https://sparql.example/sparql").unwrap();
    let rest = rest.map(|url| Url::parse(url).unwrap());
    (fake.clone(), Dblp::new(fake, sparql, rest))
}

fn handles(records: &[Record]) -> Vec<String> {
    records.iter().map(Record::handle).collect()
}

fn found(reply: &Reply<FoundRecord>) -> Vec<String> {
    reply.found.iter().map(|it| it.record.handle()).collect()
}

fn titles(titles: &[&str]) -> Vec<TitleQuery> {
    titles
        .iter()
        .map(|title| TitleQuery {
            title: (*title).to_owned(),
            authors: vec![PersonName::parse("Xu")],
            ..TitleQuery::default()
        })
        .collect()
}

#[tokio::test]
async fn people_take_four_requests() {
    let (fake, dblp) = dblp(endpoint, None);
    let people = [
        PersonQuery {
            names: vec!["Di Xu".into()],
            titles: vec!["Storing graphs fast".into()],
            ..PersonQuery::default()
        },
        PersonQuery {
            orcid: Some(Orcid::parse("0000-0002-1825-0097").unwrap()),
            names: vec!["Ann Orcid".into()],
            titles: vec!["Something else altogether".into()],
            ..PersonQuery::default()
        },
        PersonQuery {
            pid: Some(DblpPid::parse("1/1").unwrap()),
            titles: vec!["Storing trees slowly".into()],
            ..PersonQuery::default()
        },
    ];
    let reply = dblp.by_person(&people).await;
    let pages: Vec<_> = reply
        .found
        .iter()
        .map(|page| {
            (
                page.query,
                page.pid.as_ref().unwrap().as_str(),
                page.basis,
                handles(&page.records),
            )
        })
        .collect();
    assert_eq!(
        pages,
        [
            (0, "1/1", Basis::Name, vec!["conf/x/Xu20".to_owned()]),
            (1, "9/9", Basis::Pinned, vec![]),
            (2, "1/1", Basis::Pinned, vec!["conf/x/Xu21".to_owned()]),
        ],
        "a namesake without a near title is left away, a pinned page never"
    );
    assert_eq!((fake.count(), reply.failures.len()), (4, 0));
}

#[tokio::test]
async fn pinned_page_is_kept_when_counting_fails() {
    let (_, dblp) = dblp(
        |ask| {
            if text_of(ask).contains("COUNT") {
                body("{\"results\":")
            } else {
                endpoint(ask)
            }
        },
        None,
    );
    let people = [PersonQuery {
        pid: Some(DblpPid::parse("1/1").unwrap()),
        titles: vec!["Storing graphs fast".into()],
        ..PersonQuery::default()
    }];
    let reply = dblp.by_person(&people).await;
    assert_eq!(handles(&reply.found[0].records), ["conf/x/Xu20"]);
    assert_eq!(reply.failures.len(), 1);
}

#[tokio::test]
async fn ids_of_every_kind_take_three_requests() {
    let (fake, dblp) = dblp(endpoint, None);
    let ids = [
        Id::Dblp(DblpKey::parse("conf/x/Xu21").unwrap()),
        Id::Doi(Doi::parse("10.1145/1.a").unwrap()),
        Id::Arxiv(ArxivId::parse("2309.13254").unwrap()),
        Id::Arxiv(ArxivId::parse("1412.6980").unwrap()),
    ];
    let reply = dblp.by_ids(&ids).await;
    assert_eq!(
        found(&reply),
        ["conf/x/Xu20", "conf/x/Xu21", "journals/corr/abs-2309-13254"]
    );
    let days = reply.found.iter().map(|it| it.record.learned);
    assert_eq!(days.collect::<Vec<_>>(), [Some(ANSWERED); 3]);
    let queries = fake.queries();
    assert_eq!(queries.len(), 3);
    assert!(
        queries[1].contains("corr/abs-1412-6980>"),
        "an old paper may lack its DOI"
    );
}

#[tokio::test]
async fn hard_batch_is_asked_in_parts() {
    let (_, dblp) = dblp(
        |ask| {
            let query = text_of(ask);
            if query.contains("Xu20") && query.contains("Xu21") {
                Err(too_hard())
            } else {
                endpoint(ask)
            }
        },
        None,
    );
    let ids = ["conf/x/Xu20", "conf/x/Xu21"].map(|key| Id::Dblp(DblpKey::parse(key).unwrap()));
    let reply = dblp.by_ids(&ids).await;
    assert_eq!(found(&reply), ["conf/x/Xu20", "conf/x/Xu21"]);
    assert!(reply.failures.is_empty());
}

#[tokio::test]
async fn titles_without_a_range_are_searched_by_words() {
    let (fake, dblp) = dblp(endpoint, None);
    let reply = dblp
        .by_titles(&titles(&[
            "Storing Graphs Fast",
            "“Zen”",
            "Nobody Wrote This",
        ]))
        .await;
    assert_eq!(
        found(&reply),
        ["conf/x/Xu20", "journals/corr/abs-2309-13254"]
    );
    let queries = fake.queries();
    assert_eq!(queries.len(), 4);
    assert!(
        queries[1].contains("\"nobody wrote xu\"") || queries[1].contains("\"nobody this wrote\"")
    );
    assert!(
        !queries[1].contains("graphs"),
        "what a range brought is not searched for again"
    );
}

#[tokio::test]
async fn titles_of_another_field_are_not_all_searched_by_words() {
    let (fake, dblp) = dblp(endpoint, None);
    let foreign: Vec<String> = (0..30)
        .map(|number| format!("Weaving Number{number} Kept Fallow"))
        .collect();
    let foreign: Vec<&str> = foreign.iter().map(String::as_str).collect();
    let reply = dblp.by_titles(&titles(&foreign)).await;
    assert_eq!((reply.found.len(), reply.failures.len()), (0, 0));
    assert_eq!(reply.unasked, (12..30).collect::<Vec<_>>());
    // Two for the ranges, three for twelve titles.
    assert_eq!(fake.queries().len(), 5);
    let mut computing = titles(&foreign);
    for query in &mut computing {
        query.fields = vec![FieldOfStudy::Computing];
    }
    let reply = dblp.by_titles(&computing).await;
    assert!(reply.unasked.is_empty(), "venues of computing are its own");
}

#[tokio::test]
async fn missing_canary_makes_all_titles_searched_by_words() {
    let (fake, dblp) = dblp(
        |ask| {
            if text_of(ask).contains("FILTER(?title") {
                answer(&[])
            } else {
                endpoint(ask)
            }
        },
        None,
    );
    let mut asked: Vec<String> = (0..60)
        .map(|n| format!("Nobody Wrote Number{n:02}"))
        .collect();
    asked.push("Storing Graphs Fast".into());
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let reply = dblp.by_titles(&titles(&asked)).await;
    assert_eq!(found(&reply), ["conf/x/Xu20"]);
    let ranges = fake
        .queries()
        .iter()
        .filter(|it| it.contains("FILTER(?title"))
        .count();
    assert_eq!(
        ranges, 1,
        "ranges that can't be trusted are not asked for again"
    );
}

#[tokio::test]
async fn queries_stay_below_half_a_minute_of_work() {
    let (fake, dblp) = dblp(endpoint, None);
    let asked: Vec<String> = (0..45)
        .map(|n| format!("Number{n:02} Nobody Wrote"))
        .collect();
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    dblp.by_titles(&titles(&asked)).await;
    let most = |part: &str| {
        let queries = fake.queries();
        let counts = queries.iter().map(|query| query.matches(part).count());
        counts.max().unwrap_or_default()
    };
    assert_eq!(most("FILTER(?title"), 21, "twenty ranges and the canary");
    assert_eq!(most("\"nobody number"), 4, "titles by their words");
}

#[tokio::test]
async fn similar_title_does_not_end_the_search() {
    let (fake, dblp) = dblp(endpoint, None);
    let asked = ["Storing Graphs Fast", "Stornig Graphs"];
    let reply = dblp.by_titles(&titles(&asked)).await;
    assert_eq!(found(&reply), ["conf/x/Xu20"]);
    assert!(
        fake.queries()[1].contains("graphs"),
        "the slip leaves a word to search for"
    );
}

/// The buckets in which something is kept that says so.
fn kept(fake: &Fake, is_absent: bool) -> Vec<String> {
    let kept = fake.kept.lock().unwrap();
    let kept = kept.iter().filter(|(_, body)| body.is_none() == is_absent);
    kept.map(|((bucket, key), _)| {
        let key = key.strip_prefix("https://sparql.example/sparql ").unwrap();
        format!("{bucket} {key}")
    })
    .collect()
}

#[tokio::test]
async fn presence_and_absence_are_stored_one_by_one() {
    let (fake, dblp) = dblp(endpoint, None);
    let ids = ["conf/x/Nothing", "conf/x/Xu20"];
    dblp.by_ids(&ids.map(|key| Id::Dblp(DblpKey::parse(key).unwrap())))
        .await;
    let asked = titles(&["Nobody Wrote This", "Storing Graphs Fast"]);
    dblp.by_titles(&asked).await;
    assert_eq!(
        kept(&fake, true),
        [
            "dblp-fields-v1 conf/x/Nothing",
            "dblp-range-v1 nobody wrote this .. nobody wrote thit",
            "dblp-words-v1 nobody this wrote",
            "dblp-words-v1 nobody this xu",
            "dblp-words-v1 wrote xu",
        ]
    );
    assert_eq!(
        kept(&fake, false),
        [
            "dblp-fields-v1 conf/x/Xu20",
            "dblp-range-v1 storing graphs fast .. storing graphs fasu",
            "dblp-signatures-v1 conf/x/Xu20",
        ]
    );
    let before = fake.count();
    dblp.by_titles(&asked[..1]).await;
    dblp.by_titles(&[asked[1].clone(), asked[0].clone()]).await;
    assert_eq!(fake.count(), before);
}

#[tokio::test]
async fn failed_answer_is_not_kept_as_absence() {
    let (fake, dblp) = dblp(
        |ask| {
            if text_of(ask).contains("hasSignature") {
                body("{\"results\":")
            } else {
                endpoint(ask)
            }
        },
        None,
    );
    let ids = [Id::Dblp(DblpKey::parse("conf/x/Xu20").unwrap())];
    let reply = dblp.by_ids(&ids).await;
    assert_eq!((reply.found.len(), reply.failures.len()), (0, 1));
    assert_eq!(kept(&fake, true), [""; 0]);
    assert_eq!(kept(&fake, false), ["dblp-fields-v1 conf/x/Xu20"]);
}

#[tokio::test]
async fn row_that_names_no_question_spoils_the_answer() {
    let (fake, dblp) = dblp(
        |ask| {
            if text_of(ask).contains("?of") {
                answer(&[vec![("pub", rec("conf/x/Xu20")), ("title", "A".to_owned())]])
            } else {
                endpoint(ask)
            }
        },
        None,
    );
    let reply = dblp.by_titles(&titles(&["Storing Graphs Fast"])).await;
    assert!(!reply.failures.is_empty());
    assert_eq!(kept(&fake, true), [""; 0]);
}

#[tokio::test]
async fn cut_range_settles_nothing() {
    let count = |rows: usize| async move {
        let (fake, dblp) = dblp(
            move |ask| {
                if !text_of(ask).contains("FILTER(?title") {
                    return endpoint(ask);
                }
                let row = |n: usize, of: &str| {
                    vec![
                        ("pub", rec(&format!("journals/x/Xu{n}"))),
                        ("title", "Introduction to the Special Issue.".to_owned()),
                        ("label", String::new()),
                        ("of", of.to_owned()),
                    ]
                };
                let mut all: Vec<_> = (0..rows).map(|n| row(n, "0")).collect();
                let mut canary = row(0, "1");
                canary[0].1 = rec(CANARY);
                all.push(canary);
                answer(&all)
            },
            None,
        );
        dblp.by_titles(&titles(&["Introduction to the Special Issue"]))
            .await;
        let searched = fake.queries();
        searched.iter().any(|query| query.contains("contains-word"))
    };
    assert!(!count(199).await);
    assert!(count(200).await);
}

const HIT: &str = r#"{"result":{"hits":{"hit":{"info":{"title":"Storing Graphs Fast.",
    "key":"conf/x/Xu20","type":"Conference and Workshop Papers","year":"2020"}}}}}"#;

#[tokio::test]
async fn classic_service_answers_where_the_endpoint_refuses() {
    let script = |ask: &ApiRequest| {
        if ask.service == CLASSIC_API {
            body(HIT)
        } else {
            Err(refused(SERVICE))
        }
    };
    let wanted = titles(&["Storing Graphs Fast"]);
    let (_, open) = dblp(script, Some("https://dblp.example"));
    let reply = open.by_titles(&wanted).await;
    assert_eq!(reply.found[0].record.learned, Some(ANSWERED));
    assert_eq!(
        (found(&reply), reply.unasked),
        (vec!["conf/x/Xu20".into()], vec![])
    );
    let (fake, closed) = dblp(script, None);
    let reply = closed.by_titles(&wanted).await;
    assert_eq!(
        (reply.found.len(), reply.failures.len(), reply.unasked),
        (0, 1, vec![0])
    );
    assert_eq!(fake.count(), 1, "a refusal is not asked again");
}
