//! Europe PMC's `/searchPOST` for the journal articles.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Paper, Question, without_number};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    if question.path != "/searchPOST" || question.pair("resultType") != "core" {
        return None;
    }
    let query = question.pair("query").to_lowercase();
    let articles = papers.iter().filter(|paper| paper.class == "Article");
    let found = articles.filter(|paper| {
        let title = paper.title.to_lowercase();
        query.contains(&format!("doi:\"{}\"", paper.doi))
            || query.contains(&format!("title:\"{title}\""))
            || query.contains(&format!("ext_id:{} ", pmid(paper)))
    });
    let results: Vec<Value> = found.map(result).collect();
    let body =
        json!({"version": "6.9", "hitCount": results.len(), "resultList": {"result": results}});
    Some(ResponseTemplate::new(200).set_body_json(body))
}

/// Returns a number that the digits of the DOI make.
pub(crate) fn pmid(paper: &Paper) -> String {
    let digits = paper.doi.chars().filter(char::is_ascii_digit);
    let digits: String = digits.skip(4).take(8).collect();
    format!("3{digits}")
}

fn result(paper: &Paper) -> Value {
    let author = |name: &String| {
        let name = without_number(name);
        let (given, family) = name.rsplit_once(' ').unwrap_or(("", name));
        json!({"fullName": family, "firstName": given, "lastName": family})
    };
    let authors: Vec<Value> = paper.authors.iter().map(author).collect();
    json!({
        "source": "MED", "id": pmid(paper), "pmid": pmid(paper), "doi": paper.doi,
        "title": format!("{}.", paper.title),
        "authorList": {"author": authors},
        "journalInfo": {"volume": "12", "issue": "3", "yearOfPublication": paper.year,
            "monthOfPublication": 0, "journal": {"title": paper.venue,
            "medlineAbbreviation": paper.volume}},
        "pageInfo": paper.pages,
    })
}
