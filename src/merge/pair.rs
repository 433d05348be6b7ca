//! Which entries of two versions are the same.

use std::collections::{BTreeMap, BTreeSet};

use super::side::SideEntry;
use crate::{
    bib,
    text::{fold::fold_without_blanks, names::surname_key},
};

/// Returns for each entry of the first version the number of the same one in the second: by key, then, so
/// that a renamed key is followed, by DOI or arXiv id, then by title, first author and year.
pub(super) fn pairs(
    a: &[&SideEntry<'_>],
    b: &[&SideEntry<'_>],
    renames: bool,
) -> Vec<Option<usize>> {
    let mut out: Vec<Option<usize>> = vec![None; a.len()];
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    // Of entries that share a key, those with the same text first, and then in order.
    for same_text in [true, false] {
        let mut by_key: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, entry) in b.iter().enumerate().rev() {
            if !taken.contains(&at) {
                by_key.entry(entry.view.key).or_default().push(at);
            }
        }
        for (entry, pair) in a.iter().zip(&mut out) {
            if pair.is_some() {
                continue;
            }
            let Some(places) = by_key.get_mut(entry.view.key) else {
                continue;
            };
            let fits = |at: &usize| {
                !same_text || b.get(*at).is_some_and(|other| other.source == entry.source)
            };
            if let Some(found) = places.iter().rposition(fits) {
                let at = places.remove(found);
                taken.insert(at);
                *pair = Some(at);
            }
        }
    }
    if renames {
        for signs in [ids, ids_of_arxiv, description] {
            follow(a, b, &mut out, &mut taken, signs);
        }
    }
    out
}

/// Pairs what is left by signs that only one entry on each side has.
fn follow(
    a: &[&SideEntry<'_>],
    b: &[&SideEntry<'_>],
    out: &mut [Option<usize>],
    taken: &mut BTreeSet<usize>,
    sign: fn(&SideEntry<'_>) -> Option<String>,
) {
    let mut first: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut second: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let left: Vec<usize> = (0..a.len())
        .filter(|at| out.get(*at).is_some_and(Option::is_none))
        .collect();
    if left.is_empty() || taken.len() == b.len() {
        return;
    }
    for at in left {
        if let Some(sign) = a.get(at).and_then(|it| sign(it)) {
            first.entry(sign).or_default().push(at);
        }
    }
    for (at, entry) in b.iter().enumerate() {
        if let Some(sign) = sign(entry).filter(|_| !taken.contains(&at)) {
            second.entry(sign).or_default().push(at);
        }
    }
    for (sign, places) in first {
        if let ([from], Some([to])) = (places.as_slice(), second.get(&sign).map(Vec::as_slice))
            && let Some(pair) = out.get_mut(*from)
        {
            *pair = Some(*to);
            taken.insert(*to);
        }
    }
}

fn ids(entry: &SideEntry<'_>) -> Option<String> {
    let doi = bib::stated_metadata(&entry.read).ids.doi;
    doi.map(|doi| doi.to_string())
}

fn ids_of_arxiv(entry: &SideEntry<'_>) -> Option<String> {
    let arxiv = bib::stated_metadata(&entry.read).ids.arxiv;
    arxiv.map(|arxiv| arxiv.to_string())
}

fn description(entry: &SideEntry<'_>) -> Option<String> {
    let meta = bib::stated_metadata(&entry.read);
    let title = fold_without_blanks(&meta.title.text());
    let author = meta.authors.first().map(|it| surname_key(&it.name));
    let year = meta.year();
    (!title.is_empty()).then(|| format!("{title} {} {year:?}", author.unwrap_or_default()))
}
