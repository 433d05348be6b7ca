//! Construction of scripts from text.

use super::append::push;
use super::formula::formula;
use super::symbols;

/// A subscript (`_`) or superscript (`^`) of the given text: `_{1, \infty}`, `^2`,
/// `^{\mathrm{RT}}`. Letters of a word stand upright, single ones are quantities.
#[must_use]
pub fn script(mark: char, text: &str) -> String {
    let tex = if text.contains('\\') {
        formula(text)
    } else {
        None
    };
    let tex = tex.unwrap_or_else(|| upright_words(text.trim()));
    if tex == "'" {
        format!("{mark}\\prime")
    } else if tex.chars().count() == 1 && tex != "~" {
        format!("{mark}{tex}")
    } else {
        format!("{mark}{{{tex}}}")
    }
}

fn upright_words(text: &str) -> String {
    let mut out = String::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let word: String = chars[at..]
            .iter()
            .take_while(|c| c.is_ascii_alphabetic())
            .collect();
        if word.len() > 1 {
            push(&mut out, &format!("\\mathrm{{{word}}}"));
            at += word.len();
            continue;
        }
        match chars[at] {
            // BibTeX counts `\{` as a brace.
            '{' => push(&mut out, "\\lbrace"),
            '}' => push(&mut out, "\\rbrace"),
            c @ ('%' | '#' | '&' | '_' | '$') => {
                out.push('\\');
                out.push(c);
            }
            '^' | '~' => {}
            '–' | '‐' => out.push('-'),
            c => match symbols::math(c) {
                Some(tex) => push(&mut out, &tex),
                None if c.is_ascii() => push(&mut out, &c.to_string()),
                None => {
                    let letter = super::lone(c);
                    out.extend(["\\mbox{", &letter, "}"]);
                }
            },
        }
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn formulas_of_ours_are_formulas(text in r"[ab12 ⁰¹₂°′″'αℝ∗{}\\^_~%é-]{1,8}") {
            let mut joined = String::new();
            for sign in text.chars().filter_map(symbols::math) {
                push(&mut joined, &sign);
            }
            prop_assert!(joined.is_empty() || formula(&joined) == Some(joined.clone()), "{}", joined);
            let script = script('^', &text);
            let script = script.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(formula(&script), Some(script.clone()));
        }
    }

    #[test]
    fn scripts() {
        assert_eq!(script('^', "2"), "^2");
        assert_eq!(script('^', "d"), "^d");
        assert_eq!(script('^', "RT"), "^{\\mathrm{RT}}");
        assert_eq!(script('_', "1, ∞"), "_{1, \\infty}");
        assert_eq!(script('_', "max,k"), "_{\\mathrm{max},k}");
        assert_eq!(script('^', "2+"), "^{2+}");
        assert_eq!(script('^', "′"), "^\\prime");
        assert_eq!(script('^', "a\\b"), "^{a\\backslash b}");
        assert_eq!(script('_', "2²′"), "_{2^{2\\prime}}");
    }
}
