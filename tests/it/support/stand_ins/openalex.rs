//! OpenAlex's `/works`: a filter of DOIs, a person's works, a search, one work.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Paper, Question, Someone, without_number};

pub(super) fn answer(
    question: &Question,
    papers: &[Paper],
    people: &[Someone],
) -> Option<ResponseTemplate> {
    let registered = || papers.iter().filter(|paper| !paper.doi.is_empty());
    if let Some(doi) = question.path.strip_prefix("/works/doi:") {
        let page =
            "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>";
        return Some(match registered().find(|paper| paper.doi == doi) {
            Some(paper) => ResponseTemplate::new(200).set_body_json(work(paper, people)),
            None => ResponseTemplate::new(404).set_body_raw(page, "text/html"),
        });
    }
    if question.path != "/works" {
        return None;
    }
    let (kind, value) = question.pair("filter").split_once(':')?;
    let found: Vec<Value> = registered()
        .filter(|paper| match kind {
            "doi" => value.split('|').any(|doi| doi == paper.doi),
            "author.orcid" => {
                let owner = people.iter().find(|it| it.orcid.as_deref() == Some(value));
                owner.is_some_and(|owner| paper.authors.contains(&owner.name))
            }
            "title.search" => paper.title.to_lowercase().contains(value),
            _ => false,
        })
        .map(|paper| work(paper, people))
        .collect();
    let body = json!({"meta": {"count": found.len()}, "results": found});
    Some(ResponseTemplate::new(200).set_body_json(body))
}

fn work(paper: &Paper, people: &[Someone]) -> Value {
    let author = |name: &String| {
        let owner = people.iter().find(|it| it.name == *name);
        json!({"raw_author_name": without_number(name),
            "author": {"orcid": owner.and_then(|it| it.orcid.clone())}})
    };
    let authors: Vec<Value> = paper.authors.iter().map(author).collect();
    json!({
        "id": format!("https://openalex.org/W{}", paper.title.len()),
        "doi": format!("https://doi.org/{}", paper.doi), "ids": {},
        "display_name": paper.title, "type": "article", "type_crossref": "journal-article",
        "publication_year": paper.year, "publication_date": format!("{}-01-01", paper.year),
        "authorships": authors, "is_retracted": paper.withdrawn,
        "primary_location": {"source": {"display_name": paper.venue, "type": "journal"}},
    })
}
