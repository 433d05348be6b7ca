//! Hard titles, names, pages and identifiers, and the exact fields that clean output has for them.
//!
//! `golden/nasty.json` holds the cases, `golden/nasty-pass.txt` those that pass, one `id dialect` a
//! line: a ratchet. A change that makes one more pass adds its line; none may be taken away. One
//! case can't pass in either dialect: `name-none` asks for the full name of a venue of which its
//! input has the acronym alone, and nothing may be invented.

mod adapter;

use std::collections::{BTreeMap, BTreeSet};

use adapter::{Case, cases, work};
use bibsync::export::{
    RenderOptions,
    bibtex::{Dialect, write},
};
use bibsync::model::{Kind, Run};
use bibsync::text::latex::tidy;

const DIALECTS: [Dialect; 2] = [Dialect::Bibtex, Dialect::Biblatex];

#[test]
fn the_ratchet_holds() {
    let listed: BTreeSet<&str> = include_str!("../golden/nasty-pass.txt").lines().collect();
    let mut passed = BTreeSet::new();
    let mut faults: Vec<String> = Vec::new();
    for case in cases() {
        for dialect in DIALECTS {
            let name = format!("{} {}", case.id, dialect.as_str());
            match differences(&case, dialect) {
                found if found.is_empty() => {
                    passed.insert(name);
                }
                found if listed.contains(name.as_str()) => {
                    faults.push(format!("{name} passed before, now:\n{found}"));
                }
                _ => {}
            }
        }
    }
    for name in &passed {
        if !listed.contains(name.as_str()) {
            faults.push(format!("passes, add to golden/nasty-pass.txt: {name}\n"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.concat());
}

/// An independent reader finds in the output what went in.
#[test]
fn another_reader_finds_the_same_titles_and_names() {
    use biblatex::{Bibliography, ChunksExt as _};
    let mut compared = 0;
    for case in cases() {
        let work = work(&case);
        for dialect in DIALECTS {
            let text = write(&[&work], dialect, &RenderOptions::default());
            let read = Bibliography::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let entry = read
                .get(&work.key)
                .unwrap_or_else(|| panic!("no entry in {text}"));
            // The crate leaves commands other than accents as they are, and formulas too.
            let is_plain = |run: &Run| matches!(run, Run::Plain(_) | Run::Protected(_));
            let title = entry.title().unwrap().format_verbatim();
            if work.meta.kind != Kind::Proceedings
                && work.meta.title.runs().iter().all(is_plain)
                && !title.contains(['\\', '$', '['])
            {
                let given = tidy(&work.meta.title.text());
                assert_eq!(letters(&title), letters(&given), "{text}");
                compared += 1;
            }
            let authors = entry.author().unwrap_or_default();
            assert_eq!(authors.len(), work.meta.authors.len(), "{text}");
            for (read, given) in authors.iter().zip(&work.meta.authors) {
                let read = [&read.given_name, &read.prefix, &read.name, &read.suffix];
                let read: String = read.map(|part| letters(part)).concat();
                // Academic titles were taken off.
                let given = &given.name;
                let given = [&given.given, &given.particle, &given.family, &given.suffix];
                let given = given.map(|part| letters(part)).concat();
                assert!(
                    !read.is_empty() && given.contains(&read),
                    "{read}, {given}: {text}"
                );
            }
        }
    }
    assert!(compared > 100, "only {compared} titles could be compared");
}

/// Letters and digits without regard to case: quotes, dashes and blanks differ by design.
fn letters(text: &str) -> String {
    bibsync::text::fold::fold_without_blanks(text)
}

/// The fields of the case's focus that are not as expected, a line or two each.
fn differences(case: &Case, dialect: Dialect) -> String {
    let work = work(case);
    let (kind, got) = fields(&write(&[&work], dialect, &RenderOptions::default()));
    let expected = case.expected(dialect);
    let mut out: Vec<String> = Vec::new();
    if case.has_own_type() && kind != expected.kind {
        out.push(format!("  type: {kind}, expected {}\n", expected.kind));
    }
    for field in &case.focus {
        let (mut got, mut want) = (got.get(field).cloned(), expected.fields.get(field).cloned());
        if field == "doi" {
            // DOIs are kept in lower case, which compares equal.
            got = got.map(|doi| doi.to_lowercase());
            want = want.map(|doi| doi.to_lowercase());
        }
        if got != want {
            out.push(format!("  {field}: {got:?}\n  expected {want:?}\n"));
        }
    }
    out.concat()
}

/// The type and fields of the one entry in `text`, which has one field a line.
fn fields(text: &str) -> (String, BTreeMap<String, String>) {
    let kind = text[1..].split('{').next().unwrap_or_default().to_owned();
    let fields = text
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once('='))
        .map(|(name, value)| {
            let value = value.trim().trim_end_matches(',');
            let bare = value.strip_prefix('{').and_then(|v| v.strip_suffix('}'));
            (name.trim().to_owned(), bare.unwrap_or(value).to_owned())
        })
        .collect();
    (kind, fields)
}
