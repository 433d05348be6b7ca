use tempfile::{Builder, TempDir};

use crate::cli::exit::Failure;

/// Makes a temporary folder that nobody else may look into.
pub(super) fn private_folder() -> Result<TempDir, Failure> {
    let mut builder = Builder::new();
    builder.prefix("bibsync-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder.tempdir().map_err(Failure::usage)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn nobody_else_may_look_into_it() {
        let folder = private_folder().unwrap();
        let mode = folder.path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
