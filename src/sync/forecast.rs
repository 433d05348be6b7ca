//! What a run would cost, as far as that can be known before any request is sent.

use std::collections::BTreeMap;

use super::{
    event::Silent,
    gather::{Gatherer, is_answered},
    resolve::Listed,
    search::{is_worth_a_request, searches},
};
use crate::{
    matching::listed_kind,
    model::{Kind, Listing, SourceName},
    sources::{Load, Price, Source},
};

/// What a run would cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forecast {
    /// How many listings there are.
    pub listed: usize,
    /// How many of them the library and the kept answers leave open.
    pub open: usize,
    /// How many requests that may take, by source.
    pub prices: BTreeMap<SourceName, Price>,
}

/// Goes the way of a run with sources that send nothing, and reckons what is left.
pub async fn forecast(lists: &[Listed], sources: &[Box<dyn Source>]) -> Forecast {
    let gathered = Gatherer::new(lists, sources, &Silent).run().await;
    let mut decisions = gathered.decisions.iter();
    let (mut dblp, mut crossref, mut arxiv) = (Load::default(), Load::default(), Load::default());
    let (mut listed, mut open_all) = (0, 0);
    for list in lists {
        let person = &list.person;
        let open: Vec<&Listing> = list
            .publications
            .iter()
            .zip(decisions.by_ref())
            .filter(|(listing, decision)| listing.is_searched() && !is_answered(decision, listing))
            .map(|(listing, _)| listing)
            .collect();
        listed += list.publications.len();
        open_all += open.len();
        let has_page = person.dblp.is_some() || person.orcid.is_some() || person.name.is_some();
        let searched = open.iter().filter(|it| is_worth_a_request(it)).count();
        if has_page && !open.is_empty() {
            dblp.people += 1;
            dblp.on_pages += open.len();
            crossref.people += 1;
        } else {
            dblp.titles += open.len();
        }
        dblp.ids += open.iter().filter(|it| it.is_pinned()).count();
        crossref.ids += open.len();
        crossref.titles += searched;
        arxiv.ids += open.iter().filter(|it| is_preprint(it)).count();
    }
    crossref.titles = crossref.titles.min(searches(listed));
    let mut prices = BTreeMap::new();
    for source in sources {
        let name = source.name();
        let price = match name {
            SourceName::Dblp => Price {
                // What is on no page is searched for by title.
                most: source
                    .price(&Load {
                        titles: open_all,
                        ..dblp
                    })
                    .most,
                ..source.price(&dblp)
            },
            SourceName::Crossref => Price {
                least: source
                    .price(&Load {
                        titles: 0,
                        ..crossref
                    })
                    .least,
                ..source.price(&crossref)
            },
            SourceName::Arxiv => Price {
                // Any of them may turn out to be on arXiv too.
                most: source
                    .price(&Load {
                        ids: open_all,
                        ..arxiv
                    })
                    .most,
                ..source.price(&arxiv)
            },
            SourceName::Datacite => source.price(&arxiv),
            SourceName::Library | SourceName::Listing => continue,
        };
        prices.insert(name, price);
    }
    Forecast {
        listed,
        open: open_all,
        prices,
    }
}

fn is_preprint(listing: &Listing) -> bool {
    listing.pins().arxiv.is_some() || listed_kind(listing) == Some(Kind::Preprint)
}
