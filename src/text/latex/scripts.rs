//! Subscripts that sources write as in TeX, but outside a formula: `ℓ_2`, `L_1`, `x_i`.

use super::symbols;
use crate::model::{Run, Title};

/// Converts underscores that are certainly subscripts: after a single letter, before a digit or an
/// index, and not in a name such as `a_b` or `x_1_y`.
#[must_use]
pub fn with_scripts(title: &Title) -> Title {
    changed(title, |base, inside| {
        [Run::Plain(base.to_string()), Run::Sub(inside.to_owned())].into()
    })
}

/// As [`with_scripts`], the letter and its subscript as one formula: TeX slants the letter too.
#[must_use]
pub fn with_formulas(title: &Title) -> Title {
    changed(title, |base, inside| {
        let one = inside.chars().count() == 1;
        let script = if one {
            inside.to_owned()
        } else {
            format!("{{{inside}}}")
        };
        [Run::Math(format!("{base}_{script}"))].into()
    })
}

type Shown = fn(char, &str) -> Vec<Run>;

fn changed(title: &Title, shown: Shown) -> Title {
    if !title.runs().iter().any(|run| run.text().contains('_')) {
        return title.clone();
    }
    let all = title.runs();
    let runs = all.iter().enumerate().flat_map(|(at, run)| {
        let mut earlier = all[..at].iter().rev();
        let before = earlier.find_map(|run| run.text().chars().next_back());
        let mut later = all[at + 1..].iter();
        let after = later.find_map(|run| run.text().chars().next());
        match run {
            Run::Plain(text) => parted([before, after], text, Run::Plain, shown),
            Run::Protected(text) => parted([before, after], text, Run::Protected, shown),
            run => vec![run.clone()],
        }
    });
    Title::from_runs(runs)
}

/// The text of a run between two characters of its neighbours.
fn parted(
    [before, after]: [Option<char>; 2],
    text: &str,
    of: fn(String) -> Run,
    shown: Shown,
) -> Vec<Run> {
    let mut chars: Vec<char> = before.into_iter().chain(text.chars()).collect();
    let end = chars.len();
    chars.extend(after);
    let mut runs = Vec::new();
    let mut from = usize::from(before.is_some());
    let mut at = from + 1;
    while at < end {
        let Some(length) = script_at(&chars, at).filter(|length| at + length <= end) else {
            at += 1;
            continue;
        };
        runs.push(of(chars[from..at - 1].iter().collect()));
        let inside: String = chars[at + 1..at + length].iter().collect();
        runs.extend(shown(chars[at - 1], inside.trim_matches(['{', '}'])));
        at += length;
        from = at;
    }
    if from < end {
        runs.push(of(chars[from..end].iter().collect()));
    }
    runs
}

/// Returns the length of the subscript with its underscore at `at`.
fn script_at(chars: &[char], at: usize) -> Option<usize> {
    if chars[at] != '_' {
        return None;
    }
    let base = *chars.get(at.checked_sub(1)?)?;
    let before = at.checked_sub(2).map(|before| chars[before]);
    let is_lone = before.is_none_or(|c| c.is_whitespace() || "([-–/,=+".contains(c));
    // `ℓ` is a letter of formulas only.
    let is_script_l = base == 'ℓ';
    let is_quantity =
        base.is_ascii_alphabetic() || base.is_alphabetic() && symbols::math(base).is_some();
    if !(is_script_l || is_quantity && is_lone) {
        return None;
    }
    let (inside, length) = if chars.get(at + 1) == Some(&'{') {
        let end = chars[at..].iter().take(LONGEST).position(|c| *c == '}')?;
        (&chars[at + 2..at + end], end + 1)
    } else {
        (chars.get(at + 1..at + 2)?, 2)
    };
    let is_index = |c: &char| c.is_ascii_digit() || "ijkmnpq∞".contains(*c);
    let fits = !inside.is_empty()
        && if is_script_l {
            inside
                .iter()
                .all(|c| c.is_alphanumeric() || " ,∞+-/".contains(*c))
        } else {
            inside.first().is_some_and(is_index)
                && inside.iter().all(|c| is_index(c) || ", ".contains(*c))
        };
    let after = chars.get(at + length);
    let ends = after.is_none_or(|c| !c.is_alphanumeric() && !"_.@\\".contains(*c))
        // A period ends the title or a sentence.
        || after == Some(&'.') && chars.get(at + length + 1).is_none_or(|c| c.is_whitespace());
    (fits && ends).then_some(length)
}

/// The greatest length of an index in characters.
const LONGEST: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_braces_beside_a_letter_is_seen() {
        let title = Title::from_runs([
            Run::Protected("}".to_owned()),
            Run::Plain("A_0 x_1".to_owned()),
            Run::Protected("y".to_owned()),
        ]);
        assert_eq!(with_scripts(&title), title);
    }

    #[test]
    fn only_sure_subscripts_are_made() {
        for (given, want) in [
            ("On ℓ_2 and ℓ_{1,∞}-norms", "On ℓ[2] and ℓ[1,∞]-norms"),
            ("The ℓ_p.", "The ℓ[p]."),
            ("Robust L_1 and L_2-Norms", "Robust L[1] and L[2]-Norms"),
            ("(x_i, y_{ij})", "(x[i], y[ij])"),
            ("K_5 and H_∞: A", "K[5] and H[∞]: A"),
            ("a_b", "a_b"),
            ("x_1_y", "x_1_y"),
            ("my_i", "my_i"),
            ("H_2O", "H_2O"),
            ("t_a", "t_a"),
            ("À_0", "À_0"),
            ("α_0", "α[0]"),
            ("x_1.py", "x_1.py"),
            ("snake_case and __init__", "snake_case and __init__"),
            ("_2", "_2"),
            ("x_", "x_"),
            ("x_{", "x_{"),
            ("a_,b", "a_,b"),
        ] {
            let title = with_scripts(&Title::plain(given));
            let shown: String = title
                .runs()
                .iter()
                .map(|run| match run {
                    Run::Sub(text) => format!("[{text}]"),
                    run => run.text().to_owned(),
                })
                .collect();
            assert_eq!(shown, want);
        }
    }
}
