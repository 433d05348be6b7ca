//! The parts of a title, separated by blanks, hyphens, slashes and other punctuation.

use crate::model::{Run, Title};

/// A character of a title, or a piece of markup between characters.
#[derive(Debug)]
pub(super) enum TitleItem {
    /// A character, and whether a source protects its capital.
    Char(char, bool),
    /// The run at this place in the title: a formula, script or emphasis.
    Marked(usize),
}

/// A part of a word: letters and digits, and the signs that belong to a name (`Node.js`, `C++`).
#[derive(Debug)]
pub(super) struct Part {
    /// Its first item.
    pub start: usize,
    /// The item after its last.
    pub end: usize,
    /// Its text.
    pub text: String,
}

pub(super) fn items(title: &Title) -> Vec<TitleItem> {
    let alone = title.runs().len() == 1;
    let mut items = Vec::new();
    for (at, run) in title.runs().iter().enumerate() {
        match run {
            Run::Plain(text) => items.extend(text.chars().map(|c| TitleItem::Char(c, false))),
            Run::Protected(text) => {
                let hint = !alone && !text.trim().contains(' ');
                items.extend(text.chars().map(|c| TitleItem::Char(c, hint)));
            }
            Run::Math(_) | Run::Sub(_) | Run::Sup(_) | Run::Emph(_) => {
                items.push(TitleItem::Marked(at));
            }
        }
    }
    items
}

pub(super) fn find(items: &[TitleItem]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < items.len() {
        if !char_at(items, at).is_some_and(|c| c.is_alphanumeric() && !is_shifted(c)) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        while at < items.len() && belongs(items, at) {
            at += 1;
        }
        at = with_suffix(items, at);
        let text = (start..at).filter_map(|at| char_at(items, at)).collect();
        parts.push(Part {
            start,
            end: at,
            text,
        });
    }
    parts
}

fn char_at(items: &[TitleItem], at: usize) -> Option<char> {
    match items.get(at) {
        Some(TitleItem::Char(c, _)) => Some(*c),
        _ => None,
    }
}

fn belongs(items: &[TitleItem], at: usize) -> bool {
    let Some(c) = char_at(items, at) else {
        return false;
    };
    let before = at.checked_sub(1).and_then(|at| char_at(items, at));
    let after = char_at(items, at + 1);
    match c {
        '_' => true,
        // R&D, Sketch&Stitch, R^3: one name.
        '&' | '.' | '^' | 'ˆ' => {
            before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
        }
        // O’Sullivan, d’Alembert; not the genitive.
        '’' => before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_uppercase),
        c if is_shifted(c) => false,
        c => c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c),
    }
}

/// Superscripts and subscripts are letters and digits to Unicode, but markup to us.
pub(super) fn is_shifted(c: char) -> bool {
    matches!(c, '²' | '³' | '¹' | '⁰'..='ⁿ' | '₀'..='ₜ')
}

/// `C++`, `C#`, `A*`: signs at the end of a name that belong to it.
fn with_suffix(items: &[TitleItem], end: usize) -> usize {
    let after_letter = end > 0 && char_at(items, end - 1).is_some_and(char::is_alphabetic);
    let mut at = end;
    while after_letter && char_at(items, at).is_some_and(|c| matches!(c, '+' | '#' | '*')) {
        at += 1;
    }
    if char_at(items, at).is_some_and(char::is_alphanumeric) {
        end
    } else {
        at
    }
}

impl Part {
    pub(super) fn starts_upper(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }

    pub(super) fn has_capital(&self) -> bool {
        self.text.chars().any(char::is_uppercase)
    }

    /// One capital and nothing else: `K`, and the `Å` of `2.5 Å`.
    pub(super) fn is_single_capital(&self) -> bool {
        self.text.chars().count() == 1 && self.starts_upper()
    }

    /// Whether the source protects every character.
    pub(super) fn is_hinted(&self, items: &[TitleItem]) -> bool {
        self.has_capital()
            && items[self.start..self.end]
                .iter()
                .all(|item| matches!(item, TitleItem::Char(_, true)))
    }

    /// Returns the number of characters, from the first, with meaningful capitals; `None` for ordinary
    /// words. The s of a plural is not counted: `GPUs` has three.
    pub(super) fn meant_capitals(&self) -> Option<usize> {
        let chars: Vec<char> = self.text.chars().collect();
        let capitals = |chars: &[char]| chars.iter().filter(|c| c.is_uppercase()).count();
        let (last, stem) = chars.split_last()?;
        let is_code = |c: &char| c.is_uppercase() || c.is_ascii_digit();
        if *last == 's' && capitals(stem) >= 2 && stem.iter().all(is_code) {
            return Some(stem.len());
        }
        let inner = capitals(&chars[1..]) > 0;
        let numbered = chars.len() > 1
            && chars[0].is_uppercase()
            && chars[1..]
                .iter()
                .all(|c| c.is_ascii_digit() || matches!(c, '_' | '^' | 'ˆ'));
        let signed = chars[0].is_uppercase()
            && chars.len() > 1
            && chars[1..].iter().all(|c| matches!(c, '+' | '#' | '*'));
        let dotted = chars
            .windows(2)
            .any(|pair| pair[0] == '.' && pair[1].is_alphabetic())
            && self.has_capital();
        (inner || numbered || signed || dotted).then_some(chars.len())
    }

    /// Whether a period after the part belongs to it: `U.S.`, `Ph.D.`, `Inc.`
    pub(super) fn is_abbreviation(&self) -> bool {
        let initials = self.text.contains('.')
            && self.text.split('.').all(|piece| {
                piece.chars().count() <= 2 && piece.chars().next().is_some_and(char::is_uppercase)
            });
        initials || ["Inc", "Ltd", "Corp"].contains(&self.text.as_str())
    }
}
