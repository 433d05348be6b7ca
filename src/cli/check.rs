use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{
    args::{Check, CheckOutput, Format, Shared},
    counted::{counted, entries},
    exit::{Code, Failure},
    inputs::once_from_standard_input,
    screen::{Ink, print_commands, print_json, say, show},
    settings::settings,
    target::is_standard,
    world::World,
};
use crate::{
    check::{self, Dialect, Level, LintReport, ReportFormat},
    import::InputFormat,
};

mod bib_source;
mod fix;
mod listed;
mod online;

use listed::{ListedEntries, listed};
use online::online;

/// `bibsync check`: finds mistakes in `.bib` files, or in the entries that a lock has for lists.
pub(super) fn check(args: &Check, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    if args.online {
        return online(args, shared, &settings, world);
    }
    let CheckOutput::List(form) = args.output else {
        return Err(
            Failure::usage("--output html is a page of `check --online`")
                .hint("add --online, and --offline if no request is to be sent"),
        );
    };
    let ignored = &settings.check.ignore;
    for code in ignored.iter().filter(|code| check::rule(code).is_none()) {
        tracing::warn!("check.ignore: there is no rule {code}");
    }
    let dialect = args.format.map(|format| match format {
        Format::Bibtex => Dialect::Bibtex,
        Format::Biblatex => Dialect::Biblatex,
    });
    once_from_standard_input(&args.files)?;
    let mut reports: Vec<(String, LintReport)> = Vec::new();
    let mut lists: Vec<PathBuf> = Vec::new();
    for path in &args.files {
        let bytes = read(path)?;
        if is_bibliography(path, &bytes) {
            let report = check::lint(&bytes, dialect, ignored);
            reports.push((path.display().to_string(), report));
        } else {
            lists.push(path.clone());
        }
    }
    let listed = if lists.is_empty() {
        ListedEntries::default()
    } else {
        let listed = listed(&lists, &args.lock, shared, &settings, world)?;
        let report = check::lint(listed.bibliography.as_bytes(), dialect, ignored);
        reports.push((listed.file.display().to_string(), report));
        listed
    };
    for line in listed.uncovered.iter().chain(&listed.unsettled) {
        say(line);
    }
    let text = check::render(&reports, form);
    match form {
        ReportFormat::Text => show(&painted(&text))?,
        ReportFormat::Github => print_commands(&text)?,
        ReportFormat::Json | ReportFormat::Sarif => print_json(&text)?,
    }
    let count = |level: Level| -> usize {
        let findings = reports.iter().flat_map(|(_, report)| &report.findings);
        findings.filter(|finding| finding.level == level).count()
    };
    let (errors, advice) = (count(Level::Error), count(Level::Advice));
    if !shared.quiet && form == ReportFormat::Text {
        let entries = entries(reports.iter().map(|(_, report)| report.entries).sum());
        let errors = counted(errors, "error", "errors");
        say(&format!("{entries}: {errors}, {advice} advice"));
    }
    let advised = advice > 0 || !listed.unsettled.is_empty();
    let found = errors > 0 || !listed.uncovered.is_empty() || args.strict && advised;
    Ok(if found { Code::Found } else { Code::Done })
}

/// Paints the level of each finding.
fn painted(text: &str) -> String {
    let levels = [(": error ", Ink::Bad), (": advice ", Ink::Doubt)];
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let found = levels
            .iter()
            .filter_map(|(level, ink)| Some((line.find(level)?, level, ink)));
        match found.min_by_key(|(at, _, _)| *at) {
            Some((at, level, ink)) if !line.starts_with(' ') => {
                let word = level.trim_matches([':', ' ']);
                out.push_str(&line[..at + 2]);
                out.push_str(&ink.paint(word));
                out.push_str(&line[at + 2 + word.len()..]);
            }
            _ => out.push_str(line),
        }
    }
    out
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if is_standard(path) {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(Failure::usage)?;
        return Ok(bytes);
    }
    fs_err::read(path).map_err(Failure::usage)
}

/// Returns whether a file is a bibliography, by its name or by its content. A list has no entries,
/// and would pass without a finding.
fn is_bibliography(path: &Path, bytes: &[u8]) -> bool {
    let name = path.display().to_string();
    is_standard(path)
        || path.extension().is_some_and(|ending| ending == "bib")
        || matches!(InputFormat::of(bytes, &name), Ok(InputFormat::Bib))
}
