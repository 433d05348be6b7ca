//! Names as databases write them in one field.

/// Returns a name with its initials behind it (`Doe JA`, `van der Roe E Jr`) as `Doe, J. A.`, and any other
/// name as it is.
pub(super) fn inverted(name: &str) -> String {
    abbreviated(name).unwrap_or_else(|| name.to_owned())
}

/// The largest number of initials of one person.
const MOST_INITIALS: usize = 4;

/// Returns `Doe JA` as `Doe, J. A.`; `None` for a name in another form.
fn abbreviated(name: &str) -> Option<String> {
    let name = name.trim();
    if name.contains(',') {
        return None;
    }
    let (mut before, mut last) = name.rsplit_once(' ')?;
    let mut suffix = "";
    if matches!(
        last,
        "Jr" | "Jr." | "Sr" | "Sr." | "2nd" | "3rd" | "II" | "III"
    ) {
        let (rest, initials) = before.rsplit_once(' ')?;
        (suffix, before, last) = (last, rest, initials);
    }
    let letters: Vec<char> = last.chars().filter(|c| !matches!(c, '.' | '-')).collect();
    let is_initials = !letters.is_empty()
        && letters.len() <= MOST_INITIALS
        && letters.iter().all(|c| c.is_uppercase());
    // `J. Doe` has its initials in front; a family name has a small letter.
    let is_family = before.contains(char::is_lowercase);
    if !is_initials || !is_family {
        return None;
    }
    let initials: Vec<String> = letters.iter().map(|letter| format!("{letter}.")).collect();
    let initials = initials.join(" ");
    Some(if suffix.is_empty() {
        format!("{before}, {initials}")
    } else {
        format!("{before}, {suffix}, {initials}")
    })
}

/// Splits a field of names: at semicolons, line ends or strokes, or at `and`, or at commas if those separate
/// whole names (`Doe J, Roe AB`, `Ann Doe, Bob Roe`) and are not part of one (`Doe, Ann`).
pub(super) fn split(text: &str) -> Vec<String> {
    let text = text.trim();
    let text = text.trim_end_matches([';', ',']);
    let parts = |separators: &[char]| -> Vec<String> {
        let parts = text.split(separators).map(str::trim);
        parts
            .filter(|part| !part.is_empty())
            .map(inverted)
            .collect()
    };
    if text.contains([';', '\n', '|']) {
        return parts(&[';', '\n', '|']);
    }
    if text.contains(" and ") {
        let names = text.split(" and ").flat_map(split_at_commas);
        return names.collect();
    }
    split_at_commas(text)
}

fn split_at_commas(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    // The last of a sentence ends it: `Doe J, Roe AB.`
    let short: Option<Vec<String>> = parts
        .iter()
        .map(|part| abbreviated(part.strip_suffix('.').unwrap_or(part)).or_else(|| others(part)))
        .collect();
    if let Some(names) = short.filter(|names| !names.is_empty()) {
        return names;
    }
    let are_whole = parts.len() > 1
        && parts
            .iter()
            .all(|part| part.split_whitespace().count() > 1 || others(part).is_some());
    if are_whole || parts.len() > 2 && parts.len() % 2 == 1 {
        return parts.into_iter().map(str::to_owned).collect();
    }
    if parts.len() > 2 {
        // `Doe, Ann, Roe, Bob`
        return parts.chunks(2).map(|pair| pair.join(", ")).collect();
    }
    let whole = text.trim();
    if whole.is_empty() {
        Vec::new()
    } else {
        vec![whole.to_owned()]
    }
}

fn others(part: &str) -> Option<String> {
    let bare = part.trim_end_matches('.').to_lowercase();
    matches!(bare.as_str(), "et al" | "others" | "…").then(|| "et al.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_names_are_split() {
        for (text, names) in [
            ("Sample, Ada; Doe, Bob; ", vec!["Sample, Ada", "Doe, Bob"]),
            (
                "Sample A, Doe BC, van der Roe E Jr.",
                vec!["Sample, A.", "Doe, B. C.", "van der Roe, Jr, E."],
            ),
            (
                "Sample A., Doe B.-C., et al.",
                vec!["Sample, A.", "Doe, B. C.", "et al."],
            ),
            ("Ada Sample, Bob Doe", vec!["Ada Sample", "Bob Doe"]),
            ("Ada Sample and Bob Doe", vec!["Ada Sample", "Bob Doe"]),
            ("Sample, Ada and Doe, Bob", vec!["Sample, Ada", "Doe, Bob"]),
            (
                "Ada Sample, Bob Doe and Eve Roe",
                vec!["Ada Sample", "Bob Doe", "Eve Roe"],
            ),
            ("Sample, Ada", vec!["Sample, Ada"]),
            ("Sample, Ada, Doe, Bob", vec!["Sample, Ada", "Doe, Bob"]),
            ("Ada Sample", vec!["Ada Sample"]),
            ("J. Doe", vec!["J. Doe"]),
            ("Loom Study Group", vec!["Loom Study Group"]),
            ("", vec![]),
            (" ; ", vec![]),
        ] {
            assert_eq!(split(text), names, "{text}");
        }
    }
}
