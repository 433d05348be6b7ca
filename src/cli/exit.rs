use std::fmt;

/// What the program says to the shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Done.
    Done,
    /// Done, and `--strict` found something unsettled.
    Found,
    /// Wrong use or unreadable input; nothing was written.
    Usage,
    /// A source failed, and what it would have given is missing from the result.
    SourceFailed,
    /// Interrupted; what was resolved is kept in the cache.
    Interrupted,
}

impl Code {
    /// The number.
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

/// Why a command ended early: what went wrong, and what may help.
#[derive(Debug)]
pub struct Failure {
    /// Decides the exit code.
    pub code: Code,
    error: Box<dyn std::error::Error + Send + Sync>,
    hint: Option<String>,
}

impl Failure {
    /// The person can mend it: wrong arguments, files or settings.
    pub fn usage(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self {
            code: Code::Usage,
            error: error.into(),
            hint: None,
        }
    }

    /// The same failure, as a service's.
    #[must_use]
    pub fn source_failed(self) -> Self {
        Self {
            code: Code::SourceFailed,
            ..self
        }
    }

    /// The same failure with advice.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl fmt::Display for Failure {
    /// The error with everything that caused it, then the hint on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.error)?;
        let mut cause = self.error.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
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
