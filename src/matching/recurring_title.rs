//! Titles that many issues of a journal have: `Editorial`, `Book Review`, `Message from the General Chairs`.

use super::distinguishing_words::DISTINGUISHING_WORDS;
use crate::text::fold::{is_stop_word, words};

/// What such titles say besides the words that distinguish works.
const OF_AN_ISSUE: [&str; 40] = [
    "about",
    "acknowledgment",
    "acknowledgments",
    "announcement",
    "announcements",
    "author",
    "authors",
    "board",
    "book",
    "books",
    "calendar",
    "chair",
    "chairman",
    "chairs",
    "chief",
    "column",
    "committee",
    "conference",
    "contents",
    "editor",
    "editors",
    "forthcoming",
    "from",
    "front",
    "general",
    "index",
    "issue",
    "letter",
    "letters",
    "list",
    "matter",
    "message",
    "news",
    "notes",
    "president",
    "program",
    "reviews",
    "special",
    "table",
    "welcome",
];

/// Whether a title says no more than what part of an issue it is of, so that other works have it too.
#[must_use]
pub fn is_recurring_title(title: &str) -> bool {
    let words = words(title);
    let is_of_issue = |word: &String| {
        is_stop_word(word)
            || DISTINGUISHING_WORDS.contains(&word.as_str())
            || OF_AN_ISSUE.contains(&word.as_str())
    };
    !words.is_empty() && words.iter().all(is_of_issue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_every_issue_recur() {
        for title in [
            "Editorial",
            "Guest Editorial",
            "Book Review",
            "Letter from the Special Issue Editor",
            "Message from the General Chairs",
        ] {
            assert!(is_recurring_title(title), "{title}");
        }
        for title in [
            "Literate Programming",
            "A Survey of Looms",
            "A Book on C",
            "",
        ] {
            assert!(!is_recurring_title(title), "{title}");
        }
    }
}
