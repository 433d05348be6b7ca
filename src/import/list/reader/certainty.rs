//! How sure each field of a chosen entry is, and which reading gives each field.

use super::{
    bins::tenth,
    crf::{Crf, Features},
    readings::{AUTHORS, Candidate, TITLE, VENUE, WITH_FIELDS, YEAR},
    sink::Sink,
};
use crate::{
    import::{Certainty, ImportedEntry},
    text::fold::words,
};

/// So many candidates before and behind one may stand on the same rows.
pub(super) const NEAR: usize = 12;

fn has(field: usize, entry: &ImportedEntry) -> bool {
    match field {
        TITLE => true,
        AUTHORS => !entry.listing.authors.is_empty(),
        VENUE => entry.listing.venue.is_some(),
        _ => entry.listing.year.is_some(),
    }
}

fn rated(field: usize, certainty: &Certainty) -> f64 {
    match field {
        TITLE => certainty.title,
        AUTHORS => certainty.authors,
        VENUE => certainty.venue,
        _ => certainty.year,
    }
}

/// The candidates that stand on rows of one.
fn rivals(candidates: &[Candidate], at: usize) -> impl Iterator<Item = &Candidate> {
    let own = &candidates[at];
    candidates[at.saturating_sub(NEAR)..candidates.len().min(at + NEAR + 1)]
        .iter()
        .filter(|other| other.first < own.end && own.first < other.end)
}

/// What is told of one field of a candidate, of which the probability to be an entry is `share`.
pub(super) fn features(
    candidates: &[Candidate],
    at: usize,
    share: f64,
    support: [f64; 2],
    field: usize,
) -> Features {
    let own = &candidates[at];
    let mut sink = Sink::default();
    let (mut readings, mut same) = (0.0_f64, 0.0);
    let (mut rules, mut model) = (false, false);
    for other in rivals(candidates, at) {
        let count = other.of.iter().filter(|is| **is).count() as f64;
        readings += count;
        if own.is_same(field, other) {
            same += count;
            rules |= other.of[..WITH_FIELDS].contains(&true);
            model |= other.of[WITH_FIELDS..].contains(&true);
        }
    }
    let agreed = tenth(same / readings.max(1.0));
    let sure = tenth(rated(field, &own.entry.certainty));
    let has = has(field, &own.entry);
    let sides = format!("{}{}", u8::from(rules), u8::from(model));
    let mut add = |name: &str, value: std::fmt::Arguments| {
        sink.add(name, format_args!("{field} {value}"));
    };
    add("certainty", format_args!(""));
    add("rated", format_args!("{sure} {has}"));
    add("agreed", format_args!("{agreed}"));
    add(
        "agreed and has",
        format_args!("{} {has} {sides}", agreed / 2),
    );
    add(
        "rated and agreed",
        format_args!("{} {}", sure / 2, agreed / 2),
    );
    add("share", format_args!("{}", tenth(share)));
    add(
        "share and rated",
        format_args!("{} {}", tenth(share) / 2, sure / 2),
    );
    add("support", format_args!("{}", tenth(support[0])));
    add("covered", format_args!("{}", tenth(support[1])));
    if field == AUTHORS {
        add(
            "people",
            format_args!("{}", own.entry.listing.authors.len().min(5)),
        );
        add(
            "complete",
            format_args!("{}", own.entry.listing.authors_complete),
        );
    }
    if field == VENUE {
        let length = own
            .entry
            .listing
            .venue
            .as_deref()
            .map_or(0, |venue| words(venue).len());
        add("length", format_args!("{}", length.min(9)));
    }
    sink.finish()
}

/// The entries that were chosen. Each field is that of the likeliest reading of the same rows and
/// title among the `near` candidates before and behind, with its probability to be right.
pub(super) fn entries(
    model: &Crf,
    candidates: &[Candidate],
    chosen: &[usize],
    shares: &[f64],
    supports: &[[f64; 2]],
    near: usize,
) -> Vec<ImportedEntry> {
    let probability = |at: usize, share: f64, field: usize| {
        let told = features(candidates, at, share, supports[at], field);
        let marginals = model.marginals(std::slice::from_ref(&told));
        marginals.at(0).get(1).copied().unwrap_or(0.0)
    };
    chosen
        .iter()
        .map(|at| {
            let own = &candidates[*at];
            let share = shares[*at];
            let mut entry = own.entry.clone();
            entry.certainty.title = probability(*at, share, TITLE);
            let rivals: Vec<usize> = (at.saturating_sub(near)..candidates.len().min(at + near + 1))
                .filter(|other| {
                    let one = &candidates[*other];
                    one.first == own.first && one.end == own.end && one.is_same(TITLE, own)
                })
                .collect();
            for field in [AUTHORS, VENUE, YEAR] {
                let mut best = (*at, probability(*at, share, field));
                for other in &rivals {
                    if candidates[*other].is_same(field, own) {
                        continue;
                    }
                    let likely = probability(*other, share, field);
                    if likely > best.1 + BETTER {
                        best = (*other, likely);
                    }
                }
                let from = &candidates[best.0].entry;
                match field {
                    AUTHORS => {
                        entry.listing.authors.clone_from(&from.listing.authors);
                        entry.listing.authors_complete = from.listing.authors_complete;
                        entry.certainty.authors = best.1;
                    }
                    VENUE => {
                        entry.listing.venue.clone_from(&from.listing.venue);
                        entry.certainty.venue = best.1;
                    }
                    _ => {
                        entry.listing.year = from.listing.year;
                        entry.certainty.year = best.1;
                    }
                }
            }
            entry
        })
        .collect()
}

/// A field of another reading must be likelier by this.
const BETTER: f64 = 0.05;
