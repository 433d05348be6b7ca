use std::fmt;

use thiserror::Error;

/// All faults in the settings; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError {
    /// The faults, each a complete message.
    pub problems: Vec<ConfigProblem>,
}

/// A fault in the settings. Displays as `bibsync.toml:7: sources.dblp.every: …` or as
/// `BIBSYNC_SOURCES_DBLP_EVERY: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The place of the setting.
    pub place: SettingLocation,
    /// The fault, and the expected value.
    pub message: String,
}

/// The place where a setting is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingLocation {
    /// A line of the file.
    File {
        /// The file, as the caller named it.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The setting, such as `sources.dblp.every`; `None` where the file is not valid TOML.
        setting: Option<&'static str>,
    },
    /// The name of an environment variable.
    Variable(String),
}

impl fmt::Display for SettingLocation {
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

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
