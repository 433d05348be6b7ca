//! Random merges: edits that do not meet leave no conflict, and no edit is lost.

use std::collections::{BTreeMap, BTreeSet};

use bibsync::{
    bib::{Block, Content, read, scan},
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
    /// A new entry at the top of the file, or above the first one.
    Top(usize),
    /// A remark above an entry.
    Comment(usize, String),
    /// An entry now stands behind another one.
    Move(usize, usize),
    /// A line between entries has another text, or none.
    Text(String, String),
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
    Some(assembled(&text, &blocks, edits))
}

/// Makes the edits of whole entries and of the text between them.
fn assembled(text: &str, before: &[Block<'_>], edits: &[Edit]) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mark = if text.starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    // Each entry with its number, and the text between entries.
    let mut chunks: Vec<(Option<usize>, String)> = Vec::new();
    let mut number = 0;
    for (was, block) in before.iter().zip(&scan(text)) {
        let mut part = text[block.span.clone()].to_owned();
        let Content::Entry { key, .. } = &was.content else {
            chunks.push((None, edited_text(&part, edits)));
            continue;
        };
        let mut behind = String::new();
        for edit in edits {
            match edit {
                Edit::Rename(at, to) if *at == number => part = part.replacen(key, to, 1),
                Edit::Delete(at) if *at == number => part.clear(),
                Edit::New(at, new) if *at == number => {
                    behind.push_str("\n\n");
                    behind.push_str(&new_entry("new", *new));
                }
                Edit::Comment(at, remark) if *at == number => {
                    part = format!("{remark}{newline}{part}");
                }
                _ => {}
            }
        }
        part.push_str(&behind.replace('\n', newline));
        chunks.push((Some(number), part));
        number += 1;
    }
    for edit in edits {
        let place = |chunks: &[(Option<usize>, String)], entry: usize| {
            chunks.iter().position(|it| it.0 == Some(entry)).unwrap()
        };
        match edit {
            Edit::Move(at, to) => {
                let (_, part) = chunks.remove(place(&chunks, *at));
                let to = place(&chunks, *to) + 1;
                chunks.insert(to, (Some(*at), format!("{newline}{newline}{part}")));
            }
            Edit::Top(new) => {
                let part = new_entry("top", *new).replace('\n', newline) + newline + newline;
                let first = chunks.iter().position(|it| it.0.is_some()).unwrap();
                let first = if new % 2 == 0 { 0 } else { first };
                let above = chunks[..first].last().map_or("", |it| it.1.as_str());
                let is_glued = !above.is_empty() && !above.ends_with('\n');
                let part = if is_glued {
                    newline.to_owned() + &part
                } else {
                    part
                };
                chunks.insert(first, (None, part));
            }
            _ => {}
        }
    }
    let out: String = chunks.into_iter().map(|(_, part)| part).collect();
    mark.to_owned() + &out.replace('\u{feff}', "")
}

fn new_entry(name: &str, number: usize) -> String {
    let title = format!("  title = {{New Thing {number}}},\n");
    format!("@misc{{{name}{number},\n{title}  year = {{19{number:02}}}\n}}")
}

/// Makes the edits of lines between entries.
fn edited_text(text: &str, edits: &[Edit]) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut line = line.to_owned();
        for edit in edits {
            if let Edit::Text(from, to) = edit
                && line.trim().trim_start_matches('\u{feff}') == from
            {
                line = line.replace(from, to);
            }
        }
        out.push_str(&line);
    }
    out
}

/// Returns the lines between entries.
fn text_lines(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}');
    let blocks = scan(text).into_iter();
    let between = blocks.filter(|it| !matches!(it.content, Content::Entry { .. }));
    let lines = between.flat_map(|it| text[it.span].lines());
    let lines = lines.map(|it| it.trim().to_owned());
    lines.filter(|it| !it.is_empty()).collect()
}

fn counts(text: &str) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    for line in text_lines(text) {
        *out.entry(line).or_default() += 1;
    }
    out
}

/// Returns lines between entries that are there once and may be edited: remarks, and macros that nothing
/// uses.
fn editable(base: &str) -> Vec<String> {
    let is_editable = |line: &str| match line.strip_prefix("@string{") {
        Some(rest) => {
            let name = rest.split([' ', '=']).next().unwrap();
            let is_closed = line.ends_with("}}") && line.matches('{').count() == 2;
            is_closed && base.matches(name).count() == 1
        }
        None => !line.contains(['@', '{', '}']) && line.contains(char::is_alphanumeric),
    };
    let once = counts(base).into_iter().filter(|(_, count)| *count == 1);
    let lines = once.map(|(line, _)| line);
    lines
        .filter(|line| is_editable(line) && base.matches(line.as_str()).count() == 1)
        .collect()
}

/// Returns another text for a line, or none.
fn other_text(line: &str, number: usize, random: &mut Random) -> String {
    if random.below(3) == 0 {
        return String::new();
    }
    match line.strip_prefix("@string{") {
        Some(rest) => {
            let name = rest.split([' ', '=']).next().unwrap();
            format!("@string{{{name} = {{Value {number}}}}}")
        }
        None => format!("% changed {number}"),
    }
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
    let mut lines = editable(base);
    for number in 0..2 + random.below(10) {
        let at = random.below(entries.len());
        let entry = &entries[at];
        // An entry that shares its key, or has none, is not told from others.
        if entry.key.is_empty() || keys[entry.key.as_str()] > 1 || whole.contains(&at) {
            continue;
        }
        let field = random.of(&entry.fields).map(|(name, _)| name.clone());
        let value = format!("Value {number}");
        match (random.below(17), field) {
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
            (9, _) => out.push(Edit::Comment(at, format!("% remark {number}"))),
            (12, _) => out.push(Edit::Top(number)),
            (13, _) if entries.len() > 1 => {
                let to = (at + 1 + random.below(entries.len() - 1)) % entries.len();
                out.push(Edit::Move(at, to));
            }
            (14..17, _) if !lines.is_empty() => {
                let line = lines.remove(random.below(lines.len()));
                let to = other_text(&line, number, random);
                out.push(Edit::Text(line, to));
            }
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
    // A new title with new authors under an old key is another work, which is asked about.
    let titles: BTreeSet<usize> = set_entries(&out, "title");
    out.retain(|edit| match edit {
        Edit::Set(at, name, _) => !(titles.contains(at) && name.eq_ignore_ascii_case("author")),
        _ => true,
    });
    // What a removed entry had added around it would be asked about, and rightly.
    out.retain(|edit| match edit {
        Edit::Comment(at, _) | Edit::New(at, _) | Edit::Move(at, _) => !whole.contains(at),
        _ => true,
    });
    out
}

/// Returns the entries of which a field is set.
fn set_entries(edits: &[Edit], field: &str) -> BTreeSet<usize> {
    let entries = edits.iter().filter_map(|edit| match edit {
        Edit::Set(at, name, _) if name.eq_ignore_ascii_case(field) => Some(*at),
        _ => None,
    });
    entries.collect()
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
            Edit::New(_, number) | Edit::Top(number) => {
                let fields = [
                    ("title".to_owned(), format!("New Thing {number}")),
                    ("year".to_owned(), format!("19{number:02}")),
                ];
                let name = if matches!(edit, Edit::Top(_)) {
                    "top"
                } else {
                    "new"
                };
                out.insert(format!("{name}{number}"), fields.into());
            }
            Edit::Comment(..) | Edit::Move(..) | Edit::Text(..) => {}
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
    let mut lines = counts(base);
    for edit in &all {
        match edit {
            Edit::Comment(_, remark) => *lines.entry(remark.clone()).or_default() += 1,
            Edit::Text(from, to) => {
                lines.remove(from);
                if !to.is_empty() {
                    *lines.entry(to.clone()).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    assert_eq!(counts(&merged.text), lines, "{}", context());
    assert!(
        !is_glued(&merged.text) || is_glued(&ours) || is_glued(&theirs),
        "{}",
        context()
    );
    true
}

/// Whether an entry or a text stands behind an entry on its line.
fn is_glued(text: &str) -> bool {
    let blocks = scan(text);
    blocks.windows(2).any(|pair| {
        let behind = text[pair[1].span.clone()].trim_matches([' ', '\t', '\r']);
        matches!(pair[0].content, Content::Entry { .. })
            && !behind.starts_with('\n')
            && !behind.is_empty()
    })
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
                Edit::Comment(at, remark) => Edit::Comment(at, format!("{remark} {side}")),
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
            Edit::Rename(_, to) | Edit::Text(_, to) => to.clone(),
            Edit::New(_, number) | Edit::Top(number) => format!("New Thing {number}"),
            Edit::Comment(_, remark) => remark.clone(),
            Edit::Remove(..) | Edit::Delete(_) | Edit::Move(..) => continue,
        };
        assert!(
            merged.text.contains(&wanted),
            "{name}: {wanted} is lost\nours {mine:?}\ntheirs {others:?}\nBASE\n{base}\nMERGED\n{}",
            merged.text
        );
    }
    if merged.conflicts == 0 {
        let (mine, other, both) = (counts(&ours), counts(&theirs), counts(&merged.text));
        for (line, count) in both {
            let had = |side: &BTreeMap<String, usize>| side.get(&line).copied().unwrap_or_default();
            let (before, mine, other) = (had(&counts(base)), had(&mine), had(&other));
            let most = (mine + other).saturating_sub(before).max(mine.min(other));
            assert!(
                count <= most,
                "{name}: {line:?} stands {count} times\nBASE\n{base}\nOURS\n{ours}\nTHEIRS\n{theirs}\nMERGED\n{}",
                merged.text
            );
        }
        assert!(
            !is_glued(&merged.text) || is_glued(&ours) || is_glued(&theirs),
            "{name}: glued\nBASE\n{base}\nOURS\n{ours}\nTHEIRS\n{theirs}\nMERGED\n{}",
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
