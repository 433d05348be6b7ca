//! Moves headings from the margin above the text beside them.

use std::collections::{BTreeMap, HashSet};

use super::{
    printed_line::{PrintedLine, prints},
    sheet::{Sheet, TextPiece},
};

/// The fewest headings that make a margin.
const HEADS: usize = 3;

/// The largest number of words on a line of a heading.
const WORDS: usize = 4;

/// Removes the headings from the margin and returns those of each sheet from top to bottom. A
/// margin with badges, years or numbers has none and is left unchanged.
pub(super) fn take_heads(sheets: &mut [Sheet], body: i32) -> Vec<Vec<PrintedLine>> {
    let nothing = vec![Vec::new(); sheets.len()];
    let Some(edge) = edge(sheets, body) else {
        return nothing;
    };
    let heads: Vec<Vec<PrintedLine>> = sheets.iter().map(|sheet| heads(sheet, edge)).collect();
    let all: Vec<&PrintedLine> = heads.iter().flatten().collect();
    let known: HashSet<String> = all.iter().map(|head| text(head)).collect();
    let set_off = all.iter().filter(|head| is_set_off(head)).count();
    if all.len() < HEADS || known.len() * 10 < all.len() * 9 || set_off * 10 < all.len() * 8 {
        return nothing;
    }
    for sheet in sheets {
        sheet.pieces.retain(|piece| !is_head(piece, edge));
    }
    heads
}

/// Inserts each heading above the line beside it.
pub(super) fn put_heads(lines: Vec<PrintedLine>, heads: Vec<PrintedLine>) -> Vec<PrintedLine> {
    let mut out = Vec::with_capacity(lines.len() + heads.len());
    let mut heads = heads.into_iter().peekable();
    for line in lines {
        while let Some(mut head) =
            heads.next_if(|head| head.baseline <= line.baseline + line.size / 2)
        {
            head.column = line.column;
            out.push(head);
        }
        out.push(line);
    }
    out.extend(heads);
    out
}

/// Returns where most lines begin, if a margin as wide as a word is to the left of it.
fn edge(sheets: &[Sheet], body: i32) -> Option<i32> {
    let pieces = || sheets.iter().flat_map(|sheet| &sheet.pieces);
    let mut lefts: BTreeMap<i32, usize> = BTreeMap::new();
    for piece in pieces() {
        *lefts.entry(piece.left).or_default() += 1;
    }
    let (edge, times) = lefts.into_iter().max_by_key(|(_, times)| *times)?;
    let first = pieces().map(|piece| piece.left).min()?;
    (edge - first > body * 4 && times * 4 > pieces().count()).then_some(edge)
}

/// Whether a piece is in the margin and may belong to a heading: it has letters and no digits.
fn is_head(piece: &TextPiece, edge: i32) -> bool {
    let text = piece.text();
    piece.right < edge
        && text.contains(char::is_alphabetic)
        && !text.contains(|c: char| c.is_ascii_digit())
}

/// Returns the headings in a sheet's margin, each as one line.
fn heads(sheet: &Sheet, edge: i32) -> Vec<PrintedLine> {
    let pieces = sheet.pieces.iter().filter(|piece| is_head(piece, edge));
    let pieces: Vec<&TextPiece> = pieces.collect();
    let mut out: Vec<(PrintedLine, i32)> = Vec::new();
    for line in prints(&pieces, &[]) {
        let below = line.baseline;
        match out.last_mut() {
            Some((head, last)) if (below - *last) * 2 < line.size * 3 => {
                if let Some(span) = head.spans.last_mut() {
                    span.text.push(' ');
                }
                head.spans.extend(line.spans);
                *last = below;
            }
            _ => out.push((
                PrintedLine {
                    is_head: true,
                    ..line
                },
                below,
            )),
        }
    }
    out.into_iter().map(|(head, _)| head).collect()
}

/// Returns the words of a heading.
fn text(head: &PrintedLine) -> String {
    head.spans.iter().map(|span| span.text.as_str()).collect()
}

/// Whether a heading is bold or in capitals, and short.
fn is_set_off(head: &PrintedLine) -> bool {
    let text = text(head);
    let is_bold = head.spans.iter().all(|span| span.style.bold);
    (is_bold || !text.contains(char::is_lowercase)) && text.split(' ').count() <= 2 * WORDS
}
