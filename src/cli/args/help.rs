//! What `--help` shows beside descriptions: groups of options, examples, which a test parses, and the exit codes.

/// Groups of options that several commands have.
pub(super) const LOOKED_UP: &str = "What is looked up";
pub(super) const WRITTEN: &str = "What is written";

/// What the numbers a command ends with mean; [`crate::cli::Code`] gives them out.
const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    done, but check or --strict found something
  2    wrong use or unreadable input; nothing was written
  3    a source failed, and what it would have given is missing
  130  interrupted; the answers so far are kept";

/// Examples of each command, by its name; the first row is bibsync's own.
const EXAMPLES: [(&str, &[(&str, &str)]); 36] = [
    (
        "",
        &[
            ("init", "write a first profile.json and bibsync.toml"),
            ("import cv.pdf", "make profile.json from a CV"),
            ("fetch profile.json", "write references.bib"),
        ],
    ),
    (
        "fetch",
        &[
            ("fetch profile.json", "write references.bib"),
            ("fetch cv.tex -o cv.bib --style ieee", "a CV, for IEEEtran"),
            ("fetch --locked profile.json", "the same again, for CI"),
        ],
    ),
    (
        "init",
        &[
            ("init", "ask for everything"),
            ("init --yes cv.tex --email you@example.org", "ask nothing"),
        ],
    ),
    (
        "import",
        &[
            ("import cv.pdf", "make profile.json from a CV"),
            ("import --dblp 95/7448-1", "from your page at DBLP"),
        ],
    ),
    (
        "refresh",
        &[
            ("refresh --dry-run", "print what would change"),
            ("refresh --accept all", "apply it"),
        ],
    ),
    (
        "export",
        &[
            ("export -o publications.md", "a list in Markdown"),
            (
                "export --only-cited paper.aux -o paper.bib",
                "what a paper cites",
            ),
        ],
    ),
    ("report", &[("report", "write report.html")]),
    (
        "why",
        &[
            ("why zhou2023electrode", "explain a match"),
            ("why zhou2023electrode.title", "explain a field"),
        ],
    ),
    (
        "review",
        &[
            ("review", "answer on the terminal"),
            ("review --web --fetch", "answer in a browser, then fetch"),
        ],
    ),
    (
        "check",
        &[
            ("check refs.bib", "find mistakes"),
            ("check --online refs.bib", "are its references real?"),
        ],
    ),
    (
        "update",
        &[
            ("update refs.bib", "print a diff"),
            ("update --write --upgrade all refs.bib", "write it"),
        ],
    ),
    (
        "merge-driver",
        &[("merge-driver install", "make git merge .bib files with it")],
    ),
    (
        "merge-driver install",
        &[("merge-driver install --global", "in all repositories")],
    ),
    (
        "library",
        &[("library status", "which records are on this computer")],
    ),
    (
        "library build",
        &[
            ("library build --download", "all of DBLP"),
            ("library build group.bib.gz --name group", "a file"),
            ("library build crossref-2026 --name crossref", "a folder"),
        ],
    ),
    (
        "library add",
        &[("library add group.bib crossref.jsonl", "two parts more")],
    ),
    ("library status", &[("library status", "show all parts")]),
    ("library remove", &[("library remove group", "remove one")]),
    (
        "schedule",
        &[("schedule install", "refresh every week from now on")],
    ),
    (
        "schedule install",
        &[("schedule install --every daily", "refresh every day")],
    ),
    (
        "schedule print",
        &[("schedule print --for github-actions", "a workflow")],
    ),
    ("schedule status", &[("schedule status", "show all timers")]),
    (
        "schedule remove",
        &[("schedule remove --all", "remove all timers")],
    ),
    (
        "trust",
        &[("trust bibsync.toml", "allow its command to run")],
    ),
    ("cache", &[("cache status", "how many answers are stored")]),
    ("cache status", &[("cache status", "show all services")]),
    (
        "cache prune",
        &[("cache prune", "delete what is out of date")],
    ),
    ("cache clear", &[("cache clear", "ask all services anew")]),
    (
        "team",
        &[
            ("team add lists/", "keep the lists in a folder fresh"),
            ("team worker", "look them up as they fall due"),
        ],
    ),
    (
        "team add",
        &[("team add ada.json", "add a list, or its new content")],
    ),
    (
        "team remove",
        &[("team remove ada", "keep it fresh no more")],
    ),
    (
        "team worker",
        &[
            ("team worker --once", "until no list is due"),
            (
                "team worker --listen 127.0.0.1:9464",
                "with numbers to watch",
            ),
        ],
    ),
    (
        "team status",
        &[
            ("team status", "how each list stands"),
            ("team status --changes", "what changed in a week"),
        ],
    ),
    (
        "team export",
        &[("team export out", "write each list's .bib and lock")],
    ),
    (
        "completions",
        &[("completions zsh", "print the script for zsh")],
    ),
    ("man", &[("man share/man/man1", "write the pages there")]),
];

/// Returns the text after the options of a command.
pub(super) fn after_help(command: &str) -> String {
    let of_command = EXAMPLES.iter().find(|(name, _)| *name == command);
    let examples = of_command.map_or(&[][..], |(_, examples)| examples);
    let wide = examples.iter().map(|(line, _)| line.len()).max();
    let wide = wide.unwrap_or(0);
    let lines: Vec<String> = examples
        .iter()
        .map(|(line, what)| format!("  bibsync {line:wide$}  {what}\n"))
        .collect();
    format!("Examples:\n{}\n{EXIT_CODES}", lines.concat())
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory as _, Parser as _};

    use super::*;
    use crate::cli::Cli;

    /// Returns the names of a command's own commands, each as it is typed.
    fn names(command: &Command, before: &str, out: &mut Vec<String>) {
        out.push(before.to_owned());
        let shown = command.get_subcommands();
        for inner in shown.filter(|it| !it.is_hide_set() && it.get_name() != "help") {
            let name = format!("{before} {}", inner.get_name());
            names(inner, name.trim(), out);
        }
    }

    #[test]
    fn each_command_has_an_example_of_itself_that_is_right() {
        let mut all = Vec::new();
        names(&Cli::command(), "", &mut all);
        for name in &all {
            let row = EXAMPLES.iter().find(|(command, _)| command == name);
            let (_, examples) = row.unwrap_or_else(|| panic!("`{name}` has no example"));
            for (line, _) in *examples {
                assert!(line.starts_with(name.as_str()), "{name}: {line}");
                let words = ["bibsync"].into_iter().chain(line.split_whitespace());
                if let Err(wrong) = Cli::try_parse_from(words) {
                    panic!("{line}: {wrong}");
                }
            }
        }
        assert_eq!(all.len(), EXAMPLES.len(), "an example of no command");
    }

    #[test]
    fn each_command_shows_its_examples() {
        let mut all = Vec::new();
        names(&Cli::command(), "", &mut all);
        for name in all {
            let words: Vec<&str> = name.split_whitespace().chain(["--help"]).collect();
            let help = Cli::try_parse_from(["bibsync"].iter().chain(&words));
            let help = help.unwrap_err().to_string();
            let shown = after_help(&name);
            let first = shown.lines().nth(1).unwrap();
            assert!(help.contains(first), "{name}: no `{first}` in {help}");
        }
    }

    /// A list of options that is longer than a few lines is in groups.
    #[test]
    fn long_lists_of_options_are_grouped() {
        const MOST: usize = 8;
        fn judge(command: &Command) {
            let own = command.get_arguments().filter(|argument| {
                !argument.is_positional()
                    && !argument.is_global_set()
                    && argument.get_help_heading().is_none()
            });
            let own: Vec<&str> = own.map(|argument| argument.get_id().as_str()).collect();
            assert!(own.len() <= MOST, "{}: {own:?}", command.get_name());
            command.get_subcommands().for_each(judge);
        }
        judge(&Cli::command());
    }
}
