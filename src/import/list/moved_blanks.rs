//! Blanks that copying from a page has moved before the signs: `wool in towns ,Cloth .Rev .12`.

use super::token::{Form, Gap, Token};
use crate::text::fold::fold;

/// One such sign may be meant, `.NET`.
const FEWEST: usize = 2;

/// Puts the blanks of a line behind its commas and periods, where several stand before them.
pub(super) fn moved_blanks(tokens: &mut Vec<Token>) {
    let moved = (0..tokens.len()).filter(|at| is_moved(tokens, *at));
    if moved.count() < FEWEST {
        return;
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut gap = None;
    for mut token in tokens.drain(..) {
        if let Some(moved) = gap.take()
            && token.gap == Gap::Glued
        {
            token.gap = moved;
        }
        if token.gap == Gap::Space {
            let word = behind_period(&token, |c| c.is_uppercase() || c.is_ascii_digit());
            if let Some(word) = word {
                let word = word.to_owned();
                out.push(Token {
                    text: ".".to_owned(),
                    folded: String::new(),
                    form: Form::Period,
                    gap: Gap::Glued,
                    ..token.clone()
                });
                token.folded = fold(&word);
                token.text = word;
            } else if matches!(token.form, Form::Comma | Form::Period) {
                gap = Some(token.gap);
                token.gap = Gap::Glued;
            }
        }
        out.push(token);
    }
    *tokens = out;
}

/// Whether a blank stands before a sign and none behind it.
fn is_moved(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let is_sign = matches!(token.form, Form::Comma | Form::Period)
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.gap == Gap::Glued && next.form == Form::Word);
    at > 0
        && token.gap == Gap::Space
        && (is_sign || behind_period(token, char::is_uppercase).is_some())
}

/// The word behind the period that it begins with, if that begins so.
fn behind_period(token: &Token, begins: fn(char) -> bool) -> Option<&str> {
    let word = token.text.strip_prefix('.')?;
    (token.form == Form::Word && word.starts_with(begins)).then_some(word)
}

#[cfg(test)]
mod tests {
    use crate::import::{
        Span,
        list::token::{text, tokens},
    };

    fn read(line: &str) -> String {
        let span = Span {
            text: line.to_owned(),
            ..Span::default()
        };
        text(&tokens(&[span], 1))
    }

    #[test]
    fn blanks_are_put_behind_signs() {
        assert_eq!(
            read("A. Lee, Looms and mills ,Cloth .Rev .12 (1999) ,3"),
            "A. Lee, Looms and mills, Cloth. Rev. 12 (1999), 3"
        );
        assert_eq!(
            read("Looms for .NET, and mills"),
            "Looms for .NET, and mills"
        );
    }
}
