//! Whether what sources say in short is more than a lock has. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    resolve::Listed,
    search::{is_worth_a_request, title_query},
};
use crate::{
    lock::{Lock, LockedListing, fingerprint},
    model::{
        DblpKey, DblpPid, Doi, Field, Ids, Listing, Metadata, NoticeKind, Person, Record,
        RecordLink, SourceName, Verdict, Work, WorkStatus,
    },
    sources::{Glimpse, Id, Near, Overview, TitleQuery},
    text::fold::squeeze,
};

/// A listing that a lock answers.
pub(super) struct One<'a> {
    /// Its place over all lists.
    pub(super) at: usize,
    pub(super) locked: &'a LockedListing,
    pub(super) work: &'a Work,
    pub(super) listing: &'a Listing,
    pub(super) person: &'a Person,
}

/// The listings that a lock answers, and what it holds besides.
pub(super) struct Settled<'a> {
    listings: Vec<One<'a>>,
    lock: &'a Lock,
}

impl<'a> Settled<'a> {
    pub(super) fn of(lists: &'a [Listed], lock: &'a Lock) -> Self {
        let (decided, works) = (lock.by_fingerprint(), lock.by_key());
        let all = lists.iter().flat_map(|listed| {
            let publications = listed.publications.iter();
            publications.map(move |listing| (listing, &listed.person))
        });
        let listings = all
            .enumerate()
            .filter_map(|(at, (listing, person))| {
                let locked = *decided.get(fingerprint(listing, person).as_str())?;
                Some(One {
                    at,
                    locked,
                    work: works.get(locked.key.as_str())?,
                    listing,
                    person,
                })
            })
            .collect();
        Self { listings, lock }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &One<'a>> {
        self.listings.iter()
    }

    /// Those that are to be looked up and have not been found, or not surely.
    pub(super) fn open(&self) -> impl Iterator<Item = &One<'a>> {
        self.all().filter(|one| one.is_open())
    }

    /// The DOIs of what was found.
    pub(super) fn dois(&self) -> Vec<Doi> {
        let dois: BTreeSet<&Doi> = self
            .found()
            .filter_map(|it| it.meta.ids.doi.as_ref())
            .collect();
        dois.into_iter().cloned().collect()
    }

    /// The arXiv ids of what was found and has not been published.
    pub(super) fn preprints(&self) -> Vec<Id> {
        let preprints = self.found().filter(|work| !work.meta.kind.is_published());
        let ids: BTreeSet<_> = preprints
            .filter_map(|work| work.meta.ids.arxiv.as_ref())
            .collect();
        ids.into_iter().cloned().map(Id::Arxiv).collect()
    }

    fn found(&self) -> impl Iterator<Item = &'a Work> {
        let works = self.listings.iter().map(|one| one.work);
        works.filter(|work| work.status == WorkStatus::Matched)
    }

    /// Whether a work of the lock bears that key, or that DOI.
    fn claims(&self, ids: &Ids) -> bool {
        let claims = |work: &Work| {
            let own = &work.meta.ids;
            ids.dblp.is_some() && own.dblp == ids.dblp || ids.doi.is_some() && own.doi == ids.doi
        };
        self.lock.works.iter().any(claims)
    }

    /// Whether it was found not to be listed before.
    fn was_unlisted(&self, ids: &Ids) -> bool {
        let known = |key| self.lock.unlisted.contains_key(key);
        ids.dblp.as_ref().is_some_and(known)
    }

    fn is_withdrawn(&self, work: &Work) -> bool {
        let notices = self.lock.notices.get(&work.key).into_iter().flatten();
        notices
            .into_iter()
            .any(|notice| notice.kind == NoticeKind::Withdrawal)
    }
}

impl One<'_> {
    pub(super) fn is_open(&self) -> bool {
        self.listing.is_searched() && !matches!(self.locked.verdict, Verdict::Matched { .. })
    }

    /// What is searched for at Crossref, where it may be.
    pub(super) fn query(&self) -> Option<TitleQuery> {
        is_worth_a_request(self.listing).then(|| title_query(self.listing, self.person))
    }

    /// Whether it may turn out to be another work than the lock has.
    fn may_turn(&self) -> bool {
        self.is_open() || self.listing.is_searched() && !self.work.meta.kind.is_published()
    }

    /// Whether something with these identifiers was weighed when the lock was made.
    fn was_weighed(&self, ids: &Ids) -> bool {
        let near = match &self.locked.verdict {
            Verdict::Unmatched { near, .. } => near,
            Verdict::Matched { candidates } | Verdict::Ambiguous { candidates } => candidates,
        };
        near.iter().any(|it| {
            let known = &it.ids;
            ids.dblp.is_some() && known.dblp == ids.dblp
                || ids.doi.is_some() && known.doi == ids.doi
        })
    }
}

/// What sources say now.
pub(super) struct News<'a> {
    rows: BTreeMap<&'a DblpKey, &'a Glimpse>,
    pages: &'a [DblpPid],
    records: Vec<Record>,
    asked: BTreeSet<Id>,
}

impl<'a> News<'a> {
    pub(super) fn of(overview: &'a Overview, pages: &'a [DblpPid]) -> Self {
        Self {
            rows: overview.works.iter().map(|it| (&it.key, it)).collect(),
            pages,
            records: Vec::new(),
            asked: BTreeSet::new(),
        }
    }

    /// Adds what a source said.
    pub(super) fn heard(&mut self, records: impl IntoIterator<Item = Record>) {
        self.records.extend(records);
    }

    /// Notes that a source would have given records of these if it had any.
    pub(super) fn asked(&mut self, ids: impl IntoIterator<Item = Id>) {
        self.asked.extend(ids);
    }

    /// Whether anybody's page has been looked at.
    pub(super) fn has_pages(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Whether a work is one that would have been told of, had anything happened to it.
    pub(super) fn covers(&self, work: &Work) -> bool {
        let ids = &work.meta.ids;
        let on_page = ids
            .dblp
            .as_ref()
            .is_some_and(|key| self.rows.contains_key(key));
        let told = ids.dblp.is_none() && self.said_of(ids).next().is_some();
        self.has_pages() && (on_page || told)
    }

    /// The places of the listings of which there is something new.
    pub(super) fn concerns(&self, settled: &Settled<'_>) -> BTreeSet<usize> {
        let matched = settled.all().filter(|one| !one.is_open());
        let mut out: BTreeSet<usize> = matched
            .filter(|one| one.listing.is_searched() && self.is_changed(one, settled))
            .map(|one| one.at)
            .collect();
        let turning: Vec<&One<'_>> = settled.all().filter(|one| one.may_turn()).collect();
        let near = Near::of(turning.iter().map(|one| one.listing.title.as_str()));
        let rows = self
            .rows
            .values()
            .map(|row| (row.title.clone(), ids_of(row)));
        let records = self.records.iter();
        let records = records.map(|record| (record.meta.title.text(), record.meta.ids.clone()));
        for (title, ids) in rows.chain(records) {
            // An arXiv id says nothing here: the preprint's record and the publication's bear it.
            let says_nothing = ids.dblp.is_none() && ids.doi.is_none();
            if says_nothing || settled.claims(&ids) || settled.was_unlisted(&ids) {
                continue;
            }
            let places = near.places(&title).into_iter();
            let news = places.filter(|at| !turning[*at].was_weighed(&ids));
            out.extend(news.map(|at| turning[at].at));
        }
        out
    }

    /// The records heard that bear the same DOI, or are of the same preprint.
    fn said_of(&self, ids: &Ids) -> impl Iterator<Item = &Record> {
        let same = move |record: &&Record| {
            let told = &record.meta.ids;
            told.doi.is_some() && told.doi == ids.doi
                || told.arxiv.is_some() && told.doi.is_none() && told.arxiv == ids.arxiv
        };
        self.records.iter().filter(same)
    }

    /// Whether sources say more of a matched work, or something else, or know it no longer.
    fn is_changed(&self, one: &One<'_>, settled: &Settled<'_>) -> bool {
        let work = one.work;
        let ids = &work.meta.ids;
        let row = ids.dblp.as_ref().map(|key| self.rows.get(key));
        let withdrawn = settled.is_withdrawn(work) || work.meta.kind.is_published();
        match row {
            Some(Some(row)) if row_differs(row, work) || row.withdrawn && !withdrawn => {
                return true;
            }
            Some(None) if self.is_missing(work) && !one.locked.gone => return true,
            _ => {}
        }
        let differs = |record: &Record| {
            record_differs(record, work)
                || record.withdrawn && !withdrawn
                || record.links.iter().any(|link| match link {
                    RecordLink::PreprintOf(doi) => {
                        let ids = Ids {
                            doi: Some(doi.clone()),
                            ..Ids::default()
                        };
                        !settled.claims(&ids) && !one.was_weighed(&ids)
                    }
                    RecordLink::HasPreprint(_) | RecordLink::VersionOf(_) => false,
                })
        };
        self.said_of(ids).any(differs) || self.is_unknown(work) && !one.locked.gone
    }

    /// Whether it stood on one of the pages, as its signatures show, and does no longer.
    fn is_missing(&self, work: &Work) -> bool {
        let mut authors = work.meta.authors.iter();
        self.has_pages()
            && authors.any(|author| {
                let pid = author.pid.as_ref();
                pid.is_some_and(|pid| self.pages.contains(pid))
            })
    }

    /// Whether the source that gave it has been asked for it, and does not know it.
    fn is_unknown(&self, work: &Work) -> bool {
        let said = |source| work.origins.values().any(|origin| origin.source == source);
        let ids = &work.meta.ids;
        let asked = |id: Option<Id>| id.is_some_and(|id| self.asked.contains(&id));
        let lost = said(SourceName::Crossref) && asked(ids.doi.clone().map(Id::Doi))
            || said(SourceName::Arxiv) && asked(ids.arxiv.clone().map(Id::Arxiv));
        lost && self.said_of(ids).next().is_none()
    }
}

fn ids_of(row: &Glimpse) -> Ids {
    Ids {
        dblp: Some(row.key.clone()),
        ..Ids::default()
    }
}

/// Whether a page says something of a work that the lock has not, or has otherwise from DBLP itself.
fn row_differs(row: &Glimpse, work: &Work) -> bool {
    let meta = &work.meta;
    let from_dblp = |field| is_from(work, field, SourceName::Dblp);
    let dois = || row.dois.iter().filter(|doi| doi.arxiv().is_none());
    let doi = match &meta.ids.doi {
        None => dois().next().is_some(),
        Some(had) => {
            from_dblp(Field::Doi) && dois().next().is_some() && dois().all(|doi| doi != had)
        }
    };
    let pages = match (&meta.pages, &row.pages) {
        (None, Some(_)) => meta.article_number.is_none(),
        (Some(had), Some(told)) => from_dblp(Field::Pages) && had != told,
        (_, None) => false,
    };
    let title = from_dblp(Field::Title) && squeeze(&meta.title.text()) != squeeze(&row.title);
    let year = from_dblp(Field::Date) && row.year.is_some() && row.year != meta.year();
    doi || pages || title || year
}

/// The fields in which a registrant's correction shows.
const CORRECTED: [Field; 7] = [
    Field::Title,
    Field::Venue,
    Field::Date,
    Field::Volume,
    Field::Number,
    Field::Pages,
    Field::ArticleNumber,
];

/// Whether a record says something of its work that the lock has not, or has otherwise from the same
/// source.
fn record_differs(record: &Record, work: &Work) -> bool {
    let (told, had) = (&record.meta, &work.meta);
    let placed = |meta: &Metadata| meta.pages.is_some() || meta.article_number.is_some();
    let differs = |field: Field| {
        let both = had.in_words(field).zip(told.in_words(field));
        is_from(work, field, record.source)
            && both.is_some_and(|(had, told)| squeeze(&had) != squeeze(&told))
    };
    placed(told) && !placed(had) || CORRECTED.into_iter().any(differs)
}

fn is_from(work: &Work, field: Field, source: SourceName) -> bool {
    let origin = work.origins.get(&field);
    origin.is_some_and(|origin| origin.source == source)
}
