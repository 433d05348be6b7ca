//! How lines fill their column, and what stands between them.

use std::collections::BTreeMap;

use super::{
    super::{Begins, Line, Lines, Room},
    print::Print,
};

/// So many lines around one tell how wide its column is and how far its lines are apart.
const AROUND: usize = 14;

/// How far the ends of justified lines lie apart, in pixels: less than a point.
const FLUSH: i32 = 2;

/// The room behind a line of justified print that ends before the edge: any word would have been
/// begun on it, and parted if need be.
const AMPLE: i32 = 1 << 20;

/// The level of headings in a margin, below those that are set larger.
const LOWEST: u8 = 6;

/// The lines of a text, of the lines of print.
pub(super) fn lines(prints: &[Print], body: i32) -> Vec<Line> {
    let rooms: Vec<(i32, i32)> = (0..prints.len())
        .map(|at| (behind(prints, at), first_word(&prints[at])))
        .collect();
    let edges = left_edges(prints);
    let sizes = heading_sizes(prints, body);
    let unit = (body / 2).max(1);
    let whole = |length: i32| usize::try_from(length).unwrap_or_default();
    let line = |(at, print): (usize, &Print)| {
        let level = sizes.iter().position(|size| *size == print.size);
        let level = level.and_then(|level| u8::try_from(level + 1).ok());
        let edge = edges[side(print)];
        Line {
            at: Lines {
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

/// Which of the columns of its sheet a line stands on: across them, left or right.
fn side(print: &Print) -> usize {
    print.column % 3
}

/// Where the lines of each side begin, but for a few.
fn left_edges(prints: &[Print]) -> [i32; 3] {
    [0, 1, 2].map(|wanted| {
        let on_side = prints.iter().filter(|print| side(print) == wanted);
        let mut lefts: Vec<i32> = on_side.map(|print| print.left).collect();
        lefts.sort_unstable();
        lefts.get(lefts.len() / 50).copied().unwrap_or_default()
    })
}

/// The lines around one that stand on the same side.
fn around(prints: &[Print], at: usize) -> impl Iterator<Item = usize> {
    let near = at.saturating_sub(AROUND)..prints.len().min(at + AROUND + 1);
    near.filter(move |other| side(&prints[*other]) == side(&prints[at]))
}

/// The room that is left behind a line.
fn behind(prints: &[Print], at: usize) -> i32 {
    let mut rights: Vec<i32> = around(prints, at)
        .map(|other| prints[other].right)
        .collect();
    rights.sort_unstable();
    let end = prints[at].right;
    // The edge of justified print, where many lines end.
    let flush = |right: &i32| {
        let from = rights.partition_point(|other| *other < right - FLUSH);
        rights.partition_point(|other| *other <= right + FLUSH) - from
    };
    let edge = rights.iter().max_by_key(|right| (flush(right), **right));
    match edge {
        Some(edge) if flush(edge) * 4 >= rights.len() && flush(edge) >= 5 => {
            // Signs may hang out at the edge, and letters fall short of it.
            if end + prints[at].size / 4 >= *edge {
                0
            } else {
                AMPLE
            }
        }
        _ => rights.last().map_or(0, |last| last - end),
    }
}

/// How long the first word of a line is at most, with a blank before it: of letters of the line's mean
/// length, and some wider than that.
fn first_word(print: &Print) -> i32 {
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

/// Whether more than the space between lines stands before a line. Of each line is known the room behind
/// it, and what its first word takes.
fn is_apart(prints: &[Print], at: usize, rooms: &[(i32, i32)]) -> bool {
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
    // Lines that go on with others tell how far lines are apart; where none does, the closest.
    let wraps = all.partition_point(|(is_ended, _)| !is_ended);
    let usual = if wraps >= 3 {
        all[wraps / 2].1
    } else {
        let mut skips: Vec<i32> = all.iter().map(|(_, skip)| *skip).collect();
        skips.sort_unstable();
        skips.get(skips.len() / 8).copied().unwrap_or(here)
    };
    // A sign above the line may push it down.
    let is_pushed = is_full(at) && (prints[at].is_mixed || prints[at - 1].is_mixed);
    let slack = if is_pushed { 35 } else { 12 };
    here * 100 > usual * (100 + slack) + 100
}

/// The sizes of headings, the largest first: larger than the body's, and not those of a field of
/// each entry.
fn heading_sizes(prints: &[Print], body: i32) -> Vec<i32> {
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
