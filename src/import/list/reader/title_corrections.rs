//! Where a title begins and ends, by the labels of its words.

use std::ops::Range;

use super::super::{
    aside::aside,
    inverted::Turned,
    people,
    shape::{Shape, shape},
    token::{Form, Gap, Token},
};
use super::labelled::{
    AUTHORS, ISSUE, LabelledWords, OTHER, PAGES, TITLE, VENUE, VOLUME, is_apart,
};
use crate::{
    import::ImportedEntry,
    model::{ListedAuthor, Listing},
    text::fold::words,
};

/// So many signs stand at most between the last author and the title.
const SIGNS: usize = 4;

/// Lets a title begin where its words do, and the authors end there: `Ray B, Lee A. Looms, mills and wool`.
pub(super) fn settle_head(labelled: &LabelledWords, entry: &mut ImportedEntry) {
    let listing = &mut entry.listing;
    let Some((title, run)) = titles(labelled, listing) else {
        return;
    };
    let gives = run.start > title.start;
    let moved = title.start.min(run.start)..title.start.max(run.start);
    let names = &labelled.tokens[moved.clone()];
    let is_moved = if gives {
        labelled.is_sure(&moved, &[AUTHORS]) && shape(names) == Shape::Behind
    } else {
        labelled.is_sure(&moved, &[TITLE])
    };
    // The names end before the title's words, and have those that the title gives them.
    let reaches = |at: &Range<usize>| {
        let last = labelled.words(&moved).next_back();
        at.end <= run.start
            && run.start <= at.end + SIGNS
            && at.start <= moved.start
            && (!gives || last.is_some_and(|last| last < at.end))
    };
    let Some(people) = labelled.stretches(AUTHORS).find(reaches) else {
        return;
    };
    if !is_moved
        || !labelled.is_sure(&people, &[AUTHORS])
        || !goes_on(labelled, &title, &(moved.start + 1..moved.end + 1))
    {
        return;
    }
    let read = people::read(&labelled.tokens[people], Turned::default()).authors;
    let known = listing.authors.len();
    let same = listing.authors.iter().zip(&read);
    let agreed = same.take_while(|(one, two)| is_same(one, two)).count();
    let is_right = if gives {
        known > 0 && agreed == known && read.len() > known
    } else {
        // The last author loses the words of the title, if he has them: not the `Lee` of `Bo Ray, Ann B. Lee`.
        read.len() == known
            && (agreed == known
                || agreed + 1 == known
                    && loses(&listing.authors[agreed], &read[agreed])
                    && read[..agreed].iter().all(has_initials))
    };
    if !is_right || read.contains(&ListedAuthor::Person) {
        return;
    }
    let title = run.start..title.end;
    listing.title = labelled.text(&title);
    // Names that were read stay as they are.
    listing.authors.truncate(agreed);
    listing.authors.extend_from_slice(&read[agreed..]);
    entry.certainty.title = labelled.likely(&title, &[TITLE]);
}

/// The words of an author's name, in the order of their letters.
fn sorted(author: &ListedAuthor) -> Vec<String> {
    let mut words = match author {
        ListedAuthor::Person => Vec::new(),
        ListedAuthor::Named(name) => words(&name.to_string()),
    };
    words.sort();
    words
}

fn is_same(one: &ListedAuthor, two: &ListedAuthor) -> bool {
    sorted(one) == sorted(two)
}

/// Whether a name has fewer words than it had and no other, one of them longer than an initial.
fn loses(had: &ListedAuthor, has: &ListedAuthor) -> bool {
    let (had, has) = (sorted(had), sorted(has));
    has.len() < had.len()
        && has.iter().all(|word| had.contains(word))
        && has.iter().any(|word| word.chars().count() > 1)
}

/// Whether an author's given names are initials.
fn has_initials(author: &ListedAuthor) -> bool {
    let ListedAuthor::Named(name) = author else {
        return false;
    };
    !name.given.is_empty() && !name.given.chars().any(char::is_lowercase)
}

/// Lets a title end where its words do: `The colours of “wool”: a case of dyeing`, `Looms in the valley, South Wales`,
/// `Looms of wood, volume 3 of Looms and Mills`.
pub(super) fn settle_tail(labelled: &LabelledWords, entry: &mut ImportedEntry) {
    let listing = &entry.listing;
    let Some((title, run)) = titles(labelled, listing) else {
        return;
    };
    let is_longer = run.end > title.end;
    let (added, cut) = (title.end..run.end, run.end..title.end);
    let venue = listing.venue.as_deref();
    let venue = venue.and_then(|venue| labelled.range_beside(venue, &title));
    let is_free = || venue.is_none_or(|venue| is_apart(&venue, &added));
    if is_longer && is_free() && may_join(labelled, listing, &title, &added)
        || !is_longer && is_numbered(labelled, &cut)
    {
        let title = title.start..run.end;
        entry.listing.title = labelled.text(&title);
        entry.certainty.title = labelled.likely(&title, &[TITLE]);
    }
}

/// Whether what stands behind a title goes on with it.
pub(super) fn may_join(
    labelled: &LabelledWords,
    listing: &Listing,
    title: &Range<usize>,
    added: &Range<usize>,
) -> bool {
    labelled.is_sure(added, &[TITLE])
        && goes_on(labelled, title, added)
        && !names(labelled, added, listing)
        && closes_brackets(&labelled.tokens[added.clone()])
        && !is_said(&labelled.tokens[added.clone()])
}

/// Whether the end of a title, behind a sign, counts the volume or the pages that it is part of.
fn is_numbered(labelled: &LabelledWords, cut: &Range<usize>) -> bool {
    let counts = |at: usize| matches!(labelled.labels[at], VOLUME | PAGES);
    let is_parted = labelled
        .tokens
        .get(cut.start)
        .is_some_and(|sign| matches!(sign.form, Form::Comma | Form::Period | Form::Semicolon));
    is_parted
        && labelled.words(cut).take(2).any(counts)
        && labelled.is_sure(cut, &[VOLUME, ISSUE, PAGES, OTHER, VENUE])
}

/// Where the title stands, and the stretch of words labelled so that has most of it.
fn titles(labelled: &LabelledWords, listing: &Listing) -> Option<(Range<usize>, Range<usize>)> {
    let title = labelled.range_of(&listing.title)?;
    let shared = |at: &Range<usize>| {
        at.end
            .min(title.end)
            .saturating_sub(at.start.max(title.start))
    };
    let run = labelled.stretches(TITLE).max_by_key(shared)?;
    (2 * shared(&run) > title.len() && labelled.is_sure(&run, &[TITLE]))
        .then(|| (title, labelled.whole(&run)))
}

/// Whether an entry goes on through a range without another line or column, a style that its title does not have, or a sign
/// that ends a field.
pub(super) fn goes_on(
    labelled: &LabelledWords,
    title: &Range<usize>,
    range: &Range<usize>,
) -> bool {
    const ENDS: [Form; 6] = [
        Form::QuoteOpen,
        Form::QuoteClose,
        Form::Dash,
        Form::Pipe,
        Form::Slash,
        Form::Slashes,
    ];
    let tokens = &labelled.tokens;
    tokens.get(range.clone()).is_some_and(|next| {
        let mut signs = next.iter().take_while(|token| token.form != Form::Word);
        next.iter().all(|token| {
            let is_alike = |one: &Token| one.style == token.style && one.link == token.link;
            token.gap <= Gap::Wrap && tokens[title.clone()].iter().any(is_alike)
        }) && signs.all(|token| !ENDS.contains(&token.form))
    })
}

/// Whether a range has the family name of an author.
pub(super) fn names(labelled: &LabelledWords, range: &Range<usize>, listing: &Listing) -> bool {
    let family = |author: &ListedAuthor| match author {
        ListedAuthor::Named(name) => words(&name.family).pop(),
        ListedAuthor::Person => None,
    };
    let families: Vec<String> = listing.authors.iter().filter_map(family).collect();
    labelled.folded(range).any(|word| families.contains(word))
}

/// Whether words are known to be no part of a title: a state, a sort of work, coauthors, `[C]`, `(in Italian)`.
fn is_said(tokens: &[Token]) -> bool {
    let inner = match tokens {
        [open, inner @ .., close] if (open.form, close.form) == (Form::Open, Form::Close) => inner,
        _ => tokens,
    };
    let is_bracketed = inner.len() < tokens.len();
    aside(inner, is_bracketed).is_some() || inner.iter().any(people::is_with)
}

/// Whether each bracket is closed that is opened, and the first one, if the words begin with it, holds few words: `(a
/// survey)`.
fn closes_brackets(tokens: &[Token]) -> bool {
    /// A bracket at the end of a title has so many words and signs at most; longer ones name a series.
    const BRACKET: usize = 8;
    let mut depth = 0_usize;
    for token in tokens {
        match token.form {
            Form::Open => depth += 1,
            Form::Close if depth == 0 => return false,
            Form::Close => depth -= 1,
            _ => {}
        }
    }
    let begins_so = tokens.first().is_some_and(|first| first.form == Form::Open);
    let closes = |token: &Token| token.form == Form::Close;
    depth == 0 && (!begins_so || tokens.iter().take(BRACKET).any(closes))
}
