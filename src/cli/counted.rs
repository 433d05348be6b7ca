//! Counts of things, in words.

/// `1 entry`, `2 entries`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `1 entry`, `2 entries`.
pub(super) fn entries(count: usize) -> String {
    counted(count, "entry", "entries")
}

/// `1 publication`, `2 publications`.
pub(super) fn publications(count: usize) -> String {
    counted(count, "publication", "publications")
}

/// `1 request`, `2 requests`.
pub(super) fn requests(count: usize) -> String {
    counted(count, "request", "requests")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_counted_in_the_plural() {
        assert_eq!(entries(1), "1 entry");
        assert_eq!([0, 2].map(entries), ["0 entries", "2 entries"]);
        assert_eq!(counted(1, "has", "have"), "1 has");
    }
}
