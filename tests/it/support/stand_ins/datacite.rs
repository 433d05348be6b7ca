//! DataCite's `/dois` for one of arXiv's DOIs.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Paper, Question, without_number};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    let doi = question.path.strip_prefix("/dois/")?;
    let id = doi.strip_prefix("10.48550/arxiv.").unwrap_or_default();
    let Some(paper) = papers
        .iter()
        .find(|paper| paper.class == "Informal" && paper.arxiv == id)
    else {
        let body = json!({"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]});
        return Some(ResponseTemplate::new(404).set_body_json(body));
    };
    let creator = |name: &String| {
        let name = without_number(name);
        let (given, family) = name.rsplit_once(' ').unwrap_or(("", name));
        json!({"name": format!("{family}, {given}"), "nameType": "Personal",
            "givenName": given, "familyName": family, "nameIdentifiers": []})
    };
    let creators: Vec<Value> = paper.authors.iter().map(creator).collect();
    let attributes = json!({
        "doi": format!("10.48550/arxiv.{id}"),
        "titles": [{"title": paper.title}],
        "creators": creators,
        "publisher": "arXiv",
        "publicationYear": paper.year,
        "types": {"resourceTypeGeneral": "Preprint", "bibtex": "misc"},
        "dates": [{"date": format!("{}-02-06T18:59:59Z", paper.year), "dateType": "Submitted"}],
        "subjects": [{"subject": "Machine Learning (cs.LG)"}],
        "relatedIdentifiers": [],
        "container": {},
    });
    Some(ResponseTemplate::new(200).set_body_json(json!({"data": {"attributes": attributes}})))
}
