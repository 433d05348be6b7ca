//! Reports for people and programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{
    judgement::{FieldFinding, Judgement, Nearest, Standing, Weight},
    report::{JudgedFile, JudgedReference},
    venue_class::VenuePolicy,
    words::marked,
};
use crate::{
    check::{self, Annotation, ReportFormat, Severity},
    model::WorkId,
};

/// Formats the judgements on files. `policy` adds the class of each reference.
#[must_use]
pub fn render(files: &[JudgedFile], format: ReportFormat, policy: Option<&VenuePolicy>) -> String {
    match format {
        ReportFormat::Text => text(files, policy),
        ReportFormat::Json => format!("{:#}\n", json(files, policy)),
        ReportFormat::Github => check::github(&annotations(files, policy)),
        ReportFormat::Sarif => {
            let sarif = check::sarif(&annotations(files, policy), &title_of_rule);
            format!("{sarif:#}\n")
        }
    }
}

/// One file is one object; several are an array of them.
fn json(files: &[JudgedFile], policy: Option<&VenuePolicy>) -> Value {
    let mut values: Vec<Value> = files.iter().map(|file| json_of(file, policy)).collect();
    match values.pop() {
        Some(only) if values.is_empty() => only,
        Some(last) => {
            values.push(last);
            Value::Array(values)
        }
        None => Value::Array(values),
    }
}

fn json_of(file: &JudgedFile, policy: Option<&VenuePolicy>) -> Value {
    let tally = file.tally();
    let summary = tally
        .iter()
        .map(|(it, count)| (it.as_str().to_owned(), json!(count)));
    let entries = file.references.iter().map(|reference| {
        let judgement = &reference.judgement;
        let mut entry = json!({
            "key": reference.key,
            "line": reference.line,
            "verdict": judgement.standing,
            "findings": judgement.findings,
            "nearest": judgement.nearest,
            "asked": judgement.asked,
        });
        if let Some(policy) = policy {
            entry["class"] = json!(policy.class(judgement));
        }
        entry
    });
    let entries: Vec<Value> = entries.collect();
    let mut out = json!({
        "file": file.file,
        "summary": summary.collect::<serde_json::Map<_, _>>(),
        "entries": entries,
    });
    if !file.known.is_empty() {
        let known = file.known.iter();
        let known = known.map(|(key, line, why)| json!({"key": key, "line": line, "why": why}));
        out["known"] = known.collect();
    }
    out
}

fn text(files: &[JudgedFile], policy: Option<&VenuePolicy>) -> String {
    let mut out = String::new();
    for file in files {
        for reference in &file.references {
            if reference.judgement.standing != Standing::Verified {
                paragraph(&mut out, &file.file, reference, policy);
            }
        }
    }
    out
}

/// A reference with its findings, the nearest record and the sources asked.
fn paragraph(
    out: &mut String,
    file: &str,
    reference: &JudgedReference,
    policy: Option<&VenuePolicy>,
) {
    let judgement = &reference.judgement;
    let place = match reference.line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_owned(),
    };
    let class = policy.and_then(|policy| policy.class(judgement));
    let class = class.map_or_else(String::new, |class| format!(" ({})", class.in_words()));
    let name = on_one_line(&reference.key);
    let verdict = judgement.standing.in_words();
    _ = writeln!(out, "{}: {verdict}: {name}{class}", on_one_line(&place));
    if judgement.standing == Standing::CantTell {
        for finding in judgement.weighing(Weight::Doubt) {
            _ = writeln!(out, "    {}", on_one_line(&sentence(finding)));
        }
        return;
    }
    if reference.key != reference.title {
        _ = writeln!(out, "    `{}`", on_one_line(&reference.title));
    }
    for finding in &judgement.findings {
        _ = writeln!(out, "    {}", on_one_line(&sentence(finding)));
    }
    if let Some(nearest) = &judgement.nearest {
        let line = nearest_line(nearest, &reference.title);
        _ = writeln!(out, "    nearest: {}", on_one_line(&line));
    }
    if judgement.standing != Standing::Differs {
        _ = writeln!(out, "    asked: {}", asked_line(judgement));
    }
}

fn asked_line(judgement: &Judgement) -> String {
    let of = |asked: &super::AskedSource| match asked.day {
        Some(day) => format!("{} {} ({day})", asked.source, asked.answer),
        None => format!("{} {}", asked.source, asked.answer),
    };
    judgement
        .asked
        .iter()
        .map(of)
        .collect::<Vec<_>>()
        .join("; ")
}

/// The record that comes nearest, with the words that the listed title does not have in brackets.
fn nearest_line(nearest: &Nearest, listed: &str) -> String {
    const NAMED: usize = 4;
    let mut parts = vec![format!("`{}`", marked(&nearest.title, listed))];
    if !nearest.authors.is_empty() {
        let named = nearest
            .authors
            .iter()
            .take(NAMED)
            .cloned()
            .collect::<Vec<_>>();
        let more = if nearest.authors.len() > NAMED {
            " et al."
        } else {
            ""
        };
        parts.push(format!("by {}{more}", named.join(", ")));
    }
    parts.extend(nearest.venue.clone());
    parts.extend(nearest.year.map(|year| year.to_string()));
    parts.extend(WorkId::all_of(&nearest.ids).first().map(WorkId::url));
    parts.join(", ")
}

/// Returns a finding in a sentence: the field, both values, and what it means.
fn sentence(finding: &FieldFinding) -> String {
    let mut out = String::new();
    if finding.field != "entry" {
        _ = write!(out, "{}: ", finding.field);
    }
    match (&finding.listed, &finding.found) {
        (Some(listed), Some(found)) => {
            let source = finding.source.map(|it| format!(" ({it})"));
            let source = source.unwrap_or_default();
            _ = write!(out, "listed `{listed}`, found `{found}`{source}: ");
        }
        (Some(listed), None) => _ = write!(out, "listed `{listed}`: "),
        _ => {}
    }
    out + &finding.say
}

/// Replaces line breaks, so that text from a file can't begin a line of its own. The caller escapes
/// control sequences for terminals.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

/// The flagged references as annotations. "Can't tell" is no flag.
fn annotations(files: &[JudgedFile], policy: Option<&VenuePolicy>) -> Vec<Annotation> {
    let mut out = Vec::new();
    for file in files {
        for reference in &file.references {
            let judgement = &reference.judgement;
            let Some(rule) = rule(judgement.standing) else {
                continue;
            };
            let class = policy.and_then(|policy| policy.class(judgement));
            let class = class.map_or_else(String::new, |it| format!(" [{}]", it.in_words()));
            let least = match judgement.standing {
                Standing::NotFound => Weight::Form,
                _ => Weight::Difference,
            };
            let says: Vec<String> = judgement.weighing(least).map(sentence).collect();
            let nearest = judgement.nearest.as_ref();
            let nearest =
                nearest.map(|it| format!("; nearest: {}", nearest_line(it, &reference.title)));
            out.push(Annotation {
                file: file.file.clone(),
                line: reference.line.unwrap_or(1),
                column: 1,
                severity: severity(judgement),
                rule,
                message: format!(
                    "{}: {}{class}: {}{}",
                    reference.key,
                    judgement.standing.in_words(),
                    says.join("; "),
                    nearest.unwrap_or_default()
                ),
            });
        }
    }
    out
}

fn severity(judgement: &Judgement) -> Severity {
    match judgement.standing {
        Standing::Contradicted => Severity::Error,
        Standing::NotFound => Severity::Warning,
        // A year or a title with another word is a slip.
        _ if judgement
            .weighing(Weight::Difference)
            .all(|it| matches!(it.field, "year" | "title")) =>
        {
            Severity::Note
        }
        _ => Severity::Warning,
    }
}

/// The code of a flag; `None` for a verdict that is none.
fn rule(standing: Standing) -> Option<&'static str> {
    match standing {
        Standing::Verified | Standing::CantTell => None,
        Standing::Differs => Some("reference-differs"),
        Standing::Contradicted => Some("reference-contradicted"),
        Standing::NotFound => Some("reference-not-found"),
    }
}

fn title_of_rule(code: &str) -> Option<&'static str> {
    Some(match code {
        "reference-differs" => "a reference differs from the work that it means",
        "reference-contradicted" => "something proves that there is no such work",
        "reference-not-found" => {
            "every source that must have a reference answered, and none has it"
        }
        _ => return None,
    })
}
