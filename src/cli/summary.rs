use std::{collections::BTreeMap, fmt::Write as _};

use super::{counted::counted, screen::Ink};
use crate::{
    model::{Unmatched, Verdict, Work},
    sync::{self, Item, RequestCounts, Resolved},
};

/// The most listings of a kind that are named; a last line says where the others are found.
const NAMED: usize = 12;

/// Returns a summary of a run in a few lines.
pub(super) fn summary(resolved: &Resolved, asked: &BTreeMap<String, RequestCounts>) -> String {
    let mut out = counts(resolved);
    conflicts(&mut out, resolved);
    named(&mut out, resolved);
    if resolved.tally().ambiguous > 0 {
        out.push_str("`bibsync review` settles what is ambiguous\n");
    }
    _ = writeln!(out, "requests: {}", sent(asked));
    failures(&mut out, resolved);
    out
}

/// Returns the number of listings with each verdict.
fn counts(resolved: &Resolved) -> String {
    let tally = resolved.tally();
    let upgraded = resolved.items.iter().filter(|item| item.upgraded).count();
    let painted = |ink: Ink, count: usize, what: &str| {
        let text = format!("{count} {what}");
        if count > 0 { ink.paint(&text) } else { text }
    };
    let mut out = format!(
        "{} listed: {}",
        resolved.items.len(),
        painted(Ink::Good, tally.matched, "matched")
    );
    if upgraded > 0 {
        let their = if upgraded == 1 { "its" } else { "their" };
        _ = write!(out, " ({upgraded} upgraded to {their} publication)");
    }
    _ = write!(
        out,
        ", {}, {}",
        painted(Ink::Doubt, tally.ambiguous, "ambiguous"),
        painted(Ink::Doubt, tally.unmatched, "unmatched")
    );
    if tally.duplicates > 0 {
        _ = write!(out, "; {} listed more than once", tally.duplicates);
    }
    out.push('\n');
    out
}

/// Adds the listings that contradict what the list pins.
fn conflicts(out: &mut String, resolved: &Resolved) {
    let count = resolved.conflicts();
    if count == 0 {
        return;
    }
    _ = writeln!(
        out,
        "{count} in {} with what the list pins, and exported as listed; correct the pin or the title, or confirm the pin with \"match\": true (bibsync review helps):",
        Ink::Bad.paint("CONFLICT")
    );
    for item in &resolved.items {
        if let Some(conflict) = item.verdict.conflict() {
            let head = Ink::Bad.paint("conflict:");
            _ = writeln!(out, "  {head} {}: {conflict}", name_of(item));
        }
    }
}

/// Adds the listings that a person may want to look at, by kind: a long kind hides no other.
fn named(out: &mut String, resolved: &Resolved) {
    let works: BTreeMap<&str, &Work> = resolved
        .lock
        .works
        .iter()
        .map(|work| (work.key.as_str(), work))
        .collect();
    let (mut ambiguous, mut upgraded, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let mut elsewhere = Vec::new();
    let listed_venues = listed_venues(resolved);
    for item in &resolved.items {
        let name = name_of(item);
        match &item.verdict {
            Verdict::Matched { .. } if item.upgraded => {
                let work = works.get(item.key.as_str());
                let place = work.and_then(|work| place(work)).unwrap_or_default();
                let head = Ink::Good.paint("published:");
                upgraded.push(format!("{head} {name}{place}"));
            }
            Verdict::Matched { .. } => {
                let listed = listed_venues.get(item.fingerprint.as_str()).copied();
                let work = works.get(item.key.as_str());
                if let Some((listed, work)) = listed.zip(work)
                    && item.is_found_elsewhere(listed, work)
                {
                    let head = Ink::Doubt.paint("found elsewhere:");
                    let found = place(work).unwrap_or_default().replacen(": ", "", 1);
                    elsewhere.push(format!(
                        "{head} {name}: listed at {listed}, found at {found}"
                    ));
                }
            }
            Verdict::Ambiguous { .. } if item.verdict.conflict().is_some() => {}
            Verdict::Ambiguous { candidates } => {
                let head = Ink::Doubt.paint("ambiguous:");
                let perhaps = candidates
                    .first()
                    .map(|best| format!(": perhaps `{}` ({})", best.title, best.confidence));
                ambiguous.push(format!("{head} {name}{}", perhaps.unwrap_or_default()));
            }
            Verdict::Unmatched { reason, .. } => open.push(unmatched(item, &name, *reason)),
        }
    }
    list(
        out,
        &ambiguous,
        "ambiguous: `bibsync review --list` shows all",
    );
    list(out, &upgraded, "upgraded: --report FILE.json names all");
    list(
        out,
        &elsewhere,
        "matched at another venue than listed: `bibsync why KEY` shows why",
    );
    list(out, &open, "not matched: --report FILE.json names all");
}

/// Returns the venues as listed, by what identifies the listings.
fn listed_venues(resolved: &Resolved) -> BTreeMap<&str, &str> {
    let listings = resolved.lock.listings.iter();
    let venues = listings.filter_map(|listing| {
        let venue = listing.listed.as_ref()?.venue.as_deref()?;
        Some((listing.fingerprint.as_str(), venue))
    });
    venues.collect()
}

/// Returns a listing's title and key on one line of limited length. A title of several lines could
/// pass for a message, and a very long one would hide the others.
fn name_of(item: &Item) -> String {
    const LONGEST: usize = 300;
    let mut title = item.title.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = title.char_indices().nth(LONGEST) {
        title.truncate(end);
        title.push('…');
    }
    format!("{title} [{}]", item.key)
}

/// Describes a listing without a record, and why it has none.
fn unmatched(item: &Item, name: &str, reason: Unmatched) -> String {
    if reason == Unmatched::NotAsked {
        format!("not looked up: {name}: as listed")
    } else if item.expected {
        format!("{} {name}: {reason}", Ink::Doubt.paint("unmatched:"))
    } else {
        format!("unpublished: {name}: as listed")
    }
}

/// Returns where and when a work appeared.
fn place(work: &Work) -> Option<String> {
    let meta = &work.meta;
    let long = || meta.venue.as_ref().map(ToString::to_string);
    let venue = meta.venue_short.clone().or_else(long);
    let year = meta.year().map(|year| year.to_string());
    let parts: Vec<String> = [venue, year].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!(": {}", parts.join(" ")))
}

/// Adds the first lines of a kind, and the number of others.
fn list(out: &mut String, lines: &[String], more: &str) {
    for line in lines.iter().take(NAMED) {
        _ = writeln!(out, "  {line}");
    }
    if lines.len() > NAMED {
        _ = writeln!(out, "  and {} more {more}", lines.len() - NAMED);
    }
}

/// Returns the number of requests to each source.
fn sent(asked: &BTreeMap<String, RequestCounts>) -> String {
    let asked: Vec<String> = asked
        .iter()
        .filter(|(_, counts)| counts.sent > 0 || counts.cached > 0)
        .map(|(source, counts)| {
            let mut line = format!("{source} {}", counts.sent);
            if counts.cached > 0 {
                _ = write!(line, " (+{} from the cache)", counts.cached);
            }
            line
        })
        .collect();
    if asked.is_empty() {
        "none".to_owned()
    } else {
        asked.join(", ")
    }
}

/// Adds each failure once, and what it means for the result.
fn failures(out: &mut String, resolved: &Resolved) {
    for (source, messages) in &resolved.failures {
        let source = Ink::Bad.paint(&format!("{source}:"));
        for message in messages.iter().take(2) {
            _ = writeln!(out, "{source} {message}");
        }
        if let more @ 1.. = messages.len().saturating_sub(2) {
            let more = counted(more, "other failure", "other failures");
            _ = writeln!(out, "{source} and {more}; -v shows them");
        }
    }
    let kept = resolved.items.iter().filter(|item| item.from_lock).count();
    let cause = match (resolved.interrupted, resolved.failures.is_empty()) {
        (true, _) => "the run was interrupted",
        (false, false) => "a source failed",
        (false, true) => "",
    };
    if kept > 0 && !cause.is_empty() {
        let age = match sync::kept_since(resolved) {
            Some(day) => format!("; the oldest of it was learned on {day}"),
            None => String::new(),
        };
        let are = counted(kept, "is", "are");
        _ = writeln!(out, "{are} kept as the lock has them, since {cause}{age}");
    }
    if resolved.lacking > 0 {
        _ = if resolved.interrupted {
            writeln!(
                out,
                "{} not looked up to the end; run again to go on",
                counted(resolved.lacking, "listing was", "listings were")
            )
        } else {
            writeln!(
                out,
                "{} may lack what a source would have given; run again later",
                resolved.lacking
            )
        };
    }
}
