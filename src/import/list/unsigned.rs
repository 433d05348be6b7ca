//! Where a venue, a date or the authors may begin though no sign stands before them.

use super::{
    cut::{is_acronym, is_year},
    lexicon::{self, Sort},
    people,
    shape::{self, is_mixed},
    token::{Form, Gap, Token},
};

/// Whether a venue or a date may begin at a token though no sign stands before it.
pub(super) fn opens_venue(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at];
    if word.form == Form::Address {
        return true;
    }
    if word.form != Form::Word {
        return false;
    }
    let before = &tokens[at - 1];
    let folded = word.folded();
    let is_upper = word.text.chars().next().is_some_and(char::is_uppercase);
    let next_is_year = tokens
        .get(at + 1)
        .is_some_and(|next| next.gap <= Gap::Space && is_year(&next.text));
    let is_named = before.form == Form::Word
        && (is_acronym(&before.text) || before.is(Sort::Venue) || before.is(Sort::House));
    // `Ph.D. Dissertation`
    if before.form == Form::Period && at >= 2 && tokens[at - 2].text == "Ph.D" {
        return false;
    }
    // `25th ACM International Conference`
    if is_ordinal(&before.text) && word.gap <= Gap::Wrap {
        return false;
    }
    // `and B. Wiley`
    if before.form == Form::Period
        && at >= 3
        && shape::is_initials(&tokens[at - 2].text)
        && people::ANDS.contains(&tokens[at - 3].text.as_str())
        && word.text.chars().skip(1).all(char::is_lowercase)
    {
        return false;
    }
    is_year(&word.text) && !(is_named && word.gap == Gap::Space)
        || is_year(&before.text)
        || is_upper
            && (lexicon::is(folded, Sort::VenueHead) || lexicon::is(folded, Sort::House))
            && !matches!(folded, "in" | "press" | "verlag")
        || word.text == "In"
        || is_by(tokens, at)
        || word.text == "in" && is_behind_pages(tokens, at)
        || is_acronym(&word.text) && next_is_year
        || is_upper && next_is_year && is_mixed(&word.text)
}

/// `25th`, `3rd`, `33e`.
fn is_ordinal(word: &str) -> bool {
    let end = word.trim_start_matches(|c: char| c.is_ascii_digit());
    (1..=3).contains(&(word.len() - end.len()))
        && [
            "st", "nd", "rd", "th", "e", "ème", "º", "°", "ª", "'th", "’th",
        ]
        .contains(&end)
}

/// Whether the authors may follow: `by Ann Lee,`, `by A. Lee`.
fn is_by(tokens: &[Token], at: usize) -> bool {
    // `edited by A. Lee`
    let is_edited =
        at > 0 && ["edited", "ed", "eds", "translated", "trans"].contains(&tokens[at - 1].folded());
    if !people::is_by(&tokens[at]) || is_edited {
        return false;
    }
    let names = tokens[at + 1..]
        .iter()
        .take(5)
        .take_while(|word| word.form == Form::Word && shape::is_capital(&word.text))
        .count();
    let behind = tokens.get(at + 1 + names);
    tokens
        .get(at + 1)
        .is_some_and(|next| shape::is_initials(&next.text))
        || (2..=4).contains(&names)
            && behind.is_none_or(|next| {
                matches!(next.form, Form::Comma | Form::Period | Form::Semicolon)
                    || people::ANDS.contains(&next.text.as_str())
            })
}

/// Whether pages stand before a token: `Pp. 25-56 in Networks`.
fn is_behind_pages(tokens: &[Token], at: usize) -> bool {
    at >= 3
        && tokens[at - 1]
            .text
            .starts_with(|c: char| c.is_ascii_digit())
        && tokens[at - 3..at - 1]
            .iter()
            .any(|word| matches!(word.folded(), "pp" | "p" | "pages" | "s"))
}
