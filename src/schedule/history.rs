use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What is remembered of a job's runs: the last one, and the last that went well.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    /// The last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Run>,
    /// When a run last went well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub well: Option<Timestamp>,
    /// Whether the last run failed, and nobody has been told yet.
    #[serde(default)]
    pub untold: bool,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// When it began.
    pub begun: Timestamp,
    /// How it ended.
    pub outcome: Outcome,
    /// What it said, its last lines.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Everything was asked and written.
    Well,
    /// Written, but a source failed.
    Partly,
    /// Nothing was written.
    Failed,
}

/// How much of what a run said is kept, in characters.
const KEPT: usize = 4000;

impl History {
    /// The history with one run more.
    #[must_use]
    pub fn and(self, begun: Timestamp, outcome: Outcome, said: &str) -> Self {
        let skip = said.chars().count().saturating_sub(KEPT);
        Self {
            well: if outcome == Outcome::Well {
                Some(begun)
            } else {
                self.well
            },
            untold: outcome != Outcome::Well,
            last: Some(Run {
                begun,
                outcome,
                said: said.chars().skip(skip).collect(),
            }),
        }
    }

    /// Reads what [`History::render`] wrote; what can't be read is forgotten.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        toml::from_str(text).unwrap_or_default()
    }

    /// The history as TOML.
    ///
    /// # Errors
    /// Never for a history made here; the error is passed on rather than hidden.
    pub fn render(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_beside_the_last_success() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let history = History::default()
            .and(at("2026-11-20T05:00:00Z"), Outcome::Well, "")
            .and(
                at("2026-11-21T05:00:00Z"),
                Outcome::Failed,
                &"é".repeat(5000),
            );
        assert_eq!(history.well, Some(at("2026-11-20T05:00:00Z")));
        assert!(history.untold);
        assert_eq!(history.last.as_ref().unwrap().said.chars().count(), KEPT);
        assert_eq!(History::parse(&history.render().unwrap()), history);
        assert_eq!(History::parse("no history"), History::default());
    }
}
