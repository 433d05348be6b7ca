//! The manner in which an entry, or the whole file, is written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::entry_view::{EntryView, FieldView};
use crate::bib::ValuePart;

/// How values are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Delimiters {
    Braces,
    Quotes,
    /// None, which only numbers may have.
    None,
}

/// How names of fields are spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Case {
    Lower,
    Capital,
    Upper,
}

/// How a name, the equals sign and the value are spaced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Spacing {
    /// This text, whatever the name.
    Gap(String),
    /// As many blanks as end in this column, counted in bytes from the name.
    Column(usize),
}

/// The manner of one entry; what it does not show is `None`.
#[derive(Debug, Clone, Default)]
pub struct EntryManner {
    separator: Option<String>,
    before_equals: Option<Spacing>,
    after_equals: Option<Spacing>,
    case: Option<Case>,
    text: Option<Delimiters>,
    numbers: Option<Delimiters>,
    /// Whether all numbers are delimited alike.
    numbers_agree: bool,
}

/// The manner of the file: what most entries do, and how it spells and places each field.
#[derive(Debug, Clone)]
pub struct FileManner {
    common: EntryManner,
    newline: &'static str,
    /// The spellings of each name with their numbers.
    spellings: HashMap<String, BTreeMap<String, usize>>,
    /// How the numbers of each field are delimited.
    numbers: HashMap<String, BTreeMap<Delimiters, usize>>,
    /// The fields after which each field stands, with their numbers; [`NOTHING`] where it is the first.
    neighbours: HashMap<String, HashMap<String, usize>>,
}

/// The place of a new field among those of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Before all others.
    First,
    /// Behind the field with this number.
    After(usize),
}

/// The neighbour of a field that is the first of its entry.
const NOTHING: &str = "";

/// The usual order of fields, by which a place is found for one that the file never has.
const ORDER: [&str; 30] = [
    "author",
    "editor",
    "title",
    "subtitle",
    "journal",
    "journaltitle",
    "booktitle",
    "series",
    "volume",
    "number",
    "issue",
    "edition",
    "chapter",
    "eid",
    "pages",
    "publisher",
    "school",
    "institution",
    "organization",
    "address",
    "location",
    "howpublished",
    "year",
    "date",
    "month",
    "doi",
    "url",
    "eprint",
    "archiveprefix",
    "primaryclass",
];

/// Returns the most frequent value; of several the first in order.
fn mode<T: Ord + Clone>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    most(&counts)
}

fn most<T: Ord + Clone>(counts: &BTreeMap<T, usize>) -> Option<T> {
    let most = counts.values().max()?;
    let mut counts = counts.iter();
    counts
        .find(|(_, count)| *count == most)
        .map(|(value, _)| value.clone())
}

/// Whether a text between fields is blanks around one comma.
fn is_separator(gap: &str) -> bool {
    gap.trim() == ","
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn case_of(name: &str) -> Option<Case> {
    let letters: Vec<char> = name.chars().filter(|c| c.is_alphabetic()).collect();
    // `DOI` and `URL` are upper case for another reason.
    if letters.len() < 4 && letters.iter().all(|c| c.is_uppercase()) {
        return None;
    }
    let first = letters.first()?;
    Some(if !first.is_uppercase() {
        Case::Lower
    } else if letters.iter().all(|c| c.is_uppercase()) {
        Case::Upper
    } else {
        Case::Capital
    })
}

impl EntryManner {
    /// Learns the manner of an entry.
    #[must_use]
    pub fn of(entry: &EntryView<'_>) -> Self {
        let gaps = (1..entry.fields.len()).map(|at| entry.gap_after(at - 1));
        let separator = mode(gaps.filter(|gap| is_separator(gap)))
            .or_else(|| Some(entry.first_gap()).filter(|gap| is_separator(gap)));
        let (mut texts, mut numbers) = (Vec::new(), Vec::new());
        for field in &entry.fields {
            let Some(part) = field.only_part() else {
                continue;
            };
            let number = is_number(FieldView::text_of(part));
            let delimiters = match part {
                ValuePart::Braced(_) => Delimiters::Braces,
                ValuePart::Quoted(_) => Delimiters::Quotes,
                ValuePart::Bare(_) if number => Delimiters::None,
                ValuePart::Bare(_) | ValuePart::Macro(_) => continue,
            };
            if number {
                numbers.push(delimiters);
            } else {
                texts.push(delimiters);
            }
        }
        Self {
            separator: separator.map(str::to_owned),
            before_equals: spacing(entry, |field| {
                (field.span.start + field.name.len(), field.equals)
            }),
            after_equals: spacing(entry, |field| (field.equals + 1, field.value.start)),
            case: mode(entry.fields.iter().filter_map(|it| case_of(it.name))),
            text: mode(texts),
            numbers_agree: numbers.windows(2).all(|pair| pair[0] == pair[1]),
            numbers: mode(numbers),
        }
    }
}

/// Explains the blanks in a place of all fields, by a column or by equal gaps, whichever explains
/// more of them.
fn spacing(
    entry: &EntryView<'_>,
    place: impl Fn(&FieldView<'_>) -> (usize, usize),
) -> Option<Spacing> {
    let mut gaps: BTreeMap<&str, usize> = BTreeMap::new();
    let mut columns: BTreeMap<usize, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for field in &entry.fields {
        let (from, to) = place(field);
        let gap = entry.text.get(from..to).unwrap_or_default();
        if gap.contains(['\n', '\r']) {
            continue;
        }
        *gaps.entry(gap).or_default() += 1;
        if gap.bytes().all(|byte| byte == b' ') && !gap.is_empty() {
            let (count, lengths) = columns.entry(to - field.span.start).or_default();
            *count += 1;
            lengths.insert(field.name.len());
        }
    }
    let gap = most(&gaps)?;
    let by_gap = gaps.get(gap).copied().unwrap_or_default();
    let column = columns
        .iter()
        .filter(|(_, (_, lengths))| lengths.len() > 1)
        .max_by_key(|(_, (count, _))| *count);
    match column {
        Some((column, (count, _))) if *count > by_gap => Some(Spacing::Column(*column)),
        _ => Some(Spacing::Gap(gap.to_owned())),
    }
}

impl FileManner {
    /// Learns the manner of a file from its entries.
    #[must_use]
    pub fn of(text: &str, entries: &[EntryView<'_>]) -> Self {
        let manners: Vec<EntryManner> = entries.iter().map(EntryManner::of).collect();
        let mut out = Self {
            common: EntryManner {
                separator: mode(manners.iter().filter_map(|it| it.separator.clone())),
                before_equals: mode(manners.iter().filter_map(|it| it.before_equals.clone())),
                after_equals: mode(manners.iter().filter_map(|it| it.after_equals.clone())),
                case: mode(manners.iter().filter_map(|it| it.case)),
                text: mode(manners.iter().filter_map(|it| it.text)),
                numbers: mode(manners.iter().filter_map(|it| it.numbers)),
                numbers_agree: false,
            },
            newline: newline_of(text),
            spellings: HashMap::new(),
            numbers: HashMap::new(),
            neighbours: HashMap::new(),
        };
        for entry in entries {
            let mut before = NOTHING.to_owned();
            for field in &entry.fields {
                let name = field.name.to_lowercase();
                out.note(&name, field);
                let after = out.neighbours.entry(name.clone()).or_default();
                *after
                    .entry(std::mem::replace(&mut before, name))
                    .or_default() += 1;
            }
        }
        out
    }

    fn note(&mut self, name: &str, field: &FieldView<'_>) {
        let spellings = self.spellings.entry(name.to_owned()).or_default();
        *spellings.entry(field.name.to_owned()).or_default() += 1;
        let Some(part) = field.only_part() else {
            return;
        };
        let delimiters = match part {
            ValuePart::Braced(_) => Delimiters::Braces,
            ValuePart::Quoted(_) => Delimiters::Quotes,
            ValuePart::Bare(_) => Delimiters::None,
            ValuePart::Macro(_) => return,
        };
        if is_number(FieldView::text_of(part)) {
            let numbers = self.numbers.entry(name.to_owned()).or_default();
            *numbers.entry(delimiters).or_default() += 1;
        }
    }

    /// Returns the line end of most lines.
    #[must_use]
    pub fn newline(&self) -> &'static str {
        self.newline
    }

    /// Returns whether the file has a field of this name, which is in lower case, anywhere.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.spellings.contains_key(name)
    }

    /// Returns the text between two fields.
    pub(super) fn separator(&self, entry: &EntryManner) -> String {
        let known = entry.separator.as_ref().or(self.common.separator.as_ref());
        known.map_or_else(|| format!(",{}  ", self.newline), Clone::clone)
    }

    /// Returns `name = value` in the manner of the entry.
    pub(super) fn field(&self, entry: &EntryManner, name: &str, value: &str) -> String {
        self.assignment(entry, name, &self.delimited(entry, name, value))
    }

    /// Returns `name = value` for a value that has its delimiters.
    pub(super) fn assignment(&self, entry: &EntryManner, name: &str, value: &str) -> String {
        let mut out = self.spelt(entry, name);
        let default = Spacing::Gap(" ".to_owned());
        let before = entry.before_equals.as_ref();
        let before = before.or(self.common.before_equals.as_ref());
        push_spacing(&mut out, before.unwrap_or(&default));
        out.push('=');
        let after = entry.after_equals.as_ref();
        let after = after.or(self.common.after_equals.as_ref());
        push_spacing(&mut out, after.unwrap_or(&default));
        out.push_str(value);
        out
    }

    /// Returns the name as this entry would spell it.
    pub(super) fn spelt(&self, entry: &EntryManner, name: &str) -> String {
        let case = entry.case.or(self.common.case).unwrap_or(Case::Lower);
        let known = self.spellings.get(name);
        let fits = |spelling: &&String| match (case, case_of(spelling)) {
            (Case::Lower, found) => found == Some(Case::Lower),
            (_, found) => found != Some(Case::Lower),
        };
        let spelling = known.and_then(|known| {
            let fitting = known.iter().filter(|(spelling, _)| fits(spelling));
            fitting.max_by_key(|(_, count)| **count)
        });
        if let Some((spelling, _)) = spelling {
            return spelling.clone();
        }
        match case {
            Case::Lower => name.to_owned(),
            Case::Upper => name.to_uppercase(),
            Case::Capital => capitalized(name),
        }
    }

    /// Returns a value with delimiters.
    pub(super) fn delimited(&self, entry: &EntryManner, name: &str, value: &str) -> String {
        let text = entry.text.or(self.common.text);
        let text = text.unwrap_or(Delimiters::Braces);
        let delimiters = if is_number(value) {
            let of_field = self.numbers.get(name).and_then(most);
            let agreed = entry.numbers.filter(|_| entry.numbers_agree);
            agreed
                .or(of_field)
                .or(entry.numbers)
                .or(self.common.numbers)
                .unwrap_or(text)
        } else {
            text
        };
        match delimiters {
            Delimiters::None => value.to_owned(),
            Delimiters::Quotes if fits_quotes(value) => format!("\"{value}\""),
            Delimiters::Quotes | Delimiters::Braces => format!("{{{value}}}"),
        }
    }

    /// Returns the place of a new field: behind its usual neighbour in this file, or else behind the nearest
    /// one before it in the usual order; first where this file has it first, or nothing comes before it. Fields
    /// that `may_follow` refuses are passed over; `None` where no field is left.
    pub(super) fn place(
        &self,
        entry: &EntryView<'_>,
        name: &str,
        may_follow: impl Fn(usize) -> bool,
    ) -> Option<Place> {
        let found = |at: &usize| may_follow(*at);
        // A field that is removed is none to stand before.
        let first = || {
            entry
                .fields
                .first()
                .filter(|_| may_follow(0))
                .map(|_| Place::First)
        };
        if let Some(neighbours) = self.neighbours.get(name) {
            let mut neighbours: Vec<(&String, &usize)> = neighbours.iter().collect();
            neighbours.sort_by_key(|(name, count)| {
                (std::cmp::Reverse(**count), *name == NOTHING, name.as_str())
            });
            let mut places = neighbours.iter().filter_map(|(it, _)| match it.as_str() {
                NOTHING => first(),
                name => entry.position(name).filter(found).map(Place::After),
            });
            if let Some(place) = places.next() {
                return Some(place);
            }
        }
        let rank = |name: &str| ORDER.iter().position(|known| *known == name);
        let own = rank(name).unwrap_or(ORDER.len());
        let before = ORDER.iter().take(own).rev();
        let behind = before
            .filter_map(|name| entry.position(name))
            .find(found)
            .map(Place::After);
        let is_later =
            |field: &FieldView<'_>| rank(&field.name.to_lowercase()).is_some_and(|rank| rank > own);
        behind
            .or_else(|| first().filter(|_| entry.fields.first().is_some_and(is_later)))
            .or_else(|| (0..entry.fields.len()).rev().find(found).map(Place::After))
    }
}

fn push_spacing(out: &mut String, spacing: &Spacing) {
    match spacing {
        Spacing::Gap(gap) => out.push_str(gap),
        Spacing::Column(column) => {
            let blanks = column.saturating_sub(out.len()).max(1);
            out.push_str(&" ".repeat(blanks));
        }
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Whether a value can stand in quotation marks: none outside braces, and the braces are balanced.
fn fits_quotes(value: &str) -> bool {
    let mut depth = 0_usize;
    for c in value.chars() {
        match c {
            '{' => depth += 1,
            '}' | '"' if depth == 0 => return false,
            '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

fn newline_of(text: &str) -> &'static str {
    let windows = text.matches("\r\n").count();
    let all = text.matches('\n').count();
    if 2 * windows > all { "\r\n" } else { "\n" }
}
