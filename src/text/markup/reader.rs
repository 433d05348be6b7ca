//! Reads a source's text step by step into marked characters.

use super::super::{ordinals, unlatex};
use super::elements::{self, Role};
use super::mathml;
use super::runs::{self, Atom, RunStyle};
use super::tags::{self, Form, Tag};

/// Reads a text without entities.
pub(super) fn read(text: &str) -> Vec<Atom> {
    let mut reader = MarkupReader {
        text,
        at: 0,
        atoms: Vec::new(),
        open: Vec::new(),
        unclosed: 0,
        has_tex_quotes: text.contains("``") && text.contains("''"),
    };
    reader.read();
    reader.atoms
}

/// The number of elements without an end after which no more ends are looked for.
const PATIENCE: usize = 20;

struct MarkupReader<'a> {
    text: &'a str,
    at: usize,
    atoms: Vec<Atom>,
    /// The elements that are open, with their style if they have one.
    open: Vec<(&'a str, Option<RunStyle>)>,
    /// The number of elements without an end.
    unclosed: usize,
    has_tex_quotes: bool,
}

impl<'a> MarkupReader<'a> {
    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let taken = match c {
                '<' => self.tag(),
                '$' => self.formula(),
                '\\' => self.formula() || self.tex_character(),
                '{' => self.tex_character() || self.braced_capitals(),
                '`' | '\'' if self.has_tex_quotes => self.tex_quote(),
                _ => false,
            };
            if !taken {
                let style = self.style();
                self.atoms.push(Atom::Char(c, style));
                self.at += c.len_utf8();
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the end of the element `name`, at `from` bytes or later.
    fn end_of(&mut self, name: &str, from: usize) -> Option<(usize, usize)> {
        if self.unclosed > PATIENCE {
            return None;
        }
        let end = tags::element_end(&self.rest()[from..], name);
        self.unclosed += usize::from(end.is_none());
        end
    }

    /// Returns the current style: the innermost script, or emphasis if any is open.
    fn style(&self) -> RunStyle {
        let styles = || self.open.iter().rev().filter_map(|(_, style)| *style);
        styles()
            .find(|style| matches!(style, RunStyle::Sub | RunStyle::Sup))
            .or_else(|| styles().next())
            .unwrap_or(RunStyle::Plain)
    }

    fn tag(&mut self) -> bool {
        for (open, close) in [("<!--", "-->"), ("<?", "?>")] {
            if self.rest().starts_with(open)
                && let Some(end) = self.rest().find(close)
            {
                self.at += end + close.len();
                return true;
            }
        }
        let Some(tag) = tags::tag(self.rest()) else {
            return false;
        };
        let role = elements::role(tag);
        let style = match role {
            Some(Role::Styled(style)) => Some(style),
            _ => None,
        };
        if tag.is("math") && tag.form == Form::Open && self.mathml(tag) {
            return true;
        }
        if tag.is("tex-math")
            && tag.form == Form::Open
            && self.has_mathml_beside()
            && let Some((end, length)) = self.end_of(tag.name, tag.length)
        {
            self.at += tag.length + end + length;
            return true;
        }
        if role.is_none() && !self.is_surely_a_tag(tag) {
            return false;
        }
        self.at += tag.length;
        if role == Some(Role::Block) {
            let style = self.style();
            self.atoms.push(Atom::Char(' ', style));
        }
        self.atoms.push(Atom::Edge);
        match tag.form {
            // An element that is never closed must not mark all that follows.
            Form::Open if self.end_of(tag.name, 0).is_some() => {
                self.open.push((tag.name, style));
            }
            Form::Close => {
                let opened = self.open.iter().rposition(|(name, _)| tag.is(name));
                if let Some(at) = opened {
                    self.open.remove(at);
                }
            }
            _ => {}
        }
        true
    }

    /// An unknown tag is one if it has a partner, attributes, a prefix or a slash; `List<Person>`
    /// is none.
    fn is_surely_a_tag(&mut self, tag: Tag<'_>) -> bool {
        let has_partner = match tag.form {
            Form::Open => self.end_of(tag.name, tag.length).is_some(),
            Form::Close => self.open.iter().any(|(name, _)| tag.is(name)),
            Form::Empty => true,
        };
        has_partner || tag.prefixed || !tag.attributes.is_empty()
    }

    /// JATS gives a formula twice, in TeX and in MathML, inside `<alternatives>`.
    fn has_mathml_beside(&self) -> bool {
        self.open
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("alternatives"))
            && self.rest().contains("math>")
            && self
                .text
                .match_indices('<')
                .any(|(at, _)| tags::tag(&self.text[at..]).is_some_and(|tag| tag.is("math")))
    }

    fn mathml(&mut self, tag: Tag<'_>) -> bool {
        let inside = &self.rest()[tag.length..];
        let Some((end, length)) = self.end_of(tag.name, tag.length) else {
            return false;
        };
        let tex = mathml::tex(&inside[..end]);
        let after = &inside[end + length..];
        self.at += tag.length + end + length;
        match runs::lone_script(&tex) {
            _ if tex.is_empty() => {}
            Some((style, text)) => self.push_str(&text, style),
            None => {
                if lost_blank_before(&self.atoms, &tex) {
                    self.atoms.push(Atom::Char(' ', RunStyle::Plain));
                }
                self.atoms.push(Atom::Math(tex));
                if lost_blank_after(after) {
                    self.atoms.push(Atom::Char(' ', RunStyle::Plain));
                }
            }
        }
        true
    }

    fn formula(&mut self) -> bool {
        let Some((tex, length)) = runs::formula(self.rest(), runs::is_formula) else {
            return false;
        };
        self.at += length;
        match runs::lone_script(tex) {
            Some((style, text)) => self.push_str(&text, style),
            None => self.atoms.push(Atom::Math(tex.to_owned())),
        }
        true
    }

    fn tex_character(&mut self) -> bool {
        let Some((text, length)) = unlatex::character(self.rest()) else {
            return false;
        };
        let style = self.style();
        self.push_str(&text, style);
        self.at += length;
        true
    }

    /// Reads capitals in braces, as in TeX: `{ANOVA}`.
    fn braced_capitals(&mut self) -> bool {
        let inside = &self.rest()[1..];
        let length = inside
            .find(|c: char| !(c.is_alphanumeric() || "-+/.".contains(c)))
            .unwrap_or(inside.len());
        let (inside, after) = inside.split_at(length);
        let sound = self.style() == RunStyle::Plain
            && after.starts_with('}')
            && inside.contains(char::is_uppercase);
        if sound {
            self.push_str(inside, RunStyle::Protected);
            self.at += inside.len() + 2;
        }
        sound
    }

    fn tex_quote(&mut self) -> bool {
        let style = self.style();
        for (tex, quote) in [("``", "“"), ("''", "”")] {
            if self.rest().starts_with(tex) {
                self.push_str(quote, style);
                self.at += tex.len();
                return true;
            }
        }
        false
    }

    fn push_str(&mut self, text: &str, style: RunStyle) {
        self.atoms
            .extend(text.chars().map(|c| Atom::Char(c, style)));
    }
}

/// Publishers lose the blanks around MathML (`Solitons in<mml:math>`, seen in items of the
/// American Physical Society). A whole word before a formula is parted from it; a short one with a
/// capital may be a chemical symbol.
fn lost_blank_before(atoms: &[Atom], tex: &str) -> bool {
    let word: Vec<char> = atoms
        .iter()
        .rev()
        .map_while(|atom| match atom {
            Atom::Char(c, _) if c.is_alphabetic() => Some(*c),
            _ => None,
        })
        .collect();
    let lower = word.iter().filter(|c| c.is_lowercase()).count();
    let is_word = lower >= 2 && (lower == word.len() || lower >= 3 && lower + 1 == word.len());
    is_word && !tex.starts_with(['_', '^', '{'])
}

/// As before a formula, but `<math>k</math>th` stays.
fn lost_blank_after(after: &str) -> bool {
    let word: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    let ordinal = ordinals::ENDINGS.contains(&word.as_str());
    word.chars().count() >= 2 && !ordinal && word.chars().skip(1).all(char::is_lowercase)
}
