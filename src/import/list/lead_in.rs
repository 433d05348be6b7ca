//! The words that lead to the book or journal in which a work stands: `In: Looms`.

use super::{
    shape::is_mixed,
    token::{Form, Token},
};

/// Without what leads to a venue: `In:`, `in the`, `appeared in`, `at`.
pub(super) fn without_in(range: &[Token]) -> &[Token] {
    match range {
        [first, colon, rest @ ..] if is_in(first) && colon.form == Form::Colon => rest,
        [first, the, rest @ ..] if is_in(first) && the.text == "the" && !rest.is_empty() => rest,
        // `in proceedings of LOOM 2015`
        [first, small, of, rest @ ..]
            if is_in(first)
                && matches!(small.text.as_str(), "proceedings" | "proc")
                && of.text == "of"
                && !rest.is_empty() =>
        {
            match rest {
                [the, name @ ..] if the.text == "the" && !name.is_empty() => name,
                _ => rest,
            }
        }
        // `appeared in the Annals of Cloth`
        [appeared, rest @ ..]
            if matches!(appeared.folded(), "appeared" | "appears" | "published")
                && matches!(rest, [at, _, ..] if matches!(at.text.as_str(), "in" | "at")) =>
        {
            without_in(rest)
        }
        // `at ICML`
        [at, rest @ ..]
            if at.text == "at"
                && rest
                    .first()
                    .is_some_and(|word| word.text.starts_with(char::is_uppercase)) =>
        {
            rest
        }
        [first, rest @ ..]
            if is_in(first)
                && !rest.is_empty()
                && (!rest[0].text.starts_with(char::is_lowercase) || is_mixed(&rest[0].text)) =>
        {
            rest
        }
        _ => range,
    }
}

/// Whether a work stands in what follows: `In`.
pub(super) fn is_in(token: &Token) -> bool {
    matches!(
        token.text.as_str(),
        "In" | "in" | "IN" | "dans" | "Dans" | "В" | "en" | "En" | "载" | "收入" | "收于" | "载于"
    )
}

/// Whether words tell in what a work stands that was named before: `In: Cloth`, `Hg. von A. Lee`.
pub(super) fn is_led_in(tokens: &[Token]) -> bool {
    match tokens {
        [lead, colon, ..] if colon.form == Form::Colon => is_in(lead),
        [lead, period, by, ..] if period.form == Form::Period => {
            matches!(lead.folded(), "hg" | "hrsg" | "ed" | "eds")
                && matches!(by.folded(), "von" | "by" | "v")
        }
        _ => false,
    }
}
