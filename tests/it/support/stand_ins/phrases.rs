//! Searches as services put them: terms joined by a word, phrases in quotation marks.

use bibsync::text::fold;

/// Splits a search at a joining word, but not inside quotation marks.
pub(super) fn terms<'a>(search: &'a str, joint: &str) -> Vec<&'a str> {
    let mut out = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, letter) in search.char_indices() {
        if letter == '"' {
            is_quoted = !is_quoted;
        } else if !is_quoted && at >= start && search[at..].starts_with(joint) {
            out.push(&search[start..at]);
            start = at + joint.len();
        }
    }
    out.push(&search[start..]);
    out
}

/// Returns the text between the quotation marks behind this sign.
pub(super) fn quoted<'a>(term: &'a str, sign: &str) -> Option<&'a str> {
    let text = term.split_once(sign)?.1.strip_prefix('"')?;
    text.split_once('"').map(|(text, _)| text)
}

/// Whether the words of a phrase stand in a text, one after the other.
pub(super) fn has_phrase(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (fold::words(text), fold::words(phrase));
    !phrase.is_empty() && text.windows(phrase.len()).any(|words| words == phrase)
}

/// Whether all words of a search but those of every title stand in a text.
pub(super) fn has_words(text: &str, search: &str) -> bool {
    let text = fold::words(text);
    let wanted = fold::words(search).into_iter();
    wanted
        .filter(|word| !fold::is_stop_word(word))
        .all(|word| text.contains(&word))
}
