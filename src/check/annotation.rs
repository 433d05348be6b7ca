//! Annotations of lines, as programs that show code read them.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// How grave an annotation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A remark.
    Note,
    /// To be looked at.
    Warning,
    /// Wrong.
    Error,
}

/// A message on a place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// How grave it is.
    pub severity: Severity,
    /// The code of its rule.
    pub rule: &'static str,
    /// The message.
    pub message: String,
}

/// Returns workflow commands (docs.github.com, "Workflow commands for GitHub Actions").
#[must_use]
pub fn github(annotations: &[Annotation]) -> String {
    let data = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut out = String::new();
    for one in annotations {
        let command = match one.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        _ = writeln!(
            out,
            "::{command} file={},line={},col={},title={}::{}",
            property(&one.file),
            one.line,
            one.column,
            one.rule,
            data(&one.message),
        );
    }
    out
}

/// Returns SARIF 2.1.0; `title` describes a rule in a phrase.
///
/// One object of this size is shorter in `json!` than in the types of the crate `serde-sarif`.
#[must_use]
pub fn sarif(annotations: &[Annotation], title: &dyn Fn(&str) -> Option<&'static str>) -> Value {
    let mut codes: Vec<&str> = annotations.iter().map(|one| one.rule).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes
        .iter()
        .filter_map(|code| Some((code, title(code)?)))
        .map(|(code, title)| json!({"id": code, "shortDescription": {"text": title}}))
        .collect();
    let results: Vec<Value> = annotations
        .iter()
        .map(|one| {
            json!({
                "ruleId": one.rule,
                "level": match one.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                    Severity::Note => "note",
                },
                "message": {"text": one.message},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": uri(&one.file)},
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
