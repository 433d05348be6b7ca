use std::{collections::BTreeMap, fmt::Write as _};

use crate::{
    model::{Unmatched, Verdict},
    sync::{self, RequestCounts, Resolved, tally},
};

/// How many of a sort are named one by one; the report names them all.
const NAMED: usize = 12;

/// A few lines for people on what was done.
pub(super) fn summary(resolved: &Resolved, requests: &BTreeMap<String, RequestCounts>) -> String {
    let (matched, ambiguous, unmatched, duplicates) = tally(resolved);
    let upgraded = resolved.items.iter().filter(|item| item.upgraded).count();
    let mut out = format!("{} listed: {matched} matched", resolved.items.len());
    if upgraded > 0 {
        _ = write!(out, " ({upgraded} upgraded to their publication)");
    }
    _ = write!(out, ", {ambiguous} ambiguous, {unmatched} unmatched");
    if duplicates > 0 {
        _ = write!(out, "; {duplicates} listed more than once");
    }
    out.push('\n');
    conflicts(&mut out, resolved);
    let mut named = 0;
    for item in &resolved.items {
        let line = match &item.verdict {
            Verdict::Matched { .. } => continue,
            Verdict::Ambiguous { .. } if item.verdict.conflict().is_some() => continue,
            Verdict::Ambiguous { candidates } => match candidates.first() {
                Some(best) => format!(
                    "  ambiguous: {} [{}]: perhaps `{}` ({})",
                    item.title, item.key, best.title, best.confidence
                ),
                None => continue,
            },
            Verdict::Unmatched {
                reason: Unmatched::NotAsked,
                ..
            } => format!("  not looked up: {} [{}]: as listed", item.title, item.key),
            Verdict::Unmatched { reason, .. } if item.expected => {
                format!("  unmatched: {} [{}]: {reason}", item.title, item.key)
            }
            Verdict::Unmatched { .. } => {
                format!("  unpublished: {} [{}]: as listed", item.title, item.key)
            }
        };
        named += 1;
        if named <= NAMED {
            out.push_str(&line);
            out.push('\n');
        }
    }
    if named > NAMED {
        _ = writeln!(out, "  and {} more: see --report", named - NAMED);
    }
    if ambiguous > 0 {
        out.push_str("`bibsync review` settles what is ambiguous\n");
    }
    let asked: Vec<String> = requests
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
    let asked = if asked.is_empty() {
        "none".to_owned()
    } else {
        asked.join(", ")
    };
    _ = writeln!(out, "requests: {asked}");
    for (source, messages) in &resolved.failures {
        for message in messages.iter().take(2) {
            _ = writeln!(out, "{source}: {message}");
        }
        if messages.len() > 2 {
            _ = writeln!(out, "{source}: and {} more failures", messages.len() - 2);
        }
    }
    let kept = resolved.items.iter().filter(|item| item.from_lock).count();
    if kept > 0 && !resolved.failures.is_empty() {
        let age = match sync::kept_since(resolved) {
            Some(day) => format!("; the oldest of it was learned on {day}"),
            None => String::new(),
        };
        _ = writeln!(
            out,
            "{kept} kept as the lock has them, since a source failed{age}"
        );
    }
    if resolved.lacking > 0 {
        _ = writeln!(
            out,
            "{} may lack what a source would have given; run again later",
            resolved.lacking
        );
    }
    out
}

/// Where the person's own words contradict each other: said first, and each by name.
fn conflicts(out: &mut String, resolved: &Resolved) {
    let mut first = true;
    for item in &resolved.items {
        let Some(conflict) = item.verdict.conflict() else {
            continue;
        };
        if std::mem::take(&mut first) {
            let count = sync::conflicts(resolved);
            _ = writeln!(
                out,
                "{count} in CONFLICT with what the list pins, and exported as listed; correct the pin or the title, or confirm the pin with \"match\": true (bibsync review helps):"
            );
        }
        _ = writeln!(out, "  conflict: {} [{}]: {conflict}", item.title, item.key);
    }
}
