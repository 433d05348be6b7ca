//! Raised and lowered characters, code in BibTeX, and words that unfold hidden text.

/// Whether text is above or below the line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::import) enum Raised {
    #[default]
    No,
    Up,
    Down,
}

/// Whether an element of SVG or `MathML` may be self-closing.
pub(super) fn is_foreign(name: &str) -> bool {
    matches!(name, "svg" | "math" | "path" | "use" | "circle" | "rect")
}

/// Returns the raised or lowered form of a character, if Unicode has one.
pub(in crate::import) fn off_the_line(c: char, raised: Raised) -> char {
    const UP: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    const DOWN: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
    let digit = c.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
    match (digit, raised) {
        (Some(digit), Raised::Up) => UP[digit],
        (Some(digit), Raised::Down) => DOWN[digit],
        _ => c,
    }
}

/// Whether code is an entry of a `.bib` file.
pub(super) fn is_bibtex(code: &str) -> bool {
    code.trim_start().strip_prefix('@').is_some_and(|rest| {
        let word = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        word.len() < rest.len() && word.trim_start().starts_with(['{', '('])
    })
}

/// Whether preformatted text is a printed list: several lines, and no code.
pub(super) fn is_print(code: &str) -> bool {
    let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
    let braces = code.matches(['{', '}', ';']).count();
    lines >= LINES && braces <= lines && !is_bibtex(code)
}

/// The fewest lines of such a list.
const LINES: usize = 4;

/// Whether the heading of a collapsed section names an addition to an entry.
pub(super) fn is_button(summary: &str) -> bool {
    const BUTTONS: [&str; 10] = [
        "abstract", "abs", "bibtex", "bib", "cite", "citation", "tl;dr", "tldr", "summary", "more",
    ];
    let word = summary.trim().trim_matches(['[', ']', ':']).to_lowercase();
    BUTTONS.contains(&word.as_str())
}
