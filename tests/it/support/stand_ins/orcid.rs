//! ORCID's record of a person, and their works by put-code: all papers that they signed. Each work has two
//! entries, of which the second is the one the person prefers.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Paper, Question, Someone, without_number};

pub(super) fn answer(
    question: &Question,
    papers: &[Paper],
    people: &[Someone],
) -> Option<ResponseTemplate> {
    let path = question.path.strip_prefix("/v3.0/")?;
    let (orcid, what) = path.split_once('/')?;
    let Some(owner) = people.iter().find(|it| it.orcid.as_deref() == Some(orcid)) else {
        return Some(
            ResponseTemplate::new(404).set_body_json(json!({"response-code": 404,
            "developer-message": "404 Not Found: ORCID iD not found", "error-code": 9016})),
        );
    };
    let own = || {
        let numbered = papers.iter().enumerate();
        numbered.filter(|(_, paper)| paper.authors.contains(&owner.name))
    };
    let body = if what == "record" {
        let groups: Vec<Value> = own()
            .map(|(at, _)| {
                json!({"work-summary": [
                    {"put-code": at + 1000, "display-index": "0"},
                    {"put-code": at, "display-index": "1", "last-modified-date": {"value": 5}}]})
            })
            .collect();
        json!({"person": {"name": {"credit-name": {"value": without_number(&owner.name)}}},
            "activities-summary": {"works": {"group": groups}}})
    } else {
        let codes = what.strip_prefix("works/")?.split(',');
        let codes: Vec<usize> = codes.map(|code| code.parse().unwrap()).collect();
        let works = own().filter(|(at, _)| codes.contains(at));
        let works: Vec<Value> = works
            .map(|(at, paper)| json!({"work": work(at, paper)}))
            .collect();
        json!({"bulk": works})
    };
    Some(ResponseTemplate::new(200).set_body_json(body))
}

fn work(code: usize, paper: &Paper) -> Value {
    let credit = |name: &String| json!({"credit-name": {"value": without_number(name)}});
    let ids: Vec<Value> = [paper.doi.as_str()]
        .into_iter()
        .filter(|doi| !doi.is_empty())
        .map(|doi| {
            json!({"external-id-type": "doi", "external-id-value": doi,
                "external-id-relationship": "self"})
        })
        .collect();
    json!({"put-code": code, "type": "journal-article", "title": {"title": {"value": paper.title}},
        "journal-title": {"value": paper.venue},
        "publication-date": {"year": {"value": paper.year.to_string()}},
        "external-ids": {"external-id": ids},
        "contributors": {"contributor": paper.authors.iter().map(credit).collect::<Vec<_>>()}})
}
