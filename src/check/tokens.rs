//! Tokens of a LaTeX value, for the rules.

use std::ops::Range;

/// A character of a value with its brace depth. BibTeX counts every brace, also after a backslash.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedChar {
    pub at: usize,
    pub c: char,
    /// 0 where styles lower-case; a brace counts as inside its own pair.
    pub depth: usize,
}

pub(super) fn placed(text: &str) -> Vec<PlacedChar> {
    let mut depth = 0_usize;
    text.char_indices()
        .map(|(at, c)| {
            depth += usize::from(c == '{');
            let placed = PlacedChar { at, c, depth };
            if c == '}' {
                depth = depth.saturating_sub(1);
            }
            placed
        })
        .collect()
}

/// Returns the formulas of a text, `$..$` and `\(..\)`, with their delimiters. A dollar sign without a
/// partner begins none.
pub(super) fn formulas(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("\\(") {
            match rest.find("\\)") {
                Some(end) => {
                    found.push(at..at + end + 2);
                    at += end + 2;
                }
                None => at += 2,
            }
        } else if let Some(escaped) = rest.strip_prefix('\\') {
            at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
        } else if let Some(inside) = rest.strip_prefix('$') {
            match closing_dollar(inside) {
                Some(end) => {
                    found.push(at..at + end + 2);
                    at += end + 2;
                }
                None => at += 1,
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

fn closing_dollar(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|at| bytes[*at] == b'$' && (*at == 0 || bytes[at - 1] != b'\\'))
}

/// Replaces each byte of a formula with a blank, so that positions stay the same.
pub(super) fn without_formulas(text: &str) -> String {
    let mut out = text.to_owned();
    for formula in formulas(text) {
        let blanks = " ".repeat(formula.len());
        out.replace_range(formula, &blanks);
    }
    out
}

/// Replaces each byte of a command or escape (`\&`, `\emph`) with a blank.
pub(super) fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(' ');
        match chars.next() {
            Some(first) if first.is_ascii_alphabetic() => {
                out.push(' ');
                while chars.next_if(char::is_ascii_alphabetic).is_some() {
                    out.push(' ');
                }
            }
            Some(other) => out.push_str(&" ".repeat(other.len_utf8())),
            None => {}
        }
    }
    out
}

/// Returns the commands of a text: the byte of the backslash and the name.
pub(super) fn commands(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = text[at..].find('\\') {
        let start = at + offset;
        let rest = &text[start + 1..];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let length = match letters {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            letters => letters,
        };
        found.push((start, &rest[..length]));
        at = start + 1 + length;
    }
    found
}

/// Returns the words between blanks, with the byte at which each begins.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    for piece in text.split(char::is_whitespace) {
        if !piece.is_empty() {
            found.push((at, piece));
        }
        // The blank after the word may be longer than a byte.
        at += piece.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_split_into_tokens() {
        let text = r"A $x\$y$ \(z\) \$5 \emph{B} $";
        let found: Vec<&str> = formulas(text)
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, [r"$x\$y$", r"\(z\)"]);
        assert_eq!(without_formulas("a$é$b"), "a    b");
        assert_eq!(without_commands(r"a\&b \emph{c}"), "a  b      {c}");
        let names: Vec<&str> = commands(r"\'e \emph{x} \\")
            .into_iter()
            .map(|c| c.1)
            .collect();
        assert_eq!(names, ["'", "emph", "\\"]);
        assert_eq!(words("a\u{a0}bc  d"), [(0, "a"), (3, "bc"), (7, "d")]);
        let depths: Vec<usize> = placed(r"a{b}\{c").iter().map(|one| one.depth).collect();
        assert_eq!(depths, [0, 1, 1, 1, 0, 1, 1]);
    }
}
