//! What an earlier run settled, and whether anything is new about it.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::{
    news::{News, One, Settled},
    resolve::Listed,
    turned::turned,
};
use crate::{
    http::Failed,
    lock::{LastRefresh, Lock},
    model::{DblpPid, Doi, MatchDirective, Notice, SourceName, Work},
    sources::{Id, Load, Overview, Reply, Source, TitleQuery},
};

/// What a run knew beyond its lock, by which the next one need not ask for all of it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// Of when DBLP's data were.
    pub as_of: Timestamp,
    /// When sources were last asked for what may have changed.
    pub looked: Date,
    /// When everything that was open was last searched for everywhere.
    pub searched: Date,
    /// The people's own pages in DBLP.
    pub pages: BTreeSet<DblpPid>,
    /// How many searches at Crossref looks have made since, which tells whose turn it is.
    #[serde(default)]
    pub turn: usize,
}

impl Known {
    /// What the lock says of the last refresh.
    pub(super) fn of(lock: &Lock) -> Option<Self> {
        let last = lock.refreshed.as_ref()?;
        Some(Self {
            as_of: last.as_of,
            looked: last.looked,
            searched: last.searched,
            pages: lock.pages.clone(),
            turn: last.turn,
        })
    }

    /// The same for a lock.
    pub(super) fn for_lock(&self) -> LastRefresh {
        LastRefresh {
            as_of: self.as_of,
            looked: self.looked,
            searched: self.searched,
            turn: self.turn,
        }
    }
}

/// A run that asks only for what may have changed.
#[derive(Debug, Clone)]
pub struct Again {
    /// The day.
    pub today: Date,
    /// What the run knew that wrote the lock, if that is known.
    pub known: Option<Known>,
}

/// How things stand, found out with few requests.
#[derive(Default)]
pub(super) struct Outlook {
    /// The places of listings, over all lists, whose answer in the lock stands.
    pub(super) standing: BTreeSet<usize>,
    /// What stands on the people's own pages, where these are known.
    pub(super) overview: Option<Overview>,
    /// The notices on works, by their DOIs; `None` where nobody was asked for them.
    pub(super) notices: Option<BTreeMap<Doi, Vec<Notice>>>,
    /// Whether sources were asked for more than of when their data are.
    pub(super) looks: bool,
    /// Whether what is open is searched for everywhere.
    pub(super) searches: bool,
    /// How many searches at Crossref were made.
    pub(super) turns: usize,
    pub(super) failures: Vec<(SourceName, Failed)>,
}

/// How long the lock stands while DBLP's data are what they were, in days: the other sources tell no
/// date.
const UNMOVED: i32 = 7;

/// How long, in days, what is open is looked for on the people's pages and at Crossref alone.
const SEARCHED: i32 = 30;

/// So many requests a look may take for each hundred listings, and for fewer.
const ALLOWED: usize = 3;

/// How long what a source said is taken for true, in days: titles and pages are corrected, rarely.
const GOOD_FOR: i32 = 90;

/// Looks at everything that `old` settled, with one request to DBLP for all pages, which tells of
/// when the data are too; and if they moved, one to Crossref for each hundred DOIs, one to arXiv for
/// each hundred preprints. What is left of the requests allowed goes into searches at Crossref for
/// what is open, by turns.
pub(super) async fn look(
    lists: &[Listed],
    sources: &[Box<dyn Source>],
    old: &Lock,
    again: &Again,
) -> Outlook {
    let mut out = Outlook::default();
    let source = |name| sources.iter().find(|source| source.name() == name);
    // On a machine that has not seen the last run the lock says how far it went.
    let from_lock = Known::of(old);
    let known = again.known.as_ref().or(from_lock.as_ref());
    let of_lock = old.pages.iter();
    let pages: BTreeSet<&DblpPid> = known
        .iter()
        .flat_map(|it| &it.pages)
        .chain(of_lock)
        .collect();
    let pages: Vec<DblpPid> = pages.into_iter().cloned().collect();
    if let Some(dblp) = source(SourceName::Dblp) {
        let reply = dblp.overview(&pages).await;
        out.overview = out.take(SourceName::Dblp, reply).pop();
    }
    let settled = Settled::of(lists, old);
    let turned = match source(SourceName::Library) {
        Some(library) => turned(&settled, library.as_ref(), &pages.iter().cloned().collect()).await,
        None => BTreeSet::new(),
    };
    let days = |since: Date| (again.today - since).get_days();
    let as_of = out.overview.as_ref().and_then(|overview| overview.as_of);
    if known.is_some_and(|known| as_of == Some(known.as_of) && days(known.looked) < UNMOVED) {
        let standing = settled.all().map(|one| one.at);
        out.standing = standing.filter(|at| !turned.contains(at)).collect();
        return out;
    }
    out.looks = true;
    out.searches = known.is_none_or(|known| days(known.searched) >= SEARCHED);
    let overview = out.overview.clone().unwrap_or_default();
    let mut news = News::of(&overview, &pages);
    let mut spent = 1;
    if let Some(crossref) = source(SourceName::Crossref) {
        let dois = settled.dois();
        spent += cost(crossref.as_ref(), dois.len());
        let reply = crossref.standing(&dois).await;
        let is_whole = reply.failures.is_empty();
        let found = out.take(SourceName::Crossref, reply);
        if is_whole {
            let none = dois.iter().map(|doi| (doi.clone(), Vec::new()));
            let some = found.iter().map(|it| (it.doi.clone(), it.notices.clone()));
            out.notices = Some(none.chain(some).collect());
            news.asked(dois.into_iter().map(Id::Doi));
        }
        news.heard(found.into_iter().filter_map(|it| it.record));
    }
    if let Some(arxiv) = source(SourceName::Arxiv) {
        let ids = settled.preprints();
        spent += cost(arxiv.as_ref(), ids.len());
        let reply = arxiv.by_ids(&ids).await;
        let is_whole = reply.failures.is_empty();
        let found = out.take(SourceName::Arxiv, reply).into_iter();
        news.heard(found.map(|it| it.record));
        if is_whole {
            news.asked(ids);
        }
    }
    let searched = source(SourceName::Crossref).filter(|_| news.has_pages() && !out.searches);
    if let Some(crossref) = searched {
        let listed: usize = lists.iter().map(|it| it.publications.len()).sum();
        let left = (ALLOWED * listed / 100).max(ALLOWED).saturating_sub(spent);
        let open: Vec<TitleQuery> = settled.open().filter_map(One::query).collect();
        let turn = known.map_or(0, |known| known.turn) % open.len().max(1);
        let next = open.iter().cycle().skip(turn).take(left.min(open.len()));
        let queries: Vec<TitleQuery> = next.cloned().collect();
        out.turns = queries.len();
        let reply = crossref.by_titles(&queries).await;
        let found = out.take(SourceName::Crossref, reply).into_iter();
        news.heard(found.map(|it| it.record));
    }
    let concerned = news.concerns(&settled);
    let stands = |work: &Work| stands(work, again.today);
    out.standing = settled
        .all()
        .filter(|one| !concerned.contains(&one.at) && !turned.contains(&one.at))
        .filter(|one| {
            if one.is_open() {
                news.has_pages() && !out.searches
            } else {
                stands(one.work) || one.locked.gone || news.covers(one.work) && !out.searches
            }
        })
        .map(|one| one.at)
        .collect();
    out
}

/// How many requests asking for so many identifiers takes.
fn cost(source: &dyn Source, ids: usize) -> usize {
    let load = Load {
        ids,
        ..Load::default()
    };
    source.price(&load).most
}

impl Outlook {
    /// What a later run may know, where DBLP told of when its data are: what `known` said before, with
    /// what this run found out. `own` are the pages that were found to be the people's.
    pub(super) fn known(
        &self,
        known: Option<Known>,
        today: Date,
        own: BTreeSet<DblpPid>,
        sources: &[Box<dyn Source>],
    ) -> Option<Known> {
        let dblp = sources.iter().find(|it| it.name() == SourceName::Dblp)?;
        let told = self.overview.as_ref().and_then(|overview| overview.as_of);
        // What answers of this run were of an older state is looked at again.
        let as_of = [told, dblp.as_of()].into_iter().flatten().min()?;
        let Some(mut known) = known else {
            return Some(Known {
                as_of,
                looked: today,
                searched: today,
                pages: own,
                turn: 0,
            });
        };
        known.as_of = as_of;
        known.pages.extend(own);
        known.turn = known.turn.wrapping_add(self.turns);
        if self.looks {
            known.looked = today;
        }
        if self.searches {
            known.searched = today;
        }
        Some(known)
    }

    fn take<T>(&mut self, source: SourceName, reply: Reply<T>) -> Vec<T> {
        let failures = reply.failures.into_iter();
        self.failures
            .extend(failures.map(|failure| (source, failure)));
        reply.found
    }
}

/// Whether a matched work can be expected to be what it was on `today`: a publication that is complete,
/// or older than the year before, of which a source spoke not too long ago.
fn stands(work: &Work, today: Date) -> bool {
    let meta = &work.meta;
    let last = work.origins.values().filter_map(|origin| origin.day).max();
    let fresh = last.is_none_or(|day| (today - day).get_days() <= GOOD_FOR);
    let placed = meta.pages.is_some() || meta.article_number.is_some();
    let complete = placed && meta.ids.doi.is_some();
    fresh
        && meta.kind.is_published()
        && meta
            .year()
            .is_some_and(|year| complete || year < i32::from(today.year()) - 1)
}

/// The lists with those listings marked as not to be looked up.
pub(super) fn without<'a>(lists: &'a [Listed], standing: &BTreeSet<usize>) -> Cow<'a, [Listed]> {
    if standing.is_empty() {
        return Cow::Borrowed(lists);
    }
    let mut out = lists.to_vec();
    let listings = out.iter_mut().flat_map(|listed| &mut listed.publications);
    for (at, listing) in listings.enumerate() {
        if standing.contains(&at) {
            listing.directive = MatchDirective::Skip;
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::model::{
        Doi, Field, Kind, Metadata, Pages, PartialDate, Provenance, SourceName, Title, WorkStatus,
    };

    fn stands_with(change: impl FnOnce(&mut Metadata)) -> bool {
        stands_since("2026-09-01", change)
    }

    fn stands_since(day: &str, change: impl FnOnce(&mut Metadata)) -> bool {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("A Title"));
        meta.date = Some(PartialDate::year(2026));
        meta.pages = Pages::parse("1-2");
        meta.ids.doi = Doi::parse("10.5555/12345678").ok();
        change(&mut meta);
        let said = Provenance::new(SourceName::Dblp, day.parse().ok());
        let work = Work {
            key: "key".into(),
            aliases: Vec::new(),
            status: WorkStatus::Matched,
            meta,
            fields: BTreeMap::default(),
            origins: [(Field::Title, said)].into(),
            editions: BTreeSet::default(),
            expressions: std::collections::BTreeMap::new(),
        };
        stands(&work, "2026-11-21".parse().unwrap())
    }

    #[test]
    fn a_complete_publication_stands() {
        assert!(stands_with(|_| {}));
    }

    #[test]
    fn what_nobody_has_confirmed_for_long_does_not() {
        assert!(!stands_since("2026-08-01", |_| {}));
    }

    #[test]
    fn what_may_have_changed_does_not() {
        assert!(!stands_with(|meta| meta.kind = Kind::Preprint));
        assert!(!stands_with(|meta| meta.pages = None));
        assert!(!stands_with(|meta| meta.ids.doi = None));
        assert!(!stands_with(|meta| meta.date = None));
    }

    #[test]
    fn what_an_old_paper_lacks_it_will_always_lack() {
        assert!(stands_with(|meta| {
            meta.date = Some(PartialDate::year(2024));
            meta.pages = None;
            meta.ids.doi = None;
        }));
    }
}
