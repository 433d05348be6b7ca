//! Names of two letters that an `&` joins: `A & A` for a journal, `R & D`.

use super::token::{Form, Gap, Token};
use crate::text::fold::fold;

/// Puts two capitals and the `&` between them together to one word, so that they are not taken for people. One
/// with a period behind it may be an initial: `A & B. Lee`.
pub(super) fn joined_letters(tokens: &mut Vec<Token>) {
    let mut at = 2;
    while at < tokens.len() {
        let is_end = tokens.get(at + 1).is_none_or(|next| {
            next.form != Form::Period && !(next.form == Form::Word && next.gap == Gap::Glued)
        });
        if is_end && is_joined(&tokens[at - 2..=at]) {
            let blank = if tokens[at].gap == Gap::Glued {
                ""
            } else {
                " "
            };
            let tail = format!("{blank}&{blank}{}", tokens[at].text);
            let head = &mut tokens[at - 2];
            head.text.push_str(&tail);
            head.folded = fold(&head.text);
            tokens.drain(at - 1..=at);
        }
        at += 1;
    }
}

fn is_joined(three: &[Token]) -> bool {
    let [first, and, second] = three else {
        return false;
    };
    let is_letter = |token: &Token| {
        token.form == Form::Word
            && token.text.chars().count() == 1
            && token.text.chars().all(char::is_uppercase)
    };
    is_letter(first)
        && and.text == "&"
        && is_letter(second)
        && and.gap == second.gap
        && and.gap <= Gap::Space
        && first.link == second.link
}

#[cfg(test)]
mod tests {
    use crate::import::{Span, list::token::tokens};

    #[test]
    fn letters_that_an_and_joins_are_one_word() {
        let words = |text: &str| -> Vec<String> {
            let span = Span {
                text: text.to_owned(),
                ..Span::default()
            };
            let tokens = tokens(&[span], 1);
            tokens.into_iter().map(|token| token.text).collect()
        };
        assert_eq!(words("A & W, 12"), ["A & W", ",", "12"]);
        assert_eq!(words("Loom R & D"), ["Loom", "R & D"]);
        assert_eq!(words("A & B. Lee"), ["A", "&", "B", ".", "Lee"]);
        assert_eq!(words("Lee & Ray"), ["Lee", "&", "Ray"]);
    }
}
