//! Computes how lines fill their column and which gaps separate them.

use std::collections::BTreeMap;

use super::{
    super::{Begins, Line, LineRange, Room},
    printed_line::PrintedLine,
};

/// The number of neighbouring lines from which column width and line spacing are estimated.
const AROUND: usize = 14;

/// The greatest distance in pixels between the ends of justified lines: less than a point.
const FLUSH: i32 = 2;

/// The space at the end of a justified line that ends early: any word would have been begun on it,
/// and hyphenated if necessary.
const AMPLE: i32 = 1 << 20;

/// The level of headings in a margin, below headings in larger type.
const LOWEST: u8 = 6;

/// Converts printed lines into lines of a page.
pub(super) fn lines(prints: &[PrintedLine], body: i32) -> Vec<Line> {
    let rooms: Vec<(i32, i32)> = (0..prints.len())
        .map(|at| (behind(prints, at), first_word(&prints[at])))
        .collect();
    let edges = left_edges(prints);
    let sizes = heading_sizes(prints, body);
    let unit = (body / 2).max(1);
    let whole = |length: i32| usize::try_from(length).unwrap_or_default();
    let line = |(at, print): (usize, &PrintedLine)| {
        let level = sizes.iter().position(|size| *size == print.size);
        let level = level.and_then(|level| u8::try_from(level + 1).ok());
        let edge = edges[side(print)];
        Line {
            at: LineRange {
                first: at + 1,
                last: at + 1,
            },
            begins: match level {
                Some(level) => Begins::Heading(level),
                None if print.is_head => Begins::Heading(LOWEST),
                None if at > 0 && prints[at - 1].is_head => Begins::Paragraph,
                None if at == 0 || is_apart(prints, at, &rooms) => Begins::Paragraph,
                None if prints[at - 1].column != print.column => Begins::Page,
                None => Begins::Nothing,
            },
            indent: whole((print.left - edge) / unit),
            left: None,
            room: Some(Room {
                end: whole((print.right - edge) / unit),
                behind: whole(rooms[at].0),
                first: whole(rooms[at].1),
            }),
            spans: print.spans.clone(),
        }
    };
    prints.iter().enumerate().map(line).collect()
}

/// Returns the column of its sheet that a line is in: across both, left or right.
fn side(print: &PrintedLine) -> usize {
    print.column % 3
}

/// Returns where most lines of each side begin.
fn left_edges(prints: &[PrintedLine]) -> [i32; 3] {
    [0, 1, 2].map(|wanted| {
        let on_side = prints.iter().filter(|print| side(print) == wanted);
        let mut lefts: Vec<i32> = on_side.map(|print| print.left).collect();
        lefts.sort_unstable();
        lefts.get(lefts.len() / 50).copied().unwrap_or_default()
    })
}

/// Returns the neighbours of a line on the same side.
fn around(prints: &[PrintedLine], at: usize) -> impl Iterator<Item = usize> {
    let near = at.saturating_sub(AROUND)..prints.len().min(at + AROUND + 1);
    near.filter(move |other| side(&prints[*other]) == side(&prints[at]))
}

/// Returns the space left at the end of a line.
fn behind(prints: &[PrintedLine], at: usize) -> i32 {
    let mut rights: Vec<i32> = around(prints, at)
        .map(|other| prints[other].right)
        .collect();
    rights.sort_unstable();
    let end = prints[at].right;
    // Many lines end at the edge of justified text.
    let flush = |right: &i32| {
        let from = rights.partition_point(|other| *other < right - FLUSH);
        rights.partition_point(|other| *other <= right + FLUSH) - from
    };
    let edge = rights.iter().max_by_key(|right| (flush(right), **right));
    match edge {
        Some(edge) if flush(edge) * 4 >= rights.len() && flush(edge) >= 5 => {
            // Punctuation may protrude beyond the edge, and letters may fall short of it.
            if end + prints[at].size / 4 >= *edge {
                0
            } else {
                AMPLE
            }
        }
        _ => rights.last().map_or(0, |last| last - end),
    }
}

/// Returns the greatest probable width of the first word of a line with a space before it, from the
/// line's mean letter width plus a margin.
fn first_word(print: &PrintedLine) -> i32 {
    let text: String = print.spans.iter().map(|span| span.text.as_str()).collect();
    let count = |text: &str| {
        i32::try_from(text.chars().count())
            .unwrap_or(i32::MAX)
            .max(1)
    };
    let word = text.split(' ').next().unwrap_or_default();
    let letter = (print.right - print.left) / count(&text);
    count(word).saturating_mul(letter) * 9 / 8 + print.size / 4
}

/// Whether the gap before a line is larger than the line spacing. `rooms` has the space at the end
/// of each line and the width of its first word.
fn is_apart(prints: &[PrintedLine], at: usize, rooms: &[(i32, i32)]) -> bool {
    let skip = |at: usize| {
        let stands_below = at > 0 && prints[at].column == prints[at - 1].column;
        stands_below.then(|| prints[at].baseline - prints[at - 1].baseline)
    };
    let Some(here) = skip(at) else {
        return false;
    };
    let size = prints[at].size;
    let is_full = |at: usize| at > 0 && rooms[at].1 > rooms[at - 1].0;
    let mut all: Vec<(bool, i32)> = around(prints, at)
        .filter(|other| (prints[*other].size - size).abs() * 10 <= size)
        .filter_map(|other| Some((!is_full(other), skip(other)?)))
        .filter(|(_, skip)| *skip > 0)
        .collect();
    all.sort_unstable();
    // Continuing lines show the line spacing; if there are none, the smallest gap does.
    let wraps = all.partition_point(|(is_ended, _)| !is_ended);
    let usual = if wraps >= 3 {
        all[wraps / 2].1
    } else {
        let mut skips: Vec<i32> = all.iter().map(|(_, skip)| *skip).collect();
        skips.sort_unstable();
        skips.get(skips.len() / 8).copied().unwrap_or(here)
    };
    // A raised character may push a line down.
    let is_pushed = is_full(at) && (prints[at].is_mixed || prints[at - 1].is_mixed);
    let slack = if is_pushed { 35 } else { 12 };
    here * 100 > usual * (100 + slack) + 100
}

/// Returns the sizes of headings, the largest first: larger than the body's, and not those of a
/// field of each entry.
fn heading_sizes(prints: &[PrintedLine], body: i32) -> Vec<i32> {
    let mut lines: BTreeMap<i32, usize> = BTreeMap::new();
    for print in prints {
        *lines.entry(print.size).or_default() += 1;
    }
    let sizes = lines.into_iter().rev();
    sizes
        .filter(|(size, lines)| size * 8 >= body * 9 && lines * 4 <= prints.len())
        .map(|(size, _)| size)
        .take(usize::from(LOWEST) - 1)
        .collect()
}
