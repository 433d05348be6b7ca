//! Random merges: edits that do not meet leave no conflict, and no edit is lost.

use std::collections::{BTreeMap, BTreeSet};

use bibsync::{
    bib::{Content, read, scan},
    merge::{Markers, merge},
    patch::{Document, EntryEdit, FieldEdit, patch},
};

use super::{
    files,
    random::{self, Random},
};

/// A change of one side.
#[derive(Debug, Clone)]
enum Edit {
    Set(usize, String, String),
    Add(usize, String, String),
    Remove(usize, String),
    Rename(usize, String),
    Delete(usize),
    /// A new entry behind one that is there, with this number.
    New(usize, usize),
    Comment(usize, usize),
}

/// The meaning of a file: the fields of each key.
type Meaning = BTreeMap<String, BTreeMap<String, String>>;

fn meaning(text: &str) -> Meaning {
    let entries = read(text).entries.into_iter();
    entries
        .map(|entry| (entry.key, entry.fields.into_iter().collect()))
        .collect()
}

/// Makes a side: the base with edits, in its layout.
fn edited(base: &str, edits: &[Edit]) -> Option<String> {
    let blocks = scan(base);
    let entries: Vec<usize> = (0..blocks.len())
        .filter(|at| matches!(blocks[*at].content, Content::Entry { .. }))
        .collect();
    let mut patches: BTreeMap<usize, EntryEdit> = BTreeMap::new();
    for edit in edits {
        let (entry, field) = match edit {
            Edit::Set(entry, name, value) => {
                (entry, FieldEdit::replace(name.as_str(), value.as_str()))
            }
            Edit::Add(entry, name, value) => (entry, FieldEdit::add(name.as_str(), value.as_str())),
            Edit::Remove(entry, name) => (entry, FieldEdit::Remove { name: name.clone() }),
            _ => continue,
        };
        let block = entries[*entry];
        patches
            .entry(block)
            .or_insert_with(|| EntryEdit::of(block))
            .fields
            .push(field);
    }
    let document = Document::read(base.as_bytes().to_vec()).unwrap();
    let patches: Vec<EntryEdit> = patches.into_values().collect();
    let done = patch(&document, &patches).unwrap();
    if !done.dropped.is_empty() {
        return None;
    }
    let text = String::from_utf8(done.bytes).unwrap();
    let now = scan(&text);
    let mut out = String::new();
    let mut number = 0;
    for (was, block) in blocks.iter().zip(&now) {
        let mut part = text[block.span.clone()].to_owned();
        if let Content::Entry { key, .. } = &was.content {
            let this = number;
            number += 1;
            let mut behind = String::new();
            for edit in edits {
                match edit {
                    Edit::Rename(at, to) if *at == this => part = part.replacen(key, to, 1),
                    Edit::Delete(at) if *at == this => part.clear(),
                    Edit::New(at, new) if *at == this => {
                        let head = format!("\n\n@misc{{new{new},\n");
                        let title = format!("  title = {{New Thing {new}}},\n");
                        let year = format!("  year = {{19{new:02}}}\n}}");
                        behind.extend([head, title, year]);
                    }
                    Edit::Comment(at, new) if *at == this => {
                        part = format!("% remark {new}\n{part}");
                    }
                    _ => {}
                }
            }
            part.push_str(&behind);
        }
        out.push_str(&part);
    }
    Some(out)
}

/// Random edits of distinct fields and entries.
fn edits(base: &str, random: &mut Random) -> Vec<Edit> {
    let entries = read(base).entries;
    let mut keys: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        *keys.entry(&entry.key).or_default() += 1;
    }
    let mut out = Vec::new();
    let mut whole: BTreeSet<usize> = BTreeSet::new();
    let mut touched: BTreeSet<usize> = BTreeSet::new();
    let mut used: BTreeSet<(usize, String)> = BTreeSet::new();
    for number in 0..2 + random.below(8) {
        let at = random.below(entries.len());
        let entry = &entries[at];
        // An entry that shares its key, or has none, is not told from others.
        if entry.key.is_empty() || keys[entry.key.as_str()] > 1 || whole.contains(&at) {
            continue;
        }
        let field = random.of(&entry.fields).map(|(name, _)| name.clone());
        let value = format!("Value {number}");
        match (random.below(12), field) {
            (0..4, Some(name)) if used.insert((at, name.clone())) => {
                touched.insert(at);
                out.push(Edit::Set(at, name, value));
            }
            (4, Some(name)) if used.insert((at, name.clone())) => {
                touched.insert(at);
                out.push(Edit::Remove(at, name));
            }
            (5..8, _) => {
                touched.insert(at);
                out.push(Edit::Add(at, format!("x-{number}"), value));
            }
            (8, _) => out.push(Edit::New(at, number)),
            (9, _) => out.push(Edit::Comment(at, number)),
            (10, _) if !touched.contains(&at) => {
                whole.insert(at);
                out.push(Edit::Delete(at));
            }
            (11, _) if !touched.contains(&at) => {
                whole.insert(at);
                out.push(Edit::Rename(at, format!("renamed{number}")));
            }
            _ => {}
        }
    }
    // What a removed entry had added around it would be asked about, and rightly.
    out.retain(|edit| match edit {
        Edit::Comment(at, _) | Edit::New(at, _) => !whole.contains(at),
        _ => true,
    });
    out
}

/// Whether a file is one of which merges can be foretold: every entry has its own key and can be read.
fn is_plain(text: &str) -> bool {
    let bibliography = read(text);
    let entries = bibliography.entries.len();
    entries > 0 && bibliography.problems.is_empty() && meaning(text).len() == entries
}

fn expected(base: &str, edits: &[Edit]) -> Meaning {
    let entries = read(base).entries;
    let mut out = meaning(base);
    for edit in edits {
        match edit {
            Edit::Set(at, name, value) | Edit::Add(at, name, value) => {
                let fields = out.get_mut(&entries[*at].key).unwrap();
                fields.insert(name.clone(), value.clone());
            }
            Edit::Remove(at, name) => _ = out.get_mut(&entries[*at].key).unwrap().remove(name),
            Edit::Rename(at, to) => {
                let fields = out.remove(&entries[*at].key).unwrap();
                out.insert(to.clone(), fields);
            }
            Edit::Delete(at) => _ = out.remove(&entries[*at].key),
            Edit::New(_, number) => {
                let fields = [
                    ("title".to_owned(), format!("New Thing {number}")),
                    ("year".to_owned(), format!("19{number:02}")),
                ];
                out.insert(format!("new{number}"), fields.into());
            }
            Edit::Comment(..) => {}
        }
    }
    out
}

/// Merges two sides with edits that do not meet, and checks that all of them are in the result.
fn apart(name: &str, base: &str, random: &mut Random) -> bool {
    let (mine, others): (Vec<Edit>, Vec<Edit>) = edits(base, random)
        .into_iter()
        .partition(|_| random_bit(random));
    let (Some(ours), Some(theirs)) = (edited(base, &mine), edited(base, &others)) else {
        return false;
    };
    let merged = merge(base, &ours, &theirs, &Markers::default());
    let merged = merged.unwrap_or_else(|why| panic!("{name}: {why}: {mine:?} {others:?}"));
    let context = || {
        format!(
            "{name}\nours {mine:?}\ntheirs {others:?}\n{}",
            if base.len() < 3000 {
                format!("BASE\n{base}\nMERGED\n{}", merged.text)
            } else {
                String::new()
            }
        )
    };
    assert_eq!(merged.conflicts, 0, "{}", context());
    let all: Vec<Edit> = mine.iter().chain(&others).cloned().collect();
    assert_eq!(meaning(&merged.text), expected(base, &all), "{}", context());
    for edit in &all {
        if let Edit::Comment(_, number) = edit {
            assert!(
                merged.text.contains(&format!("% remark {number}\n")),
                "{}",
                context()
            );
        }
    }
    true
}

fn random_bit(random: &mut Random) -> bool {
    random.below(2) == 0
}

/// Merges two sides with any edits, and checks that each value that a side wrote is in the result.
fn meeting(name: &str, base: &str, random: &mut Random) -> bool {
    let (mine, others) = (edits(base, random), edits(base, random));
    let marked = |edits: Vec<Edit>, side: &str| -> Vec<Edit> {
        edits
            .into_iter()
            .map(|edit| match edit {
                Edit::Set(at, name, value) => Edit::Set(at, name, format!("{side} {value}")),
                Edit::Add(at, name, value) => Edit::Add(at, name, format!("{side} {value}")),
                Edit::Rename(at, to) => Edit::Rename(at, format!("{side}{to}")),
                edit => edit,
            })
            .collect()
    };
    let (mine, others) = (marked(mine, "Our"), marked(others, "Their"));
    let (Some(ours), Some(theirs)) = (edited(base, &mine), edited(base, &others)) else {
        return false;
    };
    let Ok(merged) = merge(base, &ours, &theirs, &Markers::default()) else {
        return false;
    };
    for edit in mine.iter().chain(&others) {
        let wanted = match edit {
            Edit::Set(_, _, value) | Edit::Add(_, _, value) => value.clone(),
            Edit::Rename(_, to) => to.clone(),
            Edit::New(_, number) => format!("New Thing {number}"),
            Edit::Comment(_, number) => format!("% remark {number}"),
            Edit::Remove(..) | Edit::Delete(_) => continue,
        };
        assert!(
            merged.text.contains(&wanted),
            "{name}: {wanted} is lost\nours {mine:?}\ntheirs {others:?}\nBASE\n{base}\nMERGED\n{}",
            merged.text
        );
    }
    true
}

/// The number of random merges: more when an environment variable says so.
fn merges() -> usize {
    files::env_number("BIBSYNC_MERGES").unwrap_or(300)
}

#[test]
fn random_merges_of_generated_files_lose_nothing() {
    let mut random = Random::new(20_261_124);
    let (mut made, mut tried) = (0, 0);
    while made < merges() {
        tried += 1;
        assert!(tried < 60 * merges() + 1_000, "{made} of {tried}");
        let Ok(base) = String::from_utf8(random::file(&mut random)) else {
            continue;
        };
        if is_plain(&base) {
            made += usize::from(apart("generated", &base, &mut random));
            made += usize::from(meeting("generated", &base, &mut random));
        }
    }
}

#[test]
fn random_merges_of_real_files_lose_nothing() {
    let files: Vec<(String, String)> = files::real()
        .into_iter()
        .filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?)))
        .filter(|(_, text)| text.len() < 60_000)
        .collect();
    let mut random = Random::new(11);
    let (mut plain, mut made) = (0, 0);
    for (name, text) in &files {
        let is_plain = is_plain(text);
        plain += usize::from(is_plain);
        for _ in 0..=merges() / (4 * files.len().max(1)) {
            if is_plain {
                made += usize::from(apart(name, text, &mut random));
            }
            made += usize::from(meeting(name, text, &mut random));
        }
    }
    if !files.is_empty() {
        files::say(&format!(
            "{made} merges of {} files, {plain} of them plain",
            files.len()
        ));
        assert!(made > 0);
    }
}
