//! The last step of every page: characters that would disturb it are shown as escapes.

/// Escapes control characters, and those that turn the direction of the text after them. Titles
/// are isolated by `bdi`; this holds for all other places, code among them. Nothing of ours has
/// such characters.
pub(super) fn harmless(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    for c in html.chars() {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let is_line = matches!(c, '\n' | '\t');
        if turns
            || c.is_control() && !is_line
            || matches!(c, '\u{fdd0}'..='\u{fdef}' | '\u{2028}' | '\u{2029}')
        {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_and_control_characters_become_visible() {
        assert_eq!(
            harmless("a\u{202e}b\u{2066}\u{0}\u{1b}[2J\nm\u{fc}ller"),
            "a\\u{202e}b\\u{2066}\\u{0}\\u{1b}[2J\nmüller"
        );
    }
}
