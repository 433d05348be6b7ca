//! The parts of a title that are searched for.

use std::collections::BTreeSet;

use super::terms;
use crate::{
    sources::TitleQuery,
    text::fold::{fold, is_stop_word},
};

/// The length of the beginning of a title that makes a range.
const HEAD: usize = 40;

/// A beginning shorter than this has too little to search for, unless it is the whole title.
const SHORTEST: usize = 12;

/// Returns the range of titles that begin as this one does: its beginning in lower case, and the
/// same with its last letter incremented. `None` when sources write the beginning in several ways.
///
/// The successor of the last letter is again a letter, since how a letter compares with a sign
/// depends on the collation.
///
/// The last letter is one whose successor is again a letter, since how a letter compares with a
/// sign depends on the collation.
pub(super) fn range(title: &str) -> Option<(String, String)> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = title.trim_end_matches(['.', '*']);
    let head: String = title
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || " ,:-.()/'+&".contains(*c))
        .take(HEAD)
        .collect::<String>()
        .to_ascii_lowercase();
    let whole = head.len() == title.len();
    let end = head.rfind(|c| matches!(c, 'a'..='y' | '0'..='8'))?;
    let low = &head[..=end];
    if low.len() < SHORTEST && !whole {
        return None;
    }
    let next = char::from(low.as_bytes()[end] + 1);
    Some((low.to_owned(), format!("{}{next}", &low[..end])))
}

/// Returns sets of words, each of which a record's label (first author, title, year) may contain in
/// full. They overlap as little as possible, so that one slip or one missing subtitle leaves a set
/// whole; a title of few words is completed by the name of the first author. The last set is the
/// first author and the year, for titles of which nothing is left whole.
pub(super) fn words(query: &TitleQuery) -> Vec<Vec<String>> {
    let all = telling(&query.title);
    let surname = query
        .authors
        .first()
        .and_then(|name| terms::words(&name.family).pop())
        .filter(|name| name.chars().count() > 1);
    let pick = |from: &[String], first: usize, step: usize| -> Vec<String> {
        from.iter()
            .skip(first)
            .step_by(step)
            .take(4)
            .cloned()
            .collect()
    };
    let mut sets = Vec::new();
    if all.len() >= 6 {
        match parts(&query.title) {
            Some((head, tail)) => sets.extend([pick(&head, 0, 1), pick(&tail, 0, 1)]),
            None => sets.extend([pick(&all, 0, 2), pick(&all, 1, 2)]),
        }
    } else {
        sets.push(all.clone());
        if let Some(surname) = &surname {
            for first in 0..2 {
                let mut set = pick(&all, first, 2);
                if !set.is_empty() {
                    set.push(surname.clone());
                    sets.push(set);
                }
            }
        } else if all.len() >= 4 {
            sets.extend([pick(&all, 0, 2), pick(&all, 1, 2)]);
        }
    }
    sets.extend(signed(query, &all));
    sets.retain(|set| !set.is_empty());
    for set in &mut sets {
        set.sort();
        set.dedup();
    }
    sets
}

/// The first author by the whole name and the year; where only the family name is known, with the
/// longest word of the title.
fn signed(query: &TitleQuery, telling: &[String]) -> Option<Vec<String>> {
    let (name, year) = (query.authors.first()?, query.year?);
    let given = terms::words(&name.given).into_iter();
    let mut set: Vec<String> = given.filter(|word| word.chars().count() > 1).collect();
    if set.is_empty() {
        set.push(telling.first()?.clone());
    }
    set.push(terms::words(&name.family).pop()?);
    set.push(year.to_string());
    Some(set)
}

/// The content words of a text, the long ones first, since they are rarer.
fn telling(text: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut words: Vec<String> = terms::words(text)
        .into_iter()
        .filter(|word| {
            let tells = word.chars().count() > 1 || word.chars().all(char::is_numeric);
            tells && !is_stop_word(&fold(word))
        })
        .filter(|word| seen.insert(word.clone()))
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words
}

/// The content words before and after a title's colon or dash, where both sides have two or more.
fn parts(title: &str) -> Option<(Vec<String>, Vec<String>)> {
    [": ", " - ", " – ", " — ", "? "].iter().find_map(|mark| {
        let (head, tail) = title.split_once(mark)?;
        let (head, tail) = (telling(head), telling(tail));
        (head.len() >= 2 && tail.len() >= 2).then_some((head, tail))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PersonName;

    fn sets(title: &str, surname: Option<&str>) -> Vec<String> {
        let query = TitleQuery {
            title: title.to_owned(),
            authors: surname.map(PersonName::parse).into_iter().collect(),
            year: None,
            person: None,
            ..TitleQuery::default()
        };
        words(&query).iter().map(|set| set.join(" ")).collect()
    }

    #[test]
    fn range_spans_titles_with_the_same_beginning() {
        let range = |title| range(title);
        let pair = |low: &str, high: &str| Some((low.to_owned(), high.to_owned()));
        assert_eq!(
            range("Attention  is All you Need."),
            pair("attention is all you need", "attention is all you neee")
        );
        assert_eq!(
            range("Deep Residual Learning for Image Recognition"),
            pair(
                "deep residual learning for image recogni",
                "deep residual learning for image recognj"
            )
        );
        assert_eq!(range("Jazz"), pair("ja", "jb"));
        assert_eq!(range("“Why Should I Trust You?”"), None);
        assert_eq!(range("Ümlaute"), None);
    }

    #[test]
    fn one_slip_leaves_a_set_whole() {
        let title = "Scalable Transactional Graph Storage under Dynamic Workloads on Clusters";
        let sets = sets(title, None);
        for word in telling(title) {
            let slipped = |set: &String| set.split(' ').any(|other| other == word);
            assert!(sets.iter().any(|set| !slipped(set)), "{word}: {sets:?}");
        }
    }

    #[test]
    fn subtitle_has_a_set_of_its_own() {
        assert_eq!(
            sets(
                "Espresso Machines: Full Potential of Gradient Compression",
                None
            ),
            ["espresso machines", "compression full gradient potential"]
        );
    }

    #[test]
    fn first_author_and_year_are_the_last_set() {
        let signed = |author: &str, year| {
            let query = TitleQuery {
                title: "Scalxble Grxph Storxge".to_owned(),
                authors: vec![PersonName::parse(author)],
                year,
                person: None,
                ..TitleQuery::default()
            };
            signed(&query, &telling(&query.title)).map(|set| set.join(" "))
        };
        let set = |set: &str| Some(set.to_owned());
        assert_eq!(signed("Zoë M. Müller", Some(2019)), set("zoë müller 2019"));
        assert_eq!(signed("Z. Müller", Some(2019)), set("scalxble müller 2019"));
        assert_eq!(signed("Zoë Müller", None), None);
    }

    #[test]
    fn short_title_is_completed_by_the_author() {
        assert_eq!(
            sets("Quantization", Some("van Müller")),
            ["quantization", "müller quantization"]
        );
        assert_eq!(sets("Quantization", None), ["quantization"]);
        assert!(sets("To be or not", None).is_empty());
    }
}
