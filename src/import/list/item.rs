//! Where one entry ends and the next begins.

use std::{collections::HashMap, rc::Rc};

use super::{
    aside::aside,
    atom::{Adjust, Atom, Vocabulary, atoms},
    cut::is_year,
    habits::Habits,
    join::join,
    row::Row,
    section::Section,
    segment::{Bias, Field, Reading, Ways, read},
    speech::is_speech,
    start::{Look, View},
    token::{Form, Token},
};

/// Rows that are one entry, or none.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) first: usize,
    pub(super) end: usize,
    /// Which section it stands in.
    pub(super) section: usize,
    /// Whether it is an entry.
    pub(super) is_entry: bool,
}

/// What has been learned of the list.
#[derive(Debug, Default)]
pub(super) struct Learned {
    pub(super) habits: Habits,
    pub(super) vocabulary: Vocabulary,
    /// For each look of a row: how often it began an entry, and how often not.
    pub(super) starts: HashMap<Look, [f64; 2]>,
    /// Whether each paragraph is an entry of a few lines.
    pub(super) blocks: bool,
    /// How many entries there are, and how many begin with a row that is all bold or italic.
    pub(super) set: [f64; 2],
    /// How many entries there are, and how many begin with somebody's name.
    pub(super) named: [f64; 2],
    /// How many begin with a quotation.
    pub(super) quoted: f64,
    /// A model that tells the fields of words, if it takes part.
    pub(super) fields: Option<Rc<dyn Adjust>>,
}

/// The most rows of one entry, and the most words.
const MOST_ROWS: usize = 10;
const MOST_LINES: usize = 60;
const MOST_WORDS: usize = 300;

/// The most rows of one entry that have a year.
const MOST_YEARS: usize = 3;

/// Where an item ends that begins with a row and is said to go on to `end`, if it may be an entry: what is
/// longer than any entry is cut.
pub(super) fn bounded_end(rows: &[Row], first: usize, end: usize) -> Option<usize> {
    let mut words = 0;
    let mut at = first;
    while at < end.min(first + MOST_LINES) {
        words += rows[at].tokens.len();
        if at > first && words > MOST_WORDS {
            break;
        }
        at += 1;
        if words > 10 * MOST_WORDS {
            return None;
        }
    }
    (at > first).then_some(at)
}

/// Rows that begin items as surely as this are not tried as one.
const LEAST: f64 = -7.0;

/// Rows that begin items no likelier than this are not tried as the first of one.
const LEAST_LIKELY: f64 = -3.4;

/// Above this many rows a list is read with a narrower view.
const LONG: usize = 3000;

/// Parts the rows of a section into items: the parting with the highest sum of scores.
pub(super) fn part(
    rows: &[Row],
    section: &Section,
    number: usize,
    learned: &Learned,
    known: Option<&dyn Fn(&str) -> bool>,
) -> Vec<Item> {
    let (first, end) = (section.first, section.end);
    let count = end - first;
    let view = View::of(rows, section);
    let priors: Vec<f64> = (first..end).map(|at| view.prior(at, learned)).collect();
    let dated: Vec<bool> = rows[first..end]
        .iter()
        .map(|row| row.tokens.iter().any(|token| is_year(&token.text)))
        .collect();
    let most = if count > LONG { 5 } else { MOST_ROWS };
    let most_years = if count > LONG { 2 } else { MOST_YEARS };
    let may_begin = |at: usize| at == count || priors[at] > LEAST_LIKELY;
    let mut alone = Alone {
        rows: &rows[first..end],
        full: view.full,
        learned,
        known,
        judged: vec![None; count],
    };
    let mut best = vec![f64::NEG_INFINITY; count + 1];
    let mut back = vec![(0, false); count + 1];
    best[0] = 0.0;
    for from in 0..count {
        if best[from] == f64::NEG_INFINITY {
            continue;
        }
        let mut inner = 0.0;
        let mut words = 0;
        let mut tried = 0;
        let mut years = 0;
        for to in from + 1..=count.min(from + MOST_LINES) {
            if to - 1 > from {
                let prior = priors[to - 1];
                if prior >= 3.0 && rows[first + to - 1].mark.is_some() {
                    break;
                }
                inner -= prior;
            }
            words += rows[first + to - 1].tokens.len();
            let is_last = to == from + MOST_LINES;
            years += usize::from(dated[to - 1]);
            if !may_begin(to) && !is_last {
                continue;
            }
            tried += 1;
            if tried > 1
                && (words > MOST_WORDS || tried > most || years > most_years || inner < LEAST)
            {
                break;
            }
            // Nobody's entry is two whole ones.
            if tried > 1
                && dated[from]
                && dated[to - 1]
                && alone.judge(from).is_whole
                && alone.judge(to - 1).is_whole
            {
                break;
            }
            let start = if from == 0 {
                priors[0].max(0.0)
            } else {
                priors[from]
            };
            // A row too full for an entry is none.
            let (score, is_entry) = if words > 10 * MOST_WORDS {
                (-20.0, false)
            } else if to == from + 1 {
                alone.judge(from).score()
            } else {
                let tokens = join(rows, first + from, first + to, view.full);
                Judged::of(&tokens, to - from, learned, known).score()
            };
            let total = best[from] + score + inner + start;
            if total > best[to] {
                best[to] = total;
                back[to] = (from, is_entry);
            }
        }
    }
    let mut out = Vec::new();
    let mut at = count;
    while at > 0 {
        let (from, is_entry) = back[at];
        out.push(Item {
            first: first + from,
            end: first + at,
            section: number,
            is_entry,
        });
        at = from;
    }
    out.reverse();
    out
}

/// What rows are worth as one item.
#[derive(Clone, Copy)]
struct Judged {
    entry: f64,
    nothing: f64,
    /// Whether they have all that an entry has.
    is_whole: bool,
}

impl Judged {
    fn of(
        tokens: &[Token],
        rows: usize,
        learned: &Learned,
        known: Option<&dyn Fn(&str) -> bool>,
    ) -> Self {
        let nothing = nothing(tokens, rows);
        let atoms = atoms(tokens, &learned.vocabulary);
        if atoms.is_empty() || is_speech(tokens) {
            return Self {
                entry: -20.0,
                nothing,
                is_whole: false,
            };
        }
        let reading = reading(tokens, &atoms, learned, known);
        let fields = [Field::Authors, Field::Title, Field::Venue, Field::Date];
        Self {
            entry: reading.score - 6.0,
            nothing,
            is_whole: fields.into_iter().all(|field| reading.of(field).is_some()),
        }
    }

    /// The better of both, and whether it is an entry.
    fn score(self) -> (f64, bool) {
        (
            f64::max(self.entry, self.nothing),
            self.entry >= self.nothing,
        )
    }
}

/// What each row is worth by itself, found out once.
struct Alone<'a> {
    rows: &'a [Row],
    full: usize,
    learned: &'a Learned,
    known: Option<&'a dyn Fn(&str) -> bool>,
    judged: Vec<Option<Judged>>,
}

impl Alone<'_> {
    fn judge(&mut self, at: usize) -> Judged {
        *self.judged[at].get_or_insert_with(|| {
            let tokens = join(self.rows, at, at + 1, self.full);
            Judged::of(&tokens, 1, self.learned, self.known)
        })
    }
}

pub(super) fn reading(
    tokens: &[Token],
    atoms: &[Atom],
    learned: &Learned,
    known: Option<&dyn Fn(&str) -> bool>,
) -> Reading {
    let bias = Bias {
        habits: &learned.habits,
        known,
    };
    read(tokens, atoms, &Ways::of(tokens, atoms, bias), bias, None)
}

/// The score of rows as no entry: a legend, an introduction, a line of buttons.
fn nothing(tokens: &[Token], rows: usize) -> f64 {
    let words = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .count();
    if aside(strip(tokens), true).is_some() || is_speech(tokens) {
        -0.5
    } else {
        (-1.5 - 0.2 * words as f64).max(-9.0) - (rows as f64 - 1.0)
    }
}

fn strip(tokens: &[Token]) -> &[Token] {
    let is_edge = |token: &Token| !matches!(token.form, Form::Word | Form::Address);
    let first = tokens.iter().position(|token| !is_edge(token)).unwrap_or(0);
    let end = tokens
        .iter()
        .rposition(|token| !is_edge(token))
        .map_or(first, |at| at + 1);
    &tokens[first..end]
}
