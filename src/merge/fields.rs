//! The merge of an entry field by field, into the text of one side.

use std::collections::BTreeMap;

use super::{
    conflict::{Markers, MergedEntry},
    lines::{end_of_line, line_of},
    side::SideEntry,
};
use crate::patch::{FileManner, Splice, insertion, removals, spliced};

/// What becomes of a part of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The first version stays.
    Stay,
    /// The second one is taken.
    Take,
    /// It is removed.
    Remove,
    /// Both changed it.
    Conflict,
}

/// Returns what becomes of a part: of a host's and a guest's version, each of which may lack it.
pub(super) fn fate<T: PartialEq>(base: Option<&T>, host: Option<&T>, guest: Option<&T>) -> Fate {
    if host == guest || guest == base {
        Fate::Stay
    } else if host == base {
        if guest.is_some() {
            Fate::Take
        } else {
            Fate::Remove
        }
    } else {
        Fate::Conflict
    }
}

/// Three versions of an entry. The result is the text of the host with what the guest changed; the host is
/// one side, the guest the other.
pub(super) struct Guests<'a> {
    pub(super) base: Option<&'a SideEntry<'a>>,
    pub(super) host: &'a SideEntry<'a>,
    pub(super) guest: &'a SideEntry<'a>,
    pub(super) host_is_ours: bool,
}

/// Merges an entry field by field; `None` where the text of the host doesn't allow it.
pub(super) fn by_field(
    versions: &Guests<'_>,
    manner: &FileManner,
    markers: &Markers,
) -> Option<MergedEntry> {
    let Guests {
        base,
        host,
        guest,
        host_is_ours,
    } = *versions;
    let before = match base {
        Some(base) => base.values()?,
        None => BTreeMap::new(),
    };
    let (mine, other) = (host.values()?, guest.values()?);
    let mut plan = Plan {
        host,
        guest,
        host_is_ours,
        manner,
        markers,
        splices: Vec::new(),
        conflicts: 0,
    };
    plan.head(base);
    let mut fates: Vec<(&str, Fate)> = Vec::new();
    let added = guest.view.fields.iter().map(|it| it.name.to_lowercase());
    let names: Vec<String> = host
        .view
        .fields
        .iter()
        .map(|it| it.name.to_lowercase())
        .chain(added.filter(|name| !mine.contains_key(name)))
        .collect();
    for name in &names {
        fates.push((
            name,
            fate(before.get(name), mine.get(name), other.get(name)),
        ));
    }
    let busy: Vec<usize> = fates
        .iter()
        .filter(|(_, fate)| matches!(fate, Fate::Remove | Fate::Conflict))
        .filter_map(|(name, _)| host.view.position(name))
        .collect();
    let removed: Vec<usize> = fates
        .iter()
        .filter(|(_, fate)| matches!(fate, Fate::Remove))
        .filter_map(|(name, _)| host.view.position(name))
        .collect();
    plan.splices.extend(removals(&host.view, &removed));
    for (name, fate) in &fates {
        match fate {
            Fate::Stay | Fate::Remove => {}
            Fate::Take => plan.take(name, &busy)?,
            Fate::Conflict => plan.conflict(name, &busy)?,
        }
    }
    let Plan {
        mut splices,
        conflicts,
        ..
    } = plan;
    let start = host.view.span.start;
    splices.sort_by_key(|splice| (splice.span.start, splice.span.end));
    let moved: Vec<Splice> = splices
        .into_iter()
        .map(|it| Splice::new(it.span.start - start..it.span.end - start, it.with))
        .collect();
    Some((spliced(host.source, &moved)?, conflicts))
}

/// The changes of the host's text.
struct Plan<'a> {
    host: &'a SideEntry<'a>,
    guest: &'a SideEntry<'a>,
    /// Whether the host is our side.
    host_is_ours: bool,
    manner: &'a FileManner,
    markers: &'a Markers,
    splices: Vec<Splice>,
    conflicts: usize,
}

impl Plan<'_> {
    /// Puts a text of the host and one of the guest between markers, ours first.
    fn marked(&self, host: &str, guest: &str) -> String {
        if self.host_is_ours {
            self.markers.around(host, guest)
        } else {
            self.markers.around(guest, host)
        }
    }

    /// Merges type and key; a conflict of either stands around the first line.
    fn head(&mut self, base: Option<&SideEntry<'_>>) {
        let kind = |entry: &SideEntry<'_>| entry.view.kind.to_lowercase();
        let key = |entry: &SideEntry<'_>| entry.view.key.to_owned();
        let of = |part: &dyn Fn(&SideEntry<'_>) -> String| {
            let (a, b) = (part(self.host), part(self.guest));
            fate(base.map(part).as_ref(), Some(&a), Some(&b))
        };
        let (kinds, keys) = (of(&kind), of(&key));
        let (ours, theirs) = (&self.host.view, &self.guest.view);
        if matches!(kinds, Fate::Conflict) || matches!(keys, Fate::Conflict) {
            let head = |entry: &SideEntry<'_>| {
                let end = end_of_line(entry, entry.view.after_key());
                (
                    entry.view.span.start..end,
                    entry.text(entry.view.span.start..end).to_owned(),
                )
            };
            let ((span, mine), (_, other)) = (head(self.host), head(self.guest));
            let marked = self.marked(mine.trim_end(), other.trim_end());
            self.splices.push(Splice::new(span, marked));
            self.conflicts += 1;
            return;
        }
        if matches!(kinds, Fate::Take) {
            self.splices
                .push(Splice::new(ours.kind_span(), theirs.kind));
        }
        if matches!(keys, Fate::Take) {
            let end = ours.after_key();
            self.splices
                .push(Splice::new(end - ours.key.len()..end, theirs.key));
        }
    }

    /// Takes the guest's value of a field that is unchanged or missing in the host.
    fn take(&mut self, name: &str, busy: &[usize]) -> Option<()> {
        let field = self.guest.field(name)?;
        let value = self.guest.text(field.value.clone());
        let free = |at: usize| !busy.contains(&at);
        self.splices.push(match self.host.field(name) {
            Some(own) => Splice::new(own.value.clone(), value),
            None => insertion(&self.host.view, self.manner, name, value, free)?,
        });
        Some(())
    }

    /// Puts both values of a field between markers.
    fn conflict(&mut self, name: &str, busy: &[usize]) -> Option<()> {
        self.conflicts += 1;
        let theirs = self
            .guest
            .field(name)
            .map(|it| self.guest.text(it.span.clone()));
        if let Some(own) = self.host.field(name) {
            let line = line_of(self.host, own.span.clone());
            let indent: String = line.indent.clone();
            let comma = if line.has_comma { "," } else { "" };
            let mine = format!("{indent}{}{comma}", self.host.text(own.span.clone()));
            let other = theirs.map_or_else(String::new, |it| format!("{indent}{it}{comma}"));
            let broken = if line.is_first { "" } else { "\n" };
            let marked = self.marked(&mine, &other);
            self.splices
                .push(Splice::new(line.span, format!("{broken}{marked}")));
            return Some(());
        }
        // The host removed what the guest changed: the field stands behind its neighbour.
        let free = |at: usize| !busy.contains(&at);
        let place = insertion(&self.host.view, self.manner, name, "{}", free)?
            .span
            .start;
        let before = self
            .host
            .view
            .fields
            .iter()
            .find(|it| it.span.end == place)?;
        let line = line_of(self.host, before.span.clone());
        let other = format!("{}{},", line.indent, theirs?);
        let marked = self.marked("", &other);
        if !line.has_comma {
            self.splices.push(Splice::new(place..place, ","));
        }
        let broken = if line.ends_line { "" } else { "\n" };
        let end = line.span.end;
        self.splices
            .push(Splice::new(end..end, format!("{broken}{marked}")));
        Some(())
    }
}
