use std::path::PathBuf;

use super::{
    exit::Failure,
    fetch::Sent,
    output::{Target, Written},
};
use crate::sync::{Report, Resolved, is_report};

/// Writes what a run over `inputs` did, for programs. What stands there and is no report is kept.
pub(super) fn write(
    target: &Target,
    inputs: &[PathBuf],
    resolved: &Resolved,
    sent: &Sent,
) -> Result<(), Failure> {
    let inputs: Vec<String> = inputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let elapsed = u64::try_from(sent.elapsed.as_millis()).unwrap_or(u64::MAX);
    let report = Report::new(inputs.join(", "), resolved, sent.requests.clone(), elapsed);
    let mut json = serde_json::to_string_pretty(&report).map_err(Failure::usage)?;
    json.push('\n');
    if let Written::KeptOld(kept) = target.write(&json, is_report)? {
        let (path, kept) = (target.path().display(), kept.display());
        tracing::warn!("what stood in {path} was no report of bibsync's and is kept in {kept}");
    }
    Ok(())
}
