//! Findings as people and programs read them.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::finding::{Finding, Level};
use super::lint::Report;
use super::rules::rule;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Output {
    /// A line for each, as compilers write them, and one for what to do.
    Text,
    /// One object with all of them.
    Json,
    /// Commands that GitHub's workflows turn into remarks beside the lines.
    Github,
    /// SARIF 2.1.0 (OASIS), which code hosts and editors read.
    Sarif,
}

impl Output {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Text, Self::Json, Self::Github, Self::Sarif];

    /// The name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Github => "github",
            Self::Sarif => "sarif",
        }
    }

    /// The one called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|output| output.as_str() == name)
    }
}

/// The reports on files, each with its name, as `output` has them.
#[must_use]
pub fn render(reports: &[(String, Report)], output: Output) -> String {
    match output {
        Output::Text => text(reports),
        Output::Json => format!("{:#}\n", json(reports)),
        Output::Github => github(reports),
        Output::Sarif => format!("{:#}\n", sarif(reports)),
    }
}

fn all(reports: &[(String, Report)]) -> impl Iterator<Item = (&str, &Finding)> {
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

/// The message with the entry and field it concerns.
fn sentence(finding: &Finding) -> String {
    let place = match (&finding.key, &finding.field) {
        (Some(key), Some(field)) => format!("{key}.{field}: "),
        (Some(key), None) => format!("{key}: "),
        _ => String::new(),
    };
    format!("{place}{}", finding.message)
}

fn text(reports: &[(String, Report)]) -> String {
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

/// Text from a file must not begin a line of its own. Who prints it escapes what steers a terminal.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

fn json(reports: &[(String, Report)]) -> Value {
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
fn github(reports: &[(String, Report)]) -> String {
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

fn sarif(reports: &[(String, Report)]) -> Value {
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

/// A file's name as a relative reference (RFC 3986).
fn uri(file: &str) -> String {
    let mut out = String::new();
    for byte in file.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            byte => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}
