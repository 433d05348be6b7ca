//! The merge of one entry, field by field, into the text of our side.

use std::collections::BTreeMap;

use super::{conflict::Markers, side::SideEntry};
use crate::{
    bib::scan,
    patch::{EntryView, FileManner, Splice, insertion, removal, spliced},
};

/// A merged entry: its text, and the number of conflicts in it.
pub(super) type MergedEntry = (String, usize);

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
    by_field(base, ours, theirs, manner, markers)
        .unwrap_or_else(|| whole(ours.source, theirs.source, markers))
}

/// Puts two texts of an entry between markers.
pub(super) fn whole(ours: &str, theirs: &str, markers: &Markers) -> MergedEntry {
    let text = markers.around(ours, theirs);
    (text.trim_end_matches('\n').to_owned(), 1)
}

/// What becomes of a field.
enum Fate {
    Ours,
    Take,
    Remove,
    Conflict,
}

fn fate(base: Option<&String>, ours: Option<&String>, theirs: Option<&String>) -> Fate {
    if ours == theirs || theirs == base {
        Fate::Ours
    } else if ours == base {
        if theirs.is_some() {
            Fate::Take
        } else {
            Fate::Remove
        }
    } else {
        Fate::Conflict
    }
}

fn by_field(
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
    let before = match base {
        Some(base) => base.values()?,
        None => BTreeMap::new(),
    };
    let (mine, other) = (ours.values()?, theirs.values()?);
    let mut plan = Plan {
        ours,
        theirs,
        manner,
        markers,
        splices: Vec::new(),
        conflicts: 0,
    };
    plan.head(base);
    let mut fates: Vec<(&str, Fate)> = Vec::new();
    let added = theirs.view.fields.iter().map(|it| it.name.to_lowercase());
    let names: Vec<String> = ours
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
    let mut expected = mine.clone();
    let busy: Vec<usize> = fates
        .iter()
        .filter(|(_, fate)| matches!(fate, Fate::Remove | Fate::Conflict))
        .filter_map(|(name, _)| ours.view.position(name))
        .collect();
    let removed: Vec<usize> = fates
        .iter()
        .filter(|(_, fate)| matches!(fate, Fate::Remove))
        .filter_map(|(name, _)| ours.view.position(name))
        .collect();
    for (name, fate) in &fates {
        match fate {
            Fate::Ours => {}
            Fate::Take => {
                plan.take(name, &busy)?;
                expected.insert((*name).to_owned(), other.get(*name)?.clone());
            }
            Fate::Remove => {
                let at = ours.view.position(name)?;
                plan.splices.push(removal(&ours.view, at, &removed));
                expected.remove(*name);
            }
            Fate::Conflict => plan.conflict(name, &busy)?,
        }
    }
    let Plan {
        mut splices,
        conflicts,
        ..
    } = plan;
    let start = ours.view.span.start;
    splices.sort_by_key(|splice| (splice.span.start, splice.span.end));
    let moved: Vec<Splice> = splices
        .into_iter()
        .map(|it| Splice::new(it.span.start - start..it.span.end - start, it.with))
        .collect();
    let text = spliced(ours.source, &moved)?;
    // Without conflicts the result is read again, and has to say what was meant.
    let is_meant = conflicts > 0 || says(&text, &expected);
    is_meant.then_some((text, conflicts))
}

fn says(text: &str, expected: &BTreeMap<String, String>) -> bool {
    let blocks = scan(text);
    let [block] = blocks.as_slice() else {
        return false;
    };
    let Some(view) = EntryView::of(text, block) else {
        return false;
    };
    let whole = super::side::Side::of(text);
    let read = whole.entries.first().and_then(SideEntry::values);
    view.fault.is_none() && read.as_ref() == Some(expected)
}

struct Plan<'a> {
    ours: &'a SideEntry<'a>,
    theirs: &'a SideEntry<'a>,
    manner: &'a FileManner,
    markers: &'a Markers,
    splices: Vec<Splice>,
    conflicts: usize,
}

impl Plan<'_> {
    /// Merges type and key; a conflict of either stands around the first line.
    fn head(&mut self, base: Option<&SideEntry<'_>>) {
        let kind = |entry: &SideEntry<'_>| entry.view.kind.to_lowercase();
        let key = |entry: &SideEntry<'_>| entry.view.key.to_owned();
        let of = |part: &dyn Fn(&SideEntry<'_>) -> String| {
            let (a, b) = (part(self.ours), part(self.theirs));
            fate(base.map(part).as_ref(), Some(&a), Some(&b))
        };
        let (kinds, keys) = (of(&kind), of(&key));
        let (ours, theirs) = (&self.ours.view, &self.theirs.view);
        if matches!(kinds, Fate::Conflict) || matches!(keys, Fate::Conflict) {
            let head = |entry: &SideEntry<'_>| {
                let end = end_of_line(entry, entry.view.after_key());
                (
                    entry.view.span.start..end,
                    entry.text(entry.view.span.start..end).to_owned(),
                )
            };
            let ((span, mine), (_, other)) = (head(self.ours), head(self.theirs));
            let marked = self.markers.around(mine.trim_end(), other.trim_end());
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

    /// Takes their value of a field that is unchanged or missing on our side.
    fn take(&mut self, name: &str, busy: &[usize]) -> Option<()> {
        let field = self.theirs.field(name)?;
        let value = self.theirs.text(field.value.clone());
        let free = |at: usize| !busy.contains(&at);
        self.splices.push(match self.ours.field(name) {
            Some(own) => Splice::new(own.value.clone(), value),
            None => insertion(&self.ours.view, self.manner, name, value, free)?,
        });
        Some(())
    }

    /// Puts both values of a field between markers.
    fn conflict(&mut self, name: &str, busy: &[usize]) -> Option<()> {
        self.conflicts += 1;
        let theirs = self
            .theirs
            .field(name)
            .map(|it| self.theirs.text(it.span.clone()));
        if let Some(own) = self.ours.field(name) {
            let line = self.line_of(own.span.clone());
            let indent: String = line.indent.clone();
            let comma = if line.has_comma { "," } else { "" };
            let mine = format!("{indent}{}{comma}", self.ours.text(own.span.clone()));
            let other = theirs.map_or_else(String::new, |it| format!("{indent}{it}{comma}"));
            let broken = if line.is_first { "" } else { "\n" };
            let marked = self.markers.around(&mine, &other);
            self.splices
                .push(Splice::new(line.span, format!("{broken}{marked}")));
            return Some(());
        }
        // Our side removed what theirs changed: the field stands behind its neighbour.
        let free = |at: usize| !busy.contains(&at);
        let place = insertion(&self.ours.view, self.manner, name, "{}", free)?
            .span
            .start;
        let before = self
            .ours
            .view
            .fields
            .iter()
            .find(|it| it.span.end == place)?;
        let line = self.line_of(before.span.clone());
        let other = format!("{}{},", line.indent, theirs?);
        let marked = self.markers.around("", &other);
        if !line.has_comma {
            self.splices.push(Splice::new(place..place, ","));
        }
        let broken = if line.ends_line { "" } else { "\n" };
        let end = line.span.end;
        self.splices
            .push(Splice::new(end..end, format!("{broken}{marked}")));
        Some(())
    }

    /// Returns the lines that a field takes, as far as it has them for itself.
    fn line_of(&self, field: std::ops::Range<usize>) -> FieldLine {
        let text = self.ours.view.text;
        let start = self.ours.view.span.start;
        let before = text.get(start..field.start).unwrap_or_default();
        let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
        let head = before.get(..before.len() - blank).unwrap_or_default();
        let is_first = head.ends_with('\n');
        let indent = before.get(before.len() - blank..).unwrap_or_default();
        let after = text
            .get(field.end..self.ours.view.span.end)
            .unwrap_or_default();
        let rest = after.trim_start();
        let has_comma = rest.starts_with(',');
        let mut end = field.end;
        if has_comma {
            end += after.len() - rest.len() + 1;
        }
        let behind = end_of_line(self.ours, end);
        let ends_line = behind > end && text.get(..behind).is_some_and(|it| it.ends_with('\n'));
        FieldLine {
            span: if is_first {
                field.start - blank..behind
            } else {
                field.start..behind
            },
            indent: if is_first {
                indent.to_owned()
            } else {
                "  ".to_owned()
            },
            is_first,
            has_comma,
            ends_line,
        }
    }
}

struct FieldLine {
    span: std::ops::Range<usize>,
    indent: String,
    /// Whether it begins a line.
    is_first: bool,
    has_comma: bool,
    /// Whether nothing stands behind it on its line.
    ends_line: bool,
}

/// Returns the byte behind a comma and the line's end, if nothing else is on the line; else the byte
/// behind the comma.
fn end_of_line(entry: &SideEntry<'_>, from: usize) -> usize {
    let rest = entry.text(from..entry.view.span.end);
    let mut at = 0;
    if let Some(after) = rest.trim_start_matches([' ', '\t']).strip_prefix(',') {
        at = rest.len() - after.len();
    }
    let line = rest.get(at..).unwrap_or_default();
    let behind = line.trim_start_matches([' ', '\t']);
    match behind.strip_prefix('\n') {
        Some(next) => from + rest.len() - next.len(),
        None => from + at,
    }
}
