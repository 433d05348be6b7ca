//! The works of a lock as they are written: with the person's edits, and with the notes that readers are
//! to see.

use std::collections::BTreeMap;

use crate::{
    lock::{Lock, LockedListing, ManualEdits},
    model::{Unmatched, Work, WorkStatus},
};

/// The notes that entries get in addition to those of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoteOptions {
    /// Retractions, withdrawals and expressions of concern.
    pub notices: bool,
    /// That the entry is as listed, since no record was found.
    pub remarks: bool,
}

/// The remarks on entries that are as listed.
const REMARKS: [&str; 3] = [
    "conflict, as listed",
    "ambiguous, as listed",
    "unmatched, as listed",
];

impl Lock {
    /// Returns the works as they are written: without those that the person or the list keeps out, with
    /// the fields that the person changed, and with the notes that are wanted.
    #[must_use]
    pub fn exported(&self, notes: NoteOptions) -> Vec<ExportedWork<'_>> {
        self.exported_with(&self.manual_edits, notes)
    }

    /// Returns the works as they would be written with these edits of the person.
    #[must_use]
    pub fn exported_with(
        &self,
        manual_edits: &ManualEdits,
        notes: NoteOptions,
    ) -> Vec<ExportedWork<'_>> {
        let listings = self.listings_by_key();
        let works = self.works.iter().filter(|work| {
            !manual_edits.removed.contains(&work.key) && !self.unexported.contains(&work.key)
        });
        works
            .map(|work| {
                let note = self.note_of(work, &listings, notes);
                edited(work, note, manual_edits)
            })
            .collect()
    }

    /// Returns the works that no list has any longer, as they would be written.
    #[must_use]
    pub fn former_exported(&self, notes: NoteOptions) -> Vec<ExportedWork<'_>> {
        let works = self.former.iter().map(|former| &former.work);
        let works = works.filter(|work| !self.manual_edits.removed.contains(&work.key));
        works
            .map(|work| {
                let note = self.note_of(work, &BTreeMap::new(), notes);
                edited(work, note, &self.manual_edits)
            })
            .collect()
    }

    /// The note of a work as it is written.
    fn note_of(
        &self,
        work: &Work,
        listings: &BTreeMap<&str, Vec<&LockedListing>>,
        notes: NoteOptions,
    ) -> Option<String> {
        let notices = self.notices.get(&work.key).into_iter().flatten();
        let grave = notices.filter(|notice| notes.notices && notice.kind.is_grave());
        // Locks of earlier versions have remarks in the note.
        let own = work.meta.note.as_ref();
        let own = own.filter(|note| !REMARKS.contains(&note.as_str()));
        let remark = remark(work, false, listings).filter(|_| notes.remarks);
        let note: Vec<String> = own
            .cloned()
            .into_iter()
            .chain(remark.map(str::to_owned))
            .chain(grave.map(ToString::to_string))
            .collect();
        (!note.is_empty()).then(|| note.join(". "))
    }

    /// Returns the remarks on works that are as listed, by key: that no record was found, or that several
    /// may be meant.
    #[must_use]
    pub fn remarks(&self) -> BTreeMap<String, String> {
        let listings = self.listings_by_key();
        let remarks = self.works.iter().filter_map(|work| {
            let remark = remark(work, work.meta.note.is_some(), &listings)?;
            Some((work.key.clone(), remark.to_owned()))
        });
        remarks.collect()
    }

    fn listings_by_key(&self) -> BTreeMap<&str, Vec<&LockedListing>> {
        let mut out: BTreeMap<&str, Vec<&LockedListing>> = BTreeMap::new();
        for listing in &self.listings {
            out.entry(&listing.key).or_default().push(listing);
        }
        out
    }
}

/// A work as it is written: the lock's own where nothing is added.
#[derive(Debug)]
pub enum ExportedWork<'a> {
    /// As the lock has it.
    AsIs(&'a Work),
    /// With a note, or with what the person changed. Boxed, since few are.
    Changed(Box<Work>),
}

impl AsRef<Work> for ExportedWork<'_> {
    fn as_ref(&self) -> &Work {
        match self {
            Self::AsIs(work) => work,
            Self::Changed(work) => work,
        }
    }
}

/// A work with a note and with the fields that the person changed.
fn edited<'a>(
    work: &'a Work,
    note: Option<String>,
    manual_edits: &ManualEdits,
) -> ExportedWork<'a> {
    let fields = manual_edits.fields.get(&work.key);
    let expressions = manual_edits.expressions.get(&work.key);
    if note == work.meta.note && fields.is_none() && expressions.is_none() {
        return ExportedWork::AsIs(work);
    }
    let mut out = Box::new(work.clone());
    out.meta.note = note;
    out.fields.extend(fields.cloned().unwrap_or_default());
    out.expressions = expressions.cloned().unwrap_or_default();
    ExportedWork::Changed(out)
}

/// The remark on a work that is as listed.
fn remark(
    work: &Work,
    has_note: bool,
    listings: &BTreeMap<&str, Vec<&LockedListing>>,
) -> Option<&'static str> {
    let verdicts = || {
        let listings = listings.get(work.key.as_str()).into_iter().flatten();
        listings.map(|listing| &listing.verdict)
    };
    let not_asked = Unmatched::NotAsked;
    match work.status {
        WorkStatus::Matched => None,
        _ if verdicts().any(|verdict| verdict.conflict().is_some()) => Some(REMARKS[0]),
        WorkStatus::Ambiguous => Some(REMARKS[1]),
        // Its own note states how far it is, or the list excludes it from the search.
        WorkStatus::Unmatched if has_note => None,
        WorkStatus::Unmatched if verdicts().any(|it| it.is_unmatched_for(not_asked)) => None,
        WorkStatus::Unmatched => Some(REMARKS[2]),
    }
}
