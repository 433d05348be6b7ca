//! The form for comparisons of texts: lower-case ASCII words with one blank between them.

use std::borrow::Cow;

use deunicode::deunicode;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Folds `text` for comparisons: compatibility forms and accents are removed, other scripts are
/// romanised, dashes and punctuation become blanks, apostrophes are removed, `&` becomes `and`.
///
/// A Greek letter outside a Greek word is a symbol and becomes its name, as does a TeX command for a
/// letter or its variant: `β`, `\beta` and `beta` agree, and so do `ε` and `\varepsilon`.
///
/// `+` and `#` are kept after a letter, a digit or each other: `C++` and `C#` are not `C`.
#[must_use]
pub fn fold(text: &str) -> String {
    // Most titles are ASCII, and the tables of Unicode are what takes the time here.
    if text.is_ascii() && !text.contains('\\') {
        return fold_ascii(text);
    }
    let plain: Cow<'_, str> = if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        text.nfkd().filter(|c| !is_combining_mark(*c)).collect()
    };
    let mut out = String::with_capacity(plain.len());
    let mut before = None;
    let mut rest = &*plain;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\'' | '’' | '‘' | '`' | '´' | 'ʼ' | '\u{200b}'..='\u{200f}' | '\u{ad}' => {}
            '&' => {
                blank(&mut out);
                out.push_str("and ");
            }
            '+' | '#' if out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '+') => {
                out.push(c);
            }
            '\\' => match greek_command(rest) {
                Some(name) => {
                    blank_before_symbol(&mut out);
                    rest = name;
                }
                None => blank(&mut out),
            },
            c if c.is_ascii() => {
                if c.is_ascii_alphanumeric() {
                    out.push(c.to_ascii_lowercase());
                } else {
                    blank(&mut out);
                }
            }
            c if is_greek(c) && !before.is_some_and(is_greek) && !rest.starts_with(is_greek) => {
                blank_before_symbol(&mut out);
                out.push_str(name_of(c).unwrap_or_default());
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
        before = Some(c);
    }
    out.truncate(out.trim_end().len());
    without_variants(out)
}

/// Folds text without non-ASCII characters and commands.
fn fold_ascii(text: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let blank = |out: &mut Vec<u8>| {
        if out.last().is_some_and(|last| *last != b' ') {
            out.push(b' ');
        }
    };
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(byte.to_ascii_lowercase()),
            b'\'' | b'`' => {}
            b'&' => {
                blank(&mut out);
                out.extend_from_slice(b"and ");
            }
            b'+' | b'#'
                if out
                    .last()
                    .is_some_and(|last| last.is_ascii_alphanumeric() || *last == b'+') =>
            {
                out.push(byte);
            }
            _ => blank(&mut out),
        }
    }
    if out.last() == Some(&b' ') {
        out.pop();
    }
    without_variants(String::from_utf8(out).unwrap_or_default())
}

/// Replaces the names of variants of Greek letters, as they are left where a command lost its backslash
/// (`varepsilon`), by the names of the letters.
fn without_variants(folded: String) -> String {
    if !folded.contains("var") {
        return folded;
    }
    let is_letter = |name: &str| GREEK.iter().any(|(_, letter)| *letter == name);
    let bare = |word| match str::strip_prefix(word, "var") {
        Some(name) if is_letter(name) => name,
        _ => word,
    };
    folded.split(' ').map(bare).collect::<Vec<_>>().join(" ")
}

/// The names of the letters of the Greek alphabet. The second sigma is the form at the end of words.
const GREEK: [(char, &str); 25] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('ο', "omicron"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('ς', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
];

/// Returns the name of a capital or small Greek letter.
fn name_of(c: char) -> Option<&'static str> {
    let small = c.to_lowercase().next()?;
    let letter = GREEK.iter().find(|(letter, _)| *letter == small)?;
    Some(letter.1)
}

fn is_greek(c: char) -> bool {
    ('\u{370}'..='\u{3ff}').contains(&c) && name_of(c).is_some()
}

/// Returns the text after a backslash if it begins with a letter's name, without the `var` of
/// `\varepsilon`.
fn greek_command(command: &str) -> Option<&str> {
    let bare = command.strip_prefix("var").unwrap_or(command);
    let is_named = |name: &str| {
        let head = bare.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
    };
    GREEK.iter().any(|(_, name)| is_named(name)).then_some(bare)
}

/// Separates a symbol from letters and digits before it; `1+ε` remains one word.
fn blank_before_symbol(out: &mut String) {
    if out.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        blank(out);
    }
}

fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// Returns the folded text without blanks. Titles that are equal in this form are the same title:
/// `multi-cast` and `multicast` agree.
#[must_use]
pub fn fold_without_blanks(text: &str) -> String {
    fold(text).replace(' ', "")
}

/// A title, folded once for all comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldedTitle {
    /// Its folded words.
    pub words: Vec<String>,
    /// The words without blanks: [`fold_without_blanks`]. Titles with one key are the same title.
    pub key: String,
}

impl FoldedTitle {
    /// Folds a title.
    #[must_use]
    pub fn of(title: &str) -> Self {
        let words = words(title);
        let key = words.concat();
        Self { words, key }
    }

    /// Returns the number of words that are not stop words.
    #[must_use]
    pub fn content_words(&self) -> usize {
        let words = self.words.iter();
        words.filter(|word| !is_stop_word(word)).count()
    }
}

/// Returns the folded words of `text`.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    folded.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Whether a folded word is too common to distinguish titles.
#[must_use]
#[rustfmt::skip]
pub fn is_stop_word(word: &str) -> bool {
    // Asked of every word of every title, and so no search through a list.
    matches!(
        word,
        "a" | "an" | "and" | "are" | "as" | "at" | "be" | "by" | "can" | "do" | "does" | "for"
            | "from" | "in" | "into" | "is" | "it" | "its" | "not" | "of" | "on" | "or" | "over"
            | "that" | "the" | "to" | "toward" | "towards" | "under" | "using" | "via" | "we"
            | "with" | "you"
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
    fn greek_symbols_are_their_names() {
        for (given, want) in [
            ("β-divergence", "beta divergence"),
            ("\\beta-divergence", "beta divergence"),
            ("Ω, \u{2126} and 𝛼", "omega omega and alpha"),
            (
                "(1+ε) \\varepsilon ϵ \\varPhi",
                "1+epsilon epsilon epsilon phi",
            ),
            (
                "TNFα in 5µm, (1+\\varepsilon)",
                "tnf alpha in 5 mum 1+epsilon",
            ),
            ("TNF\\alpha by \\alpha\\beta", "tnf alpha by alpha beta"),
            ("varepsilon-accurate", "epsilon accurate"),
            ("\\variance", "variance"),
            ("Σ and σ", "sigma and sigma"),
        ] {
            assert_eq!(fold(given), want, "{given}");
        }
        assert!(!fold("λόγος").contains("lambda"), "a word is romanised");
    }

    proptest! {
        /// A separate non-ASCII letter does not change the folded text before it.
        #[test]
        fn ascii_is_folded_like_all_else(text in "[ -~]{0,40}") {
            let longer = fold(&format!("{text} \u{e9}"));
            let head = longer.strip_suffix('e').map(str::trim_end);
            let alone = fold(&text);
            prop_assert_eq!(head, Some(alone.as_str()));
        }
    }

    #[test]
    fn what_carries_meaning_stays() {
        assert_ne!(fold("LAEO-Net"), fold("LAEO-Net++"));
        assert_ne!(fold("C# in Depth"), fold("C in Depth"));
        assert_eq!(fold("LAEO-Net++"), "laeo net++");
        assert_eq!(
            fold_without_blanks("Multi-cast"),
            fold_without_blanks("multicast")
        );
    }
}
