//! Reads LaTeX step by step into marked characters.

mod character;
mod element;
mod formula_text;

use unicode_normalization::char::is_combining_mark;

use super::super::markup::runs::{self, Atom, RunStyle};
use super::group::group_length;
use super::packages;
use super::symbols;

pub(in crate::text) use character::character;

/// The greatest depth of groups; deeper braces are ignored. Real titles have three levels, and the
/// stack must suffice for any file.
const DEEPEST: usize = 60;

/// Commands whose argument is not printed.
const SILENT: [&str; 10] = [
    "noopsort",
    "footnote",
    "thanks",
    "label",
    "cite",
    "textcolor",
    "color",
    "vspace",
    "hspace",
    "phantom",
];

pub(super) struct UnlatexReader<'a> {
    rest: &'a str,
    atoms: Vec<Atom>,
    /// The number of HTML elements without an end.
    unclosed: usize,
    /// Whether a lone opening quote waits for its partner.
    quote_open: bool,
    with_math: bool,
}

impl<'a> UnlatexReader<'a> {
    /// Reads a whole value.
    pub(super) fn read(latex: &'a str) -> Vec<Atom> {
        Self::over(latex, true).run(RunStyle::Plain)
    }

    /// Reads the inside of a formula as if it were text.
    pub(super) fn read_text(tex: &'a str) -> Vec<Atom> {
        Self::over(tex, false).run(RunStyle::Plain)
    }

    fn over(rest: &'a str, with_math: bool) -> Self {
        Self {
            rest,
            atoms: Vec::new(),
            unclosed: 0,
            quote_open: false,
            with_math,
        }
    }

    fn run(mut self, style: RunStyle) -> Vec<Atom> {
        while !self.rest.is_empty() {
            self.group(style, 0);
            // A closing brace without partner is passed over.
            self.eat('}');
        }
        self.atoms
    }

    /// Reads up to the closing brace, which is not consumed.
    fn group(&mut self, mut style: RunStyle, depth: usize) {
        while let Some(c) = self.rest.chars().next() {
            match c {
                '}' => return,
                '{' => {
                    self.eat('{');
                    self.braces(style, depth);
                }
                '\\' if self.rest.starts_with("\\(") && self.formula() => {}
                '\\' => self.command(&mut style, depth),
                '$' if self.formula() => {}
                '<' if self.element(style, depth) => {}
                _ => self.character(c, style),
            }
        }
    }

    /// Reads a group after its opening brace.
    fn braces(&mut self, style: RunStyle, depth: usize) {
        if depth >= DEEPEST {
            return;
        }
        let is_special = self.rest.starts_with('\\') && !self.rest.starts_with("\\(");
        let inner = if style == RunStyle::Plain && !is_special && self.with_math {
            RunStyle::Protected
        } else {
            style
        };
        let from = self.atoms.len();
        self.group(inner, depth + 1);
        self.eat('}');
        if inner != style {
            settle_protection(&mut self.atoms[from..]);
        }
    }

    fn formula(&mut self) -> bool {
        let is_money = |inside: &str, after: Option<char>| {
            inside.starts_with(|c: char| c.is_ascii_digit())
                && after.is_some_and(|c| c.is_ascii_digit())
        };
        if !self.with_math {
            return false;
        }
        let Some((inside, length)) = runs::formula(self.rest, |i, after| !is_money(i, after))
        else {
            return false;
        };
        self.rest = &self.rest[length..];
        self.push_formula(inside);
        true
    }

    fn push_formula(&mut self, tex: &str) {
        if let Some((style, text)) = runs::lone_script(tex) {
            self.push_str(&text, style);
        } else if let Some(atoms) = only_a_package(tex) {
            self.atoms.extend(atoms);
        } else {
            let tex = tex.replace("\\ce{", "\\mathrm{");
            self.atoms.push(Atom::Math(tex));
        }
    }

    /// Reads one character or ligature of plain text.
    fn character(&mut self, c: char, style: RunStyle) {
        for (ligature, text) in [
            ("---", "—"),
            ("--", "–"),
            ("``", "“"),
            ("''", "”"),
            ("~", " "),
        ] {
            if self.rest.starts_with(ligature) {
                self.rest = &self.rest[ligature.len()..];
                return self.push_str(text, style);
            }
        }
        self.rest = &self.rest[c.len_utf8()..];
        let next_is_letter = self.rest.starts_with(char::is_alphabetic);
        let c = match c {
            '`' => {
                self.quote_open = true;
                '‘'
            }
            '\'' if self.quote_open && !next_is_letter => {
                self.quote_open = false;
                '’'
            }
            c => c,
        };
        self.atoms.push(Atom::Char(c, style));
    }

    /// Reads one command; a change of font is valid to the end of the group.
    fn command(&mut self, style: &mut RunStyle, depth: usize) {
        let name = self.command_name();
        let letters = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if let Some(mark) = symbols::accent(name) {
            return self.accented(name, mark, *style, depth);
        }
        let length = self.rest.len();
        if letters {
            self.skip_blanks();
        }
        if let Some(text) = symbols::symbol(name) {
            // A relation in the text of a formula keeps the blanks on both its sides.
            let is_spaced = !self.with_math
                && self.rest.len() < length
                && matches!(self.atoms.last(), Some(Atom::Char(' ', _)));
            self.push_str(&text, *style);
            if is_spaced {
                self.push_str(" ", *style);
            }
            return;
        }
        match name {
            "" => {}
            "em" | "it" | "itshape" | "sl" | "slshape" => *style = RunStyle::Emph,
            "emph" | "textit" | "textsl" => self.argument(RunStyle::Emph, depth),
            "textsuperscript" | "up" => self.argument(RunStyle::Sup, depth),
            "textsubscript" => self.argument(RunStyle::Sub, depth),
            "enquote" | "mkbibquote" => {
                self.push_str("“", *style);
                self.argument(*style, depth);
                self.push_str("”", *style);
            }
            "ensuremath" => {
                let tex = self.raw_argument();
                self.push_formula(tex);
            }
            "url" | "path" | "nolinkurl" => {
                let address = packages::address(self.raw_argument());
                self.push_str(&address, *style);
            }
            "ce" => {
                let formula = self.raw_argument();
                self.atoms.extend(packages::chemistry(formula, *style));
            }
            "num" => self.argument(*style, depth),
            "si" | "unit" => {
                let unit = packages::unit(self.raw_argument());
                self.push_str(&unit, *style);
            }
            "SI" | "qty" => {
                self.argument(*style, depth);
                let unit = packages::unit(self.raw_argument());
                self.push_str(" ", *style);
                self.push_str(&unit, *style);
            }
            "unicode" | "symbol" => {
                let code = self.raw_argument().trim().parse::<u32>().ok();
                let c = code.and_then(char::from_u32);
                self.atoms.extend(c.map(|c| Atom::Char(c, *style)));
            }
            "href" => {
                self.raw_argument();
                self.argument(*style, depth);
            }
            // The second argument is what a bookmark shows of the first.
            "texorpdfstring" => {
                self.argument(*style, depth);
                self.raw_argument();
            }
            name if SILENT.contains(&name) => {
                self.raw_argument();
            }
            _ if letters && !self.with_math => self.formula_command(name, *style, depth),
            _ if letters => self.argument(*style, depth),
            "!" | "/" | "-" | "*" | "@" | "(" | ")" | "[" | "]" => {}
            "\\" | "," | ";" | ":" | ">" => self.atoms.push(Atom::Char(' ', *style)),
            // `\&`, `\%` and the like print the sign, and a backslash before a blank that blank.
            _ => self.push_str(name, *style),
        }
    }

    /// Reads a command name: letters or one other character.
    fn command_name(&mut self) -> &'a str {
        let rest = &self.rest[1..];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let end = if letters > 0 {
            letters
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        self.rest = &rest[end..];
        &rest[..end]
    }

    /// Puts a mark on the next letter: `\'e`, `\'{\i}`, `\~{\^e}`, `\c c`.
    fn accented(&mut self, name: &str, mark: char, style: RunStyle, depth: usize) {
        let from = self.atoms.len();
        self.skip_blanks();
        match self.rest.chars().next() {
            Some('{') if depth < DEEPEST => {
                self.eat('{');
                let blanks = self.rest.len() - self.rest.trim_start().len();
                self.rest = &self.rest[blanks..];
                self.group(style, depth + 1);
                self.eat('}');
            }
            Some('\\') if depth < DEEPEST => self.command(&mut style.clone(), depth + 1),
            Some(c) if c != '}' && c != '{' && c != '\\' => {
                self.rest = &self.rest[c.len_utf8()..];
                self.atoms.push(Atom::Char(c, style));
            }
            _ => {}
        }
        let Some(Atom::Char(base, _)) = self.atoms.get_mut(from) else {
            // `\~{}` and `\^{}` print the bare sign.
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) && name != "." && name != "=" {
                self.push_str(name, style);
            }
            return;
        };
        match *base {
            'ı' => *base = 'i',
            'ȷ' => *base = 'j',
            c if !c.is_alphabetic() => return,
            _ => {}
        }
        let marks = self.atoms[from + 1..]
            .iter()
            .take_while(|atom| matches!(atom, Atom::Char(c, _) if is_combining_mark(*c)))
            .count();
        self.atoms.insert(from + 1 + marks, Atom::Char(mark, style));
    }

    /// Reads an argument in braces, if there is one.
    fn argument(&mut self, style: RunStyle, depth: usize) {
        self.skip_option();
        if depth < DEEPEST && self.eat('{') {
            self.group(style, depth + 1);
            self.eat('}');
        }
    }

    /// Returns an argument in braces verbatim.
    fn raw_argument(&mut self) -> &'a str {
        self.skip_option();
        if !self.rest.starts_with('{') {
            return "";
        }
        let end = group_length(self.rest).unwrap_or(self.rest.len());
        let whole = &self.rest[..end];
        self.rest = &self.rest[end..];
        let inside = &whole[1..];
        inside.strip_suffix('}').unwrap_or(inside)
    }

    /// Skips `[..]` before braces.
    fn skip_option(&mut self) {
        if self.rest.starts_with('[')
            && let Some(end) = self.rest.find(']')
            && self.rest[end + 1..].starts_with('{')
        {
            self.rest = &self.rest[end + 1..];
        }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn push_str(&mut self, text: &str, style: RunStyle) {
        self.atoms
            .extend(text.chars().map(|c| Atom::Char(c, style)));
    }
}

/// What is written, where a formula is nothing but a command that packages have for text:
/// `$\ce{H2O}$`.
fn only_a_package(tex: &str) -> Option<Vec<Atom>> {
    const COMMANDS: [&str; 6] = ["\\ce{", "\\SI{", "\\qty{", "\\si{", "\\unit{", "\\num{"];
    let tex = tex.trim();
    COMMANDS.iter().find(|command| tex.starts_with(**command))?;
    let mut reader = UnlatexReader::over(tex, false);
    reader.command(&mut RunStyle::Plain, DEEPEST - 3);
    reader.rest.is_empty().then_some(reader.atoms)
}

/// Keeps the protection only where there are capitals to protect, and never on a final colon:
/// in `{BERT:}` it would hide the colon from BibTeX's rule that keeps the capital after one.
fn settle_protection(atoms: &mut [Atom]) {
    let has_capital = atoms
        .iter()
        .any(|atom| matches!(atom, Atom::Char(c, RunStyle::Protected) if c.is_uppercase()));
    if !has_capital {
        for atom in atoms.iter_mut() {
            if let Atom::Char(_, style @ RunStyle::Protected) = atom {
                *style = RunStyle::Plain;
            }
        }
    } else if let Some(Atom::Char(':', style)) = atoms.last_mut() {
        *style = RunStyle::Plain;
    }
}
