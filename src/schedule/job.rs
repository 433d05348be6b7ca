use std::{collections::BTreeMap, path::PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Interval, Timer};

/// The reason why a job can't be read.
#[derive(Debug, Error)]
#[error("{file} is not a job of this version: {cause}; `bibsync schedule install` writes it again")]
pub struct JobParseError {
    file: String,
    cause: String,
}

/// A scheduled job: the refresh of the lists of one folder by one program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its name: `bibsync-` and eight digits derived from folder and output.
    pub id: String,
    /// The program, by its absolute path.
    pub program: PathBuf,
    /// The folder it runs in.
    pub folder: PathBuf,
    /// The arguments after `refresh`.
    pub arguments: Vec<String>,
    /// The interval between runs.
    pub every: Interval,
    /// The timer that starts it.
    pub timer: Timer,
    /// Environment variables for the run: timers start with hardly any.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
}

/// The variables for the user's folders. By their specification a relative path counts as not set.
const FOLDERS: [&str; 3] = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", STATE];
/// The variable for the folder that stores jobs.
const STATE: &str = "XDG_STATE_HOME";
/// The prefix of the variables of settings, and the variable that applies to a single run only.
const SETTINGS: &str = "BIBSYNC_";
const LOG: &str = "BIBSYNC_LOG";

/// Returns the variables that affect the input or output of a refresh.
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

/// The way in which a timer runs a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invocation {
    /// By its name: the installed job has the arguments, and its result is recorded.
    Installed,
    /// With all arguments, so that nothing need be installed.
    Standalone,
}

impl Invocation {
    /// Returns the comment that states the origin of a text.
    pub(super) fn remark(self) -> &'static str {
        match self {
            Self::Installed => {
                "# Written by `bibsync schedule install`; `bibsync schedule remove` takes it away."
            }
            Self::Standalone => "# Written by `bibsync schedule print`.",
        }
    }
}

impl Job {
    /// Returns the name of the job that writes `output` in `folder`, the same on each call.
    #[must_use]
    pub fn id_of(folder: &str, output: &str) -> String {
        let digest = xxhash_rust::xxh3::xxh3_64(format!("{folder}\n{output}").as_bytes());
        format!("bibsync-{:08x}", digest >> 32)
    }

    /// Returns the number that determines the time of day at which it runs.
    #[must_use]
    pub fn chance(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.id.as_bytes())
    }

    /// Returns the command that a timer runs; a standalone one runs in the job's folder.
    #[must_use]
    pub fn command(&self, call: Invocation) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let mut out = vec![self.program.display().to_string()];
        let rest: Vec<String> = match call {
            Invocation::Installed => words(&["schedule", "run", &self.id]),
            Invocation::Standalone => {
                let mut rest: Vec<String> = words(&["refresh"]);
                rest.extend(self.arguments.clone());
                rest.extend::<Vec<String>>(words(&["--accept", "all", "--no-progress", "--quiet"]));
                rest
            }
        };
        out.extend(rest);
        out
    }

    /// Returns the variables that the timer sets: an installed job is found by them and sets the rest.
    pub(super) fn variables(&self, call: Invocation) -> impl Iterator<Item = (&str, &str)> {
        self.environment
            .iter()
            .filter(move |(name, _)| call == Invocation::Standalone || *name == STATE)
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Parses the text of [`Job::render`].
    ///
    /// # Errors
    /// Fails when `text` is not a job; the message names `file`.
    pub fn parse(text: &str, file: &str) -> Result<Self, JobParseError> {
        toml::from_str(text).map_err(|cause| JobParseError {
            file: file.to_owned(),
            cause: cause.to_string(),
        })
    }

    /// Formats the job as TOML.
    ///
    /// # Errors
    /// Fails when a path is not UTF-8.
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
        every: Interval::Weekly,
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
    fn written_job_is_read_back() {
        let job = example();
        assert_eq!(Job::parse(&job.render().unwrap(), "job").unwrap(), job);
    }

    #[test]
    fn job_without_variables_is_read() {
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
    fn each_output_of_a_folder_has_its_own_job() {
        assert_ne!(Job::id_of("/a", "x.bib"), Job::id_of("/a", "y.bib"));
        assert_eq!(Job::id_of("/a", "x.bib"), Job::id_of("/a", "x.bib"));
    }
}
