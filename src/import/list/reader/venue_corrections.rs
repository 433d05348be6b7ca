//! Which words are the venue, by their labels.

use std::ops::Range;

use super::super::{
    lexicon::Sort,
    row::whole_year,
    shape::is_han,
    token::{Form, Gap, Token},
    venue::is_preprint,
};
use super::{
    labelled::{
        DATE, EDITORS, ISSUE, LabelledWords, OTHER, PAGES, PLACE, PUBLISHER, TITLE, VENUE, VOLUME,
        is_apart,
    },
    title_corrections::{goes_on, may_join, names},
};
use crate::{import::ImportedEntry, model::Listing, text::fold::words};

/// So many tokens behind a venue are its numbers.
const NEAR: usize = 4;

/// Takes another stretch for the venue where what was taken is none: a second sentence of the title before a journal, which
/// the title gets, its publisher, an identifier behind it. A subtitle that was taken for the venue is removed even if no venue
/// is found. Returns whether it did.
pub(super) fn move_venue(labelled: &LabelledWords, entry: &mut ImportedEntry) -> bool {
    let listing = &entry.listing;
    let Some(title) = labelled.range_of(&listing.title) else {
        return false;
    };
    let venue = listing.venue.as_deref();
    let Some(taken) = venue.and_then(|venue| labelled.range_beside(venue, &title)) else {
        return false;
    };
    let is_venue = |at: &usize| labelled.labels[*at] == VENUE;
    if let Some(at) = labelled.words(&taken).find(is_venue) {
        return part_venue(
            labelled,
            entry,
            &title,
            &(taken.start..at),
            &(at..taken.end),
        );
    }
    let is_other = |at: &Range<usize>| {
        is_apart(at, &title)
            && is_apart(at, &taken)
            && labelled.is_sure(at, &[VENUE])
            && !names(labelled, at, listing)
    };
    let other = labelled.stretches(VENUE).find(is_other);
    let added = title.end..taken.end;
    let is_joined =
        is_beside(labelled, &title, &taken) && may_join(labelled, listing, &title, &added);
    if is_joined && (other.is_some() || is_subtitle(labelled, &title, &taken)) {
        let title = title.start..taken.end;
        entry.listing.title = labelled.text(&title);
        entry.listing.venue = None;
        entry.certainty.title = labelled.likely(&title, &[TITLE]);
    } else if other.is_none() || !is_detail(labelled, &taken) {
        return false;
    }
    if let Some(other) = other {
        take_venue(labelled, entry, &labelled.whole(&other));
    }
    true
}

fn take_venue(labelled: &LabelledWords, entry: &mut ImportedEntry, at: &Range<usize>) {
    entry.listing.venue = Some(labelled.text(at));
    entry.certainty.venue = labelled.likely(at, &[VENUE, PUBLISHER]);
}

/// Whether nothing but signs stands between a title and a range behind it.
fn is_beside(labelled: &LabelledWords, title: &Range<usize>, range: &Range<usize>) -> bool {
    let between = labelled.tokens.get(title.end..range.start);
    between.is_some_and(|signs| signs.iter().all(|sign| sign.form != Form::Word))
}

/// `Mills of the North: what they wove`, `Mills of the North, on what they wove`
fn is_subtitle(labelled: &LabelledWords, title: &Range<usize>, taken: &Range<usize>) -> bool {
    let between = labelled.tokens.get(title.end..taken.start);
    let has_colon = between.is_some_and(|signs| signs.iter().any(|sign| sign.form == Form::Colon));
    let is_small = labelled.tokens[taken.start]
        .text
        .starts_with(char::is_lowercase);
    labelled.words(taken).count() > 2 && (has_colon || is_small)
}

/// Whether what was taken for a venue is a detail of the entry: an identifier, an editor, or the publisher of an article.
fn is_detail(labelled: &LabelledWords, taken: &Range<usize>) -> bool {
    const DETAILS: [usize; 6] = [OTHER, EDITORS, VOLUME, ISSUE, PAGES, DATE];
    let is_printed = |label: usize| labelled.stretches(label).next().is_some();
    let is_named = |at: usize| {
        let word = &labelled.tokens[at];
        word.is(Sort::Venue) || word.is(Sort::VenueHead) || is_preprint(word.folded())
    };
    labelled.is_sure(taken, &DETAILS) && !labelled.words(taken).any(is_named)
        || labelled.is_sure(taken, &[PUBLISHER, PLACE]) && is_printed(VOLUME) && is_printed(PAGES)
}

/// Gives a title the `head` of what was taken for the venue: `III. Mills` of `Looms (LAM). III. Mills. Cloth Review`.
fn part_venue(
    labelled: &LabelledWords,
    entry: &mut ImportedEntry,
    title: &Range<usize>,
    head: &Range<usize>,
    venue: &Range<usize>,
) -> bool {
    let Some(last) = labelled.words(head).next_back() else {
        return false;
    };
    let head = labelled.whole(&(head.start..last + 1));
    let is_head = is_beside(labelled, title, &head)
        && labelled.is_sure(&head, &[TITLE])
        && labelled.is_sure(venue, &[VENUE])
        && goes_on(labelled, title, &(title.end..head.end));
    if is_head {
        let title = title.start..head.end;
        entry.listing.title = labelled.text(&title);
        entry.certainty.title = labelled.likely(&title, &[TITLE]);
        take_venue(labelled, entry, venue);
    }
    is_head
}

/// Parts a title from the venue that no sign parts from it, where volume, pages or date stand behind: `Looms and
/// mills Cloth Review 12:3-9, 1999`.
pub(super) fn part_title(labelled: &LabelledWords, entry: &mut ImportedEntry) {
    /// A title in characters, which has no blanks, is as long.
    const CHARACTERS: usize = 6;
    if entry.listing.venue.is_some() {
        return;
    }
    let title = labelled.title_at(&words(&entry.listing.title));
    let is_venue = |at: &Range<usize>| {
        let behind = at.end..(at.end + NEAR).min(labelled.tokens.len());
        let counts = |at: usize| matches!(labelled.labels[at], DATE | VOLUME | ISSUE | PAGES);
        at.start > title.start + 1
            && at.start < title.end
            && title.end <= at.end + NEAR
            && labelled.is_sure(at, &[VENUE])
            && behind.clone().any(counts)
    };
    let Some(venue) = labelled.stretches(VENUE).find(is_venue) else {
        return;
    };
    let before = labelled.text(&(title.start..venue.start));
    let before = before.trim_end_matches([' ', '.', ',', ':', ';', '"', '”', '，', '、']);
    let is_titled = |at: usize| labelled.labels[at] == TITLE;
    let is_long = before.contains(' ') || is_han(before) && before.chars().count() >= CHARACTERS;
    if is_long && labelled.words(&(title.start..venue.start)).all(is_titled) {
        before.clone_into(&mut entry.listing.title);
        take_venue(labelled, entry, &labelled.whole(&venue));
    }
}

/// Takes numbers, the publisher and what else stands behind it from the end of a venue: `Loom Rev. Lett.107 (2011)`.
pub(super) fn cut_venue(labelled: &LabelledWords, entry: &mut ImportedEntry) {
    let Some(at) = venue_at(labelled, &entry.listing) else {
        return;
    };
    let labels = &labelled.labels;
    let end = labelled.words(&at).find(|at| labels[*at] != VENUE);
    let end = end.unwrap_or(at.end);
    let Some(last) = labelled.words(&(at.start..end)).next_back() else {
        return;
    };
    let (name, tail) = (labelled.whole(&(at.start..last + 1)), end..at.end);
    let is_parted = (last + 1..end).any(|at| !labelled.is_word(at));
    let counts = |at: usize| matches!(labels[at], VOLUME | ISSUE | PAGES);
    let is_numbers =
        labelled.is_sure(&tail, &[VOLUME, ISSUE, PAGES, DATE, OTHER]) && tail.clone().any(counts);
    let is_house = is_parted && labelled.is_sure(&tail, &[PUBLISHER, PLACE, EDITORS]);
    if labelled.is_sure(&name, &[VENUE])
        && (is_numbers && !is_year_of_meeting(labelled, last, &tail) || is_house)
    {
        take_venue(labelled, entry, &name);
    }
}

/// Whether a number that touches the last word of a venue is the year of a meeting: `LOOM’24`, `LOOM2024`.
fn is_year_of_meeting(labelled: &LabelledWords, last: usize, tail: &Range<usize>) -> bool {
    let (name, number) = (&labelled.tokens[last], labelled.tokens.get(tail.start));
    number.is_some_and(|number| {
        number.gap == Gap::Glued
            && (name.text.ends_with(['\'', '’', '‘']) || whole_year(&number.text).is_some())
    })
}

/// Where the venue stands, rather beside the title than in it.
fn venue_at(labelled: &LabelledWords, listing: &Listing) -> Option<Range<usize>> {
    let venue = listing.venue.as_deref()?;
    match labelled.range_of(&listing.title) {
        Some(title) => labelled.range_beside(venue, &title),
        None => labelled.range_of(venue),
    }
}

/// Takes the seat of its publisher from the head of a venue: `Barcelona: Loom Press`.
pub(super) fn cut_seat(labelled: &LabelledWords, entry: &mut ImportedEntry) {
    let Some(at) = venue_at(labelled, &entry.listing) else {
        return;
    };
    let colon = at
        .clone()
        .find(|at| labelled.tokens[*at].form == Form::Colon);
    let Some((seat, house)) = colon.map(|colon| (at.start..colon, colon + 1..at.end)) else {
        return;
    };
    if labelled.is_sure(&seat, &[PLACE]) && labelled.is_sure(&house, &[PUBLISHER]) {
        take_venue(labelled, entry, &house);
    }
}

/// Takes the place of a book for no venue: `Looms of the North, New York 1982`.
pub(super) fn drop_place(labelled: &LabelledWords, listing: &mut Listing) {
    let Some(venue) = listing.venue.as_deref() else {
        return;
    };
    let mut venue = words(venue);
    let year = listing.year.map(|year| year.to_string());
    if venue.len() > 1 && venue.last() == year.as_ref() {
        venue.pop();
    }
    // `Oxford UP` is none.
    let is_town =
        |token: &Token| token.form != Form::Word || token.text.contains(char::is_lowercase);
    let is_place = |at: Range<usize>| {
        labelled.tokens[at.clone()].iter().all(is_town) && labelled.folded(&at).eq(&venue)
    };
    if labelled.stretches(PLACE).any(is_place) {
        listing.venue = None;
    }
}
