//! Titles that many issues of a journal have: `Editorial`, `Book Review Column`, `Erratum`.

use super::distinguishing_words::DISTINGUISHING_WORDS;
use crate::text::fold::{is_stop_word, words};

/// Words that make up the headings of regular columns.
const COLUMN_WORDS: [&str; 31] = [
    "abstracts",
    "address",
    "article",
    "book",
    "books",
    "calls",
    "chair",
    "closing",
    "column",
    "discussion",
    "editor",
    "editorial",
    "editors",
    "foreword",
    "guest",
    "introduction",
    "issue",
    "keynote",
    "letter",
    "message",
    "news",
    "notes",
    "opening",
    "panel",
    "papers",
    "preface",
    "review",
    "reviews",
    "special",
    "treasurer",
    "welcome",
];

/// Whether a title is only the heading of a column: `Book Review Column`, `Treasurer's Message`.
pub(super) fn is_column_heading(title: &str) -> bool {
    let content_words: Vec<String> = words(title)
        .into_iter()
        .filter(|word| !is_stop_word(word) && word.len() > 1)
        .collect();
    !content_words.is_empty()
        && content_words.iter().all(|word| {
            let word = word.as_str();
            COLUMN_WORDS.contains(&word)
                || word
                    .strip_suffix('s')
                    .is_some_and(|w| COLUMN_WORDS.contains(&w))
        })
}

/// Whether a title says no more than what part of an issue it is of, so that other works have it too: it is the heading
/// of a column, or all its words are such as distinguish works.
#[must_use]
pub fn is_recurring_title(title: &str) -> bool {
    let words = words(title);
    let mut content = words.iter().filter(|word| !is_stop_word(word)).peekable();
    is_column_heading(title)
        || content.peek().is_some()
            && content.all(|word| DISTINGUISHING_WORDS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_columns_are_recognized() {
        for title in [
            "Editorial",
            "Book Review Column",
            "Treasurer's Message",
            "Letter from the Special Issue Editors",
        ] {
            assert!(is_column_heading(title), "{title}");
        }
        for title in [
            "Reviewing Books by Machine",
            "Message Passing",
            "In the News: Sorting",
        ] {
            assert!(!is_column_heading(title), "{title}");
        }
    }

    #[test]
    fn titles_of_every_issue_recur() {
        for title in [
            "Editorial",
            "Book Review",
            "Erratum",
            "Letter from the Special Issue Editor",
        ] {
            assert!(is_recurring_title(title), "{title}");
        }
        for title in ["Literate Programming", "A Survey of Looms", ""] {
            assert!(!is_recurring_title(title), "{title}");
        }
    }
}
