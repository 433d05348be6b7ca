//! What brackets among the names tell: that others are left out, `[et al.]`, and who is among these,
//! `(25 authors, including A. Lee)`.

use super::{
    rest::is_rest,
    shape::{Shape, shape},
    token::{Form, Token},
};

/// What brackets tell of a list of names.
#[derive(Default)]
pub(super) struct Among<'a> {
    /// Whether there are more people than are named.
    pub(super) cuts: bool,
    /// Those of them whom a bracket names.
    pub(super) named: Vec<&'a [Token]>,
}

pub(super) fn among(tokens: &[Token]) -> Among<'_> {
    let mut out = Among::default();
    for (at, open) in tokens.iter().enumerate() {
        if open.form != Form::Open {
            continue;
        }
        let inner = &tokens[at + 1..];
        let end = inner
            .iter()
            .position(|token| token.form == Form::Close)
            .unwrap_or(inner.len());
        let inner = &inner[..end];
        let words: Vec<&Token> = inner
            .iter()
            .filter(|token| token.form == Form::Word)
            .collect();
        out.cuts |= words.len() <= 4 && is_rest(&words);
        if let Some(name) = included(inner) {
            out.cuts = true;
            out.named.push(name);
        }
    }
    out
}

/// Whether a bracket behind an `et al.` names one of the others.
pub(super) fn includes(bracket: &[Token]) -> bool {
    included(bracket).is_some()
}

fn included(bracket: &[Token]) -> Option<&[Token]> {
    const INCLUDING: [&str; 6] = [
        "including",
        "incl",
        "include",
        "includes",
        "dont",
        "darunter",
    ];
    let at = bracket
        .iter()
        .position(|token| INCLUDING.contains(&token.folded.as_str()))?;
    let rest = &bracket[at + 1..];
    let end = rest
        .iter()
        .position(|token| matches!(token.form, Form::Comma | Form::Close | Form::Semicolon))
        .unwrap_or(rest.len());
    let name = &rest[..end];
    matches!(shape(name), Shape::Full | Shape::Behind).then_some(name)
}
