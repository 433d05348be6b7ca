//! Initials that a blank has torn: `J. -F. Mao`.

use super::token::{Form, Gap, Token};

/// Puts `J`, `.`, `-F` together to `J.-F`, as it is written elsewhere.
pub(super) fn torn_initials(tokens: &mut Vec<Token>) {
    let mut at = 2;
    while at < tokens.len() {
        if is_torn(&tokens[at - 2..=at]) {
            let tail = format!(".{}", tokens[at].text);
            let head = &mut tokens[at - 2];
            head.text.push_str(&tail);
            head.folded = crate::text::fold::fold(&head.text);
            tokens.drain(at - 1..=at);
        } else {
            at += 1;
        }
    }
}

fn is_torn(three: &[Token]) -> bool {
    let [first, period, second] = three else {
        return false;
    };
    let is_initial = |text: &str| text.chars().count() == 1 && text.chars().all(char::is_uppercase);
    is_initial(&first.text)
        && period.form == Form::Period
        && period.text == "."
        && period.gap == Gap::Glued
        && second.form == Form::Word
        && second.gap <= Gap::Space
        && second
            .text
            .strip_prefix(['-', '‐', '‑'])
            .is_some_and(is_initial)
}

#[cfg(test)]
mod tests {
    use crate::import::{Span, list::token::tokens};

    #[test]
    fn a_blank_before_a_hyphen_tears_no_name() {
        let span = Span {
            text: "A. -B. Lee, C. Orr".to_owned(),
            ..Span::default()
        };
        let read = tokens(&[span], 1);
        let texts: Vec<&str> = read.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(texts, ["A.-B", ".", "Lee", ",", "C", ".", "Orr"]);
    }
}
