//! Thousands of real records, written in every format: looked over by our own check, by another
//! checker, by TeX, and by readers of the other formats.
//!
//! The records and the other checker lie beside a development checkout, in `../shared`; elsewhere
//! this says that it is skipped. A sample is taken; `BIBSYNC_CORPUS_STEP=1` takes every record:
//!
//! ```text
//! BIBSYNC_CORPUS_STEP=1 cargo test --release --test corpus
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods
)]

mod records;
#[path = "../schema/mod.rs"]
mod schema;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    path::Path,
    process::Command,
};

use bibsync::{
    check,
    export::{OddityKind, OutputFormat, RenderOptions, bibtex::Dialect, oddities, write},
    model::Work,
};
use serde_json::Value;

/// Of how many records one is taken.
const STEP: usize = 80;

/// How many works TeX is given: each style takes a run of three programs.
const FOR_TEX: usize = 250;

const BIB: [(Dialect, check::Dialect); 2] = [
    (Dialect::Bibtex, check::Dialect::Bibtex),
    (Dialect::Biblatex, check::Dialect::Biblatex),
];

fn say(text: &str) {
    // With standard error gone nobody is left to tell.
    _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// The sample, or why there is none.
fn sample() -> Result<Vec<Work>, String> {
    let shared = records::shared()?;
    let step = std::env::var("BIBSYNC_CORPUS_STEP").map_or(STEP, |step| step.parse().unwrap());
    let corpora =
        ["dblp-dev", "acl-dev"].map(|name| shared.join(format!("corpus/{name}.jsonl.gz")));
    Ok(records::works(&corpora, step))
}

/// The works that a dialect can print: classic BibTeX has no letters for Chinese.
fn printable(works: &[Work], dialect: Dialect) -> Vec<&Work> {
    let all: Vec<&Work> = works.iter().collect();
    let unprintable: BTreeSet<String> = oddities(&all, OutputFormat::Bib(dialect))
        .into_iter()
        .filter(|oddity| matches!(oddity.kind, OddityKind::Letter(_)))
        .map(|oddity| oddity.key)
        .collect();
    all.into_iter()
        .filter(|work| !unprintable.contains(&work.key))
        .collect()
}

fn text(works: &[&Work], format: OutputFormat) -> String {
    write(works, format, &RenderOptions::default()).unwrap()
}

#[test]
fn our_own_check_finds_nothing() {
    let works = match sample() {
        Ok(works) => works,
        Err(why) => return say(&format!("corpus: check skipped, {why}")),
    };
    for (dialect, of_check) in BIB {
        let works = printable(&works, dialect);
        let text = text(&works, OutputFormat::Bib(dialect));
        let report = check::lint(text.as_bytes(), Some(of_check), &BTreeSet::new());
        assert_eq!(report.entries, works.len());
        let mut told: BTreeMap<&str, usize> = BTreeMap::new();
        let mut errors = Vec::new();
        for finding in &report.findings {
            // Where a source gives two records one DOI, that is to be told and not ours to mend.
            if finding.level == check::Level::Advice || finding.rule == "D06" {
                *told.entry(finding.rule).or_default() += 1;
            } else {
                errors.push(finding);
            }
        }
        let count = works.len();
        say(&format!(
            "corpus: {count} works as {}: told {told:?}",
            dialect.as_str()
        ));
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn another_checker_and_tex_find_nothing() {
    let works = match sample() {
        Ok(works) => works,
        Err(why) => return say(&format!("corpus: other checker skipped, {why}")),
    };
    let desk = tempfile::tempdir().unwrap();
    for (dialect, _) in BIB {
        let works = printable(&works, dialect);
        let file = desk.path().join(format!("{}.bib", dialect.as_str()));
        fs_err::write(&file, text(&works, OutputFormat::Bib(dialect))).unwrap();
        judge(dialect, &["--no-tex"], &file);
        let step = works.len().div_ceil(FOR_TEX);
        let few: Vec<&Work> = works.into_iter().step_by(step).collect();
        fs_err::write(&file, text(&few, OutputFormat::Bib(dialect))).unwrap();
        let (program, rest) = match dialect {
            Dialect::Bibtex => ("bibtex", "--no-biber"),
            Dialect::Biblatex => ("biber", "--no-pdf"),
        };
        if is_there(program) && is_there("pdflatex") {
            judge(dialect, &[rest], &file);
        } else {
            say(&format!("corpus: TeX skipped, there is no {program}"));
        }
    }
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Runs the checker, which ends with 0 where it finds nothing but advice.
fn judge(dialect: Dialect, more: &[&str], file: &Path) {
    let checker = records::shared().unwrap().join("check_bib.py");
    let output = Command::new("python3")
        .arg(checker)
        .args(["--dialect", dialect.as_str()])
        .args(more)
        .arg(file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors: Vec<&str> = said.lines().filter(|line| !line.contains(" W ")).collect();
    assert!(output.status.success(), "{more:?}: {}", errors.join("\n"));
}

#[test]
fn every_format_is_read_back() {
    let works = match sample() {
        Ok(works) => works,
        Err(why) => return say(&format!("corpus: formats skipped, {why}")),
    };
    let works: Vec<&Work> = works.iter().collect();
    let yaml = text(&works, OutputFormat::Hayagriva);
    let library = hayagriva::io::from_yaml_str(&yaml).unwrap();
    assert_eq!(library.len(), works.len());

    let items: Value = serde_json::from_str(&text(&works, OutputFormat::CslJson)).unwrap();
    let schema = records::shared().unwrap().join("schemas/csl-data.json");
    let schema: Value = serde_json::from_slice(&fs_err::read(schema).unwrap()).unwrap();
    assert_eq!(schema::fault(&schema, &items), None);
    assert_eq!(items.as_array().unwrap().len(), works.len());

    let ris = text(&works, OutputFormat::Ris);
    let ends = ris.split("\r\n").filter(|line| *line == "ER  - ").count();
    assert_eq!(ends, works.len());
    for line in ris.split("\r\n").filter(|line| !line.is_empty()) {
        assert!(line.get(2..6) == Some("  - "), "{line}");
    }

    let html = text(&works, OutputFormat::Html);
    let mut reader = quick_xml::Reader::from_str(html.trim_start_matches("<!DOCTYPE html>\n"));
    reader.config_mut().check_end_names = false;
    let mut open = 0_usize;
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Start(tag) if tag.name().as_ref() != "meta" => open += 1,
            quick_xml::events::Event::End(_) => open -= 1,
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0, "a tag without its end");
    let items = text(&works, OutputFormat::Markdown);
    assert_eq!(
        items.lines().filter(|line| line.starts_with("- ")).count(),
        works.len()
    );
}
