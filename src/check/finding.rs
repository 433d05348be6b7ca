use serde::Serialize;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Wrong output, a broken run, or dirt.
    Error,
    /// What a style asks for and may not exist, or a matter of taste.
    Advice,
}

/// Something wrong at a place of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The code of the rule: `N04`.
    pub rule: &'static str,
    /// How much it matters.
    pub level: Level,
    /// The key of the entry, where it stands in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The field, in lower case, where it stands in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong, in a sentence without its period.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// A finding whose place is a byte of the file.
#[derive(Debug)]
pub(super) struct Found {
    pub at: usize,
    pub rule: &'static str,
    pub level: Level,
    pub key: Option<String>,
    pub field: Option<String>,
    pub message: String,
    pub fix: Option<String>,
}

impl Found {
    /// An error outside of any entry.
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

    /// The same as advice.
    pub(super) fn advice(self) -> Self {
        Self {
            level: Level::Advice,
            ..self
        }
    }

    /// The same with what to do about it.
    pub(super) fn fix(self, fix: impl Into<String>) -> Self {
        Self {
            fix: Some(fix.into()),
            ..self
        }
    }
}
