use std::io::Read as _;
use std::path::Path;

use super::{
    args::{Check, Format, Shared},
    exit::{Code, Failure},
    run::World,
    screen::{print, say},
    setup::settings,
};
use crate::check::{self, Dialect, Level, Output, Report};

/// `bibsync check`: what is wrong with `.bib` files.
pub(super) fn check(args: &Check, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    let ignored = &settings.check.ignore;
    for code in ignored.iter().filter(|code| check::rule(code).is_none()) {
        tracing::warn!("check.ignore: there is no rule {code}");
    }
    let dialect = args.format.map(|format| match format {
        Format::Bibtex => Dialect::Bibtex,
        Format::Biblatex => Dialect::Biblatex,
    });
    if args
        .files
        .iter()
        .filter(|path| path.as_os_str() == "-")
        .count()
        > 1
    {
        return Err(Failure::usage("standard input (`-`) can be read only once"));
    }
    let mut reports: Vec<(String, Report)> = Vec::new();
    for path in &args.files {
        let report = check::lint(&read(path)?, dialect, ignored);
        reports.push((path.display().to_string(), report));
    }
    print(&check::render(&reports, args.output))?;
    let count = |level: Level| -> usize {
        let findings = reports.iter().flat_map(|(_, report)| &report.findings);
        findings.filter(|finding| finding.level == level).count()
    };
    let (errors, advice) = (count(Level::Error), count(Level::Advice));
    if !shared.quiet && args.output == Output::Text {
        let entries: usize = reports.iter().map(|(_, report)| report.entries).sum();
        let entries = counted(entries, "entry", "entries");
        let errors = counted(errors, "error", "errors");
        say(&format!("{entries}: {errors}, {advice} advice"));
    }
    let found = errors > 0 || args.strict && advice > 0;
    Ok(if found { Code::Found } else { Code::Done })
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(Failure::usage)?;
        return Ok(bytes);
    }
    let bytes = fs_err::read(path).map_err(Failure::usage)?;
    // A profile or a lock has no entries, and would pass for clean.
    let text = bytes.trim_ascii_start();
    if text.starts_with(b"{") {
        return Err(
            Failure::usage(format!("{} is no BibTeX file", path.display()))
                .hint("`bibsync fetch` reads profiles"),
        );
    }
    Ok(bytes)
}
