//! Property test of the bibliography and its lock: random sequences of list changes, edits, crashes between
//! the two writes, merges of branches, restored versions, truncated and lost files, against a model of what
//! must not be lost.
//!
//! `BIBSYNC_WALKS=10000` sets the number of sequences. The default few hundred are the same in every run. More
//! of them are new ones, on all cores, and all failing sequences are reported.

#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use bibsync::{
    export::{RenderOptions, bibtex::Dialect, keys},
    lock::Lock,
    model::{Kind, Listing, Metadata, PartialDate, Person, PersonName, Record, SourceName, Title},
    output::{self, EntryFormat, NoteOptions, OutputUpdate},
    sources::{Capabilities, FoundRecord, Reply, ReplyFuture, Source, TitleQuery},
    sync::{self, Listed, Options, Silent},
};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};

/// Titles, many of which give the same citation key.
const TITLES: [&str; 8] = [
    "Garbage Collection for Persistent Heaps",
    "Garbage Trucks and Their Routes",
    "Garbage Bins That Sort Themselves by Weight",
    "Graph Partitioning by Simulated Gravity",
    "Graph Drawing on Very Small Screens",
    "Lazy Caching in Wide Area Networks",
    "Eager Routing on Small Meshes",
    "Fast Sorting of Long Strings",
];

/// A source that has every other title, with more metadata in later versions.
struct World {
    /// The version of its data.
    version: u8,
}

impl Source for World {
    fn name(&self) -> SourceName {
        SourceName::LIBRARY
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::local("the library")
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        let found = titles.iter().enumerate().filter_map(|(asked, query)| {
            let at = TITLES.iter().position(|title| *title == query.title)?;
            (at % 2 == 0).then(|| FoundRecord {
                record: self.record(at),
                asked: vec![asked],
            })
        });
        let found: Vec<FoundRecord> = found.collect();
        Box::pin(async move {
            Reply {
                found,
                ..Reply::default()
            }
        })
    }
}

impl World {
    fn record(&self, at: usize) -> Record {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(TITLES[at]));
        meta.authors = vec![PersonName::parse("Ada Example").into()];
        meta.date = Some(PartialDate::year(2021));
        meta.venue = Some(Title::plain("NSDI"));
        meta.publisher = Some(format!("Publisher {}", self.version));
        if self.version > 0 {
            meta.series = Some(format!("Series {}", self.version));
        }
        meta.ids.doi = bibsync::model::Doi::parse(&format!("10.5555/{at}")).ok();
        Record::new(SourceName::LIBRARY, meta)
    }
}

/// A step of a sequence.
#[derive(Debug, Clone)]
enum Step {
    /// Adds a title to the list, or removes it.
    List(usize),
    /// Writes a note into the entry of a title.
    Note(usize),
    /// Removes a field from the entry of a title.
    RemoveField(usize),
    /// Removes the entry of a title, and the mark after it if true.
    RemoveEntry(usize, bool),
    /// Writes a comment at the end.
    Comment,
    /// Runs bibsync with this version of the source, or without a source.
    Run(Option<u8>),
    /// Runs bibsync, killed after it wrote the lock.
    Killed(Option<u8>),
    /// Restores an earlier version of one file.
    Restore { lock: bool, back: usize },
    /// Truncates one file.
    Cut { lock: bool, at: usize },
    /// Deletes one file.
    Lose { lock: bool },
    /// Switches to the other branch.
    Switch,
    /// Merges the other branch into this one.
    Merge { bib: Resolution, lock: Resolution },
}

/// How a merge of a file is resolved.
#[derive(Debug, Clone, Copy)]
enum Resolution {
    Ours,
    Theirs,
    /// Line by line, conflicts from this side.
    LinesOurs,
    /// Line by line, conflicts from the other side.
    LinesTheirs,
    /// Line by line, conflicts from both sides.
    Union,
    /// Line by line, with unresolved conflicts; for the lock only.
    Unresolved,
}

fn resolution() -> impl Strategy<Value = Resolution> {
    prop_oneof![
        Just(Resolution::Ours),
        Just(Resolution::Theirs),
        Just(Resolution::LinesOurs),
        Just(Resolution::LinesTheirs),
        Just(Resolution::Union),
        Just(Resolution::Unresolved),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let version = || prop_oneof![Just(None), (0_u8..3).prop_map(Some)];
    prop_oneof![
        6 => (0..TITLES.len()).prop_map(Step::List),
        4 => (0..TITLES.len()).prop_map(Step::Note),
        2 => (0..TITLES.len()).prop_map(Step::RemoveField),
        2 => (0..TITLES.len(), any::<bool>()).prop_map(|(title, whole)| Step::RemoveEntry(title, whole)),
        1 => Just(Step::Comment),
        10 => version().prop_map(Step::Run),
        3 => version().prop_map(Step::Killed),
        2 => (any::<bool>(), 1_usize..4).prop_map(|(lock, back)| Step::Restore { lock, back }),
        1 => (any::<bool>(), any::<prop::sample::Index>())
            .prop_map(|(lock, at)| Step::Cut { lock, at: at.index(4_000) }),
        1 => any::<bool>().prop_map(|lock| Step::Lose { lock }),
        3 => Just(Step::Switch),
        3 => (resolution(), resolution()).prop_map(|(bib, lock)| Step::Merge { bib, lock }),
    ]
}

/// A branch: the list and the two files, with what must not be lost.
#[derive(Debug, Clone, Default)]
struct Branch {
    list: BTreeSet<usize>,
    bib: Option<String>,
    lock: Option<String>,
    /// Earlier versions of the two files.
    bibs: Vec<String>,
    locks: Vec<String>,
    /// The keys that each title may have.
    keys: BTreeMap<usize, BTreeSet<String>>,
    /// The notes of each title, one of which its entry must have; after a merge those of both branches.
    notes: BTreeMap<usize, BTreeSet<String>>,
    comments: BTreeSet<String>,
    /// Titles whose entries were removed. Those that must not come back are true.
    removed: BTreeMap<usize, bool>,
    /// Whether the two files are from the same run and changed by edits only.
    is_in_sync: bool,
}

fn entry_of(bib: &str, title: &str) -> Option<std::ops::Range<usize>> {
    let mut from = 0;
    while let Some(start) = bib[from..].find("\n@").map(|at| from + at + 1) {
        let end = bib[start..].find("\n}").map(|at| start + at + 2)?;
        if bib[start..end].contains(title) {
            return Some(start..end);
        }
        from = end;
    }
    None
}

fn key_of(entry: &str) -> &str {
    let inside = entry.split_once('{').map_or("", |(_, rest)| rest);
    inside.split(',').next().unwrap_or_default()
}

/// A sequence under way.
struct Walk {
    branches: [Branch; 2],
    base: Branch,
    at: usize,
    written: usize,
}

impl Walk {
    fn new() -> Self {
        let mut first = Branch::default();
        first.list.extend([0, 3, 5]);
        let mut walk = Self {
            branches: [first.clone(), first],
            base: Branch::default(),
            at: 0,
            written: 0,
        };
        walk.run(Some(0), false).unwrap();
        walk.branches[1] = walk.branches[0].clone();
        walk.base = walk.branches[0].clone();
        walk
    }

    fn here(&mut self) -> &mut Branch {
        &mut self.branches[self.at]
    }

    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match *step {
            Step::List(title) => self.list(title),
            Step::Note(title) => self.note(title),
            Step::RemoveField(title) => self.remove_field(title),
            Step::RemoveEntry(title, whole) => self.remove_entry(title, whole),
            Step::Comment => self.comment(),
            Step::Run(version) => self.run(version, false)?,
            Step::Killed(version) => self.run(version, true)?,
            Step::Restore { lock, back } => self.restore(lock, back),
            Step::Cut { lock, at } => self.cut(lock, at),
            Step::Lose { lock } => {
                let branch = self.here();
                branch.is_in_sync = false;
                branch.doubt_removals();
                if lock {
                    branch.lock = None;
                } else {
                    branch.bib = None;
                }
            }
            Step::Switch => self.at = 1 - self.at,
            Step::Merge { bib, lock } => self.merge(bib, lock),
        }
        Ok(())
    }

    fn list(&mut self, title: usize) {
        let branch = self.here();
        if !branch.list.remove(&title) {
            branch.list.insert(title);
        } else if branch.list.is_empty() {
            // bibsync refuses an empty list.
            branch.list.insert(title);
        }
        if let Some(certain) = branch.removed.get_mut(&title) {
            *certain = false;
        }
    }

    fn note(&mut self, title: usize) {
        self.written += 1;
        let note = format!("note number {}.", self.written);
        let branch = self.here();
        let Some(bib) = &mut branch.bib else { return };
        let Some(span) = entry_of(bib, TITLES[title]) else {
            return;
        };
        let entry = &bib[span.clone()];
        let lines = entry
            .lines()
            .filter(|line| !line.trim_start().starts_with("note "));
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.insert(lines.len() - 1, format!("  note = {{{note}}},"));
        bib.replace_range(span, &lines.join("\n"));
        branch.notes.insert(title, [note].into());
    }

    fn remove_field(&mut self, title: usize) {
        let branch = self.here();
        let Some(bib) = &mut branch.bib else { return };
        let Some(span) = entry_of(bib, TITLES[title]) else {
            return;
        };
        let entry = &bib[span.clone()];
        let lines = entry
            .lines()
            .filter(|line| !line.trim_start().starts_with("publisher "));
        let lines: Vec<&str> = lines.collect();
        let entry = lines.join("\n");
        bib.replace_range(span, &entry);
    }

    fn remove_entry(&mut self, title: usize, whole: bool) {
        let branch = self.here();
        let Some(bib) = &mut branch.bib else { return };
        let Some(span) = entry_of(bib, TITLES[title]) else {
            return;
        };
        let mark = bib[span.end..].find("\n\n").map(|at| span.end + at);
        // If the files are from different runs, only the remaining mark shows that the entry was removed.
        let end = mark
            .filter(|_| whole && branch.is_in_sync)
            .unwrap_or(span.end);
        bib.replace_range(span.start..end, "");
        branch.notes.remove(&title);
        let certain = branch.is_in_sync && branch.list.contains(&title);
        branch.removed.insert(title, certain);
        // A file without entries and marks of entries may have been emptied by accident.
        let mut marks = bib
            .lines()
            .filter_map(|line| line.strip_prefix("% bibsync "));
        let of_no_entry = ["begin", "end", "without"];
        if marks.all(|mark| of_no_entry.iter().any(|word| mark.starts_with(word))) {
            branch.doubt_removals();
        }
    }

    fn comment(&mut self) {
        self.written += 1;
        let comment = format!("% comment number {}.", self.written);
        let branch = self.here();
        let Some(bib) = &mut branch.bib else { return };
        bib.extend(["\n", comment.as_str(), "\n"]);
        branch.comments.insert(comment);
    }

    fn restore(&mut self, lock: bool, back: usize) {
        let branch = self.here();
        let (file, versions) = if lock {
            (&mut branch.lock, &branch.locks)
        } else {
            (&mut branch.bib, &branch.bibs)
        };
        if let Some(version) = versions
            .len()
            .checked_sub(back)
            .and_then(|at| versions.get(at))
        {
            *file = Some(version.clone());
            branch.is_in_sync = false;
            branch.doubt_removals();
        }
    }

    fn cut(&mut self, lock: bool, at: usize) {
        let branch = self.here();
        let file = if lock {
            &mut branch.lock
        } else {
            &mut branch.bib
        };
        if let Some(text) = file {
            let mut at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.truncate(at);
            // After the last mark, a file cut at a line end is the same as one from which the person removed
            // the rest.
            if !lock && text.ends_with('\n') && text.contains("\n% bibsync end ") {
                branch
                    .comments
                    .retain(|comment| text.contains(&comment[2..]));
            }
            branch.is_in_sync = false;
            branch.doubt_removals();
        }
    }

    fn merge(&mut self, bib: Resolution, lock: Resolution) {
        let (base, at) = (self.base.clone(), self.at);
        let theirs = self.branches[1 - at].clone();
        let ours = &mut self.branches[at];
        let text = |branch: &Branch, lock: bool| {
            let file = if lock { &branch.lock } else { &branch.bib };
            file.clone().unwrap_or_default()
        };
        let bib = if matches!(bib, Resolution::Unresolved) {
            Resolution::Union
        } else {
            bib
        };
        let by_lines = !matches!(bib, Resolution::Ours | Resolution::Theirs);
        let merged = |taken, lock| {
            let [base, ours, theirs] = [&base, &*ours, &theirs].map(|branch| text(branch, lock));
            merged(taken, &base, &ours, &theirs)
        };
        let (bib, lock) = (merged(bib, false), merged(lock, true));
        let dropped: Vec<usize> = [&*ours, &theirs]
            .into_iter()
            .filter(|side| side.lock.as_ref() == Some(&lock))
            .flat_map(|side| side.dropped_in(&bib))
            .collect();
        ours.bib = Some(bib);
        ours.lock = Some(lock);
        let list = &base.list;
        let removed: BTreeSet<usize> = list.difference(&theirs.list).copied().collect();
        ours.list.retain(|title| !removed.contains(title));
        let added = theirs.list.iter().filter(|title| !list.contains(title));
        ours.list.extend(added);
        if ours.list.is_empty() {
            ours.list.insert(0);
        }
        for (title, keys) in theirs.keys.clone() {
            ours.keys.entry(title).or_default().extend(keys);
        }
        for (title, notes) in theirs.notes.clone() {
            ours.notes.entry(title).or_default().extend(notes);
        }
        if by_lines {
            // A merge line by line may move a note into another entry.
            let all: BTreeSet<String> = ours.notes.values().flatten().cloned().collect();
            for notes in ours.notes.values_mut() {
                notes.clone_from(&all);
            }
        }
        ours.comments.extend(theirs.comments.clone());
        ours.removed.extend(theirs.removed.clone());
        for title in dropped {
            ours.removed.entry(title).or_insert(false);
        }
        ours.is_in_sync = false;
        ours.doubt_removals();
        self.base = self.branches[at].clone();
        self.branches[1 - at] = self.branches[at].clone();
    }

    /// Runs bibsync and checks what must be true afterwards.
    fn run(&mut self, version: Option<u8>, is_killed: bool) -> Result<(), TestCaseError> {
        let branch = &mut self.branches[self.at];
        let text = branch.lock.as_ref();
        let intact = text.map(|text| Lock::salvage(text, "lock").unwrap().lock);
        branch.forget_what_neither_file_has(intact.as_ref());
        branch.read_removals(intact.as_ref());
        let old = intact.filter(|lock| !lock.is_empty());
        let file = branch.bib.clone().map(String::into_bytes);
        let lists = [branch.listed()];
        let sources: Vec<Box<dyn Source>> = version
            .map(|version| Box::new(World { version }) as Box<dyn Source>)
            .into_iter()
            .collect();
        let options = Options {
            key_pattern: keys::DEFAULT_PATTERN.to_owned(),
            holders: output::key_holders(old.as_ref(), file.as_deref().unwrap_or_default()),
            today: "2026-11-23".parse().unwrap(),
            refresh: None,
        };
        let run = sync::resolve(&lists, &sources, old.as_ref(), &options, &Silent);
        let resolved = block_on(run);
        let render_options = RenderOptions::default();
        let form = EntryFormat {
            dialect: Dialect::Bibtex,
            render_options: &render_options,
            notes: NoteOptions::default(),
        };
        let updated = output::update(OutputUpdate {
            old: old.as_ref(),
            new: resolved.lock,
            file: file.as_deref(),
            now: form,
            then: form,
        });
        if !updated.merged.unmerged.is_empty() {
            // The file is kept as a backup, so nothing in it is lost.
            branch.forgive_unmerged(old.as_ref());
        }
        let lock = updated.lock.render().unwrap();
        branch.locks.push(lock.clone());
        branch.lock = Some(lock);
        if is_killed {
            branch.is_in_sync = false;
            branch.doubt_removals();
            return Ok(());
        }
        branch.bibs.push(updated.text.clone());
        branch.bib = Some(updated.text);
        branch.check(&updated.lock)?;
        branch.is_in_sync = true;
        Ok(())
    }
}

impl Branch {
    /// Allows removed entries to come back.
    fn doubt_removals(&mut self) {
        for certain in self.removed.values_mut() {
            *certain = false;
        }
    }

    /// Returns the titles whose entries a merged bibliography lacks, if all its marks are of this side: such a
    /// file is the same as one from which the person removed the entries.
    fn dropped_in(&self, merged: &str) -> Vec<usize> {
        let bib = format!("\n{}", self.bib.clone().unwrap_or_default());
        let merged = format!("\n{merged}");
        let mut marks = merged.lines().filter(|line| line.starts_with("% bibsync "));
        if !marks.all(|mark| bib.lines().any(|line| line == mark)) {
            return Vec::new();
        }
        let has = |bib: &str, at: usize| entry_of(bib, TITLES[at]).is_some();
        (0..TITLES.len())
            .filter(|at| has(&bib, *at) && !has(&merged, *at))
            .collect()
    }

    /// Adds the removals that the bibliography or the lock states; they may be from another version or branch.
    fn read_removals(&mut self, lock: Option<&Lock>) {
        let works = lock.into_iter().flat_map(|lock| {
            let removed = &lock.manual_edits.removed;
            lock.works
                .iter()
                .filter(move |work| removed.contains(&work.key))
        });
        for work in works {
            let title = work.meta.title.text();
            if let Some(at) = TITLES.iter().position(|known| *known == title) {
                self.removed.entry(at).or_insert(false);
            }
        }
        let bib = self.bib.clone().unwrap_or_default();
        let lines = bib
            .lines()
            .filter(|line| line.starts_with("% bibsync without "));
        let said: Vec<&str> = lines.filter_map(|line| line.rsplit(' ').next()).collect();
        for (at, title) in TITLES.iter().enumerate() {
            let mut squeezed = title.to_lowercase();
            squeezed.retain(char::is_alphanumeric);
            if said.contains(&squeezed.as_str()) {
                self.removed.entry(at).or_insert(false);
            }
        }
    }

    /// Drops what is in a backup and need not be in the new files.
    fn forgive_unmerged(&mut self, lock: Option<&Lock>) {
        // What the intact part of the lock has must not be lost. A damaged lock is kept as a backup too.
        let lock = lock.map(|lock| lock.render().unwrap()).unwrap_or_default();
        self.notes
            .retain(|_, notes| notes.iter().any(|note| lock.contains(note)));
        self.comments.retain(|comment| lock.contains(&comment[2..]));
        self.doubt_removals();
    }

    fn listed(&self) -> Listed {
        let person = Person {
            name: Some(PersonName::parse("Ada Example")),
            ..Person::default()
        };
        let listing = |at: &usize| {
            let mut listing = Listing::titled(TITLES[*at]);
            listing.authors = vec![bibsync::model::ListedAuthor::Person];
            listing.year = Some(2021);
            listing.venue = Some("NSDI".into());
            listing
        };
        Listed {
            file: "profile.json".into(),
            person,
            publications: self.list.iter().map(listing).collect(),
        }
    }

    /// Drops what neither file has any longer, since no program can know it.
    fn forget_what_neither_file_has(&mut self, lock: Option<&Lock>) {
        let bib = self.bib.clone().unwrap_or_default();
        self.notes.retain(|title, notes| {
            let in_bib = entry_of(&format!("\n{bib}"), TITLES[*title]);
            let in_bib = in_bib
                .map(|span| format!("\n{bib}")[span].to_owned())
                .unwrap_or_default();
            let in_lock = |note: &String| {
                lock.iter().any(|lock| {
                    let former = lock.former.iter().map(|former| &former.work);
                    let mut works = lock.works.iter().chain(former);
                    let mut own = lock.manual_edits.own_blocks.iter();
                    works.any(|work| {
                        let edited = lock.manual_edits.fields.get(&work.key);
                        work.meta.title.text() == TITLES[*title]
                            && edited.is_some_and(|edited| edited.values().any(|it| it == note))
                    }) || own.any(|block| block.contains(note) && block.contains(TITLES[*title]))
                })
            };
            notes.retain(|note| in_bib.contains(note.as_str()) || in_lock(note));
            !notes.is_empty()
        });
        let own = lock.map(|lock| lock.manual_edits.own_blocks.join("\n"));
        let own = own.unwrap_or_default();
        self.comments
            .retain(|comment| bib.contains(&comment[2..]) || own.contains(&comment[2..]));
        let mut known: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (at, title) in TITLES.iter().enumerate() {
            let works = lock.iter().flat_map(|lock| {
                let former = lock.former.iter().map(|former| &former.work);
                lock.works.iter().chain(former)
            });
            let keys = works.filter(|work| work.meta.title.text() == *title);
            let keys = keys.map(|work| work.key.clone());
            let marked = format!("\n{bib}");
            let in_bib = entry_of(&marked, title).map(|span| key_of(&marked[span]).to_owned());
            known.insert(at, keys.chain(in_bib).collect());
        }
        if self.is_in_sync {
            return;
        }
        // If the two files disagree, either may be right.
        known.retain(|_, keys| !keys.is_empty());
        self.keys = known;
    }

    fn check(&mut self, lock: &Lock) -> Result<(), TestCaseError> {
        let bib = format!("\n{}", self.bib.clone().unwrap_or_default());
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        // A key that two branches gave to two works can stay with only one of them.
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for key in self.keys.values().flatten() {
            *wanted.entry(key.clone()).or_default() += 1;
        }
        for title in &self.list {
            let at = entry_of(&bib, TITLES[*title]);
            match (&at, self.removed.get(title)) {
                (None, Some(_)) => continue,
                (Some(_), Some(true)) => {
                    prop_assert!(false, "{} was removed and is back:\n{bib}", TITLES[*title]);
                }
                (None, None) => {
                    prop_assert!(
                        false,
                        "{} is listed and has no entry:\n{bib}",
                        TITLES[*title]
                    );
                }
                (Some(_), _) => {}
            }
            let Some(span) = at else { continue };
            let entry = &bib[span.clone()];
            prop_assert!(
                entry_of(&bib[span.end..], TITLES[*title]).is_none(),
                "{} has two entries:\n{bib}",
                TITLES[*title]
            );
            self.removed.remove(title);
            let key = key_of(entry).to_owned();
            prop_assert!(
                seen.insert(key.clone(), *title).is_none(),
                "two entries have the key {key}:\n{bib}"
            );
            if let Some(keys) = self.keys.get(title) {
                let is_shared = keys.iter().any(|key| wanted.get(key) > Some(&1));
                prop_assert!(
                    keys.contains(&key) || is_shared,
                    "{} had {keys:?} and has {key} now:\n{bib}",
                    TITLES[*title]
                );
            }
            self.keys.insert(*title, [key].into());
            if let Some(notes) = self.notes.get(title) {
                prop_assert!(
                    notes.iter().any(|note| entry.contains(note.as_str())),
                    "{} has none of {notes:?}:\n{bib}",
                    TITLES[*title]
                );
            }
        }
        for (title, notes) in self
            .notes
            .iter()
            .filter(|(title, _)| !self.list.contains(title))
        {
            // An entry that no lock has becomes the person's own.
            let mut kept = lock.manual_edits.fields.values().flat_map(BTreeMap::values);
            let is_own = notes.iter().any(|note| bib.contains(note.as_str()));
            prop_assert!(
                is_own || kept.any(|value| notes.contains(value)),
                "the lock forgot {notes:?} of {}, which is not listed now",
                TITLES[*title]
            );
        }
        // A title that comes back to the list is written again.
        let list = &self.list;
        self.removed.retain(|title, _| list.contains(title));
        for comment in &self.comments {
            // A comment from inside an entry has the entry's key before it.
            prop_assert!(bib.contains(&comment[2..]), "{comment} is lost:\n{bib}");
        }
        Ok(())
    }
}

/// Merges a file.
fn merged(taken: Resolution, base: &str, ours: &str, theirs: &str) -> String {
    match taken {
        Resolution::Ours => return ours.to_owned(),
        Resolution::Theirs => return theirs.to_owned(),
        _ => {}
    }
    let text = match diffy::merge(base, ours, theirs) {
        Ok(text) => return text,
        Err(text) => text,
    };
    if matches!(taken, Resolution::Unresolved) {
        return text;
    }
    let mut out = String::new();
    let mut side = None;
    for line in text.split_inclusive('\n') {
        match line.get(..7) {
            Some("<<<<<<<") => side = Some(0),
            Some("|||||||") => side = Some(1),
            Some("=======") if side.is_some() => side = Some(2),
            Some(">>>>>>>") => side = None,
            _ => {
                let is_taken = match (side, taken) {
                    (Some(1), _) => false,
                    (None, _) | (_, Resolution::Union) => true,
                    (Some(0), _) => matches!(taken, Resolution::LinesOurs),
                    (Some(_), _) => matches!(taken, Resolution::LinesTheirs),
                };
                if is_taken {
                    out.push_str(line);
                }
            }
        }
    }
    out
}

fn block_on<T>(run: impl Future<Output = T>) -> T {
    thread_local! {
        static RUNTIME: tokio::runtime::Runtime =
            tokio::runtime::Builder::new_current_thread().build().unwrap();
    }
    RUNTIME.with(|runtime| runtime.block_on(run))
}

/// The default number of sequences.
const DEFAULT_WALKS: u32 = 300;

/// Returns the number of sequences.
fn walks() -> u32 {
    #[expect(clippy::disallowed_methods, reason = "a test's own switch")]
    let wanted = std::env::var("BIBSYNC_WALKS").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(DEFAULT_WALKS)
}

/// Walks this many sequences, and returns the first failing one, shrunk, with its fault.
fn failing(walks: u32, rng_seed: RngSeed) -> Option<String> {
    let mut runner = TestRunner::new(Config {
        cases: walks,
        rng_seed,
        max_shrink_iters: 2_000,
        failure_persistence: None,
        ..Config::default()
    });
    let failure = runner.run(&prop::collection::vec(step(), 1..24), |steps| {
        let mut walk = Walk::new();
        for step in &steps {
            walk.step(step)?;
        }
        walk.run(Some(1), false)
    });
    failure.err().map(|failure| failure.to_string())
}

/// The number of sequences after which a failing one no longer hides others.
const BATCH: u32 = 100;

#[test]
fn nothing_listed_or_edited_is_lost_in_any_sequence() {
    let walks = walks();
    if walks == DEFAULT_WALKS {
        assert_eq!(failing(walks, RngSeed::Fixed(1)), None);
        return;
    }
    let batches = walks.div_ceil(BATCH);
    let begun = AtomicU32::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while begun.fetch_add(1, Relaxed) < batches {
                    let failure = failing(BATCH, RngSeed::Random);
                    failures.lock().unwrap().extend(failure);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    let text = failures.join("\n\n");
    assert!(
        failures.is_empty(),
        "{} of {walks}:\n{text}",
        failures.len()
    );
}

fn walked(steps: &[Step]) -> Walk {
    let mut walk = Walk::new();
    for step in steps {
        walk.step(step).unwrap();
    }
    walk.run(Some(1), false).unwrap();
    walk
}

#[test]
fn work_with_the_key_of_a_removed_entry_is_written() {
    for is_mark_left in [true, false] {
        walked(&[
            Step::RemoveEntry(0, !is_mark_left),
            Step::Lose { lock: true },
            Step::List(0),
            Step::List(1),
            Step::Killed(Some(0)),
        ]);
    }
}

#[test]
fn truncated_block_of_the_lock_loses_no_edit() {
    let mut walk = walked(&[Step::Note(0)]);
    let lock = walk.here().lock.clone().unwrap_or_default();
    let at = lock.find("[work.edited]").unwrap();
    walk.step(&Step::Cut { lock: true, at }).unwrap();
    walk.run(Some(1), false).unwrap();
}

#[test]
fn two_works_with_one_key_keep_their_notes() {
    for bib in [Resolution::Ours, Resolution::Theirs] {
        let mut walk = walked(&[
            Step::List(1),
            Step::Run(None),
            Step::Note(1),
            Step::Run(None),
            Step::Switch,
            Step::List(2),
            Step::Run(None),
            Step::Note(2),
            Step::Run(None),
            Step::Merge {
                bib,
                lock: Resolution::Unresolved,
            },
        ]);
        let bib = walk.here().bib.clone().unwrap_or_default();
        for (title, note) in [(1, "note number 1."), (2, "note number 2.")] {
            let span = entry_of(&bib, TITLES[title]).unwrap();
            assert!(bib[span].contains(note), "{note}: {bib}");
        }
    }
}

#[test]
fn work_that_only_the_lock_has_does_not_count_as_removed() {
    walked(&[
        Step::RemoveEntry(3, true),
        Step::Switch,
        Step::List(4),
        Step::Killed(Some(0)),
        Step::Merge {
            bib: Resolution::Theirs,
            lock: Resolution::Ours,
        },
    ]);
}

#[test]
fn adjacent_removed_entries_stay_removed() {
    let walk = &mut walked(&[Step::List(1), Step::List(2), Step::List(4)]);
    for title in [0, 1, 2, 3] {
        walk.step(&Step::RemoveEntry(title, true)).unwrap();
    }
    walk.run(Some(1), false).unwrap();
}

#[test]
fn entry_dropped_by_a_merge_does_not_count_as_removed() {
    walked(&[
        Step::List(1),
        Step::List(5),
        Step::Run(None),
        Step::Switch,
        Step::RemoveEntry(5, false),
        Step::Merge {
            bib: Resolution::LinesOurs,
            lock: Resolution::Ours,
        },
    ]);
}

#[test]
fn entry_merged_from_two_does_not_count_as_edited() {
    walked(&[
        Step::List(1),
        Step::Switch,
        Step::List(0),
        Step::Run(None),
        Step::Switch,
        Step::Run(None),
        Step::List(1),
        Step::RemoveEntry(3, false),
        Step::Merge {
            bib: Resolution::Union,
            lock: Resolution::Ours,
        },
        Step::Run(None),
    ]);
}

#[test]
fn truncated_mark_loses_no_edit() {
    let mut walk = Walk::new();
    walk.step(&Step::Note(5)).unwrap();
    walk.run(None, false).unwrap();
    let bib = walk.here().bib.clone().unwrap_or_default();
    let at = bib.find(" edited: note").unwrap();
    walk.step(&Step::Restore {
        lock: true,
        back: 2,
    })
    .unwrap();
    walk.step(&Step::Cut { lock: false, at }).unwrap();
    walk.run(Some(1), false).unwrap();
}

#[test]
fn own_entry_that_only_the_lock_has_keeps_its_note_when_listed() {
    walked(&[
        Step::List(0),
        Step::Note(0),
        Step::Lose { lock: true },
        Step::Run(None),
        Step::Restore {
            lock: false,
            back: 2,
        },
        Step::RemoveField(0),
        Step::List(0),
    ]);
}

#[test]
fn entry_dropped_by_a_merge_without_other_changes_may_count_as_removed() {
    walked(&[
        Step::List(3),
        Step::List(1),
        Step::Run(None),
        Step::Switch,
        Step::RemoveEntry(3, true),
        Step::Merge {
            bib: Resolution::LinesOurs,
            lock: Resolution::Theirs,
        },
    ]);
}

#[test]
fn own_entry_is_not_duplicated_when_the_file_is_lost() {
    walked(&[
        Step::List(0),
        Step::Lose { lock: true },
        Step::Note(0),
        Step::Run(None),
        Step::Lose { lock: false },
        Step::List(0),
    ]);
}

#[test]
fn truncated_own_entry_is_restored_from_the_lock() {
    let mut walk = Walk::new();
    for step in [Step::List(3), Step::Lose { lock: true }, Step::Note(3)] {
        walk.step(&step).unwrap();
    }
    walk.run(None, false).unwrap();
    let bib = walk.here().bib.clone().unwrap_or_default();
    let at = bib.find("note number 1").unwrap();
    walk.step(&Step::Cut { lock: false, at }).unwrap();
    walk.run(Some(1), false).unwrap();
}

#[test]
fn key_stays_with_its_work_after_a_merge_line_by_line() {
    walked(&[
        Step::List(0),
        Step::List(2),
        Step::Run(None),
        Step::Run(None),
        Step::Merge {
            bib: Resolution::Ours,
            lock: Resolution::Theirs,
        },
        Step::List(0),
        Step::Restore {
            lock: true,
            back: 1,
        },
        Step::Run(None),
        Step::Switch,
        Step::Run(Some(0)),
        Step::Merge {
            bib: Resolution::Ours,
            lock: Resolution::LinesTheirs,
        },
        Step::List(1),
    ]);
}

#[test]
fn file_read_by_an_earlier_run_counts_as_older_than_the_lock() {
    walked(&[
        Step::Note(0),
        Step::Run(None),
        Step::Merge {
            bib: Resolution::Ours,
            lock: Resolution::Theirs,
        },
        Step::Note(0),
        Step::Run(None),
        Step::Run(None),
        Step::Restore {
            lock: false,
            back: 3,
        },
        Step::List(0),
    ]);
}

#[test]
fn work_that_only_the_file_has_keeps_its_key() {
    walked(&[
        Step::Lose { lock: true },
        Step::List(3),
        Step::Run(None),
        Step::List(4),
        Step::List(3),
        Step::List(0),
    ]);
}

#[test]
fn entry_merged_from_a_removed_one_is_not_the_persons_own() {
    walked(&[
        Step::List(6),
        Step::Run(None),
        Step::Switch,
        Step::RemoveEntry(0, false),
        Step::Switch,
        Step::List(0),
        Step::Switch,
        Step::List(1),
        Step::Run(None),
        Step::Merge {
            bib: Resolution::LinesTheirs,
            lock: Resolution::Ours,
        },
        Step::List(2),
    ]);
}

#[test]
fn truncated_comment_is_restored_from_the_lock() {
    let mut walk = Walk::new();
    walk.step(&Step::Comment).unwrap();
    walk.run(Some(0), false).unwrap();
    let bib = walk.here().bib.clone().unwrap_or_default();
    let at = bib.find("comment number").unwrap() + 7;
    walk.step(&Step::Cut { lock: false, at }).unwrap();
    walk.run(Some(1), false).unwrap();
}

/// Found by the second run of 10,000 random sequences: the person's own entry was only in the lock, and a
/// listed work was given its key.
#[test]
fn own_entry_of_a_lost_file_holds_its_key() {
    walked(&[
        Step::Note(0),
        Step::List(0),
        Step::List(1),
        Step::Cut { lock: true, at: 0 },
        Step::Run(None),
        Step::Lose { lock: false },
        Step::Cut {
            lock: true,
            at: 382,
        },
        Step::Merge {
            bib: Resolution::Ours,
            lock: Resolution::Ours,
        },
    ]);
}

/// The lock may be from a branch where the key was the person's own.
#[test]
fn own_entry_with_the_key_of_a_listed_work_does_not_replace_it() {
    let mut walk = Walk::new();
    walk.run(Some(0), false).unwrap();
    let own = "@misc{example2021lazy,\n  title = {Soup},\n  note  = {Eaten.},\n}";
    let by_hand = format!("[by_hand]\nown = [\"\"\"\n{own}\"\"\"]\n\n# 00\n");
    let lock = walk.here().lock.clone().unwrap();
    assert!(
        lock.contains("# 00\n") && !lock.contains("[by_hand]"),
        "{lock}"
    );
    let at = walk.at;
    let branch = &mut walk.branches[at];
    branch.lock = Some(lock.replacen("# 00\n", &by_hand, 1));
    branch.bib = None;
    walk.run(Some(0), false).unwrap();
    let bib = walk.here().bib.clone().unwrap_or_default();
    assert!(bib.contains("title     = {Lazy Caching"), "{bib}");
    assert!(bib.contains("% example2021lazy: note = {Eaten.}"), "{bib}");
}

/// Found by 10,000 random sequences: what a merge line by line left of a former work's entry counted as the
/// person's own, and the work came back with another key.
#[test]
fn remainder_of_a_former_entry_does_not_take_its_key() {
    walked(&[
        Step::List(5),
        Step::List(6),
        Step::List(4),
        Step::Merge {
            bib: Resolution::Ours,
            lock: Resolution::Ours,
        },
        Step::Run(None),
        Step::Switch,
        Step::List(5),
        Step::Run(None),
        Step::Merge {
            bib: Resolution::LinesOurs,
            lock: Resolution::Theirs,
        },
    ]);
}

/// Found by 10,000 random sequences.
#[test]
fn truncated_entry_does_not_take_the_key_of_its_work_when_the_lock_is_lost() {
    walked(&[
        Step::Run(None),
        Step::Switch,
        Step::Lose { lock: true },
        Step::Cut {
            lock: false,
            at: 111,
        },
        Step::Run(None),
        Step::Merge {
            bib: Resolution::Theirs,
            lock: Resolution::LinesTheirs,
        },
    ]);
}

/// Found by 10,000 random sequences.
#[test]
fn truncated_entry_does_not_take_the_key_of_a_former_work() {
    walked(&[
        Step::List(3),
        Step::List(0),
        Step::List(1),
        Step::Run(None),
        Step::List(5),
        Step::Cut {
            lock: false,
            at: 341,
        },
        Step::Killed(None),
        Step::List(5),
    ]);
}
