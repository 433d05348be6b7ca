//! Citation keys: made from what a work says, unique, and never changed once given.

mod assign;
mod pattern;
mod words;

pub use assign::{KeyHolder, KeyOrder, KeyRequest, aliases, assign, rekeyed};
pub use pattern::{DEFAULT_PATTERN, PatternError, base_key, check_pattern};

/// Whether `key` can be cited everywhere: a letter or digit, then letters, digits and `:_./+-`.
/// Everything else breaks BibTeX, biber or `\cite` in one way or another.
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
    fn valid_keys() {
        assert!(is_valid_key("DBLP:conf/nsdi/ZhouWDY23"));
        for bad in ["", "a b", "-a", "a,b", "müller", "a(b)"] {
            assert!(!is_valid_key(bad), "{bad}");
        }
    }
}
