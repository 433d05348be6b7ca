use std::path::Path;

use super::screen::say;
use crate::{
    changes::{before_edits, by_hand, is_as_written},
    export::{Manner, bibtex},
    lock::{ByHand, Lock},
    model::Work,
};

/// What the person did to the output since the last run, together with what they did before.
///
/// `None` when what stands there can't be told apart: it is not what this version would have
/// written, or broken. Then the file as a whole is kept aside.
pub(super) fn edits(
    path: &Path,
    old: Option<&Lock>,
    works: &[Work],
    noted: bool,
    dialect: bibtex::Dialect,
    manner: &Manner,
) -> Option<ByHand> {
    let old = old?;
    let file = match fs_err::read_to_string(path) {
        Ok(file) => file,
        // What is not there can't have been edited.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Some(old.by_hand.clone());
        }
        Err(_) => return None,
    };
    if is_as_written(old, &file) {
        return Some(old.by_hand.clone());
    }
    let write = |works: &[Work]| bibtex::write(&works.iter().collect::<Vec<_>>(), dialect, manner);
    let base = before_edits(old, &write(&old.exported(noted)), &file)?;
    by_hand(&old.by_hand, &base, &file, &write(works))
}

/// Tells what was done by hand since the last run, and is kept.
pub(super) fn tell(before: &ByHand, now: &ByHand) {
    let mut done = Vec::new();
    for (key, fields) in &now.fields {
        let known = before.fields.get(key);
        let new = fields
            .iter()
            .filter(|(name, value)| known.and_then(|known| known.get(*name)) != Some(value))
            .map(|(name, _)| name.as_str());
        let new: Vec<&str> = new.collect();
        if !new.is_empty() {
            done.push(format!("{} of {key}", new.join(", ")));
        }
    }
    let out = now.left_out.difference(&before.left_out);
    done.extend(out.map(|key| format!("{key} left out")));
    let own = now
        .own
        .iter()
        .filter(|block| !before.own.contains(block))
        .count();
    if own > 0 {
        done.push(format!("{own} of your own at the end"));
    }
    if !done.is_empty() {
        say(&format!("kept as you edited it: {}", done.join("; ")));
    }
}
