//! Text inside a formula: `\mbox{..}` and the commands of fonts.

use super::super::lone;
use super::{Close, FormulaReader};

impl FormulaReader<'_> {
    /// Reads `{..}` that holds text, and in it mathematics between `\(` and `\)`.
    pub(super) fn text(&mut self) -> Option<()> {
        self.rest = self.rest.strip_prefix('{')?;
        self.out.push('{');
        loop {
            let c = self.rest.chars().next()?;
            match c {
                '{' => {
                    self.within(Self::text)?;
                    continue;
                }
                '\\' if self.rest.starts_with("\\(") => {
                    self.rest = &self.rest[2..];
                    self.inline(Close::Paren)?;
                    continue;
                }
                '\\' => {
                    match self.command_name()? {
                        " " => self.out.push('~'),
                        name @ ("," | "%" | "#" | "&" | "$" | "_" | "{" | "}") => {
                            self.out.extend(["\\", name]);
                        }
                        name if self.is_accent(name) => self.command(name),
                        _ => return None,
                    }
                    continue;
                }
                _ => self.skip(c),
            }
            match c {
                '}' => {
                    self.out.push('}');
                    return Some(());
                }
                '$' => self.inline(Close::Dollar)?,
                '%' | '#' | '&' | '_' => self.out.extend(['\\', c]),
                c if c.is_whitespace() => self.out.push(' '),
                '^' => return None,
                c if c.is_control() => return None,
                c if c.is_ascii() => self.out.push(c),
                c => {
                    let tex = lone(c);
                    self.out.push_str(&tex);
                }
            }
        }
    }

    /// Whether `\name` puts a mark on the letter that follows.
    fn is_accent(&self, name: &str) -> bool {
        let signs = matches!(name, "'" | "`" | "^" | "~" | "\"" | "=" | ".");
        let on_letter = |c: char| c.is_ascii_alphabetic() || c == '{';
        signs && self.rest.starts_with(on_letter)
            || matches!(name, "u" | "v" | "H" | "r" | "d" | "c" | "k" | "b")
                && self.rest.starts_with('{')
            || matches!(
                name,
                "ss" | "ae" | "AE" | "oe" | "OE" | "o" | "O" | "aa" | "AA" | "l" | "L" | "i"
            ) && self.rest.starts_with(['{', '}'])
    }

    fn inline(&mut self, close: Close) -> Option<()> {
        self.out.push_str("\\(");
        self.within(|reader| reader.maths(close))?;
        self.out.push_str("\\)");
        Some(())
    }
}
