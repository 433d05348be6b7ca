//! Running heads that come once, or on several lines: known by what they say and where they stand.

use std::collections::{HashMap, HashSet};

use super::{
    super::{Begins, Line},
    lexicon::{self, Sort},
    running::{is_alone, is_number_line, number},
};
use crate::text::fold::words;

/// So many lines at most are the head of a text, whose words its running heads have.
const HEAD: usize = 6;

/// Words that stand beside a name in running heads.
const BESIDE: [&str; 28] = [
    "curriculum",
    "vitae",
    "vita",
    "cv",
    "resume",
    "lebenslauf",
    "page",
    "seite",
    "of",
    "list",
    "publications",
    "publication",
    "publikationen",
    "publikationsliste",
    "schriftenverzeichnis",
    "publicaciones",
    "pubblicazioni",
    "and",
    "und",
    "et",
    "updated",
    "revised",
    "last",
    "stand",
    "liste",
    "des",
    "travaux",
    "works",
];

/// Marks the lines at a page's edge, or alone with a number, that say nothing but what the head of the
/// text says: `A. Lee – Curriculum vitae`.
pub(super) fn heads(lines: &[Line], keys: &[Option<String>], out: &mut [bool]) {
    let head = HEAD.min(lines.len() / 4);
    let first = lines.iter().take(head);
    let known: HashSet<String> = first
        .filter(|line| line.text().len() < 100)
        .flat_map(|line| words(&line.text()))
        .collect();
    let says_head = |key: &str| {
        let said = words(key);
        let said: Vec<&String> = said
            .iter()
            .filter(|word| word.chars().any(char::is_alphabetic))
            .collect();
        let is_beside = |word: &str| BESIDE.contains(&word) || lexicon::is(word, Sort::Month);
        said.len() >= 2
            && said
                .iter()
                .all(|word| known.contains(*word) || is_beside(word) || word.chars().count() == 1)
            && said
                .iter()
                .any(|word| known.contains(*word) && !is_beside(word) && word.chars().count() > 2)
    };
    // A number alone, right above: that of the page before, in a text that has no feeds.
    let below_number = |at: usize| {
        at > 0
            && keys[at - 1].as_deref().is_some_and(is_number_line)
            && lines[at - 1].begins != Begins::Nothing
            && lines[at].begins == Begins::Nothing
    };
    let edge: Vec<bool> = (0..lines.len())
        .map(|at| {
            let beside = at > 0 && out[at - 1] || out.get(at + 1) == Some(&true);
            let is_numbered =
                number(&lines[at]).is_some() && (is_alone(lines, at) || ends_far(&lines[at]));
            at >= head
                && (beside || below_number(at) || lines[at].begins == Begins::Page || is_numbered)
        })
        .collect();
    // What also stands amid a page is a line of its entries: the person's name.
    let amid: HashSet<&str> = (head..lines.len())
        .filter(|at| !edge[*at])
        .filter_map(|at| keys[at].as_deref())
        .collect();
    for at in 0..lines.len() {
        let begins_item = lines[at].begins == Begins::Item;
        if let Some(key) = keys[at].as_deref()
            && edge[at]
            && !out[at]
            && !begins_item
            && !amid.contains(key)
            && says_head(key)
        {
            out[at] = true;
            if below_number(at) {
                out[at - 1] = true;
            }
        }
    }
}

/// Whether a line ends with a number that stands far from its other words.
fn ends_far(line: &Line) -> bool {
    let text = line.text();
    let bare = text
        .trim_end()
        .trim_end_matches(|c: char| c.is_ascii_digit());
    bare.len() < text.trim_end().len() && bare.ends_with("   ")
}

/// Marks the lines that stand each time, but for the first, beside one that is dropped: the other
/// lines of a running head.
pub(super) fn spread(keys: &[Option<String>], out: &mut [bool]) {
    /// More lines no head has.
    const LINES: usize = 3;
    for _ in 0..LINES {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, key) in keys.iter().enumerate() {
            if let Some(key) = key.as_deref().filter(|_| !out[at]) {
                places.entry(key).or_default().push(at);
            }
        }
        let beside = |at: usize| at > 0 && out[at - 1] || out.get(at + 1) == Some(&true);
        let found: Vec<usize> = places
            .into_values()
            .filter(|places| {
                let is_first = places[0] < HEAD || beside(places[0]);
                places.len() >= 2 && is_first && places[1..].iter().all(|at| beside(*at))
            })
            .flat_map(|places| places[usize::from(places[0] < HEAD)..].to_vec())
            .collect();
        if found.is_empty() {
            break;
        }
        for at in found {
            out[at] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::import::{list::row, plain};

    fn left(text: &str) -> Vec<String> {
        let rows = row::rows(&plain::read(text));
        rows.into_iter().map(|row| row.text()).collect()
    }

    #[test]
    fn a_head_of_two_lines_goes_whole() {
        let text = "Ann Lee\nCurriculum Vitae\nParis\n• One\n1\n\u{c}Ann Lee\nCurriculum Vitae\nTwo begins\n2\n\u{c}\
            Ann Lee\nCurriculum Vitae\nand ends\n3\n";
        assert_eq!(
            left(text),
            [
                "Ann Lee",
                "Curriculum Vitae",
                "Paris",
                "One",
                "Two begins",
                "and ends"
            ]
        );
    }

    #[test]
    fn numbers_before_a_line_that_recurs_are_those_of_pages() {
        let text = "Lee, Ann        Vita\n\nOne.\n\n    1\nLee, Ann        Vita\n\nTwo.\n\n    2\nLee, Ann        Vita\n\nThree.\n";
        assert_eq!(left(text)[1..], ["One.", "Two.", "Three."]);
        let text = "Ann Lee\nCurriculum Vitae\n\n• One goes\n\n    1\nLee CV       Updated March 2024\n\non.\n• Two\n• Three\n• Four\n• Five\n• Six\n";
        assert_eq!(left(text)[2..4], ["One goes", "on."]);
    }

    #[test]
    fn lines_that_stand_alone_and_count_on_are_those_of_pages() {
        let foot = |page: usize| format!("\n\nB. Lee – Works      {page} / 5\n\n");
        let text = format!(
            "Ann Lee\n\nOne begins{}and ends.\nTwo begins{}and stops.",
            foot(2),
            foot(3)
        );
        assert_eq!(
            left(&text)[1..],
            ["One begins", "and ends.", "Two begins", "and stops."]
        );
        let once =
            "Ann Lee\nWeaver\nLyon\nFrance\n\nOn looms\n\nAnn Lee – Curriculum vitae 2\n\nB. Ray\n";
        assert_eq!(left(once)[4..], ["On looms", "B. Ray"]);
    }

    #[test]
    fn a_head_that_comes_once_says_what_the_head_of_the_text_says() {
        let text = "Dr. Ann Lee\nParis\n\nCurriculum vitae and works\n\nPapers\n\nOn looms\nAnn Lee\nIn Proc. ICOL\n\
            Page 1 of 2\nLee, Ann: curriculum vitae and works\n\nOn mills\nAnn Lee\nIn Cloth\n\nPage 2 of 2\n";
        assert_eq!(
            left(text)[3..],
            [
                "Papers",
                "On looms",
                "Ann Lee",
                "In Proc. ICOL",
                "On mills",
                "Ann Lee",
                "In Cloth"
            ]
        );
    }
}
