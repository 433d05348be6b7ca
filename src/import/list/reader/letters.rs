//! Tokens as letters, for the features.

use super::super::{
    row::whole_year,
    shape::is_initials,
    token::{Form, Token},
};

/// The letter of what a token is.
pub(super) fn form(token: &Token) -> char {
    match token.form {
        Form::Word => 'w',
        Form::Address => '@',
        Form::Comma => ',',
        Form::Semicolon => ';',
        Form::Colon => ':',
        Form::Period => '.',
        Form::Question => '?',
        Form::Dash => '-',
        Form::Pipe => '|',
        Form::Slash | Form::Slashes => '/',
        Form::QuoteOpen => '"',
        Form::QuoteClose => '\'',
        Form::Open => '(',
        Form::Close => ')',
        Form::Mark => '*',
    }
}

/// The letter of how a word looks; of a sign, of what it is.
pub(super) fn shape(token: &Token) -> char {
    if token.form != Form::Word {
        return form(token);
    }
    let text = token.text.as_str();
    if whole_year(text).is_some() {
        return 'Y';
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(c) if c.is_ascii_digit() => '1',
        Some(c) if c as u32 > 0x2e80 => 'E',
        Some(c) if c.is_lowercase() => 'a',
        Some(_) if is_initials(text) => 'I',
        Some(c) if c.is_uppercase() => {
            if chars.clone().all(char::is_uppercase) {
                'X'
            } else {
                'A'
            }
        }
        _ => '?',
    }
}
