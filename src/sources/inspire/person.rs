//! People's pages: which of a person's works are listed, and these in full.

use super::{
    lookup::Lookup,
    map,
    query::{self, RecordRef},
    wire::{self, Paper, Person},
};
use crate::{
    http::{ApiResponse, RequestError},
    model::{Orcid, Record},
    sources::{Basis, PersonPage, PersonQuery, Reply, TitleIndex, batches},
};

/// The most pages of a thousand outlines that are read.
pub(super) const MOST_PAGES: usize = 3;

/// Finds the pages of the people who have an ORCID iD.
pub(super) async fn by_person(lookup: &Lookup, people: &[PersonQuery]) -> Reply<PersonPage> {
    let mut reply = Reply::default();
    for (at, person) in people.iter().enumerate() {
        let Some(orcid) = &person.orcid else {
            continue;
        };
        match outlined(lookup, orcid).await {
            Ok(None) => {}
            Ok(Some((name, outlines))) => {
                let near = TitleIndex::of(person.titles.iter().map(String::as_str));
                let is_listed = |paper: &&Paper| {
                    let title = map::title(paper);
                    person.whole || title.is_some_and(|title| near.any(&title.text()))
                };
                let listed = outlines.iter().filter(is_listed);
                let listed = listed.map(|paper| RecordRef::Number(paper.control_number));
                let answer = lookup.records(listed.collect()).await;
                let records: Vec<Record> = answer.found.into_iter().map(|(_, it)| it).collect();
                reply.failures.extend(answer.failures);
                reply.found.push(PersonPage {
                    query: at,
                    pid: None,
                    name,
                    basis: Basis::Pinned,
                    records,
                });
            }
            Err(failed) => reply.failures.push(failed),
        }
        if reply.failures.iter().any(batches::is_over) {
            break;
        }
    }
    reply
}

/// Returns the name of a person, and the outlines of all works; `None` for one whom INSPIRE does not know.
async fn outlined(
    lookup: &Lookup,
    orcid: &Orcid,
) -> Result<Option<(String, Vec<Paper>)>, RequestError> {
    let (fetcher, base) = (&lookup.fetcher, &lookup.base);
    let answer = fetcher.request(&query::person(base, orcid)).await?;
    let person: Option<Person> = match &answer {
        ApiResponse::Body(body) => wire::record(body),
        ApiResponse::NotFound => None,
    };
    let Some(person) = person else {
        return Ok(None);
    };
    let Some(author) = person.search_name() else {
        return Ok(None);
    };
    let mut outlines = Vec::new();
    for page in 1..=MOST_PAGES {
        let ask = query::outlines(base, author, page);
        let ApiResponse::Body(body) = fetcher.request(&ask).await? else {
            break;
        };
        let (papers, total) = wire::papers(&body);
        let is_last = papers.is_empty() || total <= page * query::PAGE;
        outlines.extend(papers);
        if is_last {
            break;
        }
    }
    Ok(Some((person.name().to_owned(), outlines)))
}
