//! Signs off the line, code that is BibTeX, and words that unfold what is hidden.

/// Whether text stands above or below the line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::import) enum Raised {
    #[default]
    No,
    Up,
    Down,
}

/// Elements of SVG and `MathML` may end in their own tag.
pub(super) fn is_foreign(name: &str) -> bool {
    matches!(name, "svg" | "math" | "path" | "use" | "circle" | "rect")
}

/// Digits and signs above and below the line, as far as Unicode has them.
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

/// Whether code is an entry for a `.bib` file.
pub(super) fn is_bibtex(code: &str) -> bool {
    code.trim_start().strip_prefix('@').is_some_and(|rest| {
        let word = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        word.len() < rest.len() && word.trim_start().starts_with(['{', '('])
    })
}

/// Whether text whose lines are kept is a list in print: of several lines, and no code.
pub(super) fn is_print(code: &str) -> bool {
    let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
    let braces = code.matches(['{', '}', ';']).count();
    lines >= LINES && braces <= lines && !is_bibtex(code)
}

/// Fewer lines are no list.
const LINES: usize = 4;

/// Whether a heading that unfolds something names one of the things beside an entry.
pub(super) fn is_button(summary: &str) -> bool {
    const BUTTONS: [&str; 10] = [
        "abstract", "abs", "bibtex", "bib", "cite", "citation", "tl;dr", "tldr", "summary", "more",
    ];
    let word = summary.trim().trim_matches(['[', ']', ':']).to_lowercase();
    BUTTONS.contains(&word.as_str())
}
