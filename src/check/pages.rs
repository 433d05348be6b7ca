//! Rules on pages, volumes and numbers.

use super::entry::CheckedField;
use super::finding::RawFinding;
use crate::model::Pages;

/// Checks a page range.
pub(super) fn check(field: &CheckedField<'_>) -> Vec<RawFinding> {
    const DASHES: [char; 7] = ['‐', '‑', '‒', '–', '—', '―', '−'];
    let text = field.text.trim();
    let mut found = Vec::new();
    let clean = Pages::parse(text).map(|pages| pages.to_string());
    // The meaning of a short last page is a guess: `100-90` may run backwards.
    let clean = clean.filter(|clean| numbers(clean).eq(numbers(text)));
    let write = clean.as_ref().map(|pages| format!("write `{pages}`"));
    let mut report = |rule, message: &str, fix: Option<&str>| {
        let fix = fix.map(str::to_owned).or_else(|| write.clone());
        let wrong = field.error(0, rule, message);
        found.push(RawFinding { fix, ..wrong });
    };
    let lower = text.to_ascii_lowercase();
    let placeholder = ["na", "n/a", "0", "0--0"].contains(&lower.as_str())
        || text.chars().all(|c| c == '-' || c == '?');
    if placeholder {
        report("P07", "a placeholder, not pages", Some("remove the field"));
        return found;
    }
    let single = text.replace("--", "\u{0}").contains('-');
    if text.contains(DASHES) {
        report("P02", "a typographic dash", None);
    } else if single
        && (is_short_range(text)
            || clean
                .as_deref()
                .is_some_and(|clean| clean != text && clean.contains("--")))
    {
        report("P01", "a range takes two hyphens", None);
    } else if text.contains("---") {
        report("P01", "a range takes two hyphens, not three", None);
    }
    if lower.starts_with("pp.") || lower.starts_with("pp ") || lower.starts_with("p.") {
        report("P03", "styles write `pp.` themselves", None);
    }
    if text.contains(" --") || text.contains("-- ") {
        report("P04", "blanks around the dash", None);
    }
    if let Some((first, last)) = text.split_once("--")
        && let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>())
    {
        if last < first {
            let wrong = field.error(0, "P05", "the range runs backwards");
            let fix = clean.filter(|clean| clean != text);
            let wrong = wrong.advice();
            found.push(match fix {
                Some(fix) => wrong.fix(format!("write `{fix}`")),
                None => wrong,
            });
        } else if first == last {
            let wrong = field.error(0, "P06", "a range of one page");
            found.push(wrong.fix(format!("write `{first}`")));
        }
    }
    found
}

/// Returns the numbers in a text, in order.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
}

/// Returns whether the text is two numbers with a hyphen between, the last one smaller: `1391-407`,
/// `100-90`.
fn is_short_range(text: &str) -> bool {
    let range = text.split_once('-');
    let number = |text: &str| text.trim().parse::<u64>().ok();
    range.is_some_and(|(first, last)| match (number(first), number(last)) {
        (Some(first), Some(last)) => last < first,
        _ => false,
    })
}

/// Checks a volume or an issue number.
pub(super) fn counter(field: &CheckedField<'_>) -> Vec<RawFinding> {
    let text = field.text.trim();
    let mut found = Vec::new();
    let digits = |part: &str| {
        let part = part.trim();
        !part.is_empty() && part.chars().all(|c| c.is_ascii_digit())
    };
    if let Some((from, to)) = text.split_once('-')
        && digits(from)
        && digits(to)
    {
        let wrong = field.error(0, "V01", "a range takes two hyphens");
        found.push(wrong.fix(format!("write `{}--{}`", from.trim(), to.trim())));
    }
    let lower = text.to_ascii_lowercase();
    let label = ["no", "vol", "issue", "nr"].into_iter().find(|label| {
        let rest = lower.strip_prefix(label).unwrap_or_default();
        rest.trim_start_matches('.').starts_with(' ')
    });
    if let Some(label) = label {
        let bare = text[label.len()..].trim_start_matches('.').trim();
        let wrong = field.error(0, "V02", "styles write the label themselves");
        found.push(wrong.fix(format!("write `{bare}`")));
    }
    found
}
