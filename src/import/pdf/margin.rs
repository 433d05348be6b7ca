//! Headings set in the margin, beside what they head.

use std::collections::{BTreeMap, HashSet};

use super::{
    print::{Print, prints},
    sheet::{Piece, Sheet},
};

/// So many headings in a margin are the layout of a text.
const HEADS: usize = 3;

/// A heading has so many words on a line at most.
const WORDS: usize = 4;

/// Takes the headings out of the margin; those of each sheet, from top to bottom. A margin of badges,
/// years or numbers has none and is left as it is.
pub(super) fn take_heads(sheets: &mut [Sheet], body: i32) -> Vec<Vec<Print>> {
    let nothing = vec![Vec::new(); sheets.len()];
    let Some(edge) = edge(sheets, body) else {
        return nothing;
    };
    let heads: Vec<Vec<Print>> = sheets.iter().map(|sheet| heads(sheet, edge)).collect();
    let all: Vec<&Print> = heads.iter().flatten().collect();
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

/// Puts each heading above the line beside which it stood.
pub(super) fn put_heads(lines: Vec<Print>, heads: Vec<Print>) -> Vec<Print> {
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

/// Where most lines begin, if that is right of a margin as wide as a word.
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

/// Whether a piece stands in the margin and may be of a heading: it has letters and no digits.
fn is_head(piece: &Piece, edge: i32) -> bool {
    let text = piece.text();
    piece.right < edge
        && text.contains(char::is_alphabetic)
        && !text.contains(|c: char| c.is_ascii_digit())
}

/// The headings in a sheet's margin, each on one line.
fn heads(sheet: &Sheet, edge: i32) -> Vec<Print> {
    let pieces = sheet.pieces.iter().filter(|piece| is_head(piece, edge));
    let pieces: Vec<&Piece> = pieces.collect();
    let mut out: Vec<(Print, i32)> = Vec::new();
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
                Print {
                    is_head: true,
                    ..line
                },
                below,
            )),
        }
    }
    out.into_iter().map(|(head, _)| head).collect()
}

/// The words of a heading.
fn text(head: &Print) -> String {
    head.spans.iter().map(|span| span.text.as_str()).collect()
}

/// Whether a heading is bold or in capitals, and short.
fn is_set_off(head: &Print) -> bool {
    let text = text(head);
    let is_bold = head.spans.iter().all(|span| span.style.bold);
    (is_bold || !text.contains(char::is_lowercase)) && text.split(' ').count() <= 2 * WORDS
}
