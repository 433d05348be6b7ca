//! The text of a formula: `O(n \log n)` without TeX.

use super::{Atom, DEEPEST, RunStyle, UnlatexReader, is_combining_mark};

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
        match name {
            "sqrt" => {
                let index = self.option();
                let root = match index.as_str() {
                    "" | "2" => "√".to_owned(),
                    "3" => "∛".to_owned(),
                    "4" => "∜".to_owned(),
                    index => format!("{index}√"),
                };
                self.push_str(&root, style);
                self.operand(style, depth);
            }
            "frac" | "dfrac" | "tfrac" | "nicefrac" | "sfrac" | "cfrac" => {
                self.operand(style, depth);
                self.push_str("/", style);
                self.operand(style, depth);
            }
            "binom" | "dbinom" | "tbinom" => {
                self.push_str("(", style);
                self.operand(style, depth);
                self.push_str(" choose ", style);
                self.operand(style, depth);
                self.push_str(")", style);
            }
            "pmod" => {
                self.part_words(style);
                self.push_str("(mod ", style);
                self.operand(style, depth);
                self.push_str(")", style);
            }
            "operatorname" => {
                self.eat('*');
                self.part_words(style);
                self.argument(style, depth);
                self.part_from_next(style);
            }
            "bmod" => self.function("mod", style),
            name if FUNCTIONS.contains(&name) => self.function(name, style),
            name if self.rest.starts_with(['{', '[']) || is_silent(name) => {
                self.argument(style, depth);
            }
            // A name that somebody defined, such as `\NP`: what it prints is mostly called like it.
            name => self.function(name, style),
        }
    }

    fn function(&mut self, name: &str, style: RunStyle) {
        self.part_words(style);
        self.push_str(name, style);
        self.part_from_next(style);
    }

    /// Keeps a word from the letter before it.
    fn part_words(&mut self, style: RunStyle) {
        if matches!(self.atoms.last(), Some(Atom::Char(c, _)) if c.is_alphanumeric()) {
            self.push_str(" ", style);
        }
    }

    /// Keeps a word from the letter behind it.
    fn part_from_next(&mut self, style: RunStyle) {
        let next = self.rest.chars().next();
        if next.is_some_and(|c| c.is_alphanumeric() || c == '\\') {
            self.push_str(" ", style);
        }
    }

    /// Reads what an operator stands before: a group, a command or one character. Brackets show how far it
    /// goes, unless that is one word.
    fn operand(&mut self, style: RunStyle, depth: usize) {
        self.skip_blanks();
        let from = self.atoms.len();
        match self.rest.chars().next() {
            Some('{') => self.argument(style, depth),
            Some('\\') if depth < DEEPEST => self.command(&mut style.clone(), depth + 1),
            Some(c) if c.is_alphanumeric() => {
                self.rest = &self.rest[c.len_utf8()..];
                self.push_str(c.encode_utf8(&mut [0; 4]), style);
            }
            _ => {}
        }
        let is_part = |atom: &Atom| matches!(atom, Atom::Char(c, _) if c.is_alphanumeric() || is_combining_mark(*c));
        if !self.atoms[from..].iter().all(is_part) {
            self.atoms.insert(from, Atom::Char('(', style));
            self.push_str(")", style);
        }
    }

    /// Reads `[..]`, if there is one.
    fn option(&mut self) -> String {
        let inside = self
            .rest
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'));
        match inside {
            Some((option, rest)) if option.len() <= 8 => {
                self.rest = rest;
                option.trim().to_owned()
            }
            _ => String::new(),
        }
    }
}

/// Whether a command only says how the formula looks.
fn is_silent(name: &str) -> bool {
    const LOOKS: [&str; 34] = [
        "Big",
        "Bigg",
        "Biggl",
        "Biggr",
        "Bigl",
        "Bigm",
        "Bigr",
        "bf",
        "big",
        "bigg",
        "biggl",
        "biggr",
        "bigl",
        "bigm",
        "bigr",
        "bm",
        "boldsymbol",
        "cal",
        "displaystyle",
        "ensuremath",
        "left",
        "limits",
        "middle",
        "nolimits",
        "nonumber",
        "relax",
        "right",
        "rm",
        "scriptscriptstyle",
        "scriptstyle",
        "sf",
        "textstyle",
        "tt",
        "bb",
    ];
    name.starts_with("math") || name.starts_with("text") || LOOKS.contains(&name)
}
