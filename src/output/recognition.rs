//! Recognizes what a text in the file is: the entry of which work, written by which run, with which edits.

use std::collections::BTreeSet;

use super::{
    entry_index::EntryIndex,
    key_changes::KeyChanges,
    marks::{entry_digest, is_of_digest},
    parse::{OutputEntry, title_of, title_text},
    work_names::WorkNames,
};
use crate::{
    bib::BibEntry,
    lock::{Fields, Lock},
    text::similarity::is_near,
};

/// What the last run and this one know of their works, to compare the entries of a file with.
pub(super) struct Recognition<'a> {
    /// The lock of the last run, if there is one.
    pub(super) old: Option<&'a Lock>,
    /// The lock to write, without manual edits.
    pub(super) new: &'a Lock,
    pub(super) key_changes: &'a KeyChanges,
    pub(super) work_names: &'a WorkNames,
    /// The entries as the last run wrote them.
    pub(super) base: EntryIndex<'a>,
    /// The entries of this run without manual edits.
    pub(super) upstream: EntryIndex<'a>,
}

impl Recognition<'_> {
    /// Returns the current key of the entry's work; `None` if there is no such work. `present` has the keys of
    /// the works whose entries were found before this one.
    pub(super) fn work_of(
        &self,
        written: &OutputEntry,
        present: &BTreeSet<String>,
    ) -> Option<String> {
        let key = written.entry.key.as_str();
        let now = self.key_changes.current(key);
        let alike = || self.upstream.alike(written).map(str::to_owned);
        if self.is_known(key) {
            // Another branch, or a run with a lost lock, may have given the key to another work.
            let mark = written.mark.as_ref();
            let is_named = mark.is_none_or(|mark| self.work_names.has_code(now, &mark.work));
            let other = if present.contains(now) || !is_named {
                alike()
            } else {
                None
            };
            let is_its_own = || is_named || !self.is_another(now, written);
            return other.or_else(|| (self.has_work(now) && is_its_own()).then(|| now.to_owned()));
        }
        if written.mark.is_some() {
            return alike();
        }
        // The person wrote the entry before the work was listed, or put it back.
        let upstream = self.upstream.get(now)?;
        (title_of(&upstream) == written.title()).then(|| now.to_owned())
    }

    /// Returns whether the entry's title differs from those that the work with this key has and had.
    pub(super) fn is_another(&self, now: &str, written: &OutputEntry) -> bool {
        let title = title_text(&written.entry);
        let known = [self.upstream.get(now), self.base_of(now)];
        let mut known = known
            .into_iter()
            .flatten()
            .map(|it| title_text(&it))
            .peekable();
        !title.is_empty() && known.peek().is_some() && !known.any(|it| is_near(&it, &title))
    }

    /// Returns whether a listed or former work has this key.
    fn has_work(&self, key: &str) -> bool {
        let new = self.new;
        let former = new.former.iter().map(|former| &former.work);
        self.upstream.has(key) || new.works.iter().chain(former).any(|work| work.key == key)
    }

    /// Returns whether the last lock has an entry for this key.
    pub(super) fn is_known(&self, key: &str) -> bool {
        self.old.is_some_and(|old| {
            old.written.contains_key(key)
                || old.earlier.contains_key(key)
                || old.manual_edits.removed.contains(key)
        })
    }

    /// Returns whether the person changed the key of a work's entry, which no run gave.
    pub(super) fn is_given_another_key(&self, key: &str, written: &OutputEntry) -> bool {
        let own = written.entry.key.as_str();
        own != key
            && self.is_known(key)
            && !self.is_known(own)
            && written.mark.is_some()
            && self.key_changes.current(own) == own
            && !self.upstream.has(own)
    }

    /// Returns the digest of the entry as last written.
    pub(super) fn digest_of(&self, key: &str) -> Option<&str> {
        let old = self.old?;
        let mut former = self.key_changes.former(key);
        former.find_map(|key| old.written.get(key).map(String::as_str))
    }

    /// Returns whether an entry's mark names the text that the last run wrote. Without a mark the entry counts
    /// as the last run's.
    pub(super) fn is_latest(&self, key: &str, written: &OutputEntry) -> bool {
        let mark = written.mark.as_ref();
        self.digest_of(key)
            .is_some_and(|digest| mark.is_none_or(|mark| is_of_digest(&mark.text, digest)))
    }

    /// Returns whether an entry's mark names a text from before the last run.
    pub(super) fn is_earlier(&self, key: &str, written: &OutputEntry) -> bool {
        let (Some(old), Some(mark)) = (self.old, &written.mark) else {
            return false;
        };
        let mut former = self.key_changes.former(key);
        former.any(|key| {
            let mut earlier = old.earlier.get(key).into_iter().flatten();
            earlier.any(|digest| is_of_digest(&mark.text, digest))
        })
    }

    pub(super) fn base_of(&self, key: &str) -> Option<BibEntry> {
        let mut former = self.key_changes.former(key);
        former.find_map(|key| self.base.get(key))
    }

    /// Returns whether the last run's entry, rendered again from its lock, is the text that was written.
    fn base_is_as_written(&self, key: &str) -> bool {
        let mut former = self.key_changes.former(key);
        let base = former.find_map(|key| self.base.text(key));
        base.zip(self.digest_of(key))
            .is_some_and(|(text, digest)| entry_digest(text) == digest)
    }

    /// Returns the fields of an entry that differ from what bibsync wrote. An empty value means that the field
    /// was removed.
    pub(super) fn edited(&self, key: &str, written: &OutputEntry, was_removed: bool) -> Fields {
        let is_latest = self.is_latest(key, written);
        let digest = self.digest_of(key);
        if written.mark.is_none() && digest == Some(entry_digest(&written.text).as_str()) {
            return Fields::new();
        }
        if written.is_pristine() {
            let is_older = self.is_earlier(key, written);
            // The edits of the lock are at least as new, unless a merge line by line put the digest of this
            // text beside the edits of another: then the text and its mark state the edits that belong to it.
            let mut edits = written.marked_edits();
            if is_latest {
                edits.retain(|_, value| !value.is_empty() && !self.base_is_as_written(key));
            } else if is_older {
                edits.clear();
            }
            return edits;
        }
        let upstream = self.upstream.get(key);
        match self.base_of(key) {
            Some(base) if is_latest && self.base_is_as_written(key) => differing(&base, written),
            base => {
                // The run is unknown, so only values that bibsync can't have written count as edits.
                let is_known = |name: &str, value: &str| {
                    let has_value = |entry: Option<&BibEntry>| {
                        entry.is_some_and(|entry| entry.field(name).unwrap_or_default() == value)
                    };
                    has_value(base.as_ref()) || has_value(upstream.as_ref())
                };
                let mut out: Fields = written
                    .entry
                    .fields
                    .iter()
                    .filter(|(name, value)| {
                        written.expressions.contains_key(name) || !is_known(name, value)
                    })
                    .cloned()
                    .collect();
                if was_removed && let Some(upstream) = &upstream {
                    out.extend(differing(upstream, written));
                }
                out.extend(written.marked_edits());
                out
            }
        }
    }

    /// Returns another work, listed or not, with the title or an identifier of the entry: git may have merged
    /// the lines of two entries into one.
    pub(super) fn mixed_with(&self, key: &str, written: &OutputEntry) -> Option<String> {
        if written.is_pristine() {
            return None;
        }
        if !self.work_names.has_names(key) {
            return None;
        }
        let title = written.title();
        let doi = written.entry.field("doi");
        let mut has_title = title.is_empty() || self.work_names.has_title(key, &title);
        let mut has_doi = doi.is_none();
        for own in [self.upstream.get(key), self.base_of(key)]
            .into_iter()
            .flatten()
        {
            has_title |= title_of(&own) == title;
            has_doi |= own.field("doi") == doi;
        }
        let other = |entries: &'_ EntryIndex<'_>| {
            let titled = entries.titled(&title).filter(|_| !has_title);
            let registered = doi.filter(|_| !has_doi);
            let found = titled.or_else(|| entries.registered(registered?));
            found.map(str::to_owned)
        };
        let is_other = |found: &String| self.key_changes.current(found) != key;
        other(&self.upstream)
            .filter(|found| found != key)
            .or_else(|| other(&self.base).filter(is_other))
    }
}

/// Returns the fields that differ from `before`, with an empty value for a missing field. A value written
/// with a macro differs even if it expands to the same text.
fn differing(before: &BibEntry, written: &OutputEntry) -> Fields {
    let now = &written.entry;
    let names = before.fields.iter().chain(&now.fields);
    names
        .map(|(name, _)| (name, now.field(name).unwrap_or_default()))
        .filter(|(name, value)| {
            written.expressions.contains_key(*name)
                || before.field(name).unwrap_or_default() != *value
        })
        .map(|(name, value)| (name.clone(), value.to_owned()))
        .collect()
}
