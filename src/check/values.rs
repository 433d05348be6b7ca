//! Rules on the text of every field.

use unicode_normalization::UnicodeNormalization as _;

use super::dialect::Dialect;
use super::entry::CheckedField;
use super::finding::RawFinding;
use super::tokens::{commands, placed, without_commands, without_formulas};
use crate::text::latex::{self, Charset};
use crate::text::markup::plain;
use crate::text::mojibake::mended;
use crate::text::unlatex::group_length;

/// Fields that styles and programs read verbatim, without TeX.
const VERBATIM: [&str; 15] = [
    "archiveprefix",
    "biburl",
    "crossref",
    "doi",
    "eprint",
    "eprintclass",
    "eprinttype",
    "file",
    "ids",
    "isbn",
    "issn",
    "pdf",
    "primaryclass",
    "url",
    "xdata",
];

/// Checks the text of a field.
pub(super) fn check(field: &CheckedField<'_>, dialect: Dialect) -> Vec<RawFinding> {
    let mut found = Vec::new();
    let text = field.text.as_str();
    blanks(field, &mut found);
    let verbatim = VERBATIM.contains(&field.name.as_str());
    characters(field, dialect, verbatim, &mut found);
    if verbatim {
        if let Some(at) = text.find(['\\', '{', '}']) {
            let wrong = field.error(at, "D04", "TeX in a field that is read verbatim");
            let bare: String = text.chars().filter(|c| !"\\{}".contains(*c)).collect();
            found.push(wrong.fix(format!("write `{}`", bare.trim())));
        }
        return found;
    }
    entities_and_tags(field, &mut found);
    specials(field, &mut found);
    escaped_twice(field, &mut found);
    unknown_commands(field, &mut found);
    quotes(field, &mut found);
    if dialect == Dialect::Bibtex
        && ["author", "editor", "title", "booktitle"].contains(&field.name.as_str())
    {
        accents(field, &mut found);
    }
    found
}

fn blanks(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    if text.trim() != text {
        let wrong = field.error(0, "T16", "blanks at the beginning or end of the value");
        found.push(wrong.fix("remove them"));
    }
    // Every program reads a line break and the indentation after it as one blank.
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let inner = line.trim();
        if let Some(double) = inner.find("  ") {
            let place = at + line.len() - line.trim_start().len() + double;
            found.push(
                field
                    .error(place, "T16", "two blanks side by side")
                    .fix("write one"),
            );
            return;
        }
        at += line.len();
    }
}

fn characters(
    field: &CheckedField<'_>,
    dialect: Dialect,
    verbatim: bool,
    found: &mut Vec<RawFinding>,
) {
    let text = field.text.as_str();
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.is_ascii() && !text.contains(control) {
        return;
    }
    let unseen = text
        .char_indices()
        .find(|(_, c)| control(*c) || is_unseen(*c));
    if let Some((at, c)) = unseen {
        let message = format!(
            "an invisible character or pictograph (U+{:04X})",
            u32::from(c)
        );
        found.push(field.error(at, "T02", message).fix("remove it"));
    }
    if text.nfc().ne(text.chars()) {
        let wrong = field.error(0, "T03", "letters and their accents are not composed");
        found.push(wrong.fix("save the value in NFC"));
    }
    let whole = mended(text);
    if whole != text {
        let wrong = field.error(0, "T11", "UTF-8 that was decoded as Windows-1252");
        found.push(wrong.fix(format!("write `{whole}`")));
        return;
    }
    let foreign = text
        .char_indices()
        .find(|(_, c)| !c.is_ascii() && !is_unseen(*c) && !control(*c));
    let Some((at, c)) = foreign else { return };
    if verbatim {
        let message = format!("`{c}` in a field that is read verbatim");
        found.push(field.error(at, "T01", message));
    } else if dialect == Dialect::Bibtex {
        let rule = if matches!(c, '‐'..='―' | '−') {
            "T12"
        } else {
            "T01"
        };
        let wrong = field.error(
            at,
            rule,
            format!("`{c}` is not ASCII, which classic BibTeX cuts in two"),
        );
        let tex = latex::text(&c.to_string(), Charset::Ascii);
        found.push(if !latex::approximated(&c.to_string()).is_empty() {
            wrong.fix(format!(
                "use biblatex and biber, or `{tex}`, the nearest that LaTeX's fonts have"
            ))
        } else if tex.is_ascii() {
            wrong.fix(format!("write `{tex}`"))
        } else {
            wrong.fix("use biblatex and biber, or a romanised form")
        });
    }
}

fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{2009}' | '\u{200a}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{1f000}'..='\u{10ffff}')
}

/// HTML and JATS tags that services leave in titles.
const TAGS: [&str; 24] = [
    "a", "b", "bold", "br", "em", "font", "i", "inf", "italic", "math", "mi", "mn", "mo", "mrow",
    "msub", "msup", "p", "sc", "scp", "span", "strong", "sub", "sup", "tt",
];

fn entities_and_tags(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    let entity = text.match_indices('&').find_map(|(at, _)| {
        let end = text[at..].find(';').filter(|end| (3..=10).contains(end))?;
        let name = &text[at + 1..at + end];
        let number = name.strip_prefix('#').unwrap_or(name);
        number
            .chars()
            .all(|c| c.is_ascii_alphanumeric())
            .then(|| (at, &text[at..=at + end]))
    });
    if let Some((at, entity)) = entity {
        let sign = plain(entity);
        let wrong = field.error(at, "T04", format!("`{entity}` is HTML"));
        found.push(wrong.fix(format!("write `{}`", latex::text(&sign, Charset::Ascii))));
    }
    let tag = text.match_indices('<').find_map(|(at, _)| {
        let inside = text[at + 1..].strip_prefix('/').unwrap_or(&text[at + 1..]);
        let length = inside
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == ':'))
            .unwrap_or(inside.len());
        let name = inside[..length].to_ascii_lowercase();
        let known = TAGS.contains(&name.as_str())
            || ["mml:", "jats:", "ce:"]
                .iter()
                .any(|space| name.starts_with(space));
        let closes = inside[length..].find('>');
        (known && closes.is_some()).then_some((at, name))
    });
    if let Some((at, name)) = tag {
        let wrong = field.error(at, "T05", format!("`<{name}>` is HTML or XML"));
        found.push(wrong.fix(match name.as_str() {
            "i" | "em" | "italic" => "write `\\emph{..}`",
            "sup" => "write `$^{..}$`",
            "sub" | "inf" => "write `$_{..}$`",
            _ => "remove the tag",
        }));
    }
}

fn specials(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    let bare = without_commands(&without_formulas(text));
    let signs = [
        ('&', "separates columns", "write `\\&`"),
        ('%', "comments out the rest of its line", "write `\\%`"),
        ('#', "marks an argument", "write `\\#`"),
        ('_', "is a subscript", "write `\\_`"),
        ('^', "is a superscript", "write `{\\textasciicircum}`"),
    ];
    for (sign, does, fix) in signs {
        if let Some(at) = bare.find(sign) {
            let message = format!("`{sign}` {does} in TeX");
            found.push(field.error(at, "T06", message).fix(fix));
        }
    }
    let dollars = without_commands(text);
    let places: Vec<usize> = dollars.match_indices('$').map(|(at, _)| at).collect();
    if let Some(last) = places.last()
        && places.len() % 2 == 1
    {
        let wrong = field.error(*last, "T07", "a dollar sign without its partner");
        found.push(wrong.fix("write `\\$` for money"));
    }
}

fn escaped_twice(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    let dollar = text.find("textdollar");
    let twice = text
        .find("textbackslash")
        .or_else(|| dollar.filter(|at| text[*at..].contains("{\\_}")));
    if let Some(at) = twice {
        let wrong = field.error(at, "T09", "TeX that was escaped as if it were text");
        found.push(
            wrong.fix("write the formula between dollar signs, a backslash as `{$\\backslash$}`"),
        );
    }
}

fn unknown_commands(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    const UNKNOWN: [&str; 10] = [
        "mathscr",
        "unicode",
        "cyrchar",
        "less",
        "greater",
        "textvartheta",
        "mathfrak",
        "mathbb",
        "ifmmode",
        "textasciimacron",
    ];
    for (at, name) in commands(&field.text) {
        let cyrillic = name.starts_with("CYR") || name.starts_with("cyr");
        if UNKNOWN.contains(&name) || name.starts_with("Elz") || cyrillic {
            let message = format!("`\\{name}` is not defined in a plain document");
            let wrong = field.error(at, "T10", message);
            let mild = ["mathbb", "mathfrak"].contains(&name);
            found.push(if mild {
                wrong.advice().fix("write `\\mathbf`, or load amssymb")
            } else {
                wrong.fix("write the character or a formula that plain LaTeX has")
            });
            return;
        }
    }
}

fn quotes(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    if let Some(at) = without_commands(&field.text).find('"') {
        let wrong = field.error(at, "T13", "a straight quotation mark closes on both sides");
        found.push(wrong.fix("write ``..''"));
    }
}

/// Returns the length of an accent's argument: a group, or a letter or command after blanks.
fn argument(rest: &str) -> usize {
    let inside = rest.trim_start();
    let blanks = rest.len() - inside.len();
    if let Some(length) = group_length(inside) {
        return blanks + length;
    }
    let mut chars = inside.chars();
    match chars.next() {
        Some('\\') => {
            let letters = chars.take_while(char::is_ascii_alphabetic).count();
            blanks + 1 + letters
        }
        Some(c) => blanks + c.len_utf8(),
        None => 0,
    }
}

/// Reports an accent without braces of its own, which styles that abbreviate cut from its letter.
fn accents(field: &CheckedField<'_>, found: &mut Vec<RawFinding>) {
    let text = field.text.as_str();
    let bare = without_formulas(text);
    let depths = placed(text);
    for (at, name) in commands(&bare) {
        let mark = name.len() == 1 && ("\"'`^~=.".contains(name) || "uvHtcdbkr".contains(name));
        let depth = depths
            .binary_search_by_key(&at, |one| one.at)
            .map_or(1, |place| depths[place].depth);
        if mark && depth == 0 {
            let end = text.len().min(at + 6);
            let shown = text.get(at..end).unwrap_or(name);
            let wrong = field.error(
                at,
                "T14",
                format!("the accent `{shown}` has no braces of its own"),
            );
            let whole = &text[at..at + 1 + name.len() + argument(&text[at + 1 + name.len()..])];
            found.push(wrong.fix(format!(
                "write `{{{whole}}}`, the brace before the backslash"
            )));
            return;
        }
    }
}
