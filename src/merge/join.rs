//! The merged parts, put together with the blanks of the side where they are neighbours.

use super::{conflict::Markers, side::Part, text::Versions};

/// A piece of the result.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) is_entry: bool,
    /// Where it stands in each version.
    pub(super) base: Option<Extent>,
    pub(super) ours: Option<Extent>,
    pub(super) theirs: Option<Extent>,
}

/// The first and the last part that a piece is made of.
pub(super) type Extent = (usize, usize);

/// Puts pieces together.
pub(super) fn joined(pieces: &[Piece], versions: &Versions<'_>, markers: &Markers) -> String {
    let usual = usual_gap(&versions.ours.parts)
        .or_else(|| usual_gap(&versions.theirs.parts))
        .unwrap_or("\n\n");
    let mut out = String::new();
    let mut before: Option<&Piece> = None;
    for piece in pieces {
        let gap = gap(before, piece, versions, usual);
        let begins = markers.begin(&piece.text);
        // Markers are at the beginning of a line, or no tool finds them.
        let gap = if begins {
            gap.trim_end_matches([' ', '\t'])
        } else {
            gap
        };
        let is_marked = begins || markers.end(&out);
        if is_marked && before.is_some() && !gap.contains('\n') {
            out.push('\n');
        }
        out.push_str(gap);
        out.push_str(&piece.text);
        before = Some(piece);
    }
    let ends = [versions.base.end, versions.ours.end, versions.theirs.end];
    let end = three_way(Some(ends[0]), ends[1], ends[2]);
    if markers.end(&out) && !end.contains('\n') {
        out.push('\n');
    }
    out.push_str(end);
    out
}

/// Returns the blanks between two pieces.
fn gap<'a>(
    before: Option<&Piece>,
    piece: &Piece,
    versions: &Versions<'a>,
    usual: &'a str,
) -> &'a str {
    let lead = |parts: &[Part<'a>], extent: fn(&Piece) -> Option<Extent>| {
        let (first, _) = extent(piece)?;
        let lead = parts.get(first)?.lead;
        let next = match before {
            Some(before) => extent(before).map(|(_, last)| last + 1),
            None => Some(0),
        };
        Some((lead, next == Some(first)))
    };
    let base = lead(&versions.base.parts, |it| it.base);
    let ours = lead(&versions.ours.parts, |it| it.ours);
    let theirs = lead(&versions.theirs.parts, |it| it.theirs);
    match (ours, theirs) {
        (Some((ours, true)), Some((theirs, true))) => {
            let base = base.filter(|(_, are_neighbours)| *are_neighbours);
            three_way(base.map(|(lead, _)| lead), ours, theirs)
        }
        (Some((lead, true)), _) | (_, Some((lead, true))) => lead,
        _ if before.is_none() => "",
        _ => {
            let own = ours.or(theirs).map_or("", |(lead, _)| lead);
            match before {
                Some(before) if before.is_entry => longer(own, usual),
                // A remark close above something stays close above what comes between.
                Some(before) if !piece.is_entry => {
                    longer(shorter(own, gap_behind(before, versions)), "\n")
                }
                _ => longer(own, "\n"),
            }
        }
    }
}

/// Returns the blanks behind a piece in the version it comes from.
fn gap_behind<'a>(piece: &Piece, versions: &Versions<'a>) -> &'a str {
    let (parts, extent, end) = match piece.ours {
        Some(_) => (&versions.ours.parts, piece.ours, versions.ours.end),
        None => (&versions.theirs.parts, piece.theirs, versions.theirs.end),
    };
    let next = extent.and_then(|(_, last)| parts.get(last + 1));
    next.map_or(end, |it| it.lead)
}

fn lines(gap: &str) -> usize {
    gap.matches('\n').count()
}

fn longer<'a>(a: &'a str, b: &'a str) -> &'a str {
    if lines(a) < lines(b) { b } else { a }
}

fn shorter<'a>(a: &'a str, b: &'a str) -> &'a str {
    if lines(b) < lines(a) { b } else { a }
}

fn three_way<'a>(base: Option<&str>, ours: &'a str, theirs: &'a str) -> &'a str {
    if base == Some(ours) { theirs } else { ours }
}

/// Returns the blanks that most often stand between two entries.
fn usual_gap<'a>(parts: &[Part<'a>]) -> Option<&'a str> {
    let mut gaps: Vec<&str> = parts
        .windows(2)
        .filter(|pair| pair.iter().all(|it| it.entry.is_some()))
        .filter_map(|pair| pair.last())
        .map(|it| it.lead)
        .filter(|gap| gap.contains('\n'))
        .collect();
    gaps.sort_unstable();
    gaps.chunk_by(|a, b| a == b)
        .max_by_key(|same| same.len())
        .and_then(|same| same.first().copied())
}
