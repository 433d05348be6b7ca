//! The searches, in CQL with the indexes of K10plus: `isb` for ISBNs, `tit` for words of titles, `per` for
//! people in any role.

use std::time::Duration;

use url::Url;

use super::{service::SERVICE, wire};
use crate::{
    http::{Accept, ApiRequest, CachePolicy, ItemCache, RequestKind, Revalidation},
    model::{Isbn, PersonName},
    sources::TitleQuery,
    text::fold,
};

/// The number of ISBNs in a search: each is asked for with ten digits and with thirteen, and searches with
/// fifty numbers are known to be answered.
pub(super) const ISBNS: usize = 20;

/// The number of titles in a search. Each may find every edition of a book.
pub(super) const TITLES: usize = 5;

/// The number of records in an answer; larger answers are known to be cut.
const MOST: &str = "100";

/// The number of words of a title that are searched for.
const WORDS: usize = 6;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Books by their ISBN.
pub(super) static NUMBERED: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "k10plus-isbn-v1",
        found: DAY.saturating_mul(30),
        absent: DAY.saturating_mul(7),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// Books by a title and a person.
pub(super) static TITLED: ItemCache = ItemCache {
    service: SERVICE,
    caching: CachePolicy {
        bucket: "k10plus-titles-v1",
        found: DAY.saturating_mul(30),
        absent: DAY.saturating_mul(7),
    },
    is_empty: |_| false,
    revalidation: Revalidation::None,
};

/// An answer to many questions itself is not stored, but each of its parts is.
const UNSTORED: CachePolicy = CachePolicy {
    bucket: "k10plus-batch-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// Returns the part of a search that finds an ISBN.
pub(super) fn isbn_term(isbn: &Isbn) -> String {
    let ten = isbn.ten().map(|ten| format!(" or pica.isb={ten}"));
    format!("pica.isb={}{}", isbn.thirteen(), ten.unwrap_or_default())
}

/// Returns the part of a search that finds a title by a person; `None` without one, since a title alone
/// finds too much.
pub(super) fn title_term(query: &TitleQuery) -> Option<String> {
    let listed = query.authors.first().cloned();
    let name = listed.or_else(|| query.person.as_deref().map(PersonName::parse))?;
    let family = words(&name.family);
    let family = family.into_iter().max_by_key(|word| word.chars().count())?;
    let mut parts: Vec<String> = title_words(&query.title)
        .iter()
        .map(|word| format!("pica.tit=\"{word}\""))
        .collect();
    if parts.is_empty() {
        return None;
    }
    parts.push(format!("pica.per=\"{family}\""));
    Some(format!("({})", parts.join(" and ")))
}

/// Returns the request for the records that any of these terms finds.
pub(super) fn search(base: &Url, terms: &[String]) -> ApiRequest {
    let mut url = base.clone();
    url.query_pairs_mut()
        .append_pair("version", "1.1")
        .append_pair("operation", "searchRetrieve")
        .append_pair("query", &terms.join(" or "))
        .append_pair("maximumRecords", MOST)
        .append_pair("recordSchema", "marcxml");
    ApiRequest {
        accept: Accept::Xml,
        ..ApiRequest::json(SERVICE, RequestKind::List, url, UNSTORED, wire::check)
    }
}

/// Returns the telling words of a title without its subtitle, which catalogues shorten or leave out.
fn title_words(title: &str) -> Vec<String> {
    let head = title.split([':', '?', '!', '—']).next().unwrap_or_default();
    let head = head.split(". ").next().unwrap_or_default();
    let telling = |text: &str| {
        let mut words = words(text);
        words.retain(|word| word.chars().count() > 3 && !fold::is_stop_word(&fold::fold(word)));
        words
    };
    let mut found = telling(head);
    if found.len() < 2 {
        found = telling(title);
    }
    if found.is_empty() {
        found = words(title);
    }
    found.truncate(WORDS);
    found
}

/// Returns the words of a text with their accents, which the catalogue's indexes know.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(title: &str, author: &str) -> TitleQuery {
        TitleQuery {
            title: title.to_owned(),
            authors: vec![PersonName::parse(author)],
            ..TitleQuery::default()
        }
    }

    #[test]
    fn isbns_are_asked_for_in_both_lengths() {
        let base = Url::parse("https://sru.example/opac").unwrap();
        let isbn = Isbn::parse("3-406-56844-0").unwrap();
        let ask = search(&base, &[isbn_term(&isbn)]);
        assert_eq!(
            ask.url.as_str(),
            "https://sru.example/opac?version=1.1&operation=searchRetrieve&\
             query=pica.isb%3D9783406568442+or+pica.isb%3D3406568440&maximumRecords=100&recordSchema=marcxml"
        );
        let new = Isbn::parse("979-10-97554-06-4").unwrap();
        assert_eq!(isbn_term(&new), "pica.isb=9791097554064");
    }

    #[test]
    fn titles_are_searched_for_by_words_and_a_person() {
        let term = |title: &str, author: &str| title_term(&query(title, author));
        assert_eq!(
            term(
                "Das kulturelle Gedächtnis: Schrift und Erinnerung",
                "Jan Assmann"
            )
            .as_deref(),
            Some("(pica.tit=\"kulturelle\" and pica.tit=\"gedächtnis\" and pica.per=\"assmann\")")
        );
        assert_eq!(
            term("Homo sacer", "Giorgio Agamben").as_deref(),
            Some("(pica.tit=\"homo\" and pica.tit=\"sacer\" and pica.per=\"agamben\")")
        );
        assert_eq!(
            term("S/Z", "Roland Barthes").as_deref(),
            Some("(pica.tit=\"s\" and pica.tit=\"z\" and pica.per=\"barthes\")")
        );
        let mut nobody = query("Das kulturelle Gedächtnis", "x");
        nobody.authors.clear();
        assert_eq!(title_term(&nobody), None);
        nobody.person = Some("Aleida Assmann".to_owned());
        assert!(
            title_term(&nobody)
                .unwrap()
                .contains("pica.per=\"assmann\"")
        );
        assert_eq!(
            term("\" or pica.all=x", "A \" B")
                .unwrap()
                .matches('"')
                .count(),
            4
        );
    }
}
