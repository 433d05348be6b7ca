//! Groups in braces.

/// Whether one pair of braces encloses all of `text`.
pub(crate) fn is_one_group(text: &str) -> bool {
    text.starts_with('{') && group_length(text) == Some(text.len())
}

/// Returns the length in bytes of the group in braces at the beginning of `text`; `None` if it is not
/// closed.
pub(crate) fn group_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
