//! Targets that are named on the command line.

use std::path::Path;

use super::exit::Failure;
use crate::files::FileTarget;

/// Returns whether a name means standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Prepares a file that a later run reads again.
pub(super) fn regular_target(path: &Path) -> Result<FileTarget, Failure> {
    refuse_standard(path)?;
    Ok(FileTarget::regular(path)?)
}

/// Prepares a file that no later run needs, or a device or a pipe.
pub(super) fn any_target(path: &Path) -> Result<FileTarget, Failure> {
    refuse_standard(path)?;
    Ok(FileTarget::any(path)?)
}

/// Refuses `-`, which is no file.
pub(super) fn refuse_standard(path: &Path) -> Result<(), Failure> {
    if is_standard(path) {
        return Err(Failure::usage(
            "`-` is standard output, which takes no file that a later run reads again",
        )
        .hint("name a file; `./-` is one that is called so"));
    }
    Ok(())
}
