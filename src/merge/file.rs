use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::{
    between::merge_text,
    conflict::Markers,
    entry::{merge_entry, whole},
    pair::pairs,
    side::{Side, SideEntry},
};
use crate::patch::{EntryView, FileManner};

/// A merged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Its text, with conflicts between markers.
    pub text: String,
    /// The number of conflicts.
    pub conflicts: usize,
}

/// Why three texts can't be merged as BibTeX.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotBibtex {
    /// An entry or a value is not closed, so that nobody knows where it ends.
    #[error("an entry is not closed")]
    Unclosed,
    /// A conflict is open already.
    #[error("a conflict is open already")]
    OpenConflict,
    /// The merged text would not have all entries.
    #[error("the merged text would not be read as it is meant")]
    Harmful,
}

/// Merges `ours` and `theirs`, which both come from `base`.
///
/// Entries keep our order; what theirs adds stands behind its neighbour. A field that only one side changed
/// is taken from it. Where both changed it, or one removed what the other changed, both values stand
/// between markers, and the rest of the entry is merged.
///
/// # Errors
/// When a text can't be split into entries for sure; then they should be merged by lines.
pub fn merge(base: &str, ours: &str, theirs: &str, markers: &Markers) -> Result<Merged, NotBibtex> {
    if ours == theirs || theirs == base {
        return Ok(Merged {
            text: ours.to_owned(),
            conflicts: 0,
        });
    }
    if ours == base {
        return Ok(Merged {
            text: theirs.to_owned(),
            conflicts: 0,
        });
    }
    let shape = Shape::of(base, ours, theirs);
    let (base, ours, theirs) = (shape.plain(base), shape.plain(ours), shape.plain(theirs));
    let sides = [Side::of(&base), Side::of(&ours), Side::of(&theirs)];
    let open = format!("\n{} ", "<".repeat(7));
    for (text, side) in [&base, &ours, &theirs].into_iter().zip(&sides) {
        if format!("\n{text}").contains(&open) {
            return Err(NotBibtex::OpenConflict);
        }
        let mut faults = side.entries.iter().filter_map(|it| it.view.fault);
        if faults.any(|(_, message)| message.contains("not closed")) {
            return Err(NotBibtex::Unclosed);
        }
    }
    let [base, ours_side, theirs] = &sides;
    let views: Vec<EntryView<'_>> = ours_side.entries.iter().map(|it| it.view.clone()).collect();
    let assembly = Assembly {
        base,
        ours: ours_side,
        theirs,
        manner: FileManner::of(&ours, &views),
        markers,
    };
    let merged = assembly.run();
    let found = Side::of(&merged.text).entries.len();
    if merged.conflicts == 0 && found != merged.entries {
        return Err(NotBibtex::Harmful);
    }
    Ok(Merged {
        text: shape.restored(&merged.text),
        conflicts: merged.conflicts,
    })
}

/// Line ends and byte order mark of the result; texts are merged without both.
struct Shape {
    mark: bool,
    /// Whether all texts have one sort of line ends each, and whether the result has Windows'.
    windows: Option<bool>,
}

impl Shape {
    fn of(base: &str, ours: &str, theirs: &str) -> Self {
        let three = |part: &dyn Fn(&str) -> bool| {
            let (base, ours, theirs) = (part(base), part(ours), part(theirs));
            if ours == base { theirs } else { ours }
        };
        let is_windows = |text: &str| text.contains("\r\n");
        let is_uniform = |text: &str| {
            let pairs = text.matches("\r\n").count();
            text.matches('\r').count() == pairs
                && (pairs == 0 || text.matches('\n').count() == pairs)
        };
        let uniform = [base, ours, theirs].into_iter().all(is_uniform);
        Self {
            mark: three(&|text| text.starts_with('\u{feff}')),
            windows: uniform.then(|| three(&is_windows)),
        }
    }

    fn plain(&self, text: &str) -> String {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if self.windows.is_some() {
            text.replace("\r\n", "\n")
        } else {
            text.to_owned()
        }
    }

    fn restored(&self, text: &str) -> String {
        let mark = if self.mark { "\u{feff}" } else { "" };
        if self.windows == Some(true) {
            format!("{mark}{}", text.replace('\n', "\r\n"))
        } else {
            format!("{mark}{text}")
        }
    }
}

/// An entry of the result with the text before it.
struct Piece {
    lead: String,
    body: String,
    /// Its number on their side, if it is there.
    theirs: Option<usize>,
    /// Whether only our side added it.
    only_ours: bool,
}

struct Assembled {
    text: String,
    conflicts: usize,
    /// The number of entries, where there are no conflicts.
    entries: usize,
}

struct Assembly<'a> {
    base: &'a Side<'a>,
    ours: &'a Side<'a>,
    theirs: &'a Side<'a>,
    manner: FileManner,
    markers: &'a Markers,
}

/// Which entries are the same, by their numbers.
struct SameEntries {
    /// From our side to the base.
    ours: BTreeMap<usize, usize>,
    /// From their side to the base.
    theirs: BTreeMap<usize, usize>,
    /// From the base to their side.
    in_theirs: Vec<Option<usize>>,
    /// From our side to theirs, of those that both added.
    added: BTreeMap<usize, usize>,
}

impl SameEntries {
    fn of(base: &Side<'_>, ours: &Side<'_>, theirs: &Side<'_>) -> Self {
        let all = |side: &Side<'_>| (0..side.entries.len()).collect::<Vec<_>>();
        let (a, b, c) = (entries(base), entries(ours), entries(theirs));
        let in_theirs = pairs(&a, &c, true);
        let from_ours = inverted(&pairs(&a, &b, true));
        let from_theirs = inverted(&in_theirs);
        let mut mine = all(ours);
        mine.retain(|at| !from_ours.contains_key(at));
        let mut other = all(theirs);
        other.retain(|at| !from_theirs.contains_key(at));
        let found = {
            let mine: Vec<_> = mine.iter().filter_map(|at| b.get(*at).copied()).collect();
            let other: Vec<_> = other.iter().filter_map(|at| c.get(*at).copied()).collect();
            pairs(&mine, &other, false)
        };
        let added = mine.iter().zip(found);
        Self {
            added: added
                .filter_map(|(mine, found)| Some((*mine, *other.get(found?)?)))
                .collect(),
            ours: from_ours,
            theirs: from_theirs,
            in_theirs,
        }
    }
}

fn entries<'a, 'b>(side: &'b Side<'a>) -> Vec<&'b SideEntry<'a>> {
    side.entries.iter().collect()
}

/// The result as far as it is built.
#[derive(Default)]
struct Pieces {
    list: Vec<Piece>,
    conflicts: usize,
    /// Text of removed entries' surroundings that stays.
    carry: String,
}

impl Assembly<'_> {
    fn run(&self) -> Assembled {
        let same = SameEntries::of(self.base, self.ours, self.theirs);
        let mut pieces = self.our_pieces(&same);
        self.add_theirs(&mut pieces, &same);
        let tails = [self.base.tail, self.ours.tail, self.theirs.tail];
        let (tail, count) = merge_text(tails[0], tails[1], tails[2], self.markers);
        let Pieces {
            list,
            conflicts,
            carry,
        } = pieces;
        let mut out = String::new();
        let entries = list.len();
        for piece in list {
            push_text(&mut out, &piece.lead, &piece.body, self.markers);
            out.push_str(&piece.body);
        }
        let close = ">".repeat(self.markers.length);
        let is_marked = out.ends_with(&format!("{close} {}", self.markers.theirs));
        let ends_line = out.ends_with('\n') || carry.starts_with('\n') || tail.starts_with('\n');
        if (is_marked || !carry.is_empty()) && !ends_line {
            out.push('\n');
        }
        out.push_str(&carry);
        out.push_str(&tail);
        Assembled {
            text: out,
            conflicts: conflicts + count,
            entries,
        }
    }

    /// Merges the entries of our side, in our order.
    fn our_pieces(&self, same: &SameEntries) -> Pieces {
        let mut out = Pieces::default();
        for (at, mine) in self.ours.entries.iter().enumerate() {
            let place = same.ours.get(&at).copied();
            let before = place.and_then(|it| self.base.entries.get(it));
            let other = match place {
                Some(place) => same.in_theirs.get(place).copied().flatten(),
                None => same.added.get(&at).copied(),
            };
            let entry = other.and_then(|it| self.theirs.entries.get(it));
            let (lead, body, count) = match (before, entry) {
                (before, Some(entry)) => {
                    let (lead, one) = match before {
                        Some(before) => {
                            merge_text(before.lead, mine.lead, entry.lead, self.markers)
                        }
                        None if entry.lead.trim().is_empty() => (mine.lead.to_owned(), 0),
                        None => merge_text("", mine.lead, entry.lead, self.markers),
                    };
                    let (body, two) = merge_entry(before, mine, entry, &self.manner, self.markers);
                    (lead, body, one + two)
                }
                (Some(before), None) if before.says_what(mine) => {
                    // Their side removed it. What our side wrote above it since then stays.
                    if mine.lead.trim() != before.lead.trim() {
                        out.carry.push_str(mine.lead);
                    }
                    continue;
                }
                (Some(_), None) => {
                    let (body, count) = whole(mine.source, "", self.markers);
                    (mine.lead.to_owned(), body, count)
                }
                (None, None) => (mine.lead.to_owned(), mine.source.to_owned(), 0),
            };
            out.conflicts += count;
            out.list.push(Piece {
                lead: std::mem::take(&mut out.carry) + &lead,
                body,
                theirs: other,
                only_ours: place.is_none() && other.is_none(),
            });
        }
        out
    }

    /// Adds the entries that only their side has, each behind its neighbour.
    fn add_theirs(&self, out: &mut Pieces, same: &SameEntries) {
        let placed: BTreeSet<usize> = out.list.iter().filter_map(|it| it.theirs).collect();
        let leads: BTreeSet<&str> = self.ours.entries.iter().map(|it| it.lead).collect();
        for (at, entry) in self.theirs.entries.iter().enumerate() {
            if placed.contains(&at) {
                continue;
            }
            let before = same.theirs.get(&at);
            let body = match before.and_then(|it| self.base.entries.get(*it)) {
                Some(before) if before.says_what(entry) => {
                    // Our side removed it. What their side wrote above it since then stays.
                    if entry.lead.trim() != before.lead.trim() {
                        out.carry.push_str(entry.lead);
                    }
                    continue;
                }
                Some(_) => {
                    out.conflicts += 1;
                    whole("", entry.source, self.markers).0
                }
                None => entry.source.to_owned(),
            };
            let place = place_behind(&out.list, at);
            // A banner that stood above the first entry stays there once.
            let is_known = !entry.lead.trim().is_empty() && leads.contains(entry.lead);
            let lead = if place > 0 && (is_known || entry.lead.is_empty()) {
                "\n\n".to_owned()
            } else {
                entry.lead.to_owned()
            };
            let piece = Piece {
                lead,
                body,
                theirs: Some(at),
                only_ours: false,
            };
            out.list.insert(place, piece);
        }
    }
}

/// Adds the text before an entry. A line of its own begins where a marker precedes or follows.
fn push_text(out: &mut String, lead: &str, body: &str, markers: &Markers) {
    let open = format!("{} {}", "<".repeat(markers.length), markers.ours);
    let close = format!("{} {}", ">".repeat(markers.length), markers.theirs);
    let is_glued = !out.is_empty() && !out.ends_with('\n');
    if is_glued
        && !lead.starts_with('\n')
        && (out.ends_with(&close) || lead.is_empty() || lead.starts_with(&open))
    {
        out.push('\n');
    }
    out.push_str(lead);
    if body.starts_with(&open) && !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

fn inverted(pairs: &[Option<usize>]) -> BTreeMap<usize, usize> {
    let pairs = pairs.iter().enumerate();
    pairs
        .filter_map(|(from, to)| Some(((*to)?, from)))
        .collect()
}

/// Returns the place behind the nearest entry before one on their side, and behind what our side added
/// there.
fn place_behind(pieces: &[Piece], theirs: usize) -> usize {
    let before = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.theirs.is_some_and(|it| it < theirs))
        .max_by_key(|(_, piece)| piece.theirs)
        .map_or(0, |(at, _)| at + 1);
    let added = pieces.iter().skip(before).take_while(|it| it.only_ours);
    before + added.count()
}
