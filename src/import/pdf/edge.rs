//! Removes running heads, running feet and page numbers from the edges of sheets.

use std::collections::HashMap;

use super::printed_line::PrintedLine;
use crate::text::fold::fold;

/// The largest number of running lines at either edge.
const LINES: usize = 3;

/// More pages than any list has, and less than any year.
const MOST_PAGES: usize = 1000;

/// A line at the edge of a sheet.
struct Edge {
    sheet: usize,
    /// Its position among the lines of its sheet.
    at: usize,
    height: i32,
    /// Its words, with `#` for each number.
    words: String,
    numbers: Vec<usize>,
}

/// Removes running lines from each sheet: lines at its edge, separate from the others, that repeat
/// a line at the same height of another sheet apart from one number that increases with the sheets;
/// and numbers alone that are the sheet's own.
pub(super) fn drop_running(sheets: &mut [Vec<PrintedLine>]) {
    let edges: Vec<Edge> = sheets
        .iter()
        .enumerate()
        .flat_map(|(number, sheet)| edges(number, sheet))
        .collect();
    let mut alike: HashMap<(&str, i32), Vec<&Edge>> = HashMap::new();
    for edge in &edges {
        // The boxes of one height may differ by a pixel or two.
        for height in [edge.height / 4, edge.height / 4 + 1] {
            alike.entry((&edge.words, height)).or_default().push(edge);
        }
    }
    let runs = |edge: &&Edge| {
        edge.words == "#" && edge.numbers == [edge.sheet + 1]
            || [edge.height / 4, edge.height / 4 + 1].iter().any(|height| {
                let others = alike.get(&(&*edge.words, *height));
                others.is_some_and(|others| {
                    others.iter().take(SEEN).any(|other| goes_on(edge, other))
                })
            })
    };
    let mut dropped: Vec<Vec<usize>> = vec![Vec::new(); sheets.len()];
    for edge in edges.iter().filter(runs) {
        dropped[edge.sheet].push(edge.at);
    }
    for (sheet, dropped) in sheets.iter_mut().zip(dropped) {
        if dropped.len() < sheet.len() {
            let mut at = 0;
            sheet.retain(|_| {
                at += 1;
                !dropped.contains(&(at - 1))
            });
        }
    }
}

/// The number of lines with the same words that one is compared with.
const SEEN: usize = 16;

/// Whether two lines of different sheets are the same apart from one number that counts the sheets.
/// Only a bare number may count: `2021.` may end an entry on either sheet.
fn goes_on(edge: &Edge, other: &Edge) -> bool {
    if edge.sheet == other.sheet || edge.numbers.len() != other.numbers.len() {
        return false;
    }
    let pairs = edge.numbers.iter().zip(&other.numbers);
    let mut changed = pairs.filter(|(one, two)| one != two);
    match changed.next() {
        None => edge.words.contains(char::is_alphabetic),
        Some((one, two)) => {
            changed.next().is_none()
                && *one.max(two) < MOST_PAGES
                && one.abs_diff(*two) == edge.sheet.abs_diff(other.sheet)
                && (one < two) == (edge.sheet < other.sheet)
        }
    }
}

/// Returns the lines at both edges of a sheet that a gap larger than the line spacing separates
/// from the others.
fn edges(number: usize, sheet: &[PrintedLine]) -> Vec<Edge> {
    let mut sorted: Vec<(usize, &PrintedLine)> = sheet.iter().enumerate().collect();
    sorted.sort_by_key(|(_, print)| print.baseline);
    let is_apart = |at: usize| {
        let (above, below) = (sorted[at - 1].1, sorted[at].1);
        (below.baseline - above.baseline) * 2 > 3 * above.size.max(below.size)
    };
    let count = sorted.len();
    let head = (1..count.min(LINES + 1))
        .find(|at| is_apart(*at))
        .unwrap_or(0);
    let foot = (count.saturating_sub(LINES).max(1)..count)
        .rev()
        .find(|at| is_apart(*at))
        .unwrap_or(count);
    let places = sorted.iter().enumerate();
    let at_edge = places.filter(|(place, _)| *place < head || *place >= foot);
    at_edge
        .map(|(_, (at, print))| edge(number, *at, print))
        .collect()
}

/// Describes a line at the edge.
fn edge(sheet: usize, at: usize, print: &PrintedLine) -> Edge {
    let text: String = print.spans.iter().map(|span| span.text.as_str()).collect();
    let (mut words, mut numbers) = (String::new(), Vec::new());
    let mut digits = String::new();
    for c in fold(&text).chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            // Longer numbers count nothing.
            numbers.push(digits.parse().unwrap_or(usize::MAX));
            words.push('#');
            digits.clear();
        }
        words.push(c);
    }
    Edge {
        sheet,
        at,
        height: print.baseline,
        words: words.trim().to_owned(),
        numbers,
    }
}
