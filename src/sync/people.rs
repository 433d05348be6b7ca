//! Whose page is whose.

use std::collections::{BTreeMap, BTreeSet};

use super::{event::Phase, gather::Gatherer};
use crate::{
    matching::bears_name,
    model::{DblpPid, SourceName, Verdict},
    sources::{Basis, PersonPage, PersonQuery},
    text::fold::{is_stop_word, squeeze, words},
};

/// A person found by name is believed from this many listed titles on their page on
/// (one may be a namesake's chance hit).
const BELIEVED: usize = 2;

impl Gatherer<'_> {
    /// The pages of everyone in whose list something is still open, in one go.
    pub(super) async fn people(&mut self, name: SourceName) {
        let Some(source) = self.source(name) else {
            return;
        };
        let open: BTreeSet<usize> = self.open().iter().map(|at| self.wanted[*at].list).collect();
        let mut queries = Vec::new();
        let mut lists = Vec::new();
        for (list, listed) in self.lists.iter().enumerate() {
            let titles: Vec<String> = listed
                .publications
                .iter()
                .filter(|listing| listing.is_searched())
                .map(|listing| listing.title.clone())
                .collect();
            let person = &listed.person;
            let is_pinned = person.dblp.is_some() || person.orcid.is_some();
            // Fewer titles than it takes to believe a name are cheaper to search for.
            if titles.is_empty()
                || !open.contains(&list)
                || !is_pinned && (person.name.is_none() || titles.len() < BELIEVED)
            {
                continue;
            }
            queries.push(PersonQuery {
                pid: person.dblp.clone(),
                orcid: person.orcid.clone(),
                names: person
                    .name
                    .iter()
                    .chain(&person.aliases)
                    .map(ToString::to_string)
                    .collect(),
                titles,
                whole: false,
            });
            lists.push(list);
        }
        if queries.is_empty() {
            return;
        }
        self.begin(Phase::People);
        let reply = source.by_person(&queries).await;
        for page in self.take(name, reply) {
            let Some(list) = lists.get(page.query).copied() else {
                continue;
            };
            if is_believed(&page, &queries[page.query].titles) {
                self.own[list].insert(page.pid.clone());
            }
            // A namesake's record is still a record: it is judged by its own evidence.
            self.pools.add(list, page.records);
        }
        self.decide_all();
    }

    /// Takes pages for the person's own that the decisions show to be: DBLP may have split one
    /// person's works over two pages, of which only one was found or pinned. A page counts for each
    /// listed title that is matched, with a second listed author, to a record that the page's owner
    /// signed with the person's name. Whether any was taken.
    pub(super) fn put_together(&mut self) -> bool {
        let mut shown: Vec<BTreeMap<DblpPid, BTreeSet<String>>> =
            vec![BTreeMap::new(); self.lists.len()];
        for (wanted, decision) in self.wanted.iter().zip(&self.decisions) {
            let Verdict::Matched { candidates } = &decision.verdict else {
                continue;
            };
            let person = &self.lists[wanted.list].person;
            let evidence = candidates.first().map(|best| &best.evidence);
            let is_plain = evidence.is_some_and(|evidence| {
                evidence.title >= 1.0 && evidence.authors.is_some_and(|authors| authors >= 0.75)
            });
            if !is_plain || wanted.listing.authors.len() < 2 || !is_telling(&wanted.listing.title) {
                continue;
            }
            for author in decision
                .records
                .iter()
                .flat_map(|record| &record.meta.authors)
            {
                let Some(pid) = &author.pid else { continue };
                if bears_name(person, author) && !self.own[wanted.list].contains(pid) {
                    let titles = shown[wanted.list].entry(pid.clone()).or_default();
                    titles.insert(squeeze(&wanted.listing.title));
                }
            }
        }
        let mut any = false;
        for (own, shown) in self.own.iter_mut().zip(shown) {
            // Beside a page that is known to be the person's, one such title is enough.
            let enough = if own.is_empty() { BELIEVED } else { 1 };
            let more = shown
                .into_iter()
                .filter(|(_, titles)| titles.len() >= enough);
            let more: Vec<DblpPid> = more.map(|(pid, _)| pid).collect();
            any |= !more.is_empty();
            own.extend(more);
        }
        any
    }
}

/// Whether a page is the person's: the list pins it, or it holds enough of the listed titles.
fn is_believed(page: &PersonPage, listed: &[String]) -> bool {
    let on_page: BTreeSet<String> = page
        .records
        .iter()
        .map(|record| squeeze(&record.meta.title.text()))
        .collect();
    // The same title listed twice is one title.
    let shared: BTreeSet<String> = listed
        .iter()
        .filter(|title| is_telling(title))
        .map(|title| squeeze(title))
        .filter(|title| on_page.contains(title))
        .collect();
    page.basis == Basis::Pinned || shared.len() >= BELIEVED
}

/// `Editorial` is a title that tells nothing.
fn is_telling(title: &str) -> bool {
    words(title)
        .iter()
        .filter(|word| !is_stop_word(word))
        .count()
        > 1
}
