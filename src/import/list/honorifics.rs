//! Degrees and ranks before names: `Prof. Dr. Ann Lee`.

use super::token::{Form, Token};

/// Degrees and ranks, folded.
const HONORIFICS: [&str; 8] = [
    "prof",
    "professor",
    "profa",
    "dr",
    "dra",
    "dott",
    "dipl.-ing",
    "priv.-doz",
];

/// How many tokens at the head of a name are degrees and ranks.
pub(super) fn honorifics(tokens: &[Token]) -> usize {
    let mut end = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.form {
            Form::Word if is_honorific(&token.text) => end = at + 1,
            Form::Period if end == at && at > 0 => end = at + 1,
            _ => break,
        }
    }
    end
}

/// Whether a word is a degree or rank. In capitals it is initials: `DR Lee`.
fn is_honorific(word: &str) -> bool {
    word.chars().any(char::is_lowercase) && HONORIFICS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::honorifics;
    use crate::import::{Span, list::token::tokens};

    #[test]
    fn degrees_and_ranks_before_names_are_counted() {
        for (text, count) in [
            ("Prof. Dr. Ann Lee", 4),
            ("Professor Ann Lee", 1),
            ("Dr Ann Lee", 1),
            ("Ann Lee", 0),
            ("Drake Lee", 0),
            ("DR Lee", 0),
        ] {
            let span = Span {
                text: text.to_owned(),
                ..Span::default()
            };
            assert_eq!(honorifics(&tokens(&[span], 1)), count, "{text}");
        }
    }
}
