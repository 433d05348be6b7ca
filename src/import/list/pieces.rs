//! A list of names in pieces, as commas and words that mean `and` part it.

use std::ops::Range;

use super::{
    people::ANDS,
    rest::is_rest,
    shape::{Shape, is_capital, is_initials, shape},
    token::{Form, Gap, Token},
};
use crate::text::fold::fold;

/// Without marks, numbers of affiliations, brackets and what they hold, and the sign at the end.
pub(super) fn plain(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut depth = 0_usize;
    for token in tokens {
        match token.form {
            // A bracket around all that remains is how coauthors are added: `(with A. Lee)`.
            Form::Open if out.is_empty() => {}
            Form::Open => depth += 1,
            Form::Close => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            Form::Mark | Form::Question | Form::QuoteOpen | Form::QuoteClose | Form::Address => {}
            Form::Word
                if token.text.bytes().all(|byte| byte.is_ascii_digit())
                    && !before_more(tokens, token) => {}
            _ => out.push(token.clone()),
        }
    }
    while out.last().is_some_and(|token| {
        matches!(
            token.form,
            Form::Colon | Form::Pipe | Form::Dash | Form::Semicolon
        )
    }) {
        out.pop();
    }
    for token in &mut out {
        // `Lee1`, `Lee2,3`: the numbers tell affiliations.
        let bare = token
            .text
            .trim_end_matches(|c: char| c.is_ascii_digit() || c == ',');
        if token.form == Form::Word
            && bare.chars().count() >= 2
            && !bare.ends_with('-')
            && bare.chars().all(|c| c.is_alphabetic() || "-'’".contains(c))
        {
            token.text = bare.into();
        }
    }
    out
}

/// Whether a number counts further people: `and 3 more`.
fn before_more(tokens: &[Token], number: &Token) -> bool {
    tokens
        .iter()
        .skip_while(|token| !std::ptr::eq(*token, number))
        .nth(1)
        .is_some_and(|next| {
            ["more", "other", "others", "additional", "weitere", "autres"]
                .contains(&fold(&next.text).as_str())
        })
}

/// Parts at commas and at words that mean `and`.
pub(super) fn pieces(tokens: &[Token]) -> Vec<&[Token]> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut after_and = false;
    for at in 0..=tokens.len() {
        let is_and = tokens
            .get(at)
            .is_some_and(|token| is_and(tokens, at, token));
        let is_cut = at == tokens.len() || tokens[at].form == Form::Comma || is_and;
        if !is_cut {
            if begins_next(&tokens[from..], at - from) || is_set_off(&tokens[from..], at - from) {
                out.push(from..at);
                (from, after_and) = (at, false);
            }
            continue;
        }
        // Between a comma and the `and` behind it nobody is left out, nor at the very end.
        let nobody = from == at && (is_and || after_and || at == tokens.len());
        if !nobody {
            out.push(from..at);
        }
        after_and = is_and;
        from = at + 1;
    }
    mend(tokens, &mut out);
    out.into_iter().map(|range| &tokens[range]).collect()
}

/// Joins and parts pieces that are no names as they are.
fn mend(tokens: &[Token], pieces: &mut Vec<Range<usize>>) {
    let of = |range: &Range<usize>| shape(&tokens[range.clone()]);
    let mut at = 0;
    while at < pieces.len() {
        let here = pieces[at].clone();
        // `…, Lee, A.`: the last of many names behind those that are left out.
        let first = &tokens[here.clone()];
        if first.len() > 1 && (first[0].text.starts_with("..") || first[0].text == "…") {
            pieces.splice(
                at..=at,
                [here.start..here.start + 1, here.start + 1..here.end],
            );
            at += 1;
            continue;
        }
        let (before, behind) = (at.checked_sub(1).map(|at| &pieces[at]), pieces.get(at + 1));
        // `Lee, A. Ray, B.`: a comma is missing.
        if let Some((before, behind)) = before.zip(behind)
            && of(before) == Shape::Single
            && of(behind) == Shape::Initials
            && let Some(family) = family_behind_initials(&tokens[here.clone()])
        {
            let family = here.start + family;
            pieces.splice(at..=at, [here.start..family, family..here.end]);
            at += 2;
            continue;
        }
        // `Lee, A. B. Ray, C. Orr`: the comma behind the initial of the first is missing.
        if at == 1
            && pieces.len() > 2
            && before.is_some_and(|before| of(before) == Shape::Single)
            && pieces[2..].iter().all(|piece| of(piece) == Shape::Full)
            && let Some(given) = initial_before_name(&tokens[here.clone()])
        {
            let given = here.start + given;
            pieces.splice(at..=at, [here.start..given, given..here.end]);
            at += 2;
            continue;
        }
        // `Ferro e Silva AM`: a family name of two words, where nobody has one name alone.
        if let Some(behind) = behind
            && of(&here) == Shape::Single
            && of(behind) == Shape::Behind
            && behind.start == here.end + 1
            && matches!(tokens[here.end].text.as_str(), "e" | "y")
            && pieces.iter().enumerate().all(|(other, piece)| {
                other == at || matches!(of(piece), Shape::Behind | Shape::Rest)
            })
        {
            let end = behind.end;
            pieces[at].end = end;
            pieces.remove(at + 1);
        }
        at += 1;
    }
}

/// Where a name of its own begins behind the first initial of a piece: the `B. Ray` of `A. B. Ray`.
fn initial_before_name(piece: &[Token]) -> Option<usize> {
    let [first, period, second, other, rest @ ..] = piece else {
        return None;
    };
    let is_initial = |word: &Token, period: &Token| {
        is_initials(&word.text) && period.form == Form::Period && word.gap > Gap::Glued
    };
    (is_initial(first, period) && is_initial(second, other) && !rest.is_empty()).then_some(2)
}

/// Where the family name begins of a piece that is initials and one more word: the `Ray` of `A. B. Ray`.
fn family_behind_initials(piece: &[Token]) -> Option<usize> {
    let (family, initials) = piece.split_last()?;
    let is_initial = |token: &Token| token.form == Form::Period || is_initials(&token.text);
    let ends = initials
        .last()
        .is_some_and(|last| last.form == Form::Period);
    (ends
        && initials.iter().all(is_initial)
        && is_capital(&family.text)
        && !is_initials(&family.text))
    .then_some(initials.len())
}

/// Whether another name begins at a token, which alone is set so, though no comma stands before it:
/// `Bo Ray **Ann Lee**`.
fn is_set_off(piece: &[Token], at: usize) -> bool {
    if at < 2 || piece[at].gap == Gap::Glued {
        return false;
    }
    let (before, here) = (&piece[at - 1], &piece[at]);
    let is_restyled =
        before.style.bold != here.style.bold || before.style.underlined != here.style.underlined;
    let behind = &piece[at..];
    let is_end = |at: usize| behind[at].form == Form::Comma || is_and(behind, at, &behind[at]);
    let end = (0..behind.len().min(6)).find(|at| is_end(*at));
    let behind = &behind[..end.unwrap_or(behind.len().min(6))];
    is_restyled && shape(&piece[..at]) == Shape::Full && shape(behind) == Shape::Full
}

/// Whether another name begins at a token though no comma stands before it: `A. Lee B. Ray`, `Lee A.
/// Ray B.`.
fn begins_next(piece: &[Token], at: usize) -> bool {
    let is_initial = |at: usize| {
        piece.get(at).is_some_and(|token| {
            is_initials(&token.text) && (token.text.len() == 1 || token.text.contains(['.', '-']))
        }) && piece
            .get(at + 1)
            .is_some_and(|token| token.form == Form::Period)
    };
    let is_family = |at: usize| {
        piece.get(at).is_some_and(|token| {
            token.form == Form::Word && is_capital(&token.text) && !is_initials(&token.text)
        })
    };
    if at < 3 || piece[at].gap == Gap::Glued {
        return false;
    }
    let forward = is_initial(0) && is_family(at - 1) && is_initial(at) && is_family(at + 2);
    let backward = at >= 3
        && is_family(0)
        && is_initial(at - 2)
        && is_family(at)
        && is_initial(at + 1)
        && !is_initial(0);
    forward || backward
}

pub(super) fn is_and(tokens: &[Token], at: usize, token: &Token) -> bool {
    token.form == Form::Word
        && ANDS.contains(&token.text.to_lowercase().as_str())
        && token.gap != Gap::Glued
        && !(token.text == "et"
            && tokens
                .get(at + 1)
                .is_some_and(|next| matches!(fold(&next.text).as_str(), "al" | "alii" | "aliae")))
        && (token.text.chars().all(char::is_lowercase)
            || matches!(token.text.as_str(), "&" | "AND"))
        && !(token.text.chars().count() <= 2
            && at > 0
            && tokens
                .get(at + 1)
                .is_some_and(|next| is_rest(&[token, next])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{
        Span, TextStyle,
        list::{
            examples::tokens,
            token::{self, text},
        },
    };

    #[test]
    fn a_name_that_is_set_off_needs_no_comma() {
        let bold = TextStyle {
            bold: true,
            ..TextStyle::default()
        };
        for (plain, set_off, want) in [
            ("Cy Orr, Bo Ray ", "Ann Lee", "Cy Orr|Bo Ray|Ann Lee"),
            ("Cy Orr, Ann Maria ", "Lee", "Cy Orr|Ann Maria Lee"),
        ] {
            let spans =
                [(plain, TextStyle::default()), (set_off, bold)].map(|(text, style)| Span {
                    text: text.to_owned(),
                    style,
                    ..Span::default()
                });
            let tokens = token::tokens(&spans, 1);
            let read: Vec<String> = pieces(&tokens).into_iter().map(text).collect();
            assert_eq!(read.join("|"), want);
        }
    }

    #[test]
    fn pieces_are_names() {
        for (written, want) in [
            ("Lee, A., Ray, B., … Orr, C.", "Lee|A.|Ray|B.|…|Orr|C."),
            ("Lee, A., Ray, B., ... Orr, C.", "Lee|A.|Ray|B.|...|Orr|C."),
            ("Lee, A. B. Ray, C., & Orr, D.", "Lee|A. B.|Ray|C.|Orr|D."),
            ("Lee A. et Albert C.", "Lee A.|Albert C."),
            ("Lee A. et al.", "Lee A. et al."),
            ("Lobo e Silva AM, Ray BC", "Lobo e Silva AM|Ray BC"),
            ("Lobo e Ann Lee", "Lobo|Ann Lee"),
        ] {
            let tokens = tokens(written);
            let read: Vec<String> = pieces(&tokens).into_iter().map(text).collect();
            assert_eq!(read.join("|"), want);
        }
    }
}
