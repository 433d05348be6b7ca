use std::collections::BTreeSet;

use crate::{
    model::{Work, WorkId},
    text::fold::{fold_without_blanks, words},
};

/// Returns whether two works are the same: they have an identifier or the folded title in common.
pub(super) fn is_one_work(a: &Work, b: &Work) -> bool {
    shares_id(a, b)
        || fold_without_blanks(&a.meta.title.text()) == fold_without_blanks(&b.meta.title.text())
}

/// Returns whether a key refers to another work than before: one without a common identifier and with
/// less than half of the title's words.
#[must_use]
pub fn is_other_work(before: &Work, now: &Work) -> bool {
    !shares_id(before, now) && !is_near(&before.meta.title.text(), &now.meta.title.text())
}

fn shares_id(a: &Work, b: &Work) -> bool {
    let ids = WorkId::all_of(&a.meta.ids);
    WorkId::all_of(&b.meta.ids)
        .iter()
        .any(|id| ids.contains(id))
}

/// Returns whether at least half of the words of the shorter title are in the other.
fn is_near(a: &str, b: &str) -> bool {
    let words = |text: &str| -> BTreeSet<String> { words(text).into_iter().collect() };
    let (a, b) = (words(a), words(b));
    2 * a.intersection(&b).count() >= a.len().min(b.len())
}

/// Returns a key made of `key` and a letter, or else a number, that is not `taken`.
#[must_use]
pub fn free_key(key: &str, taken: &BTreeSet<String>) -> String {
    let letters = ('a'..='z').map(|letter| format!("{key}{letter}"));
    let numbers = (2_u64..).map(|number| format!("{key}-{number}"));
    letters
        .chain(numbers)
        .find(|key| !taken.contains(key))
        .unwrap_or_else(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Doi, Kind, Metadata, Title};

    fn work(title: &str, doi: Option<&str>) -> Work {
        let mut meta = Metadata::new(Kind::Journal, Title::plain(title));
        meta.ids.doi = doi.and_then(|doi| Doi::parse(doi).ok());
        Work::new("key", meta)
    }

    #[test]
    fn other_title_without_common_id_is_another_work() {
        let before = work(
            "Efficient Fast Sorting of Very Large Lists",
            Some("10.1000/1"),
        );
        for (title, doi, is_other) in [
            ("Efficient Robust Cooking", None, true),
            ("Efficient Robust Cooking", Some("10.1000/1"), false),
            ("Efficient Sorting of Lists", None, false),
        ] {
            assert_eq!(
                is_other_work(&before, &work(title, doi)),
                is_other,
                "{title}"
            );
        }
    }

    #[test]
    fn free_key_tries_letters_then_numbers() {
        let letters = ('a'..='z').map(|letter| format!("k{letter}"));
        let mut taken: BTreeSet<String> = std::iter::once("k".to_owned()).collect();
        assert_eq!(free_key("k", &taken), "ka");
        taken.extend(letters);
        assert_eq!(free_key("k", &taken), "k-2");
    }
}
