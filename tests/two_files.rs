//! The bibliography and its lock under everything that can happen to two files: changes of the list,
//! edits, crashes between the writes, branches merged in any way, old versions put back, files cut off or
//! gone. Random sequences are walked over a model of what must not be lost.
//!
//! `BIBSYNC_WALKS=10000` walks so many; usually a few hundred.

#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::collections::{BTreeMap, BTreeSet};

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
    test_runner::{Config, RngSeed},
};

/// Titles of which many make the same key.
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

/// A source that knows every other title, and of a later year says more.
struct World {
    /// How much it says.
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

/// What is done. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
enum Step {
    /// A title is put on the list, or taken off it.
    List(usize),
    /// A note is written into the entry of a title.
    Note(usize),
    /// A field is taken out of the entry of a title.
    Unfield(usize),
    /// The entry of a title is taken out, and the line after it too.
    TakeOut(usize, bool),
    /// A comment is written at the end.
    Comment,
    /// The person runs bibsync; sources say so much, or nothing.
    Run(Option<u8>),
    /// The run is killed after the lock was written.
    Killed(Option<u8>),
    /// One of the two files is as it was some versions ago.
    Restore { lock: bool, back: usize },
    /// One of the two files is cut off.
    Cut { lock: bool, at: usize },
    /// One of the two files is gone.
    Lose { lock: bool },
    /// Work goes on on the other branch.
    Switch,
    /// The other branch is merged into this one.
    Merge { bib: Taken, lock: Taken },
}

/// How a file is merged.
#[derive(Debug, Clone, Copy)]
enum Taken {
    Ours,
    Theirs,
    /// By lines, where they touch from this side.
    LinesOurs,
    /// By lines, where they touch from the other side.
    LinesTheirs,
    /// By lines, where they touch both.
    Union,
    /// By lines, conflicts left as they are: for the lock alone.
    Open,
}

fn taken() -> impl Strategy<Value = Taken> {
    prop_oneof![
        Just(Taken::Ours),
        Just(Taken::Theirs),
        Just(Taken::LinesOurs),
        Just(Taken::LinesTheirs),
        Just(Taken::Union),
        Just(Taken::Open),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let version = || prop_oneof![Just(None), (0_u8..3).prop_map(Some)];
    prop_oneof![
        6 => (0..TITLES.len()).prop_map(Step::List),
        4 => (0..TITLES.len()).prop_map(Step::Note),
        2 => (0..TITLES.len()).prop_map(Step::Unfield),
        2 => (0..TITLES.len(), any::<bool>()).prop_map(|(title, whole)| Step::TakeOut(title, whole)),
        1 => Just(Step::Comment),
        10 => version().prop_map(Step::Run),
        3 => version().prop_map(Step::Killed),
        2 => (any::<bool>(), 1_usize..4).prop_map(|(lock, back)| Step::Restore { lock, back }),
        1 => (any::<bool>(), any::<prop::sample::Index>())
            .prop_map(|(lock, at)| Step::Cut { lock, at: at.index(4_000) }),
        1 => any::<bool>().prop_map(|lock| Step::Lose { lock }),
        3 => Just(Step::Switch),
        3 => (taken(), taken()).prop_map(|(bib, lock)| Step::Merge { bib, lock }),
    ]
}

/// A branch: the list and the two files.
#[derive(Debug, Clone, Default)]
struct Branch {
    list: BTreeSet<usize>,
    bib: Option<String>,
    lock: Option<String>,
    /// Earlier versions of the two files.
    bibs: Vec<String>,
    locks: Vec<String>,
    /// The keys that titles had.
    keys: BTreeMap<usize, BTreeSet<String>>,
    /// What was written into notes, newest last; of two branches all.
    notes: BTreeMap<usize, BTreeSet<String>>,
    comments: BTreeSet<String>,
    /// Titles whose entries were taken out. Those of which it must be known are true.
    out: BTreeMap<usize, bool>,
    /// Whether the two files are of one run, and were not touched since but by edits.
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

/// Everything a walk knows.
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
            Step::Unfield(title) => self.unfield(title),
            Step::TakeOut(title, whole) => self.take_out(title, whole),
            Step::Comment => self.comment(),
            Step::Run(version) => self.run(version, false)?,
            Step::Killed(version) => self.run(version, true)?,
            Step::Restore { lock, back } => self.restore(lock, back),
            Step::Cut { lock, at } => self.cut(lock, at),
            Step::Lose { lock } => {
                let branch = self.here();
                branch.is_in_sync = false;
                branch.uncertain();
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
            // An empty list is refused.
            branch.list.insert(title);
        }
        if let Some(certain) = branch.out.get_mut(&title) {
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

    fn unfield(&mut self, title: usize) {
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

    fn take_out(&mut self, title: usize, whole: bool) {
        let branch = self.here();
        let Some(bib) = &mut branch.bib else { return };
        let Some(span) = entry_of(bib, TITLES[title]) else {
            return;
        };
        let mark = bib[span.end..].find("\n\n").map(|at| span.end + at);
        // Between files of two runs the line after it is what tells.
        let end = mark
            .filter(|_| whole && branch.is_in_sync)
            .unwrap_or(span.end);
        bib.replace_range(span.start..end, "");
        branch.notes.remove(&title);
        let certain = branch.is_in_sync && branch.list.contains(&title);
        branch.out.insert(title, certain);
        // Nobody can tell from a file without entries and their marks that it was emptied on purpose.
        let mut marks = bib
            .lines()
            .filter_map(|line| line.strip_prefix("% bibsync "));
        let of_no_entry = ["begin", "end", "without"];
        if marks.all(|mark| of_no_entry.iter().any(|word| mark.starts_with(word))) {
            branch.uncertain();
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
            branch.uncertain();
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
            branch.is_in_sync = false;
            branch.uncertain();
        }
    }

    fn merge(&mut self, bib: Taken, lock: Taken) {
        let (base, at) = (self.base.clone(), self.at);
        let theirs = self.branches[1 - at].clone();
        let ours = &mut self.branches[at];
        let text = |branch: &Branch, lock: bool| {
            let file = if lock { &branch.lock } else { &branch.bib };
            file.clone().unwrap_or_default()
        };
        let bib = if matches!(bib, Taken::Open) {
            Taken::Union
        } else {
            bib
        };
        let by_lines = !matches!(bib, Taken::Ours | Taken::Theirs);
        let merged = |taken, lock| {
            let [base, ours, theirs] = [&base, &*ours, &theirs].map(|branch| text(branch, lock));
            merged(taken, &base, &ours, &theirs)
        };
        let (bib, lock) = (merged(bib, false), merged(lock, true));
        let dropped: Vec<usize> = [&*ours, &theirs]
            .into_iter()
            .filter(|side| side.lock.as_ref() == Some(&lock))
            .flat_map(|side| side.as_if_taken_out_of(&bib))
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
            // Where conflicts are settled line by line, a note may end up in another entry.
            let all: BTreeSet<String> = ours.notes.values().flatten().cloned().collect();
            for notes in ours.notes.values_mut() {
                notes.clone_from(&all);
            }
        }
        ours.comments.extend(theirs.comments.clone());
        ours.out.extend(theirs.out.clone());
        for title in dropped {
            ours.out.entry(title).or_insert(false);
        }
        ours.is_in_sync = false;
        ours.uncertain();
        self.base = self.branches[at].clone();
        self.branches[1 - at] = self.branches[at].clone();
    }

    /// A run, and what must be true after it.
    fn run(&mut self, version: Option<u8>, is_killed: bool) -> Result<(), TestCaseError> {
        let branch = &mut self.branches[self.at];
        branch.forget_what_no_file_has();
        branch.hear_what_was_taken_out();
        let old = branch
            .lock
            .as_ref()
            .map(|text| Lock::salvage(text, "lock").unwrap());
        let old = old.map(|salvaged| salvaged.lock);
        let old = old.filter(|lock| !lock.is_empty());
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
            // The whole file is kept beside the new one: nothing in it is lost.
            branch.forgive();
        }
        let lock = updated.lock.render().unwrap();
        branch.locks.push(lock.clone());
        branch.lock = Some(lock);
        if is_killed {
            branch.is_in_sync = false;
            branch.uncertain();
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
    /// Entries that were taken out may come back now.
    fn uncertain(&mut self) {
        for certain in self.out.values_mut() {
            *certain = false;
        }
    }

    /// The titles whose entries a merged bibliography lacks, if it is in all else as that of this side:
    /// whoever settled a conflict by dropping an entry's lines took it out, for all that can be told.
    fn as_if_taken_out_of(&self, merged: &str) -> Vec<usize> {
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

    /// A bibliography or a lock from before or from elsewhere may say that an entry was taken out.
    fn hear_what_was_taken_out(&mut self) {
        let lock = self
            .lock
            .as_ref()
            .map(|text| Lock::salvage(text, "lock").unwrap().lock)
            .unwrap_or_default();
        for work in &lock.works {
            let at = TITLES
                .iter()
                .position(|title| *title == work.meta.title.text());
            if let Some(at) = at.filter(|_| lock.manual_edits.removed.contains(&work.key)) {
                self.out.entry(at).or_insert(false);
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
                self.out.entry(at).or_insert(false);
            }
        }
    }

    /// What is kept in a file of its own need not be in the new one.
    fn forgive(&mut self) {
        // So is a damaged lock, whatever of it can't be read.
        let lock = self.lock.as_ref();
        let lock = lock.map(|text| Lock::salvage(text, "lock").unwrap().lock);
        let lock = lock.map(|lock| lock.render().unwrap()).unwrap_or_default();
        self.notes
            .retain(|_, notes| notes.iter().any(|note| lock.contains(note)));
        self.comments.retain(|comment| lock.contains(&comment[2..]));
        self.uncertain();
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

    /// What neither file holds any longer nobody can know.
    fn forget_what_no_file_has(&mut self) {
        let bib = self.bib.clone().unwrap_or_default();
        let lock = self
            .lock
            .as_ref()
            .map(|text| Lock::salvage(text, "lock").unwrap().lock);
        let text = lock
            .as_ref()
            .map(|lock| lock.render().unwrap())
            .unwrap_or_default();
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
        self.comments
            .retain(|comment| bib.contains(&comment[2..]) || text.contains(&comment[2..]));
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
        // Of two files that disagree either may be followed.
        known.retain(|_, keys| !keys.is_empty());
        self.keys = known;
    }

    fn check(&mut self, lock: &Lock) -> Result<(), TestCaseError> {
        let bib = format!("\n{}", self.bib.clone().unwrap_or_default());
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        // A key that two branches gave to two works can stay with one of them only.
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for key in self.keys.values().flatten() {
            *wanted.entry(key.clone()).or_default() += 1;
        }
        for title in &self.list {
            let at = entry_of(&bib, TITLES[*title]);
            match (&at, self.out.get(title)) {
                (None, Some(_)) => continue,
                (Some(_), Some(true)) => {
                    prop_assert!(
                        false,
                        "{} was taken out and is back:\n{bib}",
                        TITLES[*title]
                    );
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
            self.out.remove(title);
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
            // An entry that no lock knows becomes the person's own.
            let mut kept = lock.manual_edits.fields.values().flat_map(BTreeMap::values);
            let is_own = notes.iter().any(|note| bib.contains(note.as_str()));
            prop_assert!(
                is_own || kept.any(|value| notes.contains(value)),
                "the lock forgot {notes:?} of {}, which is not listed now",
                TITLES[*title]
            );
        }
        // What is listed anew is written anew.
        let list = &self.list;
        self.out.retain(|title, _| list.contains(title));
        for comment in &self.comments {
            // One that stood in a broken entry has the key before it.
            prop_assert!(bib.contains(&comment[2..]), "{comment} is lost:\n{bib}");
        }
        Ok(())
    }
}

/// A file merged by lines.
fn merged(taken: Taken, base: &str, ours: &str, theirs: &str) -> String {
    match taken {
        Taken::Ours => return ours.to_owned(),
        Taken::Theirs => return theirs.to_owned(),
        _ => {}
    }
    let text = match diffy::merge(base, ours, theirs) {
        Ok(text) => return text,
        Err(text) => text,
    };
    if matches!(taken, Taken::Open) {
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
                    (None, _) | (_, Taken::Union) => true,
                    (Some(0), _) => matches!(taken, Taken::LinesOurs),
                    (Some(_), _) => matches!(taken, Taken::LinesTheirs),
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

/// So many sequences are walked unless more are wanted.
const USUAL: u32 = 300;

/// How many sequences are walked.
fn walks() -> u32 {
    #[expect(clippy::disallowed_methods, reason = "a test's own switch")]
    let wanted = std::env::var("BIBSYNC_WALKS").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(USUAL)
}

proptest! {
    #![proptest_config(Config {
        cases: walks(),
        // The usual few hundred are the same each time; more of them are new ones.
        rng_seed: if walks() == USUAL { RngSeed::Fixed(1) } else { RngSeed::Random },
        max_shrink_iters: 2_000,
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn nothing_listed_or_edited_is_lost_whatever_becomes_of_the_two_files(
        steps in prop::collection::vec(step(), 1..24)
    ) {
        let mut walk = Walk::new();
        for step in &steps {
            walk.step(step)?;
        }
        walk.run(Some(1), false)?;
    }
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
fn a_work_that_gets_the_key_of_an_entry_that_was_taken_out_is_written() {
    for is_mark_left in [true, false] {
        walked(&[
            Step::TakeOut(0, !is_mark_left),
            Step::Lose { lock: true },
            Step::List(0),
            Step::List(1),
            Step::Killed(Some(0)),
        ]);
    }
}

#[test]
fn a_block_of_the_lock_that_is_cut_off_hides_no_edit() {
    let mut walk = walked(&[Step::Note(0)]);
    let lock = walk.here().lock.clone().unwrap_or_default();
    let at = lock.find("[work.edited]").unwrap();
    walk.step(&Step::Cut { lock: true, at }).unwrap();
    walk.run(Some(1), false).unwrap();
}

#[test]
fn two_works_that_two_branches_gave_one_key_keep_their_notes() {
    for bib in [Taken::Ours, Taken::Theirs] {
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
                lock: Taken::Open,
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
fn a_work_that_only_the_lock_has_is_no_part_of_a_stretch_that_was_taken_out() {
    walked(&[
        Step::TakeOut(3, true),
        Step::Switch,
        Step::List(4),
        Step::Killed(Some(0)),
        Step::Merge {
            bib: Taken::Theirs,
            lock: Taken::Ours,
        },
    ]);
}

#[test]
fn entries_that_were_taken_out_in_a_row_stay_out() {
    let walk = &mut walked(&[Step::List(1), Step::List(2), Step::List(4)]);
    for title in [0, 1, 2, 3] {
        walk.step(&Step::TakeOut(title, true)).unwrap();
    }
    walk.run(Some(1), false).unwrap();
}

#[test]
fn what_a_merge_by_lines_dropped_was_not_taken_out() {
    walked(&[
        Step::List(1),
        Step::List(5),
        Step::Run(None),
        Step::Switch,
        Step::TakeOut(5, false),
        Step::Merge {
            bib: Taken::LinesOurs,
            lock: Taken::Ours,
        },
    ]);
}

#[test]
fn an_entry_that_a_merge_made_of_two_is_not_edited_by_hand() {
    walked(&[
        Step::List(1),
        Step::Switch,
        Step::List(0),
        Step::Run(None),
        Step::Switch,
        Step::Run(None),
        Step::List(1),
        Step::TakeOut(3, false),
        Step::Merge {
            bib: Taken::Union,
            lock: Taken::Ours,
        },
        Step::Run(None),
    ]);
}

#[test]
fn a_mark_that_is_cut_off_hides_no_edit() {
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
fn an_entry_of_ones_own_that_only_the_lock_has_keeps_its_note_when_it_is_listed() {
    walked(&[
        Step::List(0),
        Step::Note(0),
        Step::Lose { lock: true },
        Step::Run(None),
        Step::Restore {
            lock: false,
            back: 2,
        },
        Step::Unfield(0),
        Step::List(0),
    ]);
}

#[test]
fn an_entry_that_a_merge_dropped_and_nothing_else_is_as_if_taken_out() {
    walked(&[
        Step::List(3),
        Step::List(1),
        Step::Run(None),
        Step::Switch,
        Step::TakeOut(3, true),
        Step::Merge {
            bib: Taken::LinesOurs,
            lock: Taken::Theirs,
        },
    ]);
}

#[test]
fn an_entry_of_ones_own_is_not_doubled_when_its_file_is_gone() {
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
fn an_entry_of_ones_own_that_is_cut_off_is_kept_by_the_lock() {
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
fn a_key_stays_with_its_work_where_a_merge_by_lines_put_it_above_another() {
    walked(&[
        Step::List(0),
        Step::List(2),
        Step::Run(None),
        Step::Run(None),
        Step::Merge {
            bib: Taken::Ours,
            lock: Taken::Theirs,
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
            bib: Taken::Ours,
            lock: Taken::LinesTheirs,
        },
        Step::List(1),
    ]);
}

#[test]
fn a_file_that_a_run_has_read_counts_as_older_than_its_lock() {
    walked(&[
        Step::Note(0),
        Step::Run(None),
        Step::Merge {
            bib: Taken::Ours,
            lock: Taken::Theirs,
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
fn a_work_that_only_the_file_has_keeps_its_key() {
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
fn an_entry_that_a_merge_made_of_a_removed_one_is_not_the_persons_own() {
    walked(&[
        Step::List(6),
        Step::Run(None),
        Step::Switch,
        Step::TakeOut(0, false),
        Step::Switch,
        Step::List(0),
        Step::Switch,
        Step::List(1),
        Step::Run(None),
        Step::Merge {
            bib: Taken::LinesTheirs,
            lock: Taken::Ours,
        },
        Step::List(2),
    ]);
}
