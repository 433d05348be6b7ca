//! The recipes of docs/src/guide/writing.md: each runs with the real program where that is installed, and the
//! problem matcher matches what `check` prints.

use regex::Regex;
use serde_json::Value;

use crate::support::Sandbox;

/// Returns the block of the page after this comment.
fn block(comment: &str) -> String {
    let page = include_str!("../../docs/src/guide/writing.md");
    let after = page.split(&format!("<!-- {comment} -->\n```")).nth(1);
    let block = after.unwrap().split_once('\n').unwrap().1;
    block.split("\n```").next().unwrap().to_owned() + "\n"
}

const FAULTY: &str = "@article{doe2020,\n  author = {Jane Doe},\n  title = {Sorting: a: b},\n  pages = {1-3},\n}\n\
                      @misc{open, title = {Mills, year = 2020\n";

#[test]
fn the_problem_matcher_matches_every_finding() {
    let task: Value =
        serde_json::from_str(&block("not checked: a task of Visual Studio Code")).unwrap();
    let matcher = &task["tasks"][0]["problemMatcher"];
    let pattern = &matcher["pattern"];
    // What VS Code's JavaScript and this crate read alike: groups, classes and lazy repetition.
    let regexp = Regex::new(pattern["regexp"].as_str().unwrap()).unwrap();
    let sandbox = Sandbox::settled("");
    sandbox.put("my refs/a: b.bib", FAULTY);
    let run = sandbox.bibsync(&["check", "my refs/a: b.bib"]);
    assert_eq!(run.code, 1, "{run:?}");
    let json = sandbox.bibsync(&["check", "--output", "json", "my refs/a: b.bib"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let findings = json["files"][0]["findings"].as_array().unwrap();
    let group = |line: &str, name: &str| {
        let number = usize::try_from(pattern[name].as_u64().unwrap()).unwrap();
        let found = regexp.captures(line)?;
        Some(found.get(number).map_or("", |it| it.as_str()).to_owned())
    };
    let lines: Vec<&str> = run.out.lines().filter(|it| regexp.is_match(it)).collect();
    assert_eq!(lines.len(), findings.len(), "{}", run.out);
    assert!(findings.len() > 4, "{}", run.out);
    for (line, finding) in lines.iter().zip(findings) {
        assert_eq!(group(line, "file").unwrap(), "my refs/a: b.bib");
        assert_eq!(group(line, "line").unwrap(), finding["line"].to_string());
        assert_eq!(
            group(line, "column").unwrap(),
            finding["column"].to_string()
        );
        assert_eq!(
            group(line, "code").unwrap(),
            finding["rule"].as_str().unwrap()
        );
        let severity = group(line, "severity").unwrap();
        // Nothing means the matcher's own, which is `info`.
        assert_eq!(severity == "error", finding["level"] == "error", "{line}");
        assert!(["", "error"].contains(&severity.as_str()), "{line}");
    }
    assert_eq!(matcher["severity"], "info");
}

#[cfg(unix)]
mod programs {
    use std::process::Command;

    use super::block;
    use crate::support::{Run, Sandbox, say};

    const PAPER: &str = "\\documentclass{article}\n\\begin{document}\nWe build on \\cite{roe2020looms}.\n\
                         \\bibliographystyle{plain}\\bibliography{NAME}\n\\end{document}\n";

    /// A folder with a list, a paper with the bibliography `NAME`, and a `bibsync` that fetches offline and notes
    /// each call.
    fn paper(name: &str) -> Sandbox {
        let sandbox = Sandbox::cut_off();
        sandbox.put(
            "profile.json",
            r#"{"name": "Bob Roe", "publications": [
                {"title": "Looms", "authors": ["Bob Roe"], "year": 2020, "key": "roe2020looms"},
                {"title": "Mills", "authors": ["Bob Roe"], "year": 2021}]}"#,
        );
        sandbox.put("paper.tex", &PAPER.replace("NAME", name));
        let program = env!("CARGO_BIN_EXE_bibsync");
        sandbox.program(
            "bibsync",
            &format!(
                "echo \"$1\" >> calls\ncase $1 in fetch) set -- \"$@\" --offline;; esac\nexec '{program}' \"$@\""
            ),
        );
        sandbox
    }

    /// Runs a program in the folder, with the note of calls emptied; says so where it is not installed.
    fn run(sandbox: &Sandbox, line: &[&str]) -> Option<(Run, String)> {
        sandbox.put("calls", "");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = vec![sandbox.path("bin")];
        folders.extend(std::env::split_paths(&path));
        let output = Command::new(line[0])
            .args(&line[1..])
            .current_dir(sandbox.path(""))
            .env("PATH", std::env::join_paths(folders).unwrap())
            .env("HOME", sandbox.path("nobody"))
            .output();
        match output {
            Ok(output) => Some((Run::of(&output), sandbox.read("calls"))),
            Err(_) => None,
        }
    }

    fn has(programs: &[&str]) -> bool {
        let missing = |name: &&&str| Command::new(name).arg("--version").output().is_err();
        let missing: Vec<_> = programs.iter().filter(missing).collect();
        if !missing.is_empty() {
            say(&format!("skipped: {missing:?} not installed"));
        }
        missing.is_empty()
    }

    /// Makes the file newer than all others.
    fn touch(sandbox: &Sandbox, name: &str) {
        let file = fs_err::OpenOptions::new()
            .append(true)
            .open(sandbox.path(name))
            .unwrap();
        let later = std::time::Duration::from_secs(2);
        let now = file.metadata().unwrap().modified().unwrap();
        let stamp = fs_err::metadata(sandbox.path(".fetched")).unwrap();
        let newest = now.max(stamp.modified().unwrap());
        file.set_modified(newest + later).unwrap();
    }

    #[test]
    fn latexmk_fetches_when_the_list_changed() {
        if !has(&["latexmk", "pdflatex", "bibtex"]) {
            return;
        }
        let sandbox = paper("references");
        sandbox.put(".latexmkrc", &block("file: .latexmkrc"));
        let latexmk = ["latexmk", "-pdf", "paper"];
        let (first, calls) = run(&sandbox, &latexmk).unwrap();
        assert_eq!((first.code, calls.as_str()), (0, "fetch\n"), "{first:?}");
        assert!(sandbox.read("paper.bbl").contains("Looms"));
        assert!(sandbox.has("paper.pdf"));
        let (again, calls) = run(&sandbox, &latexmk).unwrap();
        assert_eq!((again.code, calls.as_str()), (0, ""), "{again:?}");
        // Two seconds ahead, which the next stamp is not.
        touch(&sandbox, "profile.json");
        let (changed, calls) = run(&sandbox, &latexmk).unwrap();
        assert_eq!(
            (changed.code, calls.as_str()),
            (0, "fetch\n"),
            "{changed:?}"
        );
    }

    #[test]
    fn make_fetches_when_the_list_changed_and_gives_the_paper_what_it_cites() {
        if !has(&["make", "pdflatex", "bibtex"]) {
            return;
        }
        let sandbox = paper("paper");
        sandbox.put("Makefile", &block("file: Makefile"));
        let (first, calls) = run(&sandbox, &["make"]).unwrap();
        assert_eq!(
            (first.code, calls.as_str()),
            (0, "fetch\nexport\n"),
            "{first:?}"
        );
        let cited = sandbox.read("paper.bib");
        assert!(
            cited.contains("roe2020looms") && !cited.contains("Mills"),
            "{cited}"
        );
        assert!(sandbox.read("paper.bbl").contains("Looms"));
        let (again, calls) = run(&sandbox, &["make"]).unwrap();
        assert_eq!((again.code, calls.as_str()), (0, ""), "{again:?}");
        touch(&sandbox, "profile.json");
        let (changed, calls) = run(&sandbox, &["make"]).unwrap();
        assert_eq!(
            (changed.code, calls.as_str()),
            (0, "fetch\nexport\n"),
            "{changed:?}"
        );
    }
}
