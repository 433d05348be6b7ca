//! The words of a heading without what is beside the point: numbers, brackets, phrases.

/// Whether a heading has a number in an outline, by a capital letter or in Roman figures: `III. `.
pub(super) fn is_outlined(text: &str) -> bool {
    bare(text) != without_brackets(text).trim()
}

/// A heading without its number in an outline and what is added in brackets:
/// `C. Papers (acceptance rates in percent)`.
pub(super) fn bare(text: &str) -> String {
    let text = without_brackets(text);
    let text = text.trim();
    let is_letter = |number: &str| {
        let mut letters = number.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let has_bracket = text[number.len()..].starts_with(')');
        letter.is_some_and(|c| c.is_ascii_uppercase() || has_bracket && c.is_alphabetic())
    };
    match text.split_once(['.', ')']) {
        Some((number, rest))
            if rest.starts_with(' ')
                && (is_letter(number)
                    || (1..=4).contains(&number.len())
                        && number.chars().all(|c| "IVX".contains(c))) =>
        {
            rest.trim().to_owned()
        }
        _ => text.to_owned(),
    }
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let out: String = text
        .chars()
        .filter(|c| {
            match c {
                '(' | '[' | '（' => depth += 1,
                // One that closes nothing stands behind a letter: `a) Books`.
                ')' | ']' | '）' if depth > 0 => {
                    depth -= 1;
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect();
    if out.trim().is_empty() {
        text.to_owned()
    } else {
        out
    }
}

/// Words that mean reviewed by peers, though one of them stands over other things too.
const BY_PEERS: [&str; 4] = [
    "avec comité de lecture",
    "sans comité de lecture",
    "à comité de lecture",
    "avec comite de lecture",
];

pub(super) fn without_phrases(text: &str) -> String {
    let lower = text.to_lowercase();
    // `Talks without proceedings`
    if let Some(at) = [" without ", " ohne "]
        .iter()
        .find_map(|word| lower.find(word))
        && lower.len() == text.len()
    {
        return text[..at].to_owned();
    }
    match BY_PEERS.iter().find_map(|phrase| lower.find(phrase)) {
        // Of letters whose cases are of one length the places are the same.
        Some(at) if lower.len() == text.len() => text[..at].trim_end().to_owned(),
        _ => text.to_owned(),
    }
}

/// A text in which articles and prepositions are words of their own, `Chapitres d'ouvrages`, and beginnings are not:
/// `Pre-prints`.
pub(super) fn in_words(text: &str) -> String {
    let text = ["Pre-p", "pre-p", "PRE-P"]
        .iter()
        .fold(text.to_owned(), |text, begin| {
            text.replace(begin, &begin.replace('-', ""))
        });
    let mut out = String::with_capacity(text.len());
    let mut letters = 0;
    for c in text.chars() {
        if matches!(c, '\'' | '’') && letters == 1 && out.ends_with(['d', 'l', 'D', 'L']) {
            out.push(' ');
            letters = 0;
            continue;
        }
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        out.push(c);
    }
    out
}
