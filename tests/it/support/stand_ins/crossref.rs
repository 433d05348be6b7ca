//! Crossref's `/works`: a filter of DOIs, a search by title or author, one work.

use std::cmp::Reverse;

use bibsync::text::fold;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Paper, Question, without_number};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    let registered = papers.iter().filter(|paper| !paper.doi.is_empty());
    if let Some(doi) = question.path.strip_prefix("/works/") {
        let doi = doi.replace("%3C", "<").replace("%3E", ">");
        let Some(paper) = registered.clone().find(|paper| paper.doi == doi) else {
            return Some(ResponseTemplate::new(404).set_body_string("Resource not found."));
        };
        return Some(reply("work", &item(paper, papers)));
    }
    if question.path != "/works" {
        return None;
    }
    let rows: usize = question.pair("rows").parse().ok()?;
    let filter = question.pair("filter");
    let search = question.pair("query.bibliographic").to_lowercase();
    let author = question.pair("query.author");
    let mut found: Vec<&Paper> = if !author.is_empty() {
        by_author(author, registered)
    } else if filter.is_empty() {
        let words: Vec<&str> = search.split_whitespace().collect();
        let shared = |paper: &&Paper| {
            let text = format!("{} {}", paper.title, paper.authors.join(" ")).to_lowercase();
            words.iter().filter(|word| text.contains(**word)).count()
        };
        let mut all: Vec<&Paper> = registered.filter(|paper| shared(paper) > 0).collect();
        all.sort_by_key(|paper| Reverse(shared(paper)));
        all
    } else {
        let asked = |name: &'static str| {
            filter
                .split(',')
                .filter_map(move |it| it.strip_prefix(name))
        };
        // The order of a batch is arbitrary.
        registered
            .rev()
            .filter(|paper| asked("doi:").any(|doi| doi == paper.doi))
            .collect()
    };
    let total = if filter.is_empty() {
        12_345
    } else {
        found.len()
    };
    found.truncate(rows);
    let items = found.into_iter().map(|paper| item(paper, papers));
    let items: Vec<Value> = items.collect();
    Some(reply(
        "work-list",
        &json!({"total-results": total, "items": items}),
    ))
}

/// Returns the works with an author of this name, those that have all of its words first.
fn by_author<'a>(name: &str, papers: impl Iterator<Item = &'a Paper>) -> Vec<&'a Paper> {
    let words = fold::words(name);
    let shared = |author: &String| {
        let author = fold::words(author);
        words.iter().filter(|word| author.contains(word)).count()
    };
    let best = |paper: &&Paper| paper.authors.iter().map(shared).max().unwrap_or(0);
    let mut found: Vec<&Paper> = papers.filter(|paper| best(paper) > 0).collect();
    found.sort_by_key(|paper| Reverse(best(paper)));
    found
}

fn reply(class: &str, message: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "status": "ok",
        "message-type": class,
        "message-version": "1.0.0",
        "message": message,
    }))
}

/// Returns a work, with the notices that name it in their `update-to`.
fn item(paper: &Paper, papers: &[Paper]) -> Value {
    let class = match paper.class {
        "Inproceedings" => "proceedings-article",
        "Article" => "journal-article",
        "Book" => "book",
        "Phdthesis" => "dissertation",
        _ => "posted-content",
    };
    let container = if paper.volume.is_empty() {
        &paper.venue
    } else {
        &paper.volume
    };
    let mut item = json!({
        "DOI": paper.doi,
        "type": class,
        "title": [paper.title],
        "author": paper.authors.iter().map(|name| author(name)).collect::<Vec<_>>(),
        "container-title": [container],
        "issued": {"date-parts": [[paper.year, 10, 23]]},
        "page": paper.pages,
        "publisher": paper.publisher,
    });
    let updates = papers.iter().flat_map(|notice| {
        let of_notice = notice.registered["update-to"].as_array();
        let about = of_notice.into_iter().flatten();
        about
            .filter(|update| update["DOI"] == paper.doi.as_str())
            .map(|update| {
                let mut update = update.clone();
                update["DOI"] = json!(notice.doi);
                update
            })
    });
    let updates: Vec<Value> = updates.collect();
    if !updates.is_empty() {
        item["updated-by"] = json!(updates);
    }
    for (name, value) in paper.registered.as_object().into_iter().flatten() {
        item[name] = value.clone();
    }
    item
}

fn author(name: &str) -> Value {
    let name = without_number(name);
    let (given, family) = name.rsplit_once(' ').unwrap_or(("", name));
    json!({"given": given, "family": family, "sequence": "additional", "affiliation": []})
}
