//! Assembles a lock from its blocks, so that each key has one work.
//!
//! Two branches may have given one key to two works: these are separated, each with its listings and edits.
//! Two blocks of the same work are joined, with the edits of both.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Fields, Lock, LockedListing, ManualEdits,
    blocks::{FormerBlock, OutputState, WorkBlock},
    field_comment,
    identity::{free_key, is_one_work},
    parts::LockParts,
};
use crate::{
    model::{Work, WorkId},
    text::fold::fold_without_blanks,
};

/// Assembles a lock, and returns it with a sentence for each conflict that was resolved.
///
/// The first of several works with one key keeps it; a listed work comes before a former one. The others get
/// a new key, and so do their listings.
pub(super) fn assemble(parts: LockParts) -> (Lock, Vec<String>) {
    let LockParts {
        lock,
        works,
        former,
    } = parts;
    let mut damage = Vec::new();
    let (works, chimeras) = without_chimeras(works, &former, &mut damage);
    let listed = works.iter().map(|it| it.work.key.clone());
    let taken = listed.chain(former.iter().map(|it| it.former.work.key.clone()));
    let mut builder = LockBuilder {
        taken: taken.collect(),
        lock,
        places: BTreeMap::new(),
        damage,
    };
    builder.lock.works.reserve_exact(works.len());
    for block in works {
        builder.add(block);
    }
    for block in former {
        builder.add_former(block);
    }
    builder.keep_edits(chimeras);
    let LockBuilder {
        mut lock, damage, ..
    } = builder;
    // Listings are ordered by their position numbers.
    lock.listings
        .sort_unstable_by(|a, b| (a.place, &a.fingerprint).cmp(&(b.place, &b.fingerprint)));
    lock.works.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    lock.former
        .sort_unstable_by(|a, b| a.work.key.cmp(&b.work.key));
    (lock, damage)
}

/// Sets apart the blocks in which a merge line by line combined the key of one work with the metadata of
/// another: the key has a block of its own work, and the metadata another block with its own key.
fn without_chimeras(
    works: Vec<WorkBlock>,
    former: &[FormerBlock],
    damage: &mut Vec<String>,
) -> (Vec<WorkBlock>, Vec<WorkBlock>) {
    let mut titles: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let listed = works.iter().map(|it| &it.work);
    for work in listed.chain(former.iter().map(|it| &it.former.work)) {
        let title = fold_without_blanks(&work.meta.title.text());
        let keyed = keys.entry(title.clone()).or_default();
        keyed.insert(work.key.clone());
        titles.entry(work.key.clone()).or_default().insert(title);
    }
    let is_contested = |key: &str| titles.get(key).is_some_and(|titles| titles.len() > 1);
    let (chimeras, whole): (Vec<_>, Vec<_>) = works.into_iter().partition(|block| {
        let key = &block.work.key;
        let title = fold_without_blanks(&block.work.meta.title.text());
        let mut others = keys.get(&title).into_iter().flatten();
        is_contested(key) && others.any(|other| other != key && !is_contested(other))
    });
    damage.extend(chimeras.iter().map(|WorkBlock { work, .. }| {
        format!(
            "the work `{}` is there under {} too, which is another's: that block is skipped",
            work.meta.title.text(),
            work.key
        )
    }));
    (whole, chimeras)
}

/// A lock under construction.
struct LockBuilder {
    lock: Lock,
    /// The keys in use.
    taken: BTreeSet<String>,
    /// The works that have, or had, a key.
    places: BTreeMap<String, Vec<WorkPosition>>,
    damage: Vec<String>,
}

/// The index of a work.
#[derive(Clone, Copy)]
enum WorkPosition {
    Listed(usize),
    Former(usize),
}

impl LockBuilder {
    fn add(&mut self, block: WorkBlock) {
        let WorkBlock {
            mut work,
            output,
            notices,
        } = block;
        if let Some(WorkPosition::Listed(at)) = self.same(&work) {
            let before = &mut self.lock.works[at];
            for alias in work.aliases {
                if !before.aliases.contains(&alias) {
                    before.aliases.push(alias);
                }
            }
            let key = before.key.clone();
            if !notices.is_empty() {
                self.lock.notices.entry(key.clone()).or_insert(notices);
            }
            self.join(&key, output);
            return;
        }
        let first = self.first(&work.key);
        let key = self.key_for(&work);
        if let Some(first) = first {
            for listing in &mut self.lock.listings {
                let first = self.lock.works.get(first);
                let is_first = first.is_some_and(|first| answers(listing, first));
                if listing.key == work.key && answers(listing, &work) && !is_first {
                    listing.key.clone_from(&key);
                }
            }
        }
        self.note(&work.key, WorkPosition::Listed(self.lock.works.len()));
        if !notices.is_empty() {
            self.lock.notices.insert(key.clone(), notices);
        }
        self.join(&key, output);
        work.key = key;
        self.lock.works.push(work);
    }

    fn add_former(&mut self, block: FormerBlock) {
        let FormerBlock { mut former, output } = block;
        match self.same(&former.work) {
            // One branch may have removed a work from its list that the other still has.
            Some(WorkPosition::Listed(at)) => {
                let key = self.lock.works[at].key.clone();
                self.join(&key, output);
            }
            Some(WorkPosition::Former(at)) => {
                self.lock.former[at].titles.extend(former.titles);
                let key = self.lock.former[at].work.key.clone();
                self.join(&key, output);
            }
            None => {
                let key = self.key_for(&former.work);
                self.note(
                    &former.work.key,
                    WorkPosition::Former(self.lock.former.len()),
                );
                self.join(&key, output);
                former.work.key = key;
                self.lock.former.push(former);
            }
        }
    }

    /// Keeps the edits of skipped blocks as comments, unless a work has them.
    fn keep_edits(&mut self, skipped: Vec<WorkBlock>) {
        let ManualEdits {
            fields, own_blocks, ..
        } = &mut self.lock.manual_edits;
        for WorkBlock { work, output, .. } in skipped {
            for (name, value) in output.edited {
                let mut known = fields.values();
                if known.any(|fields| fields.get(&name) == Some(&value)) {
                    continue;
                }
                let comment = field_comment(&work.key, &name, &value);
                let comment = comment.filter(|comment| !own_blocks.contains(comment));
                own_blocks.extend(comment);
            }
        }
    }

    /// Returns where the same work already is under the same key.
    fn same(&self, work: &Work) -> Option<WorkPosition> {
        let places = self.places.get(&work.key)?.iter().copied();
        places.into_iter().find(|at| {
            let known = match at {
                WorkPosition::Listed(at) => self.lock.works.get(*at),
                WorkPosition::Former(at) => self.lock.former.get(*at).map(|former| &former.work),
            };
            known.is_some_and(|known| is_one_work(known, work))
        })
    }

    fn first(&self, key: &str) -> Option<usize> {
        match self.places.get(key)?.first()? {
            WorkPosition::Listed(at) => Some(*at),
            WorkPosition::Former(_) => None,
        }
    }

    /// Returns the work's own key, or a free one if another work has it.
    fn key_for(&mut self, work: &Work) -> String {
        if !self.places.contains_key(&work.key) {
            return work.key.clone();
        }
        let key = free_key(&work.key, &self.taken);
        self.taken.insert(key.clone());
        self.damage.push(format!(
            "two works have the key {}: the second, `{}`, is {key} now",
            work.key,
            work.meta.title.text()
        ));
        key
    }

    fn note(&mut self, key: &str, at: WorkPosition) {
        self.places.entry(key.to_owned()).or_default().push(at);
    }

    /// Adds the digests and edits of a block to those of a key.
    fn join(&mut self, key: &str, output: OutputState) {
        let lock = &mut self.lock;
        let mut earlier = output.earlier;
        match (lock.written.get(key), output.written) {
            (None, Some(digest)) => _ = lock.written.insert(key.to_owned(), digest),
            (Some(known), Some(digest)) if *known != digest => earlier.insert(0, digest),
            _ => {}
        }
        if !earlier.is_empty() {
            let known = lock.earlier.entry(key.to_owned()).or_default();
            earlier.retain(|digest| !known.contains(digest));
            known.extend(earlier);
        }
        if output.removed {
            lock.manual_edits.removed.insert(key.to_owned());
        }
        if output.unexported {
            lock.unexported.insert(key.to_owned());
        }
        if !output.refused.is_empty() {
            let known = lock.refused.entry(key.to_owned()).or_default();
            for (name, value) in output.refused {
                known.entry(name).or_insert(value);
            }
        }
        if output.edited.is_empty() {
            return;
        }
        let ManualEdits {
            fields,
            own_blocks,
            expressions,
            ..
        } = &mut lock.manual_edits;
        let edited = fields.entry(key.to_owned()).or_default();
        let mut macros = Fields::new();
        for (name, value) in output.edited {
            match edited.get(&name) {
                None => {
                    let written = output.expressions.get(&name).cloned();
                    macros.extend(written.map(|written| (name.clone(), written)));
                    edited.insert(name, value);
                }
                Some(known) if *known != value => {
                    let comment = field_comment(key, &name, &value);
                    let rest = match &comment {
                        Some(_) => format!("and `{value}` in a comment"),
                        None => format!("`{value}` is not"),
                    };
                    self.damage.push(format!(
                        "the {name} of {key} was edited in two ways: `{known}` is kept, {rest}"
                    ));
                    let comment = comment.filter(|comment| !own_blocks.contains(comment));
                    own_blocks.extend(comment);
                }
                Some(_) => {}
            }
        }
        if !macros.is_empty() {
            expressions
                .entry(key.to_owned())
                .or_default()
                .extend(macros);
        }
    }
}

/// Returns whether this work is a listing's answer.
fn answers(listing: &LockedListing, work: &Work) -> bool {
    let ids = WorkId::all_of(&work.meta.ids);
    let candidates = listing.verdict.candidates().iter();
    let mut found = candidates.flat_map(|candidate| WorkId::all_of(&candidate.ids));
    fold_without_blanks(&listing.title) == fold_without_blanks(&work.meta.title.text())
        || found.any(|id| ids.contains(&id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::{
        FormerWork,
        samples::{listing, work},
    };

    fn output(digest: &str, note: &str) -> OutputState {
        OutputState {
            written: Some(digest.into()),
            edited: [("note".to_owned(), note.to_owned())].into(),
            ..OutputState::default()
        }
    }

    /// A side that has a work of this title under the key `a`, with this note.
    fn side(title: &str, note: &str) -> LockParts {
        LockParts {
            lock: Lock {
                listings: vec![listing("a", title)],
                ..Lock::default()
            },
            works: vec![WorkBlock {
                work: work("a", title),
                output: output(title, note),
                notices: Vec::new(),
            }],
            former: Vec::new(),
        }
    }

    fn former(title: &str, note: &str) -> LockParts {
        LockParts {
            former: vec![FormerBlock {
                former: FormerWork {
                    titles: BTreeSet::new(),
                    work: work("a", title),
                },
                output: output(title, note),
            }],
            ..LockParts::default()
        }
    }

    fn notes(lock: &Lock) -> Vec<(&str, &str)> {
        let fields = lock.manual_edits.fields.iter();
        fields
            .map(|(key, edited)| (key.as_str(), edited["note"].as_str()))
            .collect()
    }

    #[test]
    fn two_works_with_one_key_are_separated_with_their_edits() {
        let (both, said) = assemble(side("On Looms", "mine").with(side("On Yarn", "yours")));
        let listed = both.listings.iter();
        let listed: Vec<(&str, &str)> = listed
            .map(|it| (it.title.as_str(), it.key.as_str()))
            .collect();
        assert_eq!(listed, [("On Looms", "a"), ("On Yarn", "aa")]);
        assert_eq!(notes(&both), [("a", "mine"), ("aa", "yours")]);
        assert_eq!(both.written["aa"], "On Yarn");
        assert!(both.earlier.is_empty());
        assert!(said[0].contains("`On Yarn`, is aa now"), "{said:?}");
    }

    #[test]
    fn second_edit_of_a_field_is_kept_as_a_comment() {
        let (both, said) = assemble(side("On Looms", "mine").with(side("On Looms", "yours")));
        assert_eq!(both.works.len(), 1);
        assert_eq!(notes(&both), [("a", "mine")]);
        assert!(said[0].contains("`yours` in a comment"), "{said:?}");
        assert_eq!(both.manual_edits.own_blocks, ["% a: note = {yours}"]);
    }

    #[test]
    fn work_removed_from_the_list_of_one_branch_keeps_its_edits() {
        let (same, said) = assemble(side("On Looms", "mine").with(former("On Looms", "mine")));
        assert!(same.former.is_empty());
        assert_eq!((notes(&same).len(), said.len()), (1, 0));
        let (other, said) = assemble(side("On Looms", "mine").with(former("On Yarn", "yours")));
        assert_eq!(other.former[0].work.key, "aa");
        assert_eq!(notes(&other), [("a", "mine"), ("aa", "yours")]);
        assert_eq!(said.len(), 1);
    }

    #[test]
    fn block_with_a_foreign_key_is_dropped() {
        let mut yarn = side("On Yarn", "yours");
        yarn.works[0].work.key = "b".into();
        let parts = side("On Yarn", "yours").with(yarn);
        let (lock, said) = assemble(parts.with(former("On Looms", "mine")));
        assert_eq!(lock.works.len(), 1);
        assert_eq!(lock.works[0].key, "b");
        assert_eq!(lock.former[0].work.key, "a");
        assert_eq!(notes(&lock), [("a", "mine"), ("b", "yours")]);
        assert!(said[0].contains("skipped"), "{said:?}");
    }
}
