//! Titles in single quotation marks, which look like apostrophes.

use super::token::{Form, Gap, Token};

/// A title between single quotation marks is as long at most, in tokens.
const QUOTED: usize = 60;

/// Parts the marks of a title in single quotation marks from its words: `'On looms',`. Inside a
/// text they mark words only, or stand for letters that were left out.
pub(super) fn single_quotes(tokens: &mut Vec<Token>) {
    let is_open = |token: &Token| {
        token.form == Form::Word
            && token.gap > Gap::Glued
            && token.text.chars().count() > 1
            && token.text.starts_with(['\'', '‘'])
            && !token
                .text
                .chars()
                .nth(1)
                .is_some_and(|c| c.is_ascii_digit())
    };
    let mut at = 0;
    while at < tokens.len() {
        let first = at;
        at += 1;
        let begins = first == 0
            || !matches!(tokens[first - 1].form, Form::Word)
            || tokens[first - 1]
                .text
                .bytes()
                .all(|byte| byte.is_ascii_digit());
        if !begins || !is_open(&tokens[first]) {
            continue;
        }
        let closes = |end: usize| {
            let token = &tokens[end];
            let body = token.text.strip_suffix(['\'', '’']);
            let ends = match tokens.get(end + 1) {
                None => true,
                Some(next) => {
                    matches!(
                        next.form,
                        Form::Comma | Form::Period | Form::Semicolon | Form::Open
                    ) || body.is_some_and(|body| body.ends_with(['.', ',', '?', '!']))
                        || next.gap > Gap::Glued && next.style != token.style
                }
            };
            token.form == Form::Word && body.is_some_and(|body| !body.is_empty()) && ends
        };
        let closes_apart = |end: usize| {
            matches!(
                tokens[end - 1].form,
                Form::Question | Form::Period | Form::Comma
            ) && matches!(tokens[end].text.as_str(), "'" | "’")
        };
        let range = first + 1..tokens.len().min(first + QUOTED);
        let Some(last) = range.clone().find(|end| closes(*end) || closes_apart(*end)) else {
            continue;
        };
        if last < first + 2 {
            continue;
        }
        if closes_apart(last) {
            tokens[last].form = Form::QuoteClose;
        } else {
            let text = tokens[last].text.clone();
            let sign = text.char_indices().next_back();
            let (word, sign) = text.split_at(sign.map_or(0, |(at, _)| at));
            tokens[last].text = word.into();
            let close = Token {
                text: sign.into(),
                form: Form::QuoteClose,
                gap: Gap::Glued,
                ..tokens[last].clone()
            };
            tokens.insert(last + 1, close);
        }
        let text = tokens[first].text.clone();
        let sign = text.chars().next().map_or(0, char::len_utf8);
        let (sign, word) = text.split_at(sign);
        tokens[first].text = word.into();
        let open = Token {
            text: sign.into(),
            form: Form::QuoteOpen,
            ..tokens[first].clone()
        };
        tokens[first].gap = Gap::Glued;
        tokens.insert(first, open);
        at = last + 2;
    }
}
