//! The form in which texts are compared: lower-case ASCII words, one blank between them.

use deunicode::deunicode;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Folds `text` for comparing: compatibility forms and accents are taken off, other scripts are
/// romanised, dashes and punctuation become blanks, apostrophes vanish, `&` becomes `and`.
///
/// `+` and `#` stay when they follow a letter, digit or each other: `C++` and `C#` are not `C`.
#[must_use]
pub fn fold(text: &str) -> String {
    let plain: String = text.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '\'' | '’' | '‘' | '`' | '´' | 'ʼ' | '\u{200b}'..='\u{200f}' | '\u{ad}' => {}
            '&' => {
                blank(&mut out);
                out.push_str("and ");
            }
            '+' | '#' if out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '+') => {
                out.push(c);
            }
            c if c.is_ascii() => {
                if c.is_ascii_alphanumeric() {
                    out.push(c.to_ascii_lowercase());
                } else {
                    blank(&mut out);
                }
            }
            c if c.is_alphanumeric() => {
                for piece in deunicode(&c.to_string()).chars() {
                    if piece.is_ascii_alphanumeric() {
                        out.push(piece.to_ascii_lowercase());
                    } else {
                        blank(&mut out);
                    }
                }
                // Each ideograph is a word of its own once romanised.
                if ('\u{2e80}'..='\u{9fff}').contains(&c) {
                    blank(&mut out);
                }
            }
            _ => blank(&mut out),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// The folded text without its blanks: two titles of one squeezed form are the same title.
/// `multi-cast` and `multicast` agree here.
#[must_use]
pub fn squeeze(text: &str) -> String {
    fold(text).replace(' ', "")
}

/// The folded words of `text`.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Words too common to tell titles apart.
const STOP_WORDS: [&str; 34] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "in",
    "into", "is", "it", "its", "not", "of", "on", "or", "over", "that", "the", "to", "toward",
    "towards", "under", "using", "via", "we", "with", "you",
];

/// Whether a folded word is too common to tell titles apart.
#[must_use]
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_gone() {
        for (given, want) in [
            (
                "Shuﬄecast: An Optical, Data-rate",
                "shufflecast an optical data rate",
            ),
            (
                "Łukasz Żółć — Müller’s Straße",
                "lukasz zolc mullers strasse",
            ),
            ("R & D", "r and d"),
            ("  O(n²) ", "o n2"),
            ("王小明", "wang xiao ming"),
        ] {
            assert_eq!(fold(given), want);
        }
    }

    #[test]
    fn what_carries_meaning_stays() {
        assert_ne!(fold("LAEO-Net"), fold("LAEO-Net++"));
        assert_ne!(fold("C# in Depth"), fold("C in Depth"));
        assert_eq!(fold("LAEO-Net++"), "laeo net++");
        assert_eq!(squeeze("Multi-cast"), squeeze("multicast"));
    }
}
