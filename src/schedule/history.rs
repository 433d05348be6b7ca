use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The history of a job: its last run and its last success.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    /// The last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<JobRun>,
    /// The start of the last successful run.
    #[serde(default, rename = "well", skip_serializing_if = "Option::is_none")]
    pub last_success: Option<Timestamp>,
    /// Whether the last run failed and the user has not been informed yet.
    #[serde(default, rename = "untold")]
    pub unreported: bool,
}

/// A run of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobRun {
    /// The time at which it started.
    #[serde(rename = "begun")]
    pub started: Timestamp,
    /// Its outcome.
    pub outcome: RunOutcome,
    /// The end of its output.
    #[serde(default, rename = "said", skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// The outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunOutcome {
    /// All sources answered, and the output was written.
    #[serde(rename = "well")]
    Complete,
    /// The output was written, but a source failed.
    #[serde(rename = "partly")]
    Partial,
    /// The output was not written.
    Failed,
}

/// The most characters kept of a run's output.
const MAX_OUTPUT_CHARS: usize = 4000;

impl History {
    /// Returns the history with one more run.
    #[must_use]
    pub fn with_run(self, started: Timestamp, outcome: RunOutcome, output: &str) -> Self {
        let skip = output.chars().count().saturating_sub(MAX_OUTPUT_CHARS);
        Self {
            last_success: if outcome == RunOutcome::Complete {
                Some(started)
            } else {
                self.last_success
            },
            unreported: outcome != RunOutcome::Complete,
            last: Some(JobRun {
                started,
                outcome,
                output: output.chars().skip(skip).collect(),
            }),
        }
    }

    /// Parses the text of [`History::render`]; an unreadable history is empty.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        toml::from_str(text).unwrap_or_default()
    }

    /// Formats the history as TOML.
    ///
    /// # Errors
    /// Never fails for a history made here; the error is passed on rather than hidden.
    pub fn render(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_keeps_the_last_success() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let history = History::default()
            .with_run(at("2026-11-20T05:00:00Z"), RunOutcome::Complete, "")
            .with_run(
                at("2026-11-21T05:00:00Z"),
                RunOutcome::Failed,
                &"é".repeat(5000),
            );
        assert_eq!(history.last_success, Some(at("2026-11-20T05:00:00Z")));
        assert!(history.unreported);
        assert_eq!(
            history.last.as_ref().unwrap().output.chars().count(),
            MAX_OUTPUT_CHARS
        );
        assert_eq!(History::parse(&history.render().unwrap()), history);
        assert_eq!(History::parse("no history"), History::default());
    }
}
