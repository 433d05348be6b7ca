/// Quotes a word for a POSIX shell, where necessary.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_reads_back_any_word() {
        assert_eq!(quoted("/usr/bin/bibsync"), "/usr/bin/bibsync");
        assert_eq!(quoted("it's 100%"), r"'it'\''s 100%'");
        assert_eq!(quoted(""), "''");
    }
}
