//! The house keeps its shape: imports point one way, and every room says what it is.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use fs_err as fs;

/// Which rooms a room may use. A line added here is a change of the design: ARCHITECTURE.md says
/// why each stands.
const MAY_USE: [(&str, &[&str]); 21] = [
    ("model", &[]),
    ("text", &["model"]),
    ("bib", &["model", "text"]),
    ("check", &["bib", "model", "text"]),
    ("profile", &["model", "text"]),
    ("import", &["bib", "model", "profile", "formats", "text"]),
    ("config", &["model"]),
    ("cache", &[]),
    ("http", &["cache"]),
    ("formats", &["model", "text"]),
    ("library", &["bib", "model", "formats", "text"]),
    ("sources", &["http", "library", "model", "formats", "text"]),
    ("matching", &["model", "text"]),
    ("enrich", &["matching", "model", "text"]),
    ("export", &["bib", "model", "text"]),
    ("lock", &["model", "text"]),
    ("changes", &["bib", "lock", "model", "text"]),
    ("output", &["bib", "export", "lock", "model", "text"]),
    ("schedule", &[]),
    (
        "sync",
        &[
            "enrich", "export", "http", "lock", "matching", "model", "sources", "text",
        ],
    ),
    (
        "cli",
        &[
            "cache", "changes", "check", "config", "export", "http", "import", "library", "lock",
            "model", "output", "profile", "schedule", "sources", "sync",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
    out.sort();
    out
}

fn rooms() -> BTreeSet<String> {
    fs::read_dir(source())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// The rooms named after `crate::` in a file, comments left aside.
fn used(text: &str, rooms: &BTreeSet<String>) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut out = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            let mut at_name = true;
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        at_name = true;
                        out.insert(std::mem::take(&mut word));
                        continue;
                    }
                    c if depth == 0 && at_name && (c.is_alphanumeric() || c == '_') => {
                        word.push(c);
                        continue;
                    }
                    _ => {}
                }
                if !word.is_empty() {
                    out.insert(std::mem::take(&mut word));
                    at_name = false;
                }
            }
            out.insert(word);
        } else {
            out.insert(
                rest.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect(),
            );
        }
    }
    out.retain(|word| rooms.contains(word));
    out
}

#[test]
fn a_room_is_seen_however_it_is_imported() {
    let rooms = rooms();
    let names = |text: &str| used(text, &rooms).into_iter().collect::<Vec<_>>();
    assert_eq!(names("use crate::bib::{read, scan};"), ["bib"]);
    let group = "use crate::{\n    bib,\n    config::{self, Settings},\n    lock,\n};";
    assert_eq!(names(group), ["bib", "config", "lock"]);
}

#[test]
fn imports_point_one_way() {
    let rooms = rooms();
    let table: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    assert_eq!(
        rooms.iter().map(String::as_str).collect::<Vec<_>>(),
        table.keys().copied().collect::<Vec<_>>(),
        "the rooms and the table must name the same"
    );
    let mut wrong = Vec::new();
    for room in &rooms {
        for file in rust_files(&source().join(room)) {
            let text = fs::read_to_string(&file).unwrap();
            for other in used(&text, &rooms) {
                if other != *room && !table[room.as_str()].contains(&other.as_str()) {
                    wrong.push(format!("{} uses {other}", file.display()));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports against the table:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_table_has_no_circle() {
    let table: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    while done.len() < table.len() {
        let ready: Vec<&str> = table
            .iter()
            .filter(|(room, uses)| !done.contains(*room) && uses.iter().all(|u| done.contains(u)))
            .map(|(room, _)| *room)
            .collect();
        assert!(!ready.is_empty(), "a circle among {:?}", table.keys());
        done.extend(ready);
    }
}

#[test]
fn every_room_has_its_paragraph() {
    for room in rooms() {
        let text = fs::read_to_string(source().join(&room).join("mod.rs")).unwrap();
        let paragraph: String = text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect::<Vec<_>>()
            .join(" ");
        for part in ["Owns", "come", "go", "not"] {
            assert!(
                paragraph.contains(part) || paragraph.contains(&part.to_lowercase()),
                "src/{room}/mod.rs must say what it owns, what comes in, what goes out and what it must not know"
            );
        }
        assert!(
            paragraph.len() > 150,
            "src/{room}/mod.rs: its paragraph says too little"
        );
    }
}

#[test]
fn the_map_names_every_room() {
    let map =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).unwrap();
    let named: BTreeSet<String> = map
        .lines()
        .filter_map(|line| line.strip_prefix("### `")?.split('`').next())
        .map(|name| name.trim_end_matches('/').to_owned())
        .collect();
    assert_eq!(
        named,
        rooms(),
        "ARCHITECTURE.md has a heading ### `room/` for each room, and no other"
    );
}
