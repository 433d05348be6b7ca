//! Splits printed columns, each of which is read to its end before the next.

use std::collections::BTreeSet;

use super::{
    printed_line::{PrintedLine, prints},
    sheet::{Sheet, TextPiece},
};

/// The largest number of pieces on a sheet of text.
const MOST: usize = 5_000;

/// The largest number of positions that are tried as gutters.
const PLACES: usize = 60;

/// The fewest lines on either side of a gutter.
const LINES: usize = 8;

/// Returns the lines of each sheet in reading order.
pub(super) fn of_sheets(sheets: &[Sheet], body: i32, stops: &[i32]) -> Vec<Vec<PrintedLine>> {
    let gutters: Vec<Option<i32>> = sheets
        .iter()
        .map(|sheet| {
            let places = starts(&sheet.pieces);
            gutter(&sheet.pieces, body, &places, LINES)
        })
        .collect();
    let known: BTreeSet<i32> = gutters.iter().flatten().copied().collect();
    let known: Vec<i32> = known.into_iter().take(PLACES).collect();
    let sheets = sheets.iter().zip(gutters).enumerate();
    sheets
        .map(|(number, (sheet, own))| {
            // The last sheet may be filled only in part.
            let gutter = own.or_else(|| gutter(&sheet.pieces, body, &known, 1));
            columns(&sheet.pieces, gutter, stops, number)
        })
        .collect()
}

/// Returns the lines of a sheet. Between two lines that cross the gutter, the whole left column
/// precedes the right one.
fn columns(
    pieces: &[TextPiece],
    gutter: Option<i32>,
    stops: &[i32],
    sheet: usize,
) -> Vec<PrintedLine> {
    let all: Vec<&TextPiece> = pieces.iter().collect();
    let Some(gutter) = gutter else {
        return numbered(prints(&all, stops), sheet * 3);
    };
    let (mut left, mut right, mut across) = (Vec::new(), Vec::new(), Vec::new());
    for piece in all {
        if piece.right <= gutter {
            left.push(piece);
        } else if piece.left >= gutter {
            right.push(piece);
        } else {
            across.push(piece);
        }
    }
    let mut across = numbered(prints(&across, stops), sheet * 3);
    let mut left = numbered(prints(&left, stops), sheet * 3 + 1);
    let mut right = numbered(prints(&right, stops), sheet * 3 + 2);
    let mut out = Vec::with_capacity(across.len() + left.len() + right.len());
    while !across.is_empty() {
        let end = across[0].baseline;
        for column in [&mut left, &mut right] {
            let count = column.partition_point(|print| print.baseline < end);
            out.extend(column.drain(..count));
        }
        out.push(across.remove(0));
    }
    out.extend(left);
    out.extend(right);
    out
}

/// Sets the column of lines.
fn numbered(mut prints: Vec<PrintedLine>, column: usize) -> Vec<PrintedLine> {
    for print in &mut prints {
        print.column = column;
    }
    prints
}

/// Returns the positions at which several pieces begin.
fn starts(pieces: &[TextPiece]) -> Vec<i32> {
    let mut begins: Vec<i32> = pieces.iter().map(|piece| piece.left).collect();
    begins.sort_unstable();
    let begun = |at: i32| {
        let from = begins.partition_point(|left| *left < at - 2);
        begins.partition_point(|left| *left <= at + 2) - from
    };
    let mut places = begins.clone();
    places.dedup();
    places.retain(|at| begun(*at) >= LINES / 2);
    places.sort_by_key(|at| std::cmp::Reverse(begun(*at)));
    places.truncate(PLACES);
    places.sort_unstable();
    places
}

/// Returns the position at which white space separates two columns of a sheet, each with `least`
/// pieces. Text in columns is set column by column; tables and dates beside entries are set line by
/// line.
fn gutter(pieces: &[TextPiece], body: i32, places: &[i32], least: usize) -> Option<i32> {
    if pieces.len() > MOST {
        return None;
    }
    let left = pieces.iter().map(|piece| piece.left).min()?;
    let right = pieces.iter().map(|piece| piece.right).max()?;
    let width = right - left;
    let may_be = |at: &i32| (*at - left) * 5 > width && (right - *at) * 5 > width;
    let mut best: Option<(usize, i32)> = None;
    for at in places.iter().copied().filter(may_be) {
        // The column begins at `at`, and everything before it ends well before that.
        let sides: Vec<bool> = pieces
            .iter()
            .filter(|piece| piece.right + body / 2 <= at || piece.left >= at)
            .map(|piece| piece.left >= at)
            .collect();
        let across = pieces.len() - sides.len();
        let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let on_right = sides.iter().filter(|is_right| **is_right).count();
        let on_left = sides.len() - on_right;
        let is_parted = on_left.min(on_right) >= least
            && across * 8 <= pieces.len()
            && changes <= 3 + sides.len() / 30;
        if is_parted && best.is_none_or(|(few, _)| across < few) {
            best = Some((across, at));
        }
    }
    best.map(|(_, at)| at)
}
