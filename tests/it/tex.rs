//! Letters in classic BibTeX, printed by LaTeX itself. Without pdflatex the test reports that it is
//! skipped; `tests/corpus` does the same with complete bibliographies.
#![allow(clippy::disallowed_methods)]

use std::{fmt::Write as _, path::Path, process::Command};

use crate::support::say;
use bibsync::text::latex::{Charset, needs_t1, text, tidy};

/// Returns the letters and signs that are written in ASCII, each with its LaTeX.
fn written() -> Vec<(char, String)> {
    let all = (0xa0..=0x2fff_u32).chain(0xa720..=0xab6f);
    let all = all.chain(0xfb00..=0xfb06).chain(0x1d400..=0x1d7ff);
    all.filter_map(char::from_u32)
        .flat_map(|c| {
            let alone = text(&tidy(&c.to_string()), Charset::Ascii);
            // A combining mark needs a letter.
            let marked = text(&tidy(&format!("x{c}")), Charset::Ascii);
            [(c, alone), (c, marked)]
        })
        .filter(|(_, tex)| tex.is_ascii() && !tex.is_empty())
        .collect()
}

/// Returns the letters at which pdfLaTeX stops, in a document with this preamble.
fn stops(preamble: &str, letters: &[(char, String)], folder: &Path) -> Vec<String> {
    let mut document = format!("\\documentclass{{article}}{preamble}\\begin{{document}}\n");
    for (c, tex) in letters {
        let place = u32::from(*c);
        writeln!(
            document,
            "\\message{{@@{place:X}@@}}%\n\\noindent x{tex}\\par"
        )
        .unwrap();
    }
    document.push_str("\\end{document}\n");
    std::fs::write(folder.join("letters.tex"), document).unwrap();
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-draftmode", "letters.tex"])
        .current_dir(folder)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(log.contains("@@"), "{log}");
    let mut place = String::new();
    let mut found = Vec::new();
    for line in log.lines() {
        if let Some(message) = line.strip_prefix("! ") {
            found.push(format!("U+{place}: {message}"));
        }
        if let Some(last) = line.rsplit("@@").nth(1) {
            last.clone_into(&mut place);
        }
    }
    found
}

#[test]
fn latex_prints_every_letter_written_in_ascii() {
    if Command::new("pdflatex").arg("--version").output().is_err() {
        say("tex: skipped, pdflatex is not there");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let letters = written();
    assert!(letters.len() > 4_000, "{}", letters.len());
    let is_plain = |(c, tex): &&(char, String)| {
        // Modifier letters are written as their base letter: `ᶞ` as `ð`.
        needs_t1(&c.to_string()).is_none()
            && !["\\dh", "\\ng", "\\dj", "\\th"]
                .iter()
                .any(|name| tex.contains(name))
    };
    let (plain, others): (Vec<_>, Vec<_>) = letters.iter().partition(is_plain);
    let own = |letters: Vec<&(char, String)>| letters.into_iter().cloned().collect::<Vec<_>>();
    let (plain, others) = (own(plain), own(others));
    assert_eq!(stops("", &plain, folder.path()), Vec::<String>::new());
    assert!(!others.is_empty());
    let t1 = "\\usepackage[T1]{fontenc}";
    assert_eq!(stops(t1, &others, folder.path()), Vec::<String>::new());
    assert_eq!(stops(t1, &plain, folder.path()), Vec::<String>::new());
}
