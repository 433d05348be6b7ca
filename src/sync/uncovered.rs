//! Differences between a lock and lists. Pure.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::input::{Listed, targets};
use crate::{
    lock::{Lock, LockedListing},
    model::Outline,
    text::fold::fold_without_blanks,
};

/// Returns a line for each listing that `lock` lacks, has in another form, or has and the lists lack.
#[must_use]
pub fn uncovered(lists: &[Listed], lock: &Lock) -> Vec<String> {
    let targets = targets(lists);
    let fingerprints: BTreeSet<&str> = targets.iter().map(|it| it.fingerprint.as_str()).collect();
    let known = lock.by_fingerprint();
    let mut left: BTreeMap<String, &LockedListing> = lock
        .listings
        .iter()
        .filter(|locked| !fingerprints.contains(locked.fingerprint.as_str()))
        .map(|locked| (fold_without_blanks(&locked.title), locked))
        .collect();
    let mut out = Vec::new();
    for target in &targets {
        if known.contains_key(target.fingerprint.as_str()) {
            continue;
        }
        let (title, file) = (&target.listing.title, &lists[target.list].file);
        out.push(match left.remove(&target.title.key) {
            Some(locked) => {
                let now = Outline::of_listing(target.listing, target.person);
                let what = changed(locked.listed.as_ref(), &now);
                format!(
                    "± {title} [{}] is listed otherwise in {file}{what}",
                    locked.key
                )
            }
            None => format!("+ {title} is listed in {file}"),
        });
    }
    let gone = left.into_values();
    out.extend(gone.map(|locked| format!("- {} [{}] is not listed", locked.title, locked.key)));
    out
}

/// The fields in which a listing has changed: `: year 2023, was 2022`.
fn changed(was: Option<&Outline>, now: &Outline) -> String {
    let Some(was) = was else {
        return String::new();
    };
    let text = |outline: &Outline| {
        let year = outline.year.map(|year| year.to_string());
        [
            ("authors", Some(outline.authors.join(", "))),
            ("year", year),
            ("venue", outline.venue.clone()),
        ]
    };
    let mut out = String::new();
    for ((name, was), (_, now)) in text(was).into_iter().zip(text(now)) {
        if was != now {
            let mark = if out.is_empty() { ": " } else { "; " };
            let shown = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
            out.push_str(mark);
            _ = write!(out, "{name} {}, was {}", shown(now), shown(was));
        }
    }
    out
}
