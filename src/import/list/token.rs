//! A line as words and signs.

use std::rc::Rc;

use super::{
    super::{Span, TextStyle},
    address::address,
    czech, east_quotes, east_words,
    lexicon::Sort,
    row::whole_year,
    single::single_quotes,
    token_text::{Interner, TokenText},
    torn::{
        brackets_around_gaps, joined_letters, labelled_with, moved_blanks, short_with,
        spaced_ellipsis, torn_initials, touching_initials, touching_shorts,
    },
};

/// A word or a sign of an entry.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) text: TokenText,
    pub(super) form: Form,
    /// What parts it from the token before.
    pub(super) gap: Gap,
    pub(super) style: TextStyle,
    /// Where it leads.
    pub(super) link: Option<Rc<str>>,
    /// The line of the file it stands in.
    pub(super) line: usize,
}

/// What a token is by its signs alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Word,
    /// A web address, DOI or arXiv id, whole.
    Address,
    Comma,
    Semicolon,
    Colon,
    Period,
    Question,
    Dash,
    Pipe,
    Slash,
    Slashes,
    QuoteOpen,
    QuoteClose,
    Open,
    Close,
    /// A sign behind a name: `*`, `†`.
    Mark,
}

/// What stands between two tokens, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Gap {
    /// Nothing.
    Glued,
    /// A blank.
    Space,
    /// The end of a line that was full.
    Wrap,
    /// Columns.
    Wide,
    /// The end of a line that had room for more.
    Break,
    /// The end of a paragraph or of an item.
    Block,
}

impl Token {
    /// Its text, folded, if it is a word.
    pub(super) fn folded(&self) -> &str {
        match self.form {
            Form::Word => self.text.folded(),
            _ => "",
        }
    }

    /// Whether it is a word of a sort.
    pub(super) fn is(&self, sort: Sort) -> bool {
        self.form == Form::Word && self.text.is(sort)
    }
}

/// Parts a line into tokens. The gap before the first is a break; the caller knows better.
pub(super) fn tokens(spans: &[Span], line: usize) -> Vec<Token> {
    tokens_of_page(spans, line, &mut Interner::default())
}

/// The same, with the texts of the page.
pub(super) fn tokens_of_page(spans: &[Span], line: usize, texts: &mut Interner) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut gap = Gap::Break;
    let mut quotes: Vec<char> = Vec::new();
    for (at, span) in spans.iter().enumerate() {
        let blank_follows = spans
            .get(at + 1)
            .is_none_or(|next| next.text.starts_with(char::is_whitespace));
        let target: Option<Rc<str>> = span.link.as_deref().map(Rc::from);
        let mut rest = span.text.as_str();
        while !rest.is_empty() {
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                let width = rest[..blank].chars().count();
                gap = gap.max(if width >= 3 { Gap::Wide } else { Gap::Space });
                rest = &rest[blank..];
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            // What is set off ends before a period: `**Lee**.Title`
            if gap == Gap::Glued
                && !out.is_empty()
                && rest[..end].strip_prefix('.').is_some_and(begins_large)
                && out.last().is_some_and(|last| last.form == Form::Word)
            {
                out.push(Token {
                    text: texts.text("."),
                    form: Form::Period,
                    gap,
                    style: span.style,
                    link: target.clone(),
                    line,
                });
                rest = &rest[1..];
                continue;
            }
            let is_about = &rest[..end] == "~" && begins_number(&rest[end..]);
            let chunk = Chunk {
                text: &rest[..end],
                alone: gap != Gap::Glued && (end < rest.len() || blank_follows) && !is_about,
            };
            for (text, form) in chunk.parts(&mut quotes) {
                out.push(Token {
                    text: texts.text(&text),
                    form,
                    gap,
                    style: span.style,
                    link: target.clone(),
                    line,
                });
                gap = Gap::Glued;
            }
            rest = &rest[end..];
        }
    }
    brackets_around_gaps(&mut out);
    spaced_ellipsis(&mut out);
    short_with(&mut out);
    labelled_with(&mut out);
    east_words::part(&mut out);
    single_quotes(&mut out);
    moved_blanks(&mut out);
    joined_letters(&mut out);
    torn_initials(&mut out);
    touching_initials(&mut out);
    touching_shorts(&mut out);
    czech::ands(&mut out);
    east_quotes::set_apart(&mut out);
    out
}

/// Whether a text begins with a number that is no year: the `2` of `at z ~ 2`.
fn begins_number(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && whole_year(&text[..digits]).is_none()
}

/// Whether a text begins with a capital, or in a script that has none.
fn begins_large(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
}

struct Chunk<'a> {
    text: &'a str,
    /// Whether blanks stand on both sides.
    alone: bool,
}

impl Chunk<'_> {
    fn parts(&self, quotes: &mut Vec<char>) -> Vec<(String, Form)> {
        if let Some(form) = self.whole_sign() {
            return vec![(self.text.to_owned(), form)];
        }
        if let Some(parts) = address(self.text) {
            return parts;
        }
        let chars: Vec<char> = self.unmarked().chars().collect();
        let mut out = Vec::new();
        let mut word = String::new();
        let mut at = 0;
        while at < chars.len() {
            let (before, c, next) = (
                at.checked_sub(1).map(|i| chars[i]),
                chars[at],
                chars.get(at + 1).copied(),
            );
            let (form, length) = sign(before, c, next, quotes);
            match form {
                Some(form) => {
                    if !word.is_empty() {
                        out.push((std::mem::take(&mut word), Form::Word));
                    }
                    out.push((chars[at..at + length].iter().collect(), form));
                }
                None => word.push(c),
            }
            at += length;
        }
        if !word.is_empty() {
            out.push((word, Form::Word));
        }
        // Periods and the like at the end stand in the last word still.
        out.into_iter()
            .flat_map(|(text, form)| ended(text, form))
            .collect()
    }

    /// Without the mark before somebody's initial: `#A. Lee`.
    fn unmarked(&self) -> &str {
        let is_initial = |name: &&str| {
            let mut chars = name.chars();
            chars.next().is_some_and(char::is_uppercase) && chars.next() == Some('.')
        };
        self.text
            .strip_prefix('#')
            .filter(is_initial)
            .unwrap_or(self.text)
    }

    fn whole_sign(&self) -> Option<Form> {
        match self.text {
            "//" => Some(Form::Slashes),
            "|" | "‖" | "│" | "·" | "•" | "∙" | "⋅" | "/" | "-" | "–" | "—" | "―" | "−" | "--"
            | "---" | "~"
                if !self.alone =>
            {
                match self.text {
                    "|" | "‖" | "│" | "•" => Some(Form::Pipe),
                    "–" | "—" | "―" | "--" | "---" => Some(Form::Dash),
                    _ => None,
                }
            }
            "|" | "‖" | "│" | "·" | "•" | "∙" | "⋅" | "~" | "→" | "⟶" | "➔" => {
                Some(Form::Pipe)
            }
            "/" => Some(Form::Slash),
            "#" if !self.alone => Some(Form::Mark),
            _ if self.text.chars().all(is_picture) => Some(Form::Pipe),
            "-" | "–" | "—" | "―" | "−" | "--" | "---" => Some(Form::Dash),
            _ => None,
        }
    }
}

/// Whether a character is one of East Asia.
fn is_wide(c: char) -> bool {
    c >= '\u{3000}'
}

/// Whether a period between these characters ends something though no blank is behind it, as in scripts that are
/// written without blanks: `王珏.织机[J].织物学报`, `织机[J].Cloth Review`.
fn parts_wide(before: Option<char>, next: Option<char>) -> bool {
    let is_letter = |c: char| is_wide(c) && c.is_alphabetic();
    let closes = |c: char| "]］）】》」』”".contains(c);
    match (before, next) {
        (Some(before), Some(next)) => {
            is_letter(before) && (next.is_alphanumeric() || is_wide(next) || "“\"([".contains(next))
                || is_letter(next) && (before.is_alphanumeric() || closes(before) || before == ')')
                || "]］】".contains(before) && next.is_alphabetic()
                || closes(before) && is_wide(next)
        }
        _ => false,
    }
}

/// Whether a character is a small picture: a cup, a star, a sheet of paper.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b50}' | '\u{fe0f}')
        && !"★♠♦✉".contains(c)
}

/// A sign at a place within a chunk and how many characters it takes; none is part of a word.
fn sign(
    before: Option<char>,
    c: char,
    next: Option<char>,
    quotes: &mut Vec<char>,
) -> (Option<Form>, usize) {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let form = match c {
        ',' if is_digit(before) && is_digit(next) => None,
        ',' | '，' | '、' | '､' | '،' => Some(Form::Comma),
        ';' | '；' => Some(Form::Semicolon),
        '：' => Some(Form::Colon),
        ':' if next.is_none_or(|c| "\"“«„([".contains(c))
            || is_letter(next) && is_letter(before) && !next.is_some_and(|c| c.is_ascii()) =>
        {
            Some(Form::Colon)
        }
        '。' | '．' => Some(Form::Period),
        '.' if parts_wide(before, next) => Some(Form::Period),
        '(' | '[' | '{' | '（' | '［' | '【' => Some(Form::Open),
        ')' | ']' | '}' | '）' | '］' | '】' => Some(Form::Close),
        '`' if next == Some('`') => return (Some(open(quotes, '`')), 2),
        '\'' if next == Some('\'') => return (Some(close(quotes, &['`'])), 2),
        '‘' if next == Some('‘') => return (Some(open(quotes, '“')), 2),
        '’' if next == Some('’') => return (Some(close(quotes, &['“', '„', '”'])), 2),
        '“' if quotes.last() == Some(&'„') => Some(close(quotes, &['„'])),
        '«' if quotes.last() == Some(&'»') => Some(close(quotes, &['»'])),
        '„' | '“' | '«' | '‹' | '《' | '「' | '『' | '〈' => Some(open(quotes, c)),
        '»' if quotes.is_empty() && (is_letter(next) || is_digit(next)) => Some(open(quotes, c)),
        '”' => Some(close(quotes, &['“', '„', '”'])),
        '»' => Some(close(quotes, &['«'])),
        '›' | '》' | '」' | '』' | '〉' => {
            Some(close(quotes, &['‹', '《', '「', '『', '〈']))
        }
        '"' if quotes.last() != Some(&'"')
            && (before.is_none_or(|c| "([“«„‘《「".contains(c))
                || before.is_some_and(is_wide) && next.is_some_and(is_wide)) =>
        {
            Some(open(quotes, c))
        }
        '"' => Some(close(quotes, &['"'])),
        '*' | '†' | '‡' | '§' | '¶' | '∗' | '⋆' | '✉' | '＊' | '♯' | '⁎' | '☨' | '★' | '♠'
        | '♦' => Some(Form::Mark),
        '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹' if is_letter(before) => {
            Some(Form::Mark)
        }
        '^' if is_letter(before) && next.is_none_or(|c| ",;".contains(c)) => Some(Form::Mark),
        '^' if matches!(next, Some('*' | '†' | '‡' | '+' | '#')) => {
            return (Some(Form::Mark), 2);
        }
        // `Lee A.#`
        '#' if before == Some('.') && next.is_none_or(|c| ",;".contains(c)) => Some(Form::Mark),
        '#' | '+'
            if is_letter(before)
                && next.is_none_or(|c| ",;.".contains(c))
                && before.is_some_and(char::is_lowercase) =>
        {
            Some(Form::Mark)
        }
        '/' if next == Some('/') && matches!(before, Some(']' | '］' | '.')) => {
            return (Some(Form::Slashes), 2);
        }
        '|' if before.is_none() || next.is_none() => Some(Form::Pipe),
        '—' if before.is_some_and(|c| "\"”.".contains(c)) || next.is_none() => Some(Form::Dash),
        '?' | '!' | '？' | '！' if next.is_none_or(|c| !c.is_alphanumeric()) => {
            Some(Form::Question)
        }
        _ => None,
    };
    (form, 1)
}

fn open(quotes: &mut Vec<char>, sign: char) -> Form {
    quotes.push(sign);
    Form::QuoteOpen
}

/// Closes the innermost quotation that began with one of the signs.
fn close(quotes: &mut Vec<char>, signs: &[char]) -> Form {
    if let Some(at) = quotes.iter().rposition(|sign| signs.contains(sign)) {
        quotes.truncate(at);
    }
    Form::QuoteClose
}

/// Parts a period or ellipsis from the end of a word, and a colon.
fn ended(text: String, form: Form) -> Vec<(String, Form)> {
    if form != Form::Word {
        return vec![(text, form)];
    }
    let bare = text.trim_end_matches(['.', ':', '…']);
    if bare.len() == text.len() {
        return vec![(text, form)];
    }
    let tail = text[bare.len()..].to_owned();
    let sign = match tail.as_str() {
        ":" | ".:" => Form::Colon,
        _ => Form::Period,
    };
    let mut out = Vec::new();
    if !bare.is_empty() {
        out.push((bare.to_owned(), Form::Word));
    }
    out.push((tail, sign));
    out
}

/// Without the brackets around it, if it has any.
pub(super) fn bare(range: &[Token], bracketed: bool) -> &[Token] {
    if bracketed && range.len() >= 2 {
        &range[1..range.len() - 1]
    } else {
        range
    }
}

/// The text of tokens, as it would stand on one line: a line's end becomes a blank, and a word
/// parted at it is one again.
pub(super) fn text(tokens: &[Token]) -> String {
    let mut out = String::new();
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && token.gap != Gap::Glued {
            out.push(' ');
        }
        out.push_str(&token.text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::examples;

    fn parts(text: &str) -> Vec<String> {
        examples::tokens(text)
            .into_iter()
            .map(|token| token.text.to_string())
            .collect()
    }

    #[test]
    fn a_sign_before_a_number_parts_nothing() {
        let forms: Vec<Form> = examples::tokens("Wool at z ~ 2 ~ 2019")
            .iter()
            .map(|token| token.form)
            .collect();
        let word = Form::Word;
        assert_eq!(forms, [word, word, word, word, word, Form::Pipe, word]);
    }

    #[test]
    fn words_and_signs() {
        assert_eq!(
            parts("Ng, T. S.* (2020)."),
            ["Ng", ",", "T", ".", "S", ".", "*", "(", "2020", ")", "."]
        );
        assert_eq!(
            parts("“On X,” pp. 1–2"),
            ["“", "On", "X", ",", "”", "pp", ".", "1–2"]
        );
        assert_eq!(parts("doi:10.1/x(2)."), ["doi:10.1/x(2)", "."]);
        assert_eq!(
            parts("王珏, 周傲英. 机器[M]. 北京：清华"),
            [
                "王珏",
                ",",
                "周傲英",
                ".",
                "机器",
                "[",
                "M",
                "]",
                ".",
                "北京",
                "：",
                "清华"
            ]
        );
        assert_eq!(
            parts("王珏.织机[J].织物学报,v2.5 Lee.js"),
            [
                "王珏",
                ".",
                "织机",
                "[",
                "J",
                "]",
                ".",
                "织物学报",
                ",",
                "v2.5",
                "Lee.js"
            ]
        );
        assert_eq!(
            parts("2012;337(6096):816-21"),
            ["2012", ";", "337", "(", "6096", ")", ":816-21"]
        );
        assert_eq!(
            parts("NSDI '23 | A – B"),
            ["NSDI", "'23", "|", "A", "–", "B"]
        );
    }
}
