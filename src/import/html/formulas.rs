//! Formulas in TeX within a text, which a script of the page would set: `\(A_n\)`, `$t$`.

use std::borrow::Cow;

use crate::text::unlatex;

/// Formulas of more bytes stay as they are.
const LONGEST: usize = 200;

/// Reads the formulas of a text as plain text.
pub(super) fn read_formulas(text: &str) -> Cow<'_, str> {
    if !text.contains("\\(") && !text.contains('$') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '$']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        if let Some((inner, end)) = formula(behind) {
            out.push_str(&unlatex::text(&format!("${inner}$")));
            rest = &behind[end..];
        } else {
            let sign = behind.chars().next().map_or(0, char::len_utf8);
            out.push_str(&behind[..sign]);
            rest = &behind[sign..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The formula that a text begins with, and where it ends.
fn formula(text: &str) -> Option<(&str, usize)> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let (inner, length) = if let Some(inner) = text.strip_prefix("\\(") {
        (inner.split_once("\\)")?.0, 4)
    } else {
        let (inner, _) = text.strip_prefix('$')?.split_once('$')?;
        (Some(inner).filter(|inner| is_formula(inner))?, 2)
    };
    Some((inner, inner.len() + length))
}

/// Whether what stands between two dollar signs is a formula, and no price.
fn is_formula(inner: &str) -> bool {
    let is_short = inner.chars().count() <= 8
        && inner.chars().any(char::is_alphabetic)
        && !inner.contains(char::is_whitespace);
    inner.trim() == inner && (inner.contains(['\\', '_', '^']) || is_short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_prices_stay() {
        for (text, want) in [
            (
                r"Looms of type \(A_n\) and \(B\)",
                "Looms of type A_n and B",
            ),
            (
                r"Maximum $t$-weaving by $2 \times 2$ looms",
                "Maximum t-weaving by 2 × 2 looms",
            ),
            ("From $5 to $10 for wool", "From $5 to $10 for wool"),
            ("Wool at $3", "Wool at $3"),
        ] {
            assert_eq!(read_formulas(text), want);
        }
    }
}
