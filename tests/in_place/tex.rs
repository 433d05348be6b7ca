//! What BibTeX and biber read before and after random edits of real files: every value that was not to change
//! is equal.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
    process::Command,
};

use super::{edits::random_edit, files, random::Random};
use bibsync::{
    bib::{self, Block, Content, scan},
    patch::{Document, EntryEdit, FieldEdit, patch},
};

/// The values of each entry, by its key in lower case and the name of the field.
type Values = BTreeMap<String, BTreeMap<String, String>>;

/// The number of edits of each file.
const EDITS: usize = 12;

/// The number of files that biber reads: it takes seconds for each. `BIBSYNC_BIBER` says another.
const BIBER_FILES: usize = 2;

/// Whether a program of TeX is there; if not, says so.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    let is_there = found.is_ok_and(|it| it.status.success());
    if !is_there {
        files::say(&format!("skipped: there is no {program}"));
    }
    is_there
}

/// A file after edits, with the names of the fields that may differ, by key.
struct Edited {
    bytes: Vec<u8>,
    announced: BTreeMap<String, BTreeSet<String>>,
}

fn edited(document: &Document, random: &mut Random) -> Edited {
    let blocks = scan(document.text());
    let entry = |block: &Block<'_>| match &block.content {
        Content::Entry { key, .. } => Some(key.to_lowercase()),
        _ => None,
    };
    // What changes in a parent changes in its children.
    let parents: BTreeSet<String> = bib::read(document.text())
        .entries
        .iter()
        .flat_map(|it| [it.field("crossref"), it.field("xdata")])
        .flatten()
        .map(str::to_lowercase)
        .collect();
    let mut edits: BTreeMap<usize, EntryEdit> = BTreeMap::new();
    for _ in 0..EDITS {
        let edit = random_edit(&blocks, random);
        let edit = edit.filter(|it| !parents.contains(&entry(&blocks[it.block]).unwrap()));
        edits.extend(edit.map(|mut it| {
            it.kind = None;
            // What an entry inherits, it has from where this field says.
            it.fields
                .retain(|field| !["crossref", "xdata"].contains(&field.name()));
            (it.block, it)
        }));
    }
    let edits: Vec<EntryEdit> = edits.into_values().collect();
    let patched = patch(document, &edits).unwrap();
    let mut announced: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for edit in &edits {
        let names = announced
            .entry(entry(&blocks[edit.block]).unwrap())
            .or_default();
        for field in &edit.fields {
            names.insert(field.name().to_owned());
            if let FieldEdit::Replace { rename, .. } = field {
                names.extend(rename.clone());
            }
        }
    }
    Edited {
        bytes: patched.bytes,
        announced,
    }
}

/// Compares what a program read before and after.
fn compare(name: &str, before: &Values, after: &Values, edited: &Edited) -> usize {
    let keys = |values: &Values| values.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(before), keys(after), "{name}");
    let mut equal = 0;
    for (key, old) in before {
        let new = &after[key];
        let fields: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for field in fields {
            let may_differ = edited
                .announced
                .get(key)
                .is_some_and(|it| it.contains(field));
            if !may_differ {
                assert_eq!(old.get(field), new.get(field), "{name}: {key}.{field}");
                equal += 1;
            }
        }
    }
    equal
}

/// Writes a style that prints all fields of all entries.
fn dumping_style(text: &str) -> String {
    let entries = bib::read(text).entries;
    let is_plain = |name: &&str| name.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
    let fields = entries.iter().flat_map(|it| &it.fields);
    let mut fields: BTreeSet<&str> = fields.map(|(name, _)| name.as_str()).collect();
    fields.extend(super::edits::NAMES);
    fields.insert("annote");
    fields.retain(|name| is_plain(name) && *name != "crossref");
    let mut style = String::from("ENTRY {");
    for field in &fields {
        write!(style, " {field}").unwrap();
    }
    style.push_str(" } {} {}\nFUNCTION {default.type} { \"ENTRY \" cite$ * write$ newline$\n");
    for field in &fields {
        writeln!(
            style,
            "{field} missing$ {{ skip$ }} {{ \"FIELD {field} \" {field} * write$ newline$ }} if$"
        )
        .unwrap();
    }
    style.push_str("}\nREAD\nITERATE {default.type}\n");
    style
}

fn read_by_bibtex(folder: &Path, bytes: &[u8], style: &str) -> Values {
    let aux = "\\relax\n\\citation{*}\n\\bibstyle{dump}\n\\bibdata{refs}\n";
    for (name, content) in [
        ("refs.bib", bytes),
        ("dump.bst", style.as_bytes()),
        ("refs.aux", aux.as_bytes()),
    ] {
        fs_err::write(folder.join(name), content).unwrap();
    }
    let mut bibtex = Command::new("bibtex");
    bibtex.current_dir(folder).arg("refs").output().unwrap();
    let dumped = fs_err::read(folder.join("refs.bbl")).unwrap();
    let (mut values, mut key, mut field) = (Values::new(), String::new(), String::new());
    for line in String::from_utf8_lossy(&dumped).lines() {
        if let Some(begun) = line.strip_prefix("ENTRY ") {
            key = begun.to_lowercase();
            values.entry(key.clone()).or_default();
        } else if let Some(begun) = line.strip_prefix("FIELD ") {
            let (name, value) = begun.split_once(' ').unwrap_or((begun, ""));
            name.clone_into(&mut field);
            let fields = values.entry(key.clone()).or_default();
            fields.insert(field.clone(), value.to_owned());
        } else if let Some(value) = values.get_mut(&key).and_then(|it| it.get_mut(&field)) {
            // Long lines go on in the next one.
            value.push(' ');
            value.push_str(line.trim());
        }
    }
    values
}

fn read_by_biber(folder: &Path, bytes: &[u8]) -> Values {
    fs_err::write(folder.join("refs.bib"), bytes).unwrap();
    let mut biber = Command::new("biber");
    biber.current_dir(folder).args([
        "--tool",
        "--nolog",
        "--quiet",
        "--output-file=read.bib",
        "refs.bib",
    ]);
    let run = biber.output().unwrap();
    let read = fs_err::read(folder.join("read.bib")).unwrap_or_else(|_| panic!("{run:?}"));
    let entries = bib::read(&String::from_utf8_lossy(&read)).entries;
    let values = entries.into_iter().map(|it| {
        let fields = it.fields.into_iter();
        (it.key.to_lowercase(), fields.collect())
    });
    values.collect()
}

#[test]
fn bibtex_reads_equal_values_elsewhere() {
    let files = files::real();
    if files.is_empty() || !has("bibtex") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(11);
    let mut equal = 0;
    for (name, bytes) in &files {
        let document = Document::read(bytes.clone()).unwrap();
        let style = dumping_style(document.text());
        let edited = edited(&document, &mut random);
        let before = read_by_bibtex(folder.path(), bytes, &style);
        let after = read_by_bibtex(folder.path(), &edited.bytes, &style);
        equal += compare(name, &before, &after, &edited);
    }
    files::say(&format!(
        "BibTeX: {equal} equal values of {} files",
        files.len()
    ));
    assert!(equal > 1_000);
}

#[test]
fn biber_reads_equal_values_elsewhere() {
    let mut files = files::real();
    if files.is_empty() || !has("biber") {
        return;
    }
    // biber refuses what is not UTF-8; the smallest files are enough.
    files.retain(|(_, bytes)| std::str::from_utf8(bytes).is_ok());
    files.sort_by_key(|(_, bytes)| bytes.len());
    files.truncate(files::env_number("BIBSYNC_BIBER").unwrap_or(BIBER_FILES));
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(13);
    let mut equal = 0;
    for (name, bytes) in &files {
        let document = Document::read(bytes.clone()).unwrap();
        let mut edited = edited(&document, &mut random);
        for names in edited.announced.values_mut() {
            // biber renames what classic BibTeX calls otherwise, and makes one date of its parts.
            const DATES: [&str; 4] = ["date", "year", "month", "day"];
            if DATES.iter().any(|part| names.contains(*part)) {
                names.extend(DATES.map(str::to_owned));
            }
            for [classic, modern] in [
                ["journal", "journaltitle"],
                ["address", "location"],
                ["school", "institution"],
                ["annote", "annotation"],
                ["archiveprefix", "eprinttype"],
                ["primaryclass", "eprintclass"],
            ] {
                if names.contains(classic) {
                    names.insert(modern.to_owned());
                }
                if names.contains(modern) {
                    names.insert(classic.to_owned());
                }
            }
        }
        let before = read_by_biber(folder.path(), bytes);
        let after = read_by_biber(folder.path(), &edited.bytes);
        equal += compare(name, &before, &after, &edited);
    }
    files::say(&format!(
        "biber: {equal} equal values of {} files",
        files.len()
    ));
    assert!(equal > 0);
}
