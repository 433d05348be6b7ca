//! Volumes, issues, pages, editions and article numbers.

use crate::{
    model::{Metadata, Pages},
    text::editions::Edition,
};

/// Returns a volume or issue without a label, with ranges as `--`; empty if it is a placeholder.
pub(super) fn plain_number(text: Option<&str>) -> String {
    const LABELS: [&str; 9] = [
        "volume ", "vol.", "vol ", "number ", "no.", "no ", "nr.", "issue ", "iss.",
    ];
    let mut bare = text.unwrap_or_default().trim();
    for label in LABELS {
        if let Some(head) = bare.get(..label.len())
            && head.eq_ignore_ascii_case(label)
        {
            bare = bare[label.len()..].trim_start();
            break;
        }
    }
    if bare.eq_ignore_ascii_case("n/a") || bare.starts_with("abs/") {
        return String::new();
    }
    let ends: Vec<&str> = bare.split(['-', '–', '‐', '—']).map(str::trim).collect();
    let ends: Vec<&str> = ends.into_iter().filter(|end| !end.is_empty()).collect();
    match ends.as_slice() {
        [from, to]
            if [from, to]
                .iter()
                .all(|end| end.chars().all(|c| c.is_ascii_digit())) =>
        {
            format!("{from}--{to}")
        }
        _ => bare.to_owned(),
    }
}

/// Returns an edition as classic styles print it before the word "edition": `2` becomes `2nd`, and
/// the word itself is removed.
pub(super) fn edition(text: Option<&str>) -> String {
    let bare = Edition::read(text.unwrap_or_default()).bare;
    match bare.parse::<u32>() {
        Ok(number) => ordinal(number),
        Err(_) => bare.to_owned(),
    }
}

/// Returns the number of an edition of which nothing else is said: `2nd`, `Second`.
pub(super) fn edition_number(text: Option<&str>) -> Option<u32> {
    let edition = Edition::read(text?);
    edition.number.filter(|_| edition.is_number)
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Whether a single "page" is an article number: `e12345`, `077201`, `L012`.
pub(super) fn is_article_number(page: &str) -> bool {
    let digits = page.chars().filter(char::is_ascii_digit).count();
    let letter_first = page.starts_with(|c: char| c.is_ascii_alphabetic());
    digits >= 5 || digits >= 2 && (letter_first || page.starts_with('0'))
}

/// Returns the pages, except the placeholder `0` that some services use.
pub(super) fn known_pages(meta: &Metadata) -> Option<&Pages> {
    let pages = meta.pages.as_ref();
    pages.filter(|pages| pages.ranges().any(|(first, _)| first != "0"))
}

/// Returns the article number that prefixes or replaces the pages (`158` in `158:1--158:18`), and
/// the pages if there is none.
pub(super) fn article_and_pages(meta: &Metadata) -> (String, String) {
    let known = meta.article_number.clone().unwrap_or_default();
    let Some(pages) = known_pages(meta) else {
        return (known, String::new());
    };
    let mut ranges = pages.ranges();
    match (ranges.next(), ranges.next()) {
        (Some((first, Some(last))), None) => match (first.split_once(':'), last.split_once(':')) {
            (Some((article, _)), Some((same, _))) if article == same => {
                (article.to_owned(), String::new())
            }
            _ => (String::new(), pages.to_string()),
        },
        (Some((page, None)), None) if is_article_number(page) => (page.to_owned(), String::new()),
        _ => (String::new(), pages.to_string()),
    }
}

/// Returns the number of pages if they are numeric.
pub(super) fn page_count(pages: &Pages) -> Option<u32> {
    let number = |page: &str| page.rsplit(':').next()?.parse::<u32>().ok();
    let mut sum = 0_u32;
    for (first, last) in pages.ranges() {
        let (first, last) = (number(first)?, number(last?)?);
        sum = sum.checked_add(last.checked_sub(first)?.checked_add(1)?)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Title};

    #[test]
    fn volumes_and_issues_lose_their_labels() {
        for (given, want) in [
            ("3-4", "3--4"),
            ("no. 7", "7"),
            ("Vol. 12", "12"),
            ("abs/1706.03762", ""),
            ("CSCW2", "CSCW2"),
            ("PP", "PP"),
            ("11-A", "11-A"),
        ] {
            assert_eq!(plain_number(Some(given)), want);
        }
    }

    #[test]
    fn article_numbers_are_told_from_pages() {
        for page in ["e12345", "077201", "103456", "L021", "e33"] {
            assert!(is_article_number(page), "{page}");
        }
        for page in ["254", "iv", "1024", "S1", "A"] {
            assert!(!is_article_number(page), "{page}");
        }
    }

    #[test]
    fn numeric_pages_are_counted() {
        for (given, article, pages, count) in [
            ("158:1-158:18", "158", "", Some(18)),
            ("1391-1407", "", "1391--1407", Some(17)),
            ("e12345", "e12345", "", None),
            ("i-iv", "", "i--iv", None),
            ("9-1", "", "9--1", None),
            ("0", "", "", None),
        ] {
            let mut meta = Metadata::new(Kind::Journal, Title::plain("T"));
            meta.pages = Pages::parse(given);
            assert_eq!(article_and_pages(&meta), (article.into(), pages.into()));
            assert_eq!(known_pages(&meta).and_then(page_count), count);
        }
    }

    #[test]
    fn editions_become_ordinals() {
        for (given, printed, number) in [
            ("2", "2nd", Some(2)),
            ("2nd", "2nd", Some(2)),
            ("11", "11th", Some(11)),
            ("Third", "Third", Some(3)),
            ("Twelfth", "Twelfth", Some(12)),
            ("2nd ed.", "2nd", Some(2)),
            ("Second Edition", "Second", Some(2)),
            ("2nd revised", "2nd revised", None),
            ("International", "International", None),
            ("", "", None),
        ] {
            assert_eq!(edition(Some(given)), printed);
            assert_eq!(edition_number(Some(given)), number, "{given}");
        }
    }
}
