use std::fmt;

use crate::{
    bibliography::BibliographyError,
    cache::{CacheError, with_causes},
    files::FileError,
};

/// The outcome of a command, for the shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Done.
    Done,
    /// Done, but `--strict` or `check` found something.
    Found,
    /// Wrong use or unreadable input; nothing was written.
    Usage,
    /// A source failed, and what it would have given is missing from the result.
    SourceFailed,
    /// Interrupted; the answers so far are kept in the cache.
    Interrupted,
}

impl Code {
    /// Returns the exit code.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Found => 1,
            Self::Usage => 2,
            Self::SourceFailed => 3,
            Self::Interrupted => 130,
        }
    }
}

/// The error that ended a command, with a hint for the person.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: Code,
    error: Box<dyn std::error::Error + Send + Sync>,
    hint: Option<String>,
}

impl Failure {
    /// An error that the person can correct: wrong arguments, files or settings.
    pub fn usage(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self {
            code: Code::Usage,
            error: error.into(),
            hint: None,
        }
    }

    /// Returns the error with its causes, for a run that goes on.
    pub(crate) fn message(&self) -> String {
        with_causes(&*self.error)
    }

    /// Whether a group's store could not be reached, which may pass by itself.
    pub(crate) fn is_of_store_away(&self) -> bool {
        let error = self.error.downcast_ref::<CacheError>();
        error.is_some_and(CacheError::is_of_server_away)
    }

    /// Turns it into the failure of a source.
    #[must_use]
    pub fn source_failed(self) -> Self {
        Self {
            code: Code::SourceFailed,
            ..self
        }
    }

    /// Adds a hint, in place of the one it has.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let hint = match &error {
            FileError::IsStream { .. } => Some("name a file"),
            FileError::LinkLoop { .. } | FileError::BrokenLink { .. } => {
                Some("remove the link, or name another file")
            }
            FileError::Contended { .. } => Some("end that program, or name another file"),
            _ => None,
        };
        let failure = Self::usage(error);
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<BibliographyError> for Failure {
    fn from(error: BibliographyError) -> Self {
        let hint = match error {
            BibliographyError::File(error) => return error.into(),
            BibliographyError::OpenConflict { .. } => {
                "settle it, or take either side whole with `git checkout --ours` or `--theirs`, and run again: listed works of the other side are written again"
            }
            BibliographyError::NoLock { .. } => "`bibsync fetch` makes one",
            BibliographyError::UnreadableLock { .. } => {
                "`bibsync fetch` makes a new one, and takes keys and edits from the bibliography"
            }
            BibliographyError::LockChanged { .. } => "run again: the answers are kept in the cache",
            error => return Self::usage(error),
        };
        Self::usage(error).hint(hint)
    }
}

impl fmt::Display for Failure {
    /// Writes the error with its causes, then the hint on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message())?;
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_what_and_what_to_do() {
        let failure = Failure::usage("no such file").hint("check the path");
        assert_eq!(
            failure.to_string(),
            "error: no such file\nhint: check the path"
        );
        assert_eq!(failure.code.number(), 2);
    }
}
