use std::collections::BTreeMap;

use super::{
    pair::pairs,
    side::{Side, SideEntry},
};

/// Which entries of three versions are the same, by their numbers.
pub(super) struct SameEntries {
    /// From our side to the base.
    pub(super) ours: BTreeMap<usize, usize>,
    /// From their side to the base.
    pub(super) theirs: BTreeMap<usize, usize>,
    /// From our side to theirs.
    pub(super) in_theirs: BTreeMap<usize, usize>,
    /// From their side to ours.
    pub(super) in_ours: BTreeMap<usize, usize>,
}

impl SameEntries {
    pub(super) fn of(base: &Side<'_>, ours: &Side<'_>, theirs: &Side<'_>) -> Self {
        let (a, b, c) = (entries(base), entries(ours), entries(theirs));
        let to_theirs = pairs(&a, &c, true);
        let from_ours = inverted(&pairs(&a, &b, true));
        let from_theirs = inverted(&to_theirs);
        let unknown = |count: usize, known: &BTreeMap<usize, usize>| -> Vec<usize> {
            (0..count).filter(|at| !known.contains_key(at)).collect()
        };
        let mine = unknown(b.len(), &from_ours);
        let other = unknown(c.len(), &from_theirs);
        let found = {
            let mine: Vec<_> = mine.iter().filter_map(|at| b.get(*at).copied()).collect();
            let other: Vec<_> = other.iter().filter_map(|at| c.get(*at).copied()).collect();
            pairs(&mine, &other, false)
        };
        let added = mine
            .iter()
            .zip(found)
            .filter_map(|(mine, found)| Some((*mine, *other.get(found?)?)));
        let known = from_ours
            .iter()
            .filter_map(|(mine, base)| Some((*mine, to_theirs.get(*base).copied()??)));
        let in_theirs: BTreeMap<usize, usize> = known.chain(added).collect();
        Self {
            in_ours: in_theirs
                .iter()
                .map(|(mine, other)| (*other, *mine))
                .collect(),
            in_theirs,
            ours: from_ours,
            theirs: from_theirs,
        }
    }
}

fn entries<'a, 'b>(side: &'b Side<'a>) -> Vec<&'b SideEntry<'a>> {
    side.entries.iter().collect()
}

fn inverted(pairs: &[Option<usize>]) -> BTreeMap<usize, usize> {
    let pairs = pairs.iter().enumerate();
    pairs
        .filter_map(|(from, to)| Some(((*to)?, from)))
        .collect()
}
