//! doi.org's `/api/handles` for the DOIs of papers and of arXiv's manuscripts.

use serde_json::json;
use wiremock::ResponseTemplate;

use super::{Paper, Question};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    let handle = question.path.strip_prefix("/api/handles/")?;
    let is_of = |paper: &Paper| {
        paper.doi.to_lowercase() == handle
            || !paper.arxiv.is_empty() && handle == format!("10.48550/arxiv.{}", paper.arxiv)
    };
    Some(if papers.iter().any(is_of) {
        let value = json!({"index": 1, "type": "URL", "data": {"format": "string", "value": "https://paper.example"}});
        ResponseTemplate::new(200)
            .set_body_json(json!({"responseCode": 1, "handle": handle, "values": [value]}))
    } else {
        ResponseTemplate::new(404).set_body_json(json!({"responseCode": 100, "handle": handle}))
    })
}
