//! arXiv's `/api/query` for a list of ids.

use std::fmt::Write as _;

use wiremock::ResponseTemplate;

use super::{Paper, Question, without_number};

pub(super) fn answer(question: &Question, papers: &[Paper]) -> Option<ResponseTemplate> {
    if question.path != "/api/query" {
        return None;
    }
    let asked: Vec<&str> = question.pair("id_list").split(',').collect();
    let mut entries = String::new();
    let mut count = 0;
    let preprints = papers.iter().filter(|paper| paper.class == "Informal");
    for paper in preprints.filter(|paper| asked.contains(&paper.arxiv.as_str())) {
        count += 1;
        _ = write!(
            entries,
            "<entry><id>http://arxiv.org/abs/{}v2</id><title>{}</title>\
             <published>{}-02-06T18:59:59Z</published>",
            paper.arxiv, paper.title, paper.year
        );
        for name in &paper.authors {
            _ = write!(
                entries,
                "<author><name>{}</name></author>",
                without_number(name)
            );
        }
        if !paper.comment.is_empty() {
            _ = write!(
                entries,
                "<arxiv:comment xmlns:arxiv=\"http://arxiv.org/schemas/atom\">{}</arxiv:comment>",
                paper.comment
            );
        }
        entries.push_str(
            "<arxiv:primary_category xmlns:arxiv=\"http://arxiv.org/schemas/atom\" \
             term=\"cs.LG\"/></entry>",
        );
    }
    let feed = format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n\
         <feed xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\" \
         xmlns=\"http://www.w3.org/2005/Atom\"><title>arXiv Query</title>\
         <opensearch:totalResults>{count}</opensearch:totalResults>{entries}</feed>\n"
    );
    Some(ResponseTemplate::new(200).set_body_raw(feed, "application/atom+xml"))
}
