use serde::Serialize;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Wrong output, a failed run, or unclean data.
    Error,
    /// A field that a style asks for and that may not exist, or a matter of taste.
    Advice,
}

/// A violation of a rule at a position of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The code of the rule: `N04`.
    pub rule: &'static str,
    /// Its severity.
    pub level: Level,
    /// The key of the entry that contains it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The field that contains it, in lower case, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The fault, in a sentence without a final period.
    pub message: String,
    /// The fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// A finding positioned by a byte of the file, before lines and columns are counted.
#[derive(Debug)]
pub(super) struct RawFinding {
    pub at: usize,
    pub rule: &'static str,
    pub level: Level,
    pub key: Option<String>,
    pub field: Option<String>,
    pub message: String,
    pub fix: Option<String>,
}

impl RawFinding {
    /// Creates an error outside of any entry.
    pub(super) fn error(at: usize, rule: &'static str, message: impl Into<String>) -> Self {
        Self {
            at,
            rule,
            level: Level::Error,
            key: None,
            field: None,
            message: message.into(),
            fix: None,
        }
    }

    /// Lowers the level to advice.
    pub(super) fn advice(self) -> Self {
        Self {
            level: Level::Advice,
            ..self
        }
    }

    /// Adds a fix.
    pub(super) fn fix(self, fix: impl Into<String>) -> Self {
        Self {
            fix: Some(fix.into()),
            ..self
        }
    }
}
