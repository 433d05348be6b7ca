//! Reports for people and programs.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

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
        ReportFormat::Github => github(reports),
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

/// Workflow commands (docs.github.com, "Workflow commands for GitHub Actions").
fn github(reports: &[(String, LintReport)]) -> String {
    let data = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut out = String::new();
    for (file, one) in all(reports) {
        let command = match one.level {
            Level::Error => "error",
            Level::Advice => "notice",
        };
        let fix = one.fix.as_ref().map(|fix| format!("; {fix}"));
        _ = writeln!(
            out,
            "::{command} file={},line={},col={},title={}::{}",
            property(file),
            one.line,
            one.column,
            one.rule,
            data(&format!("{}{}", sentence(one), fix.unwrap_or_default())),
        );
    }
    out
}

/// One object of this size is shorter in `json!` than in the types of the crate `serde-sarif`.
fn sarif(reports: &[(String, LintReport)]) -> Value {
    let mut codes: Vec<&str> = all(reports).map(|(_, one)| one.rule).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes
        .iter()
        .filter_map(|code| rule(code))
        .map(|rule| json!({"id": rule.code, "shortDescription": {"text": rule.title}}))
        .collect();
    let results: Vec<Value> = all(reports)
        .map(|(file, one)| {
            let fix = one.fix.as_ref().map(|fix| format!(". To do: {fix}"));
            json!({
                "ruleId": one.rule,
                "level": match one.level {
                    Level::Error => "error",
                    Level::Advice => "note",
                },
                "message": {"text": format!("{}{}", sentence(one), fix.unwrap_or_default())},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": uri(file)},
                    "region": {"startLine": one.line, "startColumn": one.column},
                }}],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "bibsync",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// Percent-encodes a file's name as a relative reference (RFC 3986).
fn uri(file: &str) -> String {
    /// All but unreserved characters and the separator of paths.
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'.')
        .remove(b'-')
        .remove(b'_')
        .remove(b'~');
    utf8_percent_encode(&file.replace('\\', "/"), ESCAPED).to_string()
}
