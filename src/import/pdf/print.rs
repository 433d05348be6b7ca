//! Lines of print, put together of the pieces that stand on them.

use std::collections::BTreeMap;

use unicode_normalization::char::compose;

use super::{
    super::{
        Span,
        html::{Raised, off_the_line},
    },
    sheet::{Piece, Sheet},
};

/// A line of print.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Print {
    /// On which column of print it stands, counted over all sheets.
    pub(super) column: usize,
    pub(super) left: i32,
    pub(super) right: i32,
    /// Where its largest letters stand.
    pub(super) baseline: i32,
    /// The size of the type in which most of it is set.
    pub(super) size: i32,
    /// Whether a part of it stands above or below the line.
    pub(super) is_mixed: bool,
    /// Where the part begins that stands far from the one before it, if any does.
    pub(super) far: Option<i32>,
    /// Whether it is a heading that stood in the margin.
    pub(super) is_head: bool,
    pub(super) spans: Vec<Span>,
}

/// The size of the type in which most of a text is set.
pub(super) fn body_size(sheets: &[Sheet]) -> i32 {
    most(sheets.iter().flat_map(|sheet| &sheet.pieces))
}

/// The size of the type in which most letters of some pieces are set.
fn most<'a>(pieces: impl Iterator<Item = &'a Piece>) -> i32 {
    let mut sizes: BTreeMap<i32, usize> = BTreeMap::new();
    for piece in pieces {
        *sizes.entry(piece.size).or_default() += piece.text().trim().chars().count();
    }
    let most = sizes.into_iter().max_by_key(|(_, count)| *count);
    most.map_or(1, |(size, _)| size.max(1))
}

/// Where columns begin within lines: so many times at least, far from what stands before.
pub(super) fn stops(sheets: &[Sheet]) -> Vec<i32> {
    const TIMES: usize = 4;
    let mut places: BTreeMap<i32, usize> = BTreeMap::new();
    for sheet in sheets {
        let pieces: Vec<&Piece> = sheet.pieces.iter().collect();
        for far in prints(&pieces, &[]).iter().filter_map(|print| print.far) {
            *places.entry(far).or_default() += 1;
        }
    }
    let near = |at: i32| -> usize {
        let around = places.range(at - STOP..=at + STOP);
        around.map(|(_, times)| times).sum()
    };
    let begun = places.keys().copied();
    begun.filter(|at| near(*at) >= TIMES).collect()
}

/// How far the heads of a column lie apart, in pixels.
const STOP: i32 = 1;

/// The lines on which pieces stand, from top to bottom; of pieces that begin at one of these `stops` a column
/// begins, if any white stands before it.
pub(super) fn prints(pieces: &[&Piece], stops: &[i32]) -> Vec<Print> {
    // What is printed large behind the text, or over several lines of it, has lines of its own.
    let usual = most(pieces.iter().copied());
    let is_large = |piece: &&Piece| height(piece).max(piece.size) > usual * LARGE;
    let (large, others): (Vec<&Piece>, Vec<&Piece>) = pieces.iter().copied().partition(is_large);
    let mut out = Vec::new();
    for mut sorted in [large, others] {
        sorted.sort_by_key(|piece| (piece.top + piece.bottom, piece.left));
        let mut line: Vec<&Piece> = Vec::new();
        let mut tallest: Option<&Piece> = None;
        for piece in sorted {
            if tallest.is_some_and(|tallest| !are_beside(tallest, piece)) {
                lay(std::mem::take(&mut line), stops, &mut out);
                tallest = None;
            }
            line.push(piece);
            if tallest.is_none_or(|tallest| height(piece) > height(tallest)) {
                tallest = Some(piece);
            }
        }
        lay(line, stops, &mut out);
    }
    out.retain(|print| print.spans.iter().any(|span| !span.text.trim().is_empty()));
    // Those of layers that are read first stay before.
    out.sort_by_key(|print| print.baseline);
    out
}

/// Type of so many times the usual size is none of the text's lines.
const LARGE: i32 = 3;

/// How high the box of a piece is.
fn height(piece: &Piece) -> i32 {
    piece.bottom - piece.top
}

/// Whether two pieces stand on one line: half of the lower one is as high as the other.
fn are_beside(one: &Piece, other: &Piece) -> bool {
    let common = one.bottom.min(other.bottom) - one.top.max(other.top);
    let lower = (one.bottom - one.top).min(other.bottom - other.top);
    common * 2 >= lower
}

/// Makes lines of pieces beside each other: one, or more where they were set over each other, as a
/// head that stands too low.
fn lay(mut pieces: Vec<&Piece>, stops: &[i32], out: &mut Vec<Print>) {
    /// What lies over more layers is no text; each piece is left by itself.
    const LAYERS: usize = 4;
    pieces.sort_by_key(|piece| piece.left);
    for _ in 0..LAYERS {
        let mut over = Vec::new();
        let mut end = i32::MIN;
        pieces.retain(|piece| {
            let fits = piece.left >= end.saturating_sub(piece.size.max(1) * 2);
            if fits {
                end = end.max(piece.right);
            } else {
                over.push(*piece);
            }
            fits
        });
        if !pieces.is_empty() {
            out.push(print(pieces, stops));
        }
        pieces = over;
    }
    out.extend(pieces.into_iter().map(|piece| print(vec![piece], stops)));
}

/// The line of pieces that stand in order.
fn print(pieces: Vec<&Piece>, stops: &[i32]) -> Print {
    let size = most(pieces.iter().copied());
    let tall = |piece: &&&Piece| piece.size * 10 >= size * 9;
    let baseline = pieces.iter().filter(tall).map(|piece| piece.bottom).max();
    let baseline = baseline.unwrap_or_default();
    let mut out = Print {
        left: pieces.iter().map(|piece| piece.left).min().unwrap_or(0),
        right: pieces[0].left,
        baseline,
        size,
        ..Print::default()
    };
    for piece in pieces {
        let is_small = piece.size * 10 < size * 9;
        out.is_mixed |= is_small;
        let gap = piece.left - out.right;
        let is_accent = gap * 8 < -size && put_accent(&mut out.spans, piece);
        if !is_accent {
            // `Lee¹`: a sign that stands higher than the letters.
            let is_raised = is_small && (baseline - piece.bottom) * 8 > size;
            let at_stop = gap * 3 > size && {
                let next = stops.partition_point(|stop| *stop < piece.left - STOP);
                stops
                    .get(next)
                    .is_some_and(|stop| *stop <= piece.left + STOP)
            };
            let gap = if at_stop {
                gap.max(size * FAR + 1)
            } else {
                gap
            };
            set(&mut out, piece, gap, is_raised);
        }
        out.right = out.right.max(piece.right);
    }
    if let Some(last) = out.spans.last_mut() {
        last.text.truncate(last.text.trim_end().len());
    }
    out
}

/// Wider than so many sizes of the type, a gap parts columns; the blank of justified print may be
/// stretched to one.
const FAR: i32 = 2;

/// Sets a piece behind a gap.
fn set(out: &mut Print, piece: &Piece, gap: i32, is_raised: bool) {
    let blank_stands = out.spans.last().is_none_or(|span| span.text.ends_with(' '))
        || piece.spans[0].text.starts_with(' ');
    let blanks = if out.spans.is_empty() {
        0
    } else if gap > out.size * FAR {
        out.far = Some(piece.left);
        usize::try_from(gap * 2 / out.size.max(1))
            .unwrap_or(3)
            .clamp(3, 60)
    } else {
        usize::from(gap * 8 > out.size && !blank_stands)
    };
    if let Some(last) = out.spans.last_mut() {
        last.text.push_str(&" ".repeat(blanks));
    }
    for span in &piece.spans {
        let mut span = span.clone();
        if out.spans.is_empty() {
            span.text = span.text.trim_start().to_owned();
        }
        if is_raised {
            let raised = span.text.chars().map(|c| off_the_line(c, Raised::Up));
            span.text = raised.collect();
        }
        append(&mut out.spans, span);
    }
}

/// Appends a span, to the last one where both are set alike.
fn append(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.style == span.style && last.link == span.link => {
            last.text.push_str(&span.text);
        }
        _ if span.text.is_empty() => {}
        _ => spans.push(span),
    }
}

/// Puts a letter below the accent that was set before it, as TeX does with fonts that lack the
/// letter: `Erd˝` and `os`.
fn put_accent(spans: &mut Vec<Span>, piece: &Piece) -> bool {
    let Some(last) = spans.last_mut() else {
        return false;
    };
    let mut rest = piece.spans.clone();
    let letter = rest[0].text.chars().next();
    let accent = last.text.chars().next_back();
    let (Some(letter), Some(accent)) = (letter, accent) else {
        return false;
    };
    let letter_below = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    };
    let Some(whole) = combining(accent).and_then(|sign| compose(letter_below, sign)) else {
        return false;
    };
    last.text.pop();
    last.text.push(whole);
    rest[0].text.drain(..letter.len_utf8());
    for span in rest {
        append(spans, span);
    }
    true
}

/// The accent that stands above or below another letter.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' => '\u{300}',
        '´' => '\u{301}',
        'ˆ' | '^' => '\u{302}',
        '˜' | '~' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    })
}
