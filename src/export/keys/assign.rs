use std::collections::{BTreeMap, BTreeSet};

use super::{base_key, is_valid_key};
use crate::model::{Metadata, Work};
use crate::text::fold::{fold, fold_without_blanks};

/// The input that determines one work's key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyRequest {
    /// The key the person wrote.
    pub wanted: Option<String>,
    /// The key of an earlier run, from the lock.
    pub kept: Option<String>,
    /// The key generated from its metadata: [`base_key`].
    pub base: String,
    /// Its position among works with the same base key.
    pub order: KeyOrder,
}

/// The order in which works with the same base key get their letters: by year, DOI and title, with
/// those without year or DOI last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyOrder {
    /// The year.
    pub year: Option<i32>,
    /// The DOI.
    pub doi: Option<String>,
    /// The title.
    pub title: String,
}

impl KeyOrder {
    /// Returns the sort order of a work.
    #[must_use]
    pub fn of(meta: &Metadata) -> Self {
        Self {
            year: meta.year(),
            doi: meta.ids.doi.as_ref().map(ToString::to_string),
            title: meta.title.text(),
        }
    }

    fn sort_key(&self) -> (bool, Option<i32>, bool, Option<&str>, String, &str) {
        (
            self.year.is_none(),
            self.year,
            self.doi.is_none(),
            self.doi.as_deref(),
            fold(&self.title),
            &self.title,
        )
    }
}

/// The owner of a key that is not among the requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyHolder {
    /// The title key of the work or entry. A work with this title may have the key.
    pub title: String,
    /// Whether the person may assign the key to another work.
    pub yields: bool,
}

/// Assigns every request a key, unique without regard to case. The result has the order of the
/// requests but does not depend on it.
///
/// The person's keys come first, then keys of earlier runs, which never change. The rest share what
/// is left: the first work with a base key gets it unchanged, the next ones get `a`, `b`, …, `z`,
/// `aa` appended. A person's key is ignored if it is invalid or if another work has it already. A
/// key in `holders` is assigned only to a work with its holder's title, which gets it rather than a
/// new one, unless the holder yields.
#[must_use]
pub fn assign(requests: &[KeyRequest], holders: &BTreeMap<String, KeyHolder>) -> Vec<String> {
    let mut by_order: Vec<usize> = (0..requests.len()).collect();
    by_order.sort_by_cached_key(|at| (requests[*at].order.sort_key(), &requests[*at].base));
    let mut keys: Vec<Option<String>> = vec![None; requests.len()];
    let folded: BTreeMap<String, &KeyHolder> = holders
        .iter()
        .map(|(key, holder)| (key.to_ascii_lowercase(), holder))
        .collect();
    let title = |at: usize| fold_without_blanks(&requests[at].order.title);
    let may_have = |at: usize, key: &str, is_wish: bool| {
        let holder = folded.get(&key.to_ascii_lowercase());
        holder.is_none_or(|holder| is_wish && holder.yields || holder.title == title(at))
    };
    let held = only_keys(holders);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for claim in [KeyPriority::Wanted, KeyPriority::Kept, KeyPriority::Held] {
        for &at in &by_order {
            let request = &requests[at];
            let key = match claim {
                _ if keys[at].is_some() => None,
                KeyPriority::Wanted => request.wanted.as_ref(),
                KeyPriority::Kept => request.kept.as_ref(),
                KeyPriority::Held if held.is_empty() => None,
                KeyPriority::Held => held.get(title(at).as_str()).copied(),
            };
            if let Some(key) = key
                && is_valid_key(key)
                && may_have(at, key, claim == KeyPriority::Wanted)
                && taken.insert(key.to_ascii_lowercase())
            {
                keys[at] = Some(key.clone());
            }
        }
    }
    // The number of letters tried for each base key; all before are taken.
    let mut tried: BTreeMap<String, u32> = BTreeMap::new();
    for &at in &by_order {
        if keys[at].is_none() {
            let mut key = requests[at].base.clone();
            let count = tried.entry(key.to_ascii_lowercase()).or_default();
            if *count > 0 {
                key.push_str(&letters(*count));
            }
            while !may_have(at, &key, false) || !taken.insert(key.to_ascii_lowercase()) {
                *count += 1;
                key = format!("{}{}", requests[at].base, letters(*count));
            }
            keys[at] = Some(key);
        }
    }
    keys.into_iter().map(Option::unwrap_or_default).collect()
}

/// The reason for a work's key, strongest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyPriority {
    /// The person wrote it.
    Wanted,
    /// An earlier run assigned it.
    Kept,
    /// An entry with the same title has it.
    Held,
}

/// Returns the keys of entries by their titles, if only one entry has the title.
fn only_keys(holders: &BTreeMap<String, KeyHolder>) -> BTreeMap<&str, &String> {
    let mut out: BTreeMap<&str, Option<&String>> = BTreeMap::new();
    let entries = holders
        .iter()
        .filter(|(_, holder)| !holder.yields && !holder.title.is_empty());
    for (key, holder) in entries {
        let only = out.entry(&holder.title).or_insert(Some(key));
        only.take_if(|only| *only != key);
    }
    out.into_iter()
        .filter_map(|(title, key)| Some((title, key?)))
        .collect()
}

/// Returns the keys each work had before, which texts may still cite: those of `former` that no
/// work has now and no earlier work claims. `keys` and `former` have the same order.
#[must_use]
pub fn aliases(keys: &[String], former: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let mut taken: BTreeSet<String> = keys.iter().map(|key| key.to_ascii_lowercase()).collect();
    let mut free = |key: &String| is_valid_key(key) && taken.insert(key.to_ascii_lowercase());
    former
        .into_iter()
        .map(|mut former| {
            former.retain(&mut free);
            former
        })
        .collect()
}

/// Returns the works under keys newly generated by `pattern`, with their old keys as aliases.
#[must_use]
pub fn rekeyed(works: &[&Work], pattern: &str) -> Vec<Work> {
    let requests: Vec<KeyRequest> = works
        .iter()
        .map(|work| KeyRequest {
            base: base_key(&work.meta, pattern),
            order: KeyOrder::of(&work.meta),
            ..KeyRequest::default()
        })
        .collect();
    let keys = assign(&requests, &BTreeMap::new());
    let former = works.iter().map(|work| {
        let aliases = work.aliases.iter().cloned();
        std::iter::once(work.key.clone()).chain(aliases).collect()
    });
    let aliases = aliases(&keys, former.collect());
    works
        .iter()
        .zip(keys)
        .zip(aliases)
        .map(|((work, key), aliases)| Work {
            key,
            aliases,
            ..(*work).clone()
        })
        .collect()
}

/// Converts 1 to `a`, 26 to `z`, 27 to `aa`.
fn letters(mut count: u32) -> String {
    let mut out = Vec::new();
    while count > 0 {
        count -= 1;
        out.push(char::from_digit(count % 26 + 10, 36).unwrap_or('a'));
        count /= 26;
    }
    out.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_survive_insertions_and_removals(
            first in proptest::collection::vec((0..3_u8, 2000..2004), 1..12),
            dropped in proptest::collection::vec(any::<bool>(), 12),
            added in proptest::collection::vec((0..3_u8, 2000..2004), 0..12),
            turn in 0..12_usize,
        ) {
            let named = |(at, (base, year)): (usize, &(u8, i32))| KeyRequest {
                base: ["doe", "Doe", "roe"][usize::from(*base)].into(),
                order: KeyOrder {
                    year: Some(*year),
                    doi: None,
                    title: format!("Title {at}"),
                },
                ..KeyRequest::default()
            };
            let requests: Vec<KeyRequest> = first.iter().enumerate().map(named).collect();
            let keys = assign(&requests, &BTreeMap::new());
            let mut next: Vec<KeyRequest> = Vec::new();
            for ((request, key), dropped) in requests.iter().zip(&keys).zip(&dropped) {
                if !dropped {
                    next.push(KeyRequest { kept: Some(key.clone()), ..request.clone() });
                }
            }
            let kept: Vec<String> = next.iter().filter_map(|one| one.kept.clone()).collect();
            next.extend(added.iter().enumerate().map(|(at, one)| named((at + 100, one))));
            let again = assign(&next, &BTreeMap::new());
            prop_assert_eq!(&again[..kept.len()], &kept[..]);
            let distinct: BTreeSet<String> = again.iter().map(|key| key.to_lowercase()).collect();
            prop_assert_eq!(distinct.len(), again.len());
            let turn = turn % next.len().max(1);
            next.rotate_left(turn);
            let mut turned = assign(&next, &BTreeMap::new());
            turned.rotate_right(turn);
            prop_assert_eq!(turned, again);
        }
    }

    #[test]
    fn former_keys_are_aliases_of_their_work() {
        let mut works = [samples::work("b"), samples::article("zhou2023electrode")];
        works[0].aliases = vec!["a".into(), "King2021RD".into()];
        let works = rekeyed(&works.each_ref(), "{author}{year}{word}");
        assert_eq!(
            (works[0].key.as_str(), works[1].key.as_str()),
            ("zhou2023electrode", "king2021r")
        );
        assert_eq!(works[0].aliases, ["b", "a", "King2021RD"]);
        assert!(
            works[1].aliases.is_empty(),
            "its old key is another work's now"
        );
    }

    fn request(base: &str, year: i32) -> KeyRequest {
        KeyRequest {
            base: base.into(),
            order: KeyOrder {
                year: Some(year),
                ..KeyOrder::default()
            },
            ..KeyRequest::default()
        }
    }

    #[test]
    fn first_work_gets_the_key_without_a_letter() {
        let (mut old, mut wish) = (request("doe2020x", 2020), request("doe2020x", 2019));
        old.kept = Some("doe2020xb".into());
        wish.wanted = Some("Doe2020X".into());
        let fresh = [request("doe2020x", 2021), request("doe2020x", 2018)];
        assert_eq!(assign(&fresh, &BTreeMap::new()), ["doe2020xa", "doe2020x"]);
        let all = [old, wish, fresh[0].clone(), fresh[1].clone()];
        assert_eq!(
            assign(&all, &BTreeMap::new()),
            ["doe2020xb", "Doe2020X", "doe2020xc", "doe2020xa"]
        );
    }

    #[test]
    fn key_of_a_persons_own_entry_is_not_assigned() {
        let reserved = [("doe2020x", "another"), ("mine", "another")];
        let holder = |title: &str| KeyHolder {
            title: title.to_owned(),
            yields: false,
        };
        let reserved = reserved.map(|(key, title)| (key.to_owned(), holder(title)));
        let mut wish = request("roe2020y", 2020);
        wish.wanted = Some("Mine".into());
        let all = [request("doe2020x", 2020), wish];
        assert_eq!(assign(&all, &reserved.into()), ["doe2020xa", "roe2020y"]);
    }

    #[test]
    fn only_the_person_may_reassign_the_key_of_a_former_work() {
        let holder = KeyHolder {
            title: "another".to_owned(),
            yields: true,
        };
        let holders = [("doe2020x".to_owned(), holder)].into();
        let mut wish = request("roe2020y", 2020);
        wish.wanted = Some("doe2020x".into());
        let plain = request("doe2020x", 2020);
        assert_eq!(
            assign(std::slice::from_ref(&plain), &holders),
            ["doe2020xa"]
        );
        assert_eq!(assign(&[plain, wish], &holders), ["doe2020xa", "doe2020x"]);
    }

    #[test]
    fn entry_with_the_same_title_passes_on_its_key() {
        let holder = KeyHolder {
            title: fold_without_blanks("On Sorting"),
            yields: false,
        };
        let mut sorting = request("doe2020x", 2020);
        sorting.order.title = "On Sorting".into();
        let holders = [("mysort".to_owned(), holder.clone())].into();
        assert_eq!(assign(std::slice::from_ref(&sorting), &holders), ["mysort"]);
        let two = [
            ("mysort".to_owned(), holder.clone()),
            ("sort2".to_owned(), holder),
        ]
        .into();
        assert_eq!(assign(&[sorting], &two), ["doe2020x"], "of two, neither");
    }

    #[test]
    fn the_order_of_requests_does_not_matter() {
        let mut requests: Vec<KeyRequest> = (0..30).map(|at| request("k", 2000 + at)).collect();
        let keys = assign(&requests, &BTreeMap::new());
        assert_eq!(keys[0], "k");
        assert_eq!(keys[26], "kz");
        assert_eq!(keys[27], "kaa");
        requests.reverse();
        let mut again = assign(&requests, &BTreeMap::new());
        again.reverse();
        assert_eq!(keys, again);
    }
}
