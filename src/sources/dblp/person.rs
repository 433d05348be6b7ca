//! People's pages: who they are, which of their titles come near a listed one, and those in full.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    details,
    endpoint::Endpoint,
    query::{self, Look},
    terms::{key_of, pid_of, words},
    wire::Row,
};
use crate::{
    model::{DblpKey, DblpPid, Orcid, PersonName, Record},
    sources::{Basis, PersonPage, PersonQuery, Price, Reply, batches, near::Near},
    text::{fold, names},
};

/// How many people are looked for in one query.
const LOOKS: usize = 10;

/// How many records a query for titles may bring by what the counts tell.
const RECORDS: usize = 3000;

/// How many records a page is taken to have when they could not be counted.
const UNCOUNTED: usize = 300;

/// How many namesakes are kept, those with most records first.
const NAMESAKES: usize = 12;

/// What so many people's pages cost, which may hold so many records that are wanted.
pub(super) fn price(people: usize, records: usize) -> Price {
    let pages = people.div_ceil(LOOKS);
    // Which titles are on them is asked in one query, unless they are long.
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

struct Page {
    pid: DblpPid,
    name: String,
    records: usize,
    orcid: Option<Orcid>,
}

/// A page that answers a query.
struct Choice<'a> {
    query: usize,
    pid: DblpPid,
    name: &'a str,
    basis: Basis,
}

pub(super) async fn by_person(sparql: &Endpoint, people: &[PersonQuery]) -> Reply<PersonPage> {
    let mut reply = Reply::default();
    let answered = look(sparql, &looks_for(people)).await;
    let mut pages = reply.absorb(answered);
    if reply.failures.is_empty() {
        let answered = look(sparql, &looks_instead(people, &pages)).await;
        pages.extend(reply.absorb(answered));
    }
    if reply.failures.iter().any(batches::is_over) {
        return reply;
    }
    if !reply.failures.is_empty() {
        pages.extend(people.iter().filter_map(|person| {
            Some(Page {
                pid: person.pid.clone()?,
                name: person.names.first().cloned().unwrap_or_default(),
                records: UNCOUNTED,
                orcid: None,
            })
        }));
    }
    let choices = choose(people, &pages);
    let counts: BTreeMap<&DblpPid, usize> = pages
        .iter()
        .rev()
        .map(|page| (&page.pid, page.records))
        .collect();
    let pids: BTreeSet<&DblpPid> = choices.iter().map(|choice| &choice.pid).collect();
    let pids: Vec<DblpPid> = pids.into_iter().cloned().collect();
    let count = |pid: &DblpPid| counts.get(pid).copied().unwrap_or(UNCOUNTED);
    let answered = batches::in_turn(batches::weighing(&pids, RECORDS, count), |batch| {
        Box::pin(async move {
            let rows = sparql.rows(query::titles_of(batch)).await?;
            let mut titles: BTreeMap<DblpPid, Vec<(DblpKey, String)>> =
                batch.iter().map(|pid| (pid.clone(), Vec::new())).collect();
            for row in &rows {
                if let Some((pid, title)) = title_on_page(row) {
                    titles.entry(pid).or_default().push(title);
                }
            }
            Ok(titles.into_iter().collect())
        })
    })
    .await;
    let titles: BTreeMap<DblpPid, Vec<(DblpKey, String)>> =
        reply.absorb(answered).into_iter().collect();
    let nears: Vec<Near<'_>> = people
        .iter()
        .map(|person| Near::of(person.titles.iter().map(String::as_str)))
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
                pid: choice.pid,
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

async fn look(sparql: &Endpoint, looks: &[Look]) -> Reply<Page> {
    batches::in_turn(batches::of(looks, LOOKS), |batch| {
        Box::pin(async move {
            let rows = sparql.rows_beside_one(query::pages(batch)).await?;
            Ok(rows.iter().filter_map(page).collect())
        })
    })
    .await
}

/// The names to be asked for after all, of people whose pinned page is no person's: DBLP does not
/// know it, or it only parts several people of one name.
fn looks_instead(people: &[PersonQuery], pages: &[Page]) -> Vec<Look> {
    let mut by_name = Vec::new();
    for person in people {
        let Some(pid) = &person.pid else { continue };
        if !pages.iter().any(|page| page.pid == *pid) {
            tracing::warn!(
                "DBLP's page {pid} is no person's: it is unknown, or it only parts people of one name; the person is looked for by name"
            );
            by_name.push(PersonQuery {
                pid: None,
                ..person.clone()
            });
        }
    }
    looks_for(&by_name)
}

/// What is asked to find the pages, each thing once. A name is asked for beside an ORCID iD too,
/// since DBLP may not have the iD, and a second request would cost more.
fn looks_for(people: &[PersonQuery]) -> Vec<Look> {
    let mut looks = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for person in people {
        if let Some(pid) = &person.pid {
            if seen.insert(format!("pid {pid}")) {
                looks.push(Look::Pid(pid.clone()));
            }
            continue;
        }
        if let Some(orcid) = &person.orcid
            && seen.insert(format!("orcid {orcid}"))
        {
            looks.push(Look::Orcid(orcid.clone()));
        }
        for name in &person.names {
            let words = asked_words(name);
            if !words.is_empty() && seen.insert(words.join(" ")) {
                looks.push(Look::Words(words));
            }
        }
    }
    looks
}

/// The words of a name that its page will have as well: initials are left away, for `JYB` may
/// stand there as `Jack Y. B.`, unless nothing else would be left.
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

fn page(row: &Row) -> Option<Page> {
    Some(Page {
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

fn choose<'a>(people: &[PersonQuery], pages: &'a [Page]) -> Vec<Choice<'a>> {
    let mut choices = Vec::new();
    for (query, person) in people.iter().enumerate() {
        let pinned = pages.iter().filter(|page| match &person.pid {
            Some(pid) => page.pid == *pid,
            None => person.orcid.is_some() && page.orcid == person.orcid,
        });
        let mut own: Vec<(&Page, Basis)> = pinned.map(|page| (page, Basis::Pinned)).collect();
        if own.is_empty() {
            let named = person.names.iter().flat_map(|name| namesakes(name, pages));
            own = named.map(|page| (page, Basis::Name)).collect();
        }
        let mut seen = BTreeSet::new();
        for (page, basis) in own {
            if seen.insert(&page.pid) {
                choices.push(Choice {
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

/// The pages of this name, most records first. Only when there are none, those whose name agrees
/// but for initials and middle names.
fn namesakes<'a>(name: &str, pages: &'a [Page]) -> Vec<&'a Page> {
    let asked = PersonName::parse(name);
    let folded = fold::squeeze(&asked.to_string());
    let mut same: Vec<&Page> = pages
        .iter()
        .filter(|page| fold::squeeze(&PersonName::parse(&page.name).to_string()) == folded)
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
