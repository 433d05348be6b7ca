//! Files from the world, which are nobody's to hand on: they lie beside a development checkout,
//! in `../shared`, and elsewhere this says that it is skipped.

use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use bibsync::{
    bib,
    import::{self, Form, Hints, Import, Refused},
    text::fold::squeeze,
};
use serde_json::Value;

fn say(text: &str) {
    // With standard error gone nobody is left to tell.
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

fn read(bytes: &[u8], name: &str) -> Import {
    let form = Form::of(bytes, name).unwrap();
    let no_pdf = |_: &[u8]| Err(Refused::NoPdfReader);
    import::read(bytes, form, &Hints::default(), &no_pdf).unwrap()
}

/// Each entry that BibTeX prints of a file is read; what has no title is named as left out, since
/// nothing can be looked up by it.
#[test]
fn no_entry_is_lost_that_bibtex_sees() {
    let Some(folder) = shared("torture") else {
        return;
    };
    let mut files: Vec<PathBuf> = fs_err::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "bib"))
        .collect();
    files.sort();
    let mut compared = 0;
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
        let Some(seen) = seen_by_bibtex(&bytes) else {
            continue;
        };
        compared += 1;
        let ours: BTreeSet<String> = bibliography
            .entries
            .iter()
            .map(|entry| entry.key.to_lowercase())
            .collect();
        let lost: Vec<&String> = seen.iter().filter(|key| !ours.contains(*key)).collect();
        assert!(lost.is_empty(), "{name}: BibTeX sees {lost:?}");
    }
    say(&format!(
        "{} files read, {compared} of them by BibTeX too",
        files.len()
    ));
}

/// The keys of the entries that BibTeX prints, in lower case; `None` without BibTeX.
fn seen_by_bibtex(bytes: &[u8]) -> Option<Vec<String>> {
    let desk = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs_err::write(desk.path().join(name), bytes).unwrap();
    put("all.bib", bytes);
    put(
        "all.aux",
        b"\\citation{*}\n\\bibstyle{plain}\n\\bibdata{all}\n",
    );
    // It ends with an error where it read over one.
    Command::new("bibtex")
        .arg("all")
        .current_dir(desk.path())
        .output()
        .ok()?;
    let printed = fs_err::read(desk.path().join("all.bbl")).unwrap_or_default();
    let printed = bib::decode(&printed).into_owned();
    let keys = printed.split("\\bibitem{").skip(1);
    Some(
        keys.filter_map(|rest| Some(rest.split_once('}')?.0))
            .map(|key| key.split_whitespace().collect::<String>().to_lowercase())
            .collect(),
    )
}

/// Titles and authors of `.bib` entries as people wrote them come out as they stand there.
#[test]
fn fields_are_as_people_wrote_them() {
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
        // `and others` says that more follow, and names nobody.
        let whole = wanted.last() != Some(&"others");
        wanted.truncate(wanted.len() - usize::from(!whole));
        let title = text("title_plain");
        if (names, listing.authors_complete) != (wanted.len(), whole) {
            other.push(format!("{bib}: {names} authors for {wanted:?}"));
        } else if squeeze(&listing.title) != squeeze(title) {
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
