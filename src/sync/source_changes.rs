//! What sources report now that a lock does not have, or has otherwise. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::locked::{LockedEntry, LockedSet};
use crate::{
    lock::Lock,
    model::{
        DblpKey, DblpPid, Doi, Field, Ids, Metadata, NoticeKind, Record, RecordLink, SourceName,
        Verdict, Work,
    },
    sources::{Id, PageEntry, PageOverview, TitleIndex},
    text::fold::fold_without_blanks,
};

/// The reports of sources since a lock was written.
pub(super) struct SourceChanges<'a> {
    lock: &'a Lock,
    /// The source that has people's pages.
    page_source: Option<SourceName>,
    rows: BTreeMap<&'a DblpKey, &'a PageEntry>,
    pages: &'a [DblpPid],
    records: Vec<Record>,
    /// The identifiers of which sources would have given records if they had any.
    asked: BTreeSet<(SourceName, Id)>,
}

impl<'a> SourceChanges<'a> {
    pub(super) fn new(
        overview: Option<(SourceName, &'a PageOverview)>,
        pages: &'a [DblpPid],
        lock: &'a Lock,
    ) -> Self {
        let works = overview.into_iter().flat_map(|(_, it)| &it.works);
        Self {
            lock,
            page_source: overview.map(|(source, _)| source),
            rows: works.map(|it| (&it.key, it)).collect(),
            pages,
            records: Vec::new(),
            asked: BTreeSet::new(),
        }
    }

    /// Adds records that a source gave.
    pub(super) fn add(&mut self, records: impl IntoIterator<Item = Record>) {
        self.records.extend(records);
    }

    /// Notes that a source has been asked for these identifiers and has answered.
    pub(super) fn asked(&mut self, source: SourceName, ids: &[Id]) {
        self.asked.extend(ids.iter().map(|id| (source, id.clone())));
    }

    /// Whether anybody's page has been looked at.
    pub(super) fn has_pages(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Whether a change to this work would have been reported.
    pub(super) fn covers(&self, work: &Work) -> bool {
        let ids = &work.meta.ids;
        let is_on_page = ids
            .dblp
            .as_ref()
            .is_some_and(|key| self.rows.contains_key(key));
        let has_record = ids.dblp.is_none() && self.records_of(ids).next().is_some();
        self.has_pages() && (is_on_page || has_record)
    }

    /// Returns the numbers of the listings that a change concerns.
    pub(super) fn concerned(&self, locked: &LockedSet<'_>) -> BTreeSet<usize> {
        let closed = locked.iter().filter(|entry| !entry.is_open());
        let searched = closed.filter(|entry| entry.target.listing.is_searched());
        let changed = searched.filter(|entry| self.is_changed(entry));
        let mut out: BTreeSet<usize> = changed.map(|entry| entry.target.index).collect();
        let undecided: Vec<LockedEntry<'_>> = locked.iter().filter(is_undecided).collect();
        let titles = undecided.iter().map(|it| it.target.listing.title.as_str());
        let near = TitleIndex::of(titles);
        let rows = self
            .rows
            .values()
            .map(|row| (row.title.clone(), ids_of(row)));
        let records = self.records.iter();
        let records = records.map(|record| (record.meta.title.text(), record.meta.ids.clone()));
        for (title, ids) in rows.chain(records) {
            // An arXiv id alone says nothing: the preprint's record and the publication's bear it.
            let is_preprint = ids.dblp.is_none() && ids.doi.is_none();
            if is_preprint || self.is_in_lock(&ids) || self.was_unlisted(&ids) {
                continue;
            }
            let places = near.places(&title).into_iter();
            let entries = places.filter_map(|at| undecided.get(at));
            let new = entries.filter(|entry| !was_candidate(entry, &ids));
            out.extend(new.map(|entry| entry.target.index));
        }
        out
    }

    /// Whether a work of the lock bears this key or this DOI.
    fn is_in_lock(&self, ids: &Ids) -> bool {
        let mut works = self.lock.works.iter();
        works.any(|work| shares_key_or_doi(&work.meta.ids, ids))
    }

    /// Whether the lock has it among the works on the people's pages that no list has.
    fn was_unlisted(&self, ids: &Ids) -> bool {
        let is_known = |key| self.lock.unlisted.contains_key(key);
        ids.dblp.as_ref().is_some_and(is_known)
    }

    fn is_withdrawn(&self, work: &Work) -> bool {
        let mut notices = self.lock.notices.get(&work.key).into_iter().flatten();
        notices.any(|notice| notice.kind == NoticeKind::Withdrawal)
    }

    /// The records that bear the same DOI, or are of the same preprint.
    fn records_of(&self, ids: &Ids) -> impl Iterator<Item = &Record> {
        let is_same = move |record: &&Record| {
            let own = &record.meta.ids;
            own.doi.is_some() && own.doi == ids.doi
                || own.arxiv.is_some() && own.doi.is_none() && own.arxiv == ids.arxiv
        };
        self.records.iter().filter(is_same)
    }

    /// Whether sources state more of a matched work, or something else, or know it no longer.
    fn is_changed(&self, entry: &LockedEntry<'_>) -> bool {
        let work = entry.work;
        let ids = &work.meta.ids;
        let row = ids.dblp.as_ref().map(|key| self.rows.get(key));
        let withdrawn = self.is_withdrawn(work) || work.meta.kind.is_published();
        match row {
            Some(Some(row)) if self.row_differs(row, work) || row.withdrawn && !withdrawn => {
                return true;
            }
            Some(None) if self.is_off_page(work) && !entry.locked.gone => return true,
            _ => {}
        }
        let differs = |record: &Record| {
            record_differs(record, work)
                || record.withdrawn && !withdrawn
                || record.links.iter().any(|link| match link {
                    RecordLink::PreprintOf(doi) => self.is_new_publication(doi, entry),
                    RecordLink::HasPreprint(_) | RecordLink::VersionOf(_) => false,
                })
        };
        self.records_of(ids).any(differs) || self.is_unknown(work) && !entry.locked.gone
    }

    fn is_new_publication(&self, doi: &Doi, entry: &LockedEntry<'_>) -> bool {
        let ids = Ids {
            doi: Some(doi.clone()),
            ..Ids::default()
        };
        !self.is_in_lock(&ids) && !was_candidate(entry, &ids)
    }

    /// Whether a work that one of the pages had, as its signatures show, is on none of them now.
    fn is_off_page(&self, work: &Work) -> bool {
        let mut pids = work.meta.authors.iter().filter_map(|it| it.pid.as_ref());
        self.has_pages() && pids.any(|pid| self.pages.contains(pid))
    }

    /// Whether a source that contributed to a work has been asked for it and does not know it.
    fn is_unknown(&self, work: &Work) -> bool {
        let ids = Id::all_of(&work.meta.ids);
        let origins = work.origins.values();
        let mut asked = origins.flat_map(|origin| ids.iter().map(|id| (origin.source, id.clone())));
        asked.any(|question| self.asked.contains(&question))
            && self.records_of(&work.meta.ids).next().is_none()
    }

    /// Whether a page states something of a work that the lock does not have, or has otherwise from the
    /// same source.
    fn row_differs(&self, row: &PageEntry, work: &Work) -> bool {
        let meta = &work.meta;
        let from_page = |field| {
            self.page_source
                .is_some_and(|name| is_from(work, field, name))
        };
        let dois = || row.dois.iter().filter(|doi| doi.arxiv().is_none());
        let doi = match &meta.ids.doi {
            None => dois().next().is_some(),
            Some(had) => {
                from_page(Field::Doi) && dois().next().is_some() && dois().all(|doi| doi != had)
            }
        };
        let pages = match (&meta.pages, &row.pages) {
            (None, Some(_)) => meta.article_number.is_none(),
            (Some(had), Some(now)) => from_page(Field::Pages) && had != now,
            (_, None) => false,
        };
        let title = from_page(Field::Title)
            && fold_without_blanks(&meta.title.text()) != fold_without_blanks(&row.title);
        let year = from_page(Field::Date) && row.year.is_some() && row.year != meta.year();
        doi || pages || title || year
    }
}

/// Whether another work may turn out to be the answer.
fn is_undecided(entry: &LockedEntry<'_>) -> bool {
    let is_searched = entry.target.listing.is_searched();
    entry.is_open() || is_searched && !entry.work.meta.kind.is_published()
}

/// Whether a work with these identifiers was among the candidates when the lock was written.
fn was_candidate(entry: &LockedEntry<'_>, ids: &Ids) -> bool {
    let candidates = match &entry.locked.verdict {
        Verdict::Unmatched { near, .. } => near,
        Verdict::Matched { candidates } | Verdict::Ambiguous { candidates } => candidates,
    };
    candidates.iter().any(|it| shares_key_or_doi(&it.ids, ids))
}

fn shares_key_or_doi(a: &Ids, b: &Ids) -> bool {
    a.dblp.is_some() && a.dblp == b.dblp || a.doi.is_some() && a.doi == b.doi
}

fn ids_of(row: &PageEntry) -> Ids {
    Ids {
        dblp: Some(row.key.clone()),
        ..Ids::default()
    }
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

/// Whether a record states something of its work that the lock does not have, or has otherwise from the
/// same source.
fn record_differs(record: &Record, work: &Work) -> bool {
    let (now, had) = (&record.meta, &work.meta);
    let has_place = |meta: &Metadata| meta.pages.is_some() || meta.article_number.is_some();
    let differs = |field: Field| {
        let both = had.in_words(field).zip(now.in_words(field));
        is_from(work, field, record.source)
            && both.is_some_and(|(had, now)| fold_without_blanks(&had) != fold_without_blanks(&now))
    };
    has_place(now) && !has_place(had) || CORRECTED.into_iter().any(differs)
}

fn is_from(work: &Work, field: Field, source: SourceName) -> bool {
    let origin = work.origins.get(&field);
    origin.is_some_and(|origin| origin.source == source)
}
