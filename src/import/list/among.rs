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

/// Words behind which some of those stand who are not named.
const INCLUDING: [&str; 6] = [
    "including",
    "incl",
    "include",
    "includes",
    "dont",
    "darunter",
];

/// Where behind an `et al.` some of the others are named without a bracket, the word that leads to them and those
/// behind it: `A. Lee, et al., incl. B. Ray`.
pub(super) fn behind_rest(tokens: &[Token]) -> Option<(usize, &[Token])> {
    let at = tokens
        .iter()
        .position(|token| INCLUDING.contains(&token.folded()))?;
    let words: Vec<&Token> = tokens[..at]
        .iter()
        .filter(|token| token.form == Form::Word)
        .collect();
    let is_led = (1..=3).any(|count| {
        let from = words.len().checked_sub(count);
        from.is_some_and(|from| from > 0 && is_rest(&words[from..]))
    });
    let rest = &tokens[at + 1..];
    let signs = rest.iter().take_while(|token| token.form == Form::Period);
    (is_led && !rest.is_empty()).then(|| (at, &rest[signs.count()..]))
}

fn included(bracket: &[Token]) -> Option<&[Token]> {
    let at = bracket
        .iter()
        .position(|token| INCLUDING.contains(&token.folded()))?;
    let rest = &bracket[at + 1..];
    let end = rest
        .iter()
        .position(|token| matches!(token.form, Form::Comma | Form::Close | Form::Semicolon))
        .unwrap_or(rest.len());
    let name = &rest[..end];
    matches!(shape(name), Shape::Full | Shape::Behind).then_some(name)
}
