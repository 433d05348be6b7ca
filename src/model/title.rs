use std::fmt;

use serde::{Deserialize, Serialize};

/// A stretch of a title with one kind of markup.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Run {
    /// Ordinary text, in Unicode.
    Plain(String),
    /// Ordinary text whose capitals a source protects: `USENIX`.
    Protected(String),
    /// A formula in TeX, without its dollar signs: `O(n^2 \log n)`.
    Math(String),
    /// A subscript.
    Sub(String),
    /// A superscript.
    Sup(String),
    /// Emphasised text, such as the name of a species.
    Emph(String),
}

impl Run {
    /// Returns the text without its markup.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text)
            | Self::Protected(text)
            | Self::Math(text)
            | Self::Sub(text)
            | Self::Sup(text)
            | Self::Emph(text) => text,
        }
    }
}

/// A title as runs of text and markup. The runs hold all of the text, including the blanks between
/// them.
///
/// Serialises as a string when it is plain text, else as the list of its runs. Built from a
/// source's text by [`crate::text::markup`], from LaTeX by [`crate::text::unlatex`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "TitleForm", into = "TitleForm")]
pub struct Title {
    runs: Vec<Run>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TitleForm {
    Plain(String),
    Runs(Vec<Run>),
}

impl From<TitleForm> for Title {
    fn from(form: TitleForm) -> Self {
        match form {
            TitleForm::Plain(text) => Self::plain(text),
            TitleForm::Runs(runs) => Self::from_runs(runs),
        }
    }
}

impl From<Title> for TitleForm {
    fn from(mut title: Title) -> Self {
        match title.runs.as_mut_slice() {
            [] => Self::Plain(String::new()),
            [Run::Plain(text)] => Self::Plain(std::mem::take(text)),
            _ => Self::Runs(title.runs),
        }
    }
}

impl Title {
    /// Creates a title without markup.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self::from_runs([Run::Plain(text.into())])
    }

    /// Creates a title from runs. Empty runs are omitted, and neighbours of one kind are joined.
    #[must_use]
    pub fn from_runs(runs: impl IntoIterator<Item = Run>) -> Self {
        let mut out: Vec<Run> = Vec::new();
        for run in runs {
            if run.text().is_empty() {
                continue;
            }
            match (out.last_mut(), &run) {
                (Some(Run::Plain(before)), Run::Plain(text))
                | (Some(Run::Emph(before)), Run::Emph(text))
                | (Some(Run::Math(before)), Run::Math(text))
                | (Some(Run::Protected(before)), Run::Protected(text)) => before.push_str(text),
                _ => out.push(run),
            }
        }
        Self { runs: out }
    }

    /// Returns the runs in order.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the text without markup, for comparisons, terminals and citation keys.
    #[must_use]
    pub fn text(&self) -> String {
        self.runs.iter().map(Run::text).collect()
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.iter().all(|run| run.text().trim().is_empty())
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs.iter().try_for_each(|run| f.write_str(run.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_title_serialises_as_string() {
        let title = Title::from_runs([Run::Plain("A".into()), Run::Plain(" B".into())]);
        assert_eq!(serde_json::to_string(&title).unwrap(), "\"A B\"");
        let title = Title::from_runs([Run::Plain("QA".into()), Run::Sup("RT".into())]);
        let json = serde_json::to_string(&title).unwrap();
        assert_eq!(json, r#"[{"plain":"QA"},{"sup":"RT"}]"#);
        assert_eq!(serde_json::from_str::<Title>(&json).unwrap(), title);
        assert_eq!(title.text(), "QART");
    }
}
