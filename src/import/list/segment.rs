//! The best way to read an entry as authors, title, venue, date and the rest.

use super::{
    atom::{Atom, MOST},
    cut::{Cut, Sign},
    habits::{Habits, styles},
    stray::Stray,
    token::{Gap, Token},
    weights::{authors, boundary, crossing, ending, opening, order, title, venue},
};

/// A field of an entry, in the order of [`Atom::looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Authors = 0,
    Title = 1,
    Venue = 2,
    Date = 3,
    Other = 4,
}

const FIELDS: [Field; 5] = [
    Field::Authors,
    Field::Title,
    Field::Venue,
    Field::Date,
    Field::Other,
];

/// A run of atoms that is one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) field: Field,
    pub(super) first: usize,
    pub(super) end: usize,
}

/// An entry as read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reading {
    pub(super) segments: Vec<Segment>,
    /// Its score, of the size of log-odds.
    pub(super) score: f64,
}

impl Reading {
    pub(super) fn of(&self, field: Field) -> Option<Segment> {
        self.segments
            .iter()
            .copied()
            .find(|segment| segment.field == field)
    }
}

/// What else decides between readings.
#[derive(Clone, Copy)]
pub(super) struct Bias<'a> {
    pub(super) habits: &'a Habits,
    /// Whether a text is a known title.
    pub(super) known: Option<&'a dyn Fn(&str) -> bool>,
}

/// The most atoms of a title and of a venue.
const WIDEST: [usize; 3] = [usize::MAX, 14, 10];

/// States: which of authors, title and venue have been met (3 bits), the last field that is not
/// `Other` (0 for none), and whether `Other` came since.
const STATES: usize = 8 * 5 * 2;

/// What it costs to part what is set as one.
const PARTS_ONE: f64 = 7.0;

/// The atom where a field began, the state before it, and which field it is.
type Step = (u8, u8, Field);

/// The most atoms fit into a [`Step`], and so do the states.
const _: () = assert!(MOST <= 255 && STATES <= 256);

/// All fields that may begin at each atom of an entry, where each would end, and what it gains.
pub(super) struct Ways {
    edges: Vec<Vec<(Field, usize, f64)>>,
}

impl Ways {
    pub(super) fn of(tokens: &[Token], atoms: &[Atom], bias: Bias) -> Self {
        let sums = Sums::of(tokens, atoms, bias.habits);
        let edges = (0..atoms.len()).map(|at| edges(tokens, atoms, &sums, at, bias));
        Self {
            edges: edges.collect(),
        }
    }
}

/// Reads an entry: the way through its atoms with the highest score. Authors, title and venue are
/// met once at most; the title must be. A segment may be barred, to see what else there is.
pub(super) fn read(
    tokens: &[Token],
    atoms: &[Atom],
    ways: &Ways,
    bias: Bias,
    barred: Option<Segment>,
) -> Reading {
    let count = atoms.len();
    let mut best = vec![[f64::NEG_INFINITY; STATES]; count + 1];
    let mut back: Vec<[Step; STATES]> = vec![[(0, 0, Field::Other); STATES]; count + 1];
    best[0][0] = 0.0;
    for at in 0..count {
        let cut = atoms[at].before;
        let stray = Stray::at(tokens, atoms, at);
        let learned = Learned::of(bias.habits, cut);
        let bound = boundary(cut);
        for state in 0..STATES {
            let score = best[at][state];
            if score == f64::NEG_INFINITY {
                continue;
            }
            let (mask, last, other) = (state / 10, state % 10 / 2, state % 2);
            let from = (last > 0).then(|| FIELDS[last - 1]);
            for &(field, end, gain) in &ways.edges[at] {
                if barred.is_some_and(|not| (not.field, not.first, not.end) == (field, at, end)) {
                    continue;
                }
                let (mask, last, other_next) = match field {
                    Field::Authors | Field::Title | Field::Venue => {
                        let bit = 1 << (field as usize);
                        if mask & bit != 0 {
                            continue;
                        }
                        (mask | bit, field as usize + 1, 0)
                    }
                    Field::Date => (mask, field as usize + 1, 0),
                    Field::Other => (mask, last, 1),
                };
                let step = if field == Field::Other {
                    stray.costs(from, other)
                } else if other == 1 && field == Field::Title && astray(atoms, at) {
                    let learned = learned.0[state % 10 / 2][field as usize];
                    order(from, field) + 0.5 * learned - 1.5
                } else {
                    let learned = learned.0[state % 10 / 2][field as usize];
                    let learned = if other == 1 { 0.5 * learned } else { learned };
                    order(from, field) + learned
                };
                // What is set as one is hardly a name and a title, nor the end of one.
                let parts_one = cut.within
                    && field != Field::Date
                    && (matches!(from, Some(Field::Authors | Field::Title))
                        || field != Field::Other && (from.is_none() || other == 1));
                let step = step - if parts_one { PARTS_ONE } else { 0.0 };
                let edge = if at == 0 || field == Field::Other && other == 1 {
                    0.0
                } else {
                    bound
                };
                let total = score + gain + step + edge;
                let next = mask * 10 + last * 2 + other_next;
                if total > best[end][next] {
                    best[end][next] = total;
                    #[expect(clippy::cast_possible_truncation, reason = "see `Step`")]
                    let step = (at as u8, state as u8, field);
                    back[end][next] = step;
                }
            }
        }
    }
    finish(atoms, &best, &back, bias)
}

/// Whether words that nothing is known of stand right before an atom.
fn astray(atoms: &[Atom], at: usize) -> bool {
    atoms[at].before.gap < Gap::Break && atoms[at - 1].looks[Field::Other as usize] < -0.3
}

fn finish(atoms: &[Atom], best: &[[f64; STATES]], back: &[[Step; STATES]], bias: Bias) -> Reading {
    let count = atoms.len();
    let mut top = (f64::NEG_INFINITY, 0);
    for (state, score) in best[count].iter().enumerate() {
        let mask = state / 10;
        if mask & 2 == 0 {
            continue;
        }
        let last = state % 10 / 2;
        let from = (last > 0).then(|| FIELDS[last - 1]);
        let whole = [2.0, 0.0, 1.0]
            .into_iter()
            .enumerate()
            .map(|(bit, gain)| if mask & (1 << bit) == 0 { 0.0 } else { gain })
            .sum::<f64>();
        let total = score + whole + 0.5 * bias.habits.follows(from, None, None);
        if total > top.0 {
            top = (total, state);
        }
    }
    let mut segments = Vec::new();
    let (mut at, mut state) = (count, top.1);
    while at > 0 && top.0 > f64::NEG_INFINITY {
        let (from, before, field) = back[at][state];
        segments.push(Segment {
            field,
            first: from.into(),
            end: at,
        });
        (at, state) = (from.into(), before.into());
    }
    segments.reverse();
    Reading {
        segments,
        score: top.0,
    }
}

/// How likely the list makes each field behind each other at one cut.
struct Learned([[f64; 4]; 5]);

impl Learned {
    fn of(habits: &Habits, cut: Cut) -> Self {
        let mut out = [[0.0; 4]; 5];
        for (last, row) in out.iter_mut().enumerate() {
            let from = (last > 0).then(|| FIELDS[last - 1]);
            for (field, value) in FIELDS.into_iter().zip(row) {
                *value = habits.follows(from, Some(field), Some(cut));
            }
        }
        Self(out)
    }
}

/// All fields that may begin at an atom, where each would end, and what it gains by its content.
fn edges(
    tokens: &[Token],
    atoms: &[Atom],
    sums: &Sums,
    at: usize,
    bias: Bias,
) -> Vec<(Field, usize, f64)> {
    let mut out = vec![
        (Field::Other, at + 1, atoms[at].looks[4]),
        (Field::Date, at + 1, atoms[at].looks[3]),
    ];
    for field in [Field::Authors, Field::Title, Field::Venue] {
        if field == Field::Authors && (atoms[at].looks[0] < -2.5 || at > 0 && is_amid(atoms, at)) {
            continue;
        }
        let end = atoms.len().min(at.saturating_add(WIDEST[field as usize]));
        let opens = opening(tokens, &atoms[at], field);
        for to in at + 1..=end {
            let gain = sums.over(field, at, to);
            if field == Field::Authors && gain < 0.5 {
                if gain < -8.0 {
                    break;
                }
                continue;
            }
            // No field ends amid a list of names but one that has gone astray.
            if field == Field::Authors && to < atoms.len() && is_amid(atoms, to) {
                continue;
            }
            if gain < -7.0 {
                break;
            }
            // What the list does often must not make a field of a button.
            if field != Field::Authors && gain < -2.0 {
                continue;
            }
            let whole = match field {
                Field::Title => title(tokens, atoms, at, to, bias),
                Field::Venue => venue(tokens, atoms, at, to),
                _ => authors(tokens, atoms, at, to),
            };
            // The head of a title may look like one name: `Silent Delivery: …`.
            let is_sure = field == Field::Authors && atoms[at].looks[0] > 2.6;
            let is_head = matches!(field, Field::Authors | Field::Venue)
                && to == at + 1
                && atoms.get(to).is_some_and(|next| {
                    // Not `Cloth Review 80: 40-52`.
                    next.before.sign == Sign::Colon
                        && next.before.gap < Gap::Break
                        && !is_number(tokens, next)
                })
                && (!is_sure && field == Field::Authors
                    || bias.habits.follows(
                        Some(field),
                        Some(Field::Title),
                        Some(atoms[to].before),
                    ) < 1.0);
            // Nor does a colon lead to a venue, unless the list has it so.
            let is_tail = field == Field::Venue
                && at > 0
                && atoms[at].before.sign == Sign::Colon
                && atoms[at].before.gap < Gap::Break
                && atoms[at - 1].looks[Field::Title as usize] > -1.0
                && bias.habits.follows(
                    Some(Field::Title),
                    Some(Field::Venue),
                    Some(atoms[at].before),
                ) < 0.5;
            // `Looms of the North: Complete Works`: nor to one name alone.
            let is_tail_name = field == Field::Authors
                && at > 0
                && to == at + 1
                && !is_sure
                && atoms[at].before.sign == Sign::Colon
                && atoms[at].before.gap <= Gap::Wrap
                && atoms[at - 1].looks[Field::Title as usize] > 0.5
                && bias.habits.follows(
                    Some(Field::Title),
                    Some(Field::Authors),
                    Some(atoms[at].before),
                ) < 0.5;
            let whole = whole - if is_tail_name { 3.0 } else { 0.0 };
            let whole = whole - if is_head { 5.0 } else { 0.0 } - if is_tail { 1.5 } else { 0.0 };
            let set = if bias.habits.knows(field) {
                bias.habits.set_as(field, styles(tokens, atoms, at, to))
            } else {
                0.0
            };
            let ends = ending(tokens, &atoms[to - 1], field);
            out.push((field, to, gain + whole + set + opens + ends));
        }
    }
    out
}

/// Whether an atom begins with a figure and is no part of a title: the pages of an article.
fn is_number(tokens: &[Token], atom: &Atom) -> bool {
    let first = tokens.get(atom.first);
    first.is_some_and(|token| token.text.starts_with(|c: char| c.is_ascii_digit()))
        && atom.looks[Field::Other as usize] > 0.3
}

/// Whether a cut stands between two names of one list, by commas alone.
fn is_amid(atoms: &[Atom], at: usize) -> bool {
    let cut = atoms[at].before;
    matches!(cut.sign, Sign::Comma | Sign::Semicolon)
        && cut.gap <= Gap::Wrap
        && atoms[at - 1].looks[0] > 1.2
        && atoms[at].looks[0] > 1.2
        && atoms[at].looks[0] > atoms[at].looks[1]
}

/// Sums over atoms, so that a segment's content is judged in one step.
struct Sums {
    sums: [Vec<f64>; 3],
    looks: Vec<[f64; 5]>,
}

impl Sums {
    fn of(tokens: &[Token], atoms: &[Atom], habits: &Habits) -> Self {
        let sums = [Field::Authors, Field::Title, Field::Venue].map(|field| {
            let mut out = vec![0.0];
            let mut sum = 0.0;
            for atom in atoms {
                sum += atom.looks[field as usize]
                    - crossing(field, atom.before, atom, &tokens[atom.first..atom.end])
                    + habits.crosses(field, atom.before);
                out.push(sum);
            }
            out
        });
        Self {
            sums,
            looks: atoms.iter().map(|atom| atom.looks).collect(),
        }
    }

    /// What atoms `at..to` gain as one field: their looks, less what it costs to cross the cuts
    /// between them.
    fn over(&self, field: Field, at: usize, to: usize) -> f64 {
        let sums = &self.sums[field as usize];
        self.looks[at][field as usize] + sums[to] - sums[at + 1]
    }
}
