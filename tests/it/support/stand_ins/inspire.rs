//! INSPIRE's `/api/literature`: searches for identifiers and titles, and single records by DOI. Nobody has a page.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{
    Paper, Question, name_parts,
    phrases::{has_phrase, quoted, terms},
};

/// The largest page.
const PAGE: usize = 1000;

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    if let Some(doi) = question.path.strip_prefix("/api/doi/") {
        let found = papers.iter().find(|paper| paper.doi == doi);
        return Some(found.map_or_else(missing, |paper| {
            ResponseTemplate::new(200).set_body_json(hit(paper))
        }));
    }
    if question.path.starts_with("/api/orcid/") {
        return Some(missing());
    }
    let size: usize = question.pair("size").parse().ok()?;
    if question.path != "/api/literature" || size > PAGE {
        return None;
    }
    let terms = terms(question.pair("q"), " or ");
    let found: Vec<&Paper> = papers
        .iter()
        .filter(|paper| terms.iter().any(|term| is_found(paper, term)))
        .collect();
    let hits: Vec<Value> = found.iter().take(size).map(|paper| hit(paper)).collect();
    let body = json!({"hits": {"total": found.len(), "hits": hits}});
    Some(ResponseTemplate::new(200).set_body_json(body))
}

fn missing() -> ResponseTemplate {
    ResponseTemplate::new(404)
        .set_body_json(json!({"status": 404, "message": "PID does not exist."}))
}

fn is_found(paper: &Paper, term: &str) -> bool {
    let is = |sign: &str, own: &str| term.strip_prefix(sign).is_some_and(|it| it == own);
    let is_titled = quoted(term, "t ").is_some_and(|phrase| has_phrase(&paper.title, phrase));
    is_titled
        || is("doi:", &paper.doi)
        || is("arxiv:", &paper.arxiv)
        || is("recid:", &number(paper).to_string())
}

/// Returns a number that the title makes.
fn number(paper: &Paper) -> u64 {
    let bytes = paper.title.bytes().map(u64::from);
    bytes.fold(1, |number, byte| (number * 257 + byte) % 2_999_999)
}

fn hit(paper: &Paper) -> Value {
    let author = |name: &String| {
        let (given, family) = name_parts(name);
        json!({"full_name": format!("{family}, {given}")})
    };
    let authors: Vec<Value> = paper.authors.iter().map(author).collect();
    let item = &paper.registered;
    let eprint =
        (!paper.arxiv.is_empty()).then(|| json!({"value": paper.arxiv, "categories": ["hep-ex"]}));
    let names = item["author"].as_array().into_iter().flatten();
    let collaborations = names.filter_map(|it| it["name"].as_str());
    let collaborations = collaborations
        .map(|name| json!({"value": name.trim_end_matches(" Collaboration")}))
        .collect::<Vec<_>>();
    let short = item["short-container-title"][0].as_str();
    let journal = short.unwrap_or(&paper.venue).replace(". ", ".");
    let pages = paper.pages.replace('–', "-");
    let (first, last) = pages.split_once('-').unwrap_or((&pages, ""));
    let mut metadata = json!({
        "control_number": number(paper), "document_type": ["article"],
        "titles": [{"title": paper.title}], "authors": authors,
        "collaborations": collaborations, "arxiv_eprints": eprint.into_iter().collect::<Vec<_>>(),
        "preprint_date": format!("{}-01-01", paper.year),
    });
    if paper.class == "Inproceedings" {
        metadata["document_type"] = json!(["conference paper"]);
    }
    if paper.class != "Informal" {
        metadata["dois"] = json!([{"value": paper.doi}]);
        metadata["publication_info"] = json!([{"journal_title": journal, "year": paper.year,
            "journal_volume": item["volume"], "journal_issue": item["issue"],
            "artid": item["article-number"], "page_start": first, "page_end": last}]);
    }
    json!({"metadata": metadata})
}
