//! By which terms a record is indexed and asked for.
//!
//! A term is a folded title word (`multicast`), an author's family name (`@wang`), or a family
//! name with the first letter of the given name (`@wang.h`). None holds anything but lower-case
//! ASCII letters, digits and `+#@.`.

use crate::model::{Metadata, PersonName};
use crate::text::{fold, names};

/// More words than this in one title are a table of contents; the first ones suffice.
const MOST_WORDS: usize = 60;

/// The longest word worth an entry, in bytes.
const LONGEST_WORD: usize = 64;

/// Under what a record is filed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Terms {
    /// The telling words of its title, each once.
    pub(super) words: Vec<String>,
    /// The terms of its people, each once.
    pub(super) people: Vec<String>,
}

impl Terms {
    pub(super) fn of(meta: &Metadata) -> Self {
        let people = if meta.authors.is_empty() {
            &meta.editors
        } else {
            &meta.authors
        };
        let mut terms: Vec<String> = people
            .iter()
            .flat_map(|person| {
                let key = names::surname_key(&person.name);
                let initial = fold::fold(&person.name.given).chars().next();
                let with_initial = initial.map(|initial| author(&key, Some(initial)));
                [Some(author(&key, None)), with_initial]
            })
            .flatten()
            .filter(|term| term.len() > 1 && term.len() <= LONGEST_WORD)
            .collect();
        terms.sort_unstable();
        terms.dedup();
        Self {
            words: telling(&sequence(&meta.title.text())),
            people: terms,
        }
    }
}

/// All folded words of a title in order.
pub(super) fn sequence(title: &str) -> Vec<String> {
    let mut words = fold::words(title);
    words.retain(|word| word.len() <= LONGEST_WORD);
    words.truncate(MOST_WORDS);
    words
}

/// The words that tell titles apart, each once, in order. When there is none (`To Be or Not to
/// Be`), all of them.
pub(super) fn telling(sequence: &[String]) -> Vec<String> {
    let distinct = |all: bool| {
        let mut out: Vec<String> = Vec::new();
        for word in sequence {
            if (all || !fold::is_stop_word(word)) && !out.contains(word) {
                out.push(word.clone());
            }
        }
        out
    };
    let words = distinct(false);
    if words.is_empty() {
        distinct(true)
    } else {
        words
    }
}

/// The term of an author, given the folded key of the family name.
pub(super) fn author(key: &str, initial: Option<char>) -> String {
    match initial {
        Some(initial) => format!("@{key}.{initial}"),
        None => format!("@{key}"),
    }
}

/// The key of a family name as people and sources write it, `van der Berg` or `Berg`; empty when
/// there is none.
pub(super) fn surname_key(surname: &str) -> String {
    names::surname_key(&PersonName::from_parts("", surname))
}

/// The hash of the form in which two spellings of one title agree.
pub(super) fn squeezed_hash(title: &str) -> i64 {
    super::files::hash(fold::squeeze(title).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Title};

    #[test]
    fn words_and_people() {
        let mut meta = Metadata::new(
            Kind::Conference,
            Title::plain("The C++ of Größe: the Größe"),
        );
        meta.authors = ["Ludwig van Beethoven", "王 小明", "Aristotle"]
            .map(|name| PersonName::parse(name).into())
            .to_vec();
        let terms = Terms::of(&meta);
        assert_eq!(terms.words, ["c++", "grosse"]);
        assert!(terms.people.contains(&"@beethoven".to_owned()));
        assert!(terms.people.contains(&"@beethoven.l".to_owned()));
        assert!(terms.people.contains(&"@aristotle".to_owned()));
    }

    #[test]
    fn a_title_of_common_words_is_not_lost() {
        let words = telling(&sequence("To Do or Not to Do"));
        assert_eq!(words, ["to", "do", "or", "not"]);
    }

    #[test]
    fn family_names_as_listed() {
        assert_eq!(surname_key("van der Berg"), "berg");
        assert_eq!(surname_key("García"), "garcia");
        assert_eq!(surname_key(""), "");
    }
}
