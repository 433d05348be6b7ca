//! The sequence of the result: our parts in our order, with what their side adds in its places.

use std::collections::BTreeMap;

use super::{
    entries::Entries,
    join::Piece,
    place::Places,
    same::SameEntries,
    text::{Group, TextMerge, Versions},
};

/// Returns the pieces of the result in order.
pub(super) fn pieces(
    versions: &Versions<'_>,
    same: &SameEntries,
    entries: &Entries,
    text: &TextMerge,
    places: &Places<'_>,
) -> Vec<Piece> {
    let firsts = |part: fn(&Group) -> Option<&usize>| -> BTreeMap<usize, &Group> {
        let groups = text.groups.iter();
        groups.filter_map(|it| Some((*part(it)?, it))).collect()
    };
    let sequence = Sequence {
        our_groups: firsts(|it| it.ours.first()),
        their_groups: firsts(|it| it.theirs.first().filter(|_| it.ours.is_empty())),
        versions,
        same,
        entries,
        text,
    };
    let slots = places.slots(text);
    let mut out = Vec::new();
    for at in 0..=versions.ours.parts.len() {
        for other in slots.get(&at).into_iter().flatten() {
            out.extend(sequence.theirs(*other));
        }
        out.extend(sequence.ours(at));
    }
    out
}

struct Sequence<'a> {
    versions: &'a Versions<'a>,
    same: &'a SameEntries,
    entries: &'a Entries,
    text: &'a TextMerge,
    /// Groups by their first part on our side.
    our_groups: BTreeMap<usize, &'a Group>,
    /// Groups that our side has no text for, by their first part on their side.
    their_groups: BTreeMap<usize, &'a Group>,
}

impl Sequence<'_> {
    /// Returns the piece that one of our parts becomes, if it stays.
    fn ours(&self, at: usize) -> Option<Piece> {
        let Versions {
            base,
            ours,
            theirs,
            mine,
            other,
        } = self.versions;
        let part = ours.parts.get(at)?;
        let one = |at: usize| (at, at);
        if let Some(entry) = part.entry {
            let other = self.same.in_theirs.get(&entry);
            let before = self.same.ours.get(&entry);
            return Some(Piece {
                text: self.entries.ours.get(&entry)?.0.clone(),
                is_entry: true,
                base: before
                    .and_then(|it| base.entries.get(*it))
                    .map(|it| one(it.part)),
                ours: Some(one(at)),
                theirs: other
                    .and_then(|it| theirs.entries.get(*it))
                    .map(|it| one(it.part)),
            });
        }
        if self.text.gone.contains(&at) {
            return self.our_groups.get(&at).and_then(|it| group(it));
        }
        let before = mine.from.get(at).copied().flatten();
        let theirs = before.and_then(|it| other.kept.get(it).copied().flatten());
        Some(Piece {
            text: part.source.to_owned(),
            is_entry: false,
            base: before.map(one),
            ours: Some(one(at)),
            theirs: theirs.map(one),
        })
    }

    /// Returns the piece that a part which only their side has becomes.
    fn theirs(&self, at: usize) -> Option<Piece> {
        if let Some(found) = self.their_groups.get(&at) {
            return group(found);
        }
        let part = self.versions.theirs.parts.get(at)?;
        let text = match part.entry {
            Some(entry) => self.entries.theirs.get(&entry)?.0.clone(),
            None => part.source.to_owned(),
        };
        Some(Piece {
            text,
            is_entry: part.entry.is_some(),
            theirs: Some((at, at)),
            ..Piece::default()
        })
    }
}

/// Returns the piece that a group becomes, if something is left of it.
fn group(group: &Group) -> Option<Piece> {
    let extent = |list: &[usize]| Some((*list.first()?, *list.last()?));
    (!group.text.is_empty()).then(|| Piece {
        text: group.text.clone(),
        is_entry: false,
        base: None,
        ours: extent(&group.ours),
        theirs: extent(&group.theirs),
    })
}
