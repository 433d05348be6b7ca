//! What a lock and lists say differently. Pure.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::resolve::Listed;
use crate::{
    lock::{Lock, LockedListing, fingerprint},
    model::Outline,
    text::fold::squeeze,
};

/// A line for each listing that `lock` lacks, has otherwise, or has and the lists have not.
#[must_use]
pub fn uncovered(lists: &[Listed], lock: &Lock) -> Vec<String> {
    let listings: Vec<_> = lists
        .iter()
        .flat_map(|listed| {
            let publications = listed.publications.iter();
            publications.map(move |it| (it, listed, fingerprint(it, &listed.person)))
        })
        .collect();
    let prints: BTreeSet<&str> = listings
        .iter()
        .map(|(_, _, print)| print.as_str())
        .collect();
    let known = lock.by_fingerprint();
    let mut left: BTreeMap<String, &LockedListing> = lock
        .listings
        .iter()
        .filter(|locked| !prints.contains(locked.fingerprint.as_str()))
        .map(|locked| (squeeze(&locked.title), locked))
        .collect();
    let mut out = Vec::new();
    for (listing, listed, print) in &listings {
        if known.contains_key(print.as_str()) {
            continue;
        }
        let (title, file) = (&listing.title, &listed.file);
        out.push(match left.remove(&squeeze(title)) {
            Some(locked) => {
                let now = Outline::of_listing(listing, &listed.person);
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

/// The fields in which a listing says something else: `: year 2023, was 2022`.
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
