//! The rows of an item as one run of words.

use super::{
    super::Begins,
    row::Row,
    token::{Form, Gap, Token},
};
use crate::text::fold::fold;

/// The rows of an item as one run of tokens, with the gaps between rows as they are meant and
/// words parted at a line's end put together.
pub(super) fn join(rows: &[Row], first: usize, end: usize, full: usize) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let has_blanks = rows[first..end].iter().any(|row| row.blanks);
    for at in first..end {
        let mut gap = if at == first {
            Gap::Block
        } else {
            between(rows, at, full)
        };
        // Where people are left blank, a comma at the end of a line has one behind it.
        if has_blanks
            && at > first
            && let Some(comma) = out
                .last()
                .filter(|token| token.form == Form::Comma)
                .cloned()
            && would_fit(rows, at, full)
        {
            out.push(comma);
            gap = Gap::Break;
        }
        let mut tokens = rows[at].tokens.iter().cloned();
        let Some(mut head) = tokens.next() else {
            continue;
        };
        head.gap = gap;
        if gap == Gap::Wrap
            && let Some(last) = out.last_mut()
            && let Some(whole) = rejoined(last, &head)
        {
            last.folded = fold(&whole);
            last.text = whole;
        } else {
            out.push(head);
        }
        out.extend(tokens);
    }
    out
}

/// Words that make compounds with a hyphen.
const COMPOUNDS: [&str; 44] = [
    "self", "non", "multi", "low", "high", "real", "end", "large", "data", "state", "co", "cross",
    "well", "time", "long", "short", "two", "three", "one", "zero", "few", "deep", "fine", "full",
    "half", "all", "open", "closed", "small", "near", "semi", "meta", "model", "first", "second",
    "third", "rate", "user", "hand", "risk", "cost", "energy", "privacy", "human",
];

/// A word parted at the end of a line, put together again.
pub(super) fn rejoined(last: &Token, next: &Token) -> Option<String> {
    let left = last.text.strip_suffix(['-', '‐', '\u{ad}'])?;
    if last.form != Form::Word || next.form != Form::Word || left.is_empty() {
        return None;
    }
    if !next.text.starts_with(char::is_lowercase) {
        return Some(format!("{}{}", last.text, next.text));
    }
    // A word that has a hyphen already, or that makes compounds, keeps the one it ends with.
    let is_compound = left.contains('-')
        || COMPOUNDS.contains(&left.to_lowercase().as_str())
        || left.ends_with(|c: char| c.is_ascii_digit())
        || left.chars().all(char::is_uppercase);
    Some(if is_compound {
        format!("{left}-{}", next.text)
    } else {
        format!("{left}{}", next.text)
    })
}

/// What parts a row from the one before it.
pub(super) fn between(rows: &[Row], at: usize, full: usize) -> Gap {
    let (last, row) = (&rows[at - 1], &rows[at]);
    let ends_open = last.tokens.last().is_some_and(|token| {
        token.form == Form::Comma && token.text == ","
            || token.text.ends_with('-') && token.text.len() > 1
            || token.text == "&"
            || token.text == "and"
    });
    let next_is_blank = row
        .tokens
        .first()
        .is_some_and(|token| token.form == Form::Comma);
    match row.begins {
        _ if row.mark.is_some() => Gap::Block,
        Begins::Item | Begins::Paragraph | Begins::Heading(_) if !ends_open => Gap::Block,
        _ if ends_open && !next_is_blank => Gap::Wrap,
        _ => {
            if would_fit(rows, at, full) {
                Gap::Break
            } else {
                Gap::Wrap
            }
        }
    }
}

/// Whether the first word of a row would have stood on the line before it. Then that line was
/// ended on purpose.
pub(super) fn would_fit(rows: &[Row], at: usize, full: usize) -> bool {
    let next: usize = rows[at]
        .tokens
        .iter()
        .take_while(|token| token.gap != Gap::Space)
        .map(|token| token.text.chars().count())
        .sum();
    rows[at - 1].width + 1 + next <= full
}
