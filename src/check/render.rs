//! Reports for people and programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::annotation::{self, Annotation, Severity};
use super::finding::{Finding, Level};
use super::lint::LintReport;
use super::rules::rule;

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReportFormat {
    /// A line for each finding, as compilers write them, and one for its fix.
    Text,
    /// One JSON object with all findings.
    Json,
    /// Commands that GitHub's workflows turn into annotations of lines.
    Github,
    /// SARIF 2.1.0 (OASIS), which code hosts and editors read.
    Sarif,
}

impl ReportFormat {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Text, Self::Json, Self::Github, Self::Sarif];

    /// Returns the name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Github => "github",
            Self::Sarif => "sarif",
        }
    }

    /// Returns the format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}

/// Formats the reports on files, each with the file's name.
#[must_use]
pub fn render(reports: &[(String, LintReport)], format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => text(reports),
        ReportFormat::Json => format!("{:#}\n", json(reports)),
        ReportFormat::Github => annotation::github(&annotations(reports, "; ")),
        ReportFormat::Sarif => format!("{:#}\n", sarif(reports)),
    }
}

fn all(reports: &[(String, LintReport)]) -> impl Iterator<Item = (&str, &Finding)> {
    reports
        .iter()
        .flat_map(|(file, report)| report.findings.iter().map(move |one| (file.as_str(), one)))
}

fn level(finding: &Finding) -> &'static str {
    match finding.level {
        Level::Error => "error",
        Level::Advice => "advice",
    }
}

/// Returns the message preceded by its entry and field.
fn sentence(finding: &Finding) -> String {
    let place = match (&finding.key, &finding.field) {
        (Some(key), Some(field)) => format!("{key}.{field}: "),
        (Some(key), None) => format!("{key}: "),
        _ => String::new(),
    };
    format!("{place}{}", finding.message)
}

fn text(reports: &[(String, LintReport)]) -> String {
    let mut out = String::new();
    for (file, one) in all(reports) {
        let (line, column) = (one.line, one.column);
        let (level, rule, message) = (level(one), one.rule, sentence(one));
        _ = writeln!(
            out,
            "{}:{line}:{column}: {level} {rule}: {}",
            on_one_line(file),
            on_one_line(&message)
        );
        if let Some(fix) = &one.fix {
            _ = writeln!(out, "    {}", on_one_line(fix));
        }
    }
    out
}

/// Replaces line breaks, so that text from a file can't begin a line of its own. The caller escapes
/// control sequences for terminals.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

fn json(reports: &[(String, LintReport)]) -> Value {
    let files: Vec<Value> = reports
        .iter()
        .map(|(file, report)| {
            json!({
                "file": file,
                "entries": report.entries,
                "dialect": report.dialect.as_str(),
                "findings": report.findings,
            })
        })
        .collect();
    json!({ "files": files })
}

/// The findings as annotations of places in files.
fn annotations(reports: &[(String, LintReport)], fix_after: &str) -> Vec<Annotation> {
    all(reports)
        .map(|(file, one)| {
            let fix = one.fix.as_ref().map(|fix| format!("{fix_after}{fix}"));
            Annotation {
                file: file.to_owned(),
                line: one.line,
                column: one.column,
                severity: match one.level {
                    Level::Error => Severity::Error,
                    Level::Advice => Severity::Note,
                },
                rule: one.rule,
                message: format!("{}{}", sentence(one), fix.unwrap_or_default()),
            }
        })
        .collect()
}

fn sarif(reports: &[(String, LintReport)]) -> Value {
    let annotations = annotations(reports, ". To do: ");
    let title = |code: &str| rule(code).map(|rule| rule.title);
    annotation::sarif(&annotations, &title)
}
