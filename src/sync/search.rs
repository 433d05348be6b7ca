//! Searches by title, for what is found neither by an identifier nor on a page.

use std::collections::BTreeSet;

use super::{event::Phase, gather::Gatherer};
use crate::{
    matching::listed_kind,
    model::{Kind, Listing, Person, SourceName},
    sources::TitleQuery,
    text::fold::squeeze,
};

/// Crossref is searched for one title a request. A list of 100 works gets this many such requests,
/// so that with the rest it stays below 20 in all; longer lists get a fifth of their length less
/// what the rest costs.
const SEARCHES: usize = 12;

impl Gatherer<'_> {
    /// Searches by title for what is still open.
    pub(super) async fn titles(&mut self, name: SourceName) {
        let Some(source) = self.source(name) else {
            return;
        };
        let open: Vec<usize> = self
            .open()
            .into_iter()
            .filter(|at| name == SourceName::Dblp || is_worth_a_request(self.wanted[*at].listing))
            .collect();
        if open.is_empty() {
            return;
        }
        self.begin(Phase::Titles);
        let mut seen = BTreeSet::new();
        let mut asked: Vec<usize> = open
            .into_iter()
            .filter(|at| seen.insert(squeeze(&self.wanted[*at].listing.title)))
            .collect();
        if name == SourceName::Crossref {
            let budget = searches(self.wanted.len());
            self.unasked
                .extend(asked.split_off(budget.min(asked.len())));
        }
        let queries: Vec<TitleQuery> = asked
            .iter()
            .map(|at| &self.wanted[*at])
            .map(|wanted| title_query(wanted.listing, self.person(wanted.list)))
            .collect();
        let reply = source.by_titles(&queries).await;
        self.unasked
            .extend(reply.unasked.iter().filter_map(|at| asked.get(*at)));
        let found = self.take(name, reply);
        self.pool.add(found);
        self.decide_all();
    }
}

/// How many titles of so many listings are searched for at Crossref.
pub(super) fn searches(listed: usize) -> usize {
    SEARCHES.max((listed / 5).saturating_sub(8))
}

/// Whether Crossref may have what a listing means: it registers publications, one request each.
pub(super) fn is_worth_a_request(listing: &Listing) -> bool {
    !listing.says_unpublished()
        && !matches!(
            listed_kind(listing),
            Some(Kind::Patent | Kind::Web | Kind::Preprint)
        )
}

/// What is searched for of a listing.
pub(super) fn title_query(listing: &Listing, person: &Person) -> TitleQuery {
    TitleQuery {
        title: listing.title.clone(),
        authors: listing.author_names(person).into_iter().flatten().collect(),
        year: listing.year,
        person: person.name.as_ref().map(ToString::to_string),
    }
}
