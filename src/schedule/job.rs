use std::path::PathBuf;

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
    fn two_outputs_of_a_folder_are_two_jobs() {
        assert_ne!(Job::id_of("/a", "x.bib"), Job::id_of("/a", "y.bib"));
        assert_eq!(Job::id_of("/a", "x.bib"), Job::id_of("/a", "x.bib"));
    }
}
