//! DBLP's SPARQL endpoint: each query is recognised by the variables it selects.

use regex::Regex;
use serde_json::{Map, Value, json};
use wiremock::ResponseTemplate;

use super::{Paper, Someone, without_number};

type Row = Vec<(&'static str, String)>;

const SCHEMA: &str = "https://dblp.org/rdf/schema#";

pub(super) fn answer(
    query: &str,
    papers: &[Paper],
    people: &[Someone],
    changed: Option<&str>,
) -> Option<ResponseTemplate> {
    let mut known: Vec<Paper> = papers
        .iter()
        .filter(|it| !it.key.is_empty())
        .cloned()
        .collect();
    known.push(canary());
    let date = changed.map(|date| vec![("modified", date.to_owned())]);
    let rows = if query.contains("SELECT ?person ?name ?n ?orcid ?modified ?of") {
        let mut rows = pages(query, &known, people);
        rows.extend(date);
        rows
    } else if query.contains("SELECT ?modified ?page ?record") {
        let mut rows = overview(query, &known, people);
        rows.extend(date);
        rows
    } else if query.starts_with("SELECT ?modified") {
        date.into_iter().collect()
    } else if query.contains("SELECT ?person ?pub ?title") {
        titles_of(query, &known, people)
    } else if query.contains("SELECT DISTINCT ?s ?p ?o") {
        fields(query, &known)
    } else if query.contains("SELECT ?s ?role ?ordinal ?name ?person ?orcid") {
        signatures(query, &known, people)
    } else if query.contains("SELECT ?doi ?pub") {
        by_dois(query, &known)
    } else if query.contains("SELECT DISTINCT ?pub ?title ?label ?of") {
        by_title(query, &known)
    } else {
        return None;
    };
    let bindings: Vec<Value> = rows.into_iter().map(binding).collect();
    let body = json!({
        "head": {"vars": []},
        "meta": {"query-time-ms": 7, "result-size-total": bindings.len()},
        "results": {"bindings": bindings},
    });
    Some(
        ResponseTemplate::new(200)
            .set_body_raw(body.to_string(), "application/sparql-results+json"),
    )
}

/// Returns a record that every copy of DBLP has.
fn canary() -> Paper {
    Paper::conference(
        "conf/nips/VaswaniSPUJGKP17",
        "Attention is All you Need",
        "NIPS",
        2017,
    )
    .by(&["Ashish Vaswani", "Noam Shazeer"])
}

fn binding(row: Row) -> Value {
    let terms = row.into_iter().map(|(name, value)| {
        let kind = if value.starts_with("http") {
            "uri"
        } else {
            "literal"
        };
        (name.to_owned(), json!({"type": kind, "value": value}))
    });
    Value::Object(terms.collect::<Map<_, _>>())
}

fn pages(query: &str, papers: &[Paper], people: &[Someone]) -> Vec<Row> {
    let sets = word_sets(query);
    let mut rows = Vec::new();
    // Every part of the query excludes disambiguation pages.
    let parts = query.matches("{ SELECT ?person ?name (COUNT").count();
    let parted = query
        .matches("MINUS { ?person rdf:type dblp:AmbiguousCreator }")
        .count()
        == parts;
    for someone in people.iter().filter(|it| !(it.is_nobody && parted)) {
        let name = words(&someone.name);
        let count = papers
            .iter()
            .filter(|it| it.authors.contains(&someone.name))
            .count();
        let mut row = vec![
            ("person", pid(someone)),
            ("name", someone.name.clone()),
            ("n", count.to_string()),
        ];
        for (of, set) in &sets {
            if set.iter().all(|word| name.contains(word)) {
                let mut named = row.clone();
                named.push(("of", of.clone()));
                rows.push(named);
            }
        }
        if query.contains(&format!("<{}>", pid(someone))) {
            rows.push(row.clone());
        }
        if let Some(orcid) = &someone.orcid {
            let iri = format!("https://orcid.org/{orcid}");
            if query.contains(&format!("<{iri}>")) {
                row.push(("orcid", iri));
                rows.push(row);
            }
        }
    }
    rows
}

fn titles_of(query: &str, papers: &[Paper], people: &[Someone]) -> Vec<Row> {
    let mut rows = Vec::new();
    for someone in people {
        if !query.contains(&format!("<{}>", pid(someone))) {
            continue;
        }
        for paper in papers
            .iter()
            .filter(|it| it.authors.contains(&someone.name))
        {
            rows.push(vec![
                ("person", pid(someone)),
                ("pub", record(&paper.key)),
                ("title", format!("{}.", paper.title)),
            ]);
        }
    }
    rows
}

/// Returns the contents of pages, abbreviated.
fn overview(query: &str, papers: &[Paper], people: &[Someone]) -> Vec<Row> {
    let mut rows = Vec::new();
    for someone in people {
        if !query.contains(&format!("<{}>", pid(someone))) {
            continue;
        }
        for paper in papers
            .iter()
            .filter(|it| it.authors.contains(&someone.name))
        {
            let of = |more: Row| {
                let mut row = vec![("page", pid(someone)), ("record", record(&paper.key))];
                row.extend(more);
                row
            };
            let mut row = vec![
                ("name", format!("{}.", paper.title)),
                ("year", paper.year.to_string()),
            ];
            if paper.class == "Informal" {
                row.push(("doi", doi(&format!("10.48550/arxiv.{}", paper.arxiv))));
            } else if !paper.doi.is_empty() {
                row.push(("doi", doi(&paper.doi)));
            }
            if !paper.pages.is_empty() {
                row.push(("extent", paper.pages.clone()));
            }
            rows.push(of(row));
            if paper.withdrawn {
                rows.push(of(vec![("mark", format!("{SCHEMA}Withdrawn"))]));
            }
        }
    }
    rows
}

fn fields(query: &str, papers: &[Paper]) -> Vec<Row> {
    let mut rows = Vec::new();
    for paper in asked(query, papers) {
        let mut say = |subject: &str, field: &'static str, value: String| {
            if !value.is_empty() {
                let row = vec![
                    ("s", record(subject)),
                    ("p", format!("{SCHEMA}{field}")),
                    ("o", value),
                ];
                rows.push(row);
            }
        };
        let key = &paper.key;
        // The class of theses in DBLP is that of books.
        let class = if paper.class == "Phdthesis" {
            "Book"
        } else {
            paper.class
        };
        say(key, "type", format!("{SCHEMA}Publication"));
        say(key, "type", format!("{SCHEMA}{class}"));
        if paper.withdrawn {
            say(key, "type", format!("{SCHEMA}Withdrawn"));
        }
        say(
            key,
            "bibtexType",
            format!("http://purl.org/net/nknouf/ns/bibtex#{}", paper.class),
        );
        say(key, "title", format!("{}.", paper.title));
        say(key, "yearOfPublication", paper.year.to_string());
        say(key, "pagination", paper.pages.clone());
        say(key, "publishedIn", paper.venue.clone());
        if !paper.doi.is_empty() {
            say(key, "doi", doi(&paper.doi));
            say(key, "primaryDocumentPage", doi(&paper.doi));
        }
        match paper.class {
            "Inproceedings" => {
                let volume = volume_key(paper);
                say(key, "publishedAsPartOf", record(&volume));
                say(&volume, "type", format!("{SCHEMA}Editorship"));
                say(&volume, "title", format!("{}.", paper.volume));
                say(&volume, "publishedBy", paper.publisher.clone());
            }
            "Informal" => {
                say(key, "doi", doi(&format!("10.48550/arxiv.{}", paper.arxiv)));
                say(key, "publishedInJournal", "CoRR".to_owned());
                say(
                    key,
                    "publishedInJournalVolume",
                    format!("abs/{}", paper.arxiv),
                );
            }
            "Phdthesis" => say(key, "thesisAcceptedBySchool", paper.venue.clone()),
            "Book" => say(key, "publishedBy", paper.publisher.clone()),
            _ => say(key, "publishedInJournal", paper.venue.clone()),
        }
    }
    rows
}

fn signatures(query: &str, papers: &[Paper], people: &[Someone]) -> Vec<Row> {
    let mut rows = Vec::new();
    for paper in asked(query, papers) {
        // The endpoint returns them in arbitrary order.
        for (place, name) in paper.authors.iter().enumerate().rev() {
            let mut row = vec![
                ("s", record(&paper.key)),
                ("role", format!("{SCHEMA}AuthorSignature")),
                ("ordinal", (place + 1).to_string()),
                ("name", name.clone()),
            ];
            if let Some(someone) = people.iter().find(|it| it.name == *name) {
                row.push(("person", pid(someone)));
            }
            rows.push(row);
        }
    }
    rows
}

fn by_dois(query: &str, papers: &[Paper]) -> Vec<Row> {
    let mut rows = Vec::new();
    for paper in papers {
        let mut dois = Vec::new();
        if !paper.doi.is_empty() {
            dois.push(doi(&paper.doi));
        }
        if paper.class == "Informal" {
            dois.push(doi(&format!("10.48550/arxiv.{}", paper.arxiv)));
        }
        for iri in dois {
            if query.contains(&format!("<{iri}>")) {
                rows.push(vec![("doi", iri), ("pub", record(&paper.key))]);
            }
        }
    }
    rows
}

/// Searches by ranges of titles, compared without regard to case, and by the words of labels.
fn by_title(query: &str, papers: &[Paper]) -> Vec<Row> {
    let range =
        Regex::new(r#"\?title >= "([^"]*)" && \?title < "([^"]*)".*?BIND\((\d+) AS"#).unwrap();
    let ranges: Vec<[String; 3]> = range
        .captures_iter(query)
        .map(|found| found.extract().1.map(str::to_owned))
        .collect();
    let sets = word_sets(query);
    let mut rows = Vec::new();
    for paper in papers {
        let title = format!("{}.", paper.title);
        let label = label(paper);
        let low = title.to_lowercase();
        let own = words(&label);
        let in_range = ranges
            .iter()
            .filter(|[from, to, _]| *from <= low && low < *to);
        let with_words = sets
            .iter()
            .filter(|(_, set)| set.iter().all(|word| own.contains(word)));
        let of = in_range
            .map(|[_, _, of]| of)
            .chain(with_words.map(|(of, _)| of));
        for of in of {
            rows.push(vec![
                ("pub", record(&paper.key)),
                ("title", title.clone()),
                ("label", label.clone()),
                ("of", of.clone()),
            ]);
        }
    }
    rows
}

fn label(paper: &Paper) -> String {
    let first = paper
        .authors
        .first()
        .map_or("", |name| without_number(name));
    let more = if paper.authors.len() > 1 {
        " et al."
    } else {
        ""
    };
    format!("{first}{more}: {}. ({})", paper.title, paper.year)
}

fn asked<'a>(query: &str, papers: &'a [Paper]) -> Vec<&'a Paper> {
    let asked = |paper: &&Paper| query.contains(&format!("<{}>", record(&paper.key)));
    papers.iter().filter(asked).collect()
}

fn volume_key(paper: &Paper) -> String {
    let stream: Vec<&str> = paper.key.split('/').take(2).collect();
    format!("{}/{}", stream.join("/"), paper.year)
}

/// Returns the requested sets of words, each with the number of its group.
fn word_sets(query: &str) -> Vec<(String, Vec<String>)> {
    let set = Regex::new(r#"ql:contains-word "([^"]*)".*?BIND\((\d+) AS"#).unwrap();
    set.captures_iter(query)
        .map(|found| {
            let words = found[1].split(' ').map(str::to_owned);
            (found[2].to_owned(), words.collect())
        })
        .collect()
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn record(key: &str) -> String {
    format!("https://dblp.org/rec/{key}")
}

fn pid(someone: &Someone) -> String {
    format!("https://dblp.org/pid/{}", someone.pid)
}

fn doi(doi: &str) -> String {
    format!("https://doi.org/{}", doi.to_uppercase())
}
