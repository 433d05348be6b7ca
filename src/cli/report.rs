use std::path::PathBuf;

use super::{exit::Failure, run_sources::RunStats};
use crate::files::{FileTarget, Written};
use crate::sync::{Report, Resolved, is_report};

/// Writes the report of a run over `inputs`. A file that is not a report is backed up.
pub(super) fn write(
    target: &FileTarget,
    inputs: &[PathBuf],
    resolved: &Resolved,
    stats: &RunStats,
) -> Result<(), Failure> {
    let inputs: Vec<String> = inputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let elapsed = u64::try_from(stats.elapsed.as_millis()).unwrap_or(u64::MAX);
    let report = Report::new(inputs.join(", "), resolved, stats.requests.clone(), elapsed);
    let mut json = serde_json::to_string_pretty(&report).map_err(Failure::usage)?;
    json.push('\n');
    if let Written::BackedUp(kept) = target.write(&json, is_report)? {
        let (path, kept) = (target.path().display(), kept.display());
        tracing::warn!("{path} was not a report of bibsync; its former content is kept in {kept}");
    }
    Ok(())
}
