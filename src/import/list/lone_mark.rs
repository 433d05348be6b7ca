//! Marks that stand on a line of their own above what they mark.

use super::{
    super::Begins,
    row::{Mark, Row},
};

/// Whether a row is a bullet or a number in brackets and nothing else, which print or a converter has put
/// above what it marks: `•`, `[12]`.
pub(super) fn is_lone_mark(row: &Row) -> bool {
    let is_bullet = |token: &super::token::Token| "•·▪●■◦○➢►".contains(token.text.as_str());
    match row.tokens.as_slice() {
        [] => matches!(row.mark, Some(Mark::Number(']'))),
        [only] => row.mark.is_none() && is_bullet(only),
        _ => false,
    }
}

/// Takes the mark that stands on a line of its own above it, unless it has one.
pub(super) fn take_mark(row: &mut Row, above: &Row) {
    if row.mark.is_none() && !matches!(row.begins, Begins::Heading(_)) {
        let sign = above
            .tokens
            .first()
            .and_then(|sign| sign.text.chars().next());
        row.mark = above.mark.or(sign.map(Mark::Bullet));
        row.number = above.number;
        row.begins = above.begins;
        row.indent = row.indent.min(above.indent);
        row.at.first = row.at.first.min(above.at.first);
    }
}
