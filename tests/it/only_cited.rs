//! `bibsync export --only-cited`: a paper's bibliography holds what the paper cites.

use serde_json::json;

use crate::support::{Sandbox, Services, electrode, espresso, gemini};

/// Creates a sandbox in which three papers have been fetched, and returns their keys.
fn fetched() -> (Sandbox, Vec<String>) {
    let services = Services::knowing([gemini(), espresso(), electrode()], []);
    let sandbox = Sandbox::at(&services);
    let listed = [gemini(), espresso(), electrode()]
        .map(|paper| json!({"title": paper.title, "authors": paper.authors, "venue": paper.venue}));
    sandbox.fetched(&json!({"publications": listed}));
    let keys = keys(&sandbox.entries());
    assert_eq!(keys.len(), 3);
    (sandbox, keys)
}

fn keys(bib: &str) -> Vec<String> {
    let entries = bib.lines().filter(|line| line.starts_with('@'));
    entries
        .filter_map(|line| line.split_once('{'))
        .filter_map(|(_, rest)| rest.split(',').next())
        .map(str::to_owned)
        .collect()
}

/// Exports what a paper cites and returns the keys, and what was said.
fn exported(sandbox: &Sandbox, paper: &str) -> (Vec<String>, String) {
    let run = sandbox.bibsync(&["export", "--only-cited", paper]);
    assert_eq!(run.code, 0, "{run:?}");
    (keys(&run.out), run.err)
}

#[test]
fn files_of_latex_and_biblatex_and_the_source_tell_what_is_cited() {
    let (sandbox, keys) = fetched();
    let [one, two, three] = keys.as_slice() else {
        panic!("{keys:?}")
    };
    sandbox.put(
        "out/chapter.aux",
        &format!("\\relax\n\\citation{{{two}}}\n"),
    );
    for (file, text) in [
        (
            "out/paper.aux",
            format!("\\relax\n\\citation{{{one}}}\n\\@input{{chapter.aux}}\n"),
        ),
        (
            "paper.bcf",
            format!(
                "<?xml version=\"1.0\"?>\n<bcf:controlfile xmlns:bcf=\"https://sourceforge.net/projects/biblatex\">\
                 <bcf:citekey order=\"1\">{one}</bcf:citekey><bcf:citekey order=\"2\">{two}</bcf:citekey></bcf:controlfile>"
            ),
        ),
        (
            "paper.tex",
            format!("\\input{{text}} % \\cite{{{three}}}\n\\citep[p.~3]{{{one}}}\n"),
        ),
    ] {
        sandbox.put("text.tex", &format!("\\textcites{{{one}}}{{{two}}}\n"));
        sandbox.put(file, &text);
        let (found, said) = exported(&sandbox, file);
        assert_eq!(found, [one.clone(), two.clone()], "{file}");
        assert_eq!(said, "", "{file}");
    }
}

#[test]
fn every_work_is_written_if_all_are_cited() {
    let (sandbox, keys) = fetched();
    sandbox.put("paper.aux", "\\citation{*}\n");
    assert_eq!(exported(&sandbox, "paper.aux").0, keys);
}

#[test]
fn keys_that_the_lock_does_not_hold_are_named() {
    let (sandbox, keys) = fetched();
    sandbox.put(
        "paper.aux",
        &format!("\\citation{{{},nobody1900}}\n", keys[0]),
    );
    let (found, said) = exported(&sandbox, "paper.aux");
    assert_eq!(found, keys[..1]);
    assert!(
        said.contains("paper.aux cites nobody1900, which references.lock does not hold"),
        "{said}"
    );
}

#[test]
fn own_entries_stay_if_they_are_cited_or_inherited_from() {
    let (sandbox, keys) = fetched();
    let own = "@proceedings{all, title = {All Papers}}\n\n@inproceedings{mine, title = {Mine}, crossref = {all}}\n\n\
               @misc{other, title = {Other}}\n";
    sandbox.put(
        "references.bib",
        &format!("{}\n{own}", sandbox.read("references.bib")),
    );
    let run = sandbox.bibsync(&["fetch", "profile.json", "--offline"]);
    assert_eq!(run.code, 0, "{run:?}");
    sandbox.put("paper.aux", &format!("\\citation{{{},mine}}\n", keys[0]));
    let (found, said) = exported(&sandbox, "paper.aux");
    assert_eq!(found, [keys[0].as_str(), "all", "mine"]);
    assert_eq!(said, "");
}

#[test]
fn other_files_and_missing_ones_are_refused() {
    let (sandbox, _) = fetched();
    for (paper, says) in [
        ("paper.pdf", "expected a .aux, .bcf or .tex file"),
        ("none.aux", "none.aux"),
    ] {
        let run = sandbox.bibsync(&["export", "--only-cited", paper]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(says), "{}", run.err);
    }
    sandbox.put("paper.bcf", "\\citation{a}");
    let run = sandbox.bibsync(&["export", "--only-cited", "paper.bcf"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("paper.bcf"), "{}", run.err);
}

#[test]
fn the_bibliography_beside_the_lock_is_not_cut_down() {
    let (sandbox, keys) = fetched();
    let before = sandbox.read("references.bib");
    sandbox.put("paper.aux", &format!("\\citation{{{}}}\n", keys[0]));
    let arguments = [
        "export",
        "--only-cited",
        "paper.aux",
        "-o",
        "references.bib",
    ];
    let run = sandbox.bibsync(&arguments);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(sandbox.read("references.bib"), before);
}
