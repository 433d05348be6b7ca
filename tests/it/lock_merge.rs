//! Merges of two branches of a lock by git.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

use bibsync::{
    lock::{Lock, LockedListing},
    model::{
        Field, Ids, Kind, Metadata, Notice, NoticeKind, PartialDate, SourceName, Title, Unmatched,
        Verdict, Work, WorkStatus,
    },
};
use proptest::prelude::*;

/// The content of a lock, by key: the year of its work.
type Years = BTreeMap<String, i32>;

fn lock(years: &Years, old: Option<&Lock>) -> Lock {
    let listing = |key: &String| LockedListing {
        fingerprint: format!("print of {key}"),
        title: format!("On {key}"),
        key: key.clone(),
        place: 0,
        listed: None,
        pins: Ids::default(),
        upgraded: false,
        gone: false,
        verdict: Verdict::unmatched(Unmatched::NotFound),
    };
    let work = |(key, year): (&String, &i32)| {
        let mut meta = Metadata::new(Kind::Conference, Title::plain(format!("On {key}")));
        meta.date = Some(PartialDate::year(*year));
        meta.publisher = Some("ACM".into());
        let mut work = Work::new(key.clone(), meta);
        work.origins = BTreeMap::from([(Field::Date, SourceName::DBLP.into())]);
        work.status = WorkStatus::Unmatched;
        work
    };
    let mut lock = Lock::new(
        years.keys().map(listing).collect(),
        years.iter().map(work).collect(),
    );
    for (key, year) in years {
        lock.written.insert(key.clone(), format!("{year:016x}"));
        if year % 3 == 0 {
            let edits = BTreeMap::from([("note".to_owned(), format!("read in {year}"))]);
            lock.manual_edits.fields.insert(key.clone(), edits);
        }
        if year % 5 == 0 {
            let notice = Notice {
                kind: NoticeKind::Correction,
                source: SourceName::CROSSREF,
                doi: None,
                date: Some(PartialDate::year(*year)),
            };
            lock.notices.insert(key.clone(), vec![notice]);
        }
    }
    if let Some(old) = old {
        lock.place_as_in(old);
    }
    lock
}

/// Merges two branches with git; `None` for a conflict.
fn merged(ours: &str, base: &str, theirs: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("ours", ours), ("base", base), ("theirs", theirs)] {
        fs_err::write(folder.path().join(name), text).unwrap();
    }
    let output = Command::new("git")
        .args(["merge-file", "-p", "ours", "base", "theirs"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).unwrap())
}

/// Returns the heading of the lock that contains a key.
fn heading(key: &str) -> String {
    let alone = lock(&[(key.to_owned(), 2000)].into(), None);
    let text = alone.render().unwrap();
    let before = &text[..text.find("\n[[listing]]").unwrap()];
    before.lines().last().unwrap().to_owned()
}

fn has_git() -> bool {
    Command::new("git").arg("--version").output().is_ok()
}

#[test]
fn new_neighbours_on_both_sides_merge_without_conflict() {
    if !has_git() {
        return;
    }
    let years = |keys: &[&str]| -> Years { keys.iter().map(|key| ((*key).into(), 2026)).collect() };
    let base = lock(&years(&["ng2020zen"]), None);
    let side = |key| {
        lock(&years(&["ng2020zen", key]), Some(&base))
            .render()
            .unwrap()
    };
    let (ours, theirs) = (side("wang2026amber"), side("wang2026basalt"));
    let text = merged(&ours, &base.render().unwrap(), &theirs).unwrap();
    let both = Lock::parse(&text, "references.lock").unwrap();
    let keys: Vec<&str> = both.works.iter().map(|work| work.key.as_str()).collect();
    assert_eq!(keys, ["ng2020zen", "wang2026amber", "wang2026basalt"]);
    assert_eq!(both.listings.len(), 3);
}

#[test]
fn work_changed_on_both_sides_is_a_conflict() {
    if !has_git() {
        return;
    }
    let of = |year| {
        lock(&[("a2020".to_owned(), year)].into(), None)
            .render()
            .unwrap()
    };
    assert_eq!(merged(&of(2021), &of(2020), &of(2022)), None);
    let same = of(2021);
    assert_eq!(merged(&same, &of(2020), &same), Some(same), "unless alike");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn different_works_are_merged(
        base in prop::collection::btree_map("[a-d]20[0-2][0-9]", 2000_i32..2030, 0..30),
        steps in prop::collection::btree_map("[a-d]20[0-2][0-9]", (any::<bool>(), prop::option::of(2000_i32..2030)), 1..12),
    ) {
        if !has_git() {
            return Ok(());
        }
        // The first step chooses the side that changes a heading: two changes under one may conflict.
        let mut sides: BTreeMap<String, bool> = BTreeMap::new();
        let (mut ours, mut theirs, mut both) = (base.clone(), base.clone(), base.clone());
        for (key, (side, year)) in steps {
            let is_ours = *sides.entry(heading(&key)).or_insert(side);
            let own = if is_ours { &mut ours } else { &mut theirs };
            for years in [own, &mut both] {
                match year {
                    Some(year) => _ = years.insert(key.clone(), year),
                    None => _ = years.remove(&key),
                }
            }
        }
        // To git, a removed and an added block may be one block that moved, across all headings between.
        let goes_and_comes = [&ours, &theirs].into_iter().any(|side| {
            let goes = base.keys().any(|key| !side.contains_key(key));
            goes && side.keys().any(|key| !base.contains_key(key))
        });
        let base = lock(&base, None);
        let text = |years: &Years| lock(years, Some(&base)).render().unwrap();
        let text = merged(&text(&ours), &base.render().unwrap(), &text(&theirs));
        let Some(text) = text else {
            prop_assume!(!goes_and_comes);
            return Err(TestCaseError::fail("a conflict"));
        };
        let found = Lock::parse(&text, "references.lock").unwrap();
        let wanted = lock(&both, None);
        prop_assert_eq!(&found.works, &wanted.works);
        prop_assert_eq!(&found.written, &wanted.written);
        prop_assert_eq!(&found.manual_edits, &wanted.manual_edits);
        prop_assert_eq!(&found.notices, &wanted.notices);
        let keys = |lock: &Lock| -> BTreeSet<String> {
            lock.listings.iter().map(|it| it.key.clone()).collect()
        };
        prop_assert_eq!(keys(&found), keys(&wanted));
    }
}
