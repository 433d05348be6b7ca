//! Where one entry ends and the next begins.

use std::collections::HashMap;

use super::{
    super::Begins,
    atom::{Atom, Vocabulary, atoms},
    habits::Habits,
    row::{Mark, Row},
    section::Section,
    segment::{Bias, Reading, read},
    token::{Form, Gap, Token},
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
    /// How many entries there are, and how many begin with a row that is all bold or italic.
    pub(super) set: [f64; 2],
}

/// What a row looks like as the first of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Look {
    mark: u8,
    /// Set off by a blank line or by markup.
    apart: bool,
    /// 0 at the least indent of the section, 1 deeper.
    deeper: bool,
    /// How the row before ends: 0 at once, 1 with a period, 2 with a comma, 3 full.
    after: u8,
    /// Whether all of it is set bold or italic.
    set: u8,
}

/// The most rows of one entry, and the most words.
const MOST_ROWS: usize = 10;
const MOST_LINES: usize = 60;
const MOST_WORDS: usize = 300;

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
    let view = View::of(rows, first, end);
    let priors: Vec<f64> = (first..end).map(|at| view.prior(at, learned)).collect();
    let most = if count > LONG { 5 } else { MOST_ROWS };
    let may_begin = |at: usize| at == count || priors[at] > -3.4;
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
            if !may_begin(to) && !is_last {
                continue;
            }
            tried += 1;
            if tried > 1 && (words > MOST_WORDS || tried > most) {
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
            } else {
                let tokens = join(rows, first + from, first + to, view.full);
                let read = judge(&tokens, learned, known);
                let none = nothing(&tokens, to - from);
                (f64::max(read, none), read >= none)
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

/// The score of rows as one entry.
fn judge(tokens: &[Token], learned: &Learned, known: Option<&dyn Fn(&str) -> bool>) -> f64 {
    let atoms = atoms(tokens, &learned.vocabulary);
    if atoms.is_empty() {
        return -20.0;
    }
    let reading = reading(tokens, &atoms, learned, known);
    reading.score - 6.0
}

pub(super) fn reading(
    tokens: &[Token],
    atoms: &[Atom],
    learned: &Learned,
    known: Option<&dyn Fn(&str) -> bool>,
) -> Reading {
    read(
        tokens,
        atoms,
        Bias {
            habits: &learned.habits,
            known,
            barred: None,
        },
    )
}

/// The score of rows as no entry: a legend, an introduction, a line of buttons.
fn nothing(tokens: &[Token], rows: usize) -> f64 {
    let words = tokens
        .iter()
        .filter(|token| token.form == Form::Word)
        .count();
    let is_aside = super::looks::aside(strip(tokens), true).is_some();
    if is_aside {
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

/// The rows of an item as one run of tokens, with the gaps between rows as they are meant and
/// words parted at a line's end put together.
pub(super) fn join(rows: &[Row], first: usize, end: usize, full: usize) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let has_blanks = rows[first..end].iter().any(|row| row.blanks);
    for at in first..end {
        let mut gap = if at == first {
            Gap::Block
        } else {
            between(rows, at, full)
        };
        // Where people are left blank, a comma at the end of a line has one behind it.
        if has_blanks
            && at > first
            && let Some(comma) = out
                .last()
                .filter(|token| token.form == Form::Comma)
                .cloned()
            && would_fit(rows, at, full)
        {
            out.push(comma);
            gap = Gap::Break;
        }
        let mut tokens = rows[at].tokens.iter().cloned();
        let Some(mut head) = tokens.next() else {
            continue;
        };
        head.gap = gap;
        if gap == Gap::Wrap
            && let Some(last) = out.last_mut()
            && let Some(whole) = rejoined(last, &head)
        {
            last.folded = crate::text::fold::fold(&whole);
            last.text = whole;
        } else {
            out.push(head);
        }
        out.extend(tokens);
    }
    out
}

/// A word parted at the end of a line, put together again.
fn rejoined(last: &Token, next: &Token) -> Option<String> {
    let left = last.text.strip_suffix(['-', '‐', '\u{ad}'])?;
    if last.form != Form::Word || next.form != Form::Word || left.is_empty() {
        return None;
    }
    if !next.text.starts_with(char::is_lowercase) {
        return Some(format!("{}{}", last.text, next.text));
    }
    // A word that has a hyphen already, or that makes compounds, keeps the one it ends with.
    const COMPOUNDS: [&str; 44] = [
        "self", "non", "multi", "low", "high", "real", "end", "large", "data", "state", "co",
        "cross", "well", "time", "long", "short", "two", "three", "one", "zero", "few", "deep",
        "fine", "full", "half", "all", "open", "closed", "small", "near", "semi", "meta", "model",
        "first", "second", "third", "rate", "user", "hand", "risk", "cost", "energy", "privacy",
        "human",
    ];
    let is_compound = left.contains('-')
        || COMPOUNDS.contains(&left.to_lowercase().as_str())
        || left.ends_with(|c: char| c.is_ascii_digit())
        || left.chars().all(char::is_uppercase);
    Some(if is_compound {
        format!("{left}-{}", next.text)
    } else {
        format!("{left}{}", next.text)
    })
}

/// What parts a row from the one before it.
fn between(rows: &[Row], at: usize, full: usize) -> Gap {
    let (last, row) = (&rows[at - 1], &rows[at]);
    let ends_open = last.tokens.last().is_some_and(|token| {
        token.form == Form::Comma && token.text == ","
            || token.text.ends_with('-') && token.text.len() > 1
            || token.text == "&"
            || token.text == "and"
    });
    let next_is_blank = row
        .tokens
        .first()
        .is_some_and(|token| token.form == Form::Comma);
    match row.begins {
        _ if row.mark.is_some() => Gap::Block,
        Begins::Item | Begins::Paragraph | Begins::Heading(_) if !ends_open => Gap::Block,
        _ if ends_open && !next_is_blank => Gap::Wrap,
        _ => {
            if would_fit(rows, at, full) {
                Gap::Break
            } else {
                Gap::Wrap
            }
        }
    }
}

/// Whether the first word of a row would have stood on the line before it. Then that line was
/// ended on purpose.
fn would_fit(rows: &[Row], at: usize, full: usize) -> bool {
    let next: usize = rows[at]
        .tokens
        .iter()
        .take_while(|token| token.gap != Gap::Space)
        .map(|token| token.text.chars().count())
        .sum();
    rows[at - 1].width + 1 + next <= full
}

/// What the rows of a section have in common.
struct View<'a> {
    rows: &'a [Row],
    first: usize,
    /// The width to which lines are filled.
    full: usize,
    least: usize,
    deeper: bool,
    /// The mark of the section's items, and its indent.
    primary: Option<(u8, usize)>,
    /// The share of rows that stand apart.
    apart: f64,
}

impl<'a> View<'a> {
    fn of(rows: &'a [Row], first: usize, end: usize) -> Self {
        let range = &rows[first..end];
        let mut marks: HashMap<(u8, usize), usize> = HashMap::new();
        for row in range {
            if row.mark.is_some() {
                *marks.entry((kind(row.mark), row.indent)).or_default() += 1;
            }
        }
        // The least indented mark that comes more than once, or the only one.
        let mut order: Vec<_> = marks.into_iter().collect();
        order.sort_unstable_by_key(|((kind, indent), times)| {
            (*indent, std::cmp::Reverse(*times), *kind)
        });
        let head = range[0]
            .mark
            .map(|_| (kind(range[0].mark), range[0].indent));
        let primary = order
            .first()
            .filter(|(key, _)| head == Some(*key))
            .or_else(|| order.iter().find(|(_, times)| *times > 1))
            .map(|(key, _)| *key);
        let least = range.iter().map(|row| row.indent).min().unwrap_or(0);
        let apart = range.iter().filter(|row| is_apart(row)).count();
        Self {
            rows,
            first,
            full: full_width(range),
            least,
            deeper: range.iter().any(|row| row.indent > least),
            primary,
            apart: apart as f64 / range.len() as f64,
        }
    }

    fn look(&self, at: usize) -> Look {
        let row = &self.rows[at];
        let after = match at
            .checked_sub(1)
            .filter(|last| *last >= self.first)
            .map(|last| &self.rows[last])
        {
            None => 0,
            Some(last) => match last.tokens.last().map(|token| token.form) {
                Some(Form::Period) => 1,
                Some(Form::Comma) => 2,
                Some(Form::Word)
                    if last
                        .tokens
                        .last()
                        .is_some_and(|word| super::people::ANDS.contains(&word.text.as_str())) =>
                {
                    2
                }
                _ if between(self.rows, at, self.full) == Gap::Wrap => 3,
                _ => 0,
            },
        };
        let words = || row.tokens.iter().filter(|token| token.form == Form::Word);
        let set = if words().all(|word| word.style.bold) {
            1
        } else if words().all(|word| word.style.italic) {
            2
        } else {
            0
        };
        Look {
            mark: kind(row.mark),
            apart: is_apart(row),
            deeper: row.indent > self.least,
            after,
            set,
        }
    }

    /// How likely a row begins an item by its place alone, as log-odds.
    fn prior(&self, at: usize, learned: &Learned) -> f64 {
        let row = &self.rows[at];
        let look = self.look(at);
        let by_mark = match self.primary {
            Some(primary) if row.mark.is_some() => {
                let own = (kind(row.mark), row.indent);
                if own.0 == primary.0 && own.1.abs_diff(primary.1) <= 1 {
                    // Behind a page's end a bullet may be but a part of what went on before.
                    if row.begins == Begins::Page { 1.5 } else { 3.2 }
                } else if own.1 > primary.1 {
                    -3.0
                } else {
                    1.0
                }
            }
            Some((4, _)) => -0.8,
            Some((_, indent)) if look.apart && row.indent <= indent => -0.8,
            Some(_) if row.begins == Begins::Page => -2.5,
            Some(_) => -4.0,
            None => 0.0,
        };
        let by_place = if self.primary.is_some() && row.mark.is_some() {
            0.0
        } else {
            let mut place = 0.0;
            if look.apart {
                place += if self.apart > 0.9 { 0.0 } else { 1.4 };
            } else {
                place -= if self.apart > 0.15 && self.apart < 0.9 {
                    1.2
                } else {
                    0.2
                };
            }
            if self.deeper && self.primary.is_none() {
                place += if look.deeper { -1.2 } else { 0.8 };
            }
            place
                + match look.after {
                    1 => 0.6,
                    2 => -2.5,
                    3 => -0.8,
                    _ => 0.0,
                }
        };
        // A line of buttons begins nothing, nor one that says what it holds.
        if super::looks::is_button(&row.tokens)
            || !row.tokens.is_empty() && super::atom::is_label(&row.tokens, 0)
        {
            return -4.0;
        }
        let is_lower = row.tokens.first().is_some_and(|token| {
            token.form == Form::Word
                && token.text.starts_with(char::is_lowercase)
                && !token.text.chars().any(char::is_uppercase)
        });
        let parted = at > self.first
            && self.rows[at - 1]
                .tokens
                .last()
                .is_some_and(|token| token.text.len() > 1 && token.text.ends_with('-'));
        let by_text = if is_lower && row.mark.is_none() {
            -1.5
        } else {
            0.0
        } - if parted { 3.0 } else { 0.0 };
        by_mark + by_place + by_text + Self::habit(look, learned)
    }

    fn habit(look: Look, learned: &Learned) -> f64 {
        let [all, set] = learned.set;
        let plain = if all >= 4.0 && set > 0.85 * all && look.set == 0 {
            -2.5
        } else {
            0.0
        };
        plain
            + learned.starts.get(&look).map_or(0.0, |[yes, no]| {
                0.8 * ((yes + 0.7) / (no + 0.7)).ln().clamp(-2.5, 2.5)
            })
    }
}

/// Notes how the rows of a section's items look, those that begin one and those that do not.
pub(super) fn learn_starts(rows: &[Row], section: &Section, items: &[Item], learned: &mut Learned) {
    let view = View::of(rows, section.first, section.end);
    for item in items.iter().filter(|item| item.is_entry) {
        for at in item.first..item.end {
            let counts = learned.starts.entry(view.look(at)).or_default();
            counts[usize::from(at != item.first)] += 1.0;
        }
        learned.set[0] += 1.0;
        learned.set[1] += f64::from(u8::from(view.look(item.first).set > 0));
    }
}

/// The width to which the rows of a section are filled.
pub(super) fn full_width(rows: &[Row]) -> usize {
    let mut widths: Vec<usize> = rows.iter().map(|row| row.width).collect();
    widths.sort_unstable();
    // A few lines longer than all others are no measure.
    widths
        .get(widths.len().saturating_sub(1) * 97 / 100)
        .copied()
        .unwrap_or(80)
}

fn is_apart(row: &Row) -> bool {
    matches!(
        row.begins,
        Begins::Item | Begins::Paragraph | Begins::Heading(_)
    )
}

fn kind(mark: Option<Mark>) -> u8 {
    match mark {
        None => 0,
        Some(Mark::Item) => 1,
        Some(Mark::Number(_)) => 2,
        Some(Mark::Bullet(_)) => 3,
        Some(Mark::Year) => 4,
    }
}
