//! What is printed at the edge of each sheet: running heads and feet, and the number of the page.

use std::collections::HashMap;

use super::print::Print;
use crate::text::fold::fold;

/// So many lines at most run over the pages, at either edge.
const LINES: usize = 3;

/// Drops from each sheet what runs over the pages: at its edge, apart from the other lines, either a
/// page's number alone, or the same words at the same height as on another sheet.
pub(super) fn drop_running(sheets: &mut [Vec<Print>]) {
    let mut places: HashMap<(String, i32), usize> = HashMap::new();
    for sheet in sheets.iter() {
        for (key, print) in edges(sheet) {
            // The boxes of one height may differ by a pixel or two.
            for height in [print.baseline / 4, print.baseline / 4 + 1] {
                *places.entry((key.clone(), height)).or_default() += 1;
            }
        }
    }
    for sheet in sheets {
        let recurs = |key: &str, print: &Print| {
            [print.baseline / 4, print.baseline / 4 + 1]
                .iter()
                .any(|height| places.get(&(key.to_owned(), *height)) >= Some(&2))
        };
        let dropped: Vec<Print> = edges(sheet)
            .filter(|(key, print)| is_page_number(key) || recurs(key, print))
            .map(|(_, print)| print.clone())
            .collect();
        sheet.retain(|print| !dropped.contains(print));
    }
}

/// The lines at both edges of a sheet which more than the space between lines parts from the others,
/// with what they say but for the numbers.
fn edges(sheet: &[Print]) -> impl Iterator<Item = (String, &Print)> {
    let mut sorted: Vec<&Print> = sheet.iter().collect();
    sorted.sort_by_key(|print| print.baseline);
    let is_apart = |at: usize| {
        let (above, below) = (sorted[at - 1], sorted[at]);
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
    let at_edge: Vec<&Print> = sorted
        .iter()
        .enumerate()
        .filter(|(at, _)| *at < head || *at >= foot)
        .map(|(_, print)| *print)
        .collect();
    at_edge.into_iter().map(|print| (key(print), print))
}

/// The words of a line, with `#` for each number.
fn key(print: &Print) -> String {
    let text: String = print.spans.iter().map(|span| span.text.as_str()).collect();
    let mut out = String::new();
    for c in fold(&text).chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
    }
    out
}

/// Whether a line says nothing but the page's number: `3`, `– 3 –`, `page 3 of 7`, `iv`.
fn is_page_number(key: &str) -> bool {
    let mut words = key.split_whitespace();
    let is_said = |word: &str| {
        matches!(
            word,
            "#" | "page"
                | "p"
                | "seite"
                | "s"
                | "pagina"
                | "pag"
                | "sida"
                | "side"
                | "strona"
                | "of"
                | "von"
                | "de"
                | "di"
                | "sur"
                | "av"
                | "z"
        )
    };
    key.contains('#') && words.all(is_said)
}
