//! Lines that end because they were full.

use super::{
    cut::{Sign, is_year},
    lead_in::is_in,
    lexicon::Sort,
    people,
    shape::{self, is_initials},
    token::{Form, Gap, Token},
};

/// Whether a line is but wrapped before a token, by the words around: `S.` of a page and its number,
/// `with Ann` and the rest of her name, a small word and what it belongs to.
pub(super) fn runs_on(tokens: &[Token], at: usize, sign: Sign) -> bool {
    let (last, next) = (&tokens[at - 1], &tokens[at]);
    if sign != Sign::None || next.gap != Gap::Wrap {
        return false;
    }
    let is_lower =
        |token: &Token| token.form == Form::Word && token.text.starts_with(char::is_lowercase);
    let counts = at >= 2
        && last.form == Form::Period
        && next.text.starts_with(|c: char| c.is_ascii_digit())
        && !is_year(&next.text)
        && tokens[at - 2].is(Sort::Counted);
    let names = at >= 3
        && people::is_with(&tokens[at - 2])
        && !matches!(tokens[at - 3].form, Form::Word | Form::Close);
    let is_torn = last.form == Form::Period
        && at >= 3
        && is_initials(&tokens[at - 2].text)
        && next.text.starts_with(char::is_uppercase)
        && begins_name(&tokens[..at - 1]);
    let is_small = is_lower(last) && (last.is(Sort::Small) || last.is(Sort::Particle))
        || last.form == Form::Word && people::is_with(last);
    // `Conference | on Looms`
    let leads_on = is_lower(next)
        && next.is(Sort::Small)
        && last.form == Form::Word
        && !is_in(next)
        && !people::is_with(next)
        && !people::is_by(next);
    counts
        || leads_on
        || names
        || is_torn
        || is_small
        || is_lower(next) && is_lower(last) && !is_in(next) && !adds_names(tokens, at)
}

/// Whether names may follow a word at the head of a line: `with Ann Lee`.
fn adds_names(tokens: &[Token], at: usize) -> bool {
    let is_large = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|word| word.text.starts_with(char::is_uppercase))
    };
    (people::is_with(&tokens[at]) || people::is_by(&tokens[at]))
        && is_large(at + 1)
        && is_large(at + 2)
}

/// Whether the initial at the end begins a name: behind an `and`, or in a list of names whose initials
/// stand first.
fn begins_name(tokens: &[Token]) -> bool {
    let [before @ .., sign, _] = tokens else {
        return false;
    };
    let is_and = |token: &Token| people::ANDS.contains(&token.text.as_str());
    // `A. Ray and Ann B. | Lee`: names stand before the comma as they are spoken.
    if sign.form == Form::Word && shape::is_capital(&sign.text) {
        let first = before
            .iter()
            .position(|token| token.form == Form::Comma || is_and(token))
            .map_or(before, |end| &before[..end]);
        let names = first.iter().filter(|token| token.form == Form::Word);
        return before
            .last()
            .is_some_and(|last| last.form == Form::Comma || is_and(last))
            && names.count() >= 2
            && !is_initials(&sign.text);
    }
    if sign.form == Form::Word {
        return is_and(sign);
    }
    let from = before
        .iter()
        .rposition(|token| token.form == Form::Comma || people::ANDS.contains(&token.text.as_str()))
        .map_or(0, |at| at + 1);
    sign.form == Form::Comma
        && before.len() >= from + 3
        && is_initials(&before[from].text)
        && before
            .last()
            .is_some_and(|family| shape::is_capital(&family.text) && !is_initials(&family.text))
}
