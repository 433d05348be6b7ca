//! Construction of formulas from pieces: concatenation, with the scripts at the end.

/// Whether a script of this mark (`^`, `_`, or `'`) may follow: TeX allows no second of its kind.
#[must_use]
pub fn takes_script(formula: &str, mark: char) -> bool {
    let is_sub = mark == '_';
    !scripts_at_end(formula)
        .iter()
        .any(|(own, _)| (*own == '_') == is_sub)
}

/// Appends `tex` to a formula, with a blank where a macro's name would run into a letter. A script
/// after one of its kind joins it: `^1` and `^8` make `^{18}`.
pub(super) fn push(formula: &mut String, tex: &str) {
    if let Some(mark @ ('^' | '_' | '\'')) = tex.chars().next() {
        match scripts_at_end(formula).first() {
            Some(&(own @ ('^' | '_'), Some(at))) if (own == '_') == (mark == '_') => {
                let mut both = in_group(&formula[at + 1..]).to_owned();
                if mark == '\'' {
                    push(&mut both, &"\\prime".repeat(tex.len()));
                } else {
                    push(&mut both, in_group(&tex[1..]));
                }
                formula.truncate(at + 1);
                formula.extend(["{", &both, "}"]);
                return;
            }
            // TeX has a rule for a power after primes.
            Some(('\'', _)) if mark != '_' && formula.ends_with('\'') => {}
            _ if !takes_script(formula, mark) => formula.push_str("{}"),
            _ => {}
        }
    }
    let name = formula.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ends_in_macro = name.ends_with('\\') && name.len() < formula.len();
    if ends_in_macro && tex.starts_with(|c: char| c.is_ascii_alphabetic()) {
        formula.push(' ');
    }
    formula.push_str(tex);
}

/// The number of bytes from the end of a formula in which its scripts are looked for.
const WINDOW: usize = 200;

/// The scripts a formula ends in, the last first, and where their marks stand. Of what is too long
/// to be read back, both kinds are supposed, at no known place.
fn scripts_at_end(formula: &str) -> Vec<(char, Option<usize>)> {
    let mut from = formula.len().saturating_sub(WINDOW);
    while !formula.is_char_boundary(from) {
        from += 1;
    }
    let mut found = Vec::new();
    let mut rest = formula[from..].trim_end();
    loop {
        let primes = rest.trim_end_matches('\'');
        if primes.len() < rest.len() && !primes.ends_with('\\') {
            found.push(('\'', Some(from + primes.len())));
            rest = primes.trim_end();
        }
        let before = last_token(rest).map(|at| rest[..at].trim_end());
        let Some(before) = before.filter(|before| from == 0 || !before.is_empty()) else {
            if from > 0 {
                found.extend([('^', None), ('_', None)]);
            }
            return found;
        };
        let is_mark = before.ends_with(['^', '_']) && !before.ends_with("\\_");
        let Some(mark) = before.chars().last().filter(|_| is_mark) else {
            return found;
        };
        let at = before.len() - 1;
        found.push((mark, Some(from + at)));
        rest = before[..at].trim_end();
    }
}

/// Where the last token of a formula begins: a group, a command, or a character. `None` when there
/// is none, or not its whole.
fn last_token(tex: &str) -> Option<usize> {
    let (at, last) = tex.char_indices().next_back()?;
    if tex[..at].ends_with('\\') {
        return Some(at - 1);
    }
    if last == '}' {
        let mut depth = 0_usize;
        return tex.bytes().enumerate().rev().find_map(|(at, byte)| {
            match byte {
                b'}' => depth += 1,
                b'{' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at)
        });
    }
    let name = tex.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if name.ends_with('\\') {
        return Some(name.len() - 1);
    }
    Some(at)
}

fn in_group(tex: &str) -> &str {
    tex.strip_prefix('{')
        .and_then(|inside| inside.strip_suffix('}'))
        .unwrap_or(tex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_scripts_join() {
        for (pieces, want) in [
            (&["^1", "^8"][..], "^{18}"),
            (&["^-", "^9"], "^{-9}"),
            (&["x", "_1", "_2", "^3"], "x_{12}^3"),
            (&["x", "_1", "^2", "_3"], "x_1^2{}_3"),
            (&["x", "^\\circ", "^2"], "x^{\\circ2}"),
            (&["x", "^\\circ", "^n"], "x^{\\circ n}"),
            (&["x", "'", "''", "^2"], "x'''^2"),
            (&["x", "^2", "''"], "x^{2\\prime\\prime}"),
            (&["x", "'", "_1", "'"], "x'_1{}'"),
            (&["\\_", "^2"], "\\_^2"),
        ] {
            let mut formula = String::new();
            for piece in pieces {
                push(&mut formula, piece);
            }
            assert_eq!(formula, want);
        }
    }

    #[test]
    fn which_scripts_may_follow() {
        let long = format!("{{{}}}", "a".repeat(300));
        for (formula, sup, sub) in [
            ("x", true, true),
            ("x^2", false, true),
            ("x^{a_{1}} ", false, true),
            ("x_\\alpha", true, false),
            ("x_1 ^2", false, false),
            ("x_\\}", true, false),
            ("\\{x\\}", true, true),
            ("x'", false, true),
            (&long, false, false),
        ] {
            let takes = (takes_script(formula, '^'), takes_script(formula, '_'));
            assert_eq!(takes, (sup, sub), "{formula}");
        }
    }
}
