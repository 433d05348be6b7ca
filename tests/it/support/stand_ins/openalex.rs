//! OpenAlex's `/works`: a filter of DOIs, a person's works, a search, one work.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{At, Paper, Question, Someone, europepmc::pmid, phrases::has_words, without_number};

/// The number of authors that lists of works show.
const MOST_AUTHORS: usize = 100;

pub(super) fn answer(
    question: &Question,
    papers: &[Paper],
    people: &[Someone],
) -> Option<ResponseTemplate> {
    let registered = || papers.iter().filter(|paper| !paper.doi.is_empty());
    if let Some(id) = question.path.strip_prefix("/works/") {
        let page =
            "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>";
        let (kind, id) = id.split_once(':')?;
        let found = registered().find(|paper| match kind {
            "doi" => paper.doi == id,
            _ => kind == "pmid" && is_indexed(paper) && pmid(paper) == id,
        });
        return Some(match found {
            Some(paper) => ResponseTemplate::new(200).set_body_json(work(paper, people)),
            None => ResponseTemplate::new(404).set_body_raw(page, "text/html"),
        });
    }
    if question.path != "/works" {
        return None;
    }
    let (kind, value) = question.pair("filter").split_once(':')?;
    let size: usize = question.pair("per-page").parse().ok()?;
    let mut found: Vec<Value> = registered()
        .filter(|paper| match kind {
            "doi" => value.split('|').any(|doi| doi == paper.doi),
            "author.orcid" => {
                let owner = people.iter().find(|it| it.orcid.as_deref() == Some(value));
                owner.is_some_and(|owner| paper.authors.contains(&owner.name))
            }
            "pmid" => is_indexed(paper) && value.split('|').any(|id| id == pmid(paper)),
            "title.search" => has_words(&paper.title, value),
            _ => false,
        })
        .map(|paper| work(paper, people))
        .collect();
    let count = found.len();
    found.truncate(size);
    let body = json!({"meta": {"count": count}, "results": found});
    Some(ResponseTemplate::new(200).set_body_json(body))
}

fn work(paper: &Paper, people: &[Someone]) -> Value {
    let author = |name: &String| {
        let owner = people.iter().find(|it| it.name == *name);
        json!({"raw_author_name": without_number(name),
            "author": {"orcid": owner.and_then(|it| it.orcid.clone())}})
    };
    let authors = paper.authors.iter().take(MOST_AUTHORS).map(author);
    let authors: Vec<Value> = authors.collect();
    let item = &paper.registered;
    let ids = if is_indexed(paper) {
        json!({"pmid": format!("https://pubmed.ncbi.nlm.nih.gov/{}", pmid(paper))})
    } else {
        json!({})
    };
    let (kind, type_crossref, source) = kind(paper);
    let pages = item["article-number"].as_str().unwrap_or(&paper.pages);
    let pages = pages.replace('–', "-");
    let (first, last) = pages.split_once('-').unwrap_or((&pages, &pages));
    json!({
        "id": format!("https://openalex.org/W{}", paper.title.len()),
        "doi": format!("https://doi.org/{}", paper.doi), "ids": ids,
        "display_name": paper.title, "type": kind, "type_crossref": type_crossref,
        "publication_year": paper.year, "publication_date": format!("{}-01-01", paper.year),
        "authorships": authors, "is_retracted": paper.withdrawn,
        "biblio": {"volume": item["volume"], "issue": item["issue"], "first_page": first,
            "last_page": last},
        "primary_location": {"source": {"display_name": paper.venue, "type": source,
            "host_organization_name": paper.publisher}},
    })
}

/// Whether PubMed has an article, so that it has a number there.
fn is_indexed(paper: &Paper) -> bool {
    paper.class == "Article" && !paper.absent_from.contains(&At::EuropePmc)
}

/// Returns the work's type, its type at Crossref and the type of its venue.
fn kind(paper: &Paper) -> (&'static str, &'static str, &'static str) {
    match paper.class {
        "Book" => ("book", "book", "ebook platform"),
        "Chapter" => ("book-chapter", "book-chapter", "book series"),
        "Inproceedings" => ("article", "proceedings-article", "conference"),
        "Informal" | "Preprint" => ("preprint", "posted-content", "repository"),
        "Report" => ("report", "report", "repository"),
        "Phdthesis" => ("dissertation", "dissertation", "repository"),
        _ => ("article", "journal-article", "journal"),
    }
}
