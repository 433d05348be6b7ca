//! Validation of a source's TeX before it becomes part of a record.

mod boxes;

use super::append::push;
use super::commands::{self, CommandKind, PACKAGES, SWITCHES};
use super::symbols;

/// Returns the TeX of a formula, without dollar signs, for documents without packages: characters
/// become macros, and alphabets of packages become those of base LaTeX.
///
/// `None` if base LaTeX can't print it or would do more than print it: other commands (`\input`, an
/// author's `\alg`), environments, unbalanced braces or `\left`, an empty script.
#[must_use]
pub fn formula(tex: &str) -> Option<String> {
    if tex.len() > LONGEST || !is_balanced(tex) {
        return None;
    }
    let mut reader = FormulaReader {
        rest: tex,
        out: String::new(),
        depth: 0,
    };
    reader.maths(Close::End)?;
    let out = reader.out.split_whitespace().collect::<Vec<_>>().join(" ");
    (!out.is_empty() && is_balanced(&out)).then_some(out)
}

/// The greatest length of a formula in bytes.
const LONGEST: usize = 4_000;

/// The greatest depth of groups in a formula.
const DEEPEST: usize = 30;

/// The end of a part in math mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Close {
    End,
    Brace,
    Bracket,
    /// `\)`
    Paren,
    Dollar,
}

/// The scripts of the last symbol.
#[derive(Debug, Clone, Copy, Default)]
struct Scripts {
    sup: bool,
    sub: bool,
    /// Whether the last is a prime, which an upper script may follow.
    prime: bool,
}

struct FormulaReader<'a> {
    rest: &'a str,
    out: String,
    depth: usize,
}

impl<'a> FormulaReader<'a> {
    /// Reads mathematics up to its end, which is skipped.
    fn maths(&mut self, close: Close) -> Option<()> {
        let mut scripts = Scripts::default();
        let mut fences = 0_usize;
        let mut between = false;
        loop {
            let Some(c) = self.rest.chars().next() else {
                return (close == Close::End && fences == 0).then_some(());
            };
            let closes = match close {
                Close::End => false,
                Close::Brace => c == '}',
                Close::Bracket => c == ']',
                Close::Paren => self.rest.starts_with("\\)"),
                Close::Dollar => c == '$',
            };
            if closes {
                let length = if close == Close::Paren { 2 } else { 1 };
                self.rest = &self.rest[length..];
                return (fences == 0).then_some(());
            }
            match c {
                '}' => return None,
                '$' => self.skip(c),
                c if c.is_whitespace() => {
                    self.skip(c);
                    self.out.push(' ');
                    scripts.prime = false;
                }
                '^' | '_' => {
                    self.skip(c);
                    self.mark(c, &mut scripts);
                    self.argument()?;
                }
                '\'' => {
                    self.skip(c);
                    if scripts.sup && !scripts.prime {
                        self.out.push_str("{}");
                        scripts = Scripts::default();
                    }
                    self.out.push('\'');
                    (scripts.sup, scripts.prime) = (true, true);
                }
                '\\' => {
                    let name = self.command_name()?;
                    match commands::kind(name) {
                        Some(CommandKind::Fence) => {
                            match name {
                                "left" => fences += 1,
                                "right" => fences = fences.checked_sub(1)?,
                                _ if fences == 0 => return None,
                                _ => {}
                            }
                            self.sized(name)?;
                        }
                        Some(CommandKind::Between) if !between && fences == 0 => {
                            between = true;
                            self.command(name);
                        }
                        Some(CommandKind::Layout) => continue,
                        kind => self.applied(name, kind)?,
                    }
                    scripts = Scripts::default();
                }
                c => {
                    if let Some((mark, text)) = self.shifted() {
                        self.mark(mark, &mut scripts);
                        self.out.push_str(&text);
                    } else {
                        self.character(c)?;
                        scripts = Scripts::default();
                    }
                }
            }
        }
    }

    /// Writes `^` or `_`, on an empty group if the last symbol has such a script.
    fn mark(&mut self, mark: char, scripts: &mut Scripts) {
        let taken = match mark {
            '^' => scripts.sup && !scripts.prime,
            _ => scripts.sub,
        };
        if taken {
            self.out.push_str("{}");
            *scripts = Scripts::default();
        }
        self.out.push(mark);
        scripts.prime = false;
        scripts.sup |= mark == '^';
        scripts.sub |= mark == '_';
    }

    /// Writes characters that are scripts themselves (`¹⁸`, `°`), as a mark with its argument.
    fn shifted(&mut self) -> Option<(char, String)> {
        let mut found: Option<(char, String)> = None;
        while let Some(c) = self.rest.chars().next()
            && !c.is_ascii()
            && let Some(sign) = symbols::math(c)
            && let Some(mark) = sign
                .chars()
                .next()
                .filter(|c| matches!(c, '^' | '_' | '\''))
        {
            let (mark, text) = if mark == '\'' {
                ('^', "\\prime".repeat(sign.len()))
            } else {
                (mark, sign[1..].to_owned())
            };
            match &mut found {
                Some((own, before)) if *own == mark => push(before, &text),
                Some(_) => break,
                None => found = Some((mark, text)),
            }
            self.skip(c);
        }
        found.map(|(mark, text)| {
            if text.chars().count() == 1 {
                (mark, text)
            } else {
                (mark, format!("{{{text}}}"))
            }
        })
    }

    /// Writes a character that is no script.
    fn character(&mut self, c: char) -> Option<()> {
        if c == '{' {
            return self.group();
        }
        self.skip(c);
        match c {
            '%' | '#' | '&' => self.out.extend(['\\', c]),
            c if c.is_control() => return None,
            c if c.is_ascii() => push(&mut self.out, c.encode_utf8(&mut [0; 4])),
            c => match symbols::math(c) {
                Some(sign) => push(&mut self.out, &sign),
                None => self.boxed(c),
            },
        }
        Some(())
    }

    /// Writes a letter that math mode does not have.
    fn boxed(&mut self, c: char) {
        let letter = super::lone(c);
        self.out.extend(["\\mbox{", &letter, "}"]);
    }

    /// Reads `{..}`; a font switch at its beginning becomes a command.
    fn group(&mut self) -> Option<()> {
        self.skip('{');
        self.out.push('{');
        let inside = self.rest.trim_start();
        let switch = SWITCHES.iter().find_map(|(name, command)| {
            let rest = inside.strip_prefix('\\')?.strip_prefix(name)?;
            (!rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some((*command, rest))
        });
        if let Some((command, rest)) = switch {
            self.rest = rest.trim_start();
            self.out.extend(["\\", command, "{"]);
        }
        self.within(|reader| reader.maths(Close::Brace))?;
        self.out.push_str(if switch.is_some() { "}}" } else { "}" });
        Some(())
    }

    /// Reads the argument of a script or a command: a group or one token.
    fn argument(&mut self) -> Option<()> {
        self.skip_blanks();
        let c = self.rest.chars().next()?;
        match c {
            '{' => self.group(),
            '\'' => {
                self.skip(c);
                self.command("prime");
                Some(())
            }
            '\\' => {
                let name = self.command_name()?;
                match commands::kind(name) {
                    Some(CommandKind::Sign) => {
                        self.command(name);
                        Some(())
                    }
                    None if "%#&$_{}|".contains(name) => self.applied(name, None),
                    kind => {
                        self.out.push('{');
                        self.within(|reader| reader.applied(name, kind))?;
                        self.out.push('}');
                        Some(())
                    }
                }
            }
            '^' | '_' | '}' | '$' | '~' => None,
            c if c.is_ascii() => self.character(c),
            c => {
                self.out.push('{');
                if let Some((mark, text)) = self.shifted() {
                    self.out.push(mark);
                    self.out.push_str(&text);
                } else {
                    self.character(c)?;
                }
                self.out.push('}');
                Some(())
            }
        }
    }

    /// Writes a command with its arguments.
    fn applied(&mut self, name: &str, kind: Option<CommandKind>) -> Option<()> {
        match kind {
            Some(CommandKind::Sign | CommandKind::Word) => self.command(name),
            Some(CommandKind::Takes(count)) => {
                self.command(name);
                for _ in 0..count {
                    self.within(Self::argument)?;
                }
            }
            Some(CommandKind::Root) => {
                self.command(name);
                if self.rest.starts_with('[') {
                    self.skip('[');
                    self.out.push('[');
                    self.within(|reader| reader.maths(Close::Bracket))?;
                    self.out.push(']');
                }
                self.within(Self::argument)?;
            }
            Some(CommandKind::Text) => {
                self.command(name);
                self.skip_blanks();
                self.within(Self::text)?;
            }
            Some(CommandKind::Sized) => self.sized(name)?,
            Some(CommandKind::Between | CommandKind::Layout | CommandKind::Fence) => return None,
            None => match name {
                "," | ";" | ":" | "!" | ">" | "|" | "{" | "}" | "_" | "%" | "#" | "&" | "$" => {
                    self.out.push('\\');
                    self.out.push_str(name);
                }
                // A backslash before a blank would lose the blank at the end.
                " " => self.out.push('~'),
                "/" => {}
                _ => return None,
            },
        }
        Some(())
    }

    /// Writes `\left`, `\big` and the like with their delimiter.
    fn sized(&mut self, name: &str) -> Option<()> {
        self.command(name);
        self.skip_blanks();
        let c = self.rest.chars().next()?;
        if c == '\\' {
            let delimiter = self.command_name()?;
            if commands::is_delimiter(delimiter) {
                self.command(delimiter);
            } else if matches!(delimiter, "{" | "}" | "|") {
                self.out.extend(["\\", delimiter]);
            } else {
                return None;
            }
            return Some(());
        }
        self.skip(c);
        if "()[]/|.<>".contains(c) {
            self.out.push(c);
            return Some(());
        }
        let sign = symbols::math(c)?;
        let delimiter = sign.strip_prefix('\\')?;
        commands::is_delimiter(delimiter).then(|| self.command(delimiter))
    }

    fn within(&mut self, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        read(self)?;
        self.depth -= 1;
        Some(())
    }

    fn command(&mut self, name: &str) {
        self.out.push('\\');
        self.out.push_str(name);
    }

    /// Reads a command name: letters, or one other character. Names from packages are replaced.
    fn command_name(&mut self) -> Option<&'a str> {
        let rest = self.rest.strip_prefix('\\')?;
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let length = letters.max(rest.chars().next().map_or(0, char::len_utf8));
        let (name, rest) = rest.split_at(length);
        self.rest = rest;
        if name == "operatorname" {
            self.rest = rest.strip_prefix('*').unwrap_or(rest);
        }
        if name.starts_with(char::is_whitespace) {
            return Some(" ");
        }
        let base = PACKAGES.iter().find(|(package, _)| *package == name);
        Some(base.map_or(name, |(_, base)| base))
    }

    fn skip(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }
}

/// Whether the braces are balanced. BibTeX counts `\{` as a brace too, so escaped ones must be
/// balanced as well.
fn is_balanced(tex: &str) -> bool {
    let mut depth = 0_i32;
    for c in tex.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_a_formula_stays_one(
            tex in r"(?:[ab1{}^_' ²₁°∗α(]|\\(alpha|log|frac|bar|mbox|left|right|rm|over)|\\[{},]){0,9}",
        ) {
            if let Some(once) = formula(&tex) {
                prop_assert_eq!(formula(&once), Some(once.clone()));
            }
        }
    }

    #[test]
    fn formulas_need_no_package() {
        for (given, want) in [
            ("O(n^2 \\log n)", "O(n^2 \\log n)"),
            ("\\mathbb{R}^d", "\\mathbf{R}^d"),
            ("\\text{max} \\textbf{x}", "\\mathrm{max} \\textbf{x}"),
            ("α x ≤\n 5 μm", "\\alpha x \\leq 5 \\mu m"),
            ("50%", "50\\%"),
            ("{\\rm max}_i \\sum\\limits_j", "{\\mathrm{max}}_i \\sum_j"),
            ("\\operatorname*{arg\\,max}", "\\mathrm{arg\\,max}"),
            ("\\left( \\frac12 \\right]", "\\left( \\frac12 \\right]"),
            ("\\sqrt[3]{x} {a \\over b}", "\\sqrt[3]{x} {a \\over b}"),
            ("\\bar x, \\hat\\alpha", "\\bar x, \\hat\\alpha"),
            (
                "{}_{\\mbox{1, \\(\\infty\\)}}",
                "{}_{\\mbox{1, \\(\\infty\\)}}",
            ),
            ("\\mbox{for $x_1$ é}", "\\mbox{for \\(x_1\\) {\\'e}}"),
            ("aé\\ ", "a\\mbox{{\\'e}}~"),
        ] {
            assert_eq!(formula(given).as_deref(), Some(want), "{given}");
        }
    }

    #[test]
    fn scripts_are_never_doubled() {
        for (given, want) in [
            ("x^2^3", "x^2{}^3"),
            ("x_i^2_j", "x_i^2{}_j"),
            ("x'^2", "x'^2"),
            ("x'_1^2", "x'_1{}^2"),
            ("x^2'", "x^2{}'"),
            ("x¹²₁", "x^{12}_1"),
            ("x^\\frac{1}{2}", "x^{\\frac{1}{2}}"),
            ("x^\\log", "x^{\\log}"),
            ("x^∗_²", "x^{\\ast}_{^2}"),
            ("x^'", "x^\\prime"),
            ("x^\\,2", "x^{\\,}2"),
        ] {
            assert_eq!(formula(given).as_deref(), Some(want), "{given}");
        }
    }

    #[test]
    fn what_is_no_formula() {
        for given in [
            "",
            "x^{2",
            "}{",
            "x\\",
            "x^",
            "x^^M",
            "x_}",
            "\\input{secret}",
            "\\write18{ls}",
            "\\alg",
            "\\bbP",
            "\\begin{foo}x\\end{foo}",
            "\\left(",
            "x \\right)",
            "{\\left( x} \\right)",
            "\\left x \\right)",
            "\\frac{1}",
            "a \\over b \\over c",
            "\\mbox{a^2}",
            "\\mbox{\\input{x}}",
            "\\(x\\)",
            "a \\\\ b",
        ] {
            assert_eq!(formula(given), None, "{given}");
        }
        assert_eq!(
            formula(&format!("{}{}", "{".repeat(1_000), "}".repeat(1_000))),
            None
        );
    }
}
