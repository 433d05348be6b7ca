//! The rows of an item as one run of words.

use super::{
    super::Begins,
    lead_in::is_in,
    lexicon::{self, Sort},
    named::unname,
    people,
    row::Row,
    shape::is_initials,
    single::single_quotes,
    token::{Form, Gap, Token},
    volume_words::volume_words,
};
use crate::text::publication_state::find_state;

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
        let tokens = before_column(&rows[at]);
        // `*Ann Lee`: the mark before an item's first name is explained in a legend.
        let marks = match tokens {
            [mark, name, ..]
                if at == first && mark.form == Form::Mark && name.gap == Gap::Glued =>
            {
                1
            }
            _ => 0,
        };
        let mut tokens = tokens[marks..].iter().cloned();
        let Some(mut head) = tokens.next() else {
            continue;
        };
        head.gap = gap;
        if gap == Gap::Wrap
            && let Some(last) = out.last_mut()
            && let Some(whole) = rejoined(last, &head, rows[at - 1].keeps_hyphen)
        {
            last.text = whole.into();
        } else {
            out.push(head);
        }
        out.extend(tokens);
    }
    // A title that is wrapped goes on left of the column.
    for row in &rows[first..end] {
        out.extend_from_slice(&row.tokens[before_column(row).len()..]);
    }
    // What is quoted may go on over the end of a line.
    single_quotes(&mut out);
    unname(&mut out);
    volume_words(&mut out);
    unbolden(&mut out);
    out
}

/// Where all of an entry is bold, nothing of it is set off by that.
fn unbolden(tokens: &mut [Token]) {
    if tokens.iter().all(|token| token.style.bold) {
        for token in tokens {
            token.style.bold = false;
        }
    }
}

/// The words of a row without the column at its right.
fn before_column(row: &Row) -> &[Token] {
    let whole = row.tokens.len();
    // Words may have been taken away since columns were looked for.
    &row.tokens[..row.column.unwrap_or(whole).min(whole)]
}

/// Words that make compounds with a hyphen.
const COMPOUNDS: [&str; 44] = [
    "self", "non", "multi", "low", "high", "real", "end", "large", "data", "state", "co", "cross",
    "well", "time", "long", "short", "two", "three", "one", "zero", "few", "deep", "fine", "full",
    "half", "all", "open", "closed", "small", "near", "semi", "meta", "model", "first", "second",
    "third", "rate", "user", "hand", "risk", "cost", "energy", "privacy", "human",
];

/// Words that stand behind a hyphen, and are the end of no other word: `similarity-based`.
const FOLLOWERS: [&str; 24] = [
    "aware",
    "assisted",
    "agnostic",
    "augmented",
    "based",
    "centric",
    "dependent",
    "driven",
    "efficient",
    "enhanced",
    "free",
    "guided",
    "independent",
    "induced",
    "invariant",
    "level",
    "mediated",
    "oriented",
    "related",
    "scale",
    "sensitive",
    "specific",
    "supervised",
    "targeting",
];

/// A word parted at the end of a line, put together again; with its hyphen or without it where the
/// page tells which.
fn rejoined(last: &Token, next: &Token, keeps_hyphen: Option<bool>) -> Option<String> {
    let left = last.text.strip_suffix(['-', '‐', '\u{ad}'])?;
    if last.form != Form::Word || next.form != Form::Word || left.is_empty() {
        return None;
    }
    if !next.text.starts_with(char::is_lowercase) {
        return Some(format!("{}{}", last.text, next.text));
    }
    // A word that has a hyphen already, or that makes compounds, keeps the one it ends with.
    // `Part-` and `of-Day`: one of several hyphens.
    let is_chain = next.text.split_once('-').is_some_and(|(small, rest)| {
        lexicon::is(small, Sort::Small) && rest.starts_with(char::is_alphabetic)
    });
    // `un-aware` is one word, as `in-dependent` is.
    let is_follower = left.chars().count() > 3 && FOLLOWERS.contains(&next.folded());
    let is_compound = is_chain
        || is_follower
        || left.contains('-')
        || COMPOUNDS.contains(&left.to_lowercase().as_str())
        || left.ends_with(|c: char| c.is_ascii_digit())
        || left.chars().all(char::is_uppercase);
    Some(if keeps_hyphen.unwrap_or(is_compound) {
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
        _ if row.labelled => Gap::Break,
        Begins::Item | Begins::Paragraph | Begins::Heading(_) if !ends_open => Gap::Block,
        _ if ends_open && !next_is_blank => Gap::Wrap,
        _ => {
            if would_fit(rows, at, full) && !(last.width * 4 >= full * 3 && goes_on(last, row)) {
                Gap::Break
            } else {
                Gap::Wrap
            }
        }
    }
}

/// Whether a long line of print goes on with the words of the one before it, by these words: `Conference`,
/// `on looms`. Nothing begins with a small word but what is said of a work.
fn goes_on(last: &Row, row: &Row) -> bool {
    let (Some(last_word), Some(next)) = (last.tokens.last(), row.tokens.first()) else {
        return false;
    };
    let is_lower =
        |token: &Token| token.form == Form::Word && token.text.chars().all(char::is_lowercase);
    let begins: Vec<&str> = row.tokens.iter().take(3).map(Token::folded).collect();
    let is_said = (1..=begins.len()).any(|end| {
        let words = begins[..end].join(" ");
        find_state(&words, &words).is_some()
    });
    last.printed
        && is_lower(next)
        && !(is_in(next) || people::is_with(next) || people::is_by(next) || is_said)
        && last_word.form == Form::Word
        && (is_lower(last_word)
            || next.is(Sort::Small) && !matches!(next.text.as_str(), "to" | "under"))
}

/// Whether the first word of a row would have stood on the line before it. Then that line was
/// ended on purpose.
pub(super) fn would_fit(rows: &[Row], at: usize, full: usize) -> bool {
    let next = first_word(&rows[at]);
    let last = &rows[at - 1];
    if !last.printed {
        return true;
    }
    if last.column.is_some() {
        let left: usize = before_column(last).iter().map(columns).sum();
        // A name begins a line of its own, whether or not it would have fitted.
        let begins_name = rows[at]
            .tokens
            .first()
            .is_some_and(|word| is_initials(&word.text));
        return begins_name || last.indent + left + 1 + next <= left_width(rows, at);
    }
    match (last.room, rows[at].room) {
        (Some(last), Some(row)) => row.first <= last.behind,
        _ => last.width + 1 + next <= full,
    }
}

/// The columns that the first word of a row takes, with the signs that touch it.
pub(super) fn first_word(row: &Row) -> usize {
    let mut words = row.tokens.iter();
    let first = words.next();
    let rest = words.take_while(|token| token.gap != Gap::Space);
    let all = first.into_iter().chain(rest);
    all.map(|token| token.text.chars().count()).sum()
}

/// The columns that a word takes with what stands before it.
fn columns(token: &Token) -> usize {
    token.text.chars().count() + usize::from(token.gap != Gap::Glued)
}

/// How wide text is set left of a column: as in the widest of the rows around that have one.
fn left_width(rows: &[Row], at: usize) -> usize {
    rows[at.saturating_sub(60)..rows.len().min(at + 60)]
        .iter()
        .filter(|row| row.column.is_some())
        .map(|row| row.indent + before_column(row).iter().map(columns).sum::<usize>())
        .max()
        .unwrap_or(0)
}
