//! What no timer's text can hold, however it is escaped.

use thiserror::Error;

use super::{Job, Refresh, Timer};

/// Why a path or a name can't be written into a timer's text.
#[derive(Debug, Error)]
#[error("{word:?} can't be part of a timer's text: {why}")]
pub struct UnfitError {
    word: String,
    why: &'static str,
}

const NOT_TEXT: &str = "it is not UTF-8 text";
const STEERS: &str = "it holds a control character or a mark that changes the direction of text";
const SYSTEMD_PROGRAM: &str =
    "systemd starts no program whose path holds a quotation mark or a backslash";
const WINDOWS_VARIABLE: &str =
    "Windows' Task Scheduler puts variables in the place of `%` and `$(`";

impl Job {
    /// Whether the text of the job's timer can say what the job does.
    ///
    /// # Errors
    /// When it can't: which path or name, and why.
    pub fn fits(&self) -> Result<(), UnfitError> {
        self.environment.values().try_for_each(|it| carried(it))?;
        let mut words = self.arguments.clone();
        for path in [&self.program, &self.folder] {
            let text = path.to_str().ok_or_else(|| UnfitError {
                word: path.display().to_string(),
                why: NOT_TEXT,
            })?;
            words.push(text.to_owned());
        }
        for word in &words {
            carried(word)?;
            let expanded = word.contains('%') || word.contains("$(");
            if self.timer == Timer::Windows && expanded {
                return Err(unfit(word, WINDOWS_VARIABLE));
            }
        }
        let program = self.program.display().to_string();
        if self.timer == Timer::Systemd && program.contains(['"', '\'', '\\']) {
            return Err(unfit(&program, SYSTEMD_PROGRAM));
        }
        Ok(())
    }
}

impl Refresh {
    /// Whether a workflow's text can say what is refreshed.
    ///
    /// # Errors
    /// When it can't: which path, and why.
    pub fn fits(&self) -> Result<(), UnfitError> {
        self.arguments.iter().try_for_each(|word| carried(word))
    }
}

fn unfit(word: &str, why: &'static str) -> UnfitError {
    UnfitError {
        word: word.to_owned(),
        why,
    }
}

/// A line break would begin a line of its own in every one of these texts; XML and YAML take no
/// control characters, and a mark of direction makes a text look like another one.
fn carried(word: &str) -> Result<(), UnfitError> {
    let refused = |c: char| {
        let breaks = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
        let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let is_no_character = u32::from(c) & 0xfffe == 0xfffe;
        c.is_control() || breaks || turns || is_no_character
    };
    if word.contains(refused) {
        return Err(unfit(word, STEERS));
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod words {
    use proptest::prelude::*;

    /// Words that every timer's text can hold, with all that means something in one of them.
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
    fn words_that_end_a_line_or_steer_are_refused() {
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
            let refused = job.fits().unwrap_err().to_string();
            assert!(refused.contains("control character"), "{refused}");
            assert!(!refused.contains(word), "shown as an escape: {refused}");
            let job = Job {
                folder: word.into(),
                ..example()
            };
            assert!(job.fits().is_err());
            assert!(carried(word).is_err());
        }
        assert!(example().fits().is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_is_refused() {
        use std::os::unix::ffi::OsStrExt as _;
        let job = Job {
            folder: std::ffi::OsStr::from_bytes(b"/home/\xff").into(),
            ..example()
        };
        assert!(job.fits().unwrap_err().to_string().contains("UTF-8"));
    }

    #[test]
    fn what_only_one_timer_can_not_hold_is_refused_for_that_one() {
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
            assert!(job(timer).fits().is_err(), "{program}");
            assert!(job(Timer::Cron).fits().is_ok(), "{program}");
        }
    }
}
