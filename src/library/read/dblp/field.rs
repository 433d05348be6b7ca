//! Decoding the text of a field.

use super::entities;
use crate::{model::Title, text::markup};

/// Decodes plain text.
pub(super) fn plain(raw: &str) -> String {
    let text = entities::resolved(raw);
    if is_settled(&text) {
        text.into_owned()
    } else {
        markup::plain(raw)
    }
}

/// Decodes a title with its markup.
pub(super) fn title(raw: &str) -> Title {
    let text = entities::resolved(raw);
    if is_settled(&text) {
        Title::plain(text)
    } else {
        markup::title(raw)
    }
}

/// Returns whether [`markup::title`] would change nothing: this holds for nearly all texts and saves
/// parsing them by characters.
fn is_settled(text: &str) -> bool {
    let (mut found, mut before) = (SETTLED, BLANK);
    for byte in text.bytes() {
        let sign = SIGNS[usize::from(byte)];
        found |= sign & (before | OTHER);
        before = sign;
    }
    if found == SETTLED {
        before != BLANK
    } else {
        !text.is_ascii() && has_settled_letters(text)
    }
}

/// Returns the same for letters of Latin-1, except those with which mojibake begins.
fn has_settled_letters(text: &str) -> bool {
    let mut before = BLANK;
    text.chars().all(|c| {
        let sign = match c {
            'Ã' | 'Â' | 'Ä' | 'Å' | 'â' => OTHER,
            'À'..='ÿ' => SETTLED,
            c => u8::try_from(c).map_or(OTHER, |byte| SIGNS[usize::from(byte)]),
        };
        let is_settled = sign & (before | OTHER) == SETTLED;
        before = sign;
        is_settled
    }) && before != BLANK
}

/// The classes of a byte: a letter or punctuation mark that stays as it is;
const SETTLED: u8 = 0;
/// a blank, which stays between two words;
const BLANK: u8 = 1;
/// or the beginning of a tag, entity, formula or TeX command, a control character, or not ASCII.
const OTHER: u8 = 2;

const SIGNS: [u8; 256] = {
    let mut signs = [OTHER; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        signs[byte as usize] = match byte {
            b'<' | b'&' | b'$' | b'\\' | b'{' | b'`' => OTHER,
            _ => SETTLED,
        };
        byte += 1;
    }
    signs[b' ' as usize] = BLANK;
    signs
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn usual_texts_are_settled() {
        for text in [
            "Attention Is All You Need.",
            "Jürgen Müller 0003",
            "a > b | c~ d}",
        ] {
            assert!(is_settled(text), "{text}");
        }
        for text in [
            "", " a", "a ", "a  b", "a\nb", "a < b", "O($n$)", "Ä", "e\u{301}", "a\u{a0}b",
        ] {
            assert!(!is_settled(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn settled_texts_are_unchanged(text in "([ -~]|[À-ÿ]|''|``| ){0,12}") {
            if is_settled(&text) {
                prop_assert_eq!(markup::title(&text), Title::plain(text));
            }
        }
    }
}
