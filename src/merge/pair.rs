//! Which entries of two versions are the same.

use std::collections::{BTreeMap, BTreeSet};

use super::side::SideEntry;
use crate::{
    bib,
    text::{
        fold::{fold, fold_without_blanks},
        names::surname_key,
    },
};

/// Returns for each entry of the first version the number of the same one in the second: by key, unless the work is
/// under another key there, and then, with `renames`, by DOI or arXiv id, and by title, first author and year. With
/// `renames`, a key that was given to another work leads nowhere.
pub(super) fn pairs(
    a: &[&SideEntry<'_>],
    b: &[&SideEntry<'_>],
    renames: bool,
) -> Vec<Option<usize>> {
    let mut out: Vec<Option<usize>> = vec![None; a.len()];
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    by_key(a, b, &mut out, &mut taken, |one, other| {
        one.source == other.source
    });
    if renames && taken.len() < b.len() {
        // Keys that were shifted (2020a, 2020b) or swapped lead to other works.
        by_key(a, b, &mut out, &mut taken, |one, other| {
            let sign = description(one);
            sign.is_some() && sign == description(other)
        });
        follow(a, b, &mut out, &mut taken, description);
    }
    by_key(a, b, &mut out, &mut taken, |one, other| {
        !renames || !is_another_work(one, other)
    });
    if renames {
        for signs in [ids, ids_of_arxiv] {
            follow(a, b, &mut out, &mut taken, signs);
        }
    }
    out
}

/// Pairs what is left by keys where the entries fit, in order.
fn by_key(
    a: &[&SideEntry<'_>],
    b: &[&SideEntry<'_>],
    out: &mut [Option<usize>],
    taken: &mut BTreeSet<usize>,
    fits: impl Fn(&SideEntry<'_>, &SideEntry<'_>) -> bool,
) {
    let mut by_key: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, entry) in b.iter().enumerate().rev() {
        if !taken.contains(&at) {
            by_key.entry(entry.view.key).or_default().push(at);
        }
    }
    for (entry, pair) in a.iter().zip(out) {
        if pair.is_some() {
            continue;
        }
        let Some(places) = by_key.get_mut(entry.view.key) else {
            continue;
        };
        let fits = |at: &usize| b.get(*at).is_some_and(|other| fits(entry, other));
        if let Some(found) = places.iter().rposition(fits) {
            let at = places.remove(found);
            taken.insert(at);
            *pair = Some(at);
        }
    }
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

/// Whether two entries with one key are surely two works: no word of the titles and no author is the same, nor
/// is an identifier, nor most of the other fields. An entry that somebody corrected has more in common.
fn is_another_work(a: &SideEntry<'_>, b: &SideEntry<'_>) -> bool {
    let apart = |part: &dyn Fn(&SideEntry<'_>) -> BTreeSet<String>| {
        let (a, b) = (part(a), part(b));
        !a.is_empty() && !b.is_empty() && a.is_disjoint(&b)
    };
    let words = |entry: &SideEntry<'_>| {
        let title = fold(&bib::stated_metadata(&entry.read).title.text());
        let words = title.split(' ').map(str::to_owned);
        // Short words are in all titles.
        words
            .filter(|it| it.len() > 3)
            .collect::<BTreeSet<String>>()
    };
    let authors = |entry: &SideEntry<'_>| {
        let authors = bib::stated_metadata(&entry.read).authors;
        authors.iter().map(|it| surname_key(&it.name)).collect()
    };
    let agree =
        |sign: fn(&SideEntry<'_>) -> Option<String>| sign(a).is_some() && sign(a) == sign(b);
    apart(&words) && apart(&authors) && !agree(ids) && !agree(ids_of_arxiv) && !mostly_agree(a, b)
}

/// Whether more than half of the fields that both entries have are equal, titles and authors aside.
fn mostly_agree(a: &SideEntry<'_>, b: &SideEntry<'_>) -> bool {
    let (Some(a), Some(b)) = (a.values(), b.values()) else {
        return true;
    };
    let shared = a
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "title" | "author"))
        .filter_map(|(name, value)| Some(b.get(name)? == value));
    let (equal, other): (Vec<bool>, Vec<bool>) = shared.partition(|is_equal| *is_equal);
    equal.len() > other.len()
}
