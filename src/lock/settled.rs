//! A line in the lock of a file that is updated in place: nothing is left to do for this very file.

use super::{
    boundaries::{heading, heading_line},
    fingerprint::Digest,
};

/// How the line begins. It is a comment to readers of the lock.
const MARK: &str = "# settled ";

/// Adds to the text of a lock that nothing is left to do for a file of these bytes.
///
/// The line stands under a heading that its digest selects: of two branches that update the file, each adds
/// its line in another place, and after a merge neither holds.
#[must_use]
pub fn settled(lock: &str, file: &[u8]) -> String {
    let digest = digest_of([lock], file);
    let heading = heading_line(heading(&digest));
    let Some(at) = lock.find(&heading).map(|at| at + heading.len()) else {
        return lock.to_owned();
    };
    let (before, after) = lock.split_at(at);
    format!("{before}{MARK}{digest}\n{after}")
}

/// Whether the text of a lock says that nothing is left to do for a file of these bytes. It holds only as long
/// as every byte of both is as it was, and for the version of bibsync that wrote it.
#[must_use]
pub fn is_settled(lock: &str, file: &[u8]) -> bool {
    let mark = format!("\n{MARK}");
    let Some(start) = lock.find(&mark).map(|at| at + 1) else {
        return false;
    };
    let (before, rest) = lock.split_at(start);
    let Some((line, after)) = rest.split_once('\n') else {
        return false;
    };
    let said = line.strip_prefix(MARK);
    said == Some(digest_of([before, after], file).as_str())
}

fn digest_of<const N: usize>(lock: [&str; N], file: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.bytes(file);
    digest.update("\n");
    for part in lock {
        digest.update(part);
    }
    digest.update(env!("CARGO_PKG_VERSION"));
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::Lock;

    #[test]
    fn any_change_of_file_or_lock_unsettles() {
        let lock = Lock::default().render().unwrap();
        let file = b"@misc{a, title = {A}}";
        assert!(!is_settled(&lock, file));
        let text = settled(&lock, file);
        assert!(is_settled(&text, file));
        assert!(!is_settled(&text, b"@misc{a, title = {B}}"));
        assert!(!is_settled(&text.replace("format", "format "), file));
        assert!(!is_settled(&text.replace("# 00\n", "# 00\n\n"), file));
        // After a merge of two branches, the lock has two lines.
        let both = settled(&text, b"another file");
        assert!(!is_settled(&both, file) && !is_settled(&both, b"another file"));
        let read = Lock::salvage(&text, "x").unwrap();
        assert_eq!((read.lock, read.damage), (Lock::default(), Vec::new()));
    }
}
