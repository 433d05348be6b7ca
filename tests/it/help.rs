//! `--help` lists what exists, and nothing else.

use crate::support::Sandbox;

fn help(arguments: &[&str]) -> String {
    let run = Sandbox::settled("").bibsync(arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

/// Returns the names in the list under `Commands:`.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    list.lines()
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

#[test]
fn help_lists_every_command() {
    assert_eq!(
        commands(&help(&["--help"])),
        [
            "fetch",
            "init",
            "import",
            "refresh",
            "export",
            "report",
            "why",
            "review",
            "check",
            "update",
            "merge-driver",
            "library",
            "schedule",
            "trust",
            "cache",
            "team",
            "completions",
            "man",
            "help"
        ]
    );
    assert_eq!(
        commands(&help(&["cache", "--help"])),
        ["status", "prune", "clear", "help"]
    );
    for command in [
        "fetch",
        "init",
        "import",
        "refresh",
        "export",
        "report",
        "why",
        "review",
        "check",
        "update",
        "merge-driver",
        "library",
        "schedule",
        "trust",
        "cache",
        "completions",
        "man",
    ] {
        assert!(help(&[command, "--help"]).contains(&format!("Usage: bibsync {command}")));
    }
}

#[test]
fn fetch_has_all_documented_flags() {
    let help = help(&["fetch", "--help"]);
    for flag in [
        "-o, --output <FILE>",
        "--lock <FILE>",
        "--offline",
        "--dry-run",
        "--locked",
        "--report <FILE>",
        "--format <FORMAT>",
        "--strict",
        "--config <FILE>",
        "--cache-dir <DIR>",
        "-q, --quiet",
        "-v, --verbose",
        "--no-progress",
        "--color <WHEN>",
    ] {
        assert!(help.contains(flag), "no {flag} in:\n{help}");
    }
    for value in [
        "references.bib",
        "bibtex",
        "biblatex",
        "auto",
        "always",
        "never",
    ] {
        assert!(help.contains(value), "no {value} in:\n{help}");
    }
}

#[test]
fn help_has_version_and_exit_codes() {
    let version = help(&["--version"]);
    assert_eq!(version, format!("bibsync {}\n", env!("CARGO_PKG_VERSION")));
    let help = help(&["--help"]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for code in [
        "0 done",
        "1 done",
        "2 wrong use",
        "3 a source failed",
        "130 interrupted",
    ] {
        assert!(help.contains(code), "no `{code}` in:\n{help}");
    }
    let run = Sandbox::settled("").bibsync(&[]);
    assert_eq!(run.code, 2, "nothing to do is wrong use: {run:?}");
}

#[test]
fn help_fits_a_terminal() {
    let mut asked: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(command) = asked.pop() {
        let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        arguments.push("--help");
        let text = help(&arguments);
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{command:?}: {line}");
        }
        let names = commands(&text).into_iter().filter(|name| *name != "help");
        asked.extend(names.map(|name| {
            let mut more = command.clone();
            more.push(name.to_owned());
            more
        }));
    }
}
