//! Estimates what a run will cost before any request is sent.

use std::collections::BTreeMap;

use super::{
    decide::open,
    event::Silent,
    input::{Listed, Target, targets},
    plan::Plan,
    search::search,
    source_set::SourceSet,
    titles::{affordable_searches, is_worth_a_request},
};
use crate::{
    matching::{is_listed_as_book, listed_kind},
    model::{Kind, Listing, SourceName, WorkIdKind},
    sources::{Holdings, IdLookup, Load, Price, Source, TitleSearch},
};

/// The expected cost of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forecast {
    /// The number of listings.
    pub listed: usize,
    /// The number of listings that the library and kept answers leave open.
    pub open: usize,
    /// The number of requests that these may take, by source.
    pub prices: BTreeMap<SourceName, Price>,
}

/// Runs a search over sources that send nothing, and estimates the requests for what is left.
pub async fn forecast(lists: &[Listed], sources: &[Box<dyn Source>]) -> Forecast {
    let targets = targets(lists);
    let plan = Plan::whole(&targets);
    let sources = SourceSet::of(sources);
    let found = search(&plan, &sources, &Silent).await;
    let open = open(&plan, &found.answers);
    let work = OpenWork::of(&open, targets.len());
    let services = sources.services();
    Forecast {
        listed: targets.len(),
        open: open.len(),
        prices: services
            .map(|source| (source.name(), work.price(source)))
            .collect(),
    }
}

/// The numbers of open listings that decide what is asked.
#[derive(Default)]
struct OpenWork {
    all: usize,
    /// The people who have a page, perhaps, and the listings that may be on it.
    people: usize,
    on_pages: usize,
    pinned: usize,
    preprints: usize,
    /// The listings that are held as books.
    books: usize,
    /// The titles that are searched for where each takes a request.
    searches: usize,
}

impl OpenWork {
    fn of(open: &[&Target<'_>], listed: usize) -> Self {
        let mut out = Self {
            all: open.len(),
            ..Self::default()
        };
        for list in open.chunk_by(|a, b| a.list == b.list) {
            let has_page = list.first().is_some_and(|target| {
                let person = target.person;
                person.dblp.is_some()
                    || person.orcid.is_some()
                    || person.openalex.is_some()
                    || person.name.is_some()
            });
            if has_page {
                out.people += 1;
                out.on_pages += list.len();
            }
        }
        let count = |is_one: &dyn Fn(&Listing) -> bool| {
            let listings = open.iter().map(|target| target.listing);
            listings.filter(|listing| is_one(listing)).count()
        };
        out.pinned = count(&Listing::is_pinned);
        out.preprints = count(&is_preprint);
        out.books = count(&is_listed_as_book);
        out.searches = count(&is_worth_a_request).min(affordable_searches(listed));
        out
    }

    /// The price at a service: the least when everything is found where it is looked for first, the
    /// most when nothing is.
    fn price(&self, source: &dyn Source) -> Price {
        let capabilities = source.capabilities();
        let (ids, most_ids) = match capabilities.ids {
            IdLookup::None => (0, 0),
            IdLookup::Bibliography => (self.pinned, self.pinned),
            // A backup is asked only for what is known to be in the registry that it replaces.
            IdLookup::Registry(_) if capabilities.backup_for.is_some() => {
                (self.preprints, self.preprints)
            }
            // Any of them may turn out to be on arXiv too.
            IdLookup::Registry(kinds) if !kinds.contains(&WorkIdKind::Doi) => {
                (self.preprints, self.all)
            }
            IdLookup::Registry(_) => (self.all, self.all),
        };
        let (titles, most_titles) = match capabilities.titles {
            TitleSearch::None => (0, 0),
            // A catalogue is asked for what is left in the end.
            _ if capabilities.holds == Holdings::Books => (0, self.books),
            // What is on no page is searched for by title.
            TitleSearch::Batched => (self.all - self.on_pages, self.all),
            TitleSearch::Single => (0, self.searches),
        };
        let least = Load {
            people: self.people,
            on_pages: self.on_pages,
            ids,
            titles,
        };
        let most = Load {
            ids: most_ids,
            titles: most_titles,
            ..least
        };
        Price {
            least: source.price(&least).least,
            most: source.price(&most).most,
        }
    }
}

fn is_preprint(listing: &Listing) -> bool {
    listing.pins().arxiv.is_some() || listed_kind(listing) == Some(Kind::Preprint)
}
