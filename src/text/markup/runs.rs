//! Conversion of marked characters to a title, with blanks, invisible marks and composition cleaned up.

use unicode_normalization::UnicodeNormalization as _;

use crate::model::{Run, Title};

/// The markup of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum RunStyle {
    Plain,
    Protected,
    Emph,
    Sub,
    Sup,
}

/// One step of a marked text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::text) enum Atom {
    Char(char, RunStyle),
    /// A formula in TeX without its dollar signs.
    Math(String),
    /// Where a tag stood; tells a line break of the text from one of the file's layout.
    Edge,
}

/// Collapses every run of blanks to one, trims both ends, drops invisible marks, composes (NFC)
/// and gathers the characters into runs. A blank between two styles belongs to neither.
///
/// A line break beside a tag is layout (seen in real Crossref items around `<scp>` and `<sup>`):
/// it becomes nothing after an opening bracket, before closing punctuation and before a script.
pub(in crate::text) fn title(atoms: &[Atom]) -> Title {
    let mut runs: Vec<Run> = Vec::new();
    let mut gathered = Gathered::default();
    let mut at = 0;
    while at < atoms.len() {
        match &atoms[at] {
            Atom::Edge => at += 1,
            Atom::Char(c, _) if is_invisible(*c) => at += 1,
            Atom::Char(c, _) if c.is_whitespace() => {
                // The edge before the blank belongs to the gap as well.
                let start = if at > 0 && atoms[at - 1] == Atom::Edge {
                    at - 1
                } else {
                    at
                };
                let end = end_of_gap(atoms, at);
                gathered.gap(&atoms[start..end], atoms.get(end), &runs);
                at = end;
            }
            Atom::Char(c, style) => {
                if gathered.style != *style {
                    gathered.flush(&mut runs);
                    gathered.style = *style;
                }
                gathered.text.push(*c);
                at += 1;
            }
            Atom::Math(tex) => {
                gathered.flush(&mut runs);
                push_math(&mut runs, tex);
                at += 1;
            }
        }
        if let Some(style) = gathered.pending_blank.take() {
            if gathered.style != style {
                gathered.flush(&mut runs);
                gathered.style = style;
            }
            gathered.text.push(' ');
        }
    }
    gathered.flush(&mut runs);
    Title::from_runs(runs)
}

struct Gathered {
    text: String,
    style: RunStyle,
    pending_blank: Option<RunStyle>,
}

impl Default for Gathered {
    fn default() -> Self {
        Self {
            text: String::new(),
            style: RunStyle::Plain,
            pending_blank: None,
        }
    }
}

impl Gathered {
    fn flush(&mut self, runs: &mut Vec<Run>) {
        if self.text.is_empty() {
            return;
        }
        let text: String = std::mem::take(&mut self.text).nfc().collect();
        runs.push(match self.style {
            RunStyle::Plain => Run::Plain(text),
            RunStyle::Protected => Run::Protected(text),
            RunStyle::Emph => Run::Emph(text),
            RunStyle::Sub => Run::Sub(text),
            RunStyle::Sup => Run::Sup(text),
        });
    }

    /// Decides what a gap between two characters becomes.
    fn gap(&mut self, gap: &[Atom], next: Option<&Atom>, runs: &[Run]) {
        let before = self
            .text
            .chars()
            .last()
            .or_else(|| runs.last().and_then(|run| run.text().chars().last()));
        let (Some(before), Some(next)) = (before, next) else {
            return;
        };
        let is_layout = gap.contains(&Atom::Edge)
            && gap
                .iter()
                .any(|atom| matches!(atom, Atom::Char('\n' | '\r', _)));
        let meaningless = is_layout
            && (matches!(before, '(' | '[' | '{' | '“' | '‘')
                || matches!(
                    next,
                    Atom::Char(')' | ']' | '}' | ',' | '.' | ';' | ':' | '!' | '?', _)
                        | Atom::Char(_, RunStyle::Sub | RunStyle::Sup)
                ));
        if meaningless || before == ' ' {
            return;
        }
        let inside_one = match next {
            Atom::Char(_, style) => {
                *style == self.style
                    && !self.text.is_empty()
                    && gap
                        .iter()
                        .all(|atom| !matches!(atom, Atom::Char(_, other) if other != style))
            }
            _ => false,
        };
        self.pending_blank = Some(if inside_one {
            self.style
        } else {
            RunStyle::Plain
        });
    }
}

fn end_of_gap(atoms: &[Atom], from: usize) -> usize {
    from + atoms[from..]
        .iter()
        .take_while(|atom| match atom {
            Atom::Char(c, _) => c.is_whitespace() || is_invisible(*c),
            Atom::Edge => true,
            Atom::Math(_) => false,
        })
        .count()
}

/// Appends a formula, keeping a command's name from running into the letters after it.
fn push_math(runs: &mut Vec<Run>, tex: &str) {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(Run::Math(before)) = runs.last_mut() {
        join_tex(before, &tex);
    } else {
        runs.push(Run::Math(tex));
    }
}

/// Appends TeX to TeX, with a blank where a command's name would run into a letter.
pub(in crate::text) fn join_tex(before: &mut String, after: &str) {
    let name = before.len()
        - before
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let ends_in_command = name > 0 && before[..before.len() - name].ends_with('\\');
    if ends_in_command && after.starts_with(|c: char| c.is_ascii_alphabetic()) {
        before.push(' ');
    }
    before.push_str(after);
}

/// Zero-width characters, marks of writing direction, the soft hyphen and control characters.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}')
        || c.is_control() && !c.is_whitespace()
}

/// Whether the text between two dollar signs is a formula rather than two sums of money: balanced,
/// with a command, an index or a power, or else a short formula such as `k` or `n=3`.
///
/// `after` is what follows the closing dollar sign.
pub(in crate::text) fn is_formula(inside: &str, after: Option<char>) -> bool {
    if inside.trim().is_empty() || !is_balanced(inside) {
        return false;
    }
    let has_command = inside
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'\\' && pair[1].is_ascii_alphabetic());
    if has_command {
        return true;
    }
    let tight = !inside.starts_with(char::is_whitespace)
        && !inside.ends_with(char::is_whitespace)
        && !after.is_some_and(|c| c.is_ascii_digit());
    if inside.contains(['_', '^']) {
        return tight;
    }
    let short = inside.chars().count() <= 12
        && inside
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "()+-*=<>,.'|".contains(c))
        && inside.ends_with(|c: char| c.is_ascii_alphanumeric() || ")+*'|".contains(c))
        && inside.chars().any(|c| c.is_ascii_alphabetic());
    let single = inside.chars().count() == 1;
    tight && short && (single || !after.is_some_and(char::is_alphanumeric))
}

/// Whether the braces of the text are balanced. Escaped braces are not counted.
pub(in crate::text) fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut escaped = false;
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Cuts a formula off the head of `text`: `$..$`, `$$..$$` or `\(..\)` for which `accept` (given
/// what is inside and what follows) says yes. Gives the inside and the length in bytes.
pub(in crate::text) fn formula(
    text: &str,
    accept: impl Fn(&str, Option<char>) -> bool,
) -> Option<(&str, usize)> {
    for (open, close) in [("$$", "$$"), ("$", "$"), ("\\(", "\\)")] {
        let Some(rest) = text.strip_prefix(open) else {
            continue;
        };
        if let Some(end) = find_close(rest, close) {
            let inside = &rest[..end];
            let after = rest[end + close.len()..].chars().next();
            if !inside.trim().is_empty() && (open == "\\(" || accept(inside, after)) {
                return Some((inside.trim(), open.len() + end + close.len()));
            }
        }
    }
    None
}

/// The greatest length of a formula, which bounds the time for texts with many dollar signs.
const LONGEST_FORMULA: usize = 600;

/// The first `close` outside braces; DBLP nests `\(..\)` inside the braces of `\mbox`.
fn find_close(text: &str, close: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, c) in text.char_indices().take(LONGEST_FORMULA) {
        if !escaped && depth == 0 && text[at..].starts_with(close) {
            return Some(at);
        }
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// A formula that is nothing but one upright index or power, as DBLP exports `<sub>` and `<sup>`:
/// `{}^{\mbox{RT}}`, `^2`, `_{\mathrm{max}}`.
pub(in crate::text) fn lone_script(tex: &str) -> Option<(RunStyle, String)> {
    let tex = tex.trim();
    let tex = tex
        .strip_prefix("{}")
        .or_else(|| tex.strip_prefix("{"))
        .unwrap_or(tex);
    let (style, rest) = if let Some(rest) = tex.strip_prefix('^') {
        (RunStyle::Sup, rest)
    } else {
        (RunStyle::Sub, tex.strip_prefix('_')?)
    };
    let mut inner = rest.trim().trim_end_matches('}').trim_start_matches('{');
    let mut upright = false;
    for wrapper in ["\\mbox{", "\\mathrm{", "\\text{", "\\textrm{", "\\rm "] {
        if let Some(unwrapped) = inner.strip_prefix(wrapper) {
            inner = unwrapped;
            upright = true;
            break;
        }
    }
    let simple = !inner.is_empty() && !inner.contains(['\\', '{', '}', '^', '_', '$']);
    let italic = !upright && inner.chars().any(char::is_alphabetic);
    (simple && !italic).then(|| (style, inner.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_no_formula() {
        for (inside, after, want) in [
            ("\\ell_1", None, true),
            ("V_{k}D", Some(':'), true),
            ("k", Some('-'), true),
            ("k", Some('t'), true),
            ("n=3", None, true),
            ("5 and ", Some('1'), false),
            ("5-", Some('1'), false),
            ("5 for a_b and ", Some('6'), false),
            ("HOME/", Some('U'), false),
            ("x_{1", None, false),
            ("", None, false),
        ] {
            assert_eq!(is_formula(inside, after), want, "{inside}");
        }
    }

    #[test]
    fn scripts_alone_are_told_from_formulas() {
        for (tex, want) in [
            ("{}^{\\mbox{RT}}", Some((RunStyle::Sup, "RT"))),
            ("^2", Some((RunStyle::Sup, "2"))),
            ("_{\\mathrm{max}}", Some((RunStyle::Sub, "max"))),
            ("{}_{\\mbox{1}}", Some((RunStyle::Sub, "1"))),
            ("^n", None),
            ("x^2", None),
            ("_{\\alpha}", None),
        ] {
            assert_eq!(
                lone_script(tex),
                want.map(|(style, text)| (style, text.to_owned())),
                "{tex}"
            );
        }
    }
}
