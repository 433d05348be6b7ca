//! Real files, which can't be redistributed: they are in `../shared` next to a development checkout;
//! elsewhere the tests report that they are skipped.

use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use bibsync::{
    bib,
    import::{self, Hints, ImportedList, InputFormat, Refused},
    text::fold::fold_without_blanks,
};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

fn say(text: &str) {
    // Nobody reads the message if standard error is closed.
    _ = writeln!(std::io::stderr().lock(), "{text}");
}

fn shared(part: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared")
        .join(part);
    if folder.exists() {
        return Some(folder);
    }
    say(&format!(
        "skipped: there is no ../shared/{part} beside this checkout"
    ));
    None
}

fn read(bytes: &[u8], name: &str) -> ImportedList {
    let form = InputFormat::of(bytes, name).unwrap();
    let no_pdf = |_: &[u8]| Err(Refused::NoPdfReader);
    import::read(bytes, form, &Hints::default(), &no_pdf).unwrap()
}

/// Every entry of a file that BibTeX or biber prints is read; one without a title is reported as
/// skipped, because it can't be looked up.
#[test]
fn every_entry_of_bibtex_and_biber_is_read() {
    let Some(folder) = shared("torture") else {
        return;
    };
    let mut files: Vec<PathBuf> = fs_err::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "bib"))
        .collect();
    files.sort();
    let mut compared = [0, 0];
    for path in &files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs_err::read(path).unwrap();
        let import = read(&bytes, name);
        let bibliography = bib::read(&bib::decode(&bytes));
        let no_works = ["xdata", "set", "control", "ieeetranbstctl"];
        let entries = bibliography.entries.iter();
        let works = entries.filter(|entry| !no_works.contains(&entry.kind.as_str()));
        assert_eq!(
            import.entries.len() + import.left_out.len(),
            works.count(),
            "{name}: each entry is listed or named"
        );
        let ours: BTreeSet<String> = bibliography
            .entries
            .iter()
            .map(|entry| as_compared(&entry.key))
            .collect();
        let others = [
            ("BibTeX", seen_by_bibtex(&bytes)),
            ("biber", seen_by_biber(&bytes)),
        ];
        for ((program, seen), compared) in others.into_iter().zip(&mut compared) {
            let Some(seen) = seen else { continue };
            *compared += 1;
            let lost: Vec<&String> = seen
                .iter()
                .filter(|key| !ours.contains(&as_compared(key)))
                .collect();
            assert!(lost.is_empty(), "{name}: {program} sees {lost:?}");
        }
    }
    say(&format!(
        "{} files read, {} of them by BibTeX too, {} by biber",
        files.len(),
        compared[0],
        compared[1]
    ));
}

/// Returns a key as these programs compare it, without line breaks.
fn as_compared(key: &str) -> String {
    let bare: String = key.split_whitespace().collect();
    bare.nfc().collect::<String>().to_lowercase()
}

/// Returns the keys of the entries that BibTeX prints; `None` without BibTeX.
fn seen_by_bibtex(bytes: &[u8]) -> Option<Vec<String>> {
    let sandbox = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs_err::write(sandbox.path().join(name), bytes).unwrap();
    put("all.bib", bytes);
    put(
        "all.aux",
        b"\\citation{*}\n\\bibstyle{plain}\n\\bibdata{all}\n",
    );
    // It exits with an error after skipping one.
    Command::new("bibtex")
        .arg("all")
        .current_dir(sandbox.path())
        .output()
        .ok()?;
    let printed = fs_err::read(sandbox.path().join("all.bbl")).unwrap_or_default();
    let printed = bib::decode(&printed).into_owned();
    let keys = printed.split("\\bibitem{").skip(1);
    Some(
        keys.filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
            .collect(),
    )
}

/// Returns the keys of the entries that biber writes; `None` without biber, or when it fails.
fn seen_by_biber(bytes: &[u8]) -> Option<Vec<String>> {
    let sandbox = tempfile::tempdir().unwrap();
    fs_err::write(sandbox.path().join("all.bib"), bytes).unwrap();
    Command::new("biber")
        .args(["--tool", "--output-format=bibtex", "--output-file=out.bib"])
        .arg("all.bib")
        .current_dir(sandbox.path())
        .output()
        .ok()?;
    let written = fs_err::read(sandbox.path().join("out.bib")).ok()?;
    let heads = bib::decode(&written).into_owned();
    let keys = heads.lines().filter_map(|line| {
        let (kind, rest) = line.strip_prefix('@')?.split_once('{')?;
        let is_entry = !["comment", "string", "preamble"]
            .iter()
            .any(|other| kind.eq_ignore_ascii_case(other));
        Some(rest.split_once(',')?.0.to_owned()).filter(|_| is_entry)
    });
    Some(keys.collect())
}

/// Titles and authors of real `.bib` entries are read as written.
#[test]
fn fields_of_real_entries_are_kept() {
    let Some(folder) = shared("corpus/messy") else {
        return;
    };
    let text = fs_err::read_to_string(folder.join("entries.jsonl")).unwrap();
    let mut read_ones = 0;
    let mut other = Vec::new();
    for line in text.lines() {
        let given: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| given[name].as_str().unwrap_or_default();
        if given["raw"].is_string() || text("authors_raw").is_empty() {
            continue;
        }
        let bib = format!(
            "@{}{{key,\n title = {{{}}},\n author = {{{}}},\n year = {}\n}}\n",
            text("type"),
            text("title"),
            text("authors_raw"),
            given["year"].as_i64().unwrap_or(2000)
        );
        let import = read(bib.as_bytes(), "a.bib");
        assert_eq!(import.entries.len(), 1, "{bib}");
        read_ones += 1;
        let listing = &import.entries[0].listing;
        let names = listing.authors.len();
        let mut wanted: Vec<&str> = given["authors"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        // `and others` is not a name.
        let whole = wanted.last() != Some(&"others");
        wanted.truncate(wanted.len() - usize::from(!whole));
        let title = text("title_plain");
        if (names, listing.authors_complete) != (wanted.len(), whole) {
            other.push(format!("{bib}: {names} authors for {wanted:?}"));
        } else if fold_without_blanks(&listing.title) != fold_without_blanks(title) {
            other.push(format!("{} for {title}", listing.title));
        }
    }
    say(&format!(
        "{read_ones} entries read, {} otherwise than given",
        other.len()
    ));
    assert!(read_ones > 0);
    assert!(other.len() * 100 <= read_ones, "{}", other.join("\n"));
}
