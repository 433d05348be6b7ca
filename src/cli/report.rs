use std::path::{Path, PathBuf};

use super::{exit::Failure, page::of_run, run_sources::RunStats};
use crate::config::Settings;
use crate::files::{FileTarget, Written};
use crate::page::{self, Need};
use crate::sync::{Report, Resolved, is_report};

/// Writes the report of a run over `inputs`: a page if its name ends in `.html`, else JSON. A file
/// that is not a report is backed up.
pub(super) fn write(
    target: &FileTarget,
    inputs: &[PathBuf],
    bibliography: &Path,
    settings: &Settings,
    resolved: &Resolved,
    news: Option<Vec<Need>>,
    stats: &RunStats,
) -> Result<(), Failure> {
    let ending = target.path().extension();
    if ending.is_some_and(|it| it.eq_ignore_ascii_case("html") || it.eq_ignore_ascii_case("htm")) {
        let page = of_run(resolved, news, bibliography, settings, stats)?;
        let written = target.write(&page::write(&page), page::is_page)?;
        warn_of_backup(target, &written);
        return Ok(());
    }
    let inputs: Vec<String> = inputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let elapsed = u64::try_from(stats.elapsed.as_millis()).unwrap_or(u64::MAX);
    let report = Report::new(inputs.join(", "), resolved, stats.requests.clone(), elapsed);
    let mut json = serde_json::to_string_pretty(&report).map_err(Failure::usage)?;
    json.push('\n');
    let written = target.write(&json, is_report)?;
    warn_of_backup(target, &written);
    Ok(())
}

fn warn_of_backup(target: &FileTarget, written: &Written) {
    if let Written::BackedUp(kept) = written {
        let (path, kept) = (target.path().display(), kept.display());
        tracing::warn!("{path} was not a report of bibsync; its former content is kept in {kept}");
    }
}
