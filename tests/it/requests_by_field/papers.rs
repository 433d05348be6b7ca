//! The records of the labelled lists as papers of the stand-ins, each at the services that have works like it.

use std::collections::BTreeSet;

use bibsync::model::PersonName;
use serde_json::{Value, json};

use crate::{
    people::{Known, Labelled},
    support::{At, Paper},
};

/// DataCite's prefixes among the records.
const DATACITE: [&str; 5] = ["10.48550", "10.5281", "10.13140", "10.20347", "10.58144"];

/// The fields of study whose journals Europe PMC indexes. It has some of the journals of chemistry, too; here it has
/// none.
const OF_LIFE: [&str; 4] = ["medicine", "biology", "ecology", "psychology"];

/// The number of authors that lists of works at OpenAlex show.
const MOST_AUTHORS: usize = 100;

/// Returns all records of these lists, those near a listed work among them, each once.
pub(super) fn papers(lists: &[Labelled]) -> Vec<Paper> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for list in lists {
        let meant = list.works.iter().filter_map(|entry| entry.record.as_ref());
        let near = list.twins.iter().map(|twin| &twin.record);
        let known: Vec<&Known> = meant.chain(near).collect();
        let preprints = known.iter().filter_map(|known| preprint_of(known, list));
        for paper in known.iter().map(|known| paper(known, list)) {
            if seen.insert(handle(&paper)) {
                out.push(paper);
            }
        }
        for paper in preprints {
            if seen.insert(handle(&paper)) {
                out.push(paper);
            }
        }
    }
    out
}

fn handle(paper: &Paper) -> (String, String, String) {
    let isbn = paper.registered["ISBN"].to_string();
    if paper.class == "Informal" || !paper.doi.is_empty() {
        let arxiv = paper.arxiv.clone();
        let arxiv = if paper.class == "Informal" {
            arxiv
        } else {
            String::new()
        };
        return (paper.doi.clone(), arxiv, String::new());
    }
    (String::new(), String::new(), isbn)
}

fn arxiv_of(known: &Known) -> Option<String> {
    let doi = known.doi.as_deref()?.to_lowercase();
    doi.strip_prefix("10.48550/arxiv.").map(str::to_owned)
}

/// The manuscript of an article of which the lists know the arXiv id.
fn preprint_of(known: &Known, list: &Labelled) -> Option<Paper> {
    let arxiv = known.arxiv.clone().filter(|_| arxiv_of(known).is_none())?;
    Some(Paper {
        class: "Informal",
        doi: String::new(),
        arxiv,
        absent_from: absent_from(known, list, true),
        registered: Value::Null,
        ..paper(known, list)
    })
}

fn paper(known: &Known, list: &Labelled) -> Paper {
    let title = known.subtitle.as_ref().map_or_else(
        || known.title.clone(),
        |subtitle| format!("{}: {subtitle}", known.title),
    );
    let arxiv = arxiv_of(known);
    let mut authors: Vec<PersonName> = known
        .authors
        .iter()
        .map(|it| PersonName::parse(it))
        .collect();
    if known.more {
        authors.push(PersonName::parse(&list.name));
        let rest = authors.len()..MOST_AUTHORS;
        authors.extend(rest.map(|number| PersonName::parse(&format!("Coauthor{number}, Further"))));
    }
    let names = authors.iter().map(ToString::to_string).collect();
    let doi = known.doi.as_deref().unwrap_or_default().to_lowercase();
    Paper {
        class: class(known, arxiv.is_some()),
        title,
        authors: names,
        year: known
            .year
            .and_then(|year| u16::try_from(year).ok())
            .unwrap_or_default(),
        venue: known.container.clone().unwrap_or_default(),
        pages: known.pages.clone().unwrap_or_default(),
        publisher: known.publisher.clone().unwrap_or_default(),
        doi: if arxiv.is_some() { String::new() } else { doi },
        absent_from: absent_from(known, list, arxiv.is_some()),
        arxiv: arxiv.or_else(|| known.arxiv.clone()).unwrap_or_default(),
        registered: registered(known, &authors),
        ..Paper::default()
    }
}

fn class(known: &Known, is_at_arxiv: bool) -> &'static str {
    match known.r#type.as_deref() {
        _ if is_at_arxiv => "Informal",
        Some("book" | "edited-book" | "monograph") => "Book",
        Some("book-chapter") => "Chapter",
        Some("proceedings-article") => "Inproceedings",
        Some("posted-content") => "Preprint",
        Some("report") => "Report",
        _ => "Article",
    }
}

/// The services without this record.
fn absent_from(known: &Known, list: &Labelled, is_at_arxiv: bool) -> Vec<At> {
    let class = class(known, is_at_arxiv);
    let field = list.field.as_str();
    let doi = known.doi.as_deref().unwrap_or_default();
    let is_registered = !doi.is_empty() && !DATACITE.iter().any(|it| doi.starts_with(it));
    let is_of_life = OF_LIFE.contains(&field) && class == "Article" || doi.starts_with("10.1101/");
    let is_of_physics =
        field == "physics" && matches!(class, "Article" | "Inproceedings" | "Informal");
    let has = |at: &At| match at {
        At::Crossref => is_registered && !is_at_arxiv,
        At::EuropePmc => is_of_life,
        At::Inspire => is_of_physics,
        At::K10Plus => class == "Book",
        At::Arxiv | At::Datacite => is_at_arxiv,
        At::Dblp | At::Orcid => false,
        At::OpenAlex | At::Doi => true,
    };
    At::ALL.into_iter().filter(|at| !has(at)).collect()
}

/// What Crossref says of the work beside title, publisher and pages.
fn registered(known: &Known, authors: &[PersonName]) -> Value {
    let person = |name: &PersonName| {
        if name.organisation {
            json!({"name": name.family, "sequence": "additional"})
        } else {
            let family = format!("{} {}", name.particle, name.family);
            json!({"given": name.given, "family": family.trim(), "sequence": "additional"})
        }
    };
    let mut people: Vec<Value> = authors.iter().map(person).collect();
    if let Some(name) = &known.collaboration {
        people.push(json!({"name": name, "sequence": "additional"}));
    }
    let editors = known
        .editors
        .iter()
        .map(|name| person(&PersonName::parse(name)));
    let mut item = json!({
        "type": known.r#type.as_deref().unwrap_or("journal-article"),
        "title": [known.title],
        "author": people,
        "editor": editors.collect::<Vec<_>>(),
        "container-title": known.container.iter().collect::<Vec<_>>(),
        "short-container-title": known.container_short.iter().collect::<Vec<_>>(),
        "issued": {"date-parts": [[known.year]]},
    });
    for (name, value) in [
        ("volume", &known.volume),
        ("issue", &known.issue),
        ("article-number", &known.article_number),
        ("page", &known.pages),
    ] {
        if let Some(value) = value {
            item[name] = json!(value);
        }
    }
    if let Some(subtitle) = &known.subtitle {
        item["subtitle"] = json!([subtitle]);
    }
    if let Some(isbn) = &known.isbn {
        item["ISBN"] = json!([isbn]);
    }
    item
}
