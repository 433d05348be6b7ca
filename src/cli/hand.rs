use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use super::{exit::Failure, screen::say};
use crate::{
    changes::{Keys, before_edits, by_hand, is_as_written, is_listed_since, own_keys},
    export::{Manner, bibtex},
    lock::{ByHand, Lock, open_conflict},
    model::Work,
};

/// The entries of the output that the lock does not know, with their titles; nothing where it is not
/// there.
///
/// # Errors
/// When git left a conflict open in the file: what is to be kept of it is not ours to choose.
pub(super) fn own_entries(
    path: &Path,
    old: Option<&Lock>,
) -> Result<BTreeMap<String, String>, Failure> {
    let (Some(old), Ok(file)) = (old, fs_err::read_to_string(path)) else {
        return Ok(BTreeMap::new());
    };
    if let Some(line) = open_conflict(&file) {
        let place = path.display();
        return Err(
            Failure::usage(format!("{place}:{line}: a conflict that git left open"))
                .hint("settle it, or take one side with `git checkout --ours`, and run again"),
        );
    }
    Ok(own_keys(old, &file))
}

/// What the person did to the output since the last run, together with what they did before.
/// `works` are those to be written; `manner` is how the last run wrote.
///
/// `None` when what stands there can't be told apart: it is not what this version would have
/// written, or broken. Then the file as a whole is kept aside. `keys` says what became of the keys.
pub(super) fn edits(
    path: &Path,
    old: Option<&Lock>,
    works: &[Work],
    keys: &Keys,
    noted: bool,
    dialect: bibtex::Dialect,
    manner: &Manner,
) -> Option<ByHand> {
    let old = old?;
    let file = match fs_err::read_to_string(path) {
        Ok(file) => file,
        // What is not there can't have been edited.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Some(keys.follow(&old.by_hand));
        }
        Err(_) => return None,
    };
    if is_as_written(old, &file) && !is_listed_since(&old.by_hand.own, works) {
        return Some(keys.follow(&old.by_hand));
    }
    let write = |works: &[Work]| bibtex::write(&works.iter().collect::<Vec<_>>(), dialect, manner);
    let base = before_edits(old, &write(&old.exported(noted)), &file)?;
    by_hand(&old.by_hand, &base, &file, &write(works), keys)
}

/// Tells what was done by hand since the last run, and is kept, and what of it can't be.
pub(super) fn tell(before: &ByHand, now: &ByHand, others: &BTreeSet<String>) {
    for key in others {
        if before.fields.contains_key(key) || before.left_out.contains(key) {
            say(&format!(
                "{key} names another work now: what you did to the entry that had this key is let go"
            ));
        }
    }
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
