//! The lines of a page without what is only print: bullets, numbers, running heads.

use super::{
    super::{Begins, Line, LineRange, Page, Room},
    columns::columns,
    counted::{counted, counted_as_years},
    dashes::wrapped_dashes,
    hyphens::hyphens,
    lone_mark::{is_lone_mark, take_mark},
    running::running,
    shape::is_han,
    token::{Form, Gap, Token, tokens_of_page},
    token_text::Interner,
};
use crate::text::{fold::fold, publication_state::find_state};

/// A line of a list.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) at: LineRange,
    /// Its words, without the mark at its head.
    pub(super) tokens: Vec<Token>,
    pub(super) mark: Option<Mark>,
    /// The number in its mark.
    pub(super) number: Option<u32>,
    pub(super) begins: Begins,
    pub(super) indent: usize,
    /// How many boxes of markup were left open before it, if any ended there.
    pub(super) left: Option<usize>,
    /// Its length in columns, the indent included.
    pub(super) width: usize,
    /// How it fills its column of print, where lengths are known.
    pub(super) room: Option<Room>,
    /// Whether it may have been ended by nothing but the width of the page.
    pub(super) printed: bool,
    /// A year set in a column before it.
    pub(super) year: Option<i32>,
    /// Whether it stands in a text that leaves people blank between commas.
    pub(super) blanks: bool,
    /// With which of its words a column begins that is flush with the right edge of the text, if
    /// it has one.
    pub(super) column: Option<usize>,
    /// Whether the word that its end parts keeps its hyphen, if the page tells.
    pub(super) keeps_hyphen: Option<bool>,
    /// Whether a label was taken off it, so that its words begin a field.
    pub(super) labelled: bool,
}

/// The lines on which rows stand. Those of a page with broken markup may not be in order.
pub(super) fn lines(rows: &[Row]) -> LineRange {
    let first = rows.iter().map(|row| row.at.first).min();
    let last = rows.iter().map(|row| row.at.last).max();
    LineRange {
        first: first.unwrap_or(1),
        last: last.unwrap_or(1),
    }
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
    /// Takes its first words away, which were a label.
    pub(super) fn drop_first(&mut self, count: usize) {
        self.labelled |= count > 0;
        self.tokens.drain(..count.min(self.tokens.len()));
        self.column = self.column.and_then(|at| at.checked_sub(count));
        if let Some(first) = self.tokens.first_mut() {
            first.gap = Gap::Break;
        }
    }

    /// The words as they stand.
    pub(super) fn text(&self) -> String {
        super::token::text(&self.tokens)
    }

    /// Whether it has a status in the column where others have their year: `in press  Looms.`
    pub(super) fn begins_with_status(&self) -> bool {
        let end = self
            .tokens
            .iter()
            .skip(1)
            .position(|token| token.gap == Gap::Wide);
        end.is_some_and(|end| {
            let text = super::token::text(&self.tokens[..=end]).to_lowercase();
            find_state(&fold(&text), &text).is_some()
        })
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
    let mut lone: Option<Row> = None;
    let mut texts = Interner::default();
    for (line, dropped) in page.lines.iter().zip(dropped) {
        if dropped {
            after_drop = true;
            continue;
        }
        let mut row = row(line, &mut texts);
        row.printed = page.printed;
        if row.tokens.is_empty() && row.mark.is_none() {
            continue;
        }
        if let Some(mark) = lone.take() {
            take_mark(&mut row, &mark);
        }
        if is_lone_mark(&row) {
            lone = Some(row);
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
    counted_as_years(&mut out);
    if page.printed {
        hyphens(&mut out);
        wrapped_dashes(&mut out);
        columns(&mut out);
    }
    counted(&mut out);
    out
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

fn row(line: &Line, texts: &mut Interner) -> Row {
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
    let length = || -> usize { spans.iter().map(|span| span.text.chars().count()).sum() };
    let width = line
        .room
        .map_or_else(|| line.indent + length(), |room| room.end);
    let mut tokens = tokens_of_page(&spans, line.at.first, texts);
    let (mark, year, length) = head(&tokens, line.begins == Begins::Item);
    let marked = tokens[..length].iter();
    let number = marked
        .filter(|_| year.is_none())
        .find_map(|token| number(&token.text));
    tokens.drain(..length);
    // A year alone, by markup, stands over what follows.
    let year = match tokens.as_slice() {
        [only] if mark == Some(Mark::Item) => year.or(whole_year(&only.text)),
        _ => year,
    };
    if let Some(first) = tokens.first_mut() {
        first.gap = Gap::Break;
    }
    tokens.shrink_to_fit();
    Row {
        at: line.at,
        tokens,
        mark,
        number,
        begins: line.begins,
        indent: line.indent,
        left: line.left,
        width,
        room: line.room,
        year,
        printed: false,
        blanks: false,
        column: None,
        keeps_hyphen: None,
        labelled: false,
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
        .filter(|c| "•·-–—*►➤➢▪◦‣●○■□✓♦▸∙⁃◆❖>~+|◾▶➔⇒✔⦿◇❑❒▻\u{f0b7}\u{f0a7}\u{f0d8}\u{f076}\u{f0fc}\u{f02d}\u{f06e}".contains(*c));
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
        && (gap(2) > Gap::Glued || is_han(word(2)))
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
    // `#12 A. Lee`
    if word(0).len() > 1 && word(0).starts_with('#') && is_number(word(0)) && gap(1) > Gap::Glued {
        return (by_markup.or(Some(Mark::Number('#'))), None, 1);
    }
    // A number in a column of its own.
    if form(0) == Some(Form::Word)
        && word(0).len() <= 3
        && word(0).bytes().all(|byte| byte.is_ascii_digit())
        && gap(1) == Gap::Wide
        && form(1) == Some(Form::Word)
        && tokens.len() > 8
    {
        return (by_markup.or(Some(Mark::Number(' '))), None, 1);
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
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase() || "-.#".contains(c));
    let head = word.len() - digits.len();
    head <= 4
        && (1..=5).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() < 4 || head == 0 && whole_year(digits).is_none())
}

/// The number that a word of a mark ends with: of `C12` it is twelve.
fn number(word: &str) -> Option<u32> {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().ok()
}

/// A word that is a year.
pub(super) fn whole_year(word: &str) -> Option<i32> {
    (word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
        .filter(|year| (1900..=2099).contains(year))
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
    fn a_mark_alone_is_that_of_the_next_line() {
        assert_eq!(
            shown("•\n\nA b\n[2]\nC d\n"),
            [
                (Some(Mark::Bullet('•')), None, "A b".to_owned()),
                (Some(Mark::Number(']')), None, "C d".to_owned())
            ]
        );
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
