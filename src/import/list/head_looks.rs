//! How the headings of a text are set: those that words tell show the others.

use std::collections::{HashMap, HashSet};

use super::{
    super::Begins,
    head_levels::HeadLevels,
    head_text,
    headings::{self, Topic},
    join::would_fit,
    openers::{begins_with_name, leads_on},
    row::{Mark, Row},
    token::{Form, Gap},
    width::full_width,
};

/// How the headings of a text look that are known by their words: others that look so are headings
/// too, whatever they say.
#[derive(Default)]
pub(super) struct HeadLooks {
    looks: HashSet<HeadLook>,
    /// How often each short row comes: what comes again and again heads nothing.
    times: HashMap<String, usize>,
    /// Rows that nothing sets off and that are headings by their words, as several of the text are.
    tight: HashSet<String>,
    /// The width to which the lines of the text are filled.
    full: usize,
    pub(super) levels: HeadLevels,
}

/// What headings of one text have in common: the sort of their mark, their indent, how they are set
/// and whether they end with a colon.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, as in type itself"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct HeadLook {
    mark: Option<Mark>,
    apart: bool,
    indent: usize,
    bold: bool,
    capitals: bool,
    underlined: bool,
    colon: bool,
}

impl HeadLooks {
    /// The looks of which most rows are headings by their words.
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut times: HashMap<String, usize> = HashMap::new();
        for row in rows {
            if let Some(text) = short(row) {
                *times.entry(text).or_default() += 1;
            }
        }
        let mut counts: HashMap<HeadLook, [usize; 2]> = HashMap::new();
        for row in rows {
            let look = HeadLook::of(row);
            let text = short(row);
            let is_known = text.as_ref().is_some_and(|text| {
                let head = headings::read(&head_text::bare(text));
                times.get(text) == Some(&1)
                    && head.topic != Topic::Years
                    && (head.sureness >= 0.6 || head.status.is_some())
            });
            let counts = counts.entry(look).or_default();
            counts[0] += usize::from(is_known);
            counts[1] += 1;
        }
        let sure = counts
            .into_iter()
            .filter(|(_, [known, all])| *known >= 2 && (*known * 5 >= *all * 2));
        let looks = sure.map(|(look, _)| look).collect();
        let mut tight: HashSet<String> = rows
            .windows(2)
            .filter(|pair| is_tight(&pair[1]) && !begins_with_name(&pair[0].tokens))
            .filter_map(|pair| short(&pair[1]))
            .filter(|text| times.get(text) == Some(&1))
            .collect();
        if tight.len() < 2 {
            tight.clear();
        }
        Self {
            looks,
            times,
            tight,
            full: full_width(rows),
            levels: HeadLevels::of(rows),
        }
    }

    /// Whether a row stands on a line of its own, since neither the one before it nor itself had to
    /// end where it does.
    pub(super) fn stands_alone(&self, rows: &[Row], at: usize) -> bool {
        let ends = |at: usize| !rows[at].printed || would_fit(rows, at + 1, self.full);
        let is_led = at > 0 && leads_on(&rows[at - 1].tokens);
        (at == 0 || ends(at - 1) && !is_led) && (at + 1 == rows.len() || ends(at))
    }

    /// Whether a row is a heading that nothing sets off.
    pub(super) fn has_tight(&self, row: &Row) -> bool {
        is_tight(row) && short(row).is_some_and(|text| self.tight.contains(&text))
    }

    pub(super) fn has(&self, row: &Row) -> bool {
        short(row).is_some_and(|text| self.times.get(&text) == Some(&1))
            && self.looks.contains(&HeadLook::of(row))
    }
}

/// Whether a row that goes on with a text has the words of a heading of publications, in the plural.
fn is_tight(row: &Row) -> bool {
    if row.begins != Begins::Nothing || row.mark.is_some() || row.tokens.len() > 4 {
        return false;
    }
    let text = row.text();
    text.starts_with(char::is_uppercase) && text.ends_with('s') && {
        let head = headings::read(&text);
        head.topic == Topic::Publications && head.sureness >= 1.0
    }
}

impl HeadLook {
    fn of(row: &Row) -> Self {
        let words = || row.tokens.iter().filter(|token| token.form == Form::Word);
        Self {
            mark: row.mark,
            apart: row.begins != Begins::Nothing,
            indent: row.indent,
            bold: words().all(|word| word.style.bold),
            capitals: is_capitals(row),
            underlined: words().all(|word| word.style.underlined),
            colon: row
                .tokens
                .last()
                .is_some_and(|token| token.form == Form::Colon),
        }
    }
}

/// Whether all letters of a row are capitals.
pub(super) fn is_capitals(row: &Row) -> bool {
    let words = row.tokens.iter().filter(|token| token.form == Form::Word);
    let mut letters = words.flat_map(|word| word.text.chars());
    letters.clone().any(char::is_uppercase) && !letters.any(char::is_lowercase)
}

/// The text of a row that is short enough for a heading and has no sign that a heading has not.
fn short(row: &Row) -> Option<String> {
    let has_sign = row.tokens.iter().any(|token| {
        matches!(
            token.form,
            Form::Period
                | Form::Comma
                | Form::Semicolon
                | Form::Pipe
                | Form::Question
                | Form::Address
                | Form::QuoteOpen
        ) || token.link.is_some()
            || token.text.chars().any(char::is_numeric)
            || token.gap == Gap::Wide
    });
    let words = row
        .tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .count();
    (!has_sign && (1..=8).contains(&words)).then(|| row.text())
}
