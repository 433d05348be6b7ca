//! Whether an output is as it was written, and what it was before anybody edited it.

use std::collections::BTreeMap;

use crate::{
    bib::{Content, scan},
    lock::{Lock, digest},
};

/// The digest of each entry of a text, by its key.
#[must_use]
pub fn written(text: &str) -> BTreeMap<String, String> {
    entries(text)
        .into_iter()
        .map(|(key, entry)| (key.to_owned(), digest(entry)))
        .collect()
}

/// Whether `file` holds what the run wrote that made the lock, and nothing else; in which order does
/// not matter.
#[must_use]
pub fn is_as_written(lock: &Lock, file: &str) -> bool {
    if lock.written.is_empty() && lock.output.is_some() {
        return lock.output.as_ref() == Some(&digest(file));
    }
    let mut left = lock.written.clone();
    let mut own = lock.by_hand.own.iter();
    scan(file).into_iter().all(|block| {
        let text = file.get(block.span).unwrap_or_default().trim();
        match block.content {
            Content::Text if text.is_empty() => true,
            Content::Entry { key, .. } if left.get(key) == Some(&digest(text)) => {
                left.remove(key);
                true
            }
            _ => own.next().is_some_and(|own| own == text),
        }
    }) && left.is_empty()
        && own.next().is_none()
}

/// The output as it was before anybody edited it, its entries alone: as `again` has them, which is what
/// this version writes from the lock, and where an earlier one wrote otherwise, as they stand in
/// `file`. `None` when an entry is as neither has it.
#[must_use]
pub fn before_edits(lock: &Lock, again: &str, file: &str) -> Option<String> {
    if lock.written.is_empty() && lock.output.is_some() {
        let whole = digest(&lock.by_hand.after(again));
        return (lock.output == Some(whole)).then(|| again.to_owned());
    }
    let (ours, theirs) = (entries(again), entries(file));
    let mut out = String::new();
    for (key, wanted) in &lock.written {
        let is_it = |entry: &&&str| digest(entry) == *wanted;
        let ours = ours.get(key.as_str()).filter(is_it);
        let entry = ours.or_else(|| theirs.get(key.as_str()).filter(is_it))?;
        out.push_str(entry);
        out.push('\n');
    }
    Some(out)
}

/// The entries of a text as they are written, by their keys; of two with one key the first.
fn entries(text: &str) -> BTreeMap<&str, &str> {
    let mut out = BTreeMap::new();
    for block in scan(text) {
        if let (Content::Entry { key, .. }, Some(entry)) = (block.content, text.get(block.span)) {
            out.entry(key).or_insert(entry.trim());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "@misc{a,\n  title = {A},\n}\n\n@misc{b,\n  title = {B},\n}\n";

    fn lock() -> Lock {
        let mut lock = Lock {
            written: written(OURS),
            ..Lock::default()
        };
        lock.by_hand.own = vec!["% mine".to_owned()];
        lock
    }

    #[test]
    fn what_was_written_is_known_in_any_order() {
        let lock = lock();
        let whole = lock.by_hand.after(OURS);
        assert!(is_as_written(&lock, &whole));
        let (a, b) = OURS.split_once("\n\n").unwrap();
        assert!(is_as_written(&lock, &format!("{b}\n% mine\n\n{a}")));
        for other in [
            OURS.to_owned(),
            whole.replace("{B}", "{C}"),
            format!("{whole}@misc{{c}}"),
            whole.replacen("@misc{a", "@misc{x", 1),
        ] {
            assert!(!is_as_written(&lock, &other), "{other}");
        }
    }

    #[test]
    fn what_an_earlier_version_wrote_is_read_from_the_file() {
        let lock = lock();
        let newer = OURS.replace("  title", " title");
        let base = before_edits(&lock, &newer, &OURS.replace("\n\n", "\n")).unwrap();
        assert_eq!(written(&base), lock.written);
        let edited = OURS.replace("{B}", "{C}");
        assert_eq!(before_edits(&lock, &newer, &edited), None);
        assert!(before_edits(&lock, OURS, &edited).is_some());
    }
}
