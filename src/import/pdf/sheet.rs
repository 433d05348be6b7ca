//! Reads the sheets of a PDF from the output of `pdftohtml -xml`.

use std::collections::HashMap;

use html5gum::{HtmlString, StartTag, Token, Tokenizer};

use super::super::{Span, TextStyle};

/// One page of paper.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// Its pieces in the order in which they were set.
    pub(super) pieces: Vec<TextPiece>,
}

/// A piece of text on one line, in one type. Lengths are in the program's pixels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TextPiece {
    /// The left edge of its box, from the paper's left edge.
    pub(super) left: i32,
    /// The right edge of its box.
    pub(super) right: i32,
    /// The top of its box, from the paper's upper edge.
    pub(super) top: i32,
    /// The bottom of its box.
    pub(super) bottom: i32,
    /// The size of its type.
    pub(super) size: i32,
    /// Its text.
    pub(super) spans: Vec<Span>,
}

impl TextPiece {
    /// Returns the text without styles.
    pub(super) fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}

/// The type of pieces.
#[derive(Debug, Clone, Copy, Default)]
struct Type {
    size: i32,
    bold: bool,
    italic: bool,
}

/// Reads the sheets. Broken and unknown elements are ignored.
pub(super) fn sheets(xml: &str) -> Vec<Sheet> {
    let mut reader = SheetReader::default();
    for token in Tokenizer::new(xml) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => reader.open(&tag),
            Token::EndTag(tag) => reader.close(&tag.name),
            Token::String(text) => reader.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    reader.sheets
}

#[derive(Default)]
struct SheetReader {
    sheets: Vec<Sheet>,
    types: HashMap<String, Type>,
    /// The open piece.
    piece: Option<TextPiece>,
    style: TextStyle,
    link: Option<String>,
}

impl SheetReader {
    /// Begins a tag.
    fn open(&mut self, tag: &StartTag<()>) {
        match &**tag.name {
            b"page" => self.sheets.push(Sheet::default()),
            b"fontspec" => {
                self.types.insert(value(tag, "id"), font(tag));
            }
            b"text" => {
                let font = self.types.get(&value(tag, "font"));
                let font = font.copied().unwrap_or_default();
                self.style = TextStyle {
                    bold: font.bold,
                    italic: font.italic,
                    ..TextStyle::default()
                };
                self.link = None;
                self.piece = Some(piece(tag, font));
            }
            b"b" => self.style.bold = true,
            b"i" => self.style.italic = true,
            // URLs of files belong to the machine that made the PDF.
            b"a" => {
                self.link = Some(value(tag, "href")).filter(|href| href.starts_with("http"));
            }
            _ => {}
        }
    }

    /// Ends a tag.
    fn close(&mut self, name: &[u8]) {
        match name {
            b"a" => self.link = None,
            b"text" => {
                // Vertical text has no width: a stamp, or the side of a table.
                let is_level = |piece: &TextPiece| piece.right > piece.left;
                let full = self.piece.take();
                let full = full.filter(|piece| is_level(piece) && !piece.spans.is_empty());
                if let (Some(piece), Some(sheet)) = (full, self.sheets.last_mut()) {
                    sheet.pieces.push(piece);
                }
            }
            _ => {}
        }
    }

    /// Adds text to the open piece.
    fn text(&mut self, text: &str) {
        if let Some(piece) = &mut self.piece {
            let text: String = text.chars().flat_map(letters).collect();
            // The spaces of a stretched line may be doubled.
            let text = if text.contains("   ") {
                text
            } else {
                text.replace("  ", " ")
            };
            if !text.is_empty() {
                piece.spans.push(Span {
                    text,
                    style: self.style,
                    link: self.link.clone(),
                    formulas: Vec::new(),
                });
            }
        }
    }
}

/// Returns a piece without its text, from its tag.
fn piece(tag: &StartTag<()>, font: Type) -> TextPiece {
    let (left, top) = (number(tag, "left"), number(tag, "top"));
    let height = number(tag, "height");
    TextPiece {
        left,
        right: left + number(tag, "width"),
        top,
        bottom: top + height,
        size: if font.size > 0 { font.size } else { height },
        spans: Vec::new(),
    }
}

/// Returns a type by the name of its font, because the program only knows names with `Bold` and
/// `Italic`: `XEWJCG+CMBX10` is Computer Modern's bold, `NimbusRomNo9L-MediItal` is bold and
/// italic.
fn font(tag: &StartTag<()>) -> Type {
    let name = value(tag, "family").to_lowercase();
    let name = name.split_once('+').map_or(&*name, |(_, name)| name);
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    Type {
        size: number(tag, "size"),
        bold: says(&["bold", "black", "heavy", "-demi", "-medi"]) && !says(&["-medium"])
            || begins(&[
                "cmbx", "cmb1", "cmssbx", "sfbx", "sfb", "ecbx", "ecrb", "pplb", "ptmb", "phvb",
            ]),
        italic: says(&["ital", "obli", "slant", "-it"])
            || begins(&[
                "cmti", "cmsl", "cmssi", "cmbxti", "sfti", "sfsl", "ecti", "ecsl", "ptmri", "pplri",
            ]),
    }
}

/// Returns the value of an attribute; empty if it is missing.
fn value(tag: &StartTag<()>, name: &str) -> String {
    let value = tag.attributes.get(&HtmlString(name.as_bytes().to_vec()));
    value.map_or_else(String::new, |value| {
        String::from_utf8_lossy(&value.value).into_owned()
    })
}

/// Returns a length in whole pixels; 0 if it is invalid or longer than any paper.
fn number(tag: &StartTag<()>, name: &str) -> i32 {
    const LONGEST: f64 = 1e6;
    let length: f64 = value(tag, name).parse().unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "it is within the bounds")]
    let whole = length.clamp(-LONGEST, LONGEST).round() as i32;
    whole
}

/// Returns the letters of a character: several for a ligature, none for a control character or an
/// icon.
fn letters(c: char) -> impl Iterator<Item = char> {
    let parts = match c {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{a0}' => " ",
        _ => "",
    };
    // Symbol fonts have their bullets here.
    let is_icon = matches!(c, '\u{e000}'..='\u{f8ff}') && !matches!(c, '\u{f000}'..='\u{f0ff}');
    let itself = (parts.is_empty() && !c.is_control() && !is_icon).then_some(c);
    parts.chars().chain(itself)
}
