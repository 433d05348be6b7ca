use std::collections::BTreeMap;

use super::source::{TexSource, command_length};

/// The commands and environments that a file defines.
#[derive(Debug, Default)]
pub(super) struct Macros {
    commands: BTreeMap<String, Macro>,
    environments: BTreeMap<String, (Macro, String)>,
    /// The number of further calls that are allowed, and the bytes they may produce.
    calls: usize,
    bytes: usize,
}

#[derive(Debug, Clone, Default)]
struct Macro {
    arguments: usize,
    /// The default of the first argument if it is optional.
    default: Option<String>,
    body: String,
}

impl Macros {
    /// Creates an empty set for a file of `length` bytes. Macros may expand it only so far, a long
    /// one further than a short one, because recursive macros must terminate.
    pub(super) fn of(length: usize) -> Self {
        Self {
            calls: length.clamp(10_000, 200_000),
            bytes: length.saturating_mul(64).clamp(1 << 18, 16 << 20),
            ..Self::default()
        }
    }

    /// Reads the text after `\newcommand`: `{\name}[n][default]{body}`, or with the signature of
    /// `\NewDocumentCommand`.
    pub(super) fn define(&mut self, source: &mut TexSource) {
        source.eat("*");
        let Some(name) = source.argument() else {
            return;
        };
        let Some(definition) = definition(source) else {
            return;
        };
        let name = name.trim().trim_start_matches('\\').to_owned();
        self.commands.insert(name, definition);
    }

    /// Reads the text after `\def`: `\name#1#2{body}`.
    pub(super) fn define_plain(&mut self, source: &mut TexSource) {
        let Some(name) = source.argument() else {
            return;
        };
        let rest = source.rest();
        let Some(end) = rest.find('{').filter(|end| *end < 100) else {
            return;
        };
        let arguments = rest[..end].matches('#').count().min(9);
        source.advance(end);
        let Some(body) = source.braced() else { return };
        let name = name.trim_start_matches('\\').to_owned();
        let definition = Macro {
            arguments,
            default: None,
            body,
        };
        self.commands.insert(name, definition);
    }

    /// Returns the body of a command without arguments.
    pub(super) fn body(&self, name: &str) -> Option<&str> {
        self.commands
            .get(name)
            .map(|definition| definition.body.as_str())
    }

    /// A formula with the bodies of the file's own commands in it, as far as these take no arguments and it stays
    /// short.
    pub(super) fn expanded(&self, formula: &str) -> String {
        const DEEPEST: usize = 4;
        let mut out = formula.to_owned();
        for _ in 0..DEEPEST {
            match self.expanded_once(&out) {
                Some(next) if next != out => out = next,
                _ => break,
            }
        }
        out
    }

    fn expanded_once(&self, formula: &str) -> Option<String> {
        const LONGEST: usize = 1000;
        let mut parts = formula.split('\\');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let letters = part.find(|c: char| !c.is_ascii_alphabetic());
            let (name, rest) = part.split_at(letters.unwrap_or(part.len()));
            let own = self.commands.get(name).filter(|own| own.arguments == 0);
            if let Some(own) = own {
                if out.len() + own.body.len() > LONGEST {
                    return None;
                }
                out.push_str(&own.body);
            } else {
                out.push('\\');
                out.push_str(name);
            }
            out.push_str(rest);
        }
        Some(out)
    }

    /// Reads the text after `\let`: `\name=\other`.
    pub(super) fn alias(&mut self, source: &mut TexSource) {
        let Some(name) = source.argument() else {
            return;
        };
        source.eat("=");
        let Some(body) = source.argument() else {
            return;
        };
        let name = name.trim_start_matches('\\').to_owned();
        if body.trim_start_matches('\\') != name {
            let definition = Macro {
                body,
                ..Macro::default()
            };
            self.commands.insert(name, definition);
        }
    }

    /// Reads the text after `\newenvironment`: `{name}[n][default]{begin}{end}`.
    pub(super) fn define_environment(&mut self, source: &mut TexSource) {
        source.eat("*");
        let Some(name) = source.argument() else {
            return;
        };
        let Some(begin) = definition(source) else {
            return;
        };
        source.skip_blanks();
        if let Some(end) = source.braced() {
            self.environments
                .insert(name.trim().to_owned(), (begin, end));
        }
    }

    /// Replaces a command by its body with the arguments filled in. Returns `None` if it is not
    /// defined here, and `false` if a limit is reached and it is ignored.
    pub(super) fn call(&mut self, name: &str, source: &mut TexSource) -> Option<bool> {
        let definition = self.commands.get(name)?;
        if self.calls == 0 || self.bytes == 0 {
            return Some(false);
        }
        let definition = definition.clone();
        Some(self.expand(&definition, source))
    }

    /// Does the same for the beginning of an environment.
    pub(super) fn begin(&mut self, name: &str, source: &mut TexSource) -> Option<bool> {
        let definition = self.environments.get(name)?.0.clone();
        Some(self.expand(&definition, source))
    }

    /// Does the same for its end.
    pub(super) fn end(&mut self, name: &str, source: &mut TexSource) -> Option<bool> {
        let body = self.environments.get(name)?.1.clone();
        let definition = Macro {
            body,
            ..Macro::default()
        };
        Some(self.expand(&definition, source))
    }

    fn expand(&mut self, definition: &Macro, source: &mut TexSource) -> bool {
        let mut arguments = Vec::new();
        if let Some(default) = &definition.default {
            source.skip_blanks();
            arguments.push(source.bracketed().unwrap_or_else(|| default.clone()));
        }
        while arguments.len() < definition.arguments {
            arguments.push(source.argument().unwrap_or_default());
        }
        let body = filled(&definition.body, &arguments);
        let is_within = self.calls > 0 && body.len() <= self.bytes;
        self.calls = self.calls.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(body.len());
        is_within && source.insert(&body)
    }
}

/// Reads `[n][default]{body}`.
fn definition(source: &mut TexSource) -> Option<Macro> {
    source.skip_blanks();
    let count = source.bracketed();
    source.skip_blanks();
    let default = source.bracketed();
    source.skip_blanks();
    let mut body = source.braced()?;
    let mut arguments = count.map_or(0, |count| count.trim().parse().unwrap_or(0));
    // The signature of `\NewDocumentCommand`: `{m m O{x}}`.
    source.skip_blanks();
    let is_signature = count_is_absent(arguments, default.as_ref())
        && !body.is_empty()
        && body
            .chars()
            .all(|c| matches!(c, 'm' | 'o' | 's' | 'O' | 'g' | '{' | '}' | ' '));
    if is_signature && let Some(real) = source.braced() {
        arguments = body.matches('m').count();
        body = real;
    }
    Some(Macro {
        arguments: arguments.min(9),
        default,
        body,
    })
}

fn count_is_absent(arguments: usize, default: Option<&String>) -> bool {
    arguments == 0 && default.is_none()
}

/// Returns the body with `#1` and so on replaced.
fn filled(body: &str, arguments: &[String]) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('#') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // `\#` is a printed sign.
        let slashes = out.bytes().rev().take_while(|byte| *byte == b'\\').count();
        if slashes % 2 == 1 {
            out.push('#');
            continue;
        }
        let number = rest.chars().next().and_then(|c| c.to_digit(10));
        if let Some(number) = number {
            let index = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
            let argument = arguments.get(index).map_or("", String::as_str);
            if ends_with_command(&out) && argument.starts_with(|c: char| c.is_ascii_alphabetic()) {
                out.push(' ');
            }
            out.push_str(argument);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    if ends_with_command(&out) {
        out.push(' ');
    }
    out
}

/// Whether a text ends with a command, which must not run into the next letters: `\small` before
/// `Looms`. Names are no longer than [`LONGEST_NAME`].
fn ends_with_command(text: &str) -> bool {
    let letters = text.bytes().rev().take(LONGEST_NAME);
    let name = letters.take_while(u8::is_ascii_alphabetic).count();
    let before = &text[..text.len() - name];
    before.ends_with('\\') && command_length(&text[before.len()..]) == name
}

/// The longest name of a command, in bytes.
const LONGEST_NAME: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_filled_into_commands() {
        let mut macros = Macros::of(0);
        let mut source =
            TexSource::of(r"{\pub}[3][2020]{#2 (#1) \emph{#3}}\pub{A}{B}\pub[1999]{C}d");
        macros.define(&mut source);
        for want in [r"A (2020) \emph{B}", r"C (1999) \emph{d}"] {
            assert!(source.eat("\\pub"));
            assert_eq!(macros.call("pub", &mut source), Some(true));
            assert!(source.rest().starts_with(want), "{}", source.rest());
            source.advance(want.len());
        }
        assert_eq!(macros.call("other", &mut source), None);
    }

    #[test]
    fn commands_do_not_run_into_arguments() {
        assert_eq!(
            filled(r"\textit{\small#1}{\bf}#1", &["Looms".to_owned()]),
            r"\textit{\small Looms}{\bf}Looms"
        );
    }

    #[test]
    fn escaped_signs_are_no_parameters() {
        assert_eq!(
            filled(r"\textsuperscript{\#} \#1 \\#1", &["2".to_owned()]),
            r"\textsuperscript{\#} \#1 \\2"
        );
    }

    /// Found by fuzzing: a file of three hundred bytes took seconds.
    #[test]
    fn expansion_of_a_short_file_is_limited() {
        let mut macros = Macros::of(300);
        let mut source = TexSource::of(r"{\a}{\item\a\a}\a");
        macros.define(&mut source);
        let mut calls = 0;
        while !source.rest().is_empty() {
            if source.eat("\\a") {
                macros.call("a", &mut source);
                calls += 1;
            } else {
                source.advance(1);
            }
        }
        assert!(calls < 100_000, "{calls}");
    }
}
