//! The merge of one entry, field by field, into the text of our side.

use std::collections::BTreeMap;

use super::{
    conflict::{Markers, MergedEntry},
    fields::{Fate, Guests, by_field, fate},
    side::{Side, SideEntry},
};
use crate::patch::FileManner;

/// Merges an entry; without a `base` both sides added it. Where that can't be done field by field, both
/// sides are kept whole between markers.
pub(super) fn merge_entry(
    base: Option<&SideEntry<'_>>,
    ours: &SideEntry<'_>,
    theirs: &SideEntry<'_>,
    manner: &FileManner,
    markers: &Markers,
) -> MergedEntry {
    if ours.says_what(theirs) {
        let ours_as_before = base.is_some_and(|base| base.source == ours.source);
        let text = if ours_as_before { theirs } else { ours };
        return (text.source.to_owned(), 0);
    }
    if let Some(base) = base {
        if base.source == ours.source {
            return (theirs.source.to_owned(), 0);
        }
        if base.says_what(theirs) {
            return (ours.source.to_owned(), 0);
        }
    }
    in_parts(base, ours, theirs, manner, markers)
        .unwrap_or_else(|| whole(ours.source, theirs.source, markers))
}

/// Puts two texts of an entry between markers.
pub(super) fn whole(ours: &str, theirs: &str, markers: &Markers) -> MergedEntry {
    let text = markers.around(ours, theirs);
    (text.trim_end_matches('\n').to_owned(), 1)
}

/// Merges fields and remarks. Remarks have no names by which they are found again, so they stay in the text of
/// the side that changed them, and the fields of the other side are merged into that. A merge by lines, where it
/// says what is meant, keeps our layout and the remarks of both.
fn in_parts(
    base: Option<&SideEntry<'_>>,
    ours: &SideEntry<'_>,
    theirs: &SideEntry<'_>,
    manner: &FileManner,
    markers: &Markers,
) -> Option<MergedEntry> {
    let is_faulty = |entry: &SideEntry<'_>| entry.view.fault.is_some();
    if is_faulty(ours) || is_faulty(theirs) || base.is_some_and(is_faulty) {
        return None;
    }
    let before = base.map(SideEntry::remarks).unwrap_or_default();
    let (mine, other) = (ours.remarks(), theirs.remarks());
    let remarks = fate(Some(&before), Some(&mine), Some(&other));
    let meaning = Meaning::of(base, ours, theirs);
    let lines = || by_lines(base, ours, theirs, meaning.as_ref()?, remarks);
    let fields = |host_is_ours: bool| {
        let (host, guest) = if host_is_ours {
            (ours, theirs)
        } else {
            (theirs, ours)
        };
        let versions = Guests {
            base,
            host,
            guest,
            host_is_ours,
        };
        let merged = by_field(&versions, manner, markers)?;
        is_meant(&merged, meaning.as_ref(), host).then_some(merged)
    };
    match remarks {
        Fate::Stay => fields(true).or_else(lines),
        Fate::Take | Fate::Remove => lines().or_else(|| fields(false)),
        Fate::Conflict => lines(),
    }
}

/// Whether a merged entry, read again, says what is meant, and has the remarks of its host.
fn is_meant(merged: &MergedEntry, meaning: Option<&Meaning>, host: &SideEntry<'_>) -> bool {
    let (text, conflicts) = merged;
    let remarks = host.remarks();
    if *conflicts > 0 {
        return remarks.iter().all(|remark| text.contains(remark));
    }
    let side = Side::of(text);
    let [entry] = side.entries.as_slice() else {
        return false;
    };
    meaning.is_some_and(|it| it.is_said_by(entry)) && entry.remarks() == remarks
}

/// Merges an entry by lines, if that leaves no conflict and says what is meant.
fn by_lines(
    base: Option<&SideEntry<'_>>,
    ours: &SideEntry<'_>,
    theirs: &SideEntry<'_>,
    meaning: &Meaning,
    remarks: Fate,
) -> Option<MergedEntry> {
    let text = diffy::merge(base?.source, ours.source, theirs.source).ok()?;
    let side = Side::of(&text);
    let [entry] = side.entries.as_slice() else {
        return None;
    };
    let has_remarks = match remarks {
        Fate::Stay => entry.remarks() == ours.remarks(),
        Fate::Take | Fate::Remove => entry.remarks() == theirs.remarks(),
        // The line merge took both.
        Fate::Conflict => true,
    };
    let is_whole = side.parts.len() == 1 && has_remarks && meaning.is_said_by(entry);
    is_whole.then_some((text, 0))
}

/// What a merged entry is to say, where nothing is in conflict.
struct Meaning {
    kind: String,
    key: String,
    fields: BTreeMap<String, String>,
}

impl Meaning {
    fn of(
        base: Option<&SideEntry<'_>>,
        ours: &SideEntry<'_>,
        theirs: &SideEntry<'_>,
    ) -> Option<Self> {
        let parts = |entry: &SideEntry<'_>| {
            let (kind, key) = (entry.view.kind.to_lowercase(), entry.view.key.to_owned());
            Some((kind, key, entry.values()?))
        };
        let before = match base {
            Some(base) => Some(parts(base)?),
            None => None,
        };
        let (mine, other) = (parts(ours)?, parts(theirs)?);
        let before = before.as_ref();
        let both = |base: Option<&String>, ours: &String, theirs: &String| {
            let stays = settled(base, Some(ours), Some(theirs)).ok()?;
            stays.cloned()
        };
        let names = mine.2.keys().chain(other.2.keys());
        let mut fields = BTreeMap::new();
        for name in names {
            let old = before.and_then(|it| it.2.get(name));
            let value = settled(old, mine.2.get(name), other.2.get(name)).ok()?;
            if let Some(value) = value {
                fields.insert(name.clone(), value.clone());
            }
        }
        Some(Self {
            kind: both(before.map(|it| &it.0), &mine.0, &other.0)?,
            key: both(before.map(|it| &it.1), &mine.1, &other.1)?,
            fields,
        })
    }

    fn is_said_by(&self, entry: &SideEntry<'_>) -> bool {
        entry.view.fault.is_none()
            && entry.view.kind.eq_ignore_ascii_case(&self.kind)
            && entry.view.key == self.key
            && entry.values().as_ref() == Some(&self.fields)
    }
}

/// Both sides changed one thing differently.
struct Meets;

/// Returns the version that is to stay, which may be none.
fn settled<'a, T: PartialEq>(
    base: Option<&'a T>,
    ours: Option<&'a T>,
    theirs: Option<&'a T>,
) -> Result<Option<&'a T>, Meets> {
    match fate(base, ours, theirs) {
        Fate::Stay => Ok(ours),
        Fate::Take => Ok(theirs),
        Fate::Remove => Ok(None),
        Fate::Conflict => Err(Meets),
    }
}
