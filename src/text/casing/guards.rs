//! The ranges of a title that need braces.

use super::parts::{self, Part, TitleItem};
use super::{Lexicon, nouns};

/// The words that lower-casing damages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CasingScope {
    /// A work's title: acronyms, single capitals, proper nouns, sentence beginnings.
    Title,
    /// The name of a venue or an institution, which no style lower-cases: only acronyms and single
    /// capitals.
    Venue,
}

/// Returns the ranges of `items` that are put in braces, in order and disjoint.
pub(super) fn find(items: &[TitleItem], scope: CasingScope, lexicon: &Lexicon) -> Vec<Guard> {
    let parts = parts::find(items);
    let reader = GuardFinder {
        items,
        parts: &parts,
        scope,
        lexicon,
    };
    let mut guards: Vec<Guard> = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let (guard, read) = reader.guard(at);
        if let Some(guard) = guard {
            match guards.last_mut() {
                Some(before) if before.joins(&guard, items) => before.end = guard.end,
                _ => guards.push(guard),
            }
        }
        at += read;
    }
    guards
}

/// A range of items that is put in braces.
pub(super) struct Guard {
    /// Its first item.
    pub start: usize,
    /// The item after its last.
    pub end: usize,
    why: GuardReason,
}

#[derive(PartialEq, Eq)]
enum GuardReason {
    /// Meaningful capitals.
    Capitals,
    /// A name of a person or place: `Goemans-Linial` is one.
    Noun,
    /// One capital: `I/O` is one.
    Single,
}

impl Guard {
    fn joins(&self, next: &Self, items: &[TitleItem]) -> bool {
        let between = match items.get(self.end) {
            Some(TitleItem::Char(c, _)) if self.end + 1 == next.start => *c,
            _ => return false,
        };
        self.why == next.why
            && match self.why {
                GuardReason::Noun => matches!(between, '-' | '–'),
                GuardReason::Single => between == '/',
                GuardReason::Capitals => false,
            }
    }
}

struct GuardFinder<'a> {
    items: &'a [TitleItem],
    parts: &'a [Part],
    scope: CasingScope,
    lexicon: &'a Lexicon,
}

impl GuardFinder<'_> {
    /// Returns the guard for the part at `at`, if it needs one, and the number of parts it covers.
    fn guard(&self, at: usize) -> (Option<Guard>, usize) {
        let part = &self.parts[at];
        let guard = |start, end, why| Some(Guard { start, end, why });
        if self.scope == CasingScope::Title {
            if let Some(end) = self.parenthesised_prefix(at) {
                return (guard(part.start - 1, end, GuardReason::Capitals), 2);
            }
            if let Some(end) = self.lexicon.phrase(self.items, part)
                && !self.is_kept(at)
            {
                let read = self.parts[at..].iter().take_while(|part| part.start < end);
                let read = read.count();
                let end = end.max(self.with_stop(at + read - 1));
                return (guard(part.start, end, GuardReason::Noun), read);
            }
            if let Some(count) = self.noun(at) {
                let end = self.with_stop(at + count - 1);
                return (guard(part.start, end, GuardReason::Noun), count);
            }
        }
        // Beyond ASCII the first letter of a title is most often a word: `À la recherche`.
        let is_word = match part.text.as_str() {
            "A" => !self.is_paired(at),
            text => !text.is_ascii() && self.is_kept(at),
        };
        if part.is_single_capital() && !is_word {
            return (guard(part.start, part.end, GuardReason::Single), 1);
        }
        if let Some(length) = part.meant_capitals() {
            let end = if length == part.text.chars().count() {
                self.with_stop(at)
            } else {
                part.start + length
            };
            return (guard(part.start, end, GuardReason::Capitals), 1);
        }
        let damaged = part.has_capital() && self.follows_markup(at)
            || part.is_hinted(self.items) && part.text != "A"
            || self.scope == CasingScope::Title && part.starts_upper() && self.starts_sentence(at);
        if damaged {
            return (guard(part.start, part.end, GuardReason::Capitals), 1);
        }
        (None, 1)
    }

    /// Returns the number of parts from `at` on that are one proper noun.
    fn noun(&self, at: usize) -> Option<usize> {
        let part = &self.parts[at];
        if !part.starts_upper() {
            return None;
        }
        if let Some(next) = self.parts.get(at + 1)
            && next.start == part.end + 1
            && let TitleItem::Char(between @ ('-' | ' '), _) = self.items[part.end]
            && nouns::is_compound(&part.text, between, &next.text)
        {
            // Two words are two guards; a hyphen holds one together.
            return Some(if between == '-' { 2 } else { 1 });
        }
        if let Some(before) = at.checked_sub(1).map(|before| &self.parts[before])
            && before.end + 1 == part.start
            && matches!(self.items[before.end], TitleItem::Char(' ', _))
            && nouns::is_compound(&before.text, ' ', &part.text)
        {
            return Some(1);
        }
        let known = nouns::is_proper(&part.text)
            || self.with_stop(at) > part.end
            || nouns::is_element(&part.text)
            || nouns::is_isotope(&part.text) && self.is_before_number(at);
        known.then_some(1)
    }

    /// Whether styles keep the first capital of the part: it begins the title, or follows a colon.
    fn is_kept(&self, at: usize) -> bool {
        let start = self.parts[at].start;
        let is =
            |at: usize, c: char| matches!(self.items[at], TitleItem::Char(found, _) if found == c);
        let only_first = self.parts[at]
            .text
            .chars()
            .skip(1)
            .all(|c| !c.is_uppercase());
        only_first && (start == 0 || start >= 2 && is(start - 1, ' ') && is(start - 2, ':'))
    }

    fn is_before_number(&self, at: usize) -> bool {
        let part = &self.parts[at];
        self.parts.get(at + 1).is_some_and(|next| {
            next.start == part.end + 1
                && matches!(self.items[part.end], TitleItem::Char(' ' | '-', _))
                && next.text.chars().all(|c| c.is_ascii_digit())
        })
    }

    /// Returns the end of the part at `at`, including a stop that belongs to it: `Inc.`, `Hogwild!`
    fn with_stop(&self, at: usize) -> usize {
        let part = &self.parts[at];
        let belongs = match self.items.get(part.end) {
            Some(TitleItem::Char('.', _)) => part.is_abbreviation(),
            Some(TitleItem::Char('!', _)) => nouns::is_proper(&format!("{}!", part.text)),
            _ => false,
        };
        part.end + usize::from(belongs)
    }

    /// `I/O`, `A/B`: a single capital beside another.
    fn is_paired(&self, at: usize) -> bool {
        let joined = |a: usize, b: usize| {
            let (Some(a), Some(b)) = (self.parts.get(a), self.parts.get(b)) else {
                return false;
            };
            a.end + 1 == b.start
                && matches!(self.items[a.end], TitleItem::Char('/', _))
                && a.is_single_capital()
                && b.is_single_capital()
        };
        joined(at, at + 1) || at > 0 && joined(at - 1, at)
    }

    /// `DF²Net`, `k-` with its `k` in italics: the word began before this part.
    fn follows_markup(&self, at: usize) -> bool {
        let start = self.parts[at].start;
        start > 0
            && match &self.items[start - 1] {
                TitleItem::Marked(_) => true,
                TitleItem::Char(c, _) => parts::is_shifted(*c) || *c == '−',
            }
    }

    /// Returns the end of the word after the parenthesis, for `(In)Security` at the beginning of a title.
    fn parenthesised_prefix(&self, at: usize) -> Option<usize> {
        let (part, next) = (&self.parts[at], self.parts.get(at + 1)?);
        let is = |at: usize, c: char| matches!(self.items.get(at), Some(TitleItem::Char(found, _)) if *found == c);
        (at == 0
            && part.start == 1
            && is(0, '(')
            && is(part.end, ')')
            && next.start == part.end + 1
            && part.starts_upper()
            && part.meant_capitals().is_none())
        .then_some(next.end)
    }

    /// Whether the part is the first of a title that begins with punctuation, or follows `?`, `!`
    /// or `.`, where styles don't keep the next capital.
    fn starts_sentence(&self, at: usize) -> bool {
        let mut blank = false;
        // A formula or emphasis at the head of a title is its first word; Chinese is none, for it
        // has no capitals to keep.
        let first = matches!(self.items[0], TitleItem::Char(..))
            && !self.parts[..at]
                .iter()
                .any(|part| part.text.contains(is_western));
        for before in (0..self.parts[at].start).rev() {
            let TitleItem::Char(c, _) = &self.items[before] else {
                return false;
            };
            match c {
                ' ' => blank = true,
                '”' | '’' | '“' | '‘' | ')' | '(' | ']' | '[' | '¡' | '¿' => {}
                '?' | '!' => return blank || first,
                '.' => return blank && !self.is_no_stop(at, before) || first,
                _ => return first,
            }
        }
        first && self.parts[at].start > 0
    }

    /// Whether the period at `period`, before the part at `at`, ends no sentence: three of them,
    /// or an abbreviation that is never the last word.
    fn is_no_stop(&self, at: usize, period: usize) -> bool {
        let ellipsis = period > 0 && matches!(self.items[period - 1], TitleItem::Char('.', _));
        let word = at.checked_sub(1).map(|at| &self.parts[at]);
        ellipsis
            || word.is_some_and(|word| {
                word.end == period
                    && [
                        "vs", "St", "No", "Dr", "al", "Mr", "Mrs", "Prof", "Vol", "cf", "Fig",
                    ]
                    .contains(&word.text.as_str())
            })
    }
}

/// ASCII, or a letter that has a capital or is one.
fn is_western(c: char) -> bool {
    c.is_ascii() || c.is_lowercase() || c.is_uppercase()
}
