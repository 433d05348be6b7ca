use std::{collections::BTreeMap, path::PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Every, Timer};

/// Why a job can't be read.
#[derive(Debug, Error)]
#[error("{file} is no job of this version: {cause}; `bibsync schedule install` writes it anew")]
pub struct JobError {
    file: String,
    cause: String,
}

/// What is done on a timer: one folder's lists, refreshed by one program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its name: `bibsync-` and eight digits that stand for folder and output.
    pub id: String,
    /// The program, by its absolute path.
    pub program: PathBuf,
    /// The folder it runs in.
    pub folder: PathBuf,
    /// What is refreshed: the arguments after `refresh`.
    pub arguments: Vec<String>,
    /// How often.
    pub every: Every,
    /// By which timer.
    pub timer: Timer,
    /// Variables of the environment that it is to find as they were: timers start with hardly any.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
}

/// Where the user's folders are. A folder that is not absolute counts as not set, by the specification of these
/// variables.
const FOLDERS: [&str; 3] = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", STATE];
/// Where jobs are kept.
const STATE: &str = "XDG_STATE_HOME";
/// How the names of settings begin, and the one that is of a single run.
const SETTINGS: &str = "BIBSYNC_";
const LOG: &str = "BIBSYNC_LOG";

/// Those of the variables that change what a refresh reads and writes.
#[must_use]
pub fn kept_variables(environment: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let meant = |name: &str, value: &str| {
        let is_folder = FOLDERS.contains(&name) && PathBuf::from(value).is_absolute();
        is_folder || name.starts_with(SETTINGS) && name != LOG && name.chars().all(of_name)
    };
    environment
        .iter()
        .filter(|(name, value)| !value.is_empty() && meant(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// How a timer calls a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// By its name: what is installed says what it does, and what became of it is remembered.
    Installed,
    /// With all that it does, so that nothing need be installed.
    Alone,
}

impl Call {
    /// What a text says of its origin, after a sign for a comment.
    pub(super) fn remark(self) -> &'static str {
        match self {
            Self::Installed => {
                "# Written by `bibsync schedule install`; `bibsync schedule remove` takes it away."
            }
            Self::Alone => "# Written by `bibsync schedule print`.",
        }
    }
}

impl Job {
    /// The name of the job that writes `output` in `folder`, the same each time.
    #[must_use]
    pub fn id_of(folder: &str, output: &str) -> String {
        let digest = xxhash_rust::xxh3::xxh3_64(format!("{folder}\n{output}").as_bytes());
        format!("bibsync-{:08x}", digest >> 32)
    }

    /// What fixes at which moment of the day it runs.
    #[must_use]
    pub fn chance(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.id.as_bytes())
    }

    /// The command that a timer calls; one that stands alone runs in the job's folder.
    #[must_use]
    pub fn command(&self, call: Call) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let mut out = vec![self.program.display().to_string()];
        let rest: Vec<String> = match call {
            Call::Installed => words(&["schedule", "run", &self.id]),
            Call::Alone => {
                let mut rest: Vec<String> = words(&["refresh"]);
                rest.extend(self.arguments.clone());
                rest.extend::<Vec<String>>(words(&["--accept", "all", "--no-progress", "--quiet"]));
                rest
            }
        };
        out.extend(rest);
        out
    }

    /// The variables that the timer's text sets. An installed one finds its job by them, and that has the rest.
    pub(super) fn variables(&self, call: Call) -> impl Iterator<Item = (&str, &str)> {
        self.environment
            .iter()
            .filter(move |(name, _)| call == Call::Alone || *name == STATE)
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Reads what [`Job::render`] wrote.
    ///
    /// # Errors
    /// When `text` is no job; the message names `file`.
    pub fn parse(text: &str, file: &str) -> Result<Self, JobError> {
        toml::from_str(text).map_err(|cause| JobError {
            file: file.to_owned(),
            cause: cause.to_string(),
        })
    }

    /// The job as TOML.
    ///
    /// # Errors
    /// When a path is no text.
    pub fn render(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }
}

#[cfg(test)]
pub(super) fn example() -> Job {
    Job {
        id: Job::id_of("/home/ada/my 100% \"CV\"", "references.bib"),
        program: "/opt/my tools/bibsync".into(),
        folder: "/home/ada/my 100% \"CV\"".into(),
        arguments: vec!["profile.json".into(), "-o".into(), "references.bib".into()],
        every: Every::Weekly,
        timer: Timer::Systemd,
        environment: [
            ("BIBSYNC_EXPORT_KEYS", "100% $x"),
            ("XDG_STATE_HOME", "/home/ada/my \"state\""),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_read_as_it_was_written() {
        let job = example();
        assert_eq!(Job::parse(&job.render().unwrap(), "job").unwrap(), job);
    }

    #[test]
    fn a_job_of_an_older_version_has_no_variables() {
        let bare = Job {
            environment: BTreeMap::new(),
            ..example()
        };
        let text = bare.render().unwrap();
        assert!(!text.contains("environment"), "{text}");
        assert_eq!(Job::parse(&text, "job").unwrap(), bare);
    }

    #[test]
    fn variables_that_change_a_refresh_are_kept() {
        let set = [
            ("BIBSYNC_CONTACT_EMAIL", "ada@example.org"),
            ("BIBSYNC_LOG", "debug"),
            ("BIBSYNC_EXPORT_KEYS", ""),
            ("BIBSYNC_X;Y", "1"),
            ("XDG_STATE_HOME", "/home/ada/state"),
            ("XDG_CACHE_HOME", "relative"),
            ("XDG_RUNTIME_DIR", "/run/user/1000"),
            ("PATH", "/usr/bin"),
        ];
        let set = set.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let kept = kept_variables(&set.into());
        let names: Vec<&str> = kept.keys().map(String::as_str).collect();
        let state = if cfg!(windows) {
            None
        } else {
            Some("XDG_STATE_HOME")
        };
        let wanted: Vec<&str> = std::iter::once("BIBSYNC_CONTACT_EMAIL")
            .chain(state)
            .collect();
        assert_eq!(names, wanted);
    }

    #[test]
    fn two_outputs_of_a_folder_are_two_jobs() {
        assert_ne!(Job::id_of("/a", "x.bib"), Job::id_of("/a", "y.bib"));
        assert_eq!(Job::id_of("/a", "x.bib"), Job::id_of("/a", "x.bib"));
    }
}
