use std::fmt;

use thiserror::Error;

/// Everything that is wrong with the settings; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError {
    /// The faults, each complete in itself.
    pub problems: Vec<Problem>,
}

/// One fault in the settings. Displays as `bibsync.toml:7: sources.dblp.every: …` or as
/// `BIBSYNC_SOURCES_DBLP_EVERY: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it was set.
    pub place: Place,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// Where a setting is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A line of the file.
    File {
        /// The file as it was named by the caller.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The setting, `sources.dblp.every`; `None` where the file could not be read that far.
        setting: Option<&'static str>,
    },
    /// A variable of the environment, by its name.
    Variable(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File {
                file,
                line,
                setting,
            } => {
                write!(f, "{file}:{line}")?;
                match setting {
                    Some(setting) => write!(f, ": {setting}"),
                    None => Ok(()),
                }
            }
            Self::Variable(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
