//! `bibsync completions` and `bibsync man`: what a shell and `man` read.

#[cfg(unix)]
use std::process::Command;

use crate::support::Sandbox;

#[test]
fn each_shell_gets_a_script_that_knows_commands_and_values() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Sandbox::settled("").bibsync(&["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{shell}");
        for word in ["merge-driver", "only-cited", "biblatex"] {
            assert!(run.out.contains(word), "{shell} lacks {word}");
        }
    }
    let run = Sandbox::settled("").bibsync(&["completions", "tcsh"]);
    assert_eq!(run.code, 2);
}

#[cfg(unix)] // where bash is at hand
#[test]
fn bash_completes_a_command_and_a_format() {
    let script = Sandbox::settled("").bibsync(&["completions", "bash"]).out;
    // As bash calls it: with the command, the word to complete and the word before it.
    let complete = |words: &[&str]| {
        let (at, last, before) = match words {
            [.., before, last] => (words.len() - 1, last, before),
            _ => panic!("{words:?}"),
        };
        let line = words.join(" ");
        let body = format!(
            "{script}\nCOMP_WORDS=({line}); COMP_CWORD={at}; _bibsync bibsync {last} {before}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["--norc", "-c", &body]).output();
        String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
    };
    assert_eq!(complete(&["bibsync", "exp"]), "export\n");
    assert_eq!(
        complete(&["bibsync", "export", "--format", "hay"]),
        "hayagriva\n"
    );
}

#[test]
fn every_command_has_a_man_page() {
    let sandbox = Sandbox::settled("");
    let run = sandbox.bibsync(&["man", "share/man1"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    let page = sandbox.read("share/man1/bibsync.1");
    assert!(page.contains(".TH bibsync 1"), "{page}");
    for command in ["fetch", "export", "merge-driver", "library-build"] {
        let page = sandbox.read(&format!("share/man1/bibsync-{command}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{command}: {page}");
    }
}
