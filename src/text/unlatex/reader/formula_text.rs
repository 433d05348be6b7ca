//! The text of a formula: `O(n \log n)` without TeX.

use super::{Atom, RunStyle, UnlatexReader};

/// LaTeX's functions with upright names, and those that papers define likewise.
const FUNCTIONS: [&str; 38] = [
    "Pr", "arccos", "arcsin", "arctan", "arg", "argmax", "argmin", "bmod", "cos", "cosh", "cot",
    "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom", "inf", "ker", "lg", "lim", "liminf",
    "limsup", "ln", "log", "max", "min", "mod", "poly", "polylog", "sec", "sin", "sinh", "sup",
    "tan", "tanh",
];

/// The accents of formulas, with their combining characters.
const ACCENTS: [(&str, char); 13] = [
    ("acute", '\u{301}'),
    ("bar", '\u{304}'),
    ("breve", '\u{306}'),
    ("check", '\u{30c}'),
    ("ddot", '\u{308}'),
    ("dot", '\u{307}'),
    ("grave", '\u{300}'),
    ("hat", '\u{302}'),
    ("overline", '\u{304}'),
    ("tilde", '\u{303}'),
    ("vec", '\u{20d7}'),
    ("widehat", '\u{302}'),
    ("widetilde", '\u{303}'),
];

impl UnlatexReader<'_> {
    /// Reads a command of a formula: functions keep their names, accents stand on one letter, roots have their
    /// sign, and of other commands the argument is text.
    pub(super) fn formula_command(&mut self, name: &str, style: RunStyle, depth: usize) {
        if let Some((name, mark)) = ACCENTS.iter().find(|(accent, _)| *accent == name) {
            return self.accented(name, *mark, style, depth);
        }
        if name == "sqrt" {
            self.push_str("√", style);
            let from = self.atoms.len();
            self.argument(style, depth);
            // The root of one character needs no brackets.
            if self.atoms.len() > from + 1 {
                self.atoms.insert(from, Atom::Char('(', style));
                self.push_str(")", style);
            }
            return;
        }
        if !FUNCTIONS.contains(&name) {
            return self.argument(style, depth);
        }
        if matches!(self.atoms.last(), Some(Atom::Char(c, _)) if c.is_alphanumeric()) {
            self.push_str(" ", style);
        }
        self.push_str(if name == "bmod" { "mod" } else { name }, style);
        let next = self.rest.chars().next();
        if next.is_some_and(|c| c.is_alphanumeric() || c == '\\') {
            self.push_str(" ", style);
        }
    }
}
