//! Citation keys: generated from metadata, unique, and never changed once assigned.

mod assign;
mod pattern;
mod words;

pub use assign::{KeyHolder, KeyOrder, KeyRequest, aliases, assign, rekeyed};
pub use pattern::{DEFAULT_PATTERN, PatternError, base_key, check_pattern};

/// Whether `key` is valid everywhere: a letter or digit, then letters, digits and `:_./+-`. Every
/// other character breaks BibTeX, biber or `\cite`.
#[must_use]
pub fn is_valid_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphanumeric()) && key.chars().all(is_key_char)
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || ":_./+-".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_unsafe_characters_are_invalid() {
        assert!(is_valid_key("DBLP:conf/nsdi/ZhouWDY23"));
        for bad in ["", "a b", "-a", "a,b", "müller", "a(b)"] {
            assert!(!is_valid_key(bad), "{bad}");
        }
    }
}
