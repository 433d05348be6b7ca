//! An answer of `/searchPOST`: `{"hitCount": 1, "resultList": {"result": [{…}]}}`. A value of the wrong
//! shape counts as missing, so that one odd value does not lose the article. What is stored of an article is
//! what is read here.

use serde::{Deserialize, Serialize};

use crate::{formats::lenient, http::BodyError};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    hit_count: usize,
    result_list: ResultList,
}

#[derive(Deserialize)]
struct ResultList {
    #[serde(deserialize_with = "lenient::list")]
    result: Vec<Article>,
}

/// An article or preprint.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Article {
    /// The collection: `MED` (PubMed), `PMC`, `PPR` (preprints), `AGR`, `PAT`, `ETH`, `NBK`, …
    pub(super) source: String,
    /// The identifier in its collection.
    #[serde(deserialize_with = "lenient::text")]
    pub(super) id: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) pmid: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) doi: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) title: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) author_list: AuthorList,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) journal_info: Option<JournalInfo>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) book_or_report_details: Option<BookOrReport>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) pub_year: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) page_info: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) first_publication_date: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) comment_correction_list: RelatedList,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct AuthorList {
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) author: Vec<Author>,
}

/// A person, or a group with a `collectiveName`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Author {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) collective_name: Option<String>,
    /// Family name and initials: `Doe JA`.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) full_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) first_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) last_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) initials: Option<String>,
    #[serde(default, rename = "authorId", deserialize_with = "lenient::value")]
    pub(super) id: Option<AuthorId>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct AuthorId {
    #[serde(default, rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) value: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JournalInfo {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) volume: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) issue: Option<String>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) year_of_publication: Option<i32>,
    /// From 1 to 12, and 0 if it is unknown.
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) month_of_publication: Option<u8>,
    #[serde(default, deserialize_with = "lenient::value")]
    pub(super) journal: Journal,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Journal {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) title: Option<String>,
    /// The National Library of Medicine's abbreviation, without periods: `N Engl J Med`.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) medline_abbreviation: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct BookOrReport {
    /// Of a preprint, its server: `bioRxiv`.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) publisher: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RelatedList {
    #[serde(default, deserialize_with = "lenient::list")]
    pub(super) comment_correction: Vec<Related>,
}

/// Another article that comments on this one, corrects it, or is another version of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Related {
    pub(super) source: String,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) id: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// `Link created based on a title-first author match`, of a link that Europe PMC guessed.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) note: Option<String>,
}

/// Returns the articles of an answer, and whether there are more than it holds.
pub(super) fn articles(body: &str) -> (Vec<Article>, bool) {
    match serde_json::from_str::<Answer>(body) {
        Ok(answer) => {
            let articles = answer.result_list.result;
            let is_cut = answer.hit_count > articles.len();
            (articles, is_cut)
        }
        Err(_) => (Vec::new(), true),
    }
}

/// Checks that a body is an answer to a search. A query that can't be read is answered with status 200,
/// too, and an `errMsg`.
pub(super) fn check(body: &str) -> Result<(), BodyError> {
    let Err(wrong) = serde_json::from_str::<Answer>(body) else {
        return Ok(());
    };
    if !wrong.is_data() {
        return Err(BodyError::Corrupt(wrong.to_string()));
    }
    let said = serde_json::from_str::<serde_json::Value>(body).ok();
    let said = said.and_then(|said| Some(said.get("errMsg")?.as_str()?.to_owned()));
    Err(BodyError::Unexpected(match said {
        Some(said) => format!("an error instead of results: {said}"),
        None => format!("not what a search answers: {wrong}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_errors_and_cut_texts() {
        let body = r#"{"hitCount":3,"resultList":{"result":[
            {"source":"MED","id":"1","title":7,"authorList":[]},{"id":"2"},{"source":"PPR","id":"PPR1"}]}}"#;
        assert_eq!(check(body), Ok(()));
        let (articles, is_cut) = articles(body);
        assert_eq!((articles.len(), is_cut), (2, true));
        assert_eq!(articles[0].title.as_deref(), Some("7"));
        let cut = &body[..40];
        assert!(matches!(check(cut), Err(BodyError::Corrupt(_))));
        let error = check(r#"{"errCode":404,"errMsg":"Invalid query"}"#).unwrap_err();
        assert_eq!(
            error,
            BodyError::Unexpected("an error instead of results: Invalid query".into())
        );
        assert!(matches!(check("{}"), Err(BodyError::Unexpected(_))));
    }
}
