//! What is printed on each page of a text and is none of it: numbers, heads and feet.

use std::collections::{HashMap, HashSet};

use super::{
    super::{Begins, Line},
    page_heads::{heads, spread},
};

/// Which lines are page numbers, or heads and feet that run over the pages.
pub(super) fn running(lines: &[Line]) -> Vec<bool> {
    // A year at the end of a page is no number of it.
    let is_key = |line: &Line, key: &String| !is_number_line(key) || number(line).is_some();
    let keys = lines
        .iter()
        .map(|line| key(line).filter(|key| is_key(line, key)));
    let keys: Vec<Option<String>> = keys.collect();
    // Where lengths are known, what runs over the pages was dropped by its place; what stands on one
    // page only is told by its words.
    if lines.iter().any(|line| line.room.is_some()) {
        let mut out = vec![false; lines.len()];
        heads(lines, &keys, &mut out);
        return out;
    }
    let mut times: HashMap<&str, usize> = HashMap::new();
    for key in keys.iter().flatten() {
        *times.entry(key).or_default() += 1;
    }
    let near_page: Vec<bool> = (0..lines.len())
        .map(|at| {
            lines[at..lines.len().min(at + 4)]
                .iter()
                .enumerate()
                .any(|(ahead, line)| line.begins == Begins::Page && (ahead > 0 || at > 0))
        })
        .collect();
    let mut is_page = numbered(lines, &keys);
    for ((is_page, key), is_counted) in is_page.iter_mut().zip(&keys).zip(counted(lines, &keys)) {
        *is_page |= is_counted || key.as_deref().is_some_and(is_page_line);
    }
    // What markup makes an item, as the `03/18` of a list with dates, ends no page.
    for (is_page, line) in is_page.iter_mut().zip(lines) {
        *is_page &= line.begins != Begins::Item;
    }
    // Lines that stand where no page ends as well.
    let alone: HashSet<&str> = (0..lines.len())
        .filter(|at| is_page.get(at + 1) != Some(&true) && (*at == 0 || !is_page[at - 1]))
        .filter_map(|at| keys[at].as_deref())
        .collect();
    let mut out = vec![false; lines.len()];
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for at in 0..lines.len() {
        let Some(key) = keys[at].as_deref() else {
            continue;
        };
        let is_repeated = times.get(key).is_some_and(|times| *times > 1);
        let before = seen.entry(key).or_default();
        *before += 1;
        let beside = is_page.get(at + 1) == Some(&true) || at > 0 && is_page[at - 1];
        out[at] = is_page[at] && at > 0
            || is_number_line(key) && (near_page[at] || after_page(lines, at))
            || is_repeated && near_page[at] && *before + 1 > times[key].min(2)
            || is_repeated && near_page[at] && key.contains('#')
            || is_repeated && beside && (*before > 1 || !alone.contains(key))
            || is_repeated
                && near_page[at]
                && lines
                    .get(at + 1)
                    .is_some_and(|next| next.begins == Begins::Page || self_is_number(next));
    }
    heads(lines, &keys, &mut out);
    spread(&keys, &mut out);
    // The number of the last page, which no page follows.
    if let Some(last) = out.iter().rposition(|dropped| !dropped)
        && last > 0
        && out.contains(&true)
        && keys[last].as_deref().is_some_and(is_number_line)
    {
        out[last] = true;
    }
    out
}

/// Which lines recur beside the same line, with nothing but a number that grows: the second line of
/// a running head in a text without feeds.
fn numbered(lines: &[Line], keys: &[Option<String>]) -> Vec<bool> {
    let mut places: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for at in 1..lines.len() {
        let [Some(head), Some(key)] = &keys[at - 1..=at] else {
            continue;
        };
        if key.contains('#')
            && key.contains(char::is_alphabetic)
            && !head.contains('#')
            && lines[at - 1].begins != Begins::Nothing
            && lines[at].begins == Begins::Nothing
        {
            places.entry((head, key)).or_default().push(at);
        }
        // A number alone, and below it each time the same line.
        if is_number_line(head) && key.contains(char::is_alphabetic) && !key.contains('#') {
            places.entry((key, head)).or_default().push(at - 1);
        }
    }
    let mut out = vec![false; lines.len()];
    for places in places.into_values().filter(|places| places.len() >= 2) {
        let numbers: Vec<usize> = places.iter().filter_map(|at| number(&lines[*at])).collect();
        let grows = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        if grows && numbers.len() == places.len() {
            for at in places {
                out[at] = true;
            }
        }
    }
    out
}

/// Which lines stand alone and recur with one number that counts on: `Ann Lee – Papers 2 / 5`; those
/// that are nothing but the number, if a page's length lies between.
fn counted(lines: &[Line], keys: &[Option<String>]) -> Vec<bool> {
    /// From a page with such a line to the next there are no more pages.
    const SKIPPED: usize = 4;
    /// A page has so many lines at least.
    const PAGE: usize = 12;
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, key) in keys.iter().enumerate() {
        if let Some(key) = key.as_deref()
            && key.contains('#')
            && (key.contains(char::is_alphabetic) || is_number_line(key))
            && is_alone(lines, at)
        {
            places.entry(key).or_default().push(at);
        }
    }
    let mut out = vec![false; lines.len()];
    for places in places.into_values().filter(|places| places.len() >= 2) {
        let all: Vec<Vec<usize>> = places.iter().map(|at| numbers(&lines[*at])).collect();
        let is_next = |pair: &[Vec<usize>]| {
            let mut changed = pair[0].iter().zip(&pair[1]).filter(|(old, new)| old != new);
            let counts = |(old, new): (&usize, &usize)| {
                new > old && *new <= old + SKIPPED && *new < MOST_PAGES
            };
            pair[0].len() == pair[1].len()
                && changed.next().is_some_and(counts)
                && changed.next().is_none()
        };
        let is_bare = keys[places[0]].as_deref().is_some_and(is_number_line);
        let is_far = |pair: &[usize]| pair[1] - pair[0] >= PAGE;
        if all.windows(2).all(is_next) && (!is_bare || places.windows(2).all(is_far)) {
            for at in places {
                out[at] = true;
            }
        }
    }
    out
}

/// Whether a line is a paragraph of its own.
pub(super) fn is_alone(lines: &[Line], at: usize) -> bool {
    let begins = |line: &Line| matches!(line.begins, Begins::Paragraph | Begins::Page);
    let ends = |next: &Line| next.begins != Begins::Nothing;
    begins(&lines[at]) && lines.get(at + 1).is_none_or(ends)
}

/// No CV has as many pages.
const MOST_PAGES: usize = 1000;

/// The numbers of a line, in order.
fn numbers(line: &Line) -> Vec<usize> {
    let text = line.text();
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// The only number of a line, as far as pages are counted.
pub(super) fn number(line: &Line) -> Option<usize> {
    match numbers(line).as_slice() {
        [number] if *number < MOST_PAGES => Some(*number),
        _ => None,
    }
}

/// Whether a page begins right before a line, or with its running head.
fn after_page(lines: &[Line], at: usize) -> bool {
    at > 0
        && lines[at.saturating_sub(1)..=at]
            .iter()
            .any(|line| line.begins == Begins::Page)
}

fn self_is_number(line: &Line) -> bool {
    key(line).is_some_and(|key| is_number_line(&key))
}

/// A short line with its numbers made alike.
fn key(line: &Line) -> Option<String> {
    let text: String = line
        .spans
        .iter()
        .flat_map(|span| span.text.chars().take(200))
        .take(200)
        .collect();
    let mut out = String::with_capacity(text.len());
    for c in text.trim().to_lowercase().chars() {
        match c {
            c if c.is_ascii_digit() && out.ends_with('#') => {}
            c if c.is_ascii_digit() => out.push('#'),
            c if c.is_whitespace() && out.ends_with(' ') => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    (out.len() <= 90).then_some(out)
}

/// `page 2 of 7`, `2 / 7`, `– 3 –`.
fn is_page_line(key: &str) -> bool {
    let has_word = [
        "page ",
        "seite ",
        "pagina ",
        "página ",
        "стр. ",
        "страница ",
    ]
    .iter()
    .any(|word| key.contains(word));
    let bare: String = key.chars().filter(|c| !c.is_whitespace()).collect();
    let is_of_all = ["page#of#", "page#/#", "seite#von#", "seite#/#"]
        .iter()
        .any(|count| bare.ends_with(count) || bare.starts_with(count));
    is_of_all
        || has_word
            && key.contains('#')
            && key.chars().count() < 60
            && key.split_whitespace().count() <= 8
        || matches!(bare.as_str(), "#/#" | "#of#")
        || bare.len() > 1 && bare.trim_matches(['-', '–', '—']) == "#"
}

pub(super) fn is_number_line(key: &str) -> bool {
    key == "#"
}
