//! Which rows begin an entry, by their place alone.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    super::Begins,
    atom::is_label,
    boxes::Opening,
    buttons::is_button,
    cut::is_year,
    item::{Item, Learned},
    join::between,
    lead_in::is_led_in,
    nested::are_parts,
    openers::{
        begins_amid, begins_with_name, by_names, ends_initial, is_of_row_above, is_quoted, leads_on,
    },
    row::{Mark, Row},
    section::Section,
    token::{Form, Gap},
};

/// What a row looks like as the first of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Look {
    pub(super) mark: u8,
    /// Set off by a blank line or by markup.
    pub(super) apart: bool,
    /// 0 at the least indent of the section, 1 deeper.
    pub(super) deeper: bool,
    /// How the row before ends: 0 at once, 1 with a period, 2 with a comma, 3 full.
    pub(super) after: u8,
    /// Whether all of it is set bold or italic.
    pub(super) set: u8,
    /// Where markup says what begins each item, whether this does.
    pub(super) boxed: Option<bool>,
}

/// What the rows of a section have in common.
pub(super) struct View<'a> {
    rows: &'a [Row],
    first: usize,
    /// The width to which lines are filled.
    pub(super) full: usize,
    least: usize,
    deeper: bool,
    /// The mark of the section's items, and its indent.
    primary: Option<(u8, usize)>,
    /// By how much items may be set deeper that are as good as those.
    slack: usize,
    /// The share of rows that stand apart.
    apart: f64,
    /// What begins each item by its markup.
    opening: Option<Opening>,
}

impl<'a> View<'a> {
    pub(super) fn of(rows: &'a [Row], section: &Section) -> Self {
        let (first, end) = (section.first, section.end);
        let range = &rows[first..end];
        let mut marks: HashMap<(u8, usize), usize> = HashMap::new();
        for row in range {
            if row.mark.is_some() {
                *marks.entry((kind(row.mark), row.indent)).or_default() += 1;
            }
        }
        // The least indented mark that comes more than once, or the only one.
        let mut order: Vec<_> = marks.into_iter().collect();
        order.sort_unstable_by_key(|((kind, indent), times)| (*indent, Reverse(*times), *kind));
        let head = range[0]
            .mark
            .map(|_| (kind(range[0].mark), range[0].indent));
        let primary = order
            .first()
            .filter(|(key, _)| head == Some(*key))
            .or_else(|| order.iter().find(|(_, times)| *times > 1))
            .map(|(key, _)| *key);
        let opening = Opening::of(range);
        let is_within = |mark| opening.is_some_and(|opening| opening.holds_items(range, mark));
        let primary = primary.filter(|(mark, _)| !is_within(*mark));
        let least = range.iter().map(|row| row.indent).min().unwrap_or(0);
        let apart = range.iter().filter(|row| is_apart(row)).count();
        Self {
            rows,
            first,
            full: section.full,
            least,
            deeper: range.iter().any(|row| row.indent > least),
            primary,
            slack: primary.map_or(0, |(_, indent)| usize::from(!are_parts(range, indent))),
            apart: apart as f64 / range.len() as f64,
            opening,
        }
    }

    pub(super) fn look(&self, at: usize) -> Look {
        let row = &self.rows[at];
        let after = match at
            .checked_sub(1)
            .filter(|last| *last >= self.first)
            .map(|last| &self.rows[last])
        {
            None => 0,
            Some(last) => match last.tokens.last().map(|token| token.form) {
                Some(Form::Period) if !ends_initial(&last.tokens) => 1,
                Some(Form::Comma) => 2,
                Some(Form::Word) if leads_on(&last.tokens) => 2,
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
            boxed: self.boxed(at),
        }
    }

    /// Where markup says what begins each item, whether a row does.
    fn boxed(&self, at: usize) -> Option<bool> {
        let opening = self.opening?;
        Some(at == self.first || opening.is_at(&self.rows[at]))
    }

    /// How likely a row begins an item by its place alone, as log-odds.
    pub(super) fn prior(&self, at: usize, learned: &Learned) -> f64 {
        let row = &self.rows[at];
        // Where titles are headings, nothing else begins an item.
        if let Some(opening @ Opening::Title(_)) = self.opening
            && self.primary.is_none()
        {
            return if opening.is_at(row) { 4.0 } else { -4.0 };
        }
        let look = self.look(at);
        let by_mark = match self.primary {
            Some(primary) if row.mark.is_some() => {
                let own = (kind(row.mark), row.indent);
                if own.0 == primary.0 && own.1.abs_diff(primary.1) <= self.slack {
                    // Behind a page's end a bullet may be but a part of what went on before.
                    if row.begins == Begins::Page { 1.5 } else { 3.2 }
                } else if own.1 > primary.1 || primary.0 == kind(Some(Mark::Item)) && !look.apart {
                    -3.0
                } else {
                    1.0
                }
            }
            Some((4, _)) => -0.8,
            // A paragraph behind a list that markup makes is none of its items.
            Some((1, indent)) if look.apart && row.indent < indent => 2.0,
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
            } else if learned.blocks {
                place -= 2.6;
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
            place += match look.boxed {
                Some(true) => 2.0,
                Some(false) => -2.0,
                None => 0.0,
            };
            place
                + match look.after {
                    1 => 0.6,
                    2 => -2.5,
                    3 => -1.6,
                    _ => 0.0,
                }
        };
        let is_marked_up = row.mark == Some(Mark::Item) && !row.printed && by_mark >= 3.0;
        // A line of buttons begins nothing, unless it is a badge at the head of an item; nor does one
        // that says what it holds.
        if !is_marked_up && is_button(&row.tokens)
            || is_count(row)
            || row.mark.is_none() && at > self.first && is_led_in(&row.tokens)
            || !row.tokens.is_empty() && is_label(&row.tokens, 0)
            || at > self.first && is_of_row_above(self.rows, at)
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
        } - if parted { 3.0 } else { 0.0 }
            - if look.after != 1 && begins_amid(row) {
                1.5
            } else {
                0.0
            };
        // What markup says to be an item needs no habit.
        let habit = Self::habit(look, learned);
        let habit = if is_marked_up { habit.max(0.0) } else { habit };
        by_mark + by_place + by_text + habit + by_names(row, learned)
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
                0.8 * libm::log((yes + 0.7) / (no + 0.7)).clamp(-2.5, 2.5)
            })
    }
}

/// The most lines of a paragraph that is one entry.
pub(super) const LONGEST_BLOCK: usize = 12;

/// Whether the paragraphs of a list are an entry each: of a few lines, of which hardly more than one
/// has a year.
pub(super) fn is_blocks(rows: &[Row], sections: &[Section]) -> bool {
    let (mut all, mut blocks, mut dated) = (0_usize, 0_usize, 0_usize);
    for section in sections {
        let mut length = 0;
        for row in &rows[section.first..section.end] {
            if row.mark.is_some() {
                return false;
            }
            length = if is_apart(row) { 1 } else { length + 1 };
            if length > LONGEST_BLOCK {
                return false;
            }
            all += 1;
            blocks += usize::from(is_apart(row));
            dated += usize::from(row.tokens.iter().any(|token| is_year(&token.text)));
        }
    }
    blocks >= 4 && all * 10 >= blocks * 18 && dated * 4 <= blocks * 5
}

/// Numbers and nothing else: how often a work was cited, and its year.
fn is_count(row: &Row) -> bool {
    !row.tokens.is_empty()
        && row.mark.is_none()
        && row.tokens[0].text.starts_with(|c: char| c.is_ascii_digit())
        && row.tokens.iter().all(|token| {
            token.form != Form::Word
                || token.text.starts_with(|c: char| c.is_ascii_digit())
                || [
                    "reads",
                    "citations",
                    "recommendations",
                    "views",
                    "downloads",
                ]
                .contains(&token.folded())
        })
}

/// Notes how the rows of a section's items look, those that begin one and those that do not.
pub(super) fn learn_starts(rows: &[Row], section: &Section, items: &[Item], learned: &mut Learned) {
    let view = View::of(rows, section);
    for item in items.iter().filter(|item| item.is_entry) {
        for at in item.first..item.end {
            let counts = learned.starts.entry(view.look(at)).or_default();
            counts[usize::from(at != item.first)] += 1.0;
        }
        learned.named[0] += 1.0;
        learned.named[1] += f64::from(u8::from(begins_with_name(&rows[item.first].tokens)));
        learned.quoted += f64::from(u8::from(is_quoted(&rows[item.first])));
        learned.set[0] += 1.0;
        learned.set[1] += f64::from(u8::from(view.look(item.first).set > 0));
    }
}

pub(super) fn is_apart(row: &Row) -> bool {
    matches!(
        row.begins,
        Begins::Item | Begins::Paragraph | Begins::Heading(_)
    )
}

pub(super) fn kind(mark: Option<Mark>) -> u8 {
    match mark {
        None => 0,
        Some(Mark::Item) => 1,
        Some(Mark::Number(_)) => 2,
        Some(Mark::Bullet(_)) => 3,
        Some(Mark::Year) => 4,
    }
}
