//! Europe PMC's `/searchPOST` for the journal articles and the preprints of the life sciences.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{
    Paper, Question, name_parts,
    phrases::{has_phrase, quoted, terms},
};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    if question.path != "/searchPOST" || question.pair("resultType") != "core" {
        return None;
    }
    let size: usize = question.pair("pageSize").parse().ok()?;
    let terms = terms(question.pair("query"), " OR ");
    let held = papers
        .iter()
        .filter(|paper| matches!(paper.class, "Article" | "Preprint"));
    let found: Vec<&Paper> = held
        .filter(|paper| terms.iter().any(|term| is_found(paper, term)))
        .collect();
    let results: Vec<Value> = found.iter().take(size).map(|paper| result(paper)).collect();
    let body =
        json!({"version": "6.9", "hitCount": found.len(), "resultList": {"result": results}});
    Some(ResponseTemplate::new(200).set_body_json(body))
}

fn is_found(paper: &Paper, term: &str) -> bool {
    if let Some(doi) = quoted(term, "DOI:") {
        return paper.doi.starts_with(doi);
    }
    if let Some(id) = term.split_once("EXT_ID:") {
        let id = id.1.split(' ').next();
        return id == Some(&pmid(paper));
    }
    let is_titled = quoted(term, "TITLE:").is_some_and(|phrase| has_phrase(&paper.title, phrase));
    let author = quoted(term, "AUTH:");
    is_titled && author.is_none_or(|name| paper.authors.iter().any(|it| has_phrase(it, name)))
}

/// Returns a number that the DOI makes.
pub(crate) fn pmid(paper: &Paper) -> String {
    let bytes = paper.doi.bytes().map(u64::from);
    let number = bytes.fold(7, |number, byte| (number * 257 + byte) % 9_999_991);
    (30_000_000 + number).to_string()
}

fn result(paper: &Paper) -> Value {
    let author = |name: &String| {
        let (given, family) = name_parts(name);
        let initials: String = given
            .split(' ')
            .filter_map(|it| it.chars().next())
            .collect();
        json!({"fullName": format!("{family} {initials}"), "firstName": given, "lastName": family,
            "initials": initials})
    };
    let authors: Vec<Value> = paper.authors.iter().map(author).collect();
    let item = &paper.registered;
    let short = item["short-container-title"][0].as_str();
    // The National Library of Medicine sets no periods.
    let short = short.map_or_else(|| paper.volume.clone(), |name| name.replace('.', ""));
    let pages = item["article-number"].as_str().unwrap_or(&paper.pages);
    let mut result = json!({
        "doi": paper.doi, "title": format!("{}.", paper.title), "authorList": {"author": authors},
        "pubYear": paper.year.to_string(),
    });
    if paper.class == "Preprint" {
        result["source"] = json!("PPR");
        result["id"] = json!(format!("PPR{}", pmid(paper)));
        result["bookOrReportDetails"] = json!({"publisher": paper.venue});
        return result;
    }
    result["source"] = json!("MED");
    result["id"] = json!(pmid(paper));
    result["pmid"] = json!(pmid(paper));
    result["journalInfo"] = json!({"volume": item.get("volume").unwrap_or(&json!("12")),
        "issue": item.get("issue").unwrap_or(&json!("3")), "yearOfPublication": paper.year,
        "monthOfPublication": 0, "journal": {"title": paper.venue, "medlineAbbreviation": short}});
    result["pageInfo"] = json!(pages);
    result
}
