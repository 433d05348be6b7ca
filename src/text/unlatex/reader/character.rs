//! One letter of LaTeX, in texts that are not LaTeX.

use super::super::symbols;
use super::{DEEPEST, UnlatexReader};
use crate::text::markup::runs::{Atom, RunStyle};

/// Reads one accented or special character at the head of `text`: `\"o`, `{\"o}`, `\H{o}`,
/// `{\L}`, `\'{\i}`; gives its Unicode and the length in bytes. For texts that are not LaTeX but
/// have such in them, as arXiv's titles do.
pub(in crate::text) fn character(text: &str) -> Option<(String, usize)> {
    // The longest are the like of `{\textogonekcentered{a}}`.
    const LONGEST: usize = 40;
    let whole = text;
    let mut end = whole.len().min(LONGEST);
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    let text = &whole[..end];
    let braced = text.starts_with("{\\");
    let length = if braced {
        super::super::group::group_length(text)?
    } else {
        0
    };
    let inside = if braced { &text[1..length - 1] } else { text };
    let mut reader = UnlatexReader::over(inside, true);
    let name = reader.command_name();
    let mark = symbols::accent(name);
    if mark.is_none() && (symbols::symbol(name).is_none() || !braced && !is_letter_command(name)) {
        return None;
    }
    let mut reader = UnlatexReader::over(inside, true);
    reader.command(&mut RunStyle::Plain, DEEPEST - 3);
    // What was cut off may belong to it.
    let is_cut = !braced && reader.rest.is_empty() && end < whole.len();
    if braced && !reader.rest.is_empty() || is_cut {
        return None;
    }
    let out: String = reader
        .atoms
        .iter()
        .map(|atom| match atom {
            Atom::Char(c, _) => Some(*c),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let sound = mark.is_none() || out.starts_with(char::is_alphabetic);
    let length = if braced {
        length
    } else {
        text.len() - reader.rest.len()
    };
    (sound && !out.is_empty()).then_some((out, length))
}

/// Commands that print a letter of some alphabet, so that a backslash before them is no accident.
fn is_letter_command(name: &str) -> bool {
    symbols::symbol(name).is_some_and(|text| {
        text.chars().count() == 1
            && text
                .chars()
                .all(|c| c.is_alphabetic() && ('\u{c0}'..'\u{250}').contains(&c))
    })
}
