//! Finds people's pages, and fetches the records with titles similar to listed ones.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    details,
    endpoint::{Asked, Endpoint, QuestionKind},
    query::{self, PageLookup},
    terms::{key_of, orcid_iri, person_iri, pid_of, words},
    wire::Row,
};
use crate::{
    model::{DblpKey, DblpPid, Orcid, PersonName, Record},
    sources::{Basis, PersonPage, PersonQuery, Price, Reply, batches, title_index::TitleIndex},
    text::{fold, names},
};

/// The number of people in one query.
const LOOKUPS: usize = 10;

/// The number of records that a query for titles may return according to the counts.
const RECORDS: usize = 3000;

/// The number of records that a page is assumed to have when they could not be counted.
const UNCOUNTED: usize = 300;

/// The number of namesakes that are kept, those with most records first.
const NAMESAKES: usize = 12;

/// Returns the price of the pages of so many people, with so many wanted records on them.
pub(super) fn price(people: usize, records: usize) -> Price {
    let pages = people.div_ceil(LOOKUPS);
    // Returns the titles on each page.
    Price {
        least: 2 * pages
            + if people > 0 {
                details::requests(records)
            } else {
                0
            },
        most: pages
            + people
            + if people > 0 {
                details::requests(records)
            } else {
                0
            },
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct PageSummary {
    pid: DblpPid,
    name: String,
    records: usize,
    orcid: Option<Orcid>,
}

/// The stored answer to one look-up.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct StoredPages {
    /// The date of the data, if the answer reported it.
    as_of: Option<Timestamp>,
    pages: Vec<PageSummary>,
}

/// A page that answers a query.
struct ChosenPage<'a> {
    query: usize,
    pid: DblpPid,
    name: &'a str,
    basis: Basis,
}

pub(super) async fn by_person(sparql: &Endpoint, people: &[PersonQuery]) -> Reply<PersonPage> {
    let mut reply = Reply::default();
    let lookups: Vec<Vec<PageLookup>> = people.iter().map(lookups_for).collect();
    let answered = look(sparql, lookups.iter().flatten()).await;
    let mut seen: BTreeMap<String, Vec<PageSummary>> = reply.absorb(answered).into_iter().collect();
    // The pages of each person are those that the look-ups for that person find.
    let mut pages: Vec<Vec<PageSummary>> = lookups
        .iter()
        .map(|lookups| found_by(lookups, &seen))
        .collect();
    if reply.failures.is_empty() {
        let instead: Vec<Vec<PageLookup>> = people
            .iter()
            .zip(&pages)
            .map(|(person, pages)| lookups_instead(person, pages))
            .collect();
        let answered = look(sparql, instead.iter().flatten()).await;
        seen.extend(reply.absorb(answered));
        for (pages, lookups) in pages.iter_mut().zip(&instead) {
            pages.extend(found_by(lookups, &seen));
        }
    }
    if reply.failures.iter().any(batches::is_over) {
        return reply;
    }
    if !reply.failures.is_empty() {
        for (person, pages) in people.iter().zip(&mut pages) {
            pages.extend(person.pid.clone().map(|pid| PageSummary {
                pid,
                name: person.names.first().cloned().unwrap_or_default(),
                records: UNCOUNTED,
                orcid: None,
            }));
        }
    }
    let choices = choose(people, &pages);
    let counts: BTreeMap<&DblpPid, usize> = pages
        .iter()
        .flatten()
        .rev()
        .map(|page| (&page.pid, page.records))
        .collect();
    let pids: BTreeSet<&DblpPid> = choices.iter().map(|choice| &choice.pid).collect();
    let count = |pid: &DblpPid| counts.get(pid).copied().unwrap_or(UNCOUNTED);
    let answered = titles_of(sparql, pids.into_iter().cloned(), count).await;
    let titles: BTreeMap<DblpPid, Vec<(DblpKey, String)>> =
        reply.absorb(answered).into_iter().collect();
    let nears: Vec<TitleIndex<'_>> = people
        .iter()
        .map(|person| TitleIndex::of(person.titles.iter().map(String::as_str)))
        .collect();
    let wanted: Vec<Option<BTreeSet<DblpKey>>> = choices
        .iter()
        .map(|choice| {
            let titles = titles.get(&choice.pid)?;
            let near = |(key, title): &(DblpKey, String)| {
                let wanted = people[choice.query].whole || nears[choice.query].any(title);
                wanted.then(|| key.clone())
            };
            Some(titles.iter().filter_map(near).collect())
        })
        .collect();
    let keys: BTreeSet<DblpKey> = wanted.iter().flatten().flatten().cloned().collect();
    let mut records: BTreeMap<DblpKey, Record> = BTreeMap::new();
    if !reply.failures.iter().any(batches::is_over) {
        let answered = details::by_keys(sparql, keys).await;
        for record in reply.absorb(answered) {
            if let Some(key) = record.meta.ids.dblp.clone() {
                records.insert(key, record);
            }
        }
    }
    reply.found = choices
        .into_iter()
        .zip(wanted)
        .filter_map(|(choice, keys)| {
            let keys = keys?;
            let page = PersonPage {
                query: choice.query,
                pid: Some(choice.pid),
                name: choice.name.to_owned(),
                basis: choice.basis,
                records: keys
                    .iter()
                    .filter_map(|key| records.get(key).cloned())
                    .collect(),
            };
            (page.basis == Basis::Pinned || !page.records.is_empty()).then_some(page)
        })
        .collect();
    reply
}

/// Returns the pages that each look-up finds, under its key.
async fn look<'a>(
    sparql: &'a Endpoint,
    lookups: impl Iterator<Item = &'a PageLookup>,
) -> Reply<(String, Vec<PageSummary>)> {
    let lookups: BTreeMap<String, &PageLookup> = lookups.map(|look| (look.key(), look)).collect();
    let key = |(key, _): &(String, &PageLookup)| key.clone();
    let ask = |lookups: Vec<(String, &'a PageLookup)>| -> Asked<'a, _, StoredPages> {
        Box::pin(async move { ask_pages(sparql, &lookups).await })
    };
    let mut answered = sparql
        .answered(QuestionKind::Pages, lookups, key, ask)
        .await;
    let mut reply = Reply::default();
    for ((key, _), seen) in std::mem::take(&mut answered.found) {
        sparql.note_date(seen.as_of);
        reply.found.push((key, seen.pages));
    }
    reply.failures = answered.failures;
    reply
}

async fn ask_pages<'a>(
    sparql: &Endpoint,
    lookups: &[(String, &'a PageLookup)],
) -> Reply<((String, &'a PageLookup), StoredPages)> {
    batches::in_turn(batches::of(lookups, LOOKUPS), |batch| {
        Box::pin(async move {
            let lookups: Vec<&PageLookup> = batch.iter().map(|(_, look)| *look).collect();
            let (rows, as_of) = sparql.dated_rows(query::pages(&lookups)).await?;
            let mut found = Vec::new();
            for (at, (key, look)) in batch.iter().enumerate() {
                let own = rows.iter().filter(|row| answers(row, at, look));
                let pages: Vec<PageSummary> = own.filter_map(page).collect();
                let seen = StoredPages { as_of, pages };
                sparql.keep(QuestionKind::Pages, key, Some(&seen));
                found.push(((key.clone(), *look), seen));
            }
            Ok(found)
        })
    })
    .await
}

/// Whether a row belongs to the answer to the look-up of that number.
fn answers(row: &Row, number: usize, look: &PageLookup) -> bool {
    let says = |variable: &str, iri: &str| row.get(variable) == Some(iri.trim_matches(['<', '>']));
    match (look, row.get("of")) {
        (PageLookup::Pid(pid), None) => {
            row.get("orcid").is_none() && says("person", &person_iri(pid))
        }
        (PageLookup::Orcid(orcid), None) => says("orcid", &orcid_iri(orcid)),
        (PageLookup::Words(_), Some(of)) => of == number.to_string(),
        _ => false,
    }
}

fn found_by(lookups: &[PageLookup], seen: &BTreeMap<String, Vec<PageSummary>>) -> Vec<PageSummary> {
    let pages = lookups.iter().filter_map(|look| seen.get(&look.key()));
    pages.flatten().cloned().collect()
}

/// The titles on each page.
async fn titles_of(
    sparql: &Endpoint,
    pids: impl Iterator<Item = DblpPid>,
    count: impl Fn(&DblpPid) -> usize + Sync,
) -> Reply<(DblpPid, Vec<(DblpKey, String)>)> {
    let ask = |pids: Vec<DblpPid>| -> Asked<'_, DblpPid, Vec<(DblpKey, String)>> {
        let count = &count;
        Box::pin(async move { ask_titles_of(sparql, &pids, count).await })
    };
    sparql
        .answered(QuestionKind::TitlesOf, pids, DblpPid::to_string, ask)
        .await
}

async fn ask_titles_of(
    sparql: &Endpoint,
    pids: &[DblpPid],
    count: impl Fn(&DblpPid) -> usize,
) -> Reply<(DblpPid, Vec<(DblpKey, String)>)> {
    batches::in_turn(batches::weighing(pids, RECORDS, count), |batch| {
        Box::pin(async move {
            let mut titles: BTreeMap<DblpPid, Vec<(DblpKey, String)>> =
                batch.iter().map(|pid| (pid.clone(), Vec::new())).collect();
            for row in sparql.rows(query::titles_of(batch)).await? {
                if let Some((pid, title)) = title_on_page(&row)
                    && let Some(titles) = titles.get_mut(&pid)
                {
                    titles.push(title);
                }
            }
            for (pid, titles) in &titles {
                let answer = (!titles.is_empty()).then_some(titles);
                sparql.keep(QuestionKind::TitlesOf, pid.as_str(), answer);
            }
            Ok(titles.into_iter().collect())
        })
    })
    .await
}

/// Returns the names to look up for someone whose pinned page is of no single person: DBLP does not
/// have it, or it only disambiguates people of one name.
fn lookups_instead(person: &PersonQuery, pages: &[PageSummary]) -> Vec<PageLookup> {
    let Some(pid) = &person.pid else {
        return Vec::new();
    };
    if pages.iter().any(|page| page.pid == *pid) {
        return Vec::new();
    }
    tracing::warn!(
        "DBLP's page {pid} is no person's: it is unknown, or it only parts people of one name; the person is looked for by name"
    );
    lookups_for(&PersonQuery {
        pid: None,
        ..person.clone()
    })
}

/// Returns the look-ups that find the page of a person. A name is looked up together with an ORCID
/// iD, since DBLP may not have the iD, and a second request would cost more.
fn lookups_for(person: &PersonQuery) -> Vec<PageLookup> {
    if let Some(pid) = &person.pid {
        return vec![PageLookup::Pid(pid.clone())];
    }
    let orcid = person.orcid.iter().cloned().map(PageLookup::Orcid);
    let names = person.names.iter().map(|name| asked_words(name));
    let names = names
        .filter(|words| !words.is_empty())
        .map(PageLookup::Words);
    orcid.chain(names).collect()
}

/// The words of a name that its page will have as well. Initials are omitted, since `JYB` may be
/// there as `Jack Y. B.`, unless nothing else would be left.
fn asked_words(name: &str) -> Vec<String> {
    let bare = String::from(PersonName::parse(name)).replace(['{', '}'], "");
    let is_initials = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters < 2
            || letters < 4 && word.contains('.')
            || letters == 2 && word.chars().all(char::is_uppercase)
    };
    let long: Vec<&str> = bare
        .split_whitespace()
        .map(|word| word.trim_matches(','))
        .filter(|word| !is_initials(word))
        .collect();
    let mut all = if long.len() > 1 {
        words(&long.join(" "))
    } else {
        words(&bare)
    };
    all.sort();
    all.dedup();
    all
}

fn page(row: &Row) -> Option<PageSummary> {
    Some(PageSummary {
        pid: pid_of(row.get("person")?)?,
        name: row.get("name")?.to_owned(),
        records: row
            .get("n")
            .and_then(|n| n.parse().ok())
            .unwrap_or(UNCOUNTED),
        orcid: row.get("orcid").and_then(|orcid| Orcid::parse(orcid).ok()),
    })
}

fn title_on_page(row: &Row) -> Option<(DblpPid, (DblpKey, String))> {
    let key = key_of(row.get("pub")?)?;
    Some((
        pid_of(row.get("person")?)?,
        (key, row.get("title")?.to_owned()),
    ))
}

fn choose<'a>(people: &[PersonQuery], pages: &'a [Vec<PageSummary>]) -> Vec<ChosenPage<'a>> {
    let mut choices = Vec::new();
    for (query, (person, pages)) in people.iter().zip(pages).enumerate() {
        let pinned = pages.iter().filter(|page| match &person.pid {
            Some(pid) => page.pid == *pid,
            None => person.orcid.is_some() && page.orcid == person.orcid,
        });
        let mut own: Vec<(&PageSummary, Basis)> =
            pinned.map(|page| (page, Basis::Pinned)).collect();
        if own.is_empty() {
            let named = person.names.iter().flat_map(|name| namesakes(name, pages));
            own = named.map(|page| (page, Basis::Name)).collect();
        }
        let mut seen = BTreeSet::new();
        for (page, basis) in own {
            if seen.insert(&page.pid) {
                choices.push(ChosenPage {
                    query,
                    pid: page.pid.clone(),
                    name: &page.name,
                    basis,
                });
            }
        }
    }
    choices
}

/// The pages of this name, most records first; only when there are none, those whose name agrees
/// but for initials and middle names.
fn namesakes<'a>(name: &str, pages: &'a [PageSummary]) -> Vec<&'a PageSummary> {
    let asked = PersonName::parse(name);
    let folded = fold::fold_without_blanks(&asked.to_string());
    let mut same: Vec<&PageSummary> = pages
        .iter()
        .filter(|page| {
            fold::fold_without_blanks(&PersonName::parse(&page.name).to_string()) == folded
        })
        .collect();
    if same.is_empty() {
        same = pages
            .iter()
            .filter(|page| names::likeness(&asked, &PersonName::parse(&page.name)) >= 0.95)
            .collect();
    }
    same.sort_by(|a, b| b.records.cmp(&a.records).then_with(|| a.pid.cmp(&b.pid)));
    same.dedup_by(|a, b| a.pid == b.pid);
    same.truncate(NAMESAKES);
    same
}
