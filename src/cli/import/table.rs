//! The table of what was read from a file.

use std::fmt::Write as _;

use console::{Alignment, pad_str};

use super::super::{
    counted::publications,
    screen::{Ink, cut},
};
use crate::import::{self, EntryChange, ImportedList, InputFormat, Reason};

/// The most rows that are shown of each kind. Doubtful entries are always shown.
const SHOWN: usize = 40;
/// The least columns of titles, those of venues, and those beside titles.
const TITLE: usize = 24;
const VENUE: usize = 24;
const BESIDE_TITLE: usize = 64;
/// A field with a lower certainty is more likely wrong than right.
const DOUBTFUL: f64 = 0.5;

/// Returns a table of what was read from a file, what was omitted and why, and what could not be
/// read. Titles fill the columns of the terminal, and are whole where there is none.
pub(in super::super) fn table(
    file: &str,
    form: InputFormat,
    list: &ImportedList,
    changes: &[EntryChange],
    columns: Option<usize>,
) -> String {
    let room = columns.map(|columns| columns.saturating_sub(BESIDE_TITLE).max(TITLE));
    let fit = |text: &str, most: Option<usize>| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        most.map_or_else(|| text.clone(), |most| cut(&text, most))
    };
    let mut out = format!("{file}: {}", form.name());
    if let Some(name) = &list.person.name {
        _ = write!(out, ", {name}");
    }
    _ = writeln!(out, ", {}", publications(list.entries.len()));
    let mut hidden = 0;
    let mut doubtful = 0;
    for (at, (entry, change)) in list.entries.iter().zip(changes).enumerate() {
        let doubts = doubts(entry);
        doubtful += usize::from(!doubts.is_empty());
        if at >= SHOWN && doubts.is_empty() {
            hidden += 1;
            continue;
        }
        let listing = &entry.listing;
        let lines = if entry.at.first == entry.at.last {
            entry.at.first.to_string()
        } else {
            format!("{}-{}", entry.at.first, entry.at.last)
        };
        let year = listing.year.map_or("-".to_owned(), |year| year.to_string());
        let authors = match (listing.authors.len(), listing.authors_complete) {
            (0, _) => "-".to_owned(),
            (count, true) => count.to_string(),
            (count, false) => format!("{count}+"),
        };
        let mark = match change {
            EntryChange::New => "new".to_owned(),
            EntryChange::Same => "same".to_owned(),
            EntryChange::Updated(fields) => fields.join(", "),
        };
        let title = fit(&listing.title, room);
        let title = pad_str(&title, room.unwrap_or(TITLE), Alignment::Left, None);
        let venue = fit(listing.venue.as_deref().unwrap_or("-"), room.map(|_| VENUE));
        let venue = pad_str(&venue, VENUE, Alignment::Left, None);
        _ = write!(
            out,
            "  {lines:>9}  {year:<4}  {authors:>3}  {title}  {venue}  {mark}"
        );
        if !doubts.is_empty() {
            let doubts = Ink::Doubt.paint(&format!("? {}", doubts.join(", ")));
            _ = write!(out, "  {doubts}");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    if hidden > 0 {
        _ = writeln!(out, "  and {hidden} more, none doubtful");
    }
    if doubtful > 0 {
        _ = writeln!(
            out,
            "  {}: look at {} in the profile",
            Ink::Doubt.paint(&format!("{doubtful} doubtful (?)")),
            if doubtful == 1 { "it" } else { "them" }
        );
    }
    for left in list.left_out.iter().take(SHOWN) {
        let why = match left.reason {
            Reason::OtherSection => "it is under another heading".to_owned(),
            Reason::NotAnEntry => "it is no publication".to_owned(),
            Reason::NoTitle => "it has no title".to_owned(),
            Reason::Unlikely(percent) if left.reason.is_doubtful() => {
                format!("it may be a publication ({percent} %)")
            }
            Reason::Unlikely(percent) => format!("it is hardly a publication ({percent} %)"),
        };
        let text = fit(&left.text, room);
        _ = writeln!(out, "  left out: line {}: {text}: {why}", left.at.first);
    }
    if list.left_out.len() > SHOWN {
        _ = writeln!(out, "  and {} more left out", list.left_out.len() - SHOWN);
    }
    for fault in list.warnings.iter().take(SHOWN) {
        _ = writeln!(
            out,
            "  {file}:{}:{}: {}",
            fault.line, fault.column, fault.message
        );
    }
    if list.warnings.len() > SHOWN {
        _ = writeln!(out, "  and {} more faults", list.warnings.len() - SHOWN);
    }
    out
}

/// Returns the fields of an entry that are more likely wrong than right.
fn doubts(entry: &import::ImportedEntry) -> Vec<&'static str> {
    let sure = entry.certainty;
    let each = [
        ("title", sure.title),
        ("authors", sure.authors),
        ("venue", sure.venue),
        ("year", sure.year),
    ];
    let unsure = each.into_iter().filter(|(_, sure)| *sure < DOUBTFUL);
    unsure.map(|(name, _)| name).collect()
}
