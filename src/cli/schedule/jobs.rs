use std::{fs::TryLockError, path::PathBuf};

use super::super::{exit::Failure, world::World};
use crate::files::replace;
use crate::schedule::{History, Job};

/// Returns the folder that holds the scheduled jobs.
pub(super) fn folder(world: &World) -> PathBuf {
    world.state_dir.join("schedule")
}

/// The user's jobs: a file for each, with the history of its runs beside it.
pub(super) struct Jobs {
    folder: PathBuf,
}

/// A running job, for as long as this is kept. A crash ends it, too.
pub(super) struct Running {
    _file: fs_err::File,
}

impl Jobs {
    pub(super) fn at(world: &World) -> Self {
        Self {
            folder: folder(world),
        }
    }

    fn path(&self, id: &str, ending: &str) -> PathBuf {
        // An id comes from the command line; only a part of it names a file.
        let name: String = id
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect();
        self.folder.join(format!("{name}.{ending}"))
    }

    /// Reads all jobs, by their names. The error of an unreadable job names its file.
    pub(super) fn all(&self) -> Result<Vec<Job>, Failure> {
        let entries = match fs_err::read_dir(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(Failure::usage)?,
        };
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(Failure::usage)?.path();
            if path.extension().is_some_and(|ending| ending == "job") {
                paths.push(path);
            }
        }
        paths.sort();
        paths
            .iter()
            .map(|path| {
                let text = fs_err::read_to_string(path).map_err(Failure::usage)?;
                Job::parse(&text, &path.display().to_string()).map_err(Failure::usage)
            })
            .collect()
    }

    pub(super) fn find(&self, id: &str) -> Result<Option<Job>, Failure> {
        let path = self.path(id, "job");
        match fs_err::read_to_string(&path) {
            Ok(text) => Job::parse(&text, &path.display().to_string())
                .map(Some)
                .map_err(Failure::usage),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::usage(error)),
        }
    }

    pub(super) fn put(&self, job: &Job) -> Result<(), Failure> {
        let text = job.render().map_err(Failure::usage)?;
        replace(&self.path(&job.id, "job"), text.as_bytes()).map_err(Failure::usage)
    }

    /// Removes the job and its history.
    pub(super) fn remove(&self, id: &str) -> Result<(), Failure> {
        for ending in ["job", "history", "running"] {
            match fs_err::remove_file(self.path(id, ending)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Failure::usage(error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn history(&self, id: &str) -> History {
        let text = fs_err::read_to_string(self.path(id, "history"));
        History::parse(&text.unwrap_or_default())
    }

    pub(super) fn remember(&self, id: &str, history: &History) -> Result<(), Failure> {
        let text = history.render().map_err(Failure::usage)?;
        replace(&self.path(id, "history"), text.as_bytes()).map_err(Failure::usage)
    }

    /// Records that the person was informed of a failure.
    pub(super) fn told(&self, id: &str) -> Result<(), Failure> {
        let history = self.history(id);
        if !history.unreported {
            return Ok(());
        }
        let history = History {
            unreported: false,
            ..history
        };
        self.remember(id, &history)
    }

    /// Begins a run; returns `None` if the job is running.
    pub(super) fn begin(&self, id: &str) -> Result<Option<Running>, Failure> {
        let file = fs_err::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.path(id, "running"))
            .map_err(Failure::usage)?;
        match file.file().try_lock() {
            Ok(()) => Ok(Some(Running { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Failure::usage(error)),
        }
    }
}
