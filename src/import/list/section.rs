//! Which rows stand under headings of publications.

use super::{
    super::{Begins, LeftOut, Reason},
    cut::is_year,
    head_looks::HeadLooks,
    headings::{self, Heading, Topic},
    lexicon::{self, Sort},
    row::{Mark, Row},
    start::full_width,
    token::{Form, Gap, Token},
};
use crate::model::Kind;

/// Rows between two headings, all in the publications.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    /// The rows, as a range.
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) kind: Option<Kind>,
    pub(super) year: Option<i32>,
    pub(super) status: Option<String>,
    /// Whether the heading right above says that these are publications.
    pub(super) told: bool,
    /// The width to which its rows are filled.
    pub(super) full: usize,
}

/// The sections of a page.
#[derive(Debug, Default)]
pub(super) struct Sections {
    pub(super) list: Vec<Section>,
    /// Whether a heading says that these are publications.
    pub(super) headed: bool,
    /// The rows before the first heading of any kind.
    pub(super) preamble: usize,
    pub(super) left_out: Vec<LeftOut>,
    /// Rows under headings that name nothing that is known: what they hold tells.
    pub(super) open: Vec<Section>,
}

/// Finds the sections of publications. Where no heading names any, all that stands under no
/// other heading is one.
pub(super) fn find(rows: &[Row]) -> Sections {
    let looks = HeadLooks::of(rows);
    let heads: Vec<Option<Heading>> = (0..rows.len())
        .map(|at| heading(rows, at, &looks))
        .collect();
    let names_publications = heads
        .iter()
        .flatten()
        .any(|head| head.topic == Topic::Publications);
    let mut out = Sections {
        headed: names_publications,
        preamble: heads
            .iter()
            .position(Option::is_some)
            .unwrap_or(rows.len().min(8)),
        ..Sections::default()
    };
    let mut state = State {
        active: !names_publications,
        told: true,
        // Before the first heading may stand a list too.
        open: true,
        depth: None,
        kind: None,
        year: None,
        status: None,
    };
    let mut first = 0;
    let mut head_at = None;
    for at in 0..=rows.len() {
        let head = heads.get(at).and_then(Option::as_ref);
        if head.is_none() && at < rows.len() {
            continue;
        }
        if first < at {
            let section = || Section {
                first,
                end: at,
                kind: state.kind,
                year: state.year,
                status: state.status.clone(),
                told: state.told,
                full: full_width(&rows[first..at]),
            };
            if state.open && !state.active && may_list(&rows[first..at]) {
                out.open.push(section());
            }
            if state.active {
                out.list.push(section());
            } else if let Some(left_out) = head_at.and_then(|head| passage(rows, head, first, at)) {
                out.left_out.push(left_out);
            }
        }
        if let Some(head) = head {
            state.enter(head, depth(&rows[at]), names_publications);
            if head.topic != Topic::Years {
                head_at = Some(at);
            }
        }
        first = at + 1;
    }
    out
}

/// Whether rows may hold publications: two of them at least have a year or an address.
fn may_list(rows: &[Row]) -> bool {
    let is_dated = |row: &&Row| {
        row.tokens.iter().any(|token| {
            token.form == Form::Address || token.link.is_some() || is_year(&token.text)
        })
    };
    rows.iter().filter(is_dated).take(2).count() == 2
}

/// How deep a heading is; those of a plain text are alike.
fn depth(row: &Row) -> u8 {
    match row.begins {
        Begins::Heading(level) => level,
        _ => 7,
    }
}

struct State {
    active: bool,
    told: bool,
    /// Whether the heading says neither that these are publications nor that they are none.
    open: bool,
    /// How deep the heading of the publications is.
    depth: Option<u8>,
    kind: Option<Kind>,
    year: Option<i32>,
    status: Option<String>,
}

impl State {
    fn enter(&mut self, head: &Heading, depth: u8, names_publications: bool) {
        if head.topic != Topic::Years {
            self.open = head.topic == Topic::Open;
            self.told = head.topic != Topic::Open;
        }
        match head.topic {
            Topic::Years => {
                self.year = head.year;
                return;
            }
            Topic::Publications => {
                self.active = true;
                // A heading below that of the publications is one of their parts.
                if self.depth.is_none_or(|own| depth <= own) {
                    self.depth = Some(depth);
                }
            }
            Topic::Other => self.active = false,
            Topic::Part => {}
            Topic::Open => {
                let is_below = self.depth.is_some_and(|own| depth > own);
                self.active = if head.status.is_some() && self.depth.is_some() {
                    true
                } else if names_publications {
                    self.active && is_below
                } else {
                    self.active
                };
            }
        }
        self.kind = head.kind;
        self.status = head.status.clone();
        self.year = None;
    }
}

/// The heading that a row is, if it is one.
fn heading(rows: &[Row], at: usize, looks: &HeadLooks) -> Option<Heading> {
    let row = &rows[at];
    // What is added in brackets may be long.
    let mut depth = 0_usize;
    let length = row
        .tokens
        .iter()
        .filter(|token| {
            match token.form {
                Form::Open => depth += 1,
                Form::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.form == Form::Word
        })
        .count();
    let has_address = row.tokens.iter().any(|token| token.form == Form::Address);
    if row.tokens.is_empty() || length > 14 || has_address {
        return None;
    }
    if is_column_head(rows, at) {
        return Some(headings::read("Publications"));
    }
    let text = headings::bare(&row.text());
    let mut head = headings::read(&text);
    if head.topic == Topic::Open && is_part(rows, at) {
        head.topic = Topic::Part;
    }
    if let Begins::Heading(_) = row.begins {
        // A title set as a heading has its authors below it, a heading the first title.
        let is_over_title = rows.get(at + 1).is_some_and(Row::is_set_off);
        let is_title = length >= 5 && head.sureness < 0.4 && !is_over_title
            || head.topic == Topic::Open && rows.get(at + 1).is_some_and(has_names);
        return (!is_title).then_some(head);
    }
    // A row that goes over all columns of a table may say what stands in the next ones.
    let is_table_head = row.mark == Some(Mark::Item)
        && row.is_set_off()
        && row.indent == 0
        && !row.tokens.iter().any(|token| token.gap == Gap::Wide)
        && rows.get(at + 1).is_some_and(has_columns)
        && head.sureness >= 0.9;
    if is_table_head {
        return Some(head);
    }
    let allowed_mark = matches!(row.mark, None | Some(Mark::Number(_)));
    let ends_sentence = row
        .tokens
        .last()
        .is_some_and(|token| matches!(token.form, Form::Period | Form::Comma | Form::Semicolon));
    let begins_lower = row.tokens[0].text.starts_with(char::is_lowercase);
    if !allowed_mark || begins_lower || ends_sentence || text.chars().count() > 80 || length > 10 {
        return None;
    }
    let next_begins = rows
        .get(at + 1)
        .is_none_or(|next| next.begins != Begins::Nothing || next.mark.is_some());
    let alone = row.begins != Begins::Nothing && row.mark.is_none();
    if row.tokens.iter().any(|token| token.link.is_some()) {
        return None;
    }
    let all_words_are_buttons = row
        .tokens
        .iter()
        .all(|token| lexicon::is(&token.folded, Sort::Button) || token.form != Form::Word);
    if all_words_are_buttons && length > 1 {
        return None;
    }
    let takes = match head.topic {
        Topic::Years => alone && (next_begins || row.is_set_off()),
        Topic::Open => alone && next_begins && ends_list(rows, at, length),
        Topic::Part => alone && next_begins && length <= 6,
        // A line of a CV may be an entry that is all venue: `Preprint`, `PhD thesis`.
        _ if row.mark.is_some() => {
            head.sureness >= 0.9 && row.begins != Begins::Nothing && next_begins && length <= 4
        }
        _ if alone => {
            head.sureness >= 0.6 && (next_begins || head.sureness >= 0.75)
                || head.sureness >= 0.4 && head.is_plain && row.is_set_off()
                || head.sureness >= 0.5 && head.is_plain && length <= 4 && next_begins
        }
        _ => {
            head.sureness >= 1.0
                && length <= 4
                && !all_words_are_buttons
                && (head.topic == Topic::Other
                    || is_plural(&text) && row.is_set_off()
                    || at == 0
                    || text.to_lowercase().starts_with("publication"))
        }
    };
    // In an outline whose other headings are known, a number makes a heading.
    let takes = takes || alone && next_begins && length <= 8 && is_part(rows, at);
    let takes = takes || looks.has(row) && head.topic != Topic::Years;
    takes.then_some(head)
}

/// The names of the columns of a list, over it or below each other: `TITLE CITED BY YEAR`.
fn is_column_head(rows: &[Row], at: usize) -> bool {
    const COLUMNS: [&str; 4] = ["title", "cited", "by", "year"];
    let words = |row: &Row| {
        let is_all = row
            .tokens
            .iter()
            .all(|token| COLUMNS.contains(&token.folded.as_str()));
        if is_all { row.tokens.len() } else { 0 }
    };
    let from = (0..=at)
        .rev()
        .take_while(|at| words(&rows[*at]) > 0)
        .last()
        .unwrap_or(at);
    words(&rows[at]) > 0
        && rows[from..]
            .iter()
            .take(COLUMNS.len())
            .map(words)
            .take_while(|words| *words > 0)
            .sum::<usize>()
            >= 3
}

/// Whether a row has a number in an outline of which other rows are headings.
fn is_part(rows: &[Row], at: usize) -> bool {
    let is_outlined = |row: &Row| {
        let is_sign = |token: &Token| matches!(token.form, Form::Comma | Form::Semicolon);
        row.mark.is_none()
            && row.begins != Begins::Nothing
            && (3..=10).contains(&row.tokens.len())
            && row.tokens[1].form == Form::Period
            && row.tokens[0].text.len() <= 4
            && !row.tokens.iter().any(is_sign)
            && headings::is_outlined(&row.text())
    };
    is_outlined(&rows[at])
        && rows[..at]
            .iter()
            .rev()
            .take(OUTLINE)
            .filter(|row| is_outlined(row))
            .any(|row| headings::read(&row.text()).sureness >= 0.6)
}

/// How far a heading of the same outline is looked for, in rows.
const OUTLINE: usize = 400;

fn has_columns(row: &Row) -> bool {
    row.mark.is_some()
        && (row.year.is_some() || row.tokens.iter().any(|token| token.gap == Gap::Wide))
}

fn is_plural(text: &str) -> bool {
    text.trim_end_matches(':')
        .ends_with(['s', 'S', 'n', 'N', 'e', 'i'])
}

/// A short line in capitals, of words that no heading is known by, in a text where headings are set
/// so.
fn ends_list(rows: &[Row], at: usize, length: usize) -> bool {
    let row = &rows[at];
    let head = headings::read(&row.text());
    if head.status.is_some() {
        return length <= 4 && row.begins != Begins::Nothing;
    }
    length <= 3
        && row.is_set_off()
        && row.tokens.iter().all(|token| {
            token.form == Form::Word && !token.text.bytes().any(|b| b.is_ascii_digit())
        })
        && rows[..at].iter().any(|other| {
            other.is_set_off()
                && other.begins == Begins::Paragraph
                && headings::read(&other.text()).topic == Topic::Publications
                && other.tokens.len() <= 6
        })
}

/// Whether a row has the look of a list of names: several commas and hardly a small word.
fn has_names(row: &Row) -> bool {
    let commas = row
        .tokens
        .iter()
        .filter(|token| token.form == Form::Comma)
        .count();
    let small = row
        .tokens
        .iter()
        .filter(|token| token.form == Form::Word && token.text.chars().all(char::is_lowercase))
        .count();
    commas >= 1 && small <= 1 + commas / 3
}

/// A passage under a heading of other things, if it has the look of a list of works.
fn passage(rows: &[Row], head: usize, first: usize, end: usize) -> Option<LeftOut> {
    let looks_so = rows[first..end].iter().any(|row| {
        row.tokens.iter().any(|token| {
            token.form == Form::QuoteOpen || super::row::whole_year(&token.text).is_some()
        }) || row.tokens.len() > 7
    });
    looks_so.then(|| LeftOut {
        at: super::row::lines(&rows[head..end]),
        text: rows[head].text().chars().take(80).collect(),
        reason: Reason::OtherSection,
    })
}
