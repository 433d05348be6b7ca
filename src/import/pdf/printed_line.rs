//! Joins the pieces of text into printed lines.

use std::collections::BTreeMap;

use unicode_normalization::char::compose;

use super::{
    super::{
        Span,
        html::{Raised, off_the_line},
    },
    sheet::{Sheet, TextPiece},
};

/// A printed line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PrintedLine {
    /// Its column, counted over all sheets.
    pub(super) column: usize,
    pub(super) left: i32,
    pub(super) right: i32,
    /// The baseline of its largest letters.
    pub(super) baseline: i32,
    /// The size of most of its type.
    pub(super) size: i32,
    /// Whether a part of it is raised or lowered.
    pub(super) is_mixed: bool,
    /// The beginning of the part that a large gap separates from the text before it, if any.
    pub(super) far: Option<i32>,
    /// Whether it is a heading from the margin.
    pub(super) is_head: bool,
    pub(super) spans: Vec<Span>,
}

/// Returns the size of most of the type in a text.
pub(super) fn body_size(sheets: &[Sheet]) -> i32 {
    most(sheets.iter().flat_map(|sheet| &sheet.pieces))
}

/// Returns the size of most letters in some pieces.
fn most<'a>(pieces: impl Iterator<Item = &'a TextPiece>) -> i32 {
    let mut sizes: BTreeMap<i32, usize> = BTreeMap::new();
    for piece in pieces {
        *sizes.entry(piece.size).or_default() += piece.text().trim().chars().count();
    }
    let most = sizes.into_iter().max_by_key(|(_, count)| *count);
    most.map_or(1, |(size, _)| size.max(1))
}

/// Returns the positions of columns within lines, at which several pieces begin far from the text
/// before them.
pub(super) fn stops(sheets: &[Sheet]) -> Vec<i32> {
    const TIMES: usize = 4;
    let mut places: BTreeMap<i32, usize> = BTreeMap::new();
    for sheet in sheets {
        let pieces: Vec<&TextPiece> = sheet.pieces.iter().collect();
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

/// The greatest distance in pixels between the beginnings of one column.
const STOP: i32 = 1;

/// Joins pieces into lines from top to bottom. A piece at one of these `stops` begins a column if
/// any space precedes it.
pub(super) fn prints(pieces: &[&TextPiece], stops: &[i32]) -> Vec<PrintedLine> {
    // Large type behind the text, or across several lines of it, forms lines of its own.
    let usual = most(pieces.iter().copied());
    let is_large = |piece: &&TextPiece| height(piece).max(piece.size) > usual * LARGE;
    let (large, others): (Vec<&TextPiece>, Vec<&TextPiece>) =
        pieces.iter().copied().partition(is_large);
    let mut out = Vec::new();
    for mut sorted in [large, others] {
        sorted.sort_by_key(|piece| (piece.top + piece.bottom, piece.left));
        let mut line: Vec<&TextPiece> = Vec::new();
        let mut tallest: Option<&TextPiece> = None;
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
    // Layers that are read first stay first.
    out.sort_by_key(|print| print.baseline);
    out
}

/// Type of this many times the usual size is not part of the text's lines.
const LARGE: i32 = 3;

/// Returns the height of a piece's box.
fn height(piece: &TextPiece) -> i32 {
    piece.bottom - piece.top
}

/// Whether two pieces are on one line: they overlap by half of the lower one's height.
fn are_beside(one: &TextPiece, other: &TextPiece) -> bool {
    let common = one.bottom.min(other.bottom) - one.top.max(other.top);
    let lower = (one.bottom - one.top).min(other.bottom - other.top);
    common * 2 >= lower
}

/// Joins adjacent pieces into one line, or into several if they overlap, as with a running head
/// that is too low.
fn lay(mut pieces: Vec<&TextPiece>, stops: &[i32], out: &mut Vec<PrintedLine>) {
    /// The largest number of overlapping layers. Beyond that, each piece is a line of its own.
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

/// Joins ordered pieces into a line.
fn print(pieces: Vec<&TextPiece>, stops: &[i32]) -> PrintedLine {
    let size = most(pieces.iter().copied());
    let tall = |piece: &&&TextPiece| piece.size * 10 >= size * 9;
    let baseline = pieces.iter().filter(tall).map(|piece| piece.bottom).max();
    let baseline = baseline.unwrap_or_default();
    let mut out = PrintedLine {
        left: pieces.iter().map(|piece| piece.left).min().unwrap_or(0),
        right: pieces[0].left,
        baseline,
        size,
        ..PrintedLine::default()
    };
    for piece in pieces {
        let is_small = piece.size * 10 < size * 9;
        out.is_mixed |= is_small;
        let gap = piece.left - out.right;
        let is_accent = gap * 8 < -size && put_accent(&mut out.spans, piece);
        if !is_accent {
            // `Lee¹`: a character that is higher than the letters.
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

/// The width of a gap, in type sizes, that separates columns. A space in justified text may be
/// stretched up to this.
const FAR: i32 = 2;

/// Appends a piece after a gap.
fn set(out: &mut PrintedLine, piece: &TextPiece, gap: i32, is_raised: bool) {
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

/// Appends a span, or extends the last one if the style is the same.
fn append(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.style == span.style && last.link == span.link => {
            last.text.push_str(&span.text);
        }
        _ if span.text.is_empty() => {}
        _ => spans.push(span),
    }
}

/// Puts a letter under the accent that was set before it, as TeX does in fonts without the letter:
/// `Erd˝` and `os`.
fn put_accent(spans: &mut Vec<Span>, piece: &TextPiece) -> bool {
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

/// Returns the combining form of an accent.
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
