//! What is printed on each page of a text and is none of it: numbers, heads and feet.

use std::collections::HashMap;

use super::super::{Begins, Line};

/// Which lines are page numbers, or heads and feet that run over the pages.
pub(super) fn running(lines: &[Line]) -> Vec<bool> {
    let keys: Vec<Option<String>> = lines.iter().map(key).collect();
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
    let mut out = vec![false; lines.len()];
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for at in 0..lines.len() {
        let Some(key) = keys[at].as_deref() else {
            continue;
        };
        let is_repeated = times.get(key).is_some_and(|times| *times > 1);
        let before = seen.entry(key).or_default();
        *before += 1;
        let beside_pages = |other: usize| {
            keys.get(other)
                .and_then(Option::as_deref)
                .is_some_and(is_page_line)
        };
        out[at] = is_page_line(key) && lines[at].begins != Begins::Item && at > 0
            || is_number_line(key) && (near_page[at] || after_page(lines, at))
            || is_repeated && near_page[at] && *before + 1 > times[key].min(2)
            || is_repeated && near_page[at] && key.contains('#')
            || is_repeated
                && *before > 1
                && (beside_pages(at + 1) || at > 0 && beside_pages(at - 1))
            || is_repeated
                && near_page[at]
                && lines
                    .get(at + 1)
                    .is_some_and(|next| next.begins == Begins::Page || self_is_number(next));
    }
    out
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
    has_word && key.contains('#') && key.chars().count() < 60 && key.split_whitespace().count() <= 8
        || matches!(bare.as_str(), "#/#" | "-#-" | "–#–" | "—#—" | "#of#")
}

fn is_number_line(key: &str) -> bool {
    key == "#"
}
