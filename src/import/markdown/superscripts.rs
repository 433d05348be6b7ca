//! Superscripts as Pandoc writes them: `Lee J^1^`.

use crate::import::html::{Raised, off_the_line};

/// So many signs are raised at most.
const LONGEST: usize = 6;

/// Raises the numbers and marks that stand between two carets.
pub(super) fn raised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('^') {
        out.push_str(before);
        let end = behind
            .find('^')
            .filter(|end| behind[..*end].chars().count() <= LONGEST);
        match end.map(|end| behind.split_at(end)) {
            Some((inner, behind)) if !inner.is_empty() && inner.chars().all(is_mark) => {
                out.extend(inner.chars().map(|c| off_the_line(c, Raised::Up)));
                rest = &behind[1..];
            }
            _ => {
                out.push('^');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

fn is_mark(c: char) -> bool {
    c.is_ascii_digit() || "*†‡§¶#,".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_carets_are_raised() {
        assert_eq!(raised("Lee J^1^, Orr AB^2,*^"), "Lee J¹, Orr AB²,*");
        assert_eq!(raised("x^2 and y^2"), "x^2 and y^2");
    }
}
