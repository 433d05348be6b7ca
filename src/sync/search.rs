//! Searches by title, for what is found neither by an identifier nor on a page.

use std::collections::BTreeSet;

use super::{event::Phase, gather::Gatherer};
use crate::{
    matching::listed_kind,
    model::{Kind, Listing, Person, SourceName},
    sources::{Source, TitleQuery},
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
        let mut open: Vec<usize> = self
            .open()
            .into_iter()
            .filter(|at| name == SourceName::Dblp || is_worth_a_request(self.wanted[*at].listing))
            .collect();
        open.sort_by_cached_key(|at| self.turn(*at));
        if open.is_empty() {
            return;
        }
        self.begin(Phase::Titles);
        let asked = if name == SourceName::Crossref {
            self.afforded(source, open)
        } else {
            open
        };
        let queries = self.queries(&asked);
        let reply = source.by_titles(&queries).await;
        self.unasked
            .extend(reply.unasked.iter().filter_map(|at| asked.get(*at)));
        let found = self.take(name, reply);
        let lists: Vec<usize> = asked.iter().map(|at| self.wanted[*at].list).collect();
        self.pools.give(found, |at| [lists[at]]);
        self.decide_all();
    }

    /// When a listing's title has its turn: by what it says and not by where it stands, since not every title
    /// may be searched for. A list in another order asks the same.
    fn turn(&self, at: usize) -> impl Ord + use<> {
        let wanted = &self.wanted[at];
        let query = title_query(wanted.listing, self.person(wanted.list));
        let authors: Vec<String> = query.authors.iter().map(ToString::to_string).collect();
        let title = squeeze(&query.title);
        (title, query.title, authors, query.year, query.person)
    }

    fn queries(&self, places: &[usize]) -> Vec<TitleQuery> {
        let wanted = places.iter().map(|at| &self.wanted[*at]);
        wanted
            .map(|wanted| title_query(wanted.listing, self.person(wanted.list)))
            .collect()
    }

    /// Those of the listings at these places whose titles are searched for, one request each: no
    /// more than a run may make, of which kept answers are a part. A title that several list counts
    /// once.
    fn afforded(&mut self, source: &dyn Source, open: Vec<usize>) -> Vec<usize> {
        let kept = source.kept_titles(&self.queries(&open));
        let title = |at: usize| squeeze(&self.wanted[at].listing.title);
        let answered: BTreeSet<String> = kept.iter().map(|place| title(open[*place])).collect();
        let left = searches(self.wanted.len()).saturating_sub(answered.len());
        let mut more = BTreeSet::new();
        let mut asked = Vec::new();
        let mut unasked = Vec::new();
        for (place, at) in open.into_iter().enumerate() {
            let title = title(at);
            let affordable = more.len() < left || more.contains(&title);
            if kept.contains(&place) {
                asked.push(at);
            } else if affordable {
                more.insert(title);
                asked.push(at);
            } else {
                unasked.push(at);
            }
        }
        self.unasked.extend(unasked);
        asked
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
