//! What is said of a venue's rank: `CCF-A`, `SCI, IF 3.7`, `Core A*`, `Q1`.

use super::token::{Form, Token};

/// Indexes that list journals and meetings, and what is counted of these.
const INDEXES: [&str; 28] = [
    "CCF", "SCI", "SCIE", "SSCI", "CSSCI", "CSCD", "RSCI", "AHCI", "A&HCI", "ESCI", "EI", "ESI",
    "JCR", "WOS", "WoS", "SJR", "Scopus", "SCOPUS", "ABDC", "VHB", "AJG", "Qualis", "QUALIS",
    "РИНЦ", "ВАК", "IF", "AR", "JIF",
];

/// What else is said beside them.
const BESIDE: [&str; 22] = [
    "rank",
    "ranked",
    "ranking",
    "index",
    "indexed",
    "class",
    "tier",
    "impact",
    "factor",
    "top",
    "journal",
    "conference",
    "full",
    "short",
    "paper",
    "oral",
    "and",
    "in",
    "quartile",
    "zone",
    "area",
    "core",
];

/// Whether a piece tells a rank and nothing else; in brackets a word of it is enough.
pub(super) fn is_rank(inner: &[Token], bracketed: bool) -> bool {
    let parts: Vec<&str> = inner
        .iter()
        .filter(|token| token.form == Form::Word)
        .flat_map(|token| token.text.split(['-', '‐', '–', '/', '=']))
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() || parts.len() > 12 {
        return false;
    }
    let is_core = |at: usize| {
        matches!(parts[at], "Core" | "CORE")
            && parts
                .get(at + 1)
                .is_some_and(|rank| matches!(rank.trim_end_matches('*'), "A" | "B" | "C"))
    };
    let is_quartile = |part: &str| {
        part.len() == 2 && part.starts_with('Q') && part.ends_with(['1', '2', '3', '4'])
    };
    let tells = |at: usize| {
        INDEXES.contains(&parts[at])
            || is_quartile(parts[at])
            || is_core(at)
            || bracketed && is_han_rank(parts[at])
    };
    let is_beside = |part: &str| {
        part.chars().count() == 1
            || part.starts_with(|c: char| c.is_ascii_digit())
            || BESIDE.contains(&part.to_lowercase().as_str())
    };
    let told = (0..parts.len()).filter(|at| tells(*at)).count();
    // `AR` and `EI` alone may be anything.
    let is_short = parts.len() == 1 && matches!(parts[0], "AR" | "EI" | "IF" | "SCI" | "AHCI");
    let is_all = || (0..parts.len()).all(|at| tells(at) || is_beside(parts[at]));
    told > 0 && (bracketed || !is_short && is_all())
}

fn is_han_rank(part: &str) -> bool {
    [
        "录用率",
        "影响因子",
        "核心",
        "最佳",
        "第一作者",
        "通讯",
        "通訊",
        "一作",
        "短文",
        "长文",
        "检索",
        "他引",
    ]
    .iter()
    .any(|sign| part.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::list::examples::tokens;

    #[test]
    fn ranks_are_no_venues() {
        let read = |text: &str| tokens(text);
        for (text, want) in [
            ("CCF-A", true),
            ("Core A*", true),
            ("SCI, IF: 3.7", true),
            ("IF 8.9", true),
            ("Q1", true),
            ("ICML", false),
            ("Core Concepts", false),
            ("SIGMOD Record", false),
            ("SCI", false),
        ] {
            assert_eq!(is_rank(&read(text), false), want, "{text}");
        }
    }
}
