//! What becomes of citation keys between two runs, and whose they are.

use std::collections::{BTreeMap, BTreeSet};

use super::hand::{entries, title};
use crate::{
    bib::read,
    lock::{ByHand, Lock},
    model::{Work, WorkId},
    text::fold::words,
};

/// What became of keys since the last run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    /// Those that name another work than they did: what was done to the entry that had one before is
    /// let go.
    pub others: BTreeSet<String>,
    /// Those that were given up for another, with it: what was done to the entry goes along.
    pub(super) moved: BTreeMap<String, String>,
}

impl Keys {
    /// What became of the keys of `old` in `new`.
    #[must_use]
    pub fn between(old: &Lock, new: &[Work]) -> Self {
        let had = old.by_key();
        let has: BTreeSet<&str> = new.iter().map(|work| work.key.as_str()).collect();
        // Where two works became one, its key was one of theirs.
        let renamed = new
            .iter()
            .filter(|work| !had.contains_key(work.key.as_str()));
        let moved = renamed.flat_map(|work| {
            let former = work.aliases.iter();
            former.map(|alias| (alias.clone(), work.key.clone()))
        });
        Self {
            others: other_works(old, new),
            moved: moved
                .filter(|(alias, _)| !has.contains(alias.as_str()))
                .collect(),
        }
    }

    /// The key that a work of an earlier key has.
    pub(super) fn now<'a>(&'a self, key: &'a str) -> &'a str {
        self.moved.get(key).map_or(key, String::as_str)
    }

    /// What was done by hand, under the keys of now.
    #[must_use]
    pub fn follow(&self, earlier: &ByHand) -> ByHand {
        let stays = |key: &String| !self.others.contains(key);
        let now = |key: &String| self.now(key).to_owned();
        let fields = earlier.fields.iter().filter(|(key, _)| stays(key));
        let left_out = earlier.left_out.iter().filter(|key| stays(key));
        ByHand {
            fields: fields
                .map(|(key, edited)| (now(key), edited.clone()))
                .collect(),
            left_out: left_out.map(now).collect(),
            own: earlier.own.clone(),
        }
    }
}

/// Whether a work has the key of one of the person's own blocks: the entry that they wrote before the
/// work was listed.
#[must_use]
pub fn is_listed_since(own: &[String], new: &[Work]) -> bool {
    let keys: BTreeSet<&str> = new.iter().map(|work| work.key.as_str()).collect();
    let mut blocks = own.iter().flat_map(|block| read(block).entries);
    blocks.any(|entry| keys.contains(entry.key.as_str()))
}

/// The keys in `old` that name another work in `new`: one without a common identifier, of whose
/// title most is another.
fn other_works(old: &Lock, new: &[Work]) -> BTreeSet<String> {
    let had = old.by_key();
    let other = |work: &&Work| {
        let before = had.get(work.key.as_str());
        before.is_some_and(|before| {
            let ids = WorkId::all_of(&before.meta.ids);
            let same = WorkId::all_of(&work.meta.ids)
                .iter()
                .any(|id| ids.contains(id));
            !same && !is_near(&before.meta.title.text(), &work.meta.title.text())
        })
    };
    new.iter()
        .filter(other)
        .map(|work| work.key.clone())
        .collect()
}

fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (BTreeSet<String>, BTreeSet<String>) = (
        words(a).into_iter().collect(),
        words(b).into_iter().collect(),
    );
    2 * a.intersection(&b).count() >= a.len().min(b.len())
}

/// The keys of the entries in `file` that `old` does not know, with their titles, squeezed: the
/// person's own, or those of a run that ended before it wrote its lock.
#[must_use]
pub fn own_keys(old: &Lock, file: &str) -> BTreeMap<String, String> {
    let lower = |key: &str| key.to_ascii_lowercase();
    let ours: BTreeSet<String> = old.works.iter().map(|work| lower(&work.key)).collect();
    let entries = entries(file).into_iter();
    entries
        .filter(|(key, _)| !ours.contains(&lower(key)))
        .map(|(key, entry)| (key, title(&entry)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Doi, Ids, Kind, Metadata, Title, WorkStatus};

    #[test]
    fn a_key_names_another_work_when_ids_and_title_are_others() {
        let lock = |title: &str, doi: Option<&str>| {
            let meta = Metadata {
                ids: Ids {
                    doi: doi.and_then(|doi| Doi::parse(doi).ok()),
                    ..Ids::default()
                },
                ..Metadata::new(Kind::Journal, Title::plain(title))
            };
            let work = Work {
                key: "key".into(),
                aliases: Vec::new(),
                status: WorkStatus::Matched,
                meta,
                fields: BTreeMap::new(),
                origins: BTreeMap::new(),
                editions: BTreeSet::new(),
            };
            Lock::new(Vec::new(), vec![work])
        };
        let old = lock(
            "Efficient Fast Sorting of Very Large Lists",
            Some("10.1000/1"),
        );
        for (title, doi, is_other) in [
            ("Efficient Robust Cooking", None, true),
            ("Efficient Robust Cooking", Some("10.1000/1"), false),
            ("Efficient Sorting of Lists", None, false),
        ] {
            let new = lock(title, doi).works;
            assert_eq!(!other_works(&old, &new).is_empty(), is_other, "{title}");
        }
        // BibTeX disregards the case of keys.
        let file = "@misc{KEY, title = 1}\n@misc{mine, title = 2}";
        assert_eq!(
            own_keys(&old, file),
            [("mine".to_owned(), "2".to_owned())].into()
        );
    }

    #[test]
    fn what_was_done_by_hand_goes_with_a_work_to_its_new_key() {
        let work = |key: &str, aliases: &[&str]| Work {
            key: key.into(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            status: WorkStatus::Matched,
            meta: Metadata::new(Kind::Journal, Title::plain("On Looms")),
            fields: BTreeMap::new(),
            origins: BTreeMap::new(),
            editions: BTreeSet::new(),
        };
        let old = Lock::new(
            Vec::new(),
            vec![work("lee2019looms", &[]), work("ray2019", &[])],
        );
        let mut earlier = ByHand::default();
        earlier.left_out.insert("lee2019looms".to_owned());
        let after = |new: &[Work]| Keys::between(&old, new).follow(&earlier).left_out;
        let moved = after(&[work("mine", &["lee2019looms"]), work("ray2019", &[])]);
        assert_eq!(moved, ["mine".to_owned()].into());
        // Of two works that became one, the other's entry is not the one that was taken out.
        let joined = after(&[work("ray2019", &["lee2019looms"])]);
        assert_eq!(joined, ["lee2019looms".to_owned()].into());
    }
}
