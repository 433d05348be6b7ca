//! Finds the person's edits in the file and merges them with the works of a run.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    entry_index::EntryIndex,
    key_changes::KeyChanges,
    parse::{OutputEntry, ParsedOutput, title_text},
    recognition::Recognition,
    removals::RemovedEntries,
    work_names::WorkNames,
};
use crate::{
    bib::{BibEntry, metadata},
    lock::{Fields, FormerWork, Lock, ManualEdits, field_comment},
    model::{Work, WorkStatus},
};

/// The input of [`merge`].
#[derive(Debug, Clone, Copy)]
pub(super) struct MergeInput<'a> {
    /// The lock of the last run, if there is one.
    pub(super) old: Option<&'a Lock>,
    /// The lock to write, without manual edits.
    pub(super) new: &'a Lock,
    /// The entries as the last run wrote them, with their edits, rendered again from its lock: keys and texts.
    pub(super) base: &'a [(String, String)],
    /// The entries without manual edits: keys and texts.
    pub(super) upstream: &'a [(String, String)],
}

/// The result of merging the file, for the person and for the next lock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MergedEdits {
    /// All manual edits, those of earlier runs included.
    pub manual_edits: ManualEdits,
    /// Keys of listed works whose entries were missing although the person did not remove them.
    pub restored: Vec<String>,
    /// Keys of entries that another run wrote, for works that neither the list nor the lock has.
    pub unknown_keys: Vec<String>,
    /// A sentence for each part of the file that could not be merged. If there is any, the file is kept as a
    /// backup.
    pub unmerged: Vec<String>,
}

/// The result of a merge, with what the next lock must remember of the file.
#[derive(Debug, Default)]
pub(super) struct Merge {
    pub(super) edits: MergedEdits,
    /// The codes of the texts that the marks of the file name, by the work's current key.
    pub(super) codes: BTreeMap<String, Vec<String>>,
    /// Works that only the file has.
    pub(super) former: Vec<FormerWork>,
}

/// Merges the text of the file with the entries of a run.
///
/// The person's edits win over the sources; the other fields follow the sources. A field that the person
/// set back to its value without edits follows the sources again, and so does a removed entry that they put
/// back. An entry whose text matches its mark holds no edits but those that the mark names, whichever run
/// wrote it. If the file and the lock are from different runs, the edits of both are kept, and a listed work
/// is written unless the person certainly removed its entry.
pub(super) fn merge(run: MergeInput<'_>, file: &str) -> Merge {
    let none = Lock::default();
    let old = run.old.unwrap_or(&none);
    let key_changes = KeyChanges::between(old, run.new);
    let work_names = WorkNames::between(old, run.new, &key_changes);
    let earlier = run.old.map(|old| key_changes.rekey(&old.manual_edits));
    let output = ParsedOutput::parse(file);
    let had_entries = run.old.is_some_and(|old| !old.written.is_empty());
    let is_foreign = run.old.is_none() && !output.is_marked();
    let is_empty = output.entries.is_empty() && had_entries && !output.is_marked();
    let is_read = !is_foreign && !is_empty;
    let mut lost = Vec::new();
    let output = if is_read {
        output
    } else {
        if !file.trim().is_empty() {
            lost.push("it was not written by bibsync".to_owned());
        }
        ParsedOutput::default()
    };
    let manual_edits = earlier.unwrap_or_default();
    let mut merger = Merger {
        known: Recognition {
            old: run.old,
            new: run.new,
            key_changes: &key_changes,
            work_names: &work_names,
            base: EntryIndex::of(run.base),
            upstream: EntryIndex::of(run.upstream),
        },
        output: &output,
        removed_before: manual_edits.removed.clone(),
        merged: MergedEdits {
            manual_edits,
            ..MergedEdits::default()
        },
        present: BTreeSet::new(),
        own: BTreeSet::new(),
        codes: BTreeMap::new(),
        former: Vec::new(),
        replaced: Vec::new(),
    };
    lost.extend(output.broken.iter().cloned());
    merger.merged.unmerged = lost;
    let own_before = std::mem::take(&mut merger.merged.manual_edits.own_blocks);
    for (at, written) in output.entries.iter().enumerate() {
        merger.entry(at, written);
    }
    if is_read {
        merger.missing();
    }
    merger.own_blocks(own_before);
    merger.tidy();
    Merge {
        edits: merger.merged,
        codes: merger.codes,
        former: merger.former,
    }
}

struct Merger<'a> {
    known: Recognition<'a>,
    output: &'a ParsedOutput,
    removed_before: BTreeSet<String>,
    merged: MergedEdits,
    /// The current keys of the works whose entries were found in the file.
    present: BTreeSet<String>,
    /// The indexes of the person's own entries.
    own: BTreeSet<usize>,
    codes: BTreeMap<String, Vec<String>>,
    former: Vec<FormerWork>,
    /// Edits of the lock that edits of the file replaced, as comments.
    replaced: Vec<String>,
}

impl Merger<'_> {
    fn entry(&mut self, at: usize, written: &OutputEntry) {
        let Some(key) = self.known.work_of(written, &self.present) else {
            if let Some(fault) = written.fault.as_ref().filter(|_| written.is_broken) {
                self.merged.unmerged.push(fault.clone());
                return;
            }
            let is_edited = written
                .mark
                .as_ref()
                .is_some_and(|it| !it.edited.is_empty());
            let key = &written.entry.key;
            if written.is_pristine() && !is_edited {
                self.merged.unknown_keys.push(key.clone());
                if !self.known.is_known(key) {
                    self.note_code(key.clone(), written);
                    self.former.push(former_work(&written.entry));
                }
            } else if self.known.is_known(key) {
                self.merged.unmerged.push(format!(
                    "line {}: entry `{key}` has another title than the work of that key",
                    written.entry.line
                ));
            } else {
                self.own.insert(at);
            }
            return;
        };
        if let Some(fault) = &written.fault {
            self.merged.unmerged.push(fault.clone());
        }
        if self.present.contains(&key) {
            self.repeated(&key, written);
            return;
        }
        self.present.insert(key.clone());
        if self.known.is_given_another_key(&key, written) {
            self.merged.unmerged.push(format!(
                "line {}: the key `{}` becomes `{key}` again; `\"key\": \"{}\"` in the list changes it",
                written.entry.line, written.entry.key, written.entry.key
            ));
        }
        let was_removed = self.merged.manual_edits.removed.remove(&key);
        if written.fault.is_some() {
            return;
        }
        if let Some(other) = self.known.mixed_with(&key, written) {
            self.merged.unmerged.push(format!(
                "line {}: entry `{key}` has what belongs to `{other}`, as if two were merged into one",
                written.entry.line
            ));
            return;
        }
        let is_type = |entry: Option<BibEntry>| {
            entry.is_some_and(|entry| entry.kind.eq_ignore_ascii_case(&written.entry.kind))
        };
        let is_of_type =
            || is_type(self.known.upstream.get(&key)) || is_type(self.known.base_of(&key));
        let may_replace = !written.is_pristine() && self.known.is_known(&written.entry.key);
        if may_replace && !is_of_type() {
            // An entry of another type is the person's own and replaces the work's.
            self.own.insert(at);
            self.merged.manual_edits.removed.insert(key);
            return;
        }
        let mut edited = self.known.edited(&key, written, was_removed);
        if !was_removed && written.mark.is_none() && self.known.digest_of(&key).is_none() {
            // Without a record of what was written, a missing field does not mean that it was removed.
            edited.retain(|_, value| !value.is_empty());
        }
        if !self.known.is_latest(&key, written) && !self.known.is_earlier(&key, written) {
            self.keep_replaced(&key, written, &edited);
        }
        self.take(&key, written, edited);
        self.note_code(key, written);
    }

    /// Keeps the edits of the lock that edits of the file replace, as comments. Used if nobody can know which
    /// of the two are newer.
    fn keep_replaced(&mut self, key: &str, written: &OutputEntry, edited: &Fields) {
        let known = self.merged.manual_edits.fields.get(key);
        let replaced = known.into_iter().flatten().filter(|(name, value)| {
            let is_macro = written.expressions.contains_key(*name);
            !is_macro && edited.get(*name).is_some_and(|now| now != *value)
        });
        let comments = replaced.filter_map(|(name, value)| field_comment(key, name, value));
        self.replaced.extend(comments);
    }

    /// Notes the text of a work that this run has read.
    fn note_code(&mut self, key: String, written: &OutputEntry) {
        if let Some(mark) = &written.mark {
            self.codes.entry(key).or_default().push(mark.text.clone());
        }
    }

    /// Adds edits to those of a key, with their macros.
    fn take(&mut self, key: &str, written: &OutputEntry, edited: Fields) {
        let manual_edits = &mut self.merged.manual_edits;
        let expressions = manual_edits.expressions.entry(key.to_owned()).or_default();
        for name in edited.keys() {
            match written.expressions.get(name) {
                Some(value) => _ = expressions.insert(name.clone(), value.clone()),
                None => _ = expressions.remove(name),
            }
        }
        edit(
            manual_edits.fields.entry(key.to_owned()).or_default(),
            edited,
        );
    }

    /// Merges a second entry of a work: adds the edits that the first does not have.
    fn repeated(&mut self, key: &str, written: &OutputEntry) {
        if written.fault.is_some() {
            return;
        }
        let known = self.merged.manual_edits.fields.get(key);
        // The first entry may have replaced the edits of the lock, which this text has.
        let edited = if written.is_pristine() && self.known.is_latest(key, written) {
            written.marked_edits()
        } else {
            self.known.edited(key, written, false)
        };
        let edited = edited.into_iter();
        let (other, new): (Vec<_>, Vec<_>) = edited
            .filter(|(_, value)| !value.is_empty())
            .filter(|(name, value)| known.and_then(|known| known.get(name)) != Some(value))
            .partition(|(name, _)| known.is_some_and(|known| known.contains_key(name)));
        let names: Vec<&str> = other.iter().map(|(name, _)| name.as_str()).collect();
        if names.is_empty() {
            self.note_code(key.to_owned(), written);
        } else {
            self.merged.unmerged.push(format!(
                "line {}: entry `{key}` is there twice, each with its own {}",
                written.entry.line,
                names.join(", ")
            ));
        }
        self.take(key, written, new.into_iter().collect());
    }

    /// Decides for each entry missing in the file whether to write it again.
    fn missing(&mut self) {
        let removals = RemovedEntries::of(
            self.output,
            self.known.old,
            self.known.key_changes,
            self.known.work_names,
        );
        let keys: Vec<&str> = self.known.upstream.keys().collect();
        for key in keys.into_iter().filter(|key| !self.present.contains(*key)) {
            let was_out = self.removed_before.contains(key);
            let stays_out = was_out && !self.output.is_complete();
            if stays_out || removals.includes(key) {
                self.merged.manual_edits.removed.insert(key.to_owned());
            } else if self.merged.manual_edits.removed.remove(key)
                || self.known.digest_of(key).is_some()
            {
                self.merged.restored.push(key.to_owned());
            }
        }
    }

    /// Collects the person's own blocks: those of the file in its order, then those that only the lock has,
    /// unless the person removed these from the file.
    fn own_blocks(&mut self, before: Vec<String>) {
        let mut own: Vec<String> = Vec::new();
        let mut kept = Vec::new();
        let mut keys = BTreeSet::new();
        let mut others = self.output.others.iter().peekable();
        for at in 0..=self.output.entries.len() {
            while let Some(other) = others.next_if(|other| other.after <= at) {
                own.push(other.text.clone());
            }
            let Some(written) = self.output.entries.get(at) else {
                break;
            };
            if self.own.contains(&at) {
                keys.insert(written.entry.key.to_ascii_lowercase());
                own.push(written.text.clone());
            } else {
                let key = &written.entry.key;
                own.extend(written.comments.iter().map(|it| format!("% {key}: {it}")));
            }
        }
        // A file with a broken part may be truncated after its last mark.
        let is_whole = self.merged.unmerged.is_empty() && !self.output.is_cut;
        let is_rest = |own: &String| {
            let mut before = before.iter();
            before.any(|block| block.len() > own.len() && block.starts_with(own.as_str()))
        };
        if self.output.is_cut && own.last().is_some_and(is_rest) {
            own.pop();
        }
        if !(is_whole && self.output.had_own(&before)) {
            for block in before.into_iter().filter(|block| !own.contains(block)) {
                let entries = ParsedOutput::parse(&block).entries;
                let has =
                    |written: &OutputEntry| keys.contains(&written.entry.key.to_ascii_lowercase());
                let listed = entries
                    .iter()
                    .find(|written| self.known.upstream.has(&written.entry.key) && !has(written));
                if let Some(written) = listed {
                    // The work is listed now and has an entry that bibsync writes.
                    self.own_of_work(written);
                } else if !entries.iter().any(has) {
                    kept.push(block);
                }
            }
        }
        own.extend(kept);
        for comment in std::mem::take(&mut self.replaced) {
            if !own.iter().any(|block| block.contains(&comment)) {
                own.push(comment);
            }
        }
        self.merged.manual_edits.own_blocks = own;
    }

    /// Merges the person's own entry, which only the lock has, into the listed work of its key. The fields of
    /// another work's entry are kept as comments.
    fn own_of_work(&mut self, written: &OutputEntry) {
        let key = &written.entry.key;
        if !self.known.is_another(key, written) {
            self.repeated(key, written);
            return;
        }
        let fields = written.entry.fields.iter();
        let comments = fields.filter_map(|(name, value)| field_comment(key, name, value));
        self.replaced.extend(comments);
        self.merged.unmerged.push(format!(
            "your own entry `{key}` has the key of a listed work and another title"
        ));
    }

    /// Drops edits that equal the value without edits.
    fn tidy(&mut self) {
        let ManualEdits {
            fields,
            expressions,
            ..
        } = &mut self.merged.manual_edits;
        for (key, edited) in &mut *fields {
            let Some(upstream) = self.known.upstream.get(key) else {
                continue;
            };
            let expressions = expressions.get(key);
            edited.retain(|name, value| {
                expressions.is_some_and(|expressions| expressions.contains_key(name))
                    || upstream.field(name).unwrap_or_default() != value
            });
        }
        fields.retain(|_, edited| !edited.is_empty());
        for (key, expressions) in &mut *expressions {
            let edited = fields.get(key);
            expressions.retain(|name, _| edited.is_some_and(|edited| edited.contains_key(name)));
        }
        expressions.retain(|_, values| !values.is_empty());
    }
}

/// Makes a former work of an entry that another run wrote, so that its key stays its own.
fn former_work(entry: &BibEntry) -> FormerWork {
    FormerWork {
        titles: [title_text(entry)].into(),
        work: Work {
            status: WorkStatus::Unmatched,
            ..Work::new(&entry.key, metadata(entry))
        },
    }
}

/// Adds the latest edits to earlier ones. A field replaces its earlier value, also under a synonymous name.
fn edit(edited: &mut Fields, last: Fields) {
    const SAME: [&[&str]; 4] = [
        &["journal", "journaltitle"],
        &["address", "location"],
        &["school", "institution"],
        &["date", "year", "month"],
    ];
    for names in SAME {
        if names.iter().any(|name| last.contains_key(*name)) {
            edited.retain(|name, _| !names.contains(&name.as_str()));
        }
    }
    edited.extend(last);
}
