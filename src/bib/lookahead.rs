//! Lookahead within an entry: the end of a value, the beginning of a field.

/// Returns whether `word` can name a field or a macro.
#[must_use]
pub fn is_name(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(is_name_char)
}

pub(super) fn is_name_char(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(
            c,
            '{' | '}' | '(' | ')' | '"' | '#' | '=' | ',' | '%' | '\\'
        )
}

/// Returns whether the last line of `before` is `name =`, so that a quotation mark after it begins
/// the value of another field.
pub(super) fn opens_value(before: &str) -> bool {
    before.ends_with([' ', '=', '\t'])
        && before.rsplit_once('\n').is_some_and(|(_, line)| {
            line.trim()
                .strip_suffix('=')
                .is_some_and(|name| is_name(name.trim()))
        })
}

/// Returns the byte of the brace that closes the one at the start of `text`.
pub(super) fn closing_brace(text: &str, skip_escaped: bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = skip_escaped,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether `text` begins with `name =` and the start of a value.
pub(super) fn starts_field(text: &str) -> bool {
    let length = text.find(|c| !is_name_char(c)).unwrap_or(text.len());
    is_name(&text[..length])
        && text[length..]
            .trim_start()
            .strip_prefix('=')
            .is_some_and(|value| {
                value
                    .trim_start()
                    .starts_with(|c: char| c == '{' || c == '"' || c.is_ascii_alphanumeric())
            })
}
