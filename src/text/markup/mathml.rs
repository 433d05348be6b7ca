//! Conversion of MathML to simple TeX.

use super::super::unlatex::symbols::math_command;
use super::runs::join_tex;
use super::tags::{Form, Tag, tag};

/// The greatest depth of elements; deeper ones are omitted. Real formulas in titles have five levels.
const DEEPEST: usize = 40;

/// Converts the content of `<math>` to TeX: `<msup><mi>n</mi><mn>2</mn></msup>` becomes `n^2`. If the
/// formula contains its TeX (`<annotation encoding="application/x-tex">`), that is used.
pub(super) fn tex(inside: &str) -> String {
    let mut reader = MathmlReader {
        rest: inside,
        annotation: None,
    };
    let mut out = String::new();
    while !reader.rest.is_empty() {
        out = joined([out, joined(reader.children(0))]);
        // A closing tag without partner is passed over.
        let length = tag(reader.rest).map_or(0, |tag| tag.length);
        reader.rest = &reader.rest[length..];
    }
    reader.annotation.unwrap_or(out).trim().to_owned()
}

struct MathmlReader<'a> {
    rest: &'a str,
    annotation: Option<String>,
}

impl<'a> MathmlReader<'a> {
    /// Reads elements up to the closing tag around them, which is not consumed.
    fn children(&mut self, depth: usize) -> Vec<String> {
        let mut out = Vec::new();
        while !self.rest.is_empty() {
            match tag(self.rest) {
                Some(tag) if tag.form == Form::Close => return out,
                Some(tag) => {
                    self.rest = &self.rest[tag.length..];
                    if let Some(tex) = self.element(tag, depth) {
                        out.push(tex);
                    }
                }
                None => {
                    // A `<` that opens no tag is a character like others.
                    let end = self
                        .rest
                        .char_indices()
                        .skip(1)
                        .find_map(|(at, c)| (c == '<').then_some(at))
                        .unwrap_or(self.rest.len());
                    let (text, rest) = self.rest.split_at(end);
                    self.rest = rest;
                    if !text.trim().is_empty() {
                        out.push(characters(text.trim()));
                    }
                }
            }
        }
        out
    }

    fn element(&mut self, tag: Tag<'a>, depth: usize) -> Option<String> {
        let name = tag.name.to_ascii_lowercase();
        let parts = if tag.form == Form::Empty || depth >= DEEPEST {
            Vec::new()
        } else if matches!(
            name.as_str(),
            "mi" | "mn" | "mo" | "mtext" | "ms" | "annotation"
        ) {
            let text = self.text();
            self.close(&name);
            return self.token(&name, tag.attributes, &text);
        } else {
            let parts = self.children(depth + 1);
            self.close(&name);
            parts
        };
        Some(layout(&name, tag.attributes, parts))
    }

    /// The text up to the next tag.
    fn text(&mut self) -> String {
        let end = self.rest.find('<').unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn close(&mut self, name: &str) {
        if let Some(tag) = tag(self.rest)
            && tag.form == Form::Close
            && tag.is(name)
        {
            self.rest = &self.rest[tag.length..];
        }
    }

    fn token(&mut self, name: &str, attributes: &str, text: &str) -> Option<String> {
        match name {
            "annotation" => {
                if attributes.to_ascii_lowercase().contains("tex") {
                    self.annotation = Some(text.trim_matches('$').to_owned());
                }
                None
            }
            "mi" => Some(identifier(text)),
            "mtext" | "ms" => Some(upright(text)),
            _ => Some(characters(text)),
        }
    }
}

/// Names TeX knows as functions.
const FUNCTIONS: [&str; 22] = [
    "log", "ln", "exp", "sin", "cos", "tan", "cot", "arcsin", "arccos", "arctan", "sinh", "cosh",
    "tanh", "min", "max", "sup", "inf", "lim", "det", "dim", "deg", "gcd",
];

fn identifier(text: &str) -> String {
    if FUNCTIONS.contains(&text) {
        format!("\\{text}")
    } else if text.chars().count() > 1 && text.chars().all(|c| c.is_ascii_alphabetic()) {
        upright(text)
    } else {
        characters(text)
    }
}

fn upright(text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    format!("\\mathrm{{{}}}", text.replace(['{', '}', '\\', '$'], ""))
}

/// Returns the TeX of characters in a formula. Characters without a command are kept.
fn characters(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\u{2061}'..='\u{2064}' => {}
            '−' | '‐' | '–' => out.push('-'),
            '{' | '}' | '%' | '&' | '#' | '$' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\backslash "),
            '\u{a0}' | '\u{2009}' | '\u{200a}' => out.push(' '),
            c => match math_command(c) {
                Some(command) => join_tex(&mut out, &format!("\\{command}")),
                None => join_tex(&mut out, &c.to_string()),
            },
        }
    }
    out
}

/// Joins the parts of an element.
fn layout(name: &str, attributes: &str, parts: Vec<String>) -> String {
    let part = |at: usize| parts.get(at).map_or("", String::as_str);
    match name {
        "msub" | "munder" => format!("{}_{}", base(part(0)), script(part(1))),
        "msup" => format!("{}^{}", base(part(0)), script(part(1))),
        "mover" => accented(part(0), part(1)),
        "msubsup" | "munderover" => {
            format!("{}_{}^{}", base(part(0)), script(part(1)), script(part(2)))
        }
        "mfrac" => format!("\\frac{{{}}}{{{}}}", part(0), part(1)),
        "msqrt" => format!("\\sqrt{{{}}}", joined(parts)),
        "mroot" => format!("\\sqrt[{}]{{{}}}", part(1), part(0)),
        "mspace" => " ".to_owned(),
        "mfenced" => {
            let fence = |name: &str, usual: &str| {
                attributes
                    .split_once(name)
                    .and_then(|(_, rest)| rest.split(['"', '\'']).nth(1))
                    .map_or_else(|| usual.to_owned(), characters)
            };
            let inside = parts.join(",");
            format!("{}{inside}{}", fence("open", "("), fence("close", ")"))
        }
        "mphantom" | "none" | "mprescripts" | "annotation-xml" => String::new(),
        _ => joined(parts),
    }
}

/// Returns the base of an index or power; an empty base needs a pair of braces in TeX.
fn base(part: &str) -> &str {
    if part.is_empty() { "{}" } else { part }
}

/// An index or power, in braces unless it is one character.
fn script(part: &str) -> String {
    if part.chars().count() == 1 {
        part.to_owned()
    } else {
        format!("{{{part}}}")
    }
}

fn accented(base_part: &str, over: &str) -> String {
    let command = match over {
        "¯" | "‾" | "\u{305}" | "\u{304}" => "bar",
        "^" | "ˆ" | "\u{302}" => "hat",
        "~" | "˜" | "\\sim" | "\u{303}" => "tilde",
        "\\rightarrow" | "\u{20d7}" => "vec",
        "." | "˙" | "\u{307}" => "dot",
        _ => return format!("{}^{}", base(base_part), script(over)),
    };
    format!("\\{command}{{{base_part}}}")
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    let mut out = String::new();
    for part in parts {
        join_tex(&mut out, &part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_as_publishers_deposit_them() {
        for (inside, want) in [
            ("<mml:mi mathvariant=\"italic\">N</mml:mi>", "N"),
            (
                "<mrow><mi>O</mi><mo>(</mo><msup><mi>n</mi><mn>2</mn></msup><mi>log</mi><mi>n</mi><mo>)</mo></mrow>",
                "O(n^2\\log n)",
            ),
            ("<msub><mi>ℓ</mi><mn>1</mn></msub>", "\\ell_1"),
            ("<msub><mrow/><mn>12</mn></msub>", "{}_{12}"),
            (
                "<mfrac><mn>1</mn><mi>α</mi></mfrac><mi>x</mi>",
                "\\frac{1}{\\alpha}x",
            ),
            ("<mi>α</mi><mi>x</mi>", "\\alpha x"),
            (
                "<msubsup><mi>x</mi><mi>i</mi><mo>∗</mo></msubsup>",
                "x_i^{\\ast}",
            ),
            ("<msqrt><mi>T</mi></msqrt>", "\\sqrt{T}"),
            ("<mover><mi>B</mi><mo>¯</mo></mover>", "\\bar{B}"),
            ("<mn>0</mn><mo>−</mo><mtext>eff</mtext>", "0-\\mathrm{eff}"),
            (
                "<semantics><mi>x</mi><annotation encoding=\"application/x-tex\">\\mathcal{X}</annotation></semantics>",
                "\\mathcal{X}",
            ),
            ("√s", "\\surd s"),
            ("</mi><mi>x", "x"),
            ("", ""),
        ] {
            assert_eq!(tex(inside), want, "{inside}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "<mrow>".repeat(100_000);
        assert_eq!(tex(&deep), "");
    }
}
