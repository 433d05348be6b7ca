use std::path::{Component, Path};

/// Reports whether a name is that of a file in a folder. Names in a store come from others: none may lead
/// elsewhere.
pub(super) fn is_file_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let is_plain = matches!(parts.next(), Some(Component::Normal(part)) if part == name);
    is_plain && parts.next().is_none() && !name.contains(['/', '\\', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in ["ada.json", "a b", "..a", "é.bib"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["", ".", "..", "/etc/x", "../x", "a/b", "a/", r"a\b", "a\0b"] {
            assert!(!is_file_name(name), "{name:?}");
        }
    }
}
