//! Checks for paths and names that no timer can represent, however they are escaped.

use thiserror::Error;

use super::{Job, RefreshWorkflow, Timer};

/// The reason why a path or a name can't be written into a timer.
#[derive(Debug, Error)]
#[error("{word:?} can't be part of a timer's text: {why}")]
pub struct InvalidJobError {
    word: String,
    why: &'static str,
}

const NOT_TEXT: &str = "it is not UTF-8 text";
const CONTROL_CHARACTERS: &str =
    "it holds a control character or a mark that changes the direction of text";
const SYSTEMD_PROGRAM: &str =
    "systemd starts no program with a quotation mark or a backslash in its path";
const WINDOWS_VARIABLE: &str =
    "Windows' Task Scheduler puts variables in the place of `%` and `$(`";

impl Job {
    /// Checks that the job's timer can represent the job.
    ///
    /// # Errors
    /// Names the path or name that it can't represent, and the reason.
    pub fn validate(&self) -> Result<(), InvalidJobError> {
        self.environment
            .values()
            .try_for_each(|it| check_text(it))?;
        let mut words = self.arguments.clone();
        for path in [&self.program, &self.folder] {
            let text = path.to_str().ok_or_else(|| InvalidJobError {
                word: path.display().to_string(),
                why: NOT_TEXT,
            })?;
            words.push(text.to_owned());
        }
        for word in &words {
            check_text(word)?;
            let expanded = word.contains('%') || word.contains("$(");
            if self.timer == Timer::Windows && expanded {
                return Err(invalid_job(word, WINDOWS_VARIABLE));
            }
        }
        let program = self.program.display().to_string();
        if self.timer == Timer::Systemd && program.contains(['"', '\'', '\\']) {
            return Err(invalid_job(&program, SYSTEMD_PROGRAM));
        }
        Ok(())
    }
}

impl RefreshWorkflow {
    /// Checks that a workflow can represent the arguments.
    ///
    /// # Errors
    /// Names the path that it can't represent, and the reason.
    pub fn validate(&self) -> Result<(), InvalidJobError> {
        self.arguments.iter().try_for_each(|word| check_text(word))
    }
}

fn invalid_job(word: &str, why: &'static str) -> InvalidJobError {
    InvalidJobError {
        word: word.to_owned(),
        why,
    }
}

/// Rejects control characters: a line break would begin a new line in all of these formats, XML and
/// YAML allow none, and a direction mark disguises a text.
fn check_text(word: &str) -> Result<(), InvalidJobError> {
    let refused = |c: char| {
        let breaks = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
        let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let is_no_character = u32::from(c) & 0xfffe == 0xfffe;
        c.is_control() || breaks || turns || is_no_character
    };
    if word.contains(refused) {
        return Err(invalid_job(word, CONTROL_CHARACTERS));
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod words {
    use proptest::prelude::*;

    /// Words that every timer can represent, with all the special characters of their formats.
    pub(in super::super) fn any() -> impl Strategy<Value = String> {
        let hard = prop::sample::select(vec![
            "%",
            "%%",
            "%h",
            "$",
            "$$",
            "$HOME",
            "${HOME}",
            "$(id)",
            "`id`",
            "${{ github.token }}",
            "$[[ inputs.x ]]",
            "\\",
            "\\n",
            "\\\\",
            "'",
            "\"",
            "''",
            " ",
            "  ",
            "#",
            " #",
            ": ",
            "&",
            "<",
            ">",
            "]]>",
            ";",
            "|",
            "*",
            "~",
            "-",
            "!",
            "@",
            "{",
            "}",
            "[",
            "]",
            "é",
            "日本",
            "🙂",
            "\u{301}",
            "a",
            "B",
            "7",
            "/",
            ".",
            "=",
            ",",
        ]);
        prop::collection::vec(hard, 1..8).prop_map(|parts| parts.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::job::example, *};

    #[test]
    fn control_characters_are_rejected() {
        for word in [
            "a\nb",
            "a\rb",
            "a\tb",
            "\u{0}",
            "\u{1b}[2J",
            "\u{85}",
            "\u{2028}",
            "\u{202e}x",
            "\u{feff}",
            "\u{ffff}",
        ] {
            let job = Job {
                arguments: vec![word.to_owned()],
                ..example()
            };
            let refused = job.validate().unwrap_err().to_string();
            assert!(refused.contains("control character"), "{refused}");
            assert!(!refused.contains(word), "shown as an escape: {refused}");
            let job = Job {
                folder: word.into(),
                ..example()
            };
            assert!(job.validate().is_err());
            assert!(check_text(word).is_err());
        }
        assert!(example().validate().is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn path_that_is_not_utf8_is_rejected() {
        use std::os::unix::ffi::OsStrExt as _;
        let job = Job {
            folder: std::ffi::OsStr::from_bytes(b"/home/\xff").into(),
            ..example()
        };
        assert!(job.validate().unwrap_err().to_string().contains("UTF-8"));
    }

    #[test]
    fn limits_of_one_timer_apply_to_it_alone() {
        for (timer, program) in [
            (Timer::Systemd, "/home/o'brien/bibsync"),
            (Timer::Systemd, "/opt/a\"b/bibsync"),
            (Timer::Systemd, "/opt/a\\b/bibsync"),
            (Timer::Windows, r"C:\%TEMP%\bibsync.exe"),
            (Timer::Windows, r"C:\$(Arg0)\bibsync.exe"),
        ] {
            let job = |timer| Job {
                program: program.into(),
                folder: "/home/ada".into(),
                timer,
                ..example()
            };
            assert!(job(timer).validate().is_err(), "{program}");
            assert!(job(Timer::Cron).validate().is_ok(), "{program}");
        }
    }
}
