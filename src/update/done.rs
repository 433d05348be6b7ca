use std::collections::BTreeMap;

use super::{
    answer::Remembered,
    entry_digest::entry_digests,
    file::BibFile,
    filter::FieldFilter,
    memory::remembered,
    plan::{EntryPlan, Upgrades, plan},
};
use crate::lock::{DoneEntry, DoneMark, Lock};

/// Returns the marks, by key, of the entries in a lock about which the next run would have nothing to ask and
/// nothing to propose, whatever its options are.
#[must_use]
pub fn done_marks(file: &BibFile, lock: &Lock) -> BTreeMap<String, DoneMark> {
    let known = remembered(file, Some(lock));
    let planned = |upgrades| plan(file, &known, &FieldFilter::default(), upgrades);
    let mut all = planned(Upgrades::All);
    // Who refused a publication still lacks what the preprint does.
    if !known.refused.is_empty() {
        let none = planned(Upgrades::None);
        for (one, other) in all.iter_mut().zip(none) {
            one.proposals.extend(other.proposals);
        }
    }
    let digests = entry_digests(file);
    let mark = |plan: &EntryPlan| {
        let item = file.items.get(plan.item)?;
        let mark = DoneMark {
            verdict: plan.verdict.as_str().to_owned(),
            entry: digests.get(item.lock_key.as_str())?.clone(),
        };
        Some((item.lock_key.clone(), mark))
    };
    let is_done =
        |plan: &&EntryPlan| plan.proposals.is_empty() && known.answers.contains_key(&plan.item);
    all.iter().filter(is_done).filter_map(mark).collect()
}

/// Whether the next run would have nothing to do for any entry of a file, given those that it has nothing to do
/// for.
#[must_use]
pub fn is_done(
    file: &BibFile,
    marks: &BTreeMap<String, DoneMark>,
    done: &BTreeMap<String, DoneEntry>,
) -> bool {
    let mut items = file.items.iter();
    let is_done = |key: &String| marks.contains_key(key) || done.contains_key(key);
    !file.items.is_empty() && items.all(|it| is_done(&it.lock_key) || it.listing().is_none())
}

/// Whether the entries for which nothing was left to do are in a file as they were.
#[must_use]
pub fn still_done(file: &BibFile, known: &Remembered) -> bool {
    if known.done.is_empty() {
        return true;
    }
    let digests = entry_digests(file);
    let mut done = known.done.iter();
    done.all(|(key, entry)| digests.get(key.as_str()) == Some(&entry.mark.entry))
}
