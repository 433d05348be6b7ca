//! The forms of a word under which it is found despite a typing error.

/// The shortest word that is corrected, in letters: too many others differ from it by one letter.
pub(super) const MIN_LEN: usize = 4;

/// Returns the forms under which a word is found despite a typing error: itself, and itself without
/// one of its letters. Two words that differ by one error share such a form. Numbers have none:
/// another number is another title.
pub(super) fn deletion_forms(word: &str) -> impl Iterator<Item = String> {
    let letters = if word.len() >= MIN_LEN && word.bytes().all(|b| b.is_ascii_alphabetic()) {
        word
    } else {
        ""
    };
    let bytes = letters.as_bytes();
    let whole = (!letters.is_empty()).then(|| letters.to_owned());
    // It does not matter which of two equal adjacent letters is removed.
    let shorter = (0..letters.len())
        .filter(move |at| *at == 0 || bytes[*at] != bytes[at - 1])
        .map(move |at| [&letters[..at], &letters[at + 1..]].concat());
    whole.into_iter().chain(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(a: &str, b: &str) -> bool {
        let b: Vec<String> = deletion_forms(b).collect();
        deletion_forms(a).any(|form| b.contains(&form))
    }

    #[test]
    fn one_error_leaves_a_common_form() {
        for slip in ["recogniton", "recogniition", "recognitoin", "recognitipn"] {
            assert!(share("recognition", slip), "{slip}");
        }
        assert!(!share("recognition", "recogition2"));
        assert!(!share("recognition", "precondition"));
        assert_eq!(deletion_forms("2019").count(), 0);
        assert_eq!(deletion_forms("net").count(), 0);
        assert_eq!(
            deletion_forms("book").collect::<Vec<_>>(),
            ["book", "ook", "bok", "boo"]
        );
    }
}
