//! Pieces of which the markup says what they are.

use super::{
    super::FieldRole,
    looks::{ADDRESS, BUTTON},
    token::{Form, Token},
};

/// How a piece looks of which markup says what it is. Buttons, addresses, dates and numbers may stand
/// within what is called so.
pub(super) fn as_named(content: &[Token], plain: [f64; 5]) -> [f64; 5] {
    let mut words = content.iter().filter(|token| token.form == Form::Word);
    let named = words.next().and_then(|first| first.style.named);
    if !words.all(|word| word.style.named == named) || [BUTTON, ADDRESS].contains(&plain) {
        return plain;
    }
    let [authors, title, venue, date, other] = plain;
    let is_aside = other > 0.5 || date > 0.0;
    match named {
        Some(FieldRole::Title) => [-5.0, title.max(1.0) + 1.5, -5.0, -4.0, -3.0],
        Some(FieldRole::Authors) if !is_aside => [authors.max(1.0) + 1.5, -4.0, -4.0, -6.0, -2.0],
        // People call so what stands below a title, names and places too.
        Some(FieldRole::Venue) if !is_aside => [authors, title - 2.0, venue, date, other],
        _ => plain,
    }
}

/// Forgets what markup calls the parts of an item where it calls all of it one thing: a list of journal
/// papers may be one of the class `journal`.
pub(super) fn unname(tokens: &mut [Token]) {
    let mut words = tokens.iter().filter(|token| token.form == Form::Word);
    let first = words.next().map(|word| word.style.named);
    if words.all(|word| Some(word.style.named) == first) {
        for token in tokens {
            token.style.named = None;
        }
    }
}
