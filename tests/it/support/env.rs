use std::io::Write as _;

/// Returns a number from an environment variable such as `BIBSYNC_KILLS`.
pub(crate) fn env_number(name: &str) -> Option<usize> {
    std::env::var_os(name)?.to_str()?.parse().ok()
}

/// Prints a line directly, because the test harness only shows the output of failing tests.
pub(crate) fn say(line: &str) {
    _ = writeln!(std::io::stderr().lock(), "{line}");
}
