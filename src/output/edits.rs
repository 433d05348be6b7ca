//! Finds the person's edits in the file and merges them with the works of a run.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    key_changes::KeyChanges,
    marks::{entry_digest, is_of_digest},
    parse::{OutputEntry, ParsedOutput, title_of, title_text},
    removals::Removals,
    work_names::WorkNames,
};
use crate::{
    bib::{BibEntry, metadata, read},
    lock::{Fields, FormerWork, Lock, ManualEdits, field_comment},
    model::{Work, WorkStatus},
    text::similarity::is_near,
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
        run,
        key_changes: &key_changes,
        work_names: &work_names,
        output: &output,
        base: EntryIndex::of(run.base),
        upstream: EntryIndex::of(run.upstream),
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

/// Entries as bibsync writes them, with indexes.
struct EntryIndex<'a> {
    /// The parsed entries and their texts, by key.
    keyed: BTreeMap<&'a str, (BibEntry, &'a str)>,
    /// Keys by folded title.
    titled: BTreeMap<String, Vec<&'a str>>,
    /// Keys by DOI.
    registered: BTreeMap<String, &'a str>,
}

impl<'a> EntryIndex<'a> {
    fn of(written: &'a [(String, String)]) -> Self {
        let mut out = Self {
            keyed: BTreeMap::new(),
            titled: BTreeMap::new(),
            registered: BTreeMap::new(),
        };
        for (key, text) in written {
            let Some(entry) = read(text).entries.into_iter().next() else {
                continue;
            };
            let title = title_of(&entry);
            if !title.is_empty() {
                out.titled.entry(title).or_default().push(key);
            }
            if let Some(doi) = entry.field("doi") {
                out.registered.entry(doi.to_owned()).or_insert(key);
            }
            out.keyed.insert(key, (entry, text));
        }
        out
    }

    fn get(&self, key: &str) -> Option<&BibEntry> {
        self.keyed.get(key).map(|(entry, _)| entry)
    }

    /// Returns the key of the only entry with this DOI, or else with this title.
    fn alike(&self, written: &OutputEntry) -> Option<&'a str> {
        let doi = written.entry.field("doi");
        let registered = doi.and_then(|doi| self.registered.get(doi).copied());
        registered.or_else(|| match self.titled.get(&written.title())?.as_slice() {
            [only] => Some(only),
            _ => None,
        })
    }
}

struct Merger<'a> {
    run: MergeInput<'a>,
    key_changes: &'a KeyChanges,
    work_names: &'a WorkNames,
    output: &'a ParsedOutput,
    base: EntryIndex<'a>,
    upstream: EntryIndex<'a>,
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
        let Some(key) = self.work_of(written) else {
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
                if !self.is_known(key) {
                    self.note_code(key.clone(), written);
                    self.former.push(former_work(&written.entry));
                }
            } else if self.is_known(key) {
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
        let was_removed = self.merged.manual_edits.removed.remove(&key);
        if written.fault.is_some() {
            return;
        }
        if let Some(other) = self.mixed_with(&key, written) {
            self.merged.unmerged.push(format!(
                "line {}: entry `{key}` has what belongs to `{other}`, as if two were merged into one",
                written.entry.line
            ));
            return;
        }
        let is_type = |entry: Option<&BibEntry>| {
            entry.is_some_and(|entry| entry.kind.eq_ignore_ascii_case(&written.entry.kind))
        };
        let is_of_type = is_type(self.upstream.get(&key)) || is_type(self.base_of(&key));
        let is_replaced = !is_of_type && self.is_known(&written.entry.key);
        if is_replaced && !written.is_pristine() {
            // An entry of another type is the person's own and replaces the work's.
            self.own.insert(at);
            self.merged.manual_edits.removed.insert(key);
            return;
        }
        let mut edited = self.edited(&key, written, was_removed);
        if !was_removed && written.mark.is_none() && self.digest_of(&key).is_none() {
            // Without a record of what was written, a missing field does not mean that it was removed.
            edited.retain(|_, value| !value.is_empty());
        }
        if !self.is_latest(&key, written) && !self.is_earlier(&key, written) {
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

    /// Returns another work, listed or not, with the title or an identifier of the entry: git may have merged
    /// the lines of two entries into one.
    fn mixed_with(&self, key: &str, written: &OutputEntry) -> Option<String> {
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
            has_title |= title_of(own) == title;
            has_doi |= own.field("doi") == doi;
        }
        let other = |entries: &'_ EntryIndex<'_>| {
            let titled = entries.titled.get(&title).filter(|_| !has_title);
            let titled = titled.and_then(|keys| keys.first());
            let registered = doi.filter(|_| !has_doi);
            let found = titled.or_else(|| entries.registered.get(registered?));
            found.map(|found| (*found).to_owned())
        };
        let is_other = |found: &String| self.key_changes.current(found) != key;
        other(&self.upstream)
            .filter(|found| found != key)
            .or_else(|| other(&self.base).filter(is_other))
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
        let edited = if written.is_pristine() && self.is_latest(key, written) {
            written.marked_edits()
        } else {
            self.edited(key, written, false)
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
        let removals = Removals::of(self.output, self.run.old, self.key_changes, self.work_names);
        let keys: Vec<&str> = self.upstream.keyed.keys().copied().collect();
        for key in keys.into_iter().filter(|key| !self.present.contains(*key)) {
            let was_out = self.removed_before.contains(key);
            let stays_out = was_out && !self.output.is_complete();
            if stays_out || removals.includes(key) {
                self.merged.manual_edits.removed.insert(key.to_owned());
            } else if self.merged.manual_edits.removed.remove(key) || self.digest_of(key).is_some()
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
                let listed = entries.iter().find(|written| {
                    self.upstream.get(&written.entry.key).is_some() && !has(written)
                });
                if let Some(written) = listed {
                    // The work is listed now and has an entry that bibsync writes.
                    self.repeated(&written.entry.key, written);
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

    /// Drops edits that equal the value without edits.
    fn tidy(&mut self) {
        let ManualEdits {
            fields,
            expressions,
            ..
        } = &mut self.merged.manual_edits;
        for (key, edited) in &mut *fields {
            let Some(upstream) = self.upstream.get(key) else {
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

    /// Returns the current key of the entry's work; `None` if there is no such work.
    fn work_of(&self, written: &OutputEntry) -> Option<String> {
        let key = written.entry.key.as_str();
        let now = self.key_changes.current(key);
        let alike = || self.upstream.alike(written).map(str::to_owned);
        if self.is_known(key) {
            // Another branch, or a run with a lost lock, may have given the key to another work.
            let mark = written.mark.as_ref();
            let is_named = mark.is_none_or(|mark| self.work_names.has_code(now, &mark.work));
            let other = if self.present.contains(now) || !is_named {
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
        (title_of(upstream) == written.title()).then(|| now.to_owned())
    }

    /// Returns whether the entry's title differs from those that the work with this key has and had.
    fn is_another(&self, now: &str, written: &OutputEntry) -> bool {
        let title = title_text(&written.entry);
        let known = [self.upstream.get(now), self.base_of(now)];
        let mut known = known.into_iter().flatten().map(title_text).peekable();
        !title.is_empty() && known.peek().is_some() && !known.any(|it| is_near(&it, &title))
    }

    /// Returns whether a listed or former work has this key.
    fn has_work(&self, key: &str) -> bool {
        let new = self.run.new;
        let former = new.former.iter().map(|former| &former.work);
        self.upstream.keyed.contains_key(key)
            || new.works.iter().chain(former).any(|work| work.key == key)
    }

    /// Returns whether the last lock has an entry for this key.
    fn is_known(&self, key: &str) -> bool {
        self.run.old.is_some_and(|old| {
            old.written.contains_key(key)
                || old.earlier.contains_key(key)
                || old.manual_edits.removed.contains(key)
        })
    }

    /// Returns the digest of the entry as last written.
    fn digest_of(&self, key: &str) -> Option<&str> {
        let old = self.run.old?;
        let mut former = self.key_changes.former(key);
        former.find_map(|key| old.written.get(key).map(String::as_str))
    }

    /// Returns whether an entry's mark names the text that the last run wrote. Without a mark the entry counts
    /// as the last run's.
    fn is_latest(&self, key: &str, written: &OutputEntry) -> bool {
        let mark = written.mark.as_ref();
        self.digest_of(key)
            .is_some_and(|digest| mark.is_none_or(|mark| is_of_digest(&mark.text, digest)))
    }

    /// Returns whether an entry's mark names a text from before the last run.
    fn is_earlier(&self, key: &str, written: &OutputEntry) -> bool {
        let (Some(old), Some(mark)) = (self.run.old, &written.mark) else {
            return false;
        };
        let mut former = self.key_changes.former(key);
        former.any(|key| {
            let mut earlier = old.earlier.get(key).into_iter().flatten();
            earlier.any(|digest| is_of_digest(&mark.text, digest))
        })
    }

    fn base_of(&self, key: &str) -> Option<&BibEntry> {
        let mut former = self.key_changes.former(key);
        former.find_map(|key| self.base.get(key))
    }

    /// Returns whether the last run's entry, rendered again from its lock, is the text that was written.
    fn base_is_as_written(&self, key: &str) -> bool {
        let mut former = self.key_changes.former(key);
        let base = former.find_map(|key| self.base.keyed.get(key));
        base.zip(self.digest_of(key))
            .is_some_and(|((_, text), digest)| entry_digest(text) == digest)
    }

    /// Returns the fields of an entry that differ from what bibsync wrote. An empty value means that the field
    /// was removed.
    fn edited(&self, key: &str, written: &OutputEntry, was_removed: bool) -> Fields {
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
            Some(base) if is_latest && self.base_is_as_written(key) => differing(base, written),
            base => {
                // The run is unknown, so only values that bibsync can't have written count as edits.
                let is_known = |name: &str, value: &str| {
                    let has_value = |entry: Option<&BibEntry>| {
                        entry.is_some_and(|entry| entry.field(name).unwrap_or_default() == value)
                    };
                    has_value(base) || has_value(upstream)
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
                if was_removed && let Some(upstream) = upstream {
                    out.extend(differing(upstream, written));
                }
                out.extend(written.marked_edits());
                out
            }
        }
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
