//! The lines of a page without what is only print: bullets, numbers, running heads.

use std::collections::{BTreeMap, HashMap};

use super::{
    super::{Begins, Line, Lines, Page},
    token::{Form, Gap, Token, tokens},
};

/// A line of a list.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) at: Lines,
    /// Its words, without the mark at its head.
    pub(super) tokens: Vec<Token>,
    pub(super) mark: Option<Mark>,
    pub(super) begins: Begins,
    pub(super) indent: usize,
    /// Its length in columns, the indent included.
    pub(super) width: usize,
    /// Whether it may have been ended by nothing but the width of the page.
    pub(super) printed: bool,
    /// A year set in a column before it.
    pub(super) year: Option<i32>,
    /// Whether it stands in a text that leaves people blank between commas.
    pub(super) blanks: bool,
    /// With which of its words a column begins that is flush with the right edge of the text, if
    /// it has one.
    pub(super) column: Option<usize>,
}

/// What stands at the head of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    Bullet(char),
    /// `1.`, `[1]`, `[C12]`; the sign that closes it.
    Number(char),
    /// A year in a column.
    Year,
    /// An item by markup.
    Item,
}

impl Row {
    /// The words as they stand.
    pub(super) fn text(&self) -> String {
        super::token::text(&self.tokens)
    }

    /// Whether it is all in one of the styles that headings have.
    pub(super) fn is_set_off(&self) -> bool {
        let words = || self.tokens.iter().filter(|token| token.form == Form::Word);
        words().all(|t| t.style.bold)
            || words().all(|t| t.style.underlined)
            || words().all(|t| t.text.chars().all(|c| !c.is_lowercase()))
                && words().any(|t| t.text.chars().any(char::is_uppercase))
    }
}

/// Longer lines are cut: no entry is as long.
const LONGEST: usize = 20_000;

/// The rows of a page.
pub(super) fn rows(page: &Page) -> Vec<Row> {
    let dropped = running(&page.lines);
    let mut out = Vec::with_capacity(page.lines.len());
    let mut after_drop = false;
    for (line, dropped) in page.lines.iter().zip(dropped) {
        if dropped {
            after_drop = true;
            continue;
        }
        let mut row = row(line);
        row.printed = page.printed;
        if row.tokens.is_empty() && row.mark.is_none() {
            continue;
        }
        if std::mem::take(&mut after_drop)
            && row.begins != Begins::Item
            && !matches!(row.begins, Begins::Heading(_))
        {
            row.begins = Begins::Page;
        }
        out.push(row);
    }
    let blanks = out.iter().filter(|row| leaves_blank(row)).count();
    if blanks > 0 {
        for row in &mut out {
            row.blanks = true;
        }
    }
    if page.printed {
        columns(&mut out);
    }
    out
}

/// So many rows make a column.
const COLUMN: usize = 4;

/// Finds the columns that are flush with the right edge: in rows that end, behind a wide gap, where
/// many such rows end.
fn columns(rows: &mut [Row]) {
    let cell = |row: &Row| {
        let at = row
            .tokens
            .iter()
            .rposition(|token| token.gap == Gap::Wide)?;
        let is_short = (1..=8).contains(&(row.tokens.len() - at)) && at >= 2;
        is_short.then_some(at)
    };
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    let mut heads: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows.iter() {
        if let Some(at) = cell(row) {
            *ends.entry(row.width).or_default() += 1;
            *heads
                .entry(row.width.saturating_sub(width(&row.tokens[at..])))
                .or_default() += 1;
        }
    }
    let alike = |places: &BTreeMap<usize, usize>, place: usize| -> usize {
        let near = places.range(place.saturating_sub(1)..=place + 1);
        near.map(|(_, times)| times).sum()
    };
    for row in rows {
        if let Some(at) = cell(row) {
            let head = row.width.saturating_sub(width(&row.tokens[at..]));
            let is_flush = alike(&ends, row.width) >= COLUMN;
            // Where one column is flush with the edge, what begins below it belongs to it.
            let is_below = ends.values().any(|times| *times >= COLUMN) && alike(&heads, head) >= 2;
            row.column = (is_flush || is_below).then_some(at);
        }
    }
}

/// The columns that words take with what stands between them.
fn width(words: &[Token]) -> usize {
    let all: usize = words
        .iter()
        .map(|word| word.text.chars().count() + usize::from(word.gap != Gap::Glued))
        .sum();
    all.saturating_sub(1)
}

/// Whether a row begins with a comma, or has two with nothing between.
fn leaves_blank(row: &Row) -> bool {
    let is_comma = |token: &Token| token.form == Form::Comma;
    row.tokens.first().is_some_and(is_comma)
        || row
            .tokens
            .windows(2)
            .any(|pair| is_comma(&pair[0]) && is_comma(&pair[1]) && pair[1].gap > Gap::Glued)
}

fn row(line: &Line) -> Row {
    let mut length = 0;
    let spans: Vec<_> = line
        .spans
        .iter()
        .take_while(|span| {
            length += span.text.len();
            length <= LONGEST
        })
        .cloned()
        .collect();
    let spans = if spans.is_empty() && !line.spans.is_empty() {
        let mut first = line.spans[0].clone();
        first.text = first.text.chars().take(LONGEST).collect();
        vec![first]
    } else {
        spans
    };
    let width = line.indent
        + spans
            .iter()
            .map(|span| span.text.chars().count())
            .sum::<usize>();
    let mut tokens = tokens(&spans, line.at.first);
    let (mark, year, length) = head(&tokens, line.begins == Begins::Item);
    tokens.drain(..length);
    if let Some(first) = tokens.first_mut() {
        first.gap = Gap::Break;
    }
    Row {
        at: line.at,
        tokens,
        mark,
        begins: line.begins,
        indent: line.indent,
        width,
        year,
        printed: false,
        blanks: false,
        column: None,
    }
}

/// The mark at the head of a line, a year set in a column, and how many tokens both take.
fn head(tokens: &[Token], is_item: bool) -> (Option<Mark>, Option<i32>, usize) {
    let form = |at: usize| tokens.get(at).map(|token| token.form);
    let gap = |at: usize| tokens.get(at).map_or(Gap::Block, |token| token.gap);
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let by_markup = is_item.then_some(Mark::Item);
    let bullet = word(0)
        .chars()
        .next()
        .filter(|c| "•·-–—*►➤➢▪◦‣●○■□✓♦▸∙⁃◆❖>~+|".contains(*c));
    if let Some(sign) = bullet
        && word(0).chars().count() == 1
        && gap(1) > Gap::Glued
        && tokens.len() > 1
    {
        return (by_markup.or(Some(Mark::Bullet(sign))), None, 1);
    }
    // The ring that word processors set for a bullet comes out as a letter.
    if word(0) == "o" && is_ring(tokens) && tokens.len() > 1 {
        return (by_markup.or(Some(Mark::Bullet('o'))), None, 1);
    }
    // `[12]`, `(3)`, `[C1]`; a year in parentheses is a date.
    if form(0) == Some(Form::Open)
        && form(1) == Some(Form::Word)
        && form(2) == Some(Form::Close)
        && is_number(word(1))
    {
        let with_sign = usize::from(
            matches!(form(3), Some(Form::Period | Form::Colon)) && gap(3) == Gap::Glued,
        );
        return (by_markup.or(Some(Mark::Number(']'))), None, 3 + with_sign);
    }
    let letters = word(0).chars().filter(|c| c.is_alphabetic()).count();
    if form(0) == Some(Form::Word)
        && is_number(word(0))
        && letters <= 1
        && gap(1) == Gap::Glued
        && gap(2) > Gap::Glued
    {
        let sign = match form(1) {
            Some(Form::Period) => Some('.'),
            Some(Form::Close) => Some(')'),
            Some(Form::Colon) => Some(':'),
            _ => None,
        };
        if let Some(sign) = sign
            && tokens.len() > 2
        {
            return (by_markup.or(Some(Mark::Number(sign))), None, 2);
        }
    }
    // `2019  Title` or `2019: Title`, and a year in a cell of its own.
    if form(0) == Some(Form::Word)
        && let Some(year) = whole_year(word(0))
    {
        if gap(1) == Gap::Wide && tokens.len() > 2 {
            return (by_markup.or(Some(Mark::Year)), Some(year), 1);
        }
        if form(1) == Some(Form::Colon) && gap(2) > Gap::Glued && tokens.len() > 3 {
            return (by_markup.or(Some(Mark::Year)), Some(year), 2);
        }
    }
    (by_markup, None, 0)
}

/// Whether the blank behind the first word is wider than that between words.
fn is_ring(tokens: &[Token]) -> bool {
    tokens.get(1).is_some_and(|next| {
        next.gap == Gap::Wide
            || next.gap == Gap::Space
                && (next.form == Form::QuoteOpen || next.text.starts_with(char::is_uppercase))
    })
}

/// Whether a word numbers an item: `12`, `C3`, `J-4`, `iv` is not worth the doubt.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '-' || c == '.');
    let head = word.len() - digits.len();
    head <= 4
        && (1..=5).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() < 4 || head == 0 && whole_year(digits).is_none())
}

/// A word that is a year.
pub(super) fn whole_year(word: &str) -> Option<i32> {
    (word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
        .filter(|year| (1900..=2099).contains(year))
}

/// Which lines are page numbers, or heads and feet that run over the pages.
fn running(lines: &[Line]) -> Vec<bool> {
    let keys: Vec<Option<String>> = lines.iter().map(key).collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    for key in keys.iter().flatten() {
        *times.entry(key).or_default() += 1;
    }
    let near_page: Vec<bool> = (0..lines.len())
        .map(|at| {
            lines[at..lines.len().min(at + 4)]
                .iter()
                .enumerate()
                .any(|(ahead, line)| line.begins == Begins::Page && (ahead > 0 || at > 0))
        })
        .collect();
    let mut out = vec![false; lines.len()];
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for at in 0..lines.len() {
        let Some(key) = keys[at].as_deref() else {
            continue;
        };
        let is_repeated = times.get(key).is_some_and(|times| *times > 1);
        let before = seen.entry(key).or_default();
        *before += 1;
        let beside_pages = |other: usize| {
            keys.get(other)
                .and_then(Option::as_deref)
                .is_some_and(is_page_line)
        };
        out[at] = is_page_line(key) && lines[at].begins != Begins::Item && at > 0
            || is_number_line(key) && (near_page[at] || after_page(lines, at))
            || is_repeated && near_page[at] && *before + 1 > times[key].min(2)
            || is_repeated && near_page[at] && key.contains('#')
            || is_repeated
                && *before > 1
                && (beside_pages(at + 1) || at > 0 && beside_pages(at - 1))
            || is_repeated
                && near_page[at]
                && lines
                    .get(at + 1)
                    .is_some_and(|next| next.begins == Begins::Page || self_is_number(next));
    }
    out
}

/// Whether a page begins right before a line, or with its running head.
fn after_page(lines: &[Line], at: usize) -> bool {
    at > 0
        && lines[at.saturating_sub(1)..=at]
            .iter()
            .any(|line| line.begins == Begins::Page)
}

fn self_is_number(line: &Line) -> bool {
    key(line).is_some_and(|key| is_number_line(&key))
}

/// A short line with its numbers made alike.
fn key(line: &Line) -> Option<String> {
    let text: String = line
        .spans
        .iter()
        .flat_map(|span| span.text.chars().take(200))
        .take(200)
        .collect();
    let mut out = String::with_capacity(text.len());
    for c in text.trim().to_lowercase().chars() {
        match c {
            c if c.is_ascii_digit() && out.ends_with('#') => {}
            c if c.is_ascii_digit() => out.push('#'),
            c if c.is_whitespace() && out.ends_with(' ') => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    (out.len() <= 90).then_some(out)
}

/// `page 2 of 7`, `2 / 7`, `– 3 –`.
fn is_page_line(key: &str) -> bool {
    let has_word = [
        "page ",
        "seite ",
        "pagina ",
        "página ",
        "стр. ",
        "страница ",
    ]
    .iter()
    .any(|word| key.contains(word));
    let bare: String = key.chars().filter(|c| !c.is_whitespace()).collect();
    has_word && key.contains('#') && key.chars().count() < 60 && key.split_whitespace().count() <= 8
        || matches!(bare.as_str(), "#/#" | "-#-" | "–#–" | "—#—" | "#of#")
}

fn is_number_line(key: &str) -> bool {
    key == "#"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::plain;

    fn shown(text: &str) -> Vec<(Option<Mark>, Option<i32>, String)> {
        rows(&plain::read(text))
            .into_iter()
            .map(|row| (row.mark, row.year, row.text()))
            .collect()
    }

    #[test]
    fn marks_at_the_head() {
        for (line, mark, year, text) in [
            ("- A b", Some(Mark::Bullet('-')), None, "A b"),
            ("[12] A b", Some(Mark::Number(']')), None, "A b"),
            ("[C3]: A b", Some(Mark::Number(']')), None, "A b"),
            ("3) A b", Some(Mark::Number(')')), None, "A b"),
            ("2019     A title", Some(Mark::Year), Some(2019), "A title"),
            ("2019. A title", None, None, "2019. A title"),
            ("(2019) A title", None, None, "(2019) A title"),
            ("A. Smith", None, None, "A. Smith"),
        ] {
            assert_eq!(shown(line), [(mark, year, text.to_owned())]);
        }
    }

    #[test]
    fn running_heads_are_dropped() {
        let text = "Ann Lee\n\nOne begins\n\nAnn Lee\nCV page 2 of 3\n\nand ends.\nTwo\n\n3\n\u{c}goes on\n";
        let texts: Vec<String> = shown(text).into_iter().map(|(_, _, text)| text).collect();
        assert_eq!(
            texts,
            ["Ann Lee", "One begins", "and ends.", "Two", "goes on"]
        );
    }
}
