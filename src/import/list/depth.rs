//! How deep headings are.

use super::{super::Begins, head_looks, row::Row, token::Form};

/// How deep headings of a plain text are at least.
pub(super) const PLAIN: u8 = 7;

/// How deep a heading is. Of those of a plain text the ones in capitals stand over the others, and
/// all over those with letters in an outline that begins below one of them.
pub(super) fn depth(row: &Row) -> u8 {
    match row.begins {
        Begins::Heading(level) => level,
        _ if is_lettered(row) => PLAIN + 2,
        _ if head_looks::is_capitals(row) => PLAIN,
        _ => PLAIN + 1,
    }
}

/// Whether a row has a small letter in an outline: `b) Papers`.
fn is_lettered(row: &Row) -> bool {
    matches!(row.tokens.as_slice(), [letter, bracket, _, ..]
        if letter.text.len() == 1
            && letter.text.starts_with(|c: char| c.is_ascii_lowercase())
            && matches!(bracket.form, Form::Close | Form::Period))
}
