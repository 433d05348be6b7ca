//! Whether what was read of an item is a publication.

use std::collections::HashMap;

use super::{
    super::{ImportedEntry, LeftOut, LineRange, Reason},
    learn::Read,
    lexicon::{self, Sort},
    row::Row,
    section::Sections,
    segment::Field,
    start::kind,
    token::Form,
};
use crate::text::fold::{fold, words};

/// Under a heading that does not name publications, though it stands below one that does, may be
/// anything: where hardly an item is a publication without doubt, none is.
pub(super) fn leave_untold(
    rows: &[Row],
    sections: &Sections,
    sorts: &[(usize, bool)],
    entries: &mut Vec<ImportedEntry>,
    left_out: &mut Vec<LeftOut>,
) {
    let is_untold = |section: usize| {
        let own = || sorts.iter().filter(|(number, _)| *number == section);
        let strong = own().filter(|(_, is_strong)| *is_strong).count();
        !sections.list[section].told && strong * 3 < own().count()
    };
    let mut kept = Vec::with_capacity(entries.len());
    for (entry, (section, _)) in std::mem::take(entries).into_iter().zip(sorts) {
        if is_untold(*section) {
            left_out.push(LeftOut {
                at: entry.at,
                text: head(rows, entry.at),
                reason: Reason::OtherSection,
            });
        } else {
            kept.push(entry);
        }
    }
    *entries = kept;
}

/// In a list whose entries nearly all have authors, venue and year, what has none of them is no
/// entry; nor is what has no date and no mark where entries have one.
pub(super) fn leave_weak(
    rows: &[Row],
    strength: usize,
    entries: &mut Vec<ImportedEntry>,
    left_out: &mut Vec<LeftOut>,
) {
    let is_bare = |entry: &ImportedEntry| {
        let listing = &entry.listing;
        listing.authors.is_empty()
            && (listing.venue.is_none() || listing.year.is_none())
            && listing.status.is_none()
            && !listing.is_pinned()
            && listing.isbn.is_none()
    };
    let is_sure = strength >= 8 && strength * 10 >= entries.len() * 8;
    // A sentence among entries is said of one of them, or of all.
    let is_likely = strength >= 3 && strength * 2 >= entries.len();
    let marks: HashMap<usize, bool> = rows
        .iter()
        .map(|row| (row.at.first, row.mark.is_some()))
        .collect();
    let is_marked = |entry: &ImportedEntry| marks.get(&entry.at.first) == Some(&true);
    let marked = entries.iter().filter(|entry| is_marked(entry)).count();
    let are_marked = marked >= 3 && marked * 10 >= entries.len() * 7;
    let is_signed = |entry: &&ImportedEntry| {
        let listing = &entry.listing;
        !listing.authors.is_empty() && listing.year.is_some()
    };
    let signed = entries.iter().filter(is_signed).count();
    let are_signed = signed >= 3 && signed * 10 >= (entries.len() - 1) * 8;
    let is_said = |entry: &ImportedEntry| {
        let listing = &entry.listing;
        let is_undated = listing.year.is_none() && listing.status.is_none() && !listing.is_pinned();
        let is_empty = listing.authors.is_empty() && listing.venue.is_none();
        let is_sentence = words(&listing.title).len() >= 4;
        let is_alone = are_signed && listing.authors.is_empty();
        is_undated
            && !is_marked(entry)
            && (is_empty && is_sentence || are_marked && listing.authors.len() < 2 || is_alone)
    };
    entries.retain(|entry| {
        let is_bare = is_sure && is_bare(entry) || is_likely && is_said(entry);
        if is_bare {
            left_out.push(LeftOut {
                at: entry.at,
                text: head(rows, entry.at),
                reason: Reason::NotAnEntry,
            });
        }
        !is_bare
    });
}

/// Without a heading what is no publication beyond doubt is one where nearly all others are, if such
/// ones stand before and behind it, or if it has their mark.
pub(super) fn leave_loose(
    rows: &[Row],
    sorts: &mut Vec<(usize, bool)>,
    entries: &mut Vec<ImportedEntry>,
    left_out: &mut Vec<LeftOut>,
) {
    let all = std::mem::take(sorts);
    let is_strong = |at: &usize| all.get(*at).is_some_and(|(_, is_strong)| *is_strong);
    let strong = all.iter().filter(|(_, is_strong)| *is_strong).count();
    let is_list = strong * 3 >= all.len() * 2;
    let first = (0..entries.len()).find(is_strong);
    let last = (0..entries.len()).rfind(is_strong);
    let mark = |entry: &ImportedEntry| {
        let row = rows.iter().find(|row| row.at.last >= entry.at.first);
        row.map_or(0, |row| kind(row.mark))
    };
    let marks = first.and_then(|at| entries.get(at)).map_or(0, mark);
    let mut kept = Vec::with_capacity(entries.len());
    for (at, entry) in std::mem::take(entries).into_iter().enumerate() {
        let is_among = first < Some(at) && last.is_some_and(|last| at < last);
        let is_listed = is_among || first.is_some() && marks > 0 && mark(&entry) == marks;
        if is_strong(&at) || is_list && is_listed {
            sorts.extend(all.get(at));
            kept.push(entry);
        } else {
            left_out.push(LeftOut {
                at: entry.at,
                text: head(rows, entry.at),
                reason: Reason::NotAnEntry,
            });
        }
    }
    *entries = kept;
}

/// How what stands on some lines begins.
fn head(rows: &[Row], at: LineRange) -> String {
    let row = rows.iter().find(|row| row.at.last >= at.first);
    row.map(|row| row.text().chars().take(80).collect())
        .unwrap_or_default()
}

/// Without a heading the first thing read may be the head of the page: the name and what is
/// written below it, with no year where all that follows has one.
pub(super) fn leave_head(
    rows: &[Row],
    entries: &mut Vec<ImportedEntry>,
    left_out: &mut Vec<LeftOut>,
) {
    let dated = |entry: &ImportedEntry| entry.listing.year.is_some() || entry.listing.is_pinned();
    let [first, rest @ ..] = entries.as_slice() else {
        return;
    };
    let is_head = rows
        .first()
        .is_some_and(|row| row.at.first == first.at.first)
        && rows[0].mark.is_none()
        && !dated(first)
        && rest.len() >= 2
        && rest.iter().filter(|entry| dated(entry)).count() * 10 >= rest.len() * 8;
    if is_head {
        let first = entries.remove(0);
        left_out.push(LeftOut {
            at: first.at,
            text: rows[0].text().chars().take(80).collect(),
            reason: Reason::NotAnEntry,
        });
    }
}

pub(super) enum Verdict {
    /// It is an entry; whether it would be one without a heading too.
    Taken(bool),
    Left(Reason),
}

/// Whether what was read of an item is enough for a publication.
pub(super) fn judge(entry: &ImportedEntry, read: &Read, headed: bool) -> Verdict {
    let listing = &entry.listing;
    let length = words(&listing.title).len();
    if length == 0 || read.reading.of(Field::Title).is_none() {
        return Verdict::Left(Reason::NoTitle);
    }
    if is_remark(&listing.title) && (listing.year.is_none() || listing.venue.is_none())
        || fold(&listing.title).starts_with("last updated")
    {
        return Verdict::Left(Reason::NotAnEntry);
    }
    let has_ids = listing.is_pinned() || listing.isbn.is_some();
    let parts = usize::from(!listing.authors.is_empty())
        + usize::from(listing.venue.is_some())
        + usize::from(listing.year.is_some())
        + usize::from(has_ids || listing.status.is_some());
    if parts >= 3 || parts >= 2 && !listing.authors.is_empty() {
        return Verdict::Taken(true);
    }
    let is_sentence = length > 12
        && read
            .tokens
            .last()
            .is_some_and(|token| token.form == Form::Period)
        && parts == 0;
    let is_short = length < 3 && parts < 2;
    let is_too_little = !headed && parts < 2;
    if is_too_little
        || is_sentence
        || is_short
        || parts == 0 && length < 4
        || is_remark(&listing.title)
    {
        return Verdict::Left(Reason::NotAnEntry);
    }
    Verdict::Taken(false)
}

/// What stands at the head of the columns of a table.
const COLUMNS: [&str; 11] = [
    "year",
    "title",
    "author",
    "authors",
    "co",
    "coauthors",
    "venue",
    "journal",
    "conference",
    "publisher",
    "no",
];

/// A line about the list: `Full list on Google Scholar`.
fn is_remark(title: &str) -> bool {
    let folded = fold(title);
    [
        "google scholar",
        "full list",
        "equal contribution",
        "equally",
        "h index",
        "citations",
        "see also",
        "merged in scholar",
        "review activity for",
        "record last modified",
        "combined citations",
        "on request",
        "available at",
        "orcid",
        "complete list",
        "last updated",
    ]
    .iter()
    .any(|phrase| folded.contains(phrase))
        || [
            "you can",
            "you may",
            "please",
            "for a complete",
            "for a full",
            "i am ",
            "i was ",
            "my interests",
            "my research",
        ]
        .iter()
        .any(|head| folded.starts_with(head))
        || folded
            .split(' ')
            .all(|word| lexicon::is(word, Sort::Button) || COLUMNS.contains(&word))
}
