use std::io::Write as _;

/// A number that whoever runs the tests may set, such as `BIBSYNC_KILLS`.
pub(crate) fn wished(name: &str) -> Option<usize> {
    std::env::var_os(name)?.to_str()?.parse().ok()
}

/// Past the test harness, which shows what is printed only of tests that fail.
pub(crate) fn say(line: &str) {
    _ = writeln!(std::io::stderr().lock(), "{line}");
}
