//! Explanations in words, for people.

use std::fmt::Write as _;

use jiff::civil::Date;

use super::account::{Account, CandidateAccount, FieldAccount, IdsAccount, ListingAccount};
use crate::{
    cli::screen::Ink,
    model::{Field, Outline, SourceName},
    sources::Catalog,
};

/// Explains everything about one key.
pub(super) fn account(account: &Account) -> String {
    let mut out = Ink::Strong.paint(&account.key);
    if !account.aliases.is_empty() {
        _ = write!(out, " (once {})", account.aliases.join(", "));
    }
    out.push('\n');
    for one in &account.listings {
        out.push('\n');
        listing(&mut out, one, account);
    }
    if account.listings.is_empty() {
        out.push_str("\nnothing is listed under it any more\n");
    }
    out.push_str("\nwhat is exported, and who said so\n");
    let widest = account.fields.iter().map(|field| field.field.len()).max();
    for field in &account.fields {
        let width = widest.unwrap_or_default();
        let teller = teller(field);
        let teller = Ink::Faint.paint(&format!("({teller})"));
        _ = writeln!(out, "  {:width$}  {}  {teller}", field.field, field.value);
        for said in &field.others {
            let by = by(said.source, said.day);
            let (but, by) = (
                Ink::Doubt.paint("but"),
                Ink::Faint.paint(&format!("({by})")),
            );
            _ = writeln!(out, "  {:width$}  {but} {}  {by}", "", said.value);
        }
    }
    for (name, value) in &account.edited {
        _ = match value {
            Some(value) => writeln!(out, "  edited by you: {name} = {{{value}}}"),
            None => writeln!(out, "  taken out by you: {name}"),
        };
    }
    if !account.library.is_empty() {
        _ = writeln!(out, "  from the library: {}", account.library.join(", "));
    }
    out
}

/// Explains one field, and a manual edit of it, which is empty where it was removed.
pub(super) fn field(account: &FieldAccount, edited: Option<&str>) -> String {
    let name = Ink::Strong.paint(&format!("{}.{}:", account.key, account.field));
    let mut out = format!("{name} {}\n", account.value);
    _ = writeln!(out, "  said by {}", teller(account));
    for said in &account.others {
        let by = by(said.source, said.day);
        let head = Ink::Doubt.paint("not taken:");
        _ = writeln!(out, "  {head} {}, said by {by}", said.value);
    }
    if account.others.is_empty() && account.source.is_some() {
        out.push_str("  no source that was asked says otherwise\n");
    }
    if let Some(listed) = &account.listed {
        _ = writeln!(out, "  listed as {listed}");
    }
    match edited {
        Some("") => out.push_str("  but taken out by you\n"),
        Some(value) => _ = writeln!(out, "  but edited by you: {value}"),
        None => {}
    }
    out
}

/// Lists the sources of each exported field.
fn teller(field: &FieldAccount) -> String {
    match field.source {
        Some(source) => by(source, field.day),
        None if field.field == Field::Note.as_str() => "bibsync itself".to_owned(),
        None => "a source that the lock does not name: an older version wrote it".to_owned(),
    }
}

fn by(source: SourceName, day: Option<Date>) -> String {
    let who = if source == SourceName::LISTING {
        "your list"
    } else {
        Catalog::BUILT_IN.title(source).unwrap_or(source.as_str())
    };
    day.map_or_else(|| who.to_owned(), |day| format!("{who}, {day}"))
}

fn listing(out: &mut String, listing: &ListingAccount, account: &Account) {
    _ = writeln!(out, "#{} listed   {}", listing.index, listing.title);
    if let Some(line) = listing.listed.as_ref().and_then(outline) {
        _ = writeln!(out, "            {line}");
    }
    let pins = ids(&listing.pins);
    if !pins.is_empty() {
        _ = writeln!(out, "            pinned to {pins}");
    }
    if let Some(conflict) = &listing.conflict {
        let head = Ink::Bad.paint("CONFLICT:");
        _ = writeln!(out, "   {head} {conflict}; it is exported as listed");
    }
    let mut candidates = listing.candidates.iter();
    match listing.status {
        "matched" => {
            if let Some(best) = candidates.next() {
                let upgraded = if listing.upgraded {
                    ", upgraded to its publication"
                } else {
                    ""
                };
                let head = Ink::Good.paint("matched");
                _ = writeln!(
                    out,
                    "   {head}{upgraded}: confidence {:.3}",
                    best.confidence
                );
                // The fields of a matched work may come from other sources: the last part says from
                // which.
                candidate(out, best, None);
                if best.pieces.is_empty() && account.fields.is_empty() {
                    out.push_str("      the lock holds no evidence; an older version wrote it\n");
                }
            }
            if let Some(second) = candidates.next() {
                _ = writeln!(out, "   runner-up: confidence {:.3}", second.confidence);
                candidate(out, second, listing.candidates.first());
            }
        }
        "ambiguous" => {
            let head = Ink::Doubt.paint("ambiguous");
            _ = writeln!(
                out,
                "   {head}, so it is exported as listed; `bibsync review` asks"
            );
            for (nth, one) in (1..).zip(candidates) {
                _ = writeln!(out, "   candidate {nth}: confidence {:.3}", one.confidence);
                let best = (nth > 1).then(|| listing.candidates.first()).flatten();
                candidate(out, one, best);
            }
        }
        _ => {
            let reason = listing.reason.as_deref().unwrap_or("no reason is kept");
            let head = Ink::Doubt.paint("unmatched:");
            _ = writeln!(out, "   {head} {reason}");
            for one in candidates {
                _ = writeln!(out, "   came near: confidence {:.3}", one.confidence);
                candidate(out, one, None);
            }
        }
    }
}

/// Describes a candidate with its evidence; `best` is the one it lost to.
fn candidate(out: &mut String, one: &CandidateAccount, best: Option<&CandidateAccount>) {
    _ = writeln!(out, "      {}", one.title);
    if let Some(line) = one.outline.as_ref().and_then(outline) {
        _ = writeln!(out, "      {line}");
    }
    let ids = ids(&one.ids);
    if !ids.is_empty() {
        _ = writeln!(out, "      {ids}");
    }
    for piece in &one.pieces {
        let odds = format!("{:+6.2}", piece.odds);
        let odds = if piece.odds < 0.0 {
            Ink::Bad.paint(&odds)
        } else {
            Ink::Good.paint(&odds)
        };
        _ = writeln!(out, "      {odds}  {}", piece.what);
    }
    if let Some(odds) = one.odds {
        let pinned = one
            .remarks
            .iter()
            .any(|remark| remark == "pinned by the list");
        let note = if pinned {
            ", had it been weighed: it is pinned"
        } else {
            ""
        };
        _ = writeln!(out, "      {odds:+6.2}  in all{note}");
    }
    if let Some(best) = best {
        lost(out, one, best);
    }
    let told = |remark: &&String| {
        one.pieces
            .iter()
            .all(|piece| !piece.what.ends_with(remark.as_str()))
    };
    for remark in one.remarks.iter().filter(told) {
        _ = writeln!(out, "      {remark}");
    }
}

/// Returns why a candidate lost to the best: the evidence in which the two differ.
fn lost(out: &mut String, one: &CandidateAccount, best: &CandidateAccount) {
    let only = |a: &CandidateAccount, b: &CandidateAccount| -> Vec<String> {
        let pieces = a.pieces.iter().filter(|piece| !b.pieces.contains(piece));
        pieces
            .map(|piece| format!("{} ({:+.2})", piece.what, piece.odds))
            .collect()
    };
    let (here, there) = (only(one, best), only(best, one));
    let words = |list: Vec<String>| {
        if list.is_empty() {
            "nothing else".to_owned()
        } else {
            list.join(", ")
        }
    };
    if let Some(behind) = one.behind.filter(|behind| *behind > 0.0) {
        _ = writeln!(
            out,
            "      behind by {behind:.2}: it has {}; the first has {}",
            words(here),
            words(there)
        );
    }
}

/// Returns authors, venue, year and kind on one line.
fn outline(outline: &Outline) -> Option<String> {
    let kind = outline.kind.map(|kind| kind.as_str().to_owned());
    let year = outline.year.map(|year| year.to_string());
    let parts = [outline.people(), outline.venue.clone(), year, kind];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn ids(ids: &IdsAccount) -> String {
    let part = |name: &str, id: &Option<String>| id.as_ref().map(|id| format!("{name} {id}"));
    let parts = [
        part("doi", &ids.doi),
        part("dblp", &ids.dblp),
        part("arxiv", &ids.arxiv),
        part("pmid", &ids.pmid),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" · ")
}
